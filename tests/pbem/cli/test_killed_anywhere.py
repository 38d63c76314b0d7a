"""2.13 Each command that signs or sends, killed at every touch of the disk: nothing is lost, nothing signed twice."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from desks import NAMES, Desks, people_of, set_up
from dying import KILLED, everywhere
from pbem.errors import BadRecord
from pbem.post.packet import unpack
from pbem.record.wire import CODEC, SeatLine

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]

Words = Sequence[str]


@dataclass(frozen=True)
class Case:
    """What Ana does before, the command that is killed, and what she does then, all of which goes well."""

    command: Words
    before: Sequence[Words] = ()
    after: Sequence[Words] = ()
    again: frozenset[int] = frozenset({0})  # what the same command may give once more


CASES = {
    "do": Case(["do", "loose"], after=[["send"]], again=frozenset({0, 3})),
    "send": Case(["send"], before=[["do", "loose"]]),
    "note": Case(["note", "hello"]),
    "in": Case(["in", "../../trays"], before=[["do", "--send", "loose"]]),
    "undo": Case(["undo"], before=[["do", "loose"]], again=frozenset({0, 3})),
    "courier": Case(["courier", "--once"], before=[["do", "--send", "loose"]]),
    "courier add": Case(["courier", "add", "--no-passphrase"]),
}


@dataclass
class Table:
    """Ana's place at a match of Angola! whose other three seats have sealed their set-up, as it was and as it is."""

    desks: Desks
    kept: Path

    def keep(self) -> None:
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.desks.root, self.kept)

    def put_back(self) -> None:
        shutil.rmtree(self.desks.root)
        shutil.copytree(self.kept, self.desks.root)

    def log(self, who: str = "ana") -> list[SeatLine]:
        return events_of(self.desks.bytes_of(who).splitlines(keepends=True))

    def sent(self) -> list[SeatLine]:
        """What of Ana's seat has left: packets that lie where others may take them."""
        packets = [*(self.desks.game("ana") / "out").glob("*.pbem"), *(self.desks.root / "shared").glob("*.pbem")]
        return [e for packet in packets for e in events_of(unpack(packet.read_bytes())) if e.seat == 0]


def events_of(lines: Sequence[bytes]) -> list[SeatLine]:
    """Those among some lines; a torn end is none."""
    found = []
    for line in lines:
        with contextlib.suppress(BadRecord):
            event = CODEC.decode(line)
            found += [event] if isinstance(event, SeatLine) else []
    return found


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    root = tmp_path_factory.mktemp("table")
    desks = set_up(root / "now")
    (desks.root / "shared").mkdir()
    (desks.home("ana") / "courier.toml").write_text(f'[[folder]]\npath = "{desks.root}/shared"\n')
    desks.must("ana", "courier", "add", "--no-passphrase")
    for who in NAMES[1:]:
        desks.must(who, "do", "--send", "loose")
        desks.carry(who)
    shutil.copytree(desks.root / "ana" / "came", desks.root / "trays")
    shutil.copytree(desks.root / "trays", desks.root / "shared", dirs_exist_ok=True)
    shutil.copytree(desks.root, root / "first")
    return Table(desks, root / "kept")


@pytest.mark.parametrize("torn", [False, True], ids=["before", "within"])
@pytest.mark.parametrize("name", CASES)
def test_2_13_killed_at_any_touch_of_the_disk_a_command_loses_and_doubles_nothing(table, name, torn):
    case, desks = CASES[name], table.desks
    shutil.rmtree(desks.root)
    shutil.copytree(desks.root.with_name("first"), desks.root)
    for words in case.before:
        desks.must("ana", *words)
    table.keep()
    before, killed, come_to = desks.bytes_of("ana"), 0, set()
    for touch, status in everywhere(lambda: desks.run("ana", *case.command).status, desks.root, torn=torn):
        killed += status == KILLED
        where = (touch, status)
        assert desks.bytes_of("ana").startswith(before), where
        held, left = table.log(), table.sent()
        assert {e.id for e in left} <= {e.id for e in held}, where
        assert desks.run("ana", "next").status == 0, where
        assert desks.run("ana", *case.command).status in case.again, where
        for words in (*case.after, ["out", "--all"]):
            desks.must("ana", *words)
        now = table.log()
        assert {e.id for e in held} <= {e.id for e in now}, where
        assert len({(e.seat, e.msg.n) for e in now}) == len({e.id for e in (*now, *left, *table.sent())}), where
        come_to.add(frozenset(e.kind for e in now if e.seat == 0))
        assert len(come_to) == 1, where  # nothing that was drafted or owed is forgotten
        desks.must("bo", "in", desks.game("ana") / "out")
        desks.must("bo", "verify")
        assert {e.id for e in held} <= {e.id for e in table.log("bo")}, where
        table.put_back()
    assert killed >= 1


@pytest.mark.parametrize("torn", [False, True], ids=["before", "within"])
@pytest.mark.parametrize("name", ["new", "join"])
def test_2_13_killed_while_a_match_is_begun_it_is_whole_or_not_there_and_the_next_command_goes_on(
    tmp_path, name, torn
):
    desks = people_of(tmp_path / "now", "ana", "bo")
    root = desks.root
    new = ["new", "anaconda", "coalition=me", f"al_qaeda={root / 'bo.card'}", "-C", desks.game("ana")]
    who, words = ("ana", new) if name == "new" else ("bo", ["join", root / "invitation", "-C", desks.game("bo")])
    if name == "join":
        desks.must("ana", *new, at=root)
        shutil.copy(next((desks.game("ana") / "out").glob("*.pbem")), root / "invitation")
    shutil.copytree(root, tmp_path / "kept")
    killed = 0
    for touch, status in everywhere(lambda: desks.run(who, *words, at=root).status, root, torn=torn):
        killed += status == KILLED
        again = desks.run(who, *words, at=root)
        if again.status:
            assert name == "new", touch
            assert f"go on with that match: pbem join -C {desks.game(who)}" in again.err
            desks.must(who, "join", "-C", desks.game(who), at=root)
        desks.must(who, "out", "--all")
        assert desks.must(who, "verify").err == "", touch
        assert desks.must(who, "status", at=root).out.count("Anaconda") == 1
        assert [one.kind for one in logged(desks, who) if one.seat == NAMES.index(who)][:1] == ["join"], touch
        shutil.rmtree(root)
        shutil.copytree(tmp_path / "kept", root)
    assert killed >= 1


def logged(desks: Desks, who: str) -> list[SeatLine]:
    return events_of(desks.bytes_of(who).splitlines(keepends=True))
