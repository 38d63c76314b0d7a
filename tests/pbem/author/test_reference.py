"""The reference for authors is that of the code, and a ruleset says for which contract it was written."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from pbem import ruleset
from pbem.author.reference import public_modules, reference
from pbem.errors import Unsupported
from pbem.ruleset import API, find
from test_layers import RULESET_MAY
from tiny import TINY

PAGE = Path(__file__).parents[3] / "docs" / "kit.md"


def test_the_page_is_that_of_the_code():
    """What changes is seen here: tell authors in the changelog, then write the page anew."""
    told = "python -m pbem.author.reference > docs/kit.md"
    assert PAGE.read_text(encoding="utf-8") == reference(), f"write it anew: {told}"


def test_all_that_a_ruleset_may_import_is_on_it():
    assert {name for name in public_modules() if not name.startswith("pbem.kit.")} == {
        name for name in RULESET_MAY if name != "pbem.kit"
    }
    assert len(re.findall(r"^- `", PAGE.read_text(encoding="utf-8"), re.M)) > 150


@pytest.mark.parametrize(("entry", "argument"), [
    ("Choose", "nothing: str = ''"), ("Number", "also_none: Collection[str] = ()"), ("ChooseSome", "nouns: str = ''"),
    ("Declared", "standing: Standing[S] | None = None"), ("Names", "sort: Sort | Mapping[str, Sort] = 'other'"),
    ("Wording", "values: Mapping[str, Value[Any]]"), ("IllegalMove", "legal: Iterable[object] = ()"),
])  # fmt: skip
def test_what_is_made_by_an_init_of_its_own_says_how(entry, argument):
    (line,) = re.findall(rf"^- `{entry}\(.*", reference(), re.M)
    assert argument in line.partition("`")[2].partition("`")[0]


def test_arguments_are_explained_and_nothing_is_written_that_nobody_can_read():
    page = reference()
    assert "  - `noun` says what one of them is." in page
    assert not re.search(r"\*args, \*\*kwargs\)`| at 0x|= [,)]|\.\.\.\.", page)


@pytest.mark.parametrize("api", [0, 2, 99])
def test_a_ruleset_of_another_contract_is_refused_with_what_changed(monkeypatch, api):
    point = type("Point", (), {"load": lambda self: dataclasses.replace(TINY, api=api)})()
    monkeypatch.setattr(ruleset, "_entry_points", lambda: {"tiny": {"tiny:TINY": point}})
    with pytest.raises(Unsupported, match=f"tiny was written for api {api} of rulesets, this pbem has {API}") as caught:
        find("tiny")
    assert ("install a newer pbem" in (caught.value.hint or "")) == (api > API)
    assert ruleset.SINCE_API[API] in (caught.value.hint or "") or api > API


def test_ours_are_of_this_contract():
    assert {find(name).api for name in ruleset.installed()} == {API}
