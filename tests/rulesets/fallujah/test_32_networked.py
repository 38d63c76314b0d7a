"""32 Networked operations: several forces, one space, one reaction (option)."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, hold, node, put, quiet, run, told
from fallujah.boards_moves import order_of

from pbem.errors import IllegalMove
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.networked import check_networked, networked
from pbem_games.fallujah.orders import Ground, Networked
from pbem_games.fallujah.state import problems

PINCER = "j3 network netwar ; ground usmc_1_5 path=r3p04 ; ground usmc_2_1 path=r3p04"


def two_forces(**options):
    """1/5 and 2/1 on two sides of a concealed node at Jolan Park, one NetWar at hand."""
    state = quiet(**({"networked_operations": True} | options))
    put(state, "r3p03", "usmc_1_5", "usmc_mp")
    put(state, "r3p05", "usmc_2_1", "usmc_a_2aa")
    put(state, "north", "hel_t1", "hel_g1", "usmc_3_4", "usmc_2_2")
    node(state, "r3p04")
    hold(state, netwar=1)
    return state


def legal(state, say: str) -> Networked:
    before, order = bytes_of(state), order_of(state, say)
    check_networked(state, order)
    assert bytes_of(state) == before
    return order


def refused(state, say: str, rule: str = "32") -> str:
    before, order = bytes_of(state), order_of(state, say)
    with pytest.raises(IllegalMove) as caught:
        check_networked(state, order)
    assert caught.value.rule == rule, caught.value
    assert bytes_of(state) == before
    return caught.value.because


@pytest.fixture
def met(monkeypatch):
    """The reaction is replaced: who met it, where, in which mode."""
    found = []

    async def react(state):
        operation = under_way(state)
        found.append((operation.mode, operation.space, tuple(operation.force)))
        return True

    monkeypatch.setattr("pbem_games.fallujah.networked.react", react)
    return found


# ---------------------------------------------------------------- what is legal


def test_32_two_forces_and_more_of_any_mode():
    state = two_forces()
    legal(state, PINCER)
    legal(state, PINCER + " ; air hel_g1 to=r3p04 land ; ground usmc_mp path=r3p04")
    put(state, "r1p02", "usmc_fr")
    put(state, "r1p09", "usmc_2_1", "usmc_a_2aa")
    legal(state, "j3 network netwar ; leap usmc_fr to=r1p04 ; leap usmc_a_2aa carry=usmc_a_2aa:usmc_2_1 to=r1p04")
    legal(state, "j3 network netwar ; ground usmc_1_5 path=r3p04 ; air hel_t1 carry=hel_t1:usmc_3_4 to=r3p04 land")


def test_32_without_the_option_there_is_none():
    refused(two_forces(networked_operations=False), PINCER)


def test_32_it_needs_a_marker_and_an_op():
    state = two_forces()
    assert refused(state, PINCER.replace("netwar", "intel")) == "no Intel is at hand"
    hold(state, intel=1)
    legal(state, PINCER.replace("netwar", "intel"))
    state.available["netwar"] = 0
    assert refused(state, PINCER) == "no NetWar is at hand"
    state.available["netwar"], state.ops = 1, 0
    refused(state, PINCER, "10")


WRONG = [
    ("j3 network netwar ; ground usmc_1_5 path=r3p04", "32"),
    (PINCER + " ; ground usmc_1_5 path=r3p04", "32"),
    ("j3 network netwar ; ground usmc_1_5 path=r3p04 ; ground usmc_2_1 path=r3p06", "32"),
    ("j3 network netwar ; ground usmc_1_5 path=r3p02,north ; air hel_g1 to=north land", "32"),
    (PINCER + " ; air hel_g1 to=r3p04 aloft", "32"),
    ("j3 network netwar ; ground usmc_1_5 path=r3p04,r3p05 ; air hel_g1 to=r3p05 land", "13.1"),
    ("j3 network netwar ; ground usmc_1_5 path=r2p03,r2p04,r3p04 ; ground usmc_2_1 path=r3p04", "13.0"),
    (PINCER + " ; air hel_t1 carry=hel_t1:usmc_3_4 to=r3p04 land", "8.2"),
    ("j3 network netwar ; ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r3p04 ; ground usmc_mp path=r3p04", "10.2"),
]
WHY = ["one force", "a unit twice", "two goals", "a base", "aloft", "R119 stopped", "too far", "stacking", "two places"]


@pytest.mark.parametrize(("say", "rule"), WRONG, ids=WHY)
def test_32_what_is_no_networked_operation(say, rule):
    refused(two_forces(), say, rule)


def test_A157_no_iraqi_unit_takes_part():
    state = two_forces()
    put(state, "r2p04", "ig_2iif")
    assert "Iraqi" in refused(state, PINCER + " ; ground ig_2iif path=r3p04")
    put(state, "r3p05", "ig_2iif")
    say = "j3 network netwar ; ground usmc_1_5 path=r3p04 ; ground usmc_a_2aa carry=usmc_a_2aa:ig_2iif path=r3p04"
    refused(state, say)


def test_R121_nobody_infiltrates():
    state = two_forces()
    put(state, "r3p03", "usmc_fr")
    refused(state, PINCER + " ; ground usmc_fr path=r3p04 infiltrate")


def test_32_a_force_that_does_not_move_takes_no_part():
    state = two_forces()
    standing = Networked("netwar", (Ground(("usmc_1_5",), ("r3p04",)), Ground(("usmc_2_1",), ())))
    with pytest.raises(IllegalMove):
        check_networked(state, standing)


def test_R12_stacking_counts_all_forces_and_who_stands_there():
    state = two_forces()
    state.nodes.clear()
    put(state, "r3p04", "usmc_3_4")
    refused(state, PINCER, "8.2")


# ---------------------------------------------------------------- what it does


def test_A156_R120_all_forces_meet_one_reaction_for_one_op(met):
    state = two_forces()
    say = PINCER + " ; air hel_t1 carry=hel_t1:usmc_mp to=r3p04 land"
    put(state, "north", "usmc_mp")
    table = run(networked(state, legal(state, say)))
    assert met == [("networked", "r3p04", ("usmc_1_5", "usmc_2_1", "usmc_mp", "hel_t1"))]
    assert (state.ops, state.available["netwar"], state.recruits["netwar"]) == (64, 0, 6)
    assert (table.pending, state.operation) == (None, None)  # R121: nobody moves on
    assert {state.units[u].place for u in met[0][2]} == {"r3p04"}
    assert told(table)[0] == "Networked operation with NetWar: all forces go to Jolan Park"


def test_R117_an_intel_marker_goes_back_to_the_reaction_bin(met):
    state = two_forces()
    hold(state, intel=1)
    run(networked(state, legal(state, PINCER.replace("netwar", "intel"))))
    assert (state.available["intel"], state.reaction_bin["intel"], state.available["netwar"]) == (0, 2, 1)
    assert problems(state) == []
