"""What a viewer is shown of a game depends on what it knew then, and on nothing that is disclosed later."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import played
from pbem.desk.reading import read
from pbem.match.match import Match
from pbem.play.requests import Peek, Sealed
from pbem.replay.films.reel import Reel
from pbem.ruleset import Ruleset
from pbem.show.frame import Frame
from pbem.show.scene import Scene
from tiers import thorough

SEEDS = range(24)
LOGS = Path(__file__).parents[2] / "logs" / "angola"


def telling(ruleset: Ruleset) -> Ruleset:
    """The same game, whose scene tells all that its viewer can see of every secret in the position."""
    def scene(state: Any, viewer: str, peek: Peek) -> Scene:
        plain = ruleset.scene(state, viewer, peek)
        return msgspec.structs.replace(plain, notes=(str(state), *(str(peek(h)) for h in handles(state))))

    return dataclasses.replace(ruleset, scene=scene)


def handles(value: object) -> list:
    """Every sealed thing in a position."""
    if isinstance(value, Sealed):
        return [value]
    if isinstance(value, msgspec.Struct):
        return [h for name in value.__struct_fields__ for h in handles(getattr(value, name))]
    if isinstance(value, dict):
        return [h for inner in value.values() for h in handles(inner)]
    return [h for inner in value for h in handles(inner)] if isinstance(value, list | tuple) else []


def match_of(seed: int) -> tuple[Match, dict[int, bytes]]:
    game = played(seed)
    ruleset = telling(game.ruleset)
    match = Match(game.genesis, ruleset, ruleset.data_files(None))
    match.take(game.events, checked=True)
    return match, game.secrets


def frames(match: Match, viewer: str, secrets: dict[int, bytes]) -> list[Frame]:
    return list(Reel(match, viewer, secrets=secrets))


@given(seed=st.sampled_from(SEEDS), seat=st.integers(0, 2))
def test_a_seat_is_shown_the_same_with_its_own_secrets_and_with_all(seed, seat):
    match, secrets = match_of(seed)
    name = match.name(seat)
    assert frames(match, name, {seat: secrets[seat]}) == frames(match, name, secrets)


@given(seed=st.sampled_from(SEEDS))
def test_the_public_is_shown_the_same_whoever_has_disclosed(seed):
    match, secrets = match_of(seed)
    assert frames(match, "public", {}) == frames(match, "public", secrets)


@given(seed=st.sampled_from(SEEDS))
def test_frames_tell_the_whole_story_once_and_end_where_the_match_ends(seed):
    match, _ = match_of(seed)
    shown = frames(match, "public", {})
    undone = dict(match.binding.undone)
    told = [s.text for f in shown for s in f.sentences if s.rule != "undo" and not taken_back(f.round, undone)]
    assert told == [t.text for t in match.binding.table.story]
    assert [f.number for f in shown] == list(range(len(shown)))
    assert shown[-1].ending is not None
    assert match.result is not None
    assert shown[-1].ending.winners == match.result.winners


def taken_back(round: int, undone: dict[int, int]) -> bool:
    """Whether what happened in a round does not count in the end: an undo that counts goes back before it."""
    dead: set[int] = set()
    for at in sorted(undone, reverse=True):
        if at not in dead:
            dead |= set(range(undone[at] + 1, at))
    return round in dead


SEATS = [*(("wrong_on_purpose", seat) for seat in range(4)), ("resignation", 1),
         *(thorough("resignation", seat) for seat in (0, 2, 3)),
         *(thorough("western_decisive", seat) for seat in range(4)),
         *(pytest.param(case, seat, marks=pytest.mark.slow)
           for case in ("soviet_decisive", "turn_ten") for seat in range(4))]  # fmt: skip


@cache
def recorded(case: str) -> Match:
    return read(LOGS / case / "game.pbem", checked=True)


@pytest.mark.parametrize(("case", "seat"), SEATS)
def test_angola_shows_a_seat_what_it_knew_then(case, seat):
    match = recorded(case)
    secrets, name = match.binding.disclosed, match.name(seat)
    assert len(secrets) > 1
    own = Reel(match, name, secrets={seat: secrets[seat]})
    for with_its_own, with_all in zip(own, Reel(match, name, secrets=secrets), strict=True):
        assert with_its_own == with_all


def test_angola_hides_from_a_seat_what_the_auditor_sees():
    match = recorded("resignation")
    secrets = match.binding.disclosed
    seat = frames(match, "fapla", secrets)
    auditor = frames(match, "auditor", secrets)
    assert len(seat) == len(auditor)
    sealed = next(i for i, f in enumerate(seat) if f.kind == "seal")
    assert [d.hidden for d in seat[sealed].deeds] == [d.seat != "fapla" for d in seat[sealed].deeds]
    assert not any(d.hidden for d in auditor[sealed].deeds)
    assert seat[sealed].scene != auditor[sealed].scene
    assert len({id(f.scene.board) for f in seat}) == 1
