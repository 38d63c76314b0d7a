"""2.18 Records that come before the join of their seat, and a stranger's flood of forged ones among them."""

from __future__ import annotations

import random

import pytest

from mailing import SETTINGS, Clock, folder_way, mail_way, seated
from pbem.limits import KEYLESS_TWINS
from pbem.post.packet import pack
from pbem.record import events as ev
from pbem.record.wire import CODEC
from postal import FakeBox, FakeSender, Hazard, Office, mail
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


class Overtaken:
    """Red has read nothing of Green yet; a remark of Green comes before his join."""

    def __init__(self, root, ways) -> None:
        self.red, self.green, self.blue = seated(root, TINY, Clock(), options={"turns": 1})
        self.ways = ways
        with self.green.player.desk.game(self.green.folder) as game:
            self.note = game.match.note(1, "the first to come")
            self.first, feed = game.match.genesis, game.match.feeds.feeds[1]
            self.join = feed.join and game.match.feeds.by_id[feed.ids[0]]
        self.begin()

    def begin(self) -> None:
        self.red.end()
        self.red.begin(SETTINGS, self.ways, Hazard(random.Random(1), 1, 0))

    def forged(self, number: int) -> bytes:
        msg = self.note.msg
        core = {name: getattr(msg, name) for name in ("feed", "game", "n", "prev", "r", "seat", "t")}
        return CODEC.make(ev.Note(**core, body=ev.NoteBody(text=f"no {number}")), bytes([number]) * 32).line

    def has_note(self) -> bool:
        return self.note.line in (self.red.folder / "game.pbem").read_bytes()


@pytest.fixture
def office():
    return Office()


@pytest.mark.parametrize("floods", [0, 1, 3])
def test_a_flood_of_mails_loses_no_record_that_was_overtaken(tmp_path, office, floods):
    """Whatever pushes an honest record out, the mail that brought it is read again when its seat has joined."""
    met = Overtaken(tmp_path, mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)))

    def comes(*lines: bytes) -> None:
        packet = pack([met.first.line, *lines])
        office.put(met.red.address, mail("green@pbem.test", "[pbem] Tiny", attach=packet, name="tiny.pbem"))

    comes(met.note.line)
    met.red.courier.look()
    for flood in range(floods):
        comes(*(met.forged(20 * flood + number + 1) for number in range(KEYLESS_TWINS)))
        met.red.courier.look()
        met.begin()  # it is known by whoever begins again
    assert not met.has_note()
    comes(met.join.line)
    met.red.courier.look()
    assert met.has_note()
    assert any("looked for once more" in line for line in met.red.said) is (floods > 0)
    fetched = len(office.fetched)
    met.red.courier.look()
    assert len(office.fetched) == fetched
    assert met.red.courier.journal.state.let_go == {}
    met.red.end()


def test_so_does_none_in_a_shared_folder(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    met = Overtaken(tmp_path, folder_way(shared))
    (shared / "1.pbem").write_bytes(pack([met.note.line]))
    met.red.courier.look()
    (shared / "2.pbem").write_bytes(pack([met.forged(number + 1) for number in range(KEYLESS_TWINS)]))
    met.red.courier.look()
    (shared / "3.pbem").write_bytes(pack([met.join.line]))
    met.red.courier.look()
    assert met.has_note()
    met.red.end()
