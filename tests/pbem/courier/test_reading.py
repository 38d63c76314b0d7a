"""What ends the program while it is read, or fails as a bug, is set aside: told once, and never read again."""

from __future__ import annotations

import random

import pytest

from mailing import SETTINGS, Clock, mail_way, seated
from pbem.courier import courier as courier_module
from pbem.courier import ways
from pbem.courier.reading import PostReading
from pbem.limits import MAX_ASIDE, MAX_SHARED_LOG, MOST_TRIES
from pbem.post.folder import SMALL, SharedFolder
from postal import FakeBox, FakeSender, Hazard, Killed, Office, mail
from tiny import TINY


def test_what_was_begun_too_often_is_set_aside_for_good(tmp_path):
    for _ in range(MOST_TRIES):
        assert PostReading(tmp_path).begin("way", "7:1") == "read"
    reading = PostReading(tmp_path)
    assert [reading.begin("way", "7:1") for _ in range(3)] == ["tell", "skip", "skip"]
    assert PostReading(tmp_path).begin("way", "7:1") == "skip"
    assert PostReading(tmp_path).begin("other way", "7:1") == "read"


def test_what_ended_well_or_by_something_else_is_not_counted(tmp_path):
    for _ in range(3 * MOST_TRIES):
        reading = PostReading(tmp_path)
        assert reading.begin("way", "7:1") == "read"
        reading.end()
    for number in range(3 * MOST_TRIES):  # one after the other: the place of those is kept elsewhere
        assert PostReading(tmp_path).begin("way", f"7:{number}") == "read"


def test_what_failed_is_set_aside_at_once(tmp_path):
    reading = PostReading(tmp_path)
    assert not reading.fail()
    reading.begin("way", "7:1")
    assert reading.fail()
    assert reading.begin("way", "7:1") == "skip"


def test_the_list_stays_short_and_a_spoiled_one_is_begun_anew(tmp_path):
    (tmp_path / "reading.json").write_text("{")
    reading = PostReading(tmp_path)
    for number in range(MAX_ASIDE + 5):
        reading._file.aside = [*reading._file.aside[1 - MAX_ASIDE :], ("way", str(number))]
    reading._write()
    assert len(PostReading(tmp_path)._file.aside) == MAX_ASIDE


@pytest.fixture
def red(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    site = seated(tmp_path, TINY, Clock(), options={"turns": 1})[0]
    site.office = Office()
    begin(site)
    yield site
    site.end()


def begin(site):
    site.begin(SETTINGS, mail_way(lambda s: FakeBox(site.office, s.address), lambda s: FakeSender(site.office)),
               Hazard(random.Random(1), 1, 0))


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("too deep")])
@pytest.mark.parametrize("is_late", [True, False])
def test_a_mail_that_fails_is_told_once_and_keeps_no_other_out(red, monkeypatch, error, is_late):
    honest = ways.items

    def late():
        raise error
        yield

    def failing(content, source):
        if b"evil" in content and not is_late:
            raise error
        return late() if b"evil" in content else honest(content, source)

    taken = []
    take = red.courier._take
    monkeypatch.setattr(red.courier, "_take", lambda way, came: (take(way, came), taken.append(came.head.subject)))
    red.office.put(red.address, mail("green@pbem.test", "[pbem] evil", text="evil\n"))
    red.office.put(red.address, mail("green@pbem.test", "[pbem] good"))
    monkeypatch.setattr(ways, "items", failing)
    assert red.courier.look() == 1
    for _ in range(3):
        red.clock.now += 7_200
        red.courier.look()
    assert taken == ["[pbem] good"]
    assert len([line for line in red.said if type(error).__name__ in line]) == 1
    assert red.courier.journal.state.places[red.address] == "7:2"


def test_a_mail_that_ends_the_process_is_met_a_few_times_and_then_told(red, monkeypatch):
    red.office.put(red.address, mail("green@pbem.test", "[pbem] evil"))
    red.office.put(red.address, mail("green@pbem.test", "[pbem] good"))
    met = []

    def dying(self, way, came):
        if came.head is not None:
            met.append(came.head.subject)
        if came.head is not None and "evil" in came.head.subject:
            raise Killed

    monkeypatch.setattr(courier_module.Courier, "_take", dying)
    monkeypatch.setattr(PostReading, "end", lambda self: None)  # the system ends a process without a word
    for _ in range(MOST_TRIES):
        with pytest.raises(Killed):
            red.courier.look()
        red.end()
        begin(red)
    monkeypatch.undo()
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)
    assert red.courier.look() == 4
    told = [line for line in red.said if "set aside" in line]
    assert told == [
        "red@pbem.test: mail of green@pbem.test ([pbem] evil): this program ended 3 times while it was read: it is set "
        "aside and not read again (ask the sender what it is; what it may hold of a match: pbem in)"
    ]
    assert met == ["[pbem] evil"] * MOST_TRIES
    red.faults.clear()
    assert red.courier.look() == 0
    assert len(red.office.fetched) == MOST_TRIES + 1


def test_a_file_that_ended_the_program_is_told_once(tmp_path):
    (tmp_path / "a.pbem").write_bytes(b"x" * (SMALL + 1))
    folder, turns = SharedFolder(tmp_path), iter(["tell", "skip"])
    folder.begin = lambda key: next(turns)
    (told,) = folder.pick_up()
    assert "it ended this program again and again" in str(told.error)
    assert list(folder.pick_up()) == []


def test_a_huge_sparse_log_in_a_shared_folder_is_refused_by_its_size(tmp_path, monkeypatch):
    log = tmp_path / "game.pbem"
    with log.open("wb") as file:
        file.write(b'{"c":')
        file.truncate(2 * 2**30)
    monkeypatch.setattr("pbem.post.folder.digest_of_file", lambda path, limit: pytest.fail("it was read"))
    folder = SharedFolder(tmp_path)
    found = [item for _ in range(4) for item in folder.pick_up()]
    assert [str(item.error) for item in found] == [
        f"{log}: 2,048 MiB, the limit of a log in a shared folder is {MAX_SHARED_LOG // 2**20} MiB"]
