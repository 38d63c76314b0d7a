"""Turning points on made-up frames: which steps, their order, what is left out."""

from __future__ import annotations

import msgspec
import pytest

from pbem.replay.exports.tale import course, ending, lead, md, opening, points, standing, stopped
from pbem.replay.exports.turning import turning_points, without_battle
from pbem.show.battle import Battle, Contender, TableRow
from pbem.show.frame import Ending, Fight, Frame, Remark, Throw, valid
from pbem.show.scene import Board, Card, Cards, Faction, Piece, Place, Scene, Score, Sentence, Stack

BOARD = Board(
    title="b", low=(0, 0), high=(9, 9), places=(Place(id="p", name="The *Hill*", code="p", at=(1, 1)),),
    factions=(Faction(id="red", name="Red", code="R"), Faction(id="blue", name="Blue", code="B")),
)  # fmt: skip
MAN = Piece(name="man", id="m", faction="blue")


def scene(red: int | None, blue: int = 9, turn: str = "1", *told: Sentence) -> Scene:
    scores = () if red is None else (
        Score(name="Red", value=red, sides=("red",), unit="Tokens"),
        Score(name="Blue", value=blue, sides=("blue",), unit="VP"),
    )  # fmt: skip
    return Scene(title="A [game]", turn=turn, phase="", board=BOARD, scores=scores, sentences=told)


def fight(begun: int, lost: int = 0, title: str = "Battle of p") -> Fight:
    men = tuple(Piece(name="man", id=f"m{i}", faction="blue") for i in range(max(lost, 1)))
    return Fight(begun=begun, steps=(), battle=Battle(
        title=title, place="p", rule="9", result="Red wins", meaning="p is <taken>.",
        sides=(Contender(faction="red", name="Red", does="attacks", before=(MAN,), after=(MAN,)),
               Contender(faction="blue", name="Blue", does="defends", before=men, after=men[lost:])),
    ))  # fmt: skip


def frame(i: int, red: int | None, *fights: Fight, told: tuple[Sentence, ...] = (), **more: object) -> Frame:
    made = Frame(number=i, round=i + 1, kind="answer", scene=scene(red, 9, "1", *told), sentences=told, fights=fights)
    return msgspec.structs.replace(made, **more)


def numbers(frames: list[Frame], most: int = 3) -> list[int]:
    return [point.after.number for point in turning_points(frames, most)]


def test_battles_come_before_larger_steps_without_one_which_are_told_beside():
    frames = [frame(0, 9), frame(1, 8, fight(2)), frame(2, 3), frame(3, 4, fight(4)), frame(4, 2, fight(5))]
    assert numbers(frames) == [1, 3, 4]
    assert [one.after.number for one in without_battle(frames, turning_points(frames))] == [2]
    assert numbers(frames[:3]) == [1, 2]
    assert without_battle(frames[:3], turning_points(frames[:3])) == ()


def test_a_battle_is_counted_from_where_it_began_and_one_within_it_ends_its_part():
    frames = [frame(0, 9), frame(1, 7), frame(2, 6, fight(3)), frame(3, 5), frame(4, 1, fight(2))]
    inner, outer = turning_points(frames, 2)
    assert (inner.before.number, inner.after.number, inner.weight) == (1, 2, 1)
    assert (outer.before.number, outer.after.number, outer.weight) == (2, 4, 5)
    (whole,) = turning_points([frame(0, 9), frame(1, 7), frame(2, 6, fight(2))])
    assert (whole.before.number, [one.number for one in whole.told]) == (0, [1, 2])


def test_of_equal_ones_the_nearer_to_victory_then_more_losses_then_the_earlier():
    frames = [frame(0, 9), frame(1, 8, fight(2)), frame(2, 7, fight(3, lost=2)), frame(3, 8, fight(4, lost=1)),
              frame(4, 6), frame(5, 7, fight(6))]
    assert numbers(frames, 1) == [5]
    assert numbers(frames, 2) == [2, 5]
    assert numbers(frames, 3) == [2, 3, 5]
    alike = [frame(0, 9), frame(1, 8, fight(2)), frame(2, 9, fight(3)), frame(3, 8, fight(4))]
    assert numbers(alike, 1) == [1]


def test_of_several_battles_in_a_step_that_in_which_most_was_lost():
    (point,) = turning_points([frame(0, 9), frame(1, 8, fight(2, 1, "A"), fight(2, 3, "B"), fight(2, 2, "C"))])
    assert point.fight is not None
    assert point.fight.battle.title == "B"


def test_what_was_taken_back_and_what_came_after_the_end_is_no_turning_point():
    end = Ending(winners=("red",), text="Red wins", by="1")
    frames = [frame(0, 9), frame(1, 8, fight(2)), frame(2, 1, fight(3)), frame(3, 8, kind="agreed", back_to=2),
              frame(4, 7), frame(5, 0, kind="resign", ending=end), frame(6, 9, kind="disclose", ending=end)]
    assert [one.number for one in valid(frames)] == [0, 1, 3, 4, 5]
    assert numbers(frames) == [1, 4]


def test_a_game_without_distances_has_the_battles_with_most_losses():
    frames = [frame(0, None), frame(1, None, fight(2)), frame(2, None, fight(3, 2)), frame(3, None)]
    assert numbers(frames, 1) == [2]
    assert "Nobody came nearer" in "\n".join(points(frames, None))


def test_a_point_says_who_fought_what_it_meant_and_what_changed_once_each():
    told = tuple(Sentence(text=text, rule="9", headline=True) for text in ("Red wins the hill", "A fire breaks out."))
    frames = [frame(0, 2), frame(1, 1, fight(2, 1), told=told)]
    frames[1] = msgspec.structs.replace(frames[1], remarks=(Remark(seat="red", text="<b>ha</b>"),))
    text = "\n".join(points(frames, lambda name, _, place: f"{name}-{place}"))
    assert "### 1. Battle of p: Red wins\n" in text
    assert "![The board before it was decided: Battle of p: Red wins](point-1-p)" in text
    assert "| Red attacks | man | none | none |\n| Blue defends | man | man | none |" in text
    assert "**Red wins.** p is \\<taken\\>.\n" in text
    assert "Red wins the hill" not in text
    assert "- A fire breaks out.\n" in text
    assert "Red: 1 Token nearer to victory (2 before, 1 after)." in text
    assert "> **Red**: \\<b\\>ha\\</b\\>" in text
    assert ".." not in text


def test_distances_speak_of_one_and_of_none():
    assert list(standing(scene(1, 0))) == ["Red 1 Token from victory", "Blue would win if it ended now"]
    assert list(standing(scene(None))) == []


def test_an_end_has_a_rule_only_if_there_is_one_and_one_full_stop():
    def told(text: str, by: str) -> str:
        end = Ending(winners=(), text=text, by=by)
        return "\n".join(ending([frame(0, 3), frame(1, 3, ending=end)], ()))

    assert "\nRed resigned. No player has won." in told("Red resigned.", "resign")
    assert "\nA draw (rule 5.0). No player has won." in told("A draw", "5.0")
    going = "\n".join(ending([frame(0, 3)], ()))
    assert "## How it stands\n\nThe match goes on.\n\n" in going
    assert "\nSo far: Red 3 Tokens from victory; Blue 9 VP from victory." in going


def test_what_a_game_says_looking_back_stands_as_it_is_and_makes_nothing():
    lines = list(ending([frame(0, 3)], ("  +7  *held*", "</pre># x\x1b")))
    assert lines[-2:] == ["      +7  *held*", "    </pre># x"]


@pytest.mark.parametrize("turns", [2, 12, 13, 30])
def test_the_course_has_the_first_and_the_last_turn_and_few_between(turns):
    frames = [msgspec.structs.replace(frame(i, i), scene=scene(i, 9, str(i + 1))) for i in range(turns)]
    rows = [line for line in course(frames) if line.startswith("| Turn ")]
    assert rows[0] == "| Turn 1 | 0 | 9 |"
    assert rows[-1] == f"| Turn {turns} | {turns - 1} | 9 |"
    assert len(rows) == {2: 2, 12: 12, 13: 7, 30: 11}[turns]
    assert list(course(frames[:1])) == []


def test_a_sentence_ends_once():
    assert (stopped("a"), stopped("a."), stopped("a!"), md("#1.")) == ("a.", "a.", "a!", "\\#1.")


def test_a_report_begins_with_the_end_and_where_it_turned():
    end = Ending(winners=("red",), text="Red wins.", by="1")
    frames = [frame(0, 2), frame(1, 1, fight(2, 1)), frame(2, 0, ending=end)]
    assert next(lead(frames)) == "**Red wins. It turned here: Battle of p, turn 1.**"
    assert list(lead([frame(0, 2)])) == []
    day = "1 of 9, 2 March 2002"
    dated = [msgspec.structs.replace(one, scene=scene(2 - i, 9, day)) for i, one in enumerate(frames)]
    assert next(lead(dated)) == "**Red wins. It turned here: Battle of p, turn 1 of 9, 2 March 2002.**"
    assert next(lead([frame(0, 2), frame(1, 2, ending=end)])) == "**Red wins.**"


def test_an_opening_says_what_each_wanted_how_far_it_was_and_who_attacked():
    wanting = msgspec.structs.replace(BOARD, factions=(
        Faction(id="red", name="Red", code="R", wants="The *hill*"),
        Faction(id="blue", name="Blue", code="B", wants="Peace."),
        Faction(id="grey", name="Grey", code="G", wants="Peace."),
    ))  # fmt: skip
    frames = [msgspec.structs.replace(one, scene=msgspec.structs.replace(one.scene, board=wanting))
              for one in (frame(0, 1), frame(1, 2, fight(2)), frame(2, 2, fight(3)))]
    text = "\n".join(opening(frames))
    assert "- **Red**: The \\*hill\\*.\n- **Blue, Grey**: Peace.\n" in text
    assert "When play began: Red 1 Token from victory; Blue 9 VP from victory.\n" in text
    assert "- Red: 2 attacks, first and most often at The \\*Hill\\* (2 times)." in text
    assert "sealed" not in text


def test_what_lay_hidden_is_what_the_public_did_not_see_and_cards_too():
    def seen(*pieces: Piece, card: str) -> Frame:
        made = frame(0, 5)
        return msgspec.structs.replace(made, scene=msgspec.structs.replace(
            made.scene, stacks=(Stack(place="p", pieces=(MAN, *pieces)),),
            cards=(Cards(name="Pack", faction="red", cards=(Card(name=card),)),),
        ))  # fmt: skip

    column = Piece(name="Column A", faction="red", column=True)
    known = msgspec.structs.replace(column, holds=(Piece(name="gun", count=2), Piece(name="tank")))
    text = "\n".join(opening([seen(known, card="March")], [seen(column, card="")]))
    assert "- Red had 3 counters hidden at 1 place, most at The \\*Hill\\*: 2 gun, tank." in text
    assert "- Red, Pack: March." in text
    assert "man" not in text
    assert "hidden" not in "\n".join(opening([seen(known, card="March")], [seen(known, card="March")]))


def test_of_nested_battles_that_end_together_the_first_beginning_counts():
    frames = [frame(0, 9), frame(1, 7), frame(2, 6), frame(3, 5, fight(4, 2), fight(2, 1))]
    (point,) = turning_points(frames)
    assert (point.before.number, point.weight) == (0, 4)


@pytest.mark.parametrize("kind", ["resign", "agreed", "undo"])
def test_a_step_in_which_nobody_played_is_no_turning_point(kind):
    frames = [frame(0, 9), frame(1, 4, kind=kind), frame(2, 3)]
    assert numbers(frames) == [2]


def test_beside_the_points_only_larger_steps_are_told():
    frames = [frame(0, 9), frame(1, 7, fight(2)), frame(2, 5), frame(3, 2)]
    assert [one.after.number for one in without_battle(frames, turning_points(frames, 1))] == [3]
    assert without_battle(frames[:3], turning_points(frames[:3], 1)) == ()


def test_a_picture_shows_the_board_before_it_was_decided():
    frames = [frame(0, 9), frame(1, 8), frame(2, 7, fight(2))]
    shown: list[Scene | Frame] = []
    list(points(frames, lambda _, scene, __: shown.append(scene) or "x"))
    assert shown == [frames[1].scene, frames[2]], "the board, then the card of the battle"
    shown.clear()
    list(points([frame(0, 9), frame(1, 7, fight(2))], lambda _, scene, __: shown.append(scene) or "x"))
    assert shown[0] == frames[0].scene


def test_a_point_is_told_without_the_next_turn_and_with_the_time_when_it_began():
    told = (Sentence(text="The hill burns", rule="9", headline=True), Sentence(text="Turn 2", rule="3", headline=True))
    late = msgspec.structs.replace(scene(7, 9, "2", *told), phase="Upkeep")
    frames = [frame(0, 9), frame(1, 8), frame(2, 7, fight(2), told=told, scene=late, closing=1)]
    text = "\n".join(points(frames, None))
    assert "- The hill burns.\n" in text
    assert "Turn 2" not in text
    assert "*Turn 1 (round 3 of the record).*" in text


def thrown(*values: int, hits: tuple[tuple[int, ...], ...] = (), reading: str = "", side: str = "red",
           decides: str = "") -> Throw:  # fmt: skip
    return Throw(rule="9.1", values=values, sides=6, side=side, reading=reading, hits=hits, decides=decides)


def test_few_throws_are_told_one_by_one_many_by_what_hit_and_a_table_where_no_die_says_it():
    def told(*steps: Throw | TableRow) -> str:
        made = msgspec.structs.replace(fight(2), steps=steps)
        return "\n".join(points([frame(0, 9), frame(1, 8, made)], None))

    silent, loud = (TableRow(rule="9.2", cells=("1-1", "2-1"), first=0, last=1, result="gone", text=text)
                    for text in ("", "2 against 1"))
    few = told(thrown(3, 4), thrown(5, reading="Fire: 5, a miss"), silent, loud)
    assert "\n- 3 4 of Red (rule 9.1)\n- Fire: 5, a miss (rule 9.1)\n- 2 against 1: 2-1, gone (rule 9.2)\n" in few
    assert few.count("gone") == 1
    many = told(*[thrown(1, hits=((1, 2),))] * 8, thrown(4, side="blue"))
    assert "\n- 9 throws, 9 dice\n- Red: 8 dice, 8 hits, 2.7 expected (rule 9.1)\n" in many
    sorts = told(*[thrown(1, hits=((1, 2),), decides=sort) for sort in ("fire", "mines") for _ in range(5)])
    assert "- Red: 5 dice, 5 hits, 1.7 expected (fire, rule 9.1)\n- Red: 5 dice, 5 hits, 1.7 expected (mines, " in sorts
    named = told(thrown(3, decides="fire"), thrown(5, reading="Fire: a miss", decides="fire"),
                 thrown(5, reading="Table: a miss", decides="fire"))
    assert "- 3 of Red (fire, rule 9.1)\n- Fire: a miss (rule 9.1)\n- Table: a miss (fire, rule 9.1)\n" in named


def test_fire_that_answers_is_no_attack_of_ones_own_choice():
    frames = [frame(0, 9), frame(1, 8, fight(2, title="Attack on p"), fight(2, title="Defensive fire on p"))]
    assert "- Red: 1 attack, the first at The \\*Hill\\*." in "\n".join(opening(frames))


def test_the_last_headlines_are_those_of_the_last_turn_that_was_played():
    early, late = (Sentence(text=text, rule="1", headline=True) for text in ("Early", "Late"))
    end = Ending(winners=("red",), text="Blue resigned", by="resign")
    frames = [frame(0, 9, told=(early,)), frame(1, 8, told=(late,)), frame(2, 8, kind="resign", ending=end)]
    second = msgspec.structs.replace(frames[1].scene, turn="2")
    frames[1:] = [msgspec.structs.replace(one, scene=second) for one in frames[1:]]
    text = "\n".join(ending(frames, ()))
    assert "- Late." in text
    assert "Early" not in text
