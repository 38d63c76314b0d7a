"""What came in the texts of a mail: all their records count, and what is none is told with its place."""

from __future__ import annotations

from pbem.desk import door
from pbem.desk.door import arrivals, log_in
from pbem.post.contents import FoundLines, FoundText
from records import decoded, finished

LINES = finished()[:6]


def text_of(lines):
    return b"".join(lines).decode()


def test_a_log_in_several_texts_of_one_mail_is_read_whole(monkeypatch):
    parts = [FoundText("mail", text_of(LINES[:2])),
             FoundLines("mail", list(LINES[2:3])),
             FoundText("mail", text_of(LINES[3:]))]
    monkeypatch.setattr(door, "items", lambda content, source: parts)
    assert [piece.line for piece in log_in(b"a mail", "mail").pieces] == list(LINES)


def test_a_text_gives_its_records_in_order_and_what_is_none_is_told_with_its_line():
    came, troubles = arrivals([FoundText("mail", text_of(LINES))])
    assert ([one.event.id for one in came], troubles) == ([event.id for event in decoded(LINES)], [])
    spoiled = LINES[2].replace(b'"kind":"', b'"kind":"no', 1)
    came, troubles = arrivals([FoundText("mail", text_of([*LINES[:2], spoiled, *LINES[3:]]))])
    assert len(came) == 5
    assert [(one.source, one.error.source, one.error.line) for one in troubles] == [("mail", "mail", 3)]
