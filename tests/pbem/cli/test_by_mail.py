"""Two people with a courier each on a real mail server play by typing what README's section "By mail" shows."""

from __future__ import annotations

import imaplib
import random
import re
import secrets
import shlex
import ssl
import time
import tomllib
from pathlib import Path

import pytest

import lab
from desks import Desks, Done
from pbem.audit.audit import audit
from pbem.audit.findings.finding import SOUND, UNCHECKED

pytestmark = pytest.mark.slow

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
SECTION = README[README.index("\n## By mail\n"):README.index("\n## Where to read on\n")]
TURNS = 3
MOST_PASSES = 600
OFFERED = re.compile(r'^  pbem do ("[^"]*")', re.M)
ASKED = re.compile(r"^(\w+) decides \(rule ", re.M)
GROUPS = ("id", "courier")  # commands of two words


def shape(words: list[str]) -> tuple[str, ...]:
    """A command without what it is about: its words and the names of its options."""
    count = 2 if words[0] in GROUPS and len(words) > 1 and not words[1].startswith("-") else 1
    return (*words[:count], *sorted(word for word in words[count:] if re.match(r"--?[a-zA-Z]", word)))


def typed_in(section: str) -> list[tuple[str, list[str], str, list[str]]]:
    """Each command of the session: who types it, its words, the file that it fills, the lines shown after it."""
    (block,) = re.findall(r"^```console\n(.*?)^```$", section, re.S | re.M)
    steps: list[tuple[str, list[str], str, list[str]]] = []
    for line in block.splitlines():
        if (command := re.fullmatch(r"\$ PBEM_HOME=(\w+)/home pbem (.*?)(?: > (\S+))?(?:  # .*)?", line)) is not None:
            steps.append((command[1], shlex.split(command[2]), command[3] or "", []))
        else:
            steps[-1][3].append(line)
    return steps


STEPS = typed_in(SECTION)
SHOWN = {shape(words) for _, words, _, _ in STEPS}


class People:
    """Ana and bo at their machines, and the servers between them; `typed` is every command of theirs."""

    def __init__(self, root: Path, servers: lab.Lab) -> None:
        self.desks, self.servers = Desks(root), servers
        self.typed: list[tuple[str, ...]] = []

    def write_settings(self, who: str) -> None:
        """The courier.toml of the README, with these servers."""
        (text,) = re.findall(r"^```toml\n(.*?)^```$", SECTION, re.S | re.M)
        (account,) = tomllib.loads(text)["mail"]
        assert set(account) == {"address", "password_command", "imap", "smtp"}
        to = f', port = %d, ca_file = "{self.servers.ca}" }}'
        text = text.replace("ana@", f"{who}@").replace('["pass", "show", "mail/ana"]', f'["printf", "{who}-secret"]')
        text = text.replace('"imap.example.org" }', '"localhost"' + to % self.servers.port("IMAPS_PORT"))
        text = text.replace('"smtp.example.org"', '"localhost"').replace(
            '"starttls" }', '"starttls"' + to % self.servers.port("SUBMIT_PORT"))
        (self.desks.home(who) / "courier.toml").write_text(text)

    def save_mail(self, who: str, file: Path) -> None:
        """The mail program of `who` saves the last mail as a file."""
        tls = ssl.create_default_context(cafile=self.servers.ca)
        with imaplib.IMAP4_SSL("localhost", self.servers.port("IMAPS_PORT"), ssl_context=tls) as box:
            box.login(f"{who}@example.org", f"{who}-secret")
            box.select("INBOX", readonly=True)
            last = box.search(None, "ALL")[1][0].split()[-1]
            file.write_bytes(box.fetch(last.decode(), "(BODY.PEEK[])")[1][0][1])

    def type(self, who: str, *words: str) -> Done:
        """One command; it goes well. The mail servers then deliver what there is."""
        self.typed.append(shape(list(words)))
        done = self.desks.must(who, *words, at=self.desks.root, COLUMNS="300")
        if words[:2] == ("courier", "--once"):
            for _ in range(600):
                if not self.servers.waiting():
                    break
                time.sleep(0.02)
        return done

    def follow(self, who: str, words: list[str], into: str, shown: list[str]) -> None:
        """One command of the README, which gives what is shown there."""
        for word in words:
            if word.endswith(".eml"):
                self.save_mail(who, self.desks.root / word)
        done = self.type(who, *words)
        if words[:2] == ["id", "new"]:
            self.write_settings(who)
        if into:
            (self.desks.root / into).write_text(done.out)
        told = (done.out + done.err).splitlines()
        for line in shown:
            pattern = ".*".join(map(re.escape, line.split("...")))
            assert any(re.fullmatch(pattern, one) for one in told), (words, line, told)

    def decide(self, who: str, rng: random.Random) -> bool:
        """One person answers what is asked, in words that the screen offers; whether anything was."""
        game, answered = f"{who}/game", False
        while seats := ASKED.findall(screen := self.type(who, "next", "-C", game).out):
            offers = OFFERED.findall(screen[screen.index(f"{seats[0]} decides"):].partition("\n\n")[0])
            assert offers, screen
            (words,) = shlex.split(offers[0] if rng.random() < 0.6 else rng.choice(offers))
            self.type(who, "do", words, "--seat", seats[0], "-C", game)
            answered = True
        if answered:
            self.type(who, "send", "-C", game)
        return answered


def turn_of(screen: str) -> int:
    found = re.search(r"Angola!, turn (\d+) of", screen)
    assert found is not None, screen
    return int(found[1])


def test_two_people_play_three_turns_by_what_readme_shows(tmp_path, monkeypatch):
    rng, luck = random.Random(14), random.Random(15)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: luck.randbytes(size))
    with lab.running("ana", "bo", domain="example.org") as servers:
        people = People(tmp_path, servers)
        for step in STEPS:
            people.follow(*step)
        for who in ("ana", "bo"):  # weeks of play in an hour: without boards, and with more mails than an hour has
            settings = people.desks.home(who) / "courier.toml"
            changed = "picture = false\nmost_mails_an_hour = 1000"
            settings.write_text(settings.read_text().replace("picture = true", changed))
        for who, seats in (("ana", ("fapla", "mpla")), ("bo", ("fnla", "unita"))):
            for seat in seats:
                people.type(who, "standing", "stragglers", "cheapest", "--seat", seat, "-C", f"{who}/game")
        passes = 0
        while turn_of(people.type("ana", "next", "-C", "ana/game").out) <= TURNS:
            passes += 1
            assert passes < MOST_PASSES
            for who in ("bo", "ana"):
                people.type(who, "courier", "--once")
                people.decide(who, rng)
                people.type(who, "courier", "--once")
        for _ in range(4):
            for who in ("bo", "ana"):
                people.type(who, "courier", "--once")
    assert set(people.typed) <= SHOWN
    logs = [people.desks.game(who) / "game.pbem" for who in ("ana", "bo")]
    one, other = (frozenset(log.read_bytes().splitlines()) for log in logs)
    assert one <= other or other <= one  # who is not awaited may be some hours behind
    for log in logs:
        report = audit(log)
        assert report.status in (SOUND, UNCHECKED)  # nothing is disclosed yet
        assert [f.sentence for f in report.findings if f.severity not in ("note", "info")] == []
