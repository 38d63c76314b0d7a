"""Bad input: one clear line, the right exit status, nothing lost."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from desks import LOCKED, NAMES, SEATS, Desks
from pbem.home import Home
from pbem.match.start import new_genesis
from pbem.post.packet import MAGIC
from pbem.ruleset import find

PBEM = (sys.executable, "-c", "from pbem.cli.main import run; run()")


def refused(desks: Desks, who: str, status: int, complaint: str, *arguments: object, **environ: str) -> None:
    """One clear line, that status; the log is as before and the next good command works."""
    before = desks.bytes_of(who)
    done = desks.run(who, *arguments, **environ)
    assert done.status == status, done.err
    assert complaint in done.complaint
    assert done.err.count("pbem: error: ") == 1
    assert "Traceback" not in done.err
    assert desks.bytes_of(who) == before
    works(desks, who)


def works(desks: Desks, who: str) -> None:
    seat = json.loads(desks.must(who, "next", "--json").out)["asked"][0]["seat"]
    assert seat in desks.must(who, "do", "--send", "loose").out


@pytest.fixture
def foreign(desks: Desks) -> Path:
    """Where a file that came from somebody lies."""
    return desks.root / "came.pbem"


def test_a_truncated_log(desks, foreign):
    foreign.write_bytes(desks.bytes_of("ana")[:-50])
    refused(desks, "bo", 4, "came.pbem, line 9: the last line breaks off after 334 bytes", "in", foreign)
    assert desks.run("bo", "verify", foreign).status == 4


def test_ones_own_log_truncated_is_mended_from_the_others(desks):
    whole = desks.bytes_of("bo")
    desks.log("bo").write_bytes(whole[:-50])
    done = desks.must("bo", "in", desks.log("ana"), desks.log("carl"))
    assert "records: 1 new" in done.err
    assert sorted(desks.bytes_of("bo").splitlines()) == sorted(whole.splitlines())
    assert list(desks.game("bo").glob("*.torn"))  # what was cut off is kept


def test_ones_own_log_that_breaks_off_is_told_calmly_and_mended(desks):
    whole = desks.bytes_of("bo")
    desks.log("bo").write_bytes(whole + whole.splitlines(keepends=True)[-1][:50])
    done = desks.must("bo", "next")
    assert " ".join(done.err.split()) == (
        "game.pbem: its last line breaks off, as when a program is stopped while it writes: it does not count, and "
        "whoever writes here next sets it aside")
    desks.must("bo", "note", "hello")
    assert desks.must("bo", "next").err == ""
    assert desks.bytes_of("bo").startswith(whole)
    desks.must("bo", "verify")


def test_an_edited_log(desks, foreign):
    lines = desks.bytes_of("ana").splitlines(keepends=True)
    lines[5] = lines[5].replace(b'"n":1', b'"n":2', 1)
    foreign.write_bytes(b"".join(lines))
    refused(desks, "bo", 4, "the signature of event 2 of seat 0 (fapla) is not that of its seat", "in", foreign)
    verdict = desks.run("bo", "verify", foreign)
    assert verdict.status == 4
    (fault,) = [line for line in verdict.out.splitlines() if line.startswith("fault: ")]
    assert fault.startswith("fault: line 6, round 2, rule ")
    assert ": the signature of event 2 of seat 0 (FAPLA) is not that of its seat; nobody is accused" in fault
    shown = desks.run("bo", "log", foreign)
    assert "one line was left out; the first: " in shown.err


def test_ones_own_log_edited_is_mended_from_the_others(desks):
    whole = desks.bytes_of("bo")
    desks.log("bo").write_bytes(whole.replace(b'"n":0', b'"n": 0', 1))
    desks.must("bo", "in", desks.log("ana"))
    assert set(whole.splitlines()) <= set(desks.bytes_of("bo").splitlines())
    assert list(desks.game("bo").glob("*.bad"))  # and the damaged line stays where it was: a log is only appended to
    verdict = desks.run("bo", "verify")
    assert ", round 1: not canonical JSON" in verdict.out
    assert "claimed: it says FAPLA, no number, round 1" in verdict.out
    assert verdict.status == 4
    works(desks, "bo")


def test_a_reordered_log_means_the_same(desks, foreign):
    lines = desks.bytes_of("ana").splitlines(keepends=True)
    foreign.write_bytes(b"".join(reversed(lines)))
    assert desks.must("bo", "in", foreign).err.startswith("records: 0 new, 9 known")
    assert desks.must("bo", "verify", foreign).out.startswith("sound (full)")


def test_a_log_merged_with_another_match(desks, foreign):
    other = _another_match(desks)
    foreign.write_bytes(desks.bytes_of("ana") + other)
    refused(desks, "bo", 5, "a packet for the match", "in", foreign)
    verdict = desks.must("bo", "verify", foreign)
    assert verdict.out.startswith("sound (full)")
    assert "note: line 10: this is the first line of another match: it counts for nothing" in verdict.out
    assert not [seat for seat in SEATS.values() if seat in verdict.out.partition("note: ")[2]]


def test_a_packet_for_a_match_not_known_here(desks, foreign):
    foreign.write_bytes(_another_match(desks))
    refused(desks, "bo", 5, "which is not known here", "in", foreign)
    assert "pbem join FILE" in desks.run("bo", "in", foreign).err


def _another_match(desks: Desks) -> bytes:
    cards = [desks.root / f"{who}.card" for who in NAMES[1:]]
    players = [f"{seat}={card}" for seat, card in zip(("fnla", "mpla", "unita"), cards, strict=True)]
    desks.must("ana", "new", "angola", "fapla=me", *players, "-C", desks.root / "other")
    return (desks.root / "other" / "game.pbem").read_bytes()


@pytest.mark.parametrize(
    ("head", "complaint"),
    [(MAGIC, "larger than 64 MiB"), (b"", "larger than 64 MiB"), (b"log", "the last line breaks off after 99,99")],
    ids=["packet", "zeros", "log"],
)
def test_100_mb(desks, foreign, head, complaint):
    with foreign.open("wb") as file:
        file.write(desks.bytes_of("ana") if head == b"log" else head)
        file.truncate(100_000_000)
    assert desks.run("bo", "verify", foreign).status == 4
    refused(desks, "bo", 4, complaint, "in", foreign)


def test_a_bomb(desks, foreign):
    foreign.write_bytes(MAGIC + zlib.compress(bytes(100_000_000)))
    refused(desks, "bo", 4, "unpacks to more than 8 MiB", "in", foreign)


def test_a_log_by_another_version_of_the_ruleset(desks, foreign):
    ana = Home(desks.home("ana")).load()
    later = replace(find("angola"), version=99)
    foreign.write_bytes(new_genesis(ana.master, later, [ana.id] * 4, {}, nonce=bytes(16)).line)
    for command in (["join", "-C", desks.root / "new"], ["show"], ["log"], ["next"]):
        done = desks.run("ana", *command, foreign)
        assert (done.status, done.complaint) == (8, "pbem: error: ruleset angola/99 is not installed")
        assert "installed: angola/1" in done.err
    assert desks.run("ana", "verify", foreign).status == 8
    assert not (desks.root / "new").exists()
    works(desks, "ana")


def test_a_wrong_passphrase(desks):
    refused(desks, LOCKED, 2, "the passphrase does not open this identity", "do", "--send", "loose",
            PBEM_PASSPHRASE="open")
    assert desks.run(LOCKED, "next", PBEM_PASSPHRASE="open").status == 2


def test_no_passphrase_and_nobody_to_ask(desks, monkeypatch):
    environ = desks.environment(LOCKED)
    environ.pop("PBEM_PASSPHRASE")
    monkeypatch.setattr(desks, "environment", lambda who: environ)
    done = desks.run(LOCKED, "do", "--send", "loose")
    assert (done.status, done.complaint) == (
        2, "pbem: error: the identity is locked and there is no terminal to ask for the passphrase",
    )
    assert "your identity is locked" in desks.must(LOCKED, "next").err


def test_a_full_disk_while_appending(desks):
    before = desks.bytes_of("bo")

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, len(before) + 100))

    environment = _environment(desks, "bo") | {"PYTHONDONTWRITEBYTECODE": "1"}  # else Python writes half modules
    done = subprocess.run([*PBEM, "do", "--send", "loose"], env=environment, cwd=desks.game("bo"),
                          preexec_fn=little_room, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].startswith("pbem: error: the disk is full")
    assert "Traceback" not in done.stderr
    assert desks.bytes_of("bo") == before
    works(desks, "bo")


def test_a_full_disk_behind_standard_output(desks):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PBEM, "show"], env=_environment(desks, "bo"), cwd=desks.game("bo"), stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "pbem: error: the system refuses: no space left on device\n")


def test_two_processes_append_at_once(desks):
    for who in ("ana", "carl"):
        desks.must(who, "do", "--send", "loose")
        desks.carry(who)
    came = sorted((desks.root / "bo" / "came").glob("*-0002-*.pbem"))
    assert len(came) == 3
    patient = "import pbem.disk.lock as lock; lock.locked.__wrapped__.__defaults__ = (600,)"  # on a crowded machine too
    command = [PBEM[0], PBEM[1], f"{patient}; {PBEM[2]}"]
    running = [
        subprocess.Popen([*command, "in", str(packet)], env=_environment(desks, "bo"), cwd=desks.game("bo"),
                         stderr=subprocess.PIPE, text=True)
        for packet in sorted((desks.root / "bo" / "came").glob("*-0003-*.pbem")) + came
    ]
    told = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0] * len(running), told
    assert desks.must("bo", "verify").out.startswith("sound (full)")
    assert json.loads(desks.must("bo", "verify", "--json").out)["events"] == 11
    works(desks, "bo")


def _environment(desks: Desks, who: str) -> dict[str, str]:
    return os.environ | desks.environment(who) | {"PYTHONPATH": str(Path(__file__).parents[3])}


def test_a_key_file_that_others_may_read(desks):
    identity = desks.home("bo") / "identity.json"
    identity.chmod(0o644)
    before = desks.bytes_of("bo")
    done = desks.run("bo", "do", "--send", "loose")
    assert done.status == 2
    assert f"others may read or write {identity} (mode 644)" in done.complaint
    assert f"pbem: hint: chmod 600 {identity}" in done.err
    assert desks.bytes_of("bo") == before
    identity.chmod(0o600)
    works(desks, "bo")


def test_an_order_for_another_seat(desks):
    refused(desks, "bo", 3, "the seat unita is not held here", "do", "--send", "unita: loose")
    assert desks.run("ana", "do", "--send", "loose", "--seat", "mpla").status == 3


def test_an_illegal_order_says_the_rule_and_what_is_legal(desks):
    before = desks.bytes_of("bo")
    done = desks.run("bo", "do", "--send", "a luanda 9inf")
    assert done.status == 3
    assert done.err.startswith("pbem: error: ")
    assert "\n  rule 3: " in done.err
    assert "\n  legal: " in done.err
    assert desks.bytes_of("bo") == before
    works(desks, "bo")


def test_a_half_typed_order(desks):
    refused(desks, "bo", 3, "error: a", "do", "--send", "a")
    assert "rule 3: name the region of the Column, then its Units" in desks.run("carl", "do", "--send", "a").err


def test_orders_are_taken_all_or_none(desks):
    for who in NAMES:
        desks.must(who, "do", "--send", "loose")
    desks.exchange(2)
    seat = json.loads(desks.must("bo", "next", "--json").out)["asked"][0]
    before = desks.bytes_of("bo")
    done = desks.run("bo", "do", "--send", seat["legal"][0], "and another one")
    assert done.status == 3
    assert done.out == ""
    assert desks.bytes_of("bo") == before
    desks.must("bo", "do", "--send", seat["legal"][0])


def test_an_order_too_long_to_be_one(desks):
    refused(desks, "bo", 2, "an order of 30,000 characters", "do", "--send", "x" * 30_000)


def test_a_file_that_is_not_there(desks):
    done = desks.run("bo", "in", "nothing.pbem")
    assert done.status == 2
    assert desks.run("bo", "verify", "nothing.pbem").status == 2
    assert desks.run("bo", "show", "nothing.pbem").status == 2
    assert desks.run("bo", "undo", at=desks.root).complaint.startswith("pbem: error: there is no game.pbem in ")


def test_what_others_wrote_cannot_steer_the_terminal(desks):
    desks.must("ana", "note", "look \u202eupwards\u202c \x1b[2J\x07")
    desks.carry("ana")
    desks.must("bo", "in", desks.root / "bo" / "came")
    told = desks.must("bo", "log").out
    assert "fapla remarks: look upwards [2J" in told


@pytest.mark.parametrize("command", [("id", "add"), ("challenge", "show")])
def test_a_file_of_another_kind_is_named_with_what_it_should_be(desks, command):
    (desks.root / "notes.md").write_text("# Notes\n" * 500)
    done = desks.run("bo", *command, desks.root / "notes.md", at=desks.root)
    assert done.status == 4
    kind = "card" if command[0] == "id" else "challenge"
    assert done.complaint.startswith(f"pbem: error: notes.md: no {kind}: ")
    assert f"hint: a {kind} is " in done.err


def test_a_player_who_is_no_card_is_named(desks):
    (desks.root / "notes.md").write_text("# Notes\n" * 500)
    done = desks.run("bo", "new", "fallujah", "coalition=notes.md", "-C", "other", at=desks.root)
    assert done.complaint.startswith("pbem: error: notes.md: no card: ")
    assert not (desks.root / "other").exists()


def test_a_file_that_is_no_log_has_no_policy_of_dice(desks):
    (desks.root / "notes.md").write_text("# Notes\n")
    assert "no dice yet ()" not in desks.run("bo", "verify", desks.root / "notes.md", at=desks.root).out
