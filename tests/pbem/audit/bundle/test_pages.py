"""The pages beside a report: rules, keys and story of a match, and what stands there if little is known."""

from __future__ import annotations

import json
from importlib.metadata import version

import pytest

from pbem.audit.bundle.pages import keys_page, rules_page, story_page
from pbem.audit.verify import Examined, examine
from pbem.errors import Unsupported
from pbem.match.start import engine_hash
from pbem.reading.source import Source
from records import TINY_ONLY, decoded, finished
from tiny import TINY

LINES = finished()
EVENTS = decoded(LINES)
BODY = EVENTS[0].msg.body


def examined(lines=LINES, find=TINY_ONLY) -> tuple[Examined, Source]:
    source = Source(lines)
    return examine(source, "full", find_ruleset=find), source


def nowhere(engine):
    raise Unsupported(f"{engine} is not installed here")


def test_the_rules_are_named_with_version_options_and_digests():
    told = json.loads(rules_page(examined()[0].start, {"tiny.toml": b"", "also.toml": b""}))
    known = {
        "format": "pbem-rules/1", "pbem": version("pbem"), "protocol": "pbem1", "engine": "tiny/1",
        "engine_digest": BODY.engine_hash, "title": TINY.title, "options": BODY.options,
        "data": {"tiny.toml": engine_hash("tiny/1", TINY.data_files(None))}, "corrected": ["also.toml", "tiny.toml"],
    }  # fmt: skip
    assert told | known == told
    assert rules_page(examined()[0].start, {}).startswith('{\n "format": "pbem-rules/1"')


def test_rules_that_are_not_here_are_named_without_title_and_data():
    told = json.loads(rules_page(examined(find=nowhere)[0].start, {}))
    assert (told["engine"], told["title"], told["data"], told["corrected"]) == ("tiny/1", "", {}, [])


def test_without_a_first_line_only_the_program_is_named():
    told = json.loads(rules_page(examined([b"junk\n"])[0].start, {}))
    assert told == {"format": "pbem-rules/1", "pbem": version("pbem"), "protocol": "pbem1"}


def test_keys_stand_by_seat_the_host_first():
    join = next(e.msg.body for e in EVENTS if e.kind == "join" and e.seat == 1)
    lines = keys_page(examined()[0]).splitlines()
    at = lines.index("seat 1, green")
    assert lines[at : at + 6] == [
        "seat 1, green", f"  identity     {BODY.seats[1].id}", f"  fingerprint  {BODY.seats[1].id[:12]}",
        f"  key of seat  {join.pk}", f"  commitment   {join.gsc}", f"  dice anchor  {join.anchor}",
    ]  # fmt: skip
    order = [line for line in lines if line.startswith(("host", "seat "))]
    assert order == ["host", "seat 0, red", "seat 1, green", "seat 2, blue"]


def test_a_seat_that_has_not_joined_and_a_log_that_names_nobody():
    lines = keys_page(examined(LINES[:1])[0]).splitlines()
    assert lines.count("  has not joined in this log") == 3
    page = keys_page(examined([b"junk\n"])[0])
    assert page.endswith("\nThe first line of the log cannot be read: it names nobody.\n")
    assert "seat 0" not in page


def test_the_story_is_told_round_by_round_and_remarks_after_it_in_order():
    found, source = examined()
    lines = story_page(found, source).splitlines()
    told = found.case.watch.binding.table.story
    assert lines[: len(told)] == [f"{t.round:5}  {t.text} ({t.rule})" for t in told]
    notes = sorted((e.msg for e in EVENTS if e.kind == "note"), key=lambda note: note.r)
    assert lines[len(told) :] == [f"{n.r:5}  {TINY.seats[n.seat]} remarks: {n.body.text}" for n in notes]
    shuffled = Source(sorted(LINES))
    assert story_page(examine(shuffled, "full", find_ruleset=TINY_ONLY), shuffled) == story_page(found, source)


def test_remarks_that_count_for_nothing_are_not_told():
    note = next(line for line in LINES if b'"kind":"note"' in line)
    forged = note[:-20] + b"AAAA" + note[-16:]
    junk = b'{"c":{"kind":"note"}\n'
    for lines in ([line for line in LINES if line != note] + [forged], [*LINES, note, junk]):
        page = story_page(*examined(lines))
        assert page.count(" remarks: ") == (2 if note not in lines else 3)


@pytest.mark.parametrize(("lines", "find"), [([b"junk\n"], TINY_ONLY), (LINES, nowhere)])
def test_without_rules_there_is_no_story(lines, find):
    assert story_page(*examined(lines, find)) == (
        "The rules of this match are not installed where this was written, or its first line cannot be read.\n"
    )


def test_a_reading_keeps_nothing_of_rounds_that_have_closed():
    """So that a log of any length is verified in little memory (design 8)."""
    case = examined()[0].case
    assert (case.rounds.closed, case.feeds.usable) == ([], [])
    assert {e.kind for e in case.feeds.by_id.values()} <= {"note"}


@pytest.mark.parametrize("lines", [LINES, LINES[1:] + LINES[:1], sorted(LINES), (*LINES, *LINES)])
def test_events_are_counted_once_wherever_the_first_line_stands(lines):
    assert examined(lines)[0].report.events == len(LINES)
