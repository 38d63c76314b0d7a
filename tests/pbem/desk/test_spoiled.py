"""Private files that somebody spoiled: one clear line, no packet kept out, nothing believed that does not fit."""

from __future__ import annotations

import json
import os

import pytest

from orders import ORDERS
from pbem.cli.listed import full
from pbem.desk import early, standing
from pbem.desk.automatic import carry_on
from pbem.desk.drafting import Drafting, send_drafts, take_orders
from pbem.desk.drafts import FILE
from pbem.desk.early import read_early
from pbem.desk.inbox import inbox
from pbem.disk import whole
from pbem.disk.small import encode_strict
from pbem.errors import NotYourTurn, WrongUse
from pbem.post.intake import take
from seated import people


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)


@pytest.fixture
def ana(tmp_path):
    """Ana's desk and folder; she holds red and green, Bo holds blue."""
    desks = people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})
    return desks["ana"], tmp_path / "ana" / "game", tmp_path / "bo" / "game"


def huge(path):
    with path.open("wb") as file:
        file.truncate(5 * 2**20)


@pytest.mark.parametrize("spoil", [os.mkdir, os.mkfifo, huge], ids=["folder", "pipe", "huge"])
@pytest.mark.parametrize("name", [FILE, early.FILE, standing.FILE])
def test_a_spoiled_private_file_keeps_no_packet_out(ana, monkeypatch, name, spoil):
    desk, folder, other = ana
    monkeypatch.setattr("pbem.desk.automatic.SOURCES", (early.carry_out_early, lambda game: kept_standing(game)))
    spoil(folder / name)
    with desk.game(folder) as game:
        told = carry_on(game).told
    assert len(told) == 1
    assert told[0].startswith("nothing is answered for you: ")
    assert name in told[0]
    packets = [str(path) for path in sorted((other / "out").glob("*.pbem"))]
    (receipt,), troubles = desk.take_in(take(packets), folder)
    assert (receipt.faults, troubles) == ([], [])


def kept_standing(game):
    """Standing orders, read although this game has no policies."""
    standing.standing_orders(game.path, ORDERS, game.match.state)
    return []


def test_a_draft_of_two_answers_for_one_question_does_not_stand(ana):
    desk, folder, _ = ana
    for words in ("2", "1"):
        with desk.game(folder) as game:
            take_orders(game, [words])
    kept = json.loads((folder / FILE).read_bytes())
    kept["drafts"][1]["says"] = ["1", "1"]
    (folder / FILE).write_bytes(encode_strict(kept))
    with desk.game(folder) as game:
        drafting = Drafting(game.match, folder)
        assert (len(drafting.drafts), len(drafting.unfit)) == (1, 1)
        drafting.leave()
        with pytest.raises(NotYourTurn, match="one answer is asked for, not 2"):
            send_drafts(game)


@pytest.mark.parametrize("typed", ["1.4: \udcff", "1.4/a\u2028b: yes", "1.4/\x07: yes"])
def test_what_no_file_can_hold_is_not_filed(typed):
    with pytest.raises(WrongUse, match="no order filed early"):
        read_early(typed, "red")


def test_a_summary_that_names_no_files_is_not_believed(ana):
    desk, _, _ = ana
    (entry,) = inbox(desk)
    file = desk.home.summaries.folder / f"{entry.game}.json"
    for forged in ({"stamps": {}, "round": 77}, {"since": 10**17}, {"since": -1}):
        file.write_bytes(encode_strict(json.loads(file.read_bytes()) | forged))
        (found,) = inbox(desk)
        assert found.summary == entry.summary
        assert full(found, desk.home, ())


def test_a_summary_that_cannot_be_kept_is_shown_all_the_same(ana):
    desk, _, _ = ana
    (entry,) = inbox(desk)
    file = desk.home.summaries.folder / f"{entry.game}.json"
    file.unlink()
    file.mkdir()
    (found,) = inbox(desk)
    assert (found.fault, found.summary) == ("", entry.summary)


def test_a_spoiled_line_of_an_early_order_is_told_stays_and_stops_nothing(ana):
    desk, folder, _ = ana
    spoiled = ["red no colon here", "blue 1.1: 3", "nobody 1.1: 2"]
    whole.write_private(folder / early.FILE, "\n".join([spoiled[0], "red 1.1: 2", *spoiled[1:]]).encode())
    said = [f"early.txt, line {n} counts for nothing" for n in (1, 2, 3)]  # the good line stood between them
    with desk.game(folder) as game:
        done = carry_on(game)
        assert done.told[0] == "filed early, now given: red: 2"
        assert [line.partition(":")[0] for line in done.told[1:]] == said
        assert carry_on(game).told == done.told[1:]
    assert (folder / early.FILE).read_text().splitlines() == spoiled
    with desk.game(folder) as game:
        told = early.file_early(folder, game.match, [read_early("1.3: 1", "red")])
    assert len(told) == 3
    assert (folder / early.FILE).read_text().splitlines() == ["red 1.3: 1", *spoiled]
