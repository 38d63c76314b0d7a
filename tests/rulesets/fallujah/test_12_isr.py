"""12 J-2 ISR."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, hold, node, put, quiet, run, told
from fallujah.boards_react import MOSQUE, OBJECTIVE, URBAN, is_over, is_sound, rolls, turns_up

from pbem.errors import IllegalMove
from pbem_games.fallujah.isr import check_isr, isr
from pbem_games.fallujah.orders import Isr


def watched(**markers: int):
    """A concealed node in a mosque and one in an objective, and markers at hand."""
    state = quiet()
    node(state, MOSQUE)
    node(state, OBJECTIVE)
    hold(state, **markers)
    return state


def order(*targets: str) -> Isr:
    """`netwar:r4p03` and so on."""
    return Isr(tuple((t.partition(":")[0], t.partition(":")[2]) for t in targets))


@pytest.mark.parametrize(("die", "reveals"), [(1, False), (2, False), (3, True), (4, True), (5, True), (6, True)])
def test_A50_a_marker_reveals_from_three(die, reveals):
    state = watched(netwar=1)
    check_isr(state, order(f"netwar:{MOSQUE}"))
    table = run(isr(state, order(f"netwar:{MOSQUE}")))
    assert state.ops == 64
    rolls(table, die, rule="12.1")
    if reveals:
        turns_up(table, "c2")
    assert is_over(table)
    assert state.nodes[MOSQUE].type == ("c2" if reveals else "")
    assert is_sound(state)


def test_R7_the_last_op_pays_for_isr():
    state = watched(netwar=1)
    state.ops = 1
    check_isr(state, order(f"netwar:{MOSQUE}"))
    rolls(run(isr(state, order(f"netwar:{MOSQUE}"))), 1)
    assert state.ops == 0
    state.ops, state.available["netwar"] = 0, 1
    with pytest.raises(IllegalMove, match="0 are left"):
        check_isr(state, order(f"netwar:{MOSQUE}"))


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_A51_netwar_lies_in_the_recruit_box_whatever_it_saw(dice):
    state = watched(netwar=2)
    table = run(isr(state, order(f"netwar:{MOSQUE}", f"netwar:{OBJECTIVE}")))
    rolls(table, *dice)
    for type in ("c2", "al_qaeda")[: sum(die > 2 for die in dice)]:
        turns_up(table, type)
    assert (state.available["netwar"], state.recruits["netwar"]) == (0, 6)
    assert is_over(table)


def test_12_2_intel_goes_to_the_reaction_bin():
    state = watched(netwar=1, intel=1)
    table = run(isr(state, order(f"intel:{MOSQUE}", f"netwar:{MOSQUE}")))
    assert is_sound(state)
    assert state.reaction_bin["intel"] == 2
    rolls(table, 1, 2)
    assert is_over(table)
    assert state.available == dict.fromkeys(state.available, 0)


def test_12_1_markers_roll_in_the_order_placed_each_on_its_node():
    state = watched(netwar=3)
    table = run(isr(state, order(f"netwar:{OBJECTIVE}", f"netwar:{MOSQUE}", f"netwar:{OBJECTIVE}")))
    rolls(table, 2, 5, 6)
    assert table.pending.about == MOSQUE
    turns_up(table, "c2")
    assert table.pending.about == OBJECTIVE
    turns_up(table, "strongpoint")
    assert is_over(table)
    assert is_sound(state)


def test_R96_all_markers_are_placed_before_the_first_die_a_second_success_is_wasted():
    state = watched(netwar=2)
    table = run(isr(state, order(f"netwar:{MOSQUE}", f"netwar:{MOSQUE}")))
    rolls(table, 6, 6)
    turns_up(table, "c2")
    assert is_over(table)
    assert told(table) == ["The node in Khulafa al-Rashidin Mosque is turned up: C2"]


@pytest.mark.parametrize("type", ["al_qaeda", "ied_factory"])
def test_R38_isr_sets_off_no_effect_and_no_reaction(type):
    state = watched(netwar=1)
    table = run(isr(state, order(f"netwar:{MOSQUE}")))
    rolls(table, 3)
    turns_up(table, type)
    assert is_over(table)
    assert (state.morale, state.nodes[MOSQUE].checked) == ("medium", False)


REFUSED = [
    ("nothing", (), "no marker is placed"),
    ("revealed", (f"netwar:{OBJECTIVE}",), "no concealed node lies in r2p04"),
    ("no node", (f"netwar:{URBAN}",), "no concealed node lies in r3p03"),
    ("a base", ("netwar:north",), "no concealed node lies in north"),
    ("no such space", ("netwar:r9p99",), "no concealed node lies in r9p99"),
    ("helicopter", ("netwar:r5p05",), "no concealed node lies in r5p05"),
    ("too many", tuple([f"netwar:{MOSQUE}"] * 3), "3 netwar are placed, 2 are at hand"),
    ("no intel", (f"intel:{MOSQUE}",), "1 intel are placed, 0 are at hand"),
    ("a strike", (f"air4:{MOSQUE}",), "air4 is no NetWar marker"),
    ("garbage", (f":{MOSQUE}",), " is no NetWar marker"),
]


@pytest.mark.parametrize(("targets", "because"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_12_1_what_is_refused_changes_nothing(targets, because):
    state = quiet()
    node(state, MOSQUE)
    node(state, OBJECTIVE, "c2")
    state.helicopter, state.reaction_bin["downed_helicopter"] = "r5p05", 0
    hold(state, netwar=2, air4=1)
    before = bytes_of(state)
    with pytest.raises(IllegalMove, match=because):
        check_isr(state, order(*targets))
    assert bytes_of(state) == before


def test_12_1_the_refusal_says_where_a_marker_may_go():
    state = watched(netwar=1)
    with pytest.raises(IllegalMove) as refused:
        check_isr(state, order(f"netwar:{URBAN}"))
    assert str(refused.value) == (
        "J-2 ISR\n  rule 12.1: no concealed node lies in r3p03\n  legal: r2p04, r4p03"
    )


def test_10_1_without_an_op_there_is_no_isr():
    state = watched(netwar=1)
    state.ops = 0
    with pytest.raises(IllegalMove, match="costs 1 OP, 0 are left"):
        check_isr(state, order(f"netwar:{MOSQUE}"))


@pytest.mark.parametrize(("scenario", "option", "barred"), [
    ("vigilant_resolve", True, True), ("vigilant_resolve", False, False), ("phantom_fury", True, False),
])  # fmt: skip
def test_A154_A155_R115_no_marker_where_an_iraqi_unit_stands(scenario, option, barred):
    state = quiet(scenario, joint_operations=option)
    node(state, MOSQUE)
    put(state, MOSQUE, "ig_36c")
    hold(state, netwar=1)
    if barred:
        with pytest.raises(IllegalMove, match="an Iraqi unit is in Khulafa"):
            check_isr(state, order(f"netwar:{MOSQUE}"))
    else:
        check_isr(state, order(f"netwar:{MOSQUE}"))
