"""Logs in other forms: what signatures prove is found again, and nothing else."""

from __future__ import annotations

import textwrap

import pytest

from mangled import FORMS, GREETING, REGARDS, at_blanks, folded, quoted, wrapped
from pbem.crypto.keys import identity_seed
from pbem.limits import MAX_LINE
from pbem.reading.straight import is_gain, is_straight, straighten
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import master
from records import finished

LINES = finished()
LOG = b"".join(LINES)
TEXTS = {name: FORMS[name](LOG).decode() for name in (
    "line ends of Windows", "line ends of old", "folded", "wrapped", "wrapped at blanks", "quoted", "quoted twice",
    "quoted and wrapped", "wrapped and quoted, the greeting too", "words below", "words above", "empty lines",
    "indented", "the last line end lost", "an end of file of old", "other quotation marks",
)}  # fmt: skip


@pytest.mark.parametrize("form", TEXTS)
def test_every_line_is_found_again_byte_for_byte(form):
    found = straighten(TEXTS[form])
    assert found.content == LOG
    assert all(piece.is_record for piece in found.pieces)
    assert is_gain(TEXTS[form].encode(), found)
    assert not is_straight(TEXTS[form].encode())


def test_what_was_done_is_told():
    assert straighten(TEXTS["quoted and wrapped"]).changed == ["quoted", "wrapped"]
    assert straighten(TEXTS["line ends of Windows"]).changed == ["other line ends"]
    assert straighten(TEXTS["other quotation marks"]).changed == ["other quotation marks"]
    assert straighten(TEXTS["words below"]).passed == len(REGARDS.split("\n")) - 2
    assert straighten(TEXTS["words above"]).passed == 2


def test_a_log_as_it_must_be_is_straight_and_gains_nothing():
    assert is_straight(LOG)
    found = straighten(LOG.decode())
    assert (found.content, found.changed, found.passed, found.has_first_line) == (LOG, [], 0, True)
    assert not is_gain(LOG, found)
    assert not straighten("".join(line.decode() for line in LINES[1:])).has_first_line


@pytest.mark.parametrize("text", ["", "hello\n", '{"c":', '"c":{"s":"', "\x1a", " " * 100])
def test_a_text_without_records_gives_nothing(text):
    assert not straighten(text).pieces


def remark(text: str, n: int) -> bytes:
    """A line of a match of which nothing but this and its first lines is known."""
    last = [CODEC.decode(line) for line in LINES][-1].msg
    return CODEC.make(ev.Note(game=last.game, seat=0, n=n, feed=last.feed, prev=last.prev, r=last.r, t=1, inc=(),
                              body=ev.NoteBody(text=text)), identity_seed(master(0))).line


def test_signatures_say_how_a_text_was_put_together():
    """Blanks that wrapping took, blanks that stand at the width by chance, and words that were cut there."""
    words = "we march on Nova Lisboa at dawn and no later, says the staff of the brigade in its order of the day"
    for n in range(0, 24, 3):
        line = remark("x" * n + " " + words, 40)
        signed = _signed_by_seat_0(line)
        for text in (wrapped(signed), at_blanks(signed), folded(signed), quoted(wrapped(signed, 60))):
            assert straighten("".join(line.decode() for line in LINES) + text).pieces[-1].line == signed


def _signed_by_seat_0(line: bytes) -> bytes:
    """The same event with the signature of the seat, as the key of its join tells."""
    from pbem.crypto.hashing import unb64
    from pbem.crypto.keys import SeatKeys

    event = CODEC.decode(line)
    keys = SeatKeys.derive(master(0), unb64(CODEC.decode(LINES[0]).id, 32), 0)
    return CODEC.make(event.msg, keys.sign_seed).line


def test_nothing_is_repaired():
    """A torn record, a letter changed, words in the middle: each stays what it is, for a reader to tell of."""
    torn = [*LINES[:5], LINES[5][:200] + b"\n", *LINES[6:]]
    found = straighten(quoted(b"".join(torn).decode()))
    assert [piece.is_record for piece in found.pieces].index(False) == 5
    assert [p.line for p in found.pieces if p.is_record] == [*LINES[:5], *LINES[6:]]
    words = straighten(quoted(b"".join([*LINES[:5], b"and then\n", *LINES[5:]]).decode()))
    assert (words.pieces[5].line, words.pieces[5].is_record, words.passed) == (b"and then\n", False, 0)
    other = LOG.replace(b'"r":2', b'"r":3', 1)
    assert straighten(quoted(other.decode())).content == other


def test_half_a_record_at_the_end_is_no_greeting():
    found = straighten(LOG.decode() + LINES[3].decode()[20:220] + "\n")
    assert (len(found.pieces), found.pieces[-1].is_record, found.passed) == (len(LINES) + 1, False, 0)


def test_two_records_on_one_line_are_two():
    assert straighten(LOG.decode().replace("\n", " ")).content == LOG


def test_each_record_keeps_the_number_of_its_line():
    text = GREETING + LINES[0].decode() + "\n" + textwrap.fill(LINES[1].decode(), 72) + "\n" + LINES[2].decode()
    numbers = [piece.number for piece in straighten(text).pieces]
    assert numbers == [4, 6, 6 + len(textwrap.wrap(LINES[1].decode(), 72))]


@pytest.mark.parametrize("junk", [
    '{"c":{' * 10_000, '{"c":{' + "," * 300_000, '{"c":{' + ', "' * 100_000, ",\n" * 100_000 + '{"c":{',
    '{"c":{"\n' * 8_000,
    '{"c":{' + '\n> ' * 100_000 + LINES[3].decode()[6:],
])  # fmt: skip
def test_junk_has_bounds(junk):
    for piece in straighten(junk).pieces:
        assert len(piece.line) <= MAX_LINE
        assert piece.line.count(b"\n") == 1
