"""It is your turn: one notice when something is asked, letters that say what they bring, and few of them."""

from __future__ import annotations

import email
import email.policy
import random
import sys
from types import SimpleNamespace

import msgspec
import pytest

from mailing import SETTINGS, Clock, folder_way, mail_way, seated
from pbem.courier.holding import Holding
from pbem.courier.notice import Notice, run_for, show_on_screen
from pbem.desk.since_look import keep_told
from pbem.errors import Transport
from pbem.home.desktop import notification
from postal import FakeBox, FakeSender, Hazard, Office
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


def asked(tmp_path, notify, make=None):
    """Three people who are all asked for their first sealed orders, and what the post office has."""
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    settings = msgspec.structs.replace(SETTINGS, notify=notify)
    for site in sites:
        site.begin(settings, make or mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
                   Hazard(random.Random(1), 1, 0))
    for _ in range(12):
        clock.now += 60
        for site in sites:
            assert site.courier.look() == 0
    return office, sites


def ended(sites):
    for site in sites:
        site.end()


def subjects(office, address, kind):
    mails = [email.message_from_bytes(m, policy=email.policy.default) for m in office.boxes.get(address, [])]
    return [m["Subject"] for m in mails if m["X-Pbem-Kind"] == kind], mails


def test_a_person_is_told_once_by_mail_what_is_asked_and_how_to_see_it(tmp_path):
    office, sites = asked(tmp_path, "mail")
    found, mails = subjects(office, "blue@pbem.test", "notice")
    assert len(found) == len(set(found))
    assert any(": blue decides (rule 1.3)" in one and one.startswith("[pbem] your turn: Raiders") for one in found)
    text = next(m for m in mails if m["X-Pbem-Kind"] == "notice").get_content()
    assert f"see it with: pbem next -C {sites[2].folder}" in text
    assert "[PBEM:" not in text
    before = len(found)
    ended(sites)
    sites[2].begin(msgspec.structs.replace(SETTINGS, notify="mail"),
                   mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office)),
                   Hazard(random.Random(1), 1, 0))
    sites[2].courier.look()  # begun anew: not told again
    assert len(subjects(office, "blue@pbem.test", "notice")[0]) == before
    ended(sites)


@pytest.mark.thorough
def test_what_was_answered_for_a_person_stands_in_one_notice_though_the_courier_began_anew(tmp_path):
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": 1})
    rng, blue = random.Random(1), sites[2]
    make = mail_way(lambda s: FakeBox(office, s.address), lambda s: FakeSender(office))
    with blue.player.desk.game(blue.folder) as game:
        keep_told(blue.folder, game.gid, ["filed early, not legal now: raid 3 (nobody is there)"])
    for number in range(60):
        clock.now += 60
        for site in sites:
            site.begin(msgspec.structs.replace(SETTINGS, notify="mail"), make, Hazard(rng, 1, 0))
            site.courier.look()
            site.end()  # each look is one of a new process
            if number > 5:
                site.decide(rng)
    _, mails = subjects(office, blue.address, "notice")
    texts = [m.get_content() for m in mails if m["X-Pbem-Kind"] == "notice"]
    told = [text for text in texts if "- filed early, not legal now: raid 3 (nobody is there)" in text]
    assert len(texts) > 1
    assert told == texts[:1]


def test_a_letter_says_who_must_decide_what_or_that_it_brings_records(tmp_path):
    office, sites = asked(tmp_path, "none")
    found, mails = subjects(office, "blue@pbem.test", "turn")
    assert any("decide (rule 1.3)" in one and one.startswith("[pbem] Raiders, match ") for one in found)
    assert any(one.startswith("[pbem records] Raiders, match ") for one in found)
    assert subjects(office, "blue@pbem.test", "notice")[0] == []
    assert max(len(m.as_bytes()) for m in mails) < 20_000
    ended(sites)


def test_a_command_gets_the_notice_on_its_standard_input(tmp_path):
    kept = tmp_path / "told"
    script = f"import sys; open({str(kept)!r}, 'a').write(sys.stdin.read())"
    shared = tmp_path / "shared"
    shared.mkdir()
    _, sites = asked(tmp_path / "people", (sys.executable, "-c", script), folder_way(shared))
    ended(sites)
    told = kept.read_text()
    for name in ("red", "green", "blue"):
        assert told.count(f": {name} decides (rule 1.3)\n\n") == 1
    with pytest.raises(Transport, match="ended with status 3"):
        run_for((sys.executable, "-c", "raise SystemExit(3)"), Notice("a", "b"))
    with pytest.raises(Transport, match="no such file"):
        run_for((str(tmp_path / "nothing"),), Notice("a", "b"))


def test_a_letter_waits_until_nothing_new_came_for_some_seconds():
    now = [100]
    holding = Holding(5, lambda: now[0])
    assert holding.holds("a", (1, 0), again=True)
    assert not holding.is_over()
    now[0] += 4
    assert holding.holds("a", (2, 0), again=True)
    now[0] += 4
    assert holding.holds("a", (2, 0), again=True)
    now[0] += 1
    assert holding.is_over()
    assert not holding.holds("a", (2, 0), again=True)
    assert not holding.is_over()
    assert not holding.holds("a", (3, 0), again=False)


def test_a_folder_tells_of_news_without_being_read(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    _, sites = asked(tmp_path / "people", "none", folder_way(shared))
    way = sites[0].courier.ways[0]
    sites[0].courier.look()
    assert not way.has_news()
    (shared / "x").write_text("x")
    assert way.has_news()
    assert sites[0].courier.has_news()
    ended(sites)


def test_whoever_waits_sees_what_comes_into_a_folder_within_two_seconds(tmp_path):
    shared, slept = tmp_path / "shared", []
    shared.mkdir()
    _, sites = asked(tmp_path / "people", "none", folder_way(shared))
    courier = sites[0].courier
    courier.look()

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 5:
            (shared / "x").write_text("x")

    courier.wait(60, lambda: False, sleep)
    assert len(slept) == 5
    assert max(slept) <= 2
    ended(sites)


@pytest.mark.parametrize(("system", "begins"), [("darwin", ("osascript", "-e")), ("linux", ("notify-send",))])
def test_the_screen_is_told_by_what_the_system_has(monkeypatch, system, begins):
    monkeypatch.setattr("pbem.home.desktop.sys.platform", system)
    command = notification('a "b"', "-c\\")
    assert command[: len(begins)] == begins
    if system == "darwin":
        assert command[-1] == "display notification \"-c \" with title \"a 'b'\""
    else:
        assert command[-3:] == ("--", 'a "b"', "-c\\")


def test_a_notice_on_the_screen_has_what_is_asked_and_where(monkeypatch):
    ran = []

    def run(command, *, input, **_):
        ran.append((command, input.decode()))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr("pbem.courier.notice.subprocess.run", run)
    show_on_screen(Notice("[pbem] your turn: Autumn cup: red decides", "what happened"))
    (command, given), = ran
    assert command == list(notification("[pbem] your turn", "Autumn cup: red decides"))
    assert given == "[pbem] your turn: Autumn cup: red decides\n\nwhat happened\n"
