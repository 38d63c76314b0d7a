"""Pictures, pages and films of the longest recorded game: nothing is played or painted twice, and the named bars."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.main import status_of
from pbem.match.binding import Binding
from pbem.show import gif

pytestmark = pytest.mark.slow
LONGEST = Path(__file__).parents[3] / "logs" / "angola" / "turn_ten" / "game.pbem"
ROUNDS, AT = 1283, 900
BARS = {  # seconds of a processor; twice as much is allowed here, for the machine may be busy
    "png": (1.2, ("--at", str(AT), "--width", "900")),
    "html": (3.0, ()),
    "gif": (8.0, ("--turn", "5")),
}


def test_no_round_is_played_twice_and_few_later_ones_for_a_picture_of_a_game_of_another_build(tmp_path, monkeypatch):
    closed, close = [], Binding.close
    monkeypatch.setattr(Binding, "close", lambda self, one: (closed.append(one.r), close(self, one))[1])
    assert status_of(["export", "svg", str(LONGEST), "--at", str(AT), "--public", "-o", str(tmp_path / "a.svg")]) == 0
    assert sorted(closed) == list(range(1, len(closed) + 1))
    assert AT < len(closed) <= AT + 32 < ROUNDS


def test_the_picture_after_a_round_is_that_round_s_though_the_whole_game_was_read(tmp_path):
    target = tmp_path / "a.svg"
    for at, turn in ((AT, "Turn 8 of 10"), (200, "Turn 3 of 10")):
        assert status_of(["export", "svg", str(LONGEST), "--at", str(at), "--public", "-o", str(target)]) == 0
        assert turn in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["png", "html"])
def test_what_the_public_sees_is_shown_without_a_desk_or_bots(kind, tmp_path):
    looked = "import sys; from pbem.cli.main import status_of; status = status_of(sys.argv[1:]); " + (
        "print(status, *sorted(m for m in sys.modules if m.startswith(('pbem.desk.desk', 'pbem.post.packet', "
        "'pbem_games.fallujah.bots', 'pbem_games.fallujah.forms'))))"
    )
    log = LONGEST.parents[2] / "fallujah" / "april_lost" / "game.pbem"
    command = [sys.executable, "-c", looked, "export", kind, str(log), "--public", "-o", str(tmp_path / "a")]
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"PBEM_HOME": "/none"})
    assert told.stdout.split() == ["0"]


def test_a_film_paints_the_board_once_and_each_part_once(tmp_path, monkeypatch):
    pytest.importorskip("PIL.Image")
    painted, paint = [], gif.png
    monkeypatch.setattr(gif, "png", lambda svg, width: (painted.append(svg), paint(svg, width))[1])
    log = LONGEST.parents[2] / "fallujah" / "april_lost" / "game.pbem"
    target = tmp_path / "a.gif"
    assert status_of(["export", "gif", str(log), "--public", "--by", "event", "--width", "200", "-o", str(target)]) == 0
    parts = [svg for svg in painted if not svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ')]
    assert len(parts) == len(set(parts)) > 20
    assert sum('class="board"' in svg for svg in painted) == len({svg for svg in painted if 'class="board"' in svg})


def test_the_page_of_the_longest_game_is_at_most_a_fifth_larger_than_before_themes_cards_and_graphs(tmp_path):
    target = tmp_path / "a.html"
    assert status_of(["export", "html", str(LONGEST), "--public", "-o", str(target)]) == 0
    assert target.stat().st_size <= 1.2 * 1_350_000


@pytest.mark.parametrize("kind", sorted(BARS))
def test_the_bars_of_the_longest_game(kind, tmp_path):
    most, options = BARS[kind]
    program = "from pbem.cli.main import run; run()"
    command = [sys.executable, "-c", program, "export", kind, str(LONGEST), "--public", *options]
    best = most * 9
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*command, "-o", str(tmp_path / "a")], check=True, capture_output=True,
                       env=os.environ | {"PBEM_HOME": str(tmp_path)})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert best < 2 * most
