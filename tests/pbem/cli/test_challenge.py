"""`pbem challenge`: a host and entrants with a home each, files carried between them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desks import Desks, Done
from patrol import PATROL
from pbem.crypto.hashing import unb64
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.match.entry import new_entry
from pbem.match.start import new_genesis
from pbem.post.packet import pack, unpack
from pbem.record.challenge import read_challenge
from pbem.record.events import Genesis
from pbem.record.wire import CODEC

HOST = "bo"


class Contest:
    """Bo's challenge; the others may enter. What an entrant plays lies in the folder `game` of theirs."""

    def __init__(self, desks: Desks) -> None:
        self.desks, self.root = desks, desks.root
        self.file = self.root / "bridge.challenge"

    def set_up(self, *words: object) -> Done:
        return self.desks.must(HOST, "challenge", "new", "patrol", *words, "-o", self.file, at=self.root)

    def enter(self, who: str, *words: object, folder: str = "game") -> Done:
        where = self.root / who / folder
        return self.desks.run(who, "new", "--challenge", self.file, *words, "-C", where, at=self.root)

    def host_reads(self, *paths: Path) -> Done:
        return self.desks.run(HOST, "in", *paths, at=self.root)

    def send(self, who: str) -> Done:
        """The entrant's newest packets to the host, and the answers back."""
        done = self.host_reads(self.root / who / "game" / "out")
        assert done.status == 0, done.err
        self.desks.must(who, "in", self.entry(who) / "out")
        return done

    def play(self, who: str, *orders: str) -> Done:
        self.desks.must(who, "do", "--send", *orders)
        return self.send(who)

    def game(self, who: str) -> Path:
        return self.desks.game(who)

    def entry(self, who: str) -> Path:
        """The host's folder of that entrant's match."""
        mine = (self.root / who / "game" / "game.pbem").read_bytes().splitlines()[0]
        (found,) = [f for f in self.entries() if (f / "game.pbem").read_bytes().splitlines()[0] == mine]
        return found

    def entries(self) -> list[Path]:
        return sorted((self.root / "bridge-entries").glob("entry-*"))

    def standings(self) -> list[dict[str, Any]]:
        (one,) = json.loads(self.desks.must(HOST, "challenge", "list", "--json", at=self.root).out)
        return one["entries"]

    def key(self, who: str) -> str:
        return json.loads((self.root / f"{who}.card").read_text())["id"]


@pytest.fixture
def contest(patrol: Desks) -> Contest:
    """A challenge to play one turn, published."""
    made = Contest(patrol)
    made.set_up("scenario=short", "--title", "The bridge")
    return made


@pytest.fixture
def entered(contest: Contest) -> Contest:
    """The same with Ana's entry, answered by the host."""
    assert contest.enter("ana").status == 0
    contest.send("ana")
    return contest


def test_a_challenge_says_what_it_sets(contest):
    told = contest.desks.must("ana", "challenge", "show", contest.file, at=contest.root).out
    assert told.startswith("The bridge (challenge ")
    assert "patrol/1 scenario=short, data " in told
    assert f"host: key {contest.key(HOST)[:12]}\n" in told
    shown = json.loads(contest.desks.must("ana", "challenge", "show", contest.file, "--json", at=contest.root).out)
    assert shown["challenge"]["options"] == {"scenario": "short"}
    assert contest.desks.must("ana", "challenge", "list", at=contest.root).err == (
        "no challenge was published with this home\n")


def test_what_cannot_be_set_is_refused_before_anything_is_written(patrol):
    contest = Contest(patrol)
    new = ("challenge", "new", "patrol")
    for words, complaint in (
        (("mode=team",), "a team has two players or three"),
        (("speed=2",), "patrol has no option 'speed'"),
        (("--title", "a\nb"), "a title has 1 to 80 printable characters, no space at its ends"),
    ):
        done = patrol.run(HOST, *new, *words, "-o", contest.file, at=contest.root)
        assert (done.status, done.complaint) == (2, f"pbem: error: {complaint}")
        assert not contest.file.exists()
        assert not contest.entries()
    contest.set_up()
    assert patrol.run(HOST, *new, "-o", contest.file, at=contest.root).complaint.endswith("is there already")


def test_an_entry_is_answered_by_one_command(contest):
    done = contest.enter("ana")
    assert "joined: coalition" in done.err
    assert f"send this to the host, key {contest.key(HOST)[:12]}: " in done.err
    done = contest.host_reads(contest.root / "ana" / "game" / "out")
    assert done.status == 0
    assert "an entry to the challenge The bridge" in done.err
    (folder,) = contest.entries()
    assert f"send this to the others: {(folder / 'out').relative_to(contest.root)}/patrol-" in done.err
    contest.desks.must("ana", "in", folder / "out")
    assert "coalition decides (rule 1):" in contest.desks.must("ana", "next").out


def test_no_die_is_known_before_the_decision_is_signed_and_sent(entered):
    desks = entered.desks
    done = desks.must("ana", "do", "--send", "bridge", "run", "search")
    assert "awaited: judge: dice" in done.err
    assert "points" not in desks.must("ana", "log").out
    asked = json.loads(desks.must("ana", "next", "--json").out)
    assert (asked["asked"], asked["awaited"]) == ([], [{"seat": "judge", "kind": "entropy"}])
    assert json.loads(desks.must("ana", "verify", "--json").out)["rolls"] == 0
    assert desks.run("ana", "undo").status == 3  # what was decided stands
    entered.send("ana")
    assert "turn 1: " in desks.must("ana", "log").out


def test_a_whole_entry_is_sound_and_host_rolled(entered):
    entered.desks.must("ana", "do", "--send", "bridge")
    entered.desks.must("ana", "undo")
    entered.play("ana", "canal", "run", "search")
    entered.send("ana")
    assert "the match has ended" in entered.desks.must("ana", "next").out
    for command, word, log in (("verify", "sound (full)", entered.root / "ana" / "game"),
                               ("audit", "honest (audit)", entered.entry("ana"))):
        told = entered.desks.must("carl", command, log, at=entered.root).out.splitlines()
        assert told[0].startswith(f"{word}; dice host-rolled by key {entered.key(HOST)[:12]} (mover+judge)")
        assert "taken back: coalition 1" in told
    (standing,) = entered.standings()
    state = json.loads(entered.desks.must("ana", "verify", "--json").out)
    assert standing["entrant"] == entered.key("ana")
    assert (standing["place"], standing["result"], standing["score"]) == (1, state["result"], state["score"])
    assert (standing["verified"], standing["witness"], standing["undos"]) == (True, "host-rolled", 1)
    listed = entered.desks.must(HOST, "challenge", "list", at=entered.root).out
    assert f"  1. key {entered.key('ana')[:12]}: {state['result']}, " in listed
    assert "verified, host-rolled; 1 taken back, 0 incidents" in " ".join(listed.split())


def test_entrants_are_listed_in_order_of_merit(contest):
    for who, orders in (("ana", ("canal", "halt", "pass")), ("carl", ("canal", "run", "search"))):
        assert contest.enter(who).status == 0
        contest.send(who)
        contest.play(who, *orders)
        contest.send(who)
    first, second = contest.standings()
    assert (first["entrant"], first["place"], second["entrant"], second["place"]) == (
        contest.key("carl"), 1, contest.key("ana"), 2)
    assert first["score"] > second["score"] == 0


def test_who_plays_on_is_listed_without_a_place(entered):
    assert entered.enter("carl").status == 0
    entered.send("carl")
    log = entered.entry("carl") / "game.pbem"
    log.write_bytes(log.read_bytes().replace(b'"kind":"join"', b'"kind":"jion"', 1))
    told = entered.desks.must(HOST, "challenge", "list", at=entered.root).out
    assert f"plays on: key {entered.key('ana')[:12]}: 1 rounds; 0 taken back, 0 incidents" in told
    assert f"does not count: key {entered.key('carl')[:12]}: line " in told
    assert [s["place"] for s in entered.standings()] == [None, None]


def test_anybody_ranks_the_logs_they_have(entered):
    entered.play("ana", "canal", "walk", "pass")
    entered.send("ana")
    rank = ("challenge", "rank", entered.file)
    logs = (entered.entry("ana"), entered.root / "ana" / "game" / "game.pbem")  # two copies of one match
    ranked = json.loads(entered.desks.must("carl", *rank, *logs, "--json", at=entered.root).out)
    assert ranked["entries"] == [s | {"log": str(logs[0] / "game.pbem")} for s in entered.standings()]
    assert ranked["entries"][0]["place"] == 1
    entered.desks.must("carl", "new", "patrol", "-C", entered.game("carl"), at=entered.root)
    told = entered.desks.must("carl", *rank, *logs, entered.game("carl"), at=entered.root).out
    assert f"  1. key {entered.key('ana')[:12]}: " in told
    assert "does not count: carl/game/game.pbem: it does not answer this challenge" in told


def test_two_stories_of_one_entry_do_not_count(entered):
    shutil.copytree(entered.root / "ana", entered.root / "copy")
    entered.play("ana", "canal", "walk", "pass")
    entered.send("ana")
    finished = (entered.root / "ana" / "game" / "game.pbem").read_bytes()
    shutil.rmtree(entered.root / "ana")
    shutil.copytree(entered.root / "copy", entered.root / "ana")
    entered.desks.must("ana", "do", "--send", "market", "run", "search")
    (entered.root / "first.pbem").write_bytes(finished)
    rank = ("challenge", "rank", "--json", entered.file, entered.root / "first.pbem")
    (alone,) = json.loads(entered.desks.must("carl", *rank, at=entered.root).out)["entries"]
    (both,) = json.loads(entered.desks.must("carl", *rank, entered.game("ana"), at=entered.root).out)["entries"]
    assert (alone["place"], both["place"]) == (1, None)
    assert "coalition" in both["fault"]


def test_a_spoilt_copy_speaks_against_nobody(entered):
    entered.play("ana", "canal", "walk", "pass")
    entered.send("ana")
    spoilt = entered.root / "spoilt.pbem"
    spoilt.write_bytes((entered.game("ana") / "game.pbem").read_bytes().replace(b'"say":"walk"', b'"say":"halt"', 1))
    done = entered.desks.must("carl", "challenge", "rank", entered.file, spoilt, entered.game("ana"), at=entered.root)
    first, second = [line for line in done.out.splitlines() if line.startswith("  ") and "key " in line][1:3]
    assert first.startswith(f"  1. key {entered.key('ana')[:12]}: ")
    assert second.startswith(f"  does not count: key {entered.key('ana')[:12]}: ")


@pytest.fixture
def two(entered: Contest) -> Contest:
    """Ana has finished, and carl's entry lies in the host's folder too."""
    entered.play("ana", "canal", "walk", "pass")
    entered.send("ana")
    assert entered.enter("carl").status == 0
    entered.send("carl")
    return entered


def test_who_signs_twice_in_any_letters_does_not_keep_the_host_from_the_others(two):
    """2.9 Two remarks for one place, with letters outside ASCII, and with such as no terminal should see."""
    log = two.entry("carl") / "game.pbem"
    before = set(log.read_bytes().splitlines(keepends=True))
    for i, text in enumerate(("liberté", "\U0001f3b2 \u202eevil\u2028 \u009b31m")):
        shutil.copytree(two.root / "carl", two.root / f"carl{i}")
        two.desks.must(f"carl{i}", "id", "adopt")
        two.desks.must(f"carl{i}", "note", text)
    twins = [set(two.desks.bytes_of(f"carl{i}").splitlines(keepends=True)) - before for i in range(2)]
    log.write_bytes(log.read_bytes() + b"".join(line for lines in twins for line in lines))
    first, second = two.standings()
    assert (first["entrant"], first["place"]) == (two.key("ana"), 1)
    assert (second["entrant"], second["place"], second["verified"]) == (two.key("carl"), None, False)
    assert "coalition signed two events as its event 1" in second["fault"]
    for command in (("list",), ("rank", two.file, two.game("ana"), log)):
        told = two.desks.must(HOST, "challenge", *command, at=two.root).out
        assert f"  1. key {two.key('ana')[:12]}: " in told
        assert f"does not count: key {two.key('carl')[:12]}: line " in told


def test_entries_that_cannot_be_read_are_listed_with_the_reason_and_the_others_are_ranked(two):
    log = two.entry("carl") / "game.pbem"
    rank = ("challenge", "rank", two.file, log, two.entry("ana"), "--json")
    junk = {"empty": b"", "zip": b"PK\x03\x04", "newlines": b"\n" * 9_999, "bytes": b"\xff" * 70_000}
    put = {
        "nothing": lambda: None,
        "pipe": lambda: os.mkfifo(log),
        "dangling": lambda: log.symlink_to("nowhere"),
        "huge": lambda: log.touch() or os.truncate(log, 2**30 + 1),
        **{kind: lambda content=content: log.write_bytes(content) for kind, content in junk.items()},
        "folder": log.mkdir,
    }
    for kind, make in put.items():
        log.unlink(missing_ok=True)
        make()
        ranked = [json.loads(two.desks.must(HOST, *rank, at=two.root).out)["entries"], two.standings()]
        for first, second in ranked:
            assert (first["entrant"], first["place"], first["fault"]) == (two.key("ana"), 1, ""), kind
            assert (second["place"], second["verified"], second["is_bug"]) == (None, False, False), kind
            assert second["fault"], kind
    listed = two.desks.must(HOST, "challenge", "list", at=two.root).out
    assert "  does not count: bridge-entries/entry-" in listed


def test_a_bug_that_one_entry_finds_is_told_and_the_others_are_ranked(two, monkeypatch):
    from pbem.lab import standings

    carl, verify = two.entry("carl"), standings.verify

    def fails(lines, *words, **more):
        assert carl not in getattr(lines, "parents", ()), "a bug of ours"
        return verify(lines, *words, **more)

    monkeypatch.setattr(standings, "verify", fails)
    done = two.desks.run(HOST, "challenge", "list", "--json", at=two.root)
    first, second = json.loads(done.out)[0]["entries"]
    assert (done.status, first["place"], second["is_bug"]) == (1, 1, True)
    assert second["fault"] == "this program failed on it (AssertionError), which is our bug: pbem verify shows where"


def test_two_matches_of_one_entrant_do_not_count(two, monkeypatch):
    """Each alone would be an entry: which is it?"""
    from pbem.lab import standings

    other = two.root / "other.pbem"
    other.write_bytes((two.entry("carl") / "game.pbem").read_bytes())
    entrant = standings._examined(two.entry("ana") / "game.pbem", read_challenge(two.file.read_bytes()), None)[0]
    examined = standings._examined
    monkeypatch.setattr(standings, "_examined", lambda log, *more: (entrant, examined(log, *more)[1]))
    rank = ("challenge", "rank", two.file, two.entry("ana"), other, "--json")
    (one,) = json.loads(two.desks.must(HOST, *rank, at=two.root).out)["entries"]
    assert one["place"] is None
    assert one["fault"] == "there are two matches of this entrant, and one entry a person is taken"


def test_a_lost_answer_is_sent_again(entered):
    shutil.rmtree(entered.entry("ana") / "out")
    done = entered.host_reads(entered.root / "ana" / "game" / "out")
    assert "send this to the others: " in done.err
    assert list((entered.entry("ana") / "out").iterdir())


def test_one_person_enters_once(entered):
    done = entered.enter("ana", folder="again")
    assert (done.status, done.complaint) == (
        2, "pbem: error: you have entered the challenge 'The bridge' already, and one entry a person is taken")
    assert "pbem: hint: play on in " in done.err
    assert not (entered.root / "ana" / "again").exists()


def begun_again(contest: Contest, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entrant's home forgets its match, and begins another a minute later."""
    home = contest.root / who / "home"
    for name in ("games.json", "marks.json"):
        (home / name).unlink()
    shutil.move(contest.root / who / "game", contest.root / who / "first")
    monkeypatch.setitem(Desk.__init__.__kwdefaults__, "clock", lambda: 7)
    assert contest.enter(who).status == 0


def test_who_begins_again_for_better_dice_is_refused_in_one_line(entered, monkeypatch):
    entered.play("ana", "canal", "walk", "pass")
    log = entered.entry("ana") / "game.pbem"
    before = log.read_bytes()
    begun_again(entered, "ana", monkeypatch)
    packets = entered.root / "ana" / "game" / "out"
    done = entered.host_reads(packets)
    assert done.status == 6
    assert done.complaint == ("pbem: error: a second entry of one person to the challenge 'The bridge': refused, "
                              "nothing is signed for it")
    assert "pbem out --all -C " in done.err
    assert "send this" not in done.err
    assert log.read_bytes() == before
    assert len(entered.entries()) == 1


def test_a_forged_beginning_does_not_stop_an_entry(entered, monkeypatch):
    """Somebody else's line in the place of the entrant's join counts for nothing."""
    packet = next((entered.root / "ana" / "game" / "out").iterdir())
    lines = unpack(packet.read_bytes())
    join = next(line for line in lines if b'"kind":"join"' in line)
    forged = join.replace(b'"t":1', b'"t":2', 1)
    assert forged != join
    fake = entered.root / "fake.pbem"
    fake.write_bytes(pack([forged]))
    entered.desks.must("ana", "do", "--send", "canal", "walk", "pass")
    done = entered.host_reads(fake, entered.root / "ana" / "game" / "out")
    assert done.status == 4
    entered.desks.must("ana", "in", entered.entry("ana") / "out")
    assert "the match has ended" in entered.desks.must("ana", "next").out


def test_who_decides_anew_from_an_old_copy_is_stopped(entered):
    ana = entered.root / "ana"
    shutil.copytree(ana, entered.root / "copy")
    entered.play("ana", "canal", "walk", "pass")
    shutil.rmtree(ana)
    shutil.copytree(entered.root / "copy", ana)
    entered.desks.must("ana", "do", "--send", "market", "run", "search")
    done = entered.host_reads(ana / "game" / "out")
    assert done.status == 6
    assert done.complaint == ("pbem: error: an entry to the challenge 'The bridge': coalition signed two "
                              "events as its event 1; play has stopped, nothing more is signed for it")
    assert "send this" not in done.err
    (standing,) = entered.standings()
    assert (standing["place"], standing["verified"]) == (None, False)


def test_the_host_does_not_enter(contest):
    done = contest.enter(HOST)
    assert (done.status, done.complaint) == (2, "pbem: error: this challenge is your own: you would know its dice")


def test_a_challenge_sets_everything(contest):
    for words in (("patrol",), ("--scenario", "long"), ("-o", "players=2"), ("--dice", "mover"), ("--judge", "me")):
        done = contest.enter("ana", *words)
        assert (done.status, done.complaint) == (
            2, "pbem: error: a challenge sets game, options, players and dice")
    assert not (contest.root / "ana" / "game").exists()


def test_a_tampered_challenge_is_refused(contest):
    contest.file.write_bytes(contest.file.read_bytes().replace(b"short", b"long"))
    for done in (contest.enter("ana"), contest.desks.run("ana", "challenge", "show", contest.file, at=contest.root)):
        assert (done.status, done.complaint) == (
            4, "pbem: error: bridge.challenge: no challenge: "
            "not signed by the host that it names: it was changed on the way")
    assert not (contest.root / "ana" / "game").exists()


def test_an_unknown_challenge_is_not_answered(contest):
    contest.enter("ana")
    (contest.root / HOST / "home" / "challenges.json").unlink()
    done = contest.host_reads(contest.root / "ana" / "game" / "out")
    assert (done.status, done.complaint) == (
        5, "pbem: error: a match that asks you to judge, and answers no challenge of this home")
    assert not contest.entries()
    done = contest.desks.run("carl", "in", contest.root / "ana" / "game" / "out", at=contest.root)
    assert (done.status, "which is not known here" in done.complaint) == (5, True)


def test_an_entry_with_other_options_is_refused(contest):
    """As a changed tool might send it: bound to the challenge, but for three turns and not one."""
    home = Home(contest.root / "ana" / "home")
    challenge = read_challenge(contest.file.read_bytes())
    nonce = unb64(challenge.entry_nonce(contest.key("ana")), 16)
    genesis = new_genesis(home.load().master, PATROL, [contest.key("ana")], {}, nonce=nonce, policy="mover+judge",
                          judge=challenge.host)
    (contest.root / "other.pbem").write_bytes(pack([genesis.line]))
    done = contest.host_reads(contest.root / "other.pbem")
    assert (done.status, done.complaint) == (
        4, "pbem: error: an entry to the challenge 'The bridge' with other options: "
           '{"scenario":"long"} where {"scenario":"short"} is set')
    assert not contest.entries()


def test_2_17_a_second_first_line_with_another_name_for_the_judge_is_refused(contest):
    """It would be another match, with another chain of dice, beside the one that is played."""
    assert contest.enter("ana").status == 0
    contest.send("ana")
    (entry,) = contest.entries()
    home = Home(contest.root / "ana" / "home")
    only = new_entry(home.load().master, read_challenge(contest.file.read_bytes()), PATROL).msg
    assert isinstance(only, Genesis)
    *players, judge = only.body.seats
    seats = (*players, msgspec.structs.replace(judge, name="umpire"))
    body = msgspec.structs.replace(only.body, seats=seats)
    second = CODEC.make(msgspec.structs.replace(only, body=body), home.load().seed)
    (contest.root / "other.pbem").write_bytes(pack([second.line]))
    done = contest.host_reads(contest.root / "other.pbem")
    assert (done.status, done.complaint) == (
        4, "pbem: error: an entry to the challenge 'The bridge' with other judge")
    assert contest.entries() == [entry]


def test_a_team_takes_all_its_seats(patrol):
    contest = Contest(patrol)
    contest.set_up("mode=team", "players=2", "scenario=short")
    assert "joined: player_1, player_2" in contest.enter("ana").err
    contest.send("ana")
    contest.play("ana", "canal", "walk", "search")
    contest.send("ana")
    (standing,) = contest.standings()
    assert (standing["place"], standing["witness"]) == (1, "host-rolled")


@pytest.fixture
def corrected(patrol: Desks) -> Contest:
    """A challenge with corrected data."""
    data = patrol.root / "corrected"
    data.mkdir()
    (data / "incidents.toml").write_text("[points]\nfire = 9\n")
    made = Contest(patrol)
    made.set_up("scenario=short", "--data", data)
    return made


def test_an_entry_needs_the_hosts_data(corrected):
    done = corrected.enter("ana")
    assert (done.status, done.complaint) == (
        8, "pbem: error: this challenge is played with other data of patrol/1 than is installed here")
    assert "ask the host for the data folder" in done.err
    assert not (corrected.root / "ana" / "game").exists()


def test_corrected_data_is_used_by_both(corrected):
    assert corrected.enter("ana", "--data", corrected.root / "corrected").status == 0
    corrected.send("ana")
    corrected.play("ana", "canal", "walk", "search")
    corrected.send("ana")
    assert ", fire: " in corrected.desks.must("ana", "log").out
    (standing,) = corrected.standings()
    assert (standing["place"], standing["verified"]) == (1, True)


def test_the_host_consents_to_no_takeback_of_an_entrant(entered):
    entered.play("ana", "canal")
    entered.desks.must("ana", "do", "--send", "walk")
    entered.send("ana")
    entered.desks.must("ana", "propose", "takeback", "2")
    entered.send("ana")
    entry = entered.entry("ana")
    assert "takes nothing back" in " ".join(entered.desks.run(HOST, "agree", "1", "-C", entry).complaint.split())
    entered.desks.must("ana", "in", entry / "out")
    assert "1  coalition: back to round 2" in entered.desks.must("ana", "agree").out
