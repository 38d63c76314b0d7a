"""35 Team play."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh, hold, put, quiet, told
from fallujah.boards_turns import answer, illegal, is_sound, playing, refused, team

from pbem.errors import WrongUse
from pbem.play.playout import SeededDice
from pbem_games.fallujah import wordings
from pbem_games.fallujah.ending import resigned, result
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.options import seats_for
from pbem_games.fallujah.orders import Pass
from pbem_games.fallujah.recruiting import check_recruit
from pbem_games.fallujah.sequence import check_order, quietest_order
from pbem_games.fallujah.state import Score
from pbem_games.fallujah.team import (
    best_players,
    individual_score,
    is_by_sectors,
    owner_of,
    owner_of_place,
    whom_to_ask,
)

P1, P2, P3, P4 = "player_1", "player_2", "player_3", "player_4"


def read(state, say):
    return wordings.orders(state.numbers).parse(say)


# ---------------------------------------------------------------- who plays what


@pytest.mark.parametrize(
    ("options", "players"),
    [({}, 0), ({"team": "none"}, 0), ({"team": "two_by_service"}, 2), ({"team": "three_by_service"}, 3),
     ({"team": "four_by_service"}, 4), ({"team": "two_by_sector"}, 2),
     ({"team": "by_commands", "commands": "123111"}, 3),
     ({"team": "by_sectors", "routes": "112233", "bases": "1234"}, 4)],
)  # fmt: skip
def test_R126_how_many_players(options, players):
    seats = tuple(f"player_{n + 1}" for n in range(players)) or ("coalition",)
    assert seats_for(options) == seats
    assert tuple(fresh(**options).seats) == seats


@pytest.mark.parametrize(("options", "told"), [
    ({"team": "by_commands", "commands": "111111"}, "all is player 1's now, and a team is of two to four"),
    ({"team": "by_commands", "commands": "131111"}, "player 2 has nothing, and player 3 has"),
    ({"team": "by_commands", "commands": "222222"}, "all is player 2's now"),
    ({"team": "by_sectors", "routes": "111111", "bases": "1111"}, "all is player 1's now"),
    ({"team": "by_sectors", "routes": "222233", "bases": "2222"}, "player 1 has nothing, and player 3 has"),
])  # fmt: skip
def test_R126_shares_that_make_no_team_are_refused_in_words_with_how_it_is_said(options, told):
    with pytest.raises(WrongUse, match=f"option team={options['team']}: {told}") as refused:
        seats_for(options)
    assert ("US Marine Corps" in refused.value.hint) is (options["team"] == "by_commands")
    assert ("North Base" in refused.value.hint) is (options["team"] == "by_sectors")


def test_R126_R127_by_service_units_go_by_command():
    state = team(team="three_by_service")
    owners = {u: owner_of(state, u) for u in ("usmc_1_5", "usn_cb4", "usa_2_7", "uk_1bw", "ig_36c", "hel_g1")}
    assert owners == {"usmc_1_5": P1, "usn_cb4": P3, "usa_2_7": P2, "uk_1bw": P2, "ig_36c": P3, "hel_g1": P3}
    assert not is_by_sectors(state)


def test_R129_by_sectors_units_belong_where_they_stand():
    state = team(team="two_by_sector")
    put(state, "r2p04", "usmc_1_5", "hel_g1")
    assert is_by_sectors(state)
    assert (owner_of(state, "usmc_1_5"), owner_of(state, "hel_g1")) == (P1, P1)
    put(state, "r5p05", "usmc_1_5")
    assert owner_of(state, "usmc_1_5") == P2
    assert [owner_of_place(state, base) for base in state.numbers.bases] == [P1, P2, P2, P1]


# ---------------------------------------------------------------- whose turn


def test_A165_R132_players_take_turns_in_fixed_order():
    state = team(team="three_by_service")
    table = playing(state)
    for seat in (P1, P2, P3, P1):
        assert table.pending.seat == seat  # and nobody else is asked
        assert table.expected() == (seat,)
        table.answer("j1")
    assert state.ops == 61


def test_A166_R133_all_passing_in_a_row_ends_the_scenario():
    state = team()
    table = answer(playing(state), "pass", "j1", "pass")
    assert (table.result, state.passes, table.pending.seat) == (None, 1, P2)
    answer(table, "pass")
    assert (table.result.by, state.ops) == ("35", 64)
    assert "The battle is over: all players have passed" in told(table)


def test_R133_passing_is_the_quietest_order_of_a_team():
    assert quietest_order(team()) == Pass()
    check_order(team(), Pass())


# ---------------------------------------------------------------- consent


def test_R130_units_of_another_player_need_his_consent_first():
    state = team()
    put(state, "north", "usa_2_7", "usmc_1_5")
    table = answer(playing(state), "j3 transfer usmc_1_5,usa_2_7 to=south")
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("35", P2, P1)
    assert table.legal() == ["no", "yes", "always"]
    assert (state.proposal, state.ops) == ("j3 transfer usmc_1_5,usa_2_7 to=south", 65)
    refused(table, "perhaps", state)
    table.answer("yes")
    assert (state.units["usa_2_7"].place, state.ops, state.proposal) == ("south", 64, "")
    assert table.pending.seat == P2


def test_R130_without_consent_another_order_is_to_be_given():
    state = team()
    put(state, "north", "usa_2_7")
    table = answer(playing(state), "j3 transfer usa_2_7 to=south", "no")
    assert (state.units["usa_2_7"].place, state.ops, state.player, state.turn) == ("north", 65, 0, 1)
    assert (table.pending.rule, table.pending.seat) == ("10.1", P1)
    assert told(table) == ["Player 1 asks for consent: j3 transfer 2-7 Cav to=South Base", "Player 2 does not consent"]
    table.answer("j1")
    assert state.player == 1


def test_R130_a_standing_consent_is_not_asked_for_again():
    state = team()
    put(state, "north", "usa_2_7")
    table = answer(playing(state), "j3 transfer usa_2_7 to=south", "always", "j1", "j3 transfer usa_2_7 to=north")
    assert state.units["usa_2_7"].place == "north"
    assert (state.standing, table.pending.seat) == ({P2: [P1]}, P2)
    put(state, "west", "usmc_1_5")
    table.answer("j3 transfer usmc_1_5 to=east")  # not the other way round
    assert (table.pending.rule, table.pending.seat) == ("35", P1)


def test_R130_every_owner_is_asked_in_order():
    state = team(team="four_by_service")
    put(state, "north", "usmc_1_5", "usa_2_7", "ig_36c", "hel_t1")
    say = "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=south land"
    assert whom_to_ask(state, read(state, say)) == [P4]  # player 1 is asking
    state.player = 1
    assert whom_to_ask(state, read(state, say)) == [P1, P4]
    say = "j3 network netwar ; ground usa_2_7 path=r3p02 ; ground usmc_1_5,ig_36c path=r3p02"
    assert whom_to_ask(state, read(state, say)) == [P1, P3]


@pytest.mark.parametrize("say", ["j1", "j2 netwar:r3p05", "j4 refit north", "j5 netwar*1",
                                 "j3 interdict r3p05 air4*1", "pass"])  # fmt: skip
def test_R127_R128_what_is_shared_needs_no_consent(say):
    state = team()
    state.player = 1
    put(state, "north", "usmc_1_5", "usmc_1ceb", reduced=True)
    assert whom_to_ask(state, read(state, say)) == []


def test_R128_a_refit_covers_the_units_of_all():
    state = team()
    put(state, "north", "usmc_1_5", "usa_2_7", reduced=True)
    hold(state, netwar=1)
    table = answer(playing(state), "j1", "j4 refit north", "j5 netwar*1", (2,))
    assert not any(unit.reduced for unit in state.units.values())
    assert table.pending.seat == P2


WORKS = [("j4 build r1p09", 3), ("j4 repair main", 1)]  # both in the space of the Main Bridge; OPs


def at_the_main_bridge(*engineers, **options):
    """The Main Bridge is blown, engineers stand in its space."""
    state = team(**options)
    state.blown = ["main"]
    put(state, "r1p09", *engineers)
    return state


@pytest.mark.parametrize(("say", "price"), WORKS)
def test_R128_building_with_another_players_engineer_needs_his_consent(say, price):
    state = at_the_main_bridge("usn_cb4")
    table = answer(playing(state), say)
    assert (table.pending.rule, table.pending.seat, table.legal()) == ("35", P2, ["no", "yes", "always"])
    refused(table, "perhaps", state)
    table.answer("no")
    assert (state.ops, state.blown, state.units["fob_1"].place, state.player) == (65, ["main"], "recruit", 0)
    answer(table, say, "yes")
    assert state.ops == 65 - price
    assert (state.blown, state.units["fob_1"].place) in (([], "recruit"), (["main"], "r1p09"))
    assert table.pending.seat == P2


@pytest.mark.parametrize(("say", "price"), WORKS)
@pytest.mark.parametrize("engineers", ["usmc_1ceb", "usn_cb4 usmc_1ceb"])
def test_R128_an_engineer_of_ones_own_asks_nobody(engineers, say, price):
    state = at_the_main_bridge(*engineers.split())
    table = answer(playing(state), say)
    assert (state.ops, table.pending.seat, table.pending.rule) == (65 - price, P2, "10.1")


def test_R128_a_standing_consent_holds_for_engineers_too():
    state = at_the_main_bridge("usn_cb4")
    answer(playing(state), "j4 build r1p09", "always", "j1", "j4 repair main")
    assert (state.standing, state.blown) == ({P2: [P1]}, [])


def test_R128_of_the_engineers_of_others_one_owner_is_asked():
    state = at_the_main_bridge("usn_cb4", "usa_82e", team="four_by_service")
    build = read(state, "j4 build r1p09")
    assert whom_to_ask(state, build) == [P4]  # the Navy's comes first in lists
    state.standing = {P2: [P1]}
    assert whom_to_ask(state, build) == []  # the Army's works unasked


@pytest.mark.parametrize(("space", "asked"), [("r2p04", []), ("r5p04", [P2])])
def test_R128_R129_by_sectors_an_engineer_is_whose_sector_it_stands_in(space, asked):
    state = team(team="two_by_sector")
    put(state, space, "usmc_1ceb")
    assert whom_to_ask(state, read(state, f"j4 build {space}")) == asked


@pytest.mark.parametrize(("say", "because"), [("end", "declares it"), ("stand_down", "stands down")])
def test_R130_what_ends_the_battle_for_all_needs_all(say, because):
    state = team(team="three_by_service")
    state.standing = {P2: [P1], P3: [P1]}
    table = answer(playing(state), say)
    assert (table.pending.seat, table.legal()) == (P2, ["no", "yes"])
    table.answer("yes")
    table.answer("no")
    assert (table.pending.rule, table.pending.seat) == ("10.1", P1)
    answer(table, say, "yes", "yes")
    assert table.result is not None
    assert f"The battle is over: player 1 {because}" in "".join(told(table))


# ---------------------------------------------------------------- buying


@pytest.mark.parametrize(
    ("player", "say", "legal"),
    [(0, "j1 north=usmc_1_5", True), (0, "j1 north=usa_2_7", False), (1, "j1 south=usa_2_7,ig_36c,hel_g1", True),
     (1, "j1 south=usmc_1_5", False), (1, "j1 buy=air4*1,netwar*1", True)],
)  # fmt: skip
def test_R128_a_player_buys_units_of_own_commands(player, say, legal):
    state = team()
    state.player = player
    order = wordings.purchase(state.numbers).parse(say)
    if legal:
        check_recruit(state, order)
    else:
        illegal(check_recruit, state, order, rule="35", because="is not of your command")


@pytest.mark.parametrize(("say", "legal"), [("j1 north=usa_2_7", True), ("j1 east=usmc_1_5", False),
                                            ("j1 r2p04=usmc_1_5", True), ("j1 r5p04=usmc_1_5", False)])  # fmt: skip
def test_R128_by_sectors_any_unit_comes_into_an_own_base(say, legal):
    state = team(team="two_by_sector")
    put(state, "r2p04", "fob_1")
    put(state, "r5p04", "fob_2")
    order = wordings.purchase(state.numbers).parse(say)
    if legal:
        check_recruit(state, order)
    else:
        illegal(check_recruit, state, order, rule="35", because="is not in your sector")


def test_35_the_first_purchase_is_one_for_all_by_agreement():
    state = fresh(team="three_by_service")
    table = playing(state)
    assert table.pending.seat == P1
    table.answer("setup north=usmc_1_5,usa_2_7")
    assert (table.pending.seat, table.pending.about, table.legal()) == (P2, "purchase", ["yes", "no"])
    assert state.proposal == "setup north=usmc_1_5,usa_2_7"
    answer(table, "yes", "no")
    assert told(table)[-3:] == [
        "Player 1 proposes to buy: 1/5, 2-7 Cav in North Base", "Player 2 consents", "Player 3 does not consent",
    ]  # fmt: skip
    assert (table.pending.rule, table.pending.seat, state.ops) == ("7.1", P1, 65)
    answer(table, "setup north=usmc_1_5", "yes", "yes")
    assert (state.ops, state.proposal, state.phase, table.pending.seat) == (64, "", "operations", P1)
    assert is_sound(state)


# ---------------------------------------------------------------- what each has won


def rivals(**scores):
    state = team(team="three_by_service", team_victory="individual")
    state.scores = {seat: Score(*scores.get(seat, (0, 0, 0))) for seat in state.seats}
    return state


def test_A167_R134_nodes_and_own_kia_balance():
    state = team(team_victory="individual")
    state.scores = {P1: Score(6, 10, 3), P2: Score(9, 4, 2)}
    assert [individual_score(state, seat) for seat in state.seats] == [13, 11]
    end = result(state, BattleEnds("the OPs are gone", "8.1"))
    assert end.winners == (P1,)
    assert end.text == "Debacle with 0 VP; own scores: player 1 +13, player 2 +11"


def test_R134_of_equals_more_nodes_win_then_both():
    state = rivals(player_1=(2, 5, 0), player_2=(4, 4, 1), player_3=(1, 1, 1))
    assert best_players(state, state.seats) == (P2,)
    state = rivals(player_1=(2, 5, 0), player_2=(2, 6, 1))
    assert best_players(state, state.seats) == (P1, P2)


def test_R134_steps_and_kills_count_for_who_runs_the_operation():
    from pbem_games.fallujah.indexes import count_killed, count_lost_step

    state = team()
    state.player = 1
    count_killed(state)
    count_killed(state)
    count_lost_step(state)
    assert state.scores == {P1: Score(), P2: Score(0, 2, 1)}
    assert state.kia == 1


@pytest.mark.parametrize(("kia", "winners"), [(51, (P1, P2)), (50, ())])
def test_35_a_mutual_victory_is_all_or_none(kia, winners):
    state = team()
    state.kia = kia
    state.scores[P1].killed = 99
    assert result(state, BattleEnds("the OPs are gone", "8.1")).winners == winners


def test_35_who_resigns_does_not_win():
    assert resigned(quiet(), "coalition").winners == ()
    assert resigned(quiet(), "coalition").text == "The Coalition resigned"
    assert resigned(team(), P1).winners == ()
    state = rivals(player_1=(9, 9, 0), player_2=(2, 0, 0), player_3=(1, 0, 0))
    assert resigned(state, P1).winners == (P2,)


def test_R131_choices_inside_an_operation_are_of_who_runs_it():
    state = team()
    put(state, "north", "usa_2_7", "usmc_1_5")
    hold(state, air4=1)
    table = answer(playing(state), "j3 ground usmc_1_5,usa_2_7 path=r2p02", "yes", ("jih_a",), ("jih_a",))
    asked, dice = [], SeededDice(4)
    while table.pending is not None and table.pending.rule != "10.1":
        if table.expected():
            asked += table.expected()
            table.answer(table.options.default())
        else:
            table.answer(dice)
    assert len(asked) >= 2
    assert set(asked) == {P1}
