"""`pbem courier`: entrusting, one look, lines and statuses, signals."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desks import NAMES, set_up
from pbem.crypto.hashing import b64
from pbem.desk.desk import gid_of
from pbem.desk.since_look import keep_told
from pbem.home import Home


@pytest.fixture
def desks(tmp_path):
    """Four people at Angola!, before their set-up; ana and bo share a folder."""
    desks = set_up(tmp_path)
    shared = tmp_path / "shared"
    shared.mkdir()
    for who in NAMES[:2]:
        (desks.home(who) / "courier.toml").write_text(f'[[folder]]\npath = "{shared}"\n')
    return desks


def read_until(words, stream):
    """Reads the lines of a courier up to one that holds these words."""
    for line in stream:
        if words in line:
            return
    raise AssertionError(f"it never said: {words}")


def entrust(desks, *names):
    for who in names:
        desks.must(who, "courier", "add", "--no-passphrase")


def entrust_locked(desks, who):
    """With keys under a passphrase; the file that holds it."""
    secret = desks.root / "secret"
    secret.write_text("a long way home\n")
    secret.chmod(0o600)
    with (desks.home(who) / "courier.toml").open("a") as file:
        file.write(f'[keys]\npassphrase_file = "{secret}"\n')
    desks.must(who, "courier", "add")
    return secret


def test_a_match_is_entrusted_listed_and_taken_back(desks):
    done = desks.must("ana", "courier", "add", "--no-passphrase")
    assert done.err == "entrusted to the courier: . (1 seat)\n"
    keys = desks.home("ana") / "courier" / "keys.json"
    assert keys.stat().st_mode & 0o777 == 0o600
    assert b64(Home(desks.home("ana")).load().master).encode() not in keys.read_bytes()
    assert desks.must("ana", "courier", "list").out == f"{desks.game('ana')}: 1 seat\n"
    (one,) = json.loads(desks.must("ana", "courier", "list", "--json").out)
    assert (one["folder"], one["seats"]) == (str(desks.game("ana")), [0])
    assert desks.must("ana", "courier", "remove").err == "taken back from the courier: .\n"
    assert desks.run("ana", "courier", "remove").complaint.endswith("is not entrusted to the courier")


def test_a_passphrase_is_asked_for_or_waived(desks):
    done = desks.run("ana", "courier", "add")
    assert (done.status, done.complaint) == (
        2, "pbem: error: courier.toml names no passphrase for the courier's keys")
    secret = entrust_locked(desks, "ana")
    assert desks.must("ana", "courier", "list").out
    secret.write_text("another\n")
    assert desks.run("ana", "courier", "--once").complaint == (
        "pbem: error: the passphrase does not open the courier's keys")


def test_without_settings_or_matches_it_says_what_to_do(desks):
    done = desks.run("carl", "courier", "--once")
    assert done.status == 2
    assert "there is no" in done.complaint
    assert "pbem docs courier" in done.err
    done = desks.run("ana", "courier", "--once")
    assert (done.status, done.complaint) == (2, "pbem: error: nothing is entrusted to a courier yet")
    assert "pbem courier add FOLDER" in done.err


def test_couriers_exchange_by_a_folder_what_people_order(desks):
    entrust(desks, "ana", "bo")
    desks.must("bo", "do", "--send", "loose")
    done = desks.must("bo", "courier", "--once")
    assert "game: left angola-" in done.err
    done = desks.must("ana", "courier", "--once")
    assert f"game: 1 new record in {desks.root}/shared\n" in done.err
    assert "awaited: fnla" not in desks.must("ana", "next").out
    assert desks.must("ana", "courier", "--once").err == ""  # nothing is new: not a word


def test_json_is_one_document_a_line(desks):
    entrust(desks, "ana")
    lines = desks.must("ana", "courier", "--once", "--json").out.splitlines()
    assert [sorted(json.loads(line)) for line in lines] == [["about", "status", "text", "time"]] * len(lines)
    assert lines


def test_a_folder_that_is_not_there_is_a_transport(desks):
    entrust(desks, "ana")
    (desks.root / "shared").rmdir()
    done = desks.run("ana", "courier", "--once")
    assert done.status == 7
    assert done.err.count("no such file or directory") >= 1
    assert "tried again" not in done.err  # it looked once, and has ended


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_and_a_second_one_is_refused_meanwhile(desks, number):
    entrust(desks, "ana")
    environ = os.environ | {"PBEM_HOME": str(desks.home("ana"))}
    command = [str(Path(sys.executable).with_name("pbem")), "courier"]
    running = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    assert "courier: begins; it watches " in running.stderr.readline()
    read_until("left angola-", running.stderr)
    done = desks.run("ana", "courier", "--once")
    assert (done.status, done.complaint) == (
        2, f"pbem: error: another courier runs on this home already: process {running.pid}")
    running.send_signal(number)
    assert running.wait(60) == 0
    with running.stderr as rest:
        assert rest.read().endswith(" courier: ends\n")
    assert "wrong: your courier does not run: it ended " in desks.must("ana", "next").out
    desks.must("ana", "courier", "--once")
    assert "does not run" not in desks.must("ana", "next").out


@pytest.mark.slow
def test_what_a_person_orders_is_sent_while_it_runs(desks):
    entrust(desks, "ana", "bo")
    environ = os.environ | {"PBEM_HOME": str(desks.home("bo"))}
    command = [str(Path(sys.executable).with_name("pbem")), "courier"]
    running = subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    assert "courier: begins; it watches " in running.stderr.readline()
    read_until("left angola-", running.stderr)
    desks.must("bo", "do", "--send", "loose")
    began = time.monotonic()
    read_until("left angola-", running.stderr)
    assert time.monotonic() - began < 50  # sooner than the next look
    running.kill()
    running.wait(60)
    running.stderr.close()
    desks.must("bo", "courier", "--once")


def test_a_courier_says_that_a_draft_keeps_it_from_answering(desks):
    entrust(desks, "ana")
    assert "draft" not in desks.must("ana", "courier", "--once").err
    desks.must("ana", "do", "loose")
    told = "nothing is answered here while 1 draft is not sent: pbem send, or pbem undo"
    assert told in desks.must("ana", "courier", "--once").err
    desks.must("ana", "send")
    assert "draft" not in desks.must("ana", "courier", "--once").err


@pytest.mark.slow
def test_the_unit_of_the_guide_runs_the_courier_and_ends_it(desks):
    """Its command line with its environment, ended as systemd ends it; and what systemd itself says of it."""
    page = (Path(__file__).parents[3] / "docs" / "courier.md").read_text(encoding="utf-8")
    (unit,) = re.findall(r"^```ini\n(.*?)^```$", page, re.S | re.M)
    owner = desks.root / "owner"
    (owner / ".venv" / "bin").mkdir(parents=True)
    (owner / ".venv" / "bin" / "pbem").symlink_to(Path(sys.executable).with_name("pbem"))
    entrust(desks, "ana")
    (owner / "pbem").symlink_to(desks.home("ana"))
    fields = dict(re.findall(r"^(\w+)=(.*)$", unit.replace("%h", str(owner)), re.M))
    environ = dict([fields["Environment"].split("=", 1)])
    running = subprocess.Popen(fields["ExecStart"].split(), env=environ, stderr=subprocess.PIPE, text=True, cwd="/")
    assert running.stderr is not None
    assert "courier: begins; it watches " in running.stderr.readline()
    read_until("left angola-", running.stderr)
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
    running.stderr.close()
    if shutil.which("systemd-analyze"):
        (owner / "pbem-courier.service").write_text(unit)
        said = subprocess.run(
            ["systemd-analyze", "verify", "--user", owner / "pbem-courier.service"], capture_output=True, text=True,
            env=os.environ | {"HOME": str(owner), "XDG_RUNTIME_DIR": str(owner)}, check=False)
        assert said.returncode == 0, said.stderr
        assert "pbem-courier" not in said.stderr


def test_what_a_courier_sends_is_not_left_to_its_person(desks):
    """Without one the person is told to send; with locked keys nobody can tell."""
    assert "send this to the others: " in desks.must("ana", "do", "--send", "loose").err
    entrust(desks, "bo")
    told = desks.must("bo", "do", "--send", "loose").err
    assert "your courier sends this to the others while it runs (pbem courier): out/" in told
    assert "send this to the others: " not in told
    entrust_locked(desks, "ana")
    told = desks.must("ana", "note", "all is well").err
    assert "send this to the others, if your courier is not entrusted with the match: out/" in told


def test_next_status_and_send_say_that_a_courier_never_ran_and_nothing_once_it_has(desks):
    told = "your courier never ran: nothing is sent or taken in by itself; start it with pbem courier"
    assert "wrong" not in desks.must("bo", "next").out + desks.must("bo", "status").out
    entrust(desks, "bo")
    assert f"wrong: {told}" in desks.must("bo", "next").out
    assert f"  wrong: {told}" in desks.must("bo", "status", "-C", desks.game("bo")).out
    assert f"  wrong: {told[:80]}" in desks.must("bo", "status").out
    assert json.loads(desks.must("bo", "next", "--json").out)["wrong"] == [told]
    assert json.loads(desks.must("bo", "status", "--json").out)["matches"][0]["wrong"] == [told]
    assert f"wrong: {told}" in desks.must("bo", "send").err
    desks.must("bo", "courier", "--once")
    for said in (desks.must("bo", "next"), desks.must("bo", "status"), desks.must("bo", "send")):
        assert "wrong" not in said.out + said.err


def test_next_and_the_log_tell_what_happened_since_a_person_looked_and_what_was_answered_for_him(desks):
    entrust(desks, "ana")
    assert "answered for you" not in desks.must("ana", "next").out
    for who in NAMES:
        desks.must(who, "do", "--send", "loose")
        for packet in (desks.game(who) / "out").glob("*.pbem"):
            shutil.copy(packet, desks.root / "shared")
    assert json.loads(desks.must("ana", "next", "--json").out)["since_look"]["answered"] == []
    desks.must("ana", "courier", "--once")
    line = "filed early, not legal now: fapla 5.4: a a command blank (no such card)"
    keep_told(desks.game("ana"), str(gid_of(desks.game("ana"))), [line])
    told = desks.must("ana", "next").out
    assert told.startswith(f"answered for you, or passed over:\n  {line}\n")
    assert desks.must("ana", "next").out == told  # nothing happened meanwhile
    log = desks.must("ana", "log", "--since-look").out
    assert f"answered for you, or passed over:\n  {line}\n" in log
    assert log.splitlines()[-1] == "nothing is asked of you now" or "decide" in log.splitlines()[-1]
    desks.must("ana", "send")
    assert "answered for you" not in desks.must("ana", "next").out
    assert desks.run("ana", "log", "--since-look", "--at", "1").status == 2


def test_the_log_names_the_seat_whose_seals_it_does_not_show(desks):
    assert "sealed stands in" not in desks.must("ana", "log").err
    desks.must("ana", "do", "--send", "loose")
    assert desks.must("ana", "log").err == "note: what fapla sealed stands in: pbem log --as fapla\n"
    assert "sealed stands in" not in desks.must("ana", "log", "--as", "fapla").err
