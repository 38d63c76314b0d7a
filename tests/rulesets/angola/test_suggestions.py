"""What Angola! offers to type: the first answer is never a trap, and every one of them is read and may be given."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from angola.boards_operations import column, empty_map, give, put, seal_pieces

from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.angola import RULESET
from pbem_games.angola.aid.covert import deploy
from pbem_games.angola.aid.entries import piece_limits, seal_entries
from pbem_games.angola.belongings import offer_with_idle_card
from pbem_games.angola.operations import column_card
from pbem_games.angola.planning import create_packs, pack_size
from pbem_games.angola.state import Marker, Piece, State
from tiers import thorough

examples, read_orders = RULESET.examples, RULESET.read_orders


def nothing(_handle: object) -> None:
    return None


def typed(table: Table[Any], state: State, seat: str) -> list[Any]:
    """The first example of a seat, as it is read."""
    request, peek = table.pending, peek_of(table, seat)
    says = read_orders(state, request, seat, examples(state, request, seat, peek)[0], peek)
    items = [table.options] if isinstance(request, Ask | Write) else request.per_seat()[seat]
    return [item.read(say, seat, request.rule) for item, say in zip(items, says, strict=True)]


# ---------------------------------------------------------------- in whole games


def wastes_nothing(state: State, request: Any, seat: str, answers: list[Any]) -> bool:
    """Whether the answer gives nothing away that costs nothing to keep, by the rule that asks."""
    (first, *_), own = answers, state.factions[seat]
    match request.rule:
        case "3":
            return bool(first.columns)
        case "5.4":
            cards = answers[: pack_size(state)]
            off_map = [x for x in state.numbers.factions[seat].columns if x not in own.columns]
            deck = Counter(state.numbers.deck(seat, state.turn))
            left_out = [k for k in deck - Counter(cards) if k.removeprefix("column_") in own.columns]
            return not left_out or not any(f"column_{x}" in cards for x in off_map)
        case "9.6.2":
            ready = len(request.per_seat()[seat][0].legal) if isinstance(request, Seal) else len(list(request.legal()))
            return ready < 2 or first > 0
        case "9.7" if isinstance(request, Ask):
            return first == max(request.legal())
        case "9.8":
            return first != "none"
        case "9.11.6":
            return len(first) == len(request.draft())
        case "9.11.7":
            lost = [len(plan.losses) + len(plan.after) for plan in (first, request.draft())]
            return lost[0] <= lost[1]
        case "12.1.2":
            return len(first) >= len(request.draft())
        case "12.3":
            fewer = int(dict(first).get("cabinda") == 2)  # 12.3.1: one way of three, and one infantry less
            return sum(n for _, n in first) + fewer >= sum(n for _, n in request.draft())
        case "12.4.1":
            return first > 0 or own.crisis.cut_off
        case "12.4.2" if isinstance(request, Write):
            offered = request.case.in_all
            wanted = sum(n for item, n in offered.items() if item in state.numbers.equipment)
            landed = tuple(sorted({place.partition(".")[0] for _, place, _ in first if place}))
            room = sum(piece_limits(state, seat, landed).values())
            return sum(n for _, place, n in first if not place) == min(wanted, room)
    return True


RULES = {"3", "5.4", "9.6.2", "9.7", "9.8", "9.11.6", "9.11.7", "12.1.2", "12.3", "12.4.1", "12.4.2"}


@pytest.mark.parametrize(("bot", "seed"), [thorough("random", 5), ("sensible", 4)])
def test_the_first_example_wastes_nothing_and_all_of_them_may_be_given(bot, seed):
    state = RULESET.new_state("july_1975", RULESET.full_options({}), RULESET.data_files(None))
    table = Table(RULESET.play(state), seats=RULESET.seats)
    rng = random.Random(seed)
    bots = {seat: RULESET.bots[bot](seat) for seat in RULESET.seats}
    met = set()

    def look(_: Table[Any]) -> None:
        request = table.pending
        for seat in table.expected() if isinstance(request, Ask | Write | Seal | SealMany) else ():
            peek = peek_of(table, seat)
            truth = None if isinstance(request, Seal) else (
                request.truth(seat, peek) if isinstance(request, SealMany) else request.truth(peek)
            )
            if truth is not None:
                continue  # nobody types it
            met.add(request.rule)
            answers = typed(table, state, seat)
            text = f"{seat} {request.rule} {request.about}: {answers}"
            assert wastes_nothing(state, request, seat, answers), text
            for example in examples(state, request, seat, peek)[:3]:
                says = read_orders(state, request, seat, example, peek)
                if isinstance(request, Seal | SealMany):
                    table.check_seal(seat, says)
                else:
                    table.check(says[0])

    choosers = {s: (lambda request, peek, b=b: b.choose(state, request, peek, rng)) for s, b in bots.items()}
    play_out(table, choosers, seed=seed, check=look)
    assert met >= RULES - {"9.11.6", "12.1.2"}


# ---------------------------------------------------------------- one position each


def test_12_4_2_mpla_with_mines_is_offered_to_take_them_without_luanda():
    state = empty_map()
    put(state, "mpla", "luso", "inf1")
    put(state, "mpla", "malange", "inf2")
    table: Table[Any] = Table(deploy(state, "mpla", {"mine": 2}))
    assert typed(table, state, "mpla") == [(("mine", "", 2),)]


def test_12_4_2_new_mines_go_where_units_are():
    state = empty_map()
    state.markers["luso"] = Marker("mpla")
    column(state, "mpla", "a", "luso", "inf1")
    for piece in ("mine1", "mine2"):
        state.equipment_pool.remove(piece)
        state.factions["mpla"].equipment[piece] = Piece("mine")
    table = Table(seal_entries(state, "mpla", ["mine1", "mine2"]))
    assert typed(table, state, "mpla") == ["a", "a"]


def threatened() -> tuple[State, Any]:
    """MPLA holds Luso with a Column that carries a mine; UNITA can come."""
    state = empty_map()
    state.markers["luso"] = Marker("mpla")
    column(state, "mpla", "a", "luso", "inf1", "inf2")
    column(state, "unita", "a", "silva_porto", "inf1", "inf2", "inf3")
    return state, seal_pieces(state, "mpla", {"mine1": "a"})


def test_5_4_whoever_has_mines_is_offered_to_lay_them_behind_the_cards():
    state, secrets = threatened()
    table = Table(create_packs(state), secrets=secrets, first_round=50)
    peek = peek_of(table, "mpla")
    assert any("; mine1=field luso" in line for line in examples(state, table.pending, "mpla", peek))
    assert ";" not in examples(state, table.pending, "unita", peek_of(table, "unita"))[0]


def test_5_4_only_factions_that_have_equipment_are_told_how_it_changes_hands():
    state, secrets = threatened()
    table = Table(create_packs(state), secrets=secrets, first_round=50)
    assert table.pending is not None
    assert "Equipment may change hands too" in RULESET.prompt(state, table.pending, "mpla", peek_of(table, "mpla"))
    assert "Equipment" not in RULESET.prompt(state, table.pending, "unita", peek_of(table, "unita"))


def test_2_4_2_mines_are_laid_with_a_card_that_moves_nothing():
    state, secrets = threatened()
    table = Table(offer_with_idle_card(state, "mpla"), secrets=secrets, first_round=50)
    table.answer("equip")
    assert typed(table, state, "mpla") == ["field.luso"]


def test_5_2_the_first_order_takes_what_nobody_defends():
    state = empty_map()
    state.markers["lobito"] = Marker("unita")
    column(state, "fapla", "a", "novo_redondo", "inf1", "inf2")
    table = Table(column_card(state, "fapla", "a"))
    (order,) = typed(table, state, "fapla")
    assert state.numbers.regions[order.path[-1]].tokens >= 2


def test_a_minefield_that_everybody_sees_is_no_obstacle_to_advice():
    state, secrets = threatened()
    give(state, "mpla", "mine2", "field.luso")
    table = Table(create_packs(state), secrets=secrets, first_round=50)
    assert ";" not in examples(state, table.pending, "mpla", peek_of(table, "mpla"))[0]
