"""Whatever names a command names on the page what does the same there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from pbem.web.means import MEANS, here
from sat_down import alone

ROOT = Path(__file__).resolve().parents[3]
SPEAKERS = [
    ROOT / "pbem/errors.py", ROOT / "pbem/record/feeds.py", *sorted((ROOT / "pbem/kit").rglob("*.py")),
    *sorted((ROOT / "rulesets/pbem_games").rglob("*.py")),
    *(ROOT / f"pbem/desk/{name}.py" for name in ("agreements", "automatic", "coming", "drafting", "drafts", "orders",
                                                 "redrafting", "speaking", "truthful", "waiting")),
]  # fmt: skip
ELSEWHERE = re.compile(r"pbem (?:join|id|out|new|in|courier|accept)\b")  # by others, or before one sits here
COMMAND = re.compile(r"\bpbem [a-z]+")


def literals(path: Path) -> list[str]:
    """The strings of a module but for what explains it; what is put into one is a 1."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            found.append("".join(str(one.value) if isinstance(one, ast.Constant) else "1" for one in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (explained | parts):
            found.append(node.value)
    return found


NAMED = sorted({text for path in SPEAKERS for text in literals(path) if COMMAND.search(ELSEWHERE.sub("", text))})


@pytest.mark.parametrize("text", NAMED)
def test_no_text_that_a_page_shows_ends_in_a_command(text):
    if text in ("pbem typed 1", "pbem sent 1", "pbem drafts 1", "pbem patience 1"):  # names of files
        return
    shown = here(text)
    assert not COMMAND.search(ELSEWHERE.sub("", shown)), shown


def test_the_texts_are_found():
    assert len(NAMED) > 15
    assert any("pbem next --follow" in one for one in NAMED)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ('legal: a, b and 12 more: pbem next --all --follow "north "',
         'legal: a, b and 12 more: begin with "north" and they are offered'),
        ('legal: a, b and 641 more: pbem next --all --follow ""', "legal: a, b and 641 more: they are offered here"),
        ("legal: a and 3 more: pbem next --all", "legal: a and 3 more: all of them are offered here"),
        ("send them with: pbem send; take the last one back with: pbem undo",
         "send them with: Send; take the last one back with: Take back"),
        ("take that one back first: pbem undo 3", "take that one back first: Take this one back"),
        ("play has stopped (`pbem verify` names the proof; agree with the others)",
         "play has stopped (Papers, Evidence holds the proof; agree with the others)"),
        ("take your seat with: pbem join", "take your seat"),
        ("pbem table is not running", "pbem table is not running"),
        ("\x1b[1mbold", "[1mbold"),
    ],
)  # fmt: skip
def test_each_command_is_named_by_what_does_the_same(said, shown):
    assert here(said) == shown


def test_each_of_them_is_said_somewhere():
    whole = "\n".join(text for path in SPEAKERS for text in literals(path))
    assert [command for command, _ in MEANS if not re.search(command, whole)] == []


def test_a_wrong_word_at_the_table_names_no_command(tmp_path):
    desks, visitor, game = alone(tmp_path)
    visitor.post(game, "draft", text="setup north 2/1 c/1tk")
    for text in ("j3 2/1 to nowhere", "j1 nobody", "xyzzy"):
        found = visitor.post(game, "follow", text=text).data
        assert found["refused"], text
        assert "pbem" not in "".join(found["refused"])
        assert "pbem" in desks.run("eva", "do", text).err
    state = visitor.state(game)
    assert "pbem" not in "".join([*state["questions"][0]["facts"], *state["questions"][0]["typing"], state["waits"]])
