"""Where lines come from: the same numbers and the same lines from a file, from its bytes and from a list."""

from __future__ import annotations

import msgspec
import pytest

from pbem.audit.findings.watch import AskedAfter
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.limits import MAX_LINE
from pbem.match.match import Match
from pbem.reading.cache import Cache
from pbem.reading.source import Source
from records import decoded, finished
from tiny import TINY

LINES = finished()[:12]
LONGEST = b"x" * (MAX_LINE - 1) + b"\n"
SHAPES = {
    "nothing": (b"", []),
    "whole": (b"a\nb\n", [(1, b"a\n"), (2, b"b\n")]),
    "empty": (b"\n\na\n", [(1, b"\n"), (2, b"\n"), (3, b"a\n")]),
    "torn": (b"a\nb", [(1, b"a\n"), (2, b"b")]),
    "longest": (LONGEST + b"b\n", [(1, LONGEST), (2, b"b\n")]),
    "too long": (b"x" + LONGEST + b"b\n", [(1, None), (2, b"b\n")]),
    "far too long": (b"x" * 3 * MAX_LINE + b"\nb\n", [(1, None), (2, b"b\n")]),
    "too long and torn": (b"a\n" + b"x" * (MAX_LINE + 1), [(1, b"a\n"), (2, None)]),
    "longest and torn": (b"x" * MAX_LINE, [(1, b"x" * MAX_LINE)]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_lines_are_numbered_from_1_and_what_is_too_long_is_none(shape, tmp_path):
    content, lines = SHAPES[shape]
    path = tmp_path / "game.pbem"
    path.write_bytes(content)
    for source in (Source(path), Source(content)):
        assert list(source) == list(source) == lines  # as often as it is read
        assert source.size == len(content)


def test_a_list_of_lines_is_taken_as_it_is():
    source = Source(line for line in LINES)
    assert list(source) == list(source) == list(enumerate(LINES, start=1))
    assert source.size == sum(map(len, LINES))


def test_a_missing_file_is_named_when_it_is_read(tmp_path):
    with pytest.raises(WrongUse, match="there is no file"):
        list(Source(tmp_path / "none.pbem"))


def test_events_are_fetched_by_the_numbers_of_their_lines():
    events = decoded(LINES)
    source = Source(LINES)
    assert source.fetch([3, 1, 3]) == {1: events[0], 3: events[2]}
    assert source.fetch([]) == source.fetch([99]) == {}


def test_events_are_found_by_round_and_seat():
    events = decoded(LINES)
    wanted = {(events[i].msg.r, events[i].msg.seat) for i in (2, 5)}
    found = list(Source([b"junk\n", *LINES, b'"r":1,"seat":1}\n']).events_of(wanted))
    assert found == [
        (number, e) for number, e in enumerate(events, start=2)
        if e.kind != "genesis" and (e.msg.r, e.msg.seat) in wanted
    ]  # fmt: skip
    assert len(found) >= 2


# ------------------------------------------------------------------ the first line


@pytest.mark.parametrize("at", [0, 1, 11])
def test_the_first_line_of_a_match_may_stand_anywhere(at):
    rest = list(LINES[1:])
    rest.insert(at, LINES[0])
    assert Source(rest).first_line() == (at + 1, decoded(LINES[:1])[0])


def test_of_a_log_without_a_first_line_its_first_fault_is_told():
    why = "no first line: this is no log of a match"
    for lines in (LINES[1:], [LINES[1], b"junk\n"]):
        with pytest.raises(BadRecord) as refused:
            Source(lines).first_line()
        assert (refused.value.why, refused.value.line) == (why, None)
    torn = LINES[0][:-1]
    for lines, number in (([b"junk\n", torn], 1), ([torn, b"junk\n"], 1), ([LINES[1], torn], 2)):
        with pytest.raises(BadRecord, match="not framed as an event") as refused:
            Source(lines).first_line()
        assert refused.value.line == number


def test_a_first_line_that_only_a_later_version_reads_is_no_damage():
    later = LINES[0].replace(b'"options":', b'"policy":{"skip":"all"},"options":')
    core = msgspec.json.decode(later[5:-95])
    later = b'{"c":' + msgspec.json.encode(core, order="sorted") + later[-95:]
    with pytest.raises(Unsupported, match="cannot read the policy `skip` yet"):
        Source([later, *LINES[1:]]).first_line()
    with pytest.raises(Unsupported):
        Source([later, LINES[0][:-1]]).first_line()  # what came first is told


# ------------------------------------------------------------------ what was verified before


KEY = bytes([9]) * 32


@pytest.fixture
def match():
    found = Match(decoded(LINES[:1])[0], TINY, TINY.data_files(None))
    found.take(decoded(LINES))
    return found


def test_what_is_remembered_is_written_once(tmp_path, match):
    cache, events, held = Cache(tmp_path / "game.cache", KEY), decoded(LINES), match.feeds.by_id
    assert cache.remember(events, held) == 12
    written = cache.path.stat().st_ino, cache.path.read_bytes()
    assert cache.remember(events, held) == 12
    assert (cache.path.stat().st_ino, cache.path.read_bytes()) == written
    assert [cache.checked(events[:n]) for n in (11, 12)] == [0, 12]
    assert cache.checked([*events, *events]) == 12


def test_an_event_under_another_signature_than_was_checked_is_not_remembered(tmp_path, match):
    cache, events = Cache(tmp_path / "game.cache", KEY), decoded(LINES)
    events[7] = msgspec.structs.replace(events[7], sig="A" * 86)
    assert cache.remember(events, match.feeds.by_id) == 7
    assert cache.checked(events) == 7


def test_one_digest_under_another_length_counts_for_nothing(tmp_path, match):
    """Whoever can write to the home cannot make more of what was checked: number and length are under the MAC too."""
    cache, events = Cache(tmp_path / "game.cache", KEY), decoded(LINES)
    cache.remember(events[:9], match.feeds.by_id)
    good = msgspec.json.decode(cache.path.read_bytes())
    for change in ({"events": 8}, {"events": 12}, {"bytes": good["bytes"] + 1}, {"digest": good["mac"]}):
        cache.path.write_bytes(msgspec.json.encode(good | change, order="sorted") + b"\n")
        assert cache.checked(events) == 0
    cache.path.write_bytes(msgspec.json.encode(good, order="sorted") + b"\n")
    assert cache.checked(events) == 9


# ------------------------------------------------------------------ what is asked, in words


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (AskedAfter(4, "Ask", "9.6", "bie", ("act",), (1,), ""), "Ask 9.6 bie of green"),
        (AskedAfter(4, "Seal", "9.6", "", ("seal",), (0, 2), ""), "Seal 9.6 of red and blue"),
        (AskedAfter(9, "", "", "", ("disclose",), (0, 1, 2), ""), "nothing of red and green and blue"),
        (AskedAfter(9, "", "", "", (), (), ""), "nothing of nobody"),
    ],
)
def test_what_the_rules_ask_is_told_with_the_names_of_the_seats(asked, words):
    assert asked.words(["red", "green", "blue"]) == words


def test_what_is_no_log_is_called_by_its_name():
    for lines, words in (
        ([], "it is empty"), (b"", "it is empty"), (b"\xef\xbb\xbf\r\n", "it is empty"),
        (b"x" * (MAX_LINE + 1), "it is a text without records"), ([b"junk\n"], "it is a text without records"),
        (b"%PDF-1.7\n\0\xff", "it is a PDF document"), (b"\0\1\2", "it is no text"),
        (b"PK\x03\x04x", "it is a zip archive, or a document of an office program; unpack it"),
    ):
        with pytest.raises(BadRecord) as refused:
            Source(lines).first_line()
        assert refused.value.why.startswith(words)
