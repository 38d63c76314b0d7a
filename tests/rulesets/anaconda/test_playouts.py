"""Whole games by bots: nothing breaks, nobody gets stuck, every position is sound."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from anaconda.boards import bytes_of, fresh

from pbem.kit.numbers import bind
from pbem.play.giving import Scripted
from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Draw, DrawSecret, Open, Roll, Seal, SealMany
from pbem.play.restart import Restart
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda import RULESET
from pbem_games.anaconda.bots.players import BOTS
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.numbers import SEATS
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.sequence import play
from pbem_games.anaconda.state import State
from tiers import tiers

SWITCHES = ("leaders", "osama", "casualties", "attacker_impetus", "fire_support_restrictions", "body_armor", "rubble",
            "more_coalition_forces")
MOST = 20_000


def options_of(seed: int) -> dict[str, Any]:
    """A random set of options."""
    rng = random.Random(f"options/{seed}")
    switches = {name: True for name in SWITCHES if rng.random() < 0.5}
    mode, reaction = rng.choice(("step", "plan")), rng.choice(("written", "standing"))
    return {**switches, "mode": mode, "reaction": reaction}


def played(seed: int, name: str = "random", **options: Any) -> tuple[State, Table[Any]]:
    """A whole game; every broken invariant fails it at once."""
    state = fresh(**options)
    table = Table(play(state), seats=SEATS)
    go(table, state, seed, name)
    return state, table


def go(table: Table[Any], state: State, seed: int, name: str) -> None:
    bots = {seat: BOTS[name](seat) for seat in SEATS}
    rngs = {seat: random.Random(f"{seed}/{seat}") for seat in SEATS}

    def chooser(seat: str) -> Any:
        return lambda request, peek: bots[seat].choose(state, request, peek, rngs[seat])

    choosers, dice = {seat: chooser(seat) for seat in SEATS}, SeededDice(seed)
    for _ in range(MOST):
        if table.pending is None:
            return
        if isinstance(table.pending, DrawSecret):
            table.answer(dice)
        else:
            answer_once(table, choosers, dice)
        assert problems(state) == [], (seed, table.where())
    raise AssertionError(f"no end after {MOST} answers, seed {seed}")


@pytest.mark.parametrize("seed", tiers(range(20), quick=5))
def test_random_games_end_with_all_true(seed):
    _, table = played(seed, **options_of(seed))
    assert table.result is not None
    assert (table.incidents, table.secrets.open_claims()) == ([], [])


class FromLabels:
    """Dice that hang on the round and the label alone, so that a game begun again in the middle has the same."""

    def __init__(self, table: Table[Any]) -> None:
        self.round = table.round

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        rng = random.Random(f"{self.round}/{label}")
        return tuple(rng.randint(1, sides) for _ in range(dice))

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        return tuple(random.Random(f"{self.round}/{label}").sample(list(pool), count))


def follow(table: Table[Any], state: State, restarts: list[Restart] | None = None) -> None:
    """To the end, each answer drawn from what is asked and when alone."""
    bots = {seat: BOTS["random"](seat) for seat in SEATS}
    kept = None
    while table.pending is not None:
        asked, rng = table.pending, random.Random(f"{table.round}/{table.pending.rule}/{table.pending.about}")
        if restarts is not None and table.restart is not kept and table.restart is not None:
            kept = table.restart
            restarts.append(kept)
        if isinstance(asked, DrawSecret | Roll | Draw):
            table.answer(FromLabels(table))
        else:
            choose = {seat: lambda request, peek, bot=bot, rng=rng: bot.choose(state, request, peek, rng)
                      for seat, bot in bots.items()}
            answer_once(table, choose, SeededDice(0))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1])
def test_4_1_a_game_goes_on_from_any_checkpoint_as_it_did(seed):
    state = fresh(**options_of(seed))
    table = Table(play(state), seats=SEATS)
    restarts: list[Restart] = []
    follow(table, state, restarts)
    assert len(restarts) > 20
    for restart in restarts[:: len(restarts) // 3]:
        again = bind(msgspec.json.decode(restart.state, type=State), state.numbers)
        later = Table(play(again), seats=SEATS, since=restart)
        later.round += 1  # the answer that led to the Checkpoint had its round
        follow(later, again)
        assert (later.result, bytes_of(again)) == (table.result, bytes_of(state))


def both(seeing: Table[Any], blind: Table[Any], state: State, seed: int) -> None:
    """One answer, given at a table that sees everything, and at one that sees nothing of Al Qaeda's."""
    asked, rng = seeing.pending, random.Random(f"{seed}/{seeing.round}")
    match asked:
        case Roll(dice=dice, sides=sides):
            fallen = tuple(rng.randint(1, sides) for _ in range(dice))
            seeing.rolled(Scripted(fallen), once=True)
            blind.rolled(Scripted(fallen), once=True)
        case Draw(pool=pool, count=count):
            drawn = tuple(rng.sample(sorted(pool), count))
            seeing.rolled(Scripted(drawn), once=True)
            blind.rolled(Scripted(drawn), once=True)
        case DrawSecret():
            seeing.drawn(None, SeededDice(seed))
            blind.drawn(None, None)
        case Open():
            secrets = seeing.secrets
            texts = {h: Scripted(seeing.peek(h)) if secrets.is_draw(h) else secrets.spelled(h)
                     for h in asked.sealed.values() if not secrets.is_public(h)}
            seeing.opened(texts)
            blind.opened(texts)
        case Seal() | SealMany():
            texts, own = {}, {}
            for seat in seeing.expected():
                values = BOTS["random"](seat).choose(state, asked, seeing.peek, rng)
                given = values if isinstance(asked, SealMany) else [values]
                says = [item.spell(value) for item, value in zip(asked.per_seat()[seat], given, strict=True)]
                texts |= dict(zip(seeing.handles(seat), says, strict=True))
                own |= {h: texts[h] for h in seeing.handles(seat) if seat == "coalition"}
            seeing.sealed(texts)
            blind.sealed(own)
        case _:
            answer = BOTS["random"](asked.seat).choose(state, asked, seeing.peek, rng)
            say = seeing.options.spell(answer)
            seeing.answered(say)
            blind.answered(say)
    seeing.round += 1
    blind.round += 1


def screen(table: Table[Any], state: State) -> bytes:
    """All that the Coalition is shown: the scene, and what it is asked with all that is offered."""
    peek = peek_of(table, "coalition")
    asked = table.pending
    shown = [msgspec.json.encode(RULESET.scene(state, "coalition", peek))]
    if getattr(asked, "seat", "") == "coalition" or (isinstance(asked, Seal | SealMany) and "coalition" in asked.items):
        shown.append(FORMS.prompt(state, asked, "coalition", peek).encode())
        shown += [line.encode() for line in FORMS.examples(state, asked, "coalition", peek)]
    return b"\n".join(shown)


@pytest.mark.parametrize("mode", ["step", "plan"])
@pytest.mark.parametrize("seed", range(2))
def test_e_a_table_that_sees_nothing_hidden_asks_the_same_and_comes_to_the_same(seed, mode):
    options = {**options_of(seed), "mode": mode, "reaction": ("written", "standing")[seed % 2]}
    ours, theirs = fresh(**options), fresh(**options)
    seeing, blind = Table(play(ours), seats=SEATS), Table(play(theirs), seats=SEATS)
    while seeing.pending is not None:
        assert blind.pending is not None
        assert (type(seeing.pending), seeing.pending.rule, seeing.pending.about, seeing.expected()) == (
            type(blind.pending), blind.pending.rule, blind.pending.about, blind.expected())
        if seeing.round % 60 == 0:
            assert screen(seeing, ours) == screen(blind, theirs)
        both(seeing, blind, ours, seed)
    assert (blind.result, bytes_of(theirs)) == (seeing.result, bytes_of(ours))
    assert [t.text for t in blind.story] == [t.text for t in seeing.story]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_two_hundred_random_games_end_with_all_true(seed):
    _, table = played(seed, **options_of(seed))
    assert (table.result is not None, table.incidents, table.secrets.open_claims()) == (True, [], [])
