"""C40, C44 Reactions in words that do not hang on the numbers of windows: expanded, echoed, read anew."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from anaconda.boards import act, bytes_of, hide, put, quiet, run
from anaconda.test_plans import answer, condition, planning, tools, walkers

from pbem.desk.drafting import take_orders
from pbem.desk.drafts import keep_drafts
from pbem.desk.orders import Given, examples_of
from pbem.desk.repeating import kept_words
from pbem.errors import IllegalMove
from pbem.match.match import Match
from pbem.play.table import Table
from pbem_games.anaconda import RULESET
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.plans.asking import standing_answers
from pbem_games.anaconda.plans.filing import file
from pbem_games.anaconda.plans.fires import planned_combat
from pbem_games.anaconda.plans.standing import FiledForm
from pbem_games.anaconda.plans.written import GROUPS
from pbem_games.anaconda.state import State
from people import Person, exchange, first_line, master

AT_NORTH = "last ; move t1 1905 1906"
THREE = "last ; move r_1_87_c1 0509 0508 ; move r_1_87_c2 0509 0508 ; move r_1_87_a1 0509 0508"


def read(table: Table[Any], state: State, words: str) -> list[str]:
    """What such words come to; reading changes nothing, and what it gives can be sealed or signed."""
    before, seat = bytes_of(state), table.expected()[0]
    says = FORMS.read_orders(state, table.pending, seat, words, table.peek)
    assert bytes_of(state) == before
    if seat == AL_QAEDA:
        table.check_seal(seat, says)
    else:
        table.check_claims(*says)
    return says


def by_window(says: list[str], slots: int = 3) -> list[list[str]]:
    """The groups of each window of Al Qaeda, without passes."""
    return [[say for say in says[at:at + slots] if say != "pass"] for at in range(0, len(says), slots)]


def echo(table: Table[Any], state: State, says: list[str]) -> list[str]:
    return FORMS.echo(state, table.pending, table.expected()[0], says, table.peek)


def three(*faces: str) -> tuple[State, Table[Any]]:
    """Three platoons go two hexes each, into reach of these: six windows."""
    state = walkers(*faces)
    table = answer(planning(state), THREE)
    table.answer({COALITION: ["pause=never"]})
    return state, tools(table)


def test_j4_a_command_fires_in_every_window_in_which_anybody_of_it_can():
    state, table = three("a_hmg_1", "a_dec_1", "b_inf_1")
    assert len(table.pending.windows) == 6
    says = read(table, state, "every window: fire a hurt")
    assert by_window(says) == [["fire t1 any"]] * 6
    assert read(table, state, "all fire a any") == read(table, state, "a hurt") == says


def test_j4_words_name_hexes_units_kinds_and_how_many():
    state, table = three("a_hmg_1", "a_inf_1", "b_inf_1")
    hexes = [w.window.hex for w in table.pending.windows]
    says = by_window(read(table, state, "at 0509 fire t1, t2 least 3 most 1; hexes 0508: fire b"))
    assert set(hexes) == {"0509", "0508"}
    assert says == [["fire t1+t2 least=3 most=1"] if hex == "0509" else ["fire t3"] for hex in hexes]
    assert read(table, state, "within 3 of 0509 fire a what foot") == read(table, state, "a foot")
    assert read(table, state, "every window fire A DShK 1") == read(table, state, "t1")


def test_j4_in_each_window_the_first_order_of_each_command_that_fits_counts():
    state, table = three("a_hmg_1", "a_inf_1", "b_inf_1")
    says = by_window(read(table, state, "at 0509 fire t2; every window: fire a hurt; all fire b"))
    for numbered, groups in zip(table.pending.windows, says, strict=True):
        own = ["fire t2"] if numbered.window.hex == "0509" else ["fire t1+t2 any"]
        assert groups == [*own, "fire t3"]


def test_j4_a_window_named_by_its_number_takes_only_what_is_said_of_it():
    state, table = three("a_hmg_1", "b_inf_1")
    says = by_window(read(table, state, "every window: fire a; 2 none; 3 fire t2 hurt"))
    assert says == [["fire t1"], [], ["fire t2 any"], *[["fire t1"]] * 3]


@pytest.mark.parametrize(("words", "same"), [
    ("2 b; 2 fire a hurt", "2 fire t2; 2 fire t1 hurt"), ("2 infantry 1 least 2", "2 fire t2 least 2"),
    ("at 0509 fire infantry 1; 3 dshk", "at 0509 fire t2; 3 fire t1"), ("2 fire b inf 1", "2 fire t2"),
])
def test_j4_a_command_or_a_part_of_a_name_means_those_that_can_fire_there(words, same):
    state, table = three("a_hmg_1", "b_inf_1", "a_dec_1")
    hide(state, "2020", "a_inf_1")
    hide(state, "2020", "c_hmg_1")
    assert read(table, state, words) == read(table, state, same)


@pytest.mark.parametrize("words", ["2", "2 fire", "2 fire hurt", "2 fire c", "1 fire t1; 2"])
def test_j4_a_window_with_nobody_in_it_is_refused(words):
    state, table = three("a_hmg_1", "b_inf_1")
    with pytest.raises(IllegalMove, match="who fires in window 2") as refused:
        read(table, state, words)
    assert refused.value.legal == ("A DShK 1 (token 1, face down)", "B Infantry 1 (token 2, face down)")


@pytest.mark.parametrize(("words", "because"), [
    ("at 1710 fire a", "`at 1710 fire a` comes to nothing"), ("every window: fire t2", "comes to nothing"),
    ("every window: fire a; fire t1", r"`fire A DShK 1 \(token 1, face down\)` comes to nothing"),
    ("every window: fire tfr", "`every window fire tfr` comes to nothing"),
    ("every window", "who fires"), ("all fire a most", "most what"), ("7 fire t1", "7 is no number from 1 to 6"),
])
def test_j4_words_that_come_to_nothing_are_refused(words, because):
    state, table = three("a_hmg_1", "a_dec_1")
    before = bytes_of(state)
    with pytest.raises(IllegalMove, match=because):
        FORMS.read_orders(state, table.pending, AL_QAEDA, words, table.peek)
    assert bytes_of(state) == before


def test_c44_the_same_words_answer_a_fire_plan_and_show_what_they_say():
    state = quiet(mode="plan")
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    for face in ("a_cmp_1", "a_hmg_1"):
        hide(state, "1810", face)
    act(state, "tfr", "combat")
    table = answer(run(planned_combat(state), state), "last ; attack r_1_87_c1+h_ah64_1+h_ah64_2 1810")
    assert table.pending.rule == "10.2-s"
    says = read(table, state, "all fire a; show t1")
    assert says == ["fire t1+t2", "pass", "pass", "fire t1+t2", "pass", "pass", "flip t1"]
    assert echo(table, state, says)[-1] == "shown under fire: A Compound 1 (token 1, face down)"


def crossing(*more: str) -> tuple[State, Table[Any]]:
    """Token 1 goes through 1905 into 1906; a platoon (and more) in 1805 and gunships may fire."""
    state = quiet()
    put(state, "1805", "r_1_87_c1", *more)
    hide(state, "1904", "a_inf_1")
    table = answer(planning(state, "a"), AT_NORTH)
    condition(table)
    return state, table


def test_c40_the_coalition_says_it_too_after_the_movement_as_well():
    state, table = crossing()
    (said,) = read(table, state, "every window: fire tfr hurt; gunships within 0 of 1906")
    assert said.startswith("1 fire r_1_87_c1 any ; 2 fire r_1_87_c1 any ; 2 fire h_ah64_1")
    assert said.endswith(" t1")  # the last group: once it has moved
    (said,) = read(table, state, "at 1905 fire 1-87 C/1")
    assert said == "1 fire r_1_87_c1"
    assert read(table, state, "none") == ["pass"]


def test_c40_the_number_in_the_name_of_a_counter_is_no_windows_number():
    state, table = crossing("r_326_eng")
    (said,) = read(table, state, "326 Eng; 1 fire 1-87 C/1")
    assert said == "1 fire r_1_87_c1 ; 2 fire r_326_eng"
    assert FORMS.lasting(state, table.pending, COALITION, "none; 326 eng hurt", table.peek) is True
    assert FORMS.lasting(state, table.pending, COALITION, "none; 2 eng hurt", table.peek) is False
    with pytest.raises(IllegalMove, match="326 is no number from 1 to 3"):
        read(table, state, "326 fire 1-87 C/1")


def test_12_2_nobody_of_the_other_side_is_offered_to_fire():
    state, table = three("a_hmg_1", "b_inf_1")
    words = {c.words for c in FORMS.follow(state, table.pending, AL_QAEDA, "", table.peek).choices}
    assert "326 Eng" not in words
    assert {"1", "6", "none", "show"} < words
    with pytest.raises(IllegalMove, match="`326 eng` comes to nothing"):
        read(table, state, "326 eng")


def test_c40_gunships_after_the_movement_are_named_by_their_word_and_somebody_of_them_is():
    state, table = crossing()
    (said,) = read(table, state, "1 fire tfr; 3 fire gunships at t1")
    assert said == "1 fire r_1_87_c1 ; 3 fire h_ah64_1+h_ah64_2 t1"
    for words in ("3 at t1", "3 fire t1", "2 fire t1"):
        with pytest.raises(IllegalMove, match="who fires in window"):
            read(table, state, words)


def test_12_1_a_beginning_means_who_is_in_play_if_the_others_are_not():
    state = quiet()
    put(state, "1805", "t11_qrf_1")
    hide(state, "1904", "a_inf_1")
    table = answer(planning(state, "a"), AT_NORTH)
    condition(table)
    assert read(table, state, "every window: fire qrf") == ["1 fire t11_qrf_1 ; 2 fire t11_qrf_1"]


def test_c40_more_than_an_answer_holds_is_refused(monkeypatch):
    state, table = crossing()
    monkeypatch.setattr("pbem_games.anaconda.forms.lasting.MOST_SAID", 20)
    with pytest.raises(IllegalMove, match="more than the 20 characters"):
        FORMS.read_orders(state, table.pending, COALITION, "every window: fire tfr", table.peek)


def test_c40_words_come_to_what_standing_orders_of_the_same_words_do():
    """j.7: one way of saying it, whether it is filed before or said when asked."""
    state, table = three("a_hmg_1", "a_inf_1", "b_inf_1")
    words = "b within 1; t2 hexes 0509; a within 3 of 0509 hurt least 2"
    said = read(table, state, words)
    filing = run(file(state, (COALITION, AL_QAEDA)), state)
    (filed,) = FORMS.read_orders(state, filing.pending, AL_QAEDA, words, filing.peek)
    faces = {"t1": "a_hmg_1", "t2": "a_inf_1", "t3": "b_inf_1"}
    given = standing_answers(state, FiledForm().parse(filed), table.pending.windows, (), 3, faces.__getitem__)
    assert [GROUPS.spell(group) for group in given] == said


# ---------------------------------------------------------------- echo


def test_11_each_window_is_echoed_with_what_it_got():
    state, table = three("a_hmg_1", "b_inf_1")
    says = read(table, state, "every window: fire a least 2 hurt; at 0508 fire b; 5 none")
    gun = "A DShK 1 (token 1, face down), hurt or not, with 2 strength at least"
    both = f"{gun} | B Infantry 1 (token 2, face down)"
    assert echo(table, state, says) == [
        f"1: 1-87 C/1 in 0509: {gun}", f"2: 1-87 C/1 in 0508: {both}", f"3: 1-87 C/2 in 0509: {gun}",
        f"4: 1-87 C/2 in 0508: {both}", "5: 1-87 A/1 in 0509: nobody", f"6: 1-87 A/1 in 0508: {both}"]


def test_11_windows_in_a_row_of_one_mover_are_echoed_on_one_line():
    state, table = crossing()
    (said,) = read(table, state, "every window: fire tfr")
    assert echo(table, state, [said]) == [
        "1-2: A Infantry 1 (token 1, face down) in 1905 (Lower Shahi-Kot), 1906 (Lower Shahi-Kot): 1-87 C/1",
        "3: once all have moved: nobody"]
    assert echo(table, state, ["pass"])[0].endswith(": nobody")


# ---------------------------------------------------------------- as last time


@pytest.mark.parametrize(("words", "lasts"), [
    ("every window: fire a", True), ("a within 2; show t1", True), ("none", True), ("as last time", True),
    ("1 fire t1", False), ("every window: fire a; 2 none", False), ("every window: fire a\n2 none", False),
])
def test_j4_words_that_name_a_window_by_its_number_hold_once(words, lasts):
    state, table = three("a_hmg_1")
    assert FORMS.lasting(state, table.pending, AL_QAEDA, words, table.peek) is lasts


def test_c39_conditions_are_repeated_as_they_were_sealed():
    state = walkers("a_hmg_1")
    table = answer(planning(state), THREE)
    assert FORMS.lasting(state, table.pending, COALITION, "pause loss", table.peek) is None


# ---------------------------------------------------------------- prompts


def test_11_the_prompt_says_how_to_answer_without_numbers():
    state, table = three("a_hmg_1")
    prompt = FORMS.prompt(state, table.pending, AL_QAEDA, table.peek)
    assert "`every window: fire a hurt`" in prompt
    state, table = crossing()
    assert "`every window: fire tfr hurt`" in FORMS.prompt(state, table.pending, COALITION, table.peek)


def test_r110_a_counter_whose_name_begins_like_a_command_is_meant_by_its_whole_name():
    state = walkers("a_inf_1", "a_inf_2")
    table = run(file(state, (COALITION, AL_QAEDA)), state)
    says = FORMS.read_orders(state, table.pending, AL_QAEDA, "A Infantry 2 within 2; a hurt", table.peek)
    assert says == ["t2 within=2 ; a any"]


# ---------------------------------------------------------------- at a desk


@dataclass
class Folder:
    """The folder of a match that is open, as far as drafts use it."""

    path: Path
    match: Match
    others: tuple[int, ...] = (0,)

    @property
    def gid(self) -> str:
        return self.match.genesis.id


def test_c40_what_is_offered_is_drafted_echoed_and_said_again_as_last_time(tmp_path):
    """A match between tools of two people, up to the first plan that Al Qaeda may answer with fire."""
    rules, rng = replace(RULESET, bots={"random": RULESET.bots["sensible"]}), random.Random(1)
    players = [Person(first_line(ruleset=rules), {i: master(i)}, rules) for i in range(2)]
    match = players[1].match
    while match.request is None or not _is_asked(match):
        assert any(player.work(rng) for player in players)
        exchange(players)
    (words,) = [one for one in examples_of(match, match.request, AL_QAEDA) if one.startswith("every window")]
    first = _drafted(tmp_path, match, words)
    groups = [say for say in first.says if say.startswith("fire ")]
    assert groups
    assert len([line for line in first.echo if not line.endswith(": nobody")]) >= 1
    again = _drafted(tmp_path, match, "as last time")
    assert (again.says, again.echo) == (first.says, first.echo)
    assert examples_of(match, match.request, AL_QAEDA)[-1] == f"as last time  # {words.partition('  #')[0]}"


def _is_asked(match: Match) -> bool:
    return match.request.rule == "12.2-s" and any(
        not duty.is_mechanical and match.truth(duty) is None for duty in match.mine())


def _drafted(path: Path, match: Match, words: str) -> Given:
    match.typed = kept_words(path, match.genesis.id)
    (given,) = take_orders(Folder(path, match), [words]).given
    keep_drafts(path, match.genesis.id, [])
    match.typed = kept_words(path, match.genesis.id)
    return given


def test_a_counter_is_meant_if_a_name_goes_on_from_that_of_a_command():
    state = quiet()
    for face in ("a_mtr_1", "b_mtr_1", "c_mtr_2", "b_hvy_1"):
        hide(state, "1808", face)
    table = run(file(state, [AL_QAEDA]), state)
    (say,) = FORMS.read_orders(state, table.pending, AL_QAEDA, "b mortar, d-30 loaded; b within 2; a foot", table.peek)
    assert say == "t2+t4 what=loaded ; b within=2 ; a what=foot"
    with pytest.raises(IllegalMove, match="mortar is not understood here"):
        FORMS.read_orders(state, table.pending, AL_QAEDA, "mortar loaded", table.peek)
