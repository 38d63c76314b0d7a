"""Rulesets: options as a game declares them, and how games are found."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from patrol import PATROL
from pbem.cli.main import status_of
from pbem.errors import Unsupported, WrongUse
from pbem.play.requests import Ask, Request
from pbem.ruleset import (
    GameOption,
    Result,
    Ruleset,
    Value,
    find,
    find_engine,
    installed,
    module_of,
    parse_engine,
    spell,
)
from pbem.show.scene import Board, Scene


class State(msgspec.Struct):
    taken: int = 0


async def play(state: State) -> Result:
    state.taken = await Ask(rule="1", seat="white", legal=lambda: [1, 2])
    return Result(winners=("white",), text="white takes all", by="1")


def scene(state: State, viewer: str, peek: Any) -> Scene:
    return Scene(title="Toy", turn="1", phase="", board=Board(title="Toy", low=(0, 0), high=(1, 1), places=()))


def toy(version: int = 1, earlier: tuple[Ruleset, ...] = ()) -> Ruleset:
    def new_state(scenario: str, options: Mapping[str, Value], files: dict[str, Any]) -> State:
        return State()

    def prompt(state: State, request: Request[Any], seat: str, peek: Any) -> str:
        return "take one or two"

    return Ruleset(
        name="toy", version=version, title="Toy", seats=("white", "black"), earlier=earlier,
        scenarios={"full": "The whole game", "short": "The end"},
        options=(GameOption("deal", "open", ("open", "sealed"), "R15", "how markers are dealt",
                            refused={"sealed": "nobody has built the cup"}),
                 GameOption("fog", False, (False, True), "R28", "sizes are secret"),
                 GameOption("hand", 1, (0, 1, 2), "3", "cards at start")),
        data_files=lambda overlay: {}, new_state=new_state, play=play, problems=lambda state: [],
        resigned=lambda state, seat: Result((), f"{seat} resigns", "0"), scene=scene, prompt=prompt,
        bots={"quiet": lambda seat: None})


def test_3_6_only_what_differs_from_the_default_is_recorded() -> None:
    assert toy().settle_options({}) == {"scenario": "full"}
    assert toy().settle_options({"fog": False, "hand": 2, "scenario": "short"}) == {"scenario": "short", "hand": 2}
    assert toy().full_options({"fog": True}) == {"scenario": "full", "deal": "open", "fog": True, "hand": 1}


@pytest.mark.parametrize(("given", "said", "hint"), [
    ({"fogg": True}, "toy has no option 'fogg'", "legal: scenario, deal, fog, hand"),
    ({"scenario": "long"}, "toy has no scenario 'long'", "legal: full, short"),
    ({"scenario": 1}, "toy has no scenario 1", "legal: full, short"),
    ({"hand": 3}, "option hand: 3 is not a choice", "legal: 0, 1, 2 (default 1)"),
    ({"hand": True}, "option hand: True is not a choice", "legal: 0, 1, 2 (default 1)"),
    ({"fog": 1}, "option fog: 1 is not a choice", "legal: false, true (default false)"),
    ({"deal": "shut"}, "option deal: 'shut' is not a choice", "legal: open (default open)"),
])
def test_a_wrong_option_is_named_with_what_is_legal(given: dict[str, Value], said: str, hint: str) -> None:
    with pytest.raises(WrongUse) as refused:
        toy().settle_options(given)
    assert (str(refused.value), refused.value.hint) == (said, hint)


def test_many_choices_are_not_all_listed() -> None:
    with pytest.raises(WrongUse) as refused:
        GameOption("turns", 2, tuple(range(1, 8001)), "0", "how many turns").check(0)
    assert refused.value.hint == "legal: 1, 2, ..., 8000 (default 2)"
    assert GameOption("turns", 2, tuple(range(1, 8001)), "0", "how many turns").listed() == ["1", "2", "...", "8000"]
    assert toy().option("hand").listed() == ["0", "1", "2"]


def test_a_choice_that_is_not_built_is_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        toy().settle_options({"deal": "sealed"})
    assert str(refused.value) == "option deal=sealed cannot be played: nobody has built the cup"
    assert refused.value.status == 8


def test_typed_words_become_values() -> None:
    assert toy().option("fog").read("true") is True
    assert toy().option("hand").read("2") == 2
    assert [spell(value) for value in (True, 2, "open")] == ["true", "2", "open"]
    with pytest.raises(WrongUse, match="option fog: 'yes' is not a choice"):
        toy().option("fog").read("yes")
    with pytest.raises(WrongUse, match="toy has no option 'mist'"):
        toy().option("mist")


def test_seats_may_depend_on_options() -> None:
    assert toy().seats_of({"hand": 2}) == ("white", "black")
    assert toy().other_seats() == {}
    assert PATROL.seats_of({}) == PATROL.seats == ("coalition",)
    assert PATROL.seats_of({"mode": "team", "players": 2}) == ("player_1", "player_2")
    with pytest.raises(WrongUse, match="a team has two players or three"):
        PATROL.seats_of({"mode": "team"})
    with pytest.raises(WrongUse, match="patrol has no option 'plyers'"):
        PATROL.seats_of({"plyers": 2})


def test_the_seats_of_other_options_are_found_with_the_fewest_options() -> None:
    assert PATROL.other_seats() == {
        ("player_1", "player_2"): {"mode": "team", "players": 2},
        ("player_1", "player_2", "player_3"): {"mode": "team", "players": 3},
    }


def test_options_with_very_many_choices_are_no_way_to_other_seats() -> None:
    shares = GameOption("shares", "1111", tuple(f"{n:04}" for n in range(10_000)), "2", "who plays what")
    assert replace(PATROL, options=(*PATROL.options, shares)).other_seats() == PATROL.other_seats()


def test_3_6_no_slash_means_version_1() -> None:
    assert toy().engine == "toy/1"
    assert parse_engine("toy") == ("toy", 1)
    assert parse_engine("toy/12") == ("toy", 12)
    for wrong in ("", "Toy", "toy/", "toy/0", "toy/01", "toy/1/2", "../toy", "toy\n"):
        with pytest.raises(Unsupported, match="names no ruleset"):
            parse_engine(wrong)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def register(site: Path, package: str, line: str) -> None:
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pbem.rulesets]\n{line}\n")


def found_as(site: Path, module: str, monkeypatch: pytest.MonkeyPatch, ruleset: object) -> None:
    found_as_name(site, module, "toy", monkeypatch, ruleset)


def test_a_strangers_ruleset_is_found(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = toy(1)
    new = toy(2, earlier=(old,))
    found_as(site, "toy_found", monkeypatch, new)
    assert "toy" in installed()
    assert find("toy") is new
    assert find("toy/2") is new
    assert find("toy/1") is old
    assert find_engine("toy") is old
    with pytest.raises(Unsupported) as missing:
        find_engine("toy/3")
    assert (str(missing.value), missing.value.hint) == ("ruleset toy/3 is not installed", "installed: toy/1, toy/2")


def test_a_ruleset_that_is_not_there_is_named(site: Path) -> None:
    register(site, "toy_named", "toy = nowhere_at_all:RULESET")
    assert "toy" in installed()  # nothing is imported to list it
    with pytest.raises(Unsupported, match="ruleset chess is not installed") as missing:
        find("chess")
    assert missing.value.hint is not None
    assert "toy" in missing.value.hint
    with pytest.raises(Unsupported, match="ruleset toy cannot be loaded: No module named 'nowhere_at_all'"):
        find("toy")


def test_what_is_no_ruleset_is_refused(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found_as(site, "toy_wrong", monkeypatch, "a word")
    with pytest.raises(Unsupported, match="toy_wrong:RULESET is not the ruleset toy"):
        find("toy")


def test_two_packages_may_not_provide_one_ruleset(site: Path) -> None:
    register(site, "toy_one", "toy = one:RULESET")
    register(site, "toy_two", "toy = two:RULESET")
    assert "toy" in installed()
    with pytest.raises(Unsupported, match="two packages provide the ruleset toy: one:RULESET and two:RULESET"):
        find("toy")


@pytest.mark.parametrize(("written", "said"), [
    ("1/0", "cannot be loaded: toy_broken:RULESET fails with ZeroDivisionError: division by zero"),
    ("import sys; sys.exit('bye')", "cannot be loaded: toy_broken:RULESET fails with SystemExit: bye"),
    ("def f(:", "cannot be loaded: toy_broken:RULESET fails with SyntaxError: invalid syntax"),
    ("import not_there", "cannot be loaded: No module named 'not_there'"),
    ("", "cannot be loaded: module 'toy_broken' has no attribute 'RULESET'"),
])
def test_a_package_whose_import_fails_is_named_with_the_reason(site, written: str, said: str) -> None:
    register(site, "toy_broken", "toy = toy_broken:RULESET")
    (site / "toy_broken.py").write_text(written)
    with pytest.raises(Unsupported) as refused:
        find("toy")
    assert str(refused.value).startswith(f"ruleset toy {said}")
    sys.modules.pop("toy_broken", None)


@pytest.mark.parametrize(("fault", "said"), [
    ({"bots": {}}, "ruleset toy is faulty: it has no bots"),
    ({"seats": ("white", "Black")}, "ruleset toy is faulty: the seat 'Black' is not lower case letters"),
    ({"seats": ()}, "ruleset toy is faulty: it has no seats"),
    ({"scenarios": {}}, "ruleset toy is faulty: it has no scenario"),
    ({"name": "chess"}, "is not the ruleset toy: it calls itself 'chess'"),
])
def test_what_no_match_could_be_played_with_is_named(
    site, monkeypatch: pytest.MonkeyPatch, fault: dict[str, Any], said: str
) -> None:
    found_as(site, "toy_faulty_" + next(iter(fault)) + str(len(said)), monkeypatch, replace(toy(), **fault))
    with pytest.raises(Unsupported) as refused:
        find("toy")
    assert said in str(refused.value)


def test_a_name_without_a_module_is_no_traceback(site: Path) -> None:
    register(site, "toy_nameless", "toy = 123 ?")
    assert module_of("toy") == "123 ?"
    with pytest.raises(Unsupported, match="ruleset toy cannot be loaded"):
        find("toy")


def test_the_list_of_games_tells_the_faulty_ones_and_all_others(site, monkeypatch, capsys) -> None:
    register(site, "toy_broken_too", "toy = toy_broken_too:RULESET")
    (site / "toy_broken_too.py").write_text("raise ValueError('not today')")
    register(site, "toy_odd", "My Game = toy_odd:RULESET")

    def crooked(options: Mapping[str, Value]) -> tuple[str, ...]:
        raise KeyError("sides")

    found_as_name(site, "toy_crooked", "crooked", monkeypatch, replace(toy(), name="crooked", seats_for=crooked))
    assert status_of(["games"]) == 0
    out, _ = capsys.readouterr()
    flat = " ".join(out.split())
    assert "toy faulty, cannot be played: ruleset toy cannot be loaded: toy_broken_too:RULESET fails with" in flat
    assert "My Game faulty, cannot be played: 'My Game' names no ruleset" in flat
    assert "crooked faulty, cannot be played: KeyError: 'sides'" in flat
    assert "angola  Angola! (version" in out
    assert status_of(["games", "--json"]) == 0
    listed = {one["name"]: one for one in msgspec.json.decode(capsys.readouterr().out)}
    assert listed["toy"]["faulty"].endswith("ValueError: not today")
    assert "faulty" not in listed["fallujah"]
    assert status_of(["games", "toy"]) == 8
    assert capsys.readouterr().err.startswith("pbem: error: ruleset toy cannot be loaded")


def found_as_name(site: Path, module: str, name: str, monkeypatch: pytest.MonkeyPatch, ruleset: object) -> None:
    register(site, module, f"{name} = {module}:RULESET")
    (site / f"{module}.py").write_text(f"from pbem import ruleset\nRULESET = ruleset._{name}_of_a_test\n")
    monkeypatch.setattr(f"pbem.ruleset._{name}_of_a_test", ruleset, raising=False)
