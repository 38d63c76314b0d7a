"""8.2, 16.3, 11.3 The ways that are told, and what decisions mean in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from anaconda.boards import act, answer, hide, put, quiet, run

from pbem.play.table import Table
from pbem.replay.films.opening import open_reel
from pbem_games.anaconda.advance import enter
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.decisions import decided

LOGS = Path(__file__).resolve().parents[3] / "logs" / "anaconda"


def ways(table: Table[Any]) -> list[tuple[str, ...]]:
    return [told.places for told in table.story if len(told.places) > 1]


def moving(state: State, marker: str, **more: Any) -> Table[Any]:
    act(state, marker, "movement")
    return run(movement(state, LIVE), state, **more)


def test_8_2_a_move_is_told_with_its_whole_way():
    state = quiet()
    put(state, "0612", "r_1_87_c1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0611 0610 0609 0608")
    assert ways(table) == [("0612", "0611", "0610", "0609", "0608")]
    assert table.story[-1].text == "1-87 C/1 moves 0612 - 0611 - 0610 - 0609 - 0608"


def test_8_2_a_way_is_told_up_to_each_place_where_somebody_is_asked():
    state = quiet()
    put(state, "1807", "r_1_87_c1")
    hide(state, "1709", "a_inf_1", up=True)
    table = answer(moving(state, "tfr"), "move r_1_87_c1 1808 1809")
    assert ways(table) == [("1807", "1808")]
    answer(table, "pass")
    answer(table, "move r_1_87_c1 1809")
    assert ways(table) == [("1807", "1808"), ("1808", "1809")]


def test_18_2_the_way_of_a_face_down_counter_names_its_number_only():
    state = quiet()
    id = hide(state, "2512", "a_inf_1")
    table = answer(moving(state, "a"), f"move {id} 2612")
    (told,) = [one for one in table.story if len(one.places) > 1]
    assert told.text.startswith(f"token {id[1:]} moves 2512 (Upper Shahi-Kot) - ")
    assert "Infantry" not in told.text


def test_8_17_who_leaves_the_map_goes_on_to_a_base():
    state = quiet()
    id = hide(state, "3207", "a_inf_1")
    table = answer(moving(state, "a"), f"move {id} sanctuary")
    assert ways(table) == [("3207", "sanctuary")]


def test_11_3_those_that_advance_come_each_from_its_own_hex():
    state = quiet()
    put(state, "1807", "r_1_87_c1")
    put(state, "1808", "r_1_87_c2")
    act(state, "tfr", "combat")
    table = run(enter(state, ("r_1_87_c1", "r_1_87_c2"), "1708"), state)
    assert ways(table) == [("1807", "1708"), ("1808", "1708")]


def test_16_3_a_flight_comes_from_its_base():
    state = quiet()
    put(state, "khowst", "r_1_87_c1", "h_ch47_1")
    table = answer(moving(state, "tfr"), "fly h_ch47_1+r_1_87_c1 1808")
    assert ways(table) == [("khowst", "1808")]


@pytest.mark.parametrize(("rule", "about", "say", "words"), [
    ("12.2", "r_1_87_c1/1808", "pass", "holds its fire at 1-87 C/1 in 1808 (Zerki Kale)"),
    ("8.7", "r_1_87_c1/1808", "stay", "stops 1-87 C/1 in 1808 (Zerki Kale)"),
    ("8.7", "r_1_87_c1/1808", "move r_1_87_c1 1809 1810", "moves 1-87 C/1 on to 1810"),
    ("8.1-p", "tfr/0", "last ; move r_1_87_c1 1809 ; move r_1_87_c2 1809",
     "plans its movement: 1-87 C/1, 1-87 C/2 to 1809"),
    ("10.2-p", "tfr/0", "last ; attack r_1_87_c1+r_1_87_c2 1808 ; attack a_b1b 1809 if=held:1",
     "plans its attacks: 1-87 C/1, 1-87 C/2 on 1808 (Zerki Kale); B1B on 1809"),
    ("19.1-p", "tfr/0", "last ; recon r_1_87_c1 1809", "plans its reconnaissance: 1-87 C/1 on 1809"),
    ("12.2-p", "reaction", "1 fire r_1_87_c1+r_1_87_c2 any least=5 ; 2 fire r_1_87_c1",
     "says who fires at what moves: 1-87 C/1, 1-87 C/2 fire, if strength 5 is left, at one already hit too; "
     "1-87 C/1 fires"),
    ("12.2-p", "reaction", "pass", "lets everybody pass"),
    ("8.1-p", "tfr/0", "last", "moves nobody"),
    ("10.2", "tfr", "done", "attacks no more"),
    ("3.4", "tokens", "t1=1710", ""),
])
def test_decisions_are_told_in_words(rule, about, say, words):
    state = quiet()
    put(state, "1808", "r_1_87_c1", "r_1_87_c2")
    assert decided(state, rule, "coalition", about, say) == words


@pytest.mark.parametrize("case", ["neither", pytest.param("step", marks=pytest.mark.slow)])
def test_no_step_of_a_recorded_game_tells_nothing_and_all_that_move_on_the_map_have_a_way(case):
    before = None
    for frame in open_reel(LOGS / case / "game.pbem", "public"):
        if frame.kind == "answer" and not frame.sentences:
            assert all(deed.told for deed in frame.deeds), (frame.round, frame.rule, frame.deeds)
        stood = {p.id: s.place for s in before.scene.stacks for p in s.pieces} if before is not None else {}
        ways = [one.places for one in frame.sentences if one.is_way]
        for stack in frame.scene.stacks:
            for piece in stack.pieces:
                if stood.get(piece.id, stack.place) != stack.place:
                    assert any(way[-1] == stack.place and stood[piece.id] in way for way in ways), frame.round
        before = frame
    assert before is not None


@pytest.mark.parametrize(("rule", "say", "words"), [
    ("12.2-s", "pass", "nobody fires"), ("12.2-s", "", "nobody fires"), ("8.1-c", "", "no conditions"),
    ("12.2-s", "fire t1", "token 1 fires"), ("19.1-s", "flip t1", "shows token 1"),
    ("8.1-c", "flip t1", "shows token 1"),
    ("8.1-c", "pause=loss stop=1,3 needs=2:1", "the movement stops if one of its own is hit; who is fired on stops "
     "there in its orders 1, 3; order 2 only after order 1"),
])
def test_what_was_sealed_is_told_in_words(rule, say, words):
    state = quiet()
    hide(state, "2512", "a_inf_1")
    assert decided(state, rule, "al_qaeda", "w1", say) == words


def test_15_2_the_fire_of_gunships_is_told_in_words():
    state = quiet()
    hide(state, "2512", "a_inf_1")
    told = decided(state, "15.2", "coalition", "gunships", "fire h_ah64_1+h_ah64_2 t1")
    assert told == "fires at token 1 with AH-64 1, AH-64 2"
    assert decided(state, "15.2", "coalition", "gunships", "pass") == "sends no gunships"
