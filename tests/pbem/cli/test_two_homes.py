"""A home that was copied signs nothing before its owner says so, and stops when the other copy has signed (2.13)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from desks import Desks, Done
from pbem.errors import PbemError
from pbem.home import Home, machine
from pbem.record import marks as marks_module
from pbem.record.marks import Marks

COPY = "bo2"  # a second machine of bo's


@pytest.fixture
def two(desks: Desks) -> Desks:
    """Everything of bo's was copied to another folder, while fnla is asked for its set-up."""
    shutil.copytree(desks.root / "bo", desks.root / COPY)
    return desks


def carry(desks: Desks, sender: str, *others: str) -> list[Done]:
    """All packets of one to some others, who read them."""
    packets = sorted((desks.game(sender) / "out").glob("*.pbem"))
    return [desks.run(other, "in", *packets) for other in others]


def signed_by_bo(desks: Desks, who: str) -> list[int]:
    events = [json.loads(line)["c"] for line in desks.bytes_of(who).splitlines()]
    return [event["n"] for event in events if event.get("seat") == 1]


def nobody_stopped(desks: Desks, *everybody: str) -> None:
    for who in everybody:
        told = json.loads(desks.run(who, "next", "--json").out)
        assert (told["twins"], told["desync"]) == ([], [])


def test_the_copy_signs_nothing(two):
    before = two.bytes_of(COPY)
    for command in (["do", "--send", "loose"], ["note", "hello"], ["resign", "--yes"], ["join", "--adopt"]):
        done = two.run(COPY, *command)
        assert (done.status, done.complaint) == (
            2,
            f"pbem: error: this home was copied or moved: it signed in {two.home('bo')} until now, and a seat is "
            "played from one place only",
        )
        assert done.err.endswith("pbem: hint: if nothing is signed there any more: pbem id adopt\n")
    assert two.bytes_of(COPY) == before
    told = two.must(COPY, "next").out
    assert "nothing can be done here: this home was copied or moved" in told.replace("\n  ", " ")
    assert "pbem do" not in told


def test_the_copy_reads_what_comes_and_makes_no_dice(two):
    for who in ("ana", "bo", "carl", "dee"):
        two.must(who, "do", "--send", "loose")
    for who in ("ana", "bo", "carl", "dee"):
        carry(two, who, "ana", "carl", "dee", COPY)  # bo reads nothing yet
    n = max(signed_by_bo(two, "bo"))
    assert max(signed_by_bo(two, COPY)) == n  # dice are asked of fnla now, and the copy made none
    assert json.loads(two.must(COPY, "next", "--json").out)["awaited"] != []
    carry(two, "ana", "bo")
    nobody_stopped(two, "ana", "bo", "carl", "dee")


def test_the_copy_begins_no_match(two):
    done = two.run(COPY, "new", "angola", "all=me", "-C", two.root / "new")
    assert done.status == 2
    assert "copied or moved" in done.complaint
    assert not (two.root / "new").exists()


def test_both_copies_play_by_packets_and_the_second_stops_before_it_signs(two):
    done = two.must(COPY, "id", "adopt")
    assert done.err.startswith(f"this home signs here from now on: {two.home(COPY)}\n")
    two.must("bo", "do", "--send", "loose")  # where it came from, somebody plays on all the same
    carry(two, "bo", "ana", "carl", "dee")
    two.must("ana", "out", "--all")
    (came,) = carry(two, "ana", COPY)
    assert came.status == 5
    complaint = "event 2 of seat fnla was not signed with this home: a copy of it plays this seat elsewhere"
    assert complaint in came.complaint
    before = two.bytes_of(COPY)
    for command in (["do", "--send", "loose"], ["note", "hello"]):
        done = two.run(COPY, *command)
        assert done.status == 5
        assert complaint in done.complaint
        assert "pbem join --adopt" in done.err
    assert two.bytes_of(COPY) == before
    assert complaint in two.run(COPY, "next").out.replace("\n  ", " ")
    for who in ("ana", "carl", "dee"):
        two.must(who, "do", "--send", "loose") if "decides" in two.must(who, "next").out else None
    nobody_stopped(two, "ana", "bo", "carl", "dee", COPY)
    two.must(COPY, "join", "--adopt")  # its owner says that the other one is put away
    two.must(COPY, "note", "moved")
    carry(two, COPY, "ana", "carl", "dee")
    nobody_stopped(two, "ana", "carl", "dee", COPY)


def test_an_adopted_copy_writes_in_the_folders_that_came_with_it(two):
    two.must(COPY, "id", "adopt")
    two.must("ana", "do", "--send", "loose")
    before = two.bytes_of("bo")
    two.must(COPY, "in", *(two.game("ana") / "out").glob("*.pbem"), at=two.root)
    assert two.bytes_of("bo") == before
    assert len(two.bytes_of(COPY)) > len(before)


def test_an_adopted_copy_writes_in_no_folder_that_stayed_behind(two):
    two.game(COPY).rename(two.root / "mine")  # not where it lay to the old home
    told = two.must(COPY, "id", "adopt", at=two.root).err
    assert f"lay in {two.game('bo')}: go to its folder here, or name it with -C" in told
    two.must("ana", "do", "--send", "loose")
    before, packets = two.bytes_of("bo"), [*(two.game("ana") / "out").glob("*.pbem")]
    done = two.run(COPY, "in", *packets, at=two.root)
    assert (done.status, f"was adopted since it played in {two.game('bo')}" in done.complaint) == (2, True)
    assert "pbem: hint: go to the folder where it is played from now on, or name it with -C" in done.err
    two.must(COPY, "in", *packets, "-C", two.root / "mine", at=two.root)
    assert (two.root / "mine" / "game.pbem").read_bytes().startswith(before)
    two.must(COPY, "in", *packets, at=two.root)  # said once
    assert two.bytes_of("bo") == before


def test_the_first_copy_stops_when_the_second_has_signed(two):
    two.must(COPY, "id", "adopt")
    two.must(COPY, "do", "--send", "loose")
    carry(two, COPY, "ana")
    two.must("ana", "out", "--all")
    carry(two, "ana", "bo")
    done = two.run("bo", "do", "--send", "loose")
    assert done.status == 5
    assert "was not signed with this home" in done.complaint
    nobody_stopped(two, "ana", "bo", COPY)


def test_a_log_that_was_copied_counts_as_little_as_a_packet(two):
    two.must(COPY, "id", "adopt")
    two.must(COPY, "do", "--send", "loose")
    shutil.copy(two.log(COPY), two.log("bo"))  # a folder kept in step by another program
    done = two.run("bo", "note", "hello")
    assert done.status == 5
    assert "was not signed with this home" in done.complaint


def test_a_seat_taken_by_a_copy_is_not_signed_for(two):
    two.must(COPY, "id", "adopt")
    two.must("ana", "new", "angola", "fapla=me", f"fnla={two.root / 'bo.card'}", f"mpla={two.root / 'carl.card'}",
             f"unita={two.root / 'dee.card'}", "-C", two.root / "new")
    (invitation,) = (two.root / "new" / "out").glob("*.pbem")
    two.must(COPY, "join", invitation, "-C", two.root / "there")
    done = two.run("bo", "join", *(two.root / "there" / "out").glob("*.pbem"), "-C", two.root / "here")
    again = two.run("bo", "note", "hello", "-C", two.root / "here")
    assert again.status == 5
    assert "not with this home" in again.complaint or "was not signed with this home" in again.complaint, done.err


# ------------------------------------------------------------------ where a home signs


def test_another_machine_is_another_place(desks):
    desks.must("bo", "id", "adopt", PBEM_MACHINE="the laptop")
    desks.must("bo", "note", "one", PBEM_MACHINE="the laptop")
    done = desks.run("bo", "note", "two", PBEM_MACHINE="the desk")
    assert (done.status, "it signed on another machine until now" in done.complaint) == (2, True)
    desks.must("bo", "note", "two", PBEM_MACHINE="the laptop")
    assert desks.must("bo", "id", "adopt", PBEM_MACHINE="the laptop").err == "this home signs here already\n"


def test_a_named_machine_may_have_its_home_in_any_folder(desks, tmp_path):
    desks.must("bo", "id", "adopt", PBEM_MACHINE="a container")
    desks.home("bo").rename(tmp_path / "elsewhere")
    desks.must("bo", "note", "one", PBEM_MACHINE="a container", PBEM_HOME=str(tmp_path / "elsewhere"))


def test_the_id_of_the_system_is_kept_as_a_hash_only(desks, monkeypatch, tmp_path):
    file = tmp_path / "machine-id"
    monkeypatch.setattr(machine, "ID_FILES", (tmp_path / "none", file))
    file.write_text("0123456789abcdef0123456789abcdef\n")
    desks.must("bo", "id", "adopt")
    assert b"0123456789abcdef" not in (desks.home("bo") / "machine.json").read_bytes()
    desks.must("bo", "note", "one")
    file.write_text("fedcba98765432100123456789abcdef\n")
    assert "it signed on another machine until now" in desks.run("bo", "note", "two").complaint


@pytest.mark.parametrize("address", [1 << 40 | 5, 0x0242_AC11_0002], ids=["random", "container"])
def test_a_machine_that_cannot_be_told_locks_nobody_out(desks, monkeypatch, address):
    monkeypatch.setattr(machine, "ID_FILES", ())
    monkeypatch.setattr(machine.uuid, "getnode", lambda: address)
    assert machine.PlaceFile(desks.home("bo")).here({}).machine == ""
    desks.must("bo", "note", "one")  # its id was known before


def test_a_network_address_of_its_maker_tells_a_machine(desks, monkeypatch):
    monkeypatch.setattr(machine, "ID_FILES", ())
    monkeypatch.setattr(machine.uuid, "getnode", lambda: 0x001B_2100_0001)
    one = machine.PlaceFile(desks.home("bo")).here({})
    monkeypatch.setattr(machine.uuid, "getnode", lambda: 0x001B_2100_0002)
    assert one.is_other(machine.PlaceFile(desks.home("bo")).here({}))


def test_a_home_that_was_never_told_where_it_signs_signs_here(desks):
    file = desks.home("bo") / "machine.json"
    kept = file.read_bytes()
    file.unlink()
    desks.must("bo", "note", "one")
    assert file.read_bytes() == kept


def test_the_words_put_back_over_a_copy_say_nothing_about_its_place(two):
    words = two.root / "words"
    words.write_text(two.must("bo", "id", "backup").out)
    two.must(COPY, "id", "restore", "bo", "--words", words, "--no-passphrase")
    assert two.run(COPY, "do", "--send", "loose").status == 2


# ------------------------------------------------------------------ a disk that fails in between


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes one small file of the home fail from now on, as on a full disk."""

    def fail(name: str) -> None:
        from pbem.disk import small

        def broken(path: Path, content: bytes) -> None:
            from pbem.disk.whole import disk_error

            if path.name == name:
                raise disk_error(OSError(28, "No space left on device"), path.name)
            real(path, content)

        real = small.write_private
        monkeypatch.setattr(small, "write_private", broken)

    return fail


def test_a_home_without_room_before_anything_is_signed(desks, no_room, monkeypatch):
    before = desks.bytes_of("bo")
    no_room("signing.json")
    done = desks.run("bo", "do", "--send", "loose")
    assert (done.status, done.complaint) == (1, "pbem: error: the disk is full: signing.json stays as it was")
    assert desks.bytes_of("bo") == before
    monkeypatch.undo()
    assert "fnla: " in desks.must("bo", "do", "--send", "loose").out


def test_a_home_without_room_for_the_mark_says_what_is_in_the_log(desks, no_room, monkeypatch):
    lines = len(desks.bytes_of("bo").splitlines())
    no_room("marks.json")
    done = desks.run("bo", "do", "--send", "loose")
    assert (done.status, done.complaint) == (
        1, "pbem: error: the disk is full: marks.json stays as it was: what was signed is in the log, and is not sent",
    )
    assert "pbem: hint: when the disk is well, go on with: pbem out\n" in done.err
    assert len(desks.bytes_of("bo").splitlines()) == lines + 1
    assert not list((desks.game("bo") / "out").glob("*-0003-*.pbem"))
    again = desks.run("bo", "note", "a second one, the disk being no better")
    assert (again.status, "marks.json" in again.complaint) == (1, True)
    monkeypatch.undo()
    assert "send this to the others: " in desks.must("bo", "out").err
    desks.must("bo", "note", "and on")
    desks.carry("bo")
    assert "records: 3 new" in desks.must("ana", "in", desks.root / "ana" / "came").err


def test_a_home_without_room_when_it_takes_its_seat(desks, no_room, monkeypatch):
    desks.must("ana", "new", "angola", "fapla=me", *(f"{seat}={desks.root / 'bo.card'}" for seat in
               ("fnla", "mpla", "unita")), "-C", desks.root / "new")
    (invitation,) = (desks.root / "new" / "out").glob("*.pbem")
    no_room("marks.json")
    done = desks.run("bo", "join", invitation, "-C", desks.root / "mine")
    assert (done.status, "what was signed is in the log" in done.complaint) == (1, True)
    monkeypatch.undo()
    assert "send this to the others: " in desks.must("bo", "out", "-C", desks.root / "mine").err
    desks.must("bo", "join", "-C", desks.root / "mine")
    assert Home(desks.home("bo")).games.get(_gid(desks.root / "mine")).seats == (1, 2, 3)
    desks.must("bo", "note", "here", "--seat", "mpla", "-C", desks.root / "mine")


def _gid(folder: Path) -> str:
    from pbem.desk.desk import gid_of

    return gid_of(folder)


def test_a_program_killed_before_the_mark_goes_on(desks, monkeypatch):
    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(marks_module.Marks, "advance", killed)
    assert desks.run("bo", "do", "--send", "loose").status == 130
    assert desks.run("bo", "note", "and again").status == 130
    monkeypatch.undo()
    desks.must("bo", "note", "and on")
    assert signed_by_bo(desks, "bo") == [0, 1, 2, 3, 4]


def test_intents_are_kept_by_match_and_damage_is_told(tmp_path):
    marks, one, two = Marks(tmp_path / "marks.json"), "A" * 43, "B" * 42 + "A"
    assert marks.intended(one) == frozenset()
    marks.intend(one, [two])
    marks.intend(two, [one])
    assert (marks.intended(one), marks.intended(two)) == ({two}, {one})
    (tmp_path / "signing.json").write_bytes(b"{}")
    with pytest.raises(PbemError, match=r"^signing\.json: "):
        marks.intended(one)
