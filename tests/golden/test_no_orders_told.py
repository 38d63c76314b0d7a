"""No sentence of a recorded game has an order in it as the record has it, nor an id: names and places in words."""

from __future__ import annotations

import re

import pytest

from names_told import CASES, ROOT, frames_of, told_in
from pbem.desk.logged import log_lines
from pbem.desk.reading import read
from pbem.ruleset import find
from tiers import recorded

QUICK = {"anaconda/wrong_command", "angola/resignation", "fallujah/april_lost", "enduring_freedom/draw"}
GAMES = recorded(CASES, QUICK)
RAW = re.compile(
    r"\w_\w"  # d_oda_594
    r"|[a-z0-9]\+[a-z]"  # d_oda_594+d_oda_372
    r"|(?<![\w.])[a-z]\.[a-z]+\d*\b"  # f.inf3
    r"|(?<![\w(])t\d+\b"  # t44
    r"|^(pass|done|last|more)$|\b(seals|seals orders|opens|decides): (pass|done|last|more)\b"
    r"|\w=\w")


def raw_in(texts):
    return [text for text in texts if RAW.search(text)]


@pytest.mark.parametrize("said", [
    "attack d_oda_594+d_oda_372 1809", "fires fire t44 2", "f.inf3", "a=luanda", "seals: pass"])
def test_orders_of_the_record_are_known_by_their_looks(said):
    assert raw_in([said])


@pytest.mark.parametrize("viewer", ["public", "auditor"])
@pytest.mark.parametrize("case", GAMES)
def test_no_step_tells_an_order_or_an_id_as_the_record_has_it(case, viewer):
    frames = frames_of(case, viewer)
    told = [text for frame in frames for text in told_in(frame)]
    told += [text for frame in frames if frame.ending for text in (frame.ending.text, frame.ending.why)]
    assert len(told) > 20
    assert raw_in(told) == []


@pytest.mark.parametrize("case", GAMES)
def test_no_line_of_the_log_tells_one_whoever_reads_it(case):
    path, name = ROOT / "logs" / case / "game.pbem", case.partition("/")[0]
    seats = find(name).seats
    match = read(path, checked=True)
    lines = [line for seat in (None, *seats) for line in log_lines(match, seat)]
    assert lines
    assert raw_in(lines) == []


SEALING = recorded([case for case in CASES if case.startswith(("anaconda/", "angola/"))], QUICK)
UNTOLD = {"12.4.1", "9.6.2", "12.1.1", "12.1.2"}  # bids and air points are numbers; who draws


@pytest.mark.parametrize("case", SEALING)
def test_what_is_planned_sealed_or_opened_is_told(case):
    asked = [frame for frame in frames_of(case, "auditor") if frame.kind in ("seal", "open") or frame.rule[-2:] == "-p"]
    deeds = [(frame.rule, deed) for frame in asked for deed in frame.deeds if {*deed.say.split("; ")} - {"none", ""}]
    assert len(deeds) > 5
    assert [(rule, deed.say) for rule, deed in deeds if not deed.told and rule not in UNTOLD] == []
