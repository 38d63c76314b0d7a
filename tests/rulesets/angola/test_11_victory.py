"""11 Victory, and what a resignation costs."""

from __future__ import annotations

import pytest
from angola.boards_frame import empty, run

from pbem_games.angola import RULESET
from pbem_games.angola.ending import resigned
from pbem_games.angola.endphase import losing_alliance
from pbem_games.angola.state import State
from pbem_games.angola.victory import decisive_winner, determine, distance, move_down, reason, spaces_won, tokens_of
from pbem_games.angola.view import scene
from pbem_games.angola.words.victory import marker_goes, why_drawn


def with_tokens(tokens: int, **tracks: int) -> State:
    """FNLA has won so many tokens from SOVIET, or FAPLA from WESTERN, that WESTERN has `tokens` of the 20."""
    state = empty()
    won = tokens - 10
    winner, loser = ("fnla", "fapla") if won > 0 else ("fapla", "fnla")
    for other in (loser, state.numbers.ally(loser)):
        part = min(abs(won), 5)
        won = abs(won) - part
        state.factions[other].tokens[other] -= part
        state.factions[winner].tokens[other] += part
    state.track |= tracks
    assert tokens_of(state, "western") == tokens
    return state


def test_A2_both_markers_begin_on_20_and_each_faction_with_five_tokens():
    state = empty()
    assert state.track == {"soviet": 20, "western": 20}
    assert [state.factions[f].tokens[f] for f in state.factions] == [5, 5, 5, 5]
    assert sum(sum(f.tokens.values()) for f in state.factions.values()) == 20


def test_A118_with_level_tokens_nobody_wins_the_turn_and_nobody_gets_direct_aid():
    state = with_tokens(10)
    table = run(determine(state))
    assert table.result is None
    assert state.turn_winner == ""
    assert losing_alliance(state) == ""
    assert state.track == {"soviet": 20, "western": 20}
    tokens = "Victory Tokens: FAPLA/MPLA 10, FNLA/UNITA 10; "
    assert table.story[0].text == f"{tokens}level, nobody wins turn 1 and no marker moves for it"


def test_A119_thirteen_tokens_move_the_winner_two_spaces_after_the_decisive_check():
    state = with_tokens(13, western=16)
    table = run(determine(state))
    assert table.result is None
    assert state.track == {"soviet": 20, "western": 14}
    assert table.story[0].text == (
        "Victory Tokens: FAPLA/MPLA 7, FNLA/UNITA 13; FNLA/UNITA wins turn 1: for 13 its marker goes down 2 spaces and "
        "stands on 14"
    )
    assert (state.turn_winner, losing_alliance(state)) == ("western", "soviet")


WON = [(11, 1), (12, 1), (13, 2), (14, 2), (15, 3), (20, 3)]


@pytest.mark.parametrize(("tokens", "spaces"), WON)
def test_11_4_how_far_the_winner_of_a_turn_moves(tokens, spaces):
    assert spaces_won(empty(), tokens) == spaces


def test_A120_tokens_that_reach_the_marker_win_at_once():
    state = with_tokens(12, western=12)
    table = run(determine(state))
    assert table.result.winners == ("fnla", "unita")
    assert table.result.by == "11.5"
    assert state.track["western"] == 12


def test_11_4_with_the_tokens_stands_what_each_side_took_this_month_and_holds():
    state = with_tokens(13, western=16)
    for region, holder, up in (("luanda", "fnla", False), ("malange", "unita", False), ("lobito", "unita", True),
                               ("luso", "mpla", False)):
        state.markers[region].holder, state.markers[region].up = holder, up
    assert run(determine(state)).story[0].text.startswith(
        "Victory Tokens: FAPLA/MPLA 7 (took and holds Luso), FNLA/UNITA 13 (took and holds Luanda, Malange); FNLA")


def test_11_5_the_end_counts_the_tokens_won_by_whose_they_were():
    state = with_tokens(17, western=12)
    state.markers["luanda"].holder, state.markers["luanda"].up = "fnla", False
    why = run(determine(state)).result.why
    assert "has 17: it began the month with 10, took 7 (5 of FAPLA's and 2 of MPLA's) for towns and cities" in why
    assert "cities (took and holds Luanda) and lost 0. FAPLA/MPLA needed 20 and has 3." in why


def test_11_6_the_end_tells_who_won_the_last_month():
    state = with_tokens(9, western=13, soviet=13)
    state.turn = 10
    result = run(determine(state)).result
    assert "FAPLA/MPLA won the last month with 11 tokens to 9: its marker stands on 12 since." in result.why


def test_11_5_the_marker_is_not_moved_before_the_decisive_check():
    state = with_tokens(13, western=14)
    assert run(determine(state)).result is None
    assert state.track["western"] == 12


def test_A121_the_marker_stops_at_10():
    state = with_tokens(5, soviet=11)
    state.track["soviet"] = 16
    table = run(determine(state))
    assert state.track["soviet"] == 13
    assert table.story[0].text.endswith("FAPLA/MPLA wins turn 1: for 15 its marker goes down 3 spaces and stands on 13")
    state = empty()
    state.track["western"] = 11
    assert move_down(state, "western", 3) == 1
    assert state.track["western"] == 10
    assert marker_goes(state, "western", move_down(state, "western", 1)) == "its marker stays on 10"


def test_11_5_the_distance_from_victory_is_what_lacks_of_the_tokens_under_ones_marker():
    state = with_tokens(13, western=14, soviet=11)
    far = {a: distance(state, a) for a in state.numbers.alliances}
    assert far["western"] == 14 - tokens_of(state, "western") > 0
    state.track["western"] = tokens_of(state, "western")
    assert (distance(state, "western"), decisive_winner(state)) == (0, "western")
    state.track["soviet"] = tokens_of(state, "soviet")  # ruling R100: nobody would win
    assert [distance(state, a) for a in state.numbers.alliances] == [1, 1]


@pytest.mark.parametrize(("western", "tracks", "far"), [
    (10, {"western": 12, "soviet": 13}, {"western": 0, "soviet": 3}),  # lower, and level in tokens
    (8, {"western": 14, "soviet": 14}, {"western": 3, "soviet": 0}),  # the turn brings the other one down
    (11, {"western": 14, "soviet": 12}, {"western": 3, "soviet": 0}),
    (10, {"western": 14, "soviet": 14}, {"western": 1, "soviet": 1}),  # ruling R102: a draw
    (10, {"western": 10, "soviet": 14}, {"western": 0, "soviet": 4}),  # decisive
])  # fmt: skip
def test_11_6_the_last_turn_may_be_won_by_the_lower_marker(western, tracks, far):
    """With so many tokens more of the other the end of the turn gives it the game, with one less it does not."""
    state = with_tokens(western, **tracks)
    state.turn = state.numbers.turns.count
    assert {a: distance(state, a) for a in far} == far
    for alliance, lacks in far.items():
        for more in range(lacks + 1):
            last = with_tokens(western + (more if alliance == "western" else -more), **tracks)
            last.turn = state.turn
            result = run(determine(last)).result
            won = set(result.winners) == set(state.numbers.alliances[alliance].members)
            assert (won, distance(last, alliance) == 0) == (more == lacks, more == lacks)


ON_17 = "17 win at a month's end; marker on 17"
ON_15 = "15 win at a month's end; its marker leads, 15 to 17: after 10 months the lower wins"


@pytest.mark.parametrize(("western", "tracks", "said"), [
    (8, {"soviet": 17, "western": 15}, {  # nearer in tokens, and the other's marker is lower
        "soviet": f"by tokens alone: has 12 tokens, {ON_17}", "western": f"has 8 tokens, {ON_15}",
    }),
    (9, {"soviet": 17, "western": 15}, {  # level in tokens
        "soviet": f"by tokens alone: has 11 tokens, {ON_17}",
        "western": f"has 9 tokens, {ON_15}",
    }),
    (10, {"soviet": 17, "western": 15}, {  # both agree
        "soviet": f"has 10 tokens, {ON_17}", "western": f"has 10 tokens, {ON_15}",
    }),
    (10, {}, {"soviet": "has 10 tokens, 20 win at a month's end"}),  # both where they began
    (9, {"soviet": 15, "western": 15}, {"soviet": "has 11 tokens, 15 win at a month's end; both markers on 15"}),
])  # fmt: skip
def test_11_6_the_reason_tells_both_markers_and_who_is_not_nearer_by_them(western, tracks, said):
    state = with_tokens(western, **tracks)
    assert {a: reason(state, a) for a in said} == said
    scores = {score.sides: score.why for score in scene(state, "public", lambda _: None).scores}
    assert {a: scores[tuple(state.numbers.alliances[a].members)] for a in said} == said


@pytest.mark.parametrize(("western", "tracks", "nearest", "told"), [
    (10, {}, "marker", "14 against 14 if it ended now, 13 against 14 with 1 token taken from the other"),
    (8, {}, "marker", "13 against 14 if it ended now"),
    (11, {"soviet": 12}, "marker", "12 against 13 if it ended now"),
    (14, {}, "marker", "13 against 14 with 5 tokens taken from the other"),  # the other would win at once now
    (10, {"western": 11}, "tokens", "; else the lower marker does: 14 against 11 if it ended now"),  # 4 win at once
    (10, {"soviet": 10}, "tokens", ""),
])  # fmt: skip
def test_11_6_in_the_last_month_the_reason_tells_what_the_distance_comes_of(western, tracks, nearest, told):
    state = with_tokens(western, **{"soviet": 14, "western": 14, **tracks})
    state.turn = state.numbers.turns.count
    has, needs = 20 - western, state.track["soviet"]
    assert reason(state, "soviet") == {
        "marker": f"by the lower marker after this last month: {told}; {needs} tokens win too, has {has}",
        "tokens": f"has {has} tokens, {needs} win at the end of this last month{told}",
    }[nearest]


def test_R100_both_at_the_decisive_number_play_on():
    state = with_tokens(10, western=10, soviet=10)
    assert run(determine(state)).result is None


FINALS = [
    pytest.param(10, 14, 13, ("fnla", "unita"), id="A140-lower-marker"),
    pytest.param(10, 14, 14, (), id="A140-draw"),
    pytest.param(11, 13, 14, (), id="R101-the-last-turn-still-moves-a-marker"),
    pytest.param(12, 13, 12, ("fnla", "unita"), id="R101-decisive-check-comes-first"),
    pytest.param(9, 13, 13, ("fapla", "mpla"), id="A140-soviet"),
]


@pytest.mark.parametrize(("tokens", "soviet", "western", "winners"), FINALS)
def test_A140_11_6_the_end_of_the_last_turn(tokens, soviet, western, winners):
    state = with_tokens(tokens, soviet=soviet, western=western)
    state.turn = 10
    result = run(determine(state)).result
    assert result.winners == winners
    assert result.text.startswith("A draw" if not winners else "F")


@pytest.mark.parametrize("fallen", [False, True])
def test_11_the_end_tells_all_that_moves_a_marker(fallen):
    state = empty()
    state.cabinda_fallen = fallen
    assert "11 or more, moves down. If one alliance alone bid the most for covert aid, the other" in why_drawn(state)
    assert "so neither alliance wins. In the last month both had 10 tokens, so no marker moved. Both began" in (
        why_drawn(state))
    assert why_drawn(state).endswith("(propaganda war); FNLA/UNITA did when Cabinda fell." if fallen else "war).")
    assert "the one whose enemy bid the most for covert aid (propaganda war)" in RULESET.about


def test_11_the_alliance_of_who_resigns_loses():
    assert resigned(empty(), "mpla").winners == ("fnla", "unita")
    assert "MPLA resigned" in resigned(empty(), "mpla").text
