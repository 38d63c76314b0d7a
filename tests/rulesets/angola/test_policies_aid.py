"""2.4.2, 12 Standing orders of the End Phase: recruits, aid, bids, who carries Equipment."""

from __future__ import annotations

import pytest
from angola.boards_recruits import column, empty_map, hold, put
from angola.test_policies_combat import given

from pbem.errors import WrongUse
from pbem.kit.policies import named
from pbem.play.table import Table
from pbem_games.angola.aid.covert import bid, deploy
from pbem_games.angola.aid.recruitment import recruit
from pbem_games.angola.belongings import offer_with_idle_card
from pbem_games.angola.policies import POLICIES
from pbem_games.angola.reorganization import reorganize


def fnla_recruits():
    state = empty_map()
    hold(state, "fnla", "carmona", "gabela", "cela", "caxito", "quibala")
    column(state, "fnla", "b", "gabela", "infantry")
    return state, Table(recruit(state, "fnla"))


def test_12_3_recruits_go_where_the_list_says_as_many_as_may_be():
    state, table = fnla_recruits()
    assert given(state, table, "recruitment", "most") == "carmona:1 caxito:1 flec_base:4"
    assert given(state, table, "recruitment", "first gabela, cela") == "cela:1 flec_base:4 gabela:1"
    assert given(state, table, "recruitment", "first luanda gabela") == "carmona:1 flec_base:4 gabela:1"
    assert given(state, table, "recruitment", "endangered") is not None


def test_12_3_1_recruits_in_cabinda_join_a_column_or_stand_loose():
    state = empty_map()
    hold(state, "fapla", "luanda")
    column(state, "mpla", "a", "cabinda", "infantry")
    table = Table(recruit(state, "fapla"))
    table.answer("cabinda:1")
    assert (table.pending.rule, table.pending.seat) == ("12.3.1", "mpla")
    assert [given(state, table, "cabinda_recruits", c) for c in ("loose", "join")] == ["cabinda", "cabinda.a"]


def test_8_1_3_columns_gather_what_stands_loose_or_all_stays_as_it_is():
    state = empty_map()
    hold(state, "fnla", "carmona")
    column(state, "fnla", "a", "carmona", "infantry")
    put(state, "fnla", "carmona", "infantry", "armored_car")
    table = Table(reorganize(state))
    assert given(state, table, "reorganization", "keep") == "none; n.inf1; none; none; none; none"
    gathered = given(state, table, "reorganization", "gather")  # of the two that stood loose one is the garrison
    assert gathered == "carmona:a +car1; n.inf1 n.car1; none; none; none; none"


def test_12_4_1_a_bid_is_what_was_said_or_what_may_be():
    state = empty_map()
    table = Table(bid(state))
    assert given(state, table, "bid", "always 3", "unita") == "3"
    state.factions["unita"].crisis.cut_off = True
    table = Table(bid(state))
    assert given(state, table, "bid", "always 3", "fapla") == "3"


def fnla_delivery():
    state = empty_map()
    column(state, "fnla", "a", "zaire_east", "infantry")
    put(state, "fnla", "flec_base", "infantry")
    return state, Table(deploy(state, "fnla", {"infantry": 2, "at": 1, "mine": 1}))


def test_12_4_2_everything_is_taken_and_carried_as_assigned():
    state, table = fnla_delivery()
    assert given(state, table, "covert_aid", "everything") == "at:1 infantry:zaire_east.a:2 mine:1"
    table.answer("at:1 infantry:zaire_east.a:2 mine:1")
    assert given(state, table, "carriers", "columns") == "a; a"
    assert given(state, table, "carriers", "assigned at=a mine=flec_base") == "a; flec_base"
    assert given(state, table, "carriers", "assigned at=a") is None  # nothing is said of the mine
    assert given(state, table, "carriers", "assigned at=a mine=b") is None  # there is no Column B


def test_2_4_2_with_an_idle_card_nothing_changes_hands():
    state, table = fnla_delivery()
    table.answer("at:1 infantry:zaire_east.a:2 mine:1")
    table.answer({"fnla": ["a", "a"]})
    put(state, "fnla", "zaire_east", "infantry")
    table = Table(offer_with_idle_card(state, "fnla"), secrets=table.secrets)
    assert given(state, table, "equipment", "nothing") == "nothing"


@pytest.mark.parametrize(
    ("name", "text", "because"),
    [
        ("bid", "always 5", "5 is no number from 0 to 4"),
        ("carriers", "assigned at", "who gets at is missing"),
        ("carriers", "assigned at=a at=b", "at is named twice"),
        ("recruitment", "first", "nothing is named"),
        ("recruitment", "first cela cela", "is named twice"),
        ("stragglers", "types horses", "horses is not understood here"),
        ("fight_on", "while odds 0:1", "0 is no number from 1 to 20"),
    ],
)
def test_2_4_2_what_makes_no_sense_is_refused(name, text, because):
    state, policy = empty_map(), named(POLICIES, name)
    with pytest.raises(WrongUse, match=because):
        policy.read(text, state)


def test_every_choice_reads_back_as_it_is_spelled():
    state = empty_map()
    for policy in POLICIES:
        for setting in policy.samples(state):
            assert policy.read(setting.text, state) == setting
        assert not policy.usual or policy.read(policy.usual, state)
