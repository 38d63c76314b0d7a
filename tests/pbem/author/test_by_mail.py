"""A game from `pbem ruleset new`, and a stranger's without dice, by mail: two homes, packets, the end, the audit."""

from __future__ import annotations

import importlib
import json
import re
import sys
from importlib import import_module

import pytest

from desks import Desks, people_of
from pbem.author.check import check
from pbem.author.new import new_ruleset


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Makes a package known as pip would, and seats two people."""
    made = []

    def install(name: str, module: str, place: str) -> Desks:
        info = tmp_path / "package" / f"{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[pbem.rulesets]\n{name} = {module}:RULESET\n")
        monkeypatch.syspath_prepend(str(tmp_path / "package"))
        importlib.invalidate_caches()
        made.append(place)
        return people_of(tmp_path, "ana", "bo")

    yield install
    for name in [name for name in sys.modules if name.partition(".")[0] in made]:
        del sys.modules[name]


def by_mail(people: Desks, game: str, seats: dict[str, str]) -> list[str]:
    """A whole match between two homes; all that any command said."""
    root, (ana, bo) = people.root, seats.values()
    made = people.must("ana", "new", game, f"{ana}=me", f"{bo}={root / 'bo.card'}", "-C", people.game("ana"), at=root)
    assert "send this invitation to the others" in made.err
    joined = people.must("bo", "join", people.game("ana") / "out", "-C", people.game("bo"), at=root)
    told = [made.out, made.err, joined.out, joined.err]

    def does(who: str, *command: object) -> str:
        done = people.must(who, *command)
        told.extend([done.out, done.err])
        return done.err

    other = {"ana": "bo", "bo": "ana"}
    sent = 0
    for _ in range(60):
        for who in seats:
            does(who, "in", people.game(other[who]) / "out")
            while asked := json.loads(people.must(who, "next", "--json").out)["asked"]:
                does(who, "next")
                assert [one["seat"] for one in asked] == [seats[who]]
                sent += "send this to the others" in does(who, "do", "--send", asked[0]["legal"][0])
        if all(json.loads(people.must(who, "next", "--json").out)["result"] for who in seats):
            break
    for who in ("ana", "bo", "ana", "bo"):  # all is disclosed
        does(who, "in", people.game(other[who]) / "out")
    assert sent > 4
    assert sorted(people.bytes_of("ana").splitlines()) == sorted(people.bytes_of("bo").splitlines())
    result = json.loads(people.must("ana", "next", "--json").out)["result"]
    assert set(result["winners"]) <= set(seats.values())
    for who in seats:
        audited = json.loads(people.must(who, "audit", "--json").out)
        assert audited["result"] == result["text"]
        for command in ("audit", "verify", "log", "show", "next"):
            does(who, command)
    return told


@pytest.mark.parametrize("kind", ["areas", pytest.param("hexes", marks=pytest.mark.thorough),
                                  pytest.param("cards", marks=pytest.mark.thorough)])
def test_a_game_from_ruleset_new_is_played_by_mail_to_its_end(kind, installed, tmp_path):
    name = f"{kind}_by_mail"
    new_ruleset(name, tmp_path / "package", kind)
    people = installed(name, name, name)
    told = by_mail(people, name, dict(zip(("ana", "bo"), import_module(name).RULESET.seats, strict=True)))
    assert any("dice" in text for text in told)


def test_a_strangers_game_without_dice_is_played_by_mail_and_nobody_speaks_of_dice(installed):
    people = installed("climbers", "climbers", "none")
    told = by_mail(people, "climbers", {"ana": "goat", "bo": "ibex"})
    spoken = [line for text in told for line in text.splitlines() if re.search(r"\b(dice|die|roll\w*)\b", line)]
    assert {line for line in spoken if "without dice" not in line} == set()
    assert any("a game without dice" in text for text in told)
    demo = people.must("ana", "demo", "climbers", "-C", people.root / "demo", at=people.root)
    assert "hand-overs: " in demo.out
    assert "dice" not in demo.out.replace("a game without dice", "")


def test_what_a_stranger_writes_from_the_docs_passes_the_check():
    assert check("climbers:RULESET", 3).faults == ()
