"""4.2-1, 5.3, 5.4, 6 The Planning Phase."""

from __future__ import annotations

import pytest
from angola.boards_frame import planned, run, snapshot

from pbem.errors import IllegalMove
from pbem.play.requests import Open
from pbem.play.table import Table
from pbem_games.angola.ending import GameEnds
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.planning import (
    create_packs,
    determine_first_player,
    has_all_blanks,
    is_of_deck,
    judge_packs,
    new_cards,
    pack_size,
    planning_phase,
    quiet_pack,
)
from pbem_games.angola.state import State
from pbem_games.angola.words.planning import card_name


def at_turn(turn: int, **options: str) -> State:
    state = planned()
    state.turn = turn
    for name, value in options.items():
        setattr(state.options, name, value)
    return state


def quiet(state: State) -> dict[str, tuple[str, ...]]:
    return {f: tuple(quiet_pack(state.numbers.deck(f, state.turn), pack_size(state))) for f in FACTIONS}


def sealed(state: State, **packs: str) -> Table[None]:
    """All packs are sealed: those given in words, else the default."""
    table = Table(create_packs(state), seats=FACTIONS)
    table.answer({**quiet(state), **{f: pack.split() for f, pack in packs.items()}})
    return table


# ---------------------------------------------------------------- 5.2, 5.4 what a pack may be

REFUSED = [
    pytest.param(1, "fapla", "column_a column_a column_b command", "every Blank", id="A11"),
    pytest.param(1, "unita", "blank column_a column_b command", "every Blank", id="A12-one-of-two-blanks"),
    pytest.param(1, "unita", "blank blank blank column_a", "made of its deck", id="A12-three-blanks"),
    pytest.param(3, "mpla", "blank column_b column_b column_a command", "made of its deck", id="A15-turn-3"),
    pytest.param(2, "fnla", "command command column_a column_b", "made of its deck", id="two-command-cards"),
]
ALLOWED = [
    pytest.param(1, "unita", "column_a blank command blank", id="A12-two-and-two"),
    pytest.param(4, "mpla", "column_b blank column_b column_a command", id="A15-turn-4"),
    pytest.param(1, "fapla", "fifth_column column_a blank column_a", id="5.4-example"),
    pytest.param(5, "fnla", "column_e column_d column_a column_a fifth_column fifth_column", id="A16-six"),
]


@pytest.mark.parametrize(("turn", "faction", "pack", "claim"), REFUSED)
def test_5_4_packs_that_cannot_be_sealed(turn, faction, pack, claim):
    state = at_turn(turn)
    before = snapshot(state)
    with pytest.raises(IllegalMove, match=claim):
        sealed(state, **{faction: pack})
    assert snapshot(state) == before


@pytest.mark.parametrize(("turn", "faction", "pack"), ALLOWED)
def test_5_4_packs_that_can_be_sealed(turn, faction, pack):
    state = at_turn(turn)
    table = sealed(state, **{faction: pack})
    assert [table.peek(h) for h in state.factions[faction].pack] == pack.split()


@pytest.mark.parametrize("cards", [5, 7])
def test_A16_R5_a_pack_has_exactly_as_many_cards_as_the_turn_allows(cards):
    state = at_turn(5)
    pack = ["column_a", "column_a", "column_b", "column_b", "column_c", "command", "column_d"][:cards]
    with pytest.raises((IllegalMove, ValueError)):
        sealed(state, fnla=" ".join(pack))
    assert state.factions["fnla"].pack == []


def test_5_4_a_card_that_is_not_in_the_deck_yet_is_not_on_the_list():
    with pytest.raises(IllegalMove, match="not among the legal"):
        sealed(at_turn(2), fapla="blank column_d column_a column_a")


SIZES = [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6), (7, 7), (8, 7), (9, 7), (10, 7)]


@pytest.mark.parametrize(("turn", "size"), SIZES)
def test_R3_R5_the_size_of_packs_and_decks_that_can_fill_them(turn, size):
    state = at_turn(turn)
    assert pack_size(state) == size
    for faction in FACTIONS:
        deck = state.numbers.deck(faction, turn)
        pack = quiet_pack(deck, size)
        assert len(pack) == size  # ruling R5: every deck is large enough
        assert is_of_deck(deck, pack)
        assert has_all_blanks(deck, pack)


JOINING = [
    (3, "fapla", ["column_d"]), (3, "fnla", ["column_e"]), (3, "mpla", ["column_d"]), (3, "unita", ["column_d"]),
    (4, "mpla", ["column_b"]), (5, "fnla", ["fifth_column"]), (6, "unita", ["column_c"]), (7, "fapla", []),
]


@pytest.mark.parametrize(("turn", "faction", "kinds"), JOINING)
def test_5_3_cards_that_join_a_deck(turn, faction, kinds):
    assert new_cards(at_turn(turn), faction) == kinds


def test_5_3_nobody_peeks_and_the_default_of_each_place_makes_a_legal_pack():
    state = at_turn(1)
    request = Table(create_packs(state), seats=FACTIONS).pending
    defaults = {f: [item.default() for item in items] for f, items in request.per_seat().items()}
    assert defaults == {f: list(pack) for f, pack in quiet(state).items()}
    assert defaults["unita"][:2] == ["blank", "blank"]


# ---------------------------------------------------------------- e2 judged when all lies open


def test_R126_a_pack_without_its_blank_is_found_after_the_last_card():
    state = at_turn(1, false_claim="flag")
    state.factions["fapla"].opened = ["column_a", "column_a", "column_b", "command"]
    for faction in ("fnla", "mpla", "unita"):
        state.factions[faction].opened = list(quiet(state)[faction])
    table = run(judge_packs(state))
    assert [told.rule for told in table.story] == ["5.2"]
    assert "every Blank" in table.story[0].text
    assert state.factions["fapla"].opened == []


def test_R126_it_costs_the_game_where_false_claims_forfeit():
    state = at_turn(1)
    for faction in FACTIONS:
        state.factions[faction].opened = list(quiet(state)[faction])
    state.factions["mpla"].opened[1] = state.factions["mpla"].opened[2] = "command"
    with pytest.raises(GameEnds) as end:
        run(judge_packs(state))
    assert end.value.result.winners == ("fnla", "unita")


def test_R126_a_garbled_card_counts_as_the_default_of_its_place():
    state = at_turn(1, false_claim="flag")
    table = Table(create_packs(state), seats=FACTIONS)
    texts = {h: say for f in FACTIONS for h, say in zip(table.handles(f), quiet(state)[f], strict=True)}
    for handle in table.handles("fapla"):
        texts[handle] = "joker"
    table.sealed(texts)

    async def open_pack():
        pack = state.factions["fapla"].pack
        return await Open(rule="5.1", sealed=dict(enumerate(pack)))

    sequel = Table(open_pack(), secrets=table.secrets)
    sequel.opened({h: texts[h] for h in state.factions["fapla"].pack})
    assert tuple(sequel.result.values()) == quiet(state)["fapla"]
    assert any("not legal" in incident.text for incident in sequel.incidents)


# ---------------------------------------------------------------- 6 first player


def test_A17_on_turn_1_a_five_is_rolled_again():
    state = planned()
    table = run(determine_first_player(state), (5,), (6,))
    assert table.pending is not None
    table.answer((3,))
    assert state.first_player == "mpla"


CHART = [
    ("mpla", 1, "fapla"), ("mpla", 2, "fnla"), ("fapla", 3, "mpla"), ("fapla", 4, "unita"),
    ("fapla", 5, "fnla"), ("fnla", 6, "mpla"), ("mpla", 5, "unita"), ("unita", 6, "fapla"),
]


@pytest.mark.parametrize(("before", "die", "after"), CHART)
def test_6_R7_later_turns(before, die, after):
    state = at_turn(2)
    state.first_player = before
    run(determine_first_player(state), (die,))
    assert state.first_player == after


def test_A19_R6_turn_order_is_clockwise_from_the_first_player():
    state = planned()
    state.first_player = "mpla"
    assert state.turn_order() == ["mpla", "unita", "fapla", "fnla"]


# ---------------------------------------------------------------- the phase


def test_4_2_1_the_whole_phase():
    state = at_turn(3)
    state.first_player, state.card, state.player = "fapla", 4, 0
    table = Table(planning_phase(state), seats=FACTIONS)
    table.answer(quiet(state))
    assert table.pending.rule == "6"  # ruling: everybody's pack is sealed before the die
    table.answer((2,))
    assert (state.phase, state.first_player, state.card, state.player) == ("operations", "fnla", 0, 0)
    assert [told.text for told in table.story] == [
        "New cards: FAPLA Column D, FNLA Column E, MPLA Column D, UNITA Column D",
        "Turn 3, September 1975: packs of 5 cards lie ready",
        "FNLA begins (die 2)",
    ]


def test_5_2_names_of_cards():
    assert [card_name(k) for k in ("column_a", "fifth_column", "command", "blank")] == [
        "Column A", "5th Column", "Command", "Blank",
    ]
