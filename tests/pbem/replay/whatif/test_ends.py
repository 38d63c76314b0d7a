"""How bots end it from each turn on, for a page: what is counted, what cannot be played, where it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pages import embedded
from pbem.replay.films.opening import open_reel
from pbem.replay.whatif.ends import ends_by_turn, rounds_of_turns
from pbem.replay.whatif.ways import WaysOn
from pbem.show.frame import Frame
from pbem.show.html import Ends, Match, page
from pbem.show.scene import Board, Scene

LOGS = Path(__file__).resolve().parents[4] / "logs"
ENDURING = LOGS / "enduring_freedom" / "operational_victory" / "game.pbem"


def test_each_turn_begins_in_one_round_and_none_after_the_end():
    frames = list(open_reel(ENDURING))
    rounds = rounds_of_turns(frames)
    assert len(rounds) == len({frame.scene.turn for frame in frames if not frame.ending})
    assert rounds == sorted(set(rounds))
    assert rounds[0] == frames[0].round
    assert rounds[-1] < frames[-1].round


def test_a_turn_that_was_taken_back_and_began_again_is_one():
    def frame(round: int, turn: str, back_to: int | None = None) -> Frame:
        scene = Scene(title="t", turn=turn, phase="", board=Board(title="b", low=(0, 0), high=(1, 1), places=()))
        kind = "answer" if back_to is None else "undo"
        return Frame(number=round - 1, round=round, kind=kind, scene=scene, back_to=back_to)

    frames = [frame(1, "1"), frame(2, "1"), frame(3, "2"), frame(4, "1", 2), frame(5, "2")]
    assert rounds_of_turns(frames) == [1, 5]


def test_ends_are_those_of_the_command():
    reel = open_reel(ENDURING)
    (found,) = ends_by_turn(reel, [250], "7", 3)
    ways = WaysOn(open_reel(ENDURING), 250, "7", 3)
    while not ways.is_done:
        list(ways.play_next())
    won = Counter(outcome.result.winners for outcome in ways.outcomes if outcome.result)
    assert found == Ends(round=250, seed="7", games=3, won=tuple(won.most_common()))


def test_a_secret_in_the_way_is_said():
    reel = open_reel(LOGS / "anaconda" / "neither" / "game.pbem")
    (found,) = ends_by_turn(reel, [329], "1", 1)
    assert found == ("no games from round 329: what if needs what al_qaeda has sealed in r4/3.4/tokens/1, which public "
                     "does not know")


def test_they_stand_in_the_page_only_if_there_are_any():
    frames = list(open_reel(ENDURING))[:3]
    about = {"title": "x", "id": "x", "engine": "toy/1", "seats": ("a",)}
    ends = Ends(round=2, seed="s", games=3, won=((("a",), 2), ((), 1)), remark="guessed")
    assert embedded(page(frames, Match(**about, ends=(ends,))), "match")["ends"] == [
        [2, "s", 3, [[["a"], 2], [[], 1]], "guessed"]]
    assert "ends" not in embedded(page(frames, Match(**about)), "match")
