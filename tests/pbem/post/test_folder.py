"""A shared directory: each thing once, half-written things later, nothing of others touched."""

from __future__ import annotations

import os

import pytest

from pbem.errors import Transport
from pbem.post.armor import armor
from pbem.post.folder import SharedFolder, read_seen, write_seen
from pbem.post.intake import FoundLines, FoundLog, Trouble
from pbem.post.packet import pack

NAME = "angola-17-0042-mpla.pbem"


def test_what_is_new_comes_once(tmp_path, lines):
    shared = SharedFolder(tmp_path)
    (tmp_path / "a.pbem").write_bytes(pack(lines(1)))
    (tmp_path / "b.txt").write_text("hi\n" + armor(pack(lines(2)), "g"))
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\0\0")
    (tmp_path / "folder").mkdir()
    assert [item.lines for item in shared.pick_up()] == [lines(1), lines(2)]
    assert list(shared.pick_up()) == []
    (tmp_path / "a.pbem").write_bytes(pack(lines(3)))
    assert [item.lines for item in shared.pick_up()] == [lines(3)]


def test_marks_outlive_the_run_and_may_go(tmp_path, lines):
    box, marks = tmp_path / "box", tmp_path / "game" / "seen"
    box.mkdir()
    (box / "a.pbem").write_bytes(pack(lines(1)))
    assert read_seen(marks) == {}
    shared = SharedFolder(box, read_seen(marks))
    assert len(list(shared.pick_up())) == 1
    write_seen(marks, shared.seen)
    assert list(SharedFolder(box, read_seen(marks)).pick_up()) == []
    for damaged in (b"", b"{", b"[1]", b'{"a":1}', b"\xff", b"[" * 100_000):
        marks.write_bytes(damaged)
        assert len(list(SharedFolder(box, read_seen(marks)).pick_up())) == 1


def test_a_half_written_file_waits(tmp_path, lines):
    shared, payload = SharedFolder(tmp_path), pack(lines(5))
    for size in (3, 40, len(payload) - 1):
        (tmp_path / "a.pbem").write_bytes(payload[:size])
        assert list(shared.pick_up()) == []
    (tmp_path / "a.pbem").write_bytes(payload)
    assert list(shared.pick_up()) == [FoundLines(str(tmp_path / "a.pbem"), lines(5))]


def test_a_file_that_stays_damaged_is_told_once(tmp_path, lines):
    shared = SharedFolder(tmp_path)
    (tmp_path / "a.pbem").write_bytes(pack(lines(5))[:-1])
    assert list(shared.pick_up()) == []
    (item,) = shared.pick_up()
    assert isinstance(item, Trouble)
    assert str(item.error) == f"{tmp_path}/a.pbem: the packet is cut off"
    assert list(shared.pick_up()) == []


def test_files_under_names_of_unfinished_files_are_left_alone(tmp_path, lines):
    for name in (".pbem-1.tmp", "a.pbem.tmp", ".syncthing.a.pbem"):
        (tmp_path / name).write_bytes(pack(lines(1)))
    assert list(SharedFolder(tmp_path).pick_up()) == []


def test_a_log_comes_again_when_it_has_grown(tmp_path, lines):
    shared, log = SharedFolder(tmp_path), tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines(2)))
    assert list(shared.pick_up()) == [FoundLog(log)]
    assert list(shared.pick_up()) == []
    log.write_bytes(b"".join(lines(3)))
    assert list(shared.pick_up()) == [FoundLog(log)]


def test_what_was_dropped_is_whole_and_not_picked_up_by_its_sender(tmp_path, lines):
    alice, bob, payload = SharedFolder(tmp_path), SharedFolder(tmp_path), pack(lines(2))
    assert alice.drop(NAME, payload) == tmp_path / NAME
    assert alice.drop(NAME, payload) == tmp_path / NAME
    assert os.listdir(tmp_path) == [NAME]
    assert list(alice.pick_up()) == []
    assert [item.lines for item in bob.pick_up()] == [lines(2)]


def test_a_drop_never_replaces_another_file(tmp_path, lines):
    shared = SharedFolder(tmp_path)
    (tmp_path / NAME).write_bytes(b"somebody else's")
    path = shared.drop(NAME, pack(lines(2)))
    assert path.name.startswith("angola-17-0042-mpla-")
    assert path.read_bytes() == pack(lines(2))
    assert shared.drop(NAME, pack(lines(2))) == path
    assert (tmp_path / NAME).read_bytes() == b"somebody else's"
    path.write_bytes(b"taken as well")
    with pytest.raises(Transport, match="taken by another file"):
        shared.drop(NAME, pack(lines(2)))


def test_files_that_are_gone_are_forgotten(tmp_path, lines):
    shared = SharedFolder(tmp_path)
    shared.drop(NAME, pack(lines(1)))
    (tmp_path / NAME).unlink()
    assert list(shared.pick_up()) == []
    assert shared.seen == {}


def test_a_pipe_is_told_once_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    shared = SharedFolder(tmp_path)
    assert list(shared.pick_up()) == []
    assert [str(item.error) for item in shared.pick_up()] == [f"{tmp_path}/pipe: not a file"]
    assert list(shared.pick_up()) == []


def test_a_name_that_is_no_text_does_no_harm(tmp_path, lines):
    with open(os.fsencode(tmp_path) + b"/\xff\x1b.pbem", "wb") as file:
        file.write(pack(lines(1)))
    shared = SharedFolder(tmp_path)
    (item,) = shared.pick_up()
    assert item.source.isprintable()
    write_seen(tmp_path / ".seen", shared.seen)
    assert read_seen(tmp_path / ".seen") == shared.seen


def test_a_missing_folder_is_a_failed_transport(tmp_path):
    shared = SharedFolder(tmp_path / "gone", {"a": "b"})
    with pytest.raises(Transport, match="gone: no such file or directory"):
        list(shared.pick_up())
    with pytest.raises(Transport):
        shared.drop(NAME, b"x")
    assert shared.seen == {"a": "b"}
    assert os.listdir(tmp_path) == []


def test_a_file_that_the_system_refuses_is_a_fault_of_that_file_and_is_tried_again(tmp_path, lines):
    link = tmp_path / "a.pbem"
    link.symlink_to("a.pbem")
    (tmp_path / "b.pbem").write_bytes(pack(lines(1)))
    folder = SharedFolder(tmp_path)
    assert [type(item).__name__ for item in folder.pick_up()] == ["FoundLines"]
    (trouble,) = folder.pick_up()
    assert isinstance(trouble, Trouble)
    assert trouble.error.status == Transport.status  # not 1: the courier would stop at it as at a full disk
    assert list(folder.pick_up()) == []
    link.unlink()
    link.write_bytes(pack(lines(2)))
    assert [type(item).__name__ for item in folder.pick_up()] == ["FoundLines"]
