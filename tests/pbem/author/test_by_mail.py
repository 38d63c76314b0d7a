"""A game written from `pbem ruleset new` is played by mail: two homes, packets, the end, the audit."""

from __future__ import annotations

import importlib
import json
import sys

import pytest
from desks import people_of

from pbem.author.new import new_ruleset

SEATS = {"ana": "amber", "bo": "jade"}


@pytest.fixture
def chests(tmp_path, monkeypatch):
    """The new package, installed as pip would, and two people."""
    new_ruleset("chests_by_mail", tmp_path / "package")
    info = tmp_path / "package" / "chests_by_mail-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: chests_by_mail\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pbem.rulesets]\nchests_by_mail = chests_by_mail:RULESET\n")
    monkeypatch.syspath_prepend(str(tmp_path / "package"))
    importlib.invalidate_caches()
    yield people_of(tmp_path, *SEATS)
    for name in [name for name in sys.modules if name.partition(".")[0] == "chests_by_mail"]:
        del sys.modules[name]


def test_a_game_from_ruleset_new_is_played_by_mail_to_its_end(chests):
    root = chests.root
    made = chests.must("ana", "new", "chests_by_mail", "amber=me", f"jade={root / 'bo.card'}", "-C", chests.game("ana"),
                       at=root)
    assert "send this invitation to the others" in made.err
    chests.must("bo", "join", chests.game("ana") / "out", "-C", chests.game("bo"), at=root)
    other = {"ana": "bo", "bo": "ana"}
    sent = 0
    for _ in range(60):
        for who in SEATS:
            chests.must(who, "in", chests.game(other[who]) / "out")
            while asked := json.loads(chests.must(who, "next", "--json").out)["asked"]:
                assert [one["seat"] for one in asked] == [SEATS[who]]
                sent += "send this to the others" in chests.must(who, "do", "--send", asked[0]["legal"][0]).err
        if all(json.loads(chests.must(who, "next", "--json").out)["result"] for who in SEATS):
            break
    for who in ("ana", "bo", "ana", "bo"):  # all is disclosed
        chests.must(who, "in", chests.game(other[who]) / "out")
    assert sent > 4
    assert sorted(chests.bytes_of("ana").splitlines()) == sorted(chests.bytes_of("bo").splitlines())
    result = json.loads(chests.must("ana", "next", "--json").out)["result"]
    assert set(result["winners"]) <= set(SEATS.values())
    assert result["winners"]
    for who in SEATS:
        audited = json.loads(chests.must(who, "audit", "--json").out)
        assert audited["result"] == result["text"]
