"""27 SOF: infiltration, what may be declared and what comes of it."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, node, put, quiet, told
from fallujah.boards_moves import check, refused, start, stub_reaction

from pbem.errors import IllegalMove
from pbem.play.requests import Draw, Roll, Write
from pbem_games.fallujah.state import problems


def facing_a_node(*units: str, space: str = "r3p04"):
    """Units at Jughayfi West, a concealed node south of them."""
    state = quiet()
    put(state, "r3p03", *units)
    node(state, space)
    return state


# ---------------------------------------------------------------- 27.1 what may be declared


def test_27_1_R105_sof_with_a_point_left_may_infiltrate():
    check(facing_a_node("usmc_fr", "usn_nswg"), "j3 ground usmc_fr,usn_nswg path=r3p04 infiltrate")


def test_27_1_R105_every_unit_is_sof():
    state = facing_a_node("usmc_fr", "usmc_1_5")
    refused(state, "j3 ground usmc_1_5,usmc_fr path=r3p04 infiltrate", "27.1")


def test_27_1_R105_riders_do_not_infiltrate():
    state = facing_a_node("usmc_a_2aa", "usmc_fr")
    refused(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_fr path=r3p04 infiltrate", "27.1")


def test_27_1_there_must_be_a_node():
    state = facing_a_node("usmc_fr")
    refused(state, "j3 ground usmc_fr path=r2p03 infiltrate", "27.1")
    refused(state, "j3 ground usmc_fr path=r3p02,north infiltrate", "27.1")


def test_27_1_a_path_ends_at_the_node_that_is_infiltrated():
    refused(facing_a_node("usmc_fr"), "j3 ground usmc_fr path=r3p04,r3p05 infiltrate", "13.1")


def test_27_1_the_downed_helicopter_may_be_passed_like_a_node():
    state = quiet()
    put(state, "r3p03", "usmc_fr")
    state.helicopter = "r3p04"
    check(state, "j3 ground usmc_fr path=r3p04 infiltrate")


def test_27_1_R105_a_point_must_be_left_for_going_on():
    state = facing_a_node("ig_36c", space="r3p05")  # movement 2
    check(state, "j3 ground ig_36c path=r3p04,r3p05")
    refused(state, "j3 ground ig_36c path=r3p04,r3p05 infiltrate", "27.1")


def test_27_1_R105_there_must_be_room_to_go_on():
    state = facing_a_node("ig_36c")
    put(state, "r3p03", "usmc_c_1tk", "usmc_a_2tk")
    put(state, "r3p05", "usmc_mp", "usmc_fr")
    put(state, "r2p04", "usmc_ss_1", "usmc_ss_7")
    check(state, "j3 ground ig_36c path=r3p04 infiltrate")
    put(state, "r4p04", "usa_f_4", "usa_759mp")
    refused(state, "j3 ground ig_36c path=r3p04 infiltrate", "27.1")


def test_A186_R105_no_infiltration_on_the_step_out_of_a_base():
    state = quiet()
    put(state, "north", "usmc_fr")
    node(state, "r3p02")
    check(state, "j3 ground usmc_fr path=r3p02")
    assert "out of a base" in refused(state, "j3 ground usmc_fr path=r3p02 infiltrate", "27.1").because


def test_R15_an_infiltration_must_fit_where_it_may_fail():
    state = facing_a_node("ig_36c")
    put(state, "r3p04", "usmc_c_1tk", "usmc_a_2tk")
    refused(state, "j3 ground ig_36c path=r3p04 infiltrate", "8.2")


# ---------------------------------------------------------------- 27.1 what comes of it


def test_A138_a_die_within_the_contact_goes_on_without_a_reaction(monkeypatch):
    state = facing_a_node("usmc_fr")  # contact 4, movement 3
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    assert isinstance(table.pending, Draw)
    table.answer(("c2",))
    assert (table.pending.rule, table.pending.about, table.pending.dice) == ("27.1", "r3p04", 1)
    table.answer((4,))
    assert (table.pending.rule, table.pending.about) == ("27.1", "r3p04")
    before = bytes_of(state)
    for wrong in ("stop", "path=r3p05,r3p06,r3p07", "path=r2p05", "to=r3p05 land", "path=north"):
        with pytest.raises(IllegalMove):
            table.answer(wrong)
    assert bytes_of(state) == before
    table.answer("path=r3p05,r3p06")
    assert met == ["r3p06"]
    assert state.nodes["r3p04"].type == "c2"
    assert problems(state) == []


def test_A138_R107_a_die_above_the_contact_stops_there(monkeypatch):
    state = facing_a_node("usmc_fr")
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("c2",))
    table.answer((5,))
    assert (table.pending, met, state.units["usmc_fr"].place) == (None, ["r3p04"], "r3p04")
    assert told(table)[-1] == "FR is noticed in Jolan Park (die 5, contact 4)"


def test_R107_a_node_just_turned_up_takes_effect_when_the_infiltration_fails(monkeypatch):
    state = facing_a_node("usmc_fr")
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("ied_factory",))
    table.answer((5,))
    assert isinstance(table.pending, Roll)
    table.answer((6,))
    assert state.units["usmc_fr"].place == "eliminated"
    assert (met, table.pending, state.operation, state.kia) == ([], None, None, -1)  # R78


def test_R39_a_node_turned_up_before_has_no_ieds_for_who_fails(monkeypatch):
    state = facing_a_node("usmc_fr")
    state.nodes["r3p04"].type = "ied_factory"
    state.unseen_nodes["ied_factory"] -= 1
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer((6,))
    assert (table.pending, met) == (None, ["r3p04"])


def test_A140_passing_al_qaeda_turns_it_up_and_checks_no_morale(monkeypatch):
    state = facing_a_node("usmc_fr")
    stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("al_qaeda",))
    table.answer((1,))
    assert isinstance(table.pending, Write)
    table.answer("path=r3p05")
    assert (state.nodes["r3p04"].type, state.nodes["r3p04"].checked, state.morale) == ("al_qaeda", False, "medium")


def test_R104_the_best_contact_of_the_force_counts(monkeypatch):
    state = facing_a_node("usmc_fr", "usn_nswg")  # contact 4 and 5
    stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr,usn_nswg path=r3p04 infiltrate")
    table.answer(("c2",))
    table.answer((5,))
    assert isinstance(table.pending, Write)


def test_R105_several_nodes_in_a_row(monkeypatch):
    state = facing_a_node("usmc_fr")
    node(state, "r3p05", "c2")
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("al_qaeda",))
    table.answer((4,))
    with pytest.raises(IllegalMove, match=r"13\.1"):
        table.answer("path=r3p05,r3p06")
    table.answer("path=r3p05 infiltrate")
    assert (table.pending.rule, table.pending.about) == ("27.1", "r3p05")  # no draw: it was turned up before
    table.answer((4,))
    with pytest.raises(IllegalMove, match=r"27\.1"):
        table.answer("path=r3p06 infiltrate")
    table.answer("path=r3p06")
    assert met == ["r3p06"]


def test_27_1_who_infiltrates_may_go_on_into_a_base(monkeypatch):
    state = facing_a_node("usmc_fr", space="r3p02")
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_fr path=r3p02 infiltrate")
    table.answer(("c2",))
    table.answer((2,))
    table.answer("path=north")
    assert (met, state.operation, state.units["usmc_fr"].place) == ([], None, "north")


def test_27_1_a_single_way_on_is_not_asked(monkeypatch):
    state = facing_a_node("ig_36c")
    for space, units in (("r3p05", ("usmc_mp", "usmc_fr")), ("r2p04", ("usmc_ss_1", "usmc_ss_7"))):
        put(state, space, *units)
    put(state, "r3p03", "usmc_c_1tk", "usmc_a_2tk")
    met = stub_reaction(monkeypatch)
    table = start(state, "j3 ground ig_36c path=r3p04 infiltrate")
    table.answer(("c2",))
    table.answer((3,))
    assert (table.pending, met) == (None, ["r4p04"])


def test_27_1_a_force_that_won_may_infiltrate_on_its_way_on(monkeypatch):
    state = facing_a_node("usmc_fr", space="r3p05")
    met = stub_reaction(monkeypatch, True)
    table = start(state, "j3 ground usmc_fr path=r3p04")
    table.answer("path=r3p05 infiltrate")
    table.answer(("c2",))
    table.answer((4,))
    table.answer("path=r3p06")
    assert met == ["r3p04", "r3p06"]
