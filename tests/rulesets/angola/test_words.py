"""What people type and read: every decision of whole games has a prompt, and an example that can be typed."""

from __future__ import annotations

import random

import pytest
from boards_operations import empty_map, put

from pbem.errors import IllegalMove
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from rulesets.angola import RULESET
from rulesets.angola.setup import start_of
from rulesets.angola.state import State, new_state
from rulesets.angola.words.orders import compose_setup, examples, expand, read_orders
from rulesets.angola.words.planning import card_of
from rulesets.angola.words.prompts import prompt


def try_words(table: Table[object], state: State) -> None:
    """Types the first example for every seat that is asked for a decision now."""
    request = table.pending
    if not isinstance(request, Ask | Write | Seal | SealMany):
        return
    for seat in table.expected():
        peek = peek_of(table, seat)
        if isinstance(request, Ask | Write) and request.truth(peek) is not None:
            continue
        if isinstance(request, SealMany) and request.truth(seat, peek) is not None:
            continue
        told = prompt(state, request, seat, peek)
        assert not told.startswith("Rule "), f"no prompt for {request.rule} {type(request)}"
        typed = examples(state, request, seat, peek)[0]
        says = read_orders(state, request, seat, typed.upper(), peek)
        if isinstance(request, Ask | Write):
            table.check(says[0])
        else:
            table.check_seal(seat, says)


@pytest.mark.parametrize("seed", [3, 4])
def test_every_decision_of_a_game_has_a_prompt_and_an_example_that_can_be_typed(seed):
    state = RULESET.new_state("july_1975", RULESET.full_options({}), RULESET.data_files(None))
    table = Table(RULESET.play(state), seats=RULESET.seats)
    rng = random.Random(seed)
    bots = {seat: RULESET.bots["random"](seat) for seat in RULESET.seats}
    choosers = {s: (lambda request, peek, b=b: b.choose(state, request, peek, rng)) for s, b in bots.items()}
    play_out(table, choosers, seed=seed, check=lambda t: try_words(t, state))


def fresh() -> State:
    state = new_state("july_1975", {}, RULESET.data_files(None))
    state.markers["caxito"].holder = "fapla"
    state.markers["dondo" if "dondo" in state.markers else "malange"].holder = "fapla"
    return state


def test_3_a_set_up_is_typed_as_columns_and_loose_units():
    start = start_of(fresh(), "fapla")
    plan, *manifests = compose_setup(start, "a luanda 5inf car1 3inf; caxito 4inf; malange inf13 inf14")
    assert plan == "a=luanda caxito=f.inf9,f.inf10,f.inf11,f.inf12 malange=f.inf13,f.inf14"
    assert manifests[0].startswith("f.inf1 f.inf2 f.inf3 f.inf4 f.inf5")
    assert manifests[1:] == ["none", "none", "none"]


def test_3_a_set_up_that_forgets_infantry_says_how_many():
    with pytest.raises(IllegalMove, match="6 infantry are not placed"):
        compose_setup(start_of(fresh(), "fapla"), "a luanda 5inf 3inf")


def test_3_what_is_left_of_the_infantry_can_be_placed_by_itself():
    plan, *_ = compose_setup(start_of(fresh(), "fapla"), "a caxito 3inf; loose")
    in_luanda = "luanda=f.inf1,f.inf2,f.inf3,f.inf4,f.inf5,f.inf10,f.inf11,f.inf12,f.inf13,f.car1"
    assert plan == f"a=caxito caxito=f.inf9 {in_luanda} malange=f.inf14"


def test_5_4_cards_are_typed_by_letter():
    assert [card_of(w) for w in ["a", "b", "5th", "blank", "command"]] == [
        "column_a", "column_b", "fifth_column", "blank", "command",
    ]  # fmt: skip


def test_7_2_regions_are_typed_by_map_code_and_units_by_count():
    state = empty_map()
    units = put(state, "fapla", "luanda", "inf1", "inf2", "inf3")
    assert expand(state, "fapla", "detach 2inf go lua cat", units) == "detach f.inf1 f.inf2 go luanda catete"
    assert expand(state, "unita", "inf3", ()) == "u.inf3"
