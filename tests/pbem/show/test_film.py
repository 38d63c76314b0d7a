"""Frames without a game: grouped, searched, and painted as a moving picture."""

from __future__ import annotations

import io
from collections.abc import Callable

import msgspec
import pytest

from pbem.disk.second import Second
from pbem.show.frame import Deed, Frame, Remark, Throw, find_text, last_of_each, whole_steps
from pbem.show.gif import FROM, film, head_lines, thinned
from pbem.show.scene import Board, Faction, Piece, Place, Scene, Sentence, Stack
from pbem.show.text import draw_board, draw_lists

EVIL = "<b>\x1b[2J\u202eX</b>\u200b" + "y" * 10_000
RING = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
PLACE = Place(id="a", name="A", code="A", at=(4, 4), outline=RING)
BOARD = Board(title="Field", low=(0, 0), high=(9, 9), places=(PLACE,))


def frame(number: int, turn: str, phase: str = "", text: str = "") -> Frame:
    told = (Sentence(text=text or f"step {number}", rule="1"),)
    scene = Scene(title="Field", turn=turn, phase=phase, board=BOARD, sentences=told)
    return Frame(number=number, round=number + 1, kind="answer", scene=scene, sentences=told, lines=(number,),
                 deeds=(Deed(seat="red", say=f"go {number}"),), dice=(Throw(rule="2", values=(number,), sides=6),))


GAME = [frame(0, "1", "a"), frame(1, "1", "b"), frame(2, "1", "b"), frame(3, "2", "b"), frame(4, "2", "a")]


def test_steps_are_grouped_and_keep_all_that_happened():
    assert [[f.number for f in group] for _, group in last_of_each(GAME, "phase")] == [[0], [1, 2], [3], [4]]
    turns = list(whole_steps(GAME, "turn"))
    assert [f.number for f in turns] == [2, 4]
    assert [s.text for s in turns[0].sentences] == ["step 0", "step 1", "step 2"]
    assert turns[0].lines == (0, 1, 2)
    assert [t.values for t in turns[1].dice] == [(3,), (4,)]
    assert list(whole_steps(GAME, "event")) == GAME
    assert list(whole_steps([], "turn")) == []


def test_words_are_found_in_what_was_told_ordered_and_remarked():
    assert find_text(GAME, "STEP  3", 0) == 3
    assert find_text(GAME, "go 1", 4, -1) == 1
    noted = [*GAME, msgspec.structs.replace(frame(5, "2"), remarks=(Remark(seat="red", text="Well done"),))]
    assert find_text(noted, "well DONE", 0) == 5
    assert find_text(noted, "nothing", 0) is None


def test_so_many_pictures_at_most_and_always_the_last():
    assert [f.number for f in thinned(GAME, 3)] == [0, 2, 4]
    assert [f.number for f in thinned(GAME, 1)] == [4]
    assert thinned(GAME, 5) == GAME
    for most in range(2, 5):
        assert len(thinned(GAME, most)) == most


def test_a_picture_has_the_last_sentence_and_nothing_hostile():
    assert "step 4" in head_lines(GAME[4])[1]
    evil = "".join(head_lines(frame(0, EVIL, EVIL, EVIL)))
    assert "<b>" not in evil
    assert not set(evil) & set("\x1b\u202e\u200b")
    assert "y" * 500 not in evil


def test_a_headline_goes_before_what_was_told_after_it():
    told = tuple(Sentence(text=f"told {i}", headline=i in (1, 2)) for i in range(4))
    assert "told 2" in head_lines(msgspec.structs.replace(GAME[4], sentences=told))[1]


def test_what_stays_as_it_was_takes_hardly_any_room():
    pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    once, often = (len(film(GAME[:1] + [GAME[i % 2] for i in range(n)], width=300)) for n in (1, 9))
    assert often < 3 * once


def test_a_film_of_all_frames():
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    wide = msgspec.structs.replace(BOARD, high=(18, 9))
    other = msgspec.structs.replace(GAME[0], scene=msgspec.structs.replace(GAME[0].scene, board=wide))
    done: list[int] = []
    content = film([*GAME, other], width=120, milliseconds=200, progress=done.append)
    with image.open(io.BytesIO(content)) as read:
        assert read.n_frames >= 2  # like pictures one after another are one
        assert read.size[0] == 120
        assert read.info["loop"] == 0
    assert done == [1, 2, 3, 4, 5, 6]


def test_the_map_and_the_lists_can_be_had_apart():
    scene = GAME[0].scene
    assert any("A" in line for line in draw_board(scene, width=60))
    assert all(len(line) <= 60 for line in draw_board(scene, width=60))
    assert "step 0" not in "\n".join(draw_lists(scene, width=60))


class Copied:
    """A copy that is none: its work is done when it is asked for, or it dies."""

    def __init__(self, work: Callable[[], bytes], dies: bool) -> None:
        self._work, self._dies, self.is_over = work, dies, False

    def answer(self) -> bytes:
        return b"" if self._dies else self._work()

    def end(self) -> None:
        self.is_over = True


def long_game() -> list[Frame]:
    """A counter that goes to and fro under a head whose upper line stays for four steps; one step has other letters."""
    board = msgspec.structs.replace(
        BOARD, places=(PLACE, msgspec.structs.replace(PLACE, id="b", name="B", code="B", at=(14, 4), outline=tuple(
            (x + 10, y) for x, y in RING))), high=(19, 9), factions=(Faction(id="red", name="Red", code="R"),))
    made = []
    for i in range(FROM + 3):
        one = frame(i, str(i // 4), text="caf\u00e9" if i == 5 else "")
        lies = Stack(place="ab"[i % 2], pieces=(Piece(name=f"{i % 3}", code="I", faction="red"),))
        made.append(msgspec.structs.replace(one, scene=msgspec.structs.replace(one.scene, board=board, stacks=(lies,))))
    return made


@pytest.mark.parametrize("width", [100, 460])
def test_the_bytes_are_the_same_whatever_is_kept_and_whoever_paints(width):
    pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    frames, alone = long_game(), film(long_game(), width=width, keeps=False)
    begun: list[Copied] = []

    def copied(work: Callable[[], bytes], dies: bool) -> Copied:
        begun.append(Copied(work, dies))
        return begun[-1]

    assert film(frames, width=width) == alone
    assert film(frames, width=width, begin=lambda work: copied(work, False), copies=2) == alone
    assert film(frames, width=width, begin=lambda work: copied(work, True)) == alone
    assert film(frames, width=width, begin=lambda _work: None, copies=2) == alone
    assert film(frames, width=width, begin=Second.begin, copies=2) == alone
    assert [one.is_over for one in begun] == [True] * 3
    film(frames[: FROM - 1], width=width, begin=lambda work: copied(work, False))
    assert len(begun) == 3


def test_copies_are_gone_if_a_picture_cannot_be_painted():
    pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    begun: list[Copied] = []

    def tell(done: int) -> None:
        if done > FROM // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        film(long_game(), width=100, progress=tell, begin=lambda work: begun.append(Copied(work, False)) or begun[-1])
    assert [one.is_over for one in begun] == [True]
