"""How long an answer waits that only a secret decides, by the settings of a home and by two clocks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.desk.patience import FILE, MINUTE, SAVED, SETTINGS, Counted, Patience, patience_of
from pbem.limits import MOST_PATIENCE

GAME = "A" * 43


@pytest.mark.parametrize(("text", "minutes"), [
    ("", 0), ("pass_after_minutes = 0", 0), ("pass_after_minutes = 5", 5),
    (f"pass_after_minutes = {MOST_PATIENCE}", MOST_PATIENCE), ("pass_after_minutes = 999999999", MOST_PATIENCE),
    ("pass_after_minutes = -1", MOST_PATIENCE), ("pass_after_minutes = true", MOST_PATIENCE),
    ('pass_after_minutes = "5"', MOST_PATIENCE), ("pass_after_minutes = 5.5", MOST_PATIENCE),
    ("pass_after_minutes =", MOST_PATIENCE), ("[" * 100_000, MOST_PATIENCE),
])
def test_settings_that_nobody_can_read_make_an_answer_wait_as_long_as_can_be(tmp_path, text, minutes):
    home = SimpleNamespace(root=tmp_path)
    assert patience_of(home) == 0  # there is no file
    (tmp_path / SETTINGS).write_text(text)
    assert patience_of(home) == minutes * MINUTE


class Waiting:
    """A match in which something waits for an hour; `now` is the wall clock, `steady` the other."""

    def __init__(self, folder) -> None:
        self.now, self.steady = 1_000_000, 50_000
        self.game = SimpleNamespace(path=folder, gid=GAME, others=["bo"])
        self.patience = self.begun()

    def begun(self, seconds: int = 3600) -> Patience:
        return Patience(self.game, seconds, lambda: self.now, lambda: self.steady)

    def after(self, now: int, steady: int) -> int:
        self.now += now
        self.steady += steady
        return self.patience.open_for(7)


@pytest.fixture
def waiting(tmp_path):
    return Waiting(tmp_path)


def test_time_is_counted_from_look_to_look_by_the_clock_that_says_less(waiting):
    assert waiting.after(0, 0) == 0
    assert waiting.after(100, 100) == 100
    assert waiting.after(100_000, 60) == 160  # somebody set the clock
    waiting.patience = waiting.begun()  # the program begins anew
    assert waiting.after(10, 900) == 1060  # both clocks, since the last time that was written down
    assert waiting.patience.open_for(8) == 0  # another round


def test_what_went_by_before_a_clock_was_set_back_or_a_machine_began_anew_stays_counted(waiting):
    waiting.after(0, 0)
    assert waiting.after(SAVED, SAVED) == SAVED
    assert waiting.after(-1000, 10) == SAVED
    assert waiting.after(50, 50) == SAVED + 50
    waiting.steady = 5  # the machine began anew
    assert waiting.after(100, 15) == SAVED + 20


def test_an_answer_may_pass_when_the_round_is_old_enough_and_at_once_if_nobody_else_plays(waiting):
    assert not waiting.patience.may_pass(7)
    waiting.now, waiting.steady = waiting.now + 3599, waiting.steady + 3599
    assert not waiting.patience.may_pass(7)
    waiting.now, waiting.steady = waiting.now + 1, waiting.steady + 1
    assert waiting.patience.may_pass(7)
    assert waiting.begun(0).may_pass(8)
    waiting.game.others = []
    assert waiting.begun().may_pass(9)


def test_what_was_counted_of_another_match_or_spoiled_by_hand_counts_for_nothing(waiting):
    waiting.after(0, 0)
    waiting.after(SAVED, SAVED)
    waiting.game.gid = "B" * 43
    assert waiting.after(0, 0) == 0
    (waiting.game.path / FILE).write_text("{}")
    assert waiting.after(SAVED, SAVED) == 0


def test_a_steady_clock_that_shows_less_than_before_began_anew():
    counted = Counted(GAME, 7, 60, 500, 1000)
    assert [counted.at(1100, steady) for steady in (500, 530, 700, 20, -5)] == [60, 90, 160, 80, 60]
