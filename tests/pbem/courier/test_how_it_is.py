"""How a courier is: what it notes of itself, what is wrong with it or with people, and what its files say."""

from __future__ import annotations

import os
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from mailing import mail_settings
from pbem.courier import noting, service, wrong
from pbem.courier.condition import CourierCondition, Failing, MatchCondition, PersonCondition, condition_at
from pbem.courier.holding import Holding
from pbem.courier.noting import PAUSE, Noting
from pbem.courier.people import DAY
from pbem.courier.settings import FolderSettings, Reminders, Settings, expanded
from pbem.courier.telling import as_ours, sentence
from pbem.courier.writing import toml_of
from pbem.errors import BadRecord, WrongUse
from pbem.home import Home
from pbem.home.entrusted import Trust
from pbem.limits import MAX_PATH

NOW = 1_767_225_600
GAME, OTHER = "A" * 43, "B" * 42 + "A"
BO, CY = "B" * 43, "C" * 42 + "A"


# ------------------------------------------------------------------ how the courier is


def test_a_condition_is_written_when_something_has_changed_and_each_minute(tmp_path):
    clock = SimpleNamespace(now=NOW)
    noting_ = Noting(tmp_path, 60, lambda: clock.now)

    def looks(after, failing=(), matches=()):
        clock.now = NOW + after
        noting_.looked(failing, matches)
        return condition_at(tmp_path).looked - NOW

    assert [looks(0), looks(1), looks(PAUSE - 1), looks(PAUSE)] == [0, 0, 0, PAUSE]
    assert looks(PAUSE + 1, [("mail", "down", NOW)]) == PAUSE + 1
    found = condition_at(tmp_path)
    assert (found.failing, found.goes_on, found.ended, found.poll) == ((Failing("mail", NOW, "down"),), False, 0, 60)
    assert looks(PAUSE + 2, [("mail", "down", NOW)], [GAME]) == PAUSE + 2
    assert condition_at(tmp_path).matches == {GAME: MatchCondition(people=(), round=0, since=0)}
    assert looks(PAUSE + 3) == PAUSE + 3
    assert condition_at(tmp_path).matches == {}
    noting_.begin()
    assert looks(PAUSE + 4) == PAUSE + 4
    assert condition_at(tmp_path).goes_on
    noting_.end()
    assert condition_at(tmp_path).ended == NOW + PAUSE + 4
    assert len(condition_at(tmp_path).failing) == 0
    looks(PAUSE + 5, [(f"m{n}", "x" * 99_999, NOW) for n in range(noting.MAX_TOLD + 5)])
    assert len(condition_at(tmp_path).failing) == noting.MAX_TOLD
    assert len(condition_at(tmp_path).failing[0].text) == noting.MAX_TOLD_LINE


def person(**fields):
    return PersonCondition(**{
        "address": "bo@x.test", "awaits": "", "bounced": 0, "cut_off": False, "heard": NOW, "id": BO, "name": "bo",
        "seats": ("red",), "sent": NOW, "why": ""} | fields)


def told_of(now, *people, round=3, book=None, has_clock=False, **fields):
    known = CourierCondition(ended=0, failing=(), goes_on=True, looked=now, poll=60, matches={
        GAME: MatchCondition(people=people, round=3, since=0)})
    home = SimpleNamespace(people=SimpleNamespace(all=lambda: book or {}))
    return wrong.wrong_with_people(home, known, GAME, round, now, has_clock=has_clock)


@pytest.mark.parametrize(("awaits", "after", "said"), [
    ("tools", DAY, ""), ("tools", DAY + 1, "gives by itself; ask whether it runs, and their spam folder"),
    ("people", 3 * DAY, ""), ("people", 3 * DAY + 1, "who must decide: ask them yourself"), ("", 14 * DAY, ""),
    ("", 14 * DAY + 1, "though letters went there: ask whether they come")])
def test_somebody_is_silent_when_what_is_awaited_did_not_come_for_so_long(awaits, after, said):
    found = told_of(NOW + after, person(awaits=awaits, sent=NOW + 1))
    assert bool(found) is bool(said)
    if said:
        assert found[0].startswith("nothing heard from bo (red) since 2026-01-01 00:00 UTC (")
        assert found[0].endswith(said)
    assert told_of(NOW + after, person(awaits=awaits, sent=NOW + 1), round=4) == []
    if awaits == "people":
        assert told_of(NOW + after, person(awaits=awaits), has_clock=True) == []
    if not awaits:
        assert told_of(NOW + after, person(sent=NOW)) == []


def test_a_letter_that_came_back_is_told_until_a_later_one_did_not():
    late = NOW + 2 * DAY
    back = {"bounced": NOW + 1, "heard": late}
    line = ("bo (red): a letter to bo@x.test came back 2026-01-01 00:00 UTC; read in a card of theirs that has one: "
            "pbem id add FILE")
    assert told_of(late, person(**back)) == [line]
    assert told_of(late, person(**back, why="full")) == [line.replace(" UTC;", " UTC: full;")]
    assert told_of(late, person(**back, sent=NOW + 1 + 3_600)) == [line]
    assert told_of(late, person(**back, sent=NOW + 2 + 3_600)) == []
    assert told_of(NOW + 1 + DAY, person(**back | {"heard": NOW + 1 + DAY}, sent=NOW + 2 + 3_600)) == [line]
    assert told_of(late, person(**back), book={BO: SimpleNamespace(address="new@x.test")}) == []
    assert told_of(late, person(**back), book={BO: SimpleNamespace(address="BO@x.test")}) == [line]
    assert told_of(late, person(**back, name="red"))[0].startswith("red: a letter")


def test_whom_nobody_reaches_is_told_and_who_is_silent_without_an_address_needs_one():
    none = {"address": "", "cut_off": True}
    ask = "read in a card of theirs that has one: pbem id add FILE"
    assert told_of(NOW, person(**none)) == [f"bo (red): no address here, and nobody known can write to them: {ask}"]
    assert told_of(NOW, person(**none | {"cut_off": False})) == []
    (line,) = told_of(NOW + 9 * DAY, person(address="", awaits="people"))
    assert line.endswith(f", who must decide: ask them yourself; no address of theirs is here: {ask}")


AT = "2026-01-01 00:00 UTC"


@pytest.mark.parametrize(("fields", "after", "said"), [
    ({}, 600, []),
    ({}, 601, [f"your courier does not run: its last look was {AT} (10 minutes); start it with pbem courier"]),
    ({"poll": 600}, 1_800, []), ({"poll": 600}, 1_801, None), ({"goes_on": False}, DAY, []),
    ({"goes_on": False}, DAY + 1, None), ({"ended": NOW, "goes_on": False}, 0, []),
    ({"ended": NOW}, 0, [f"your courier does not run: it ended {AT}, its last look was {AT} (just now); start it with "
                         "pbem courier"]),
    ({"failing": (Failing("mail", NOW, "down"),)}, 60, [f"your courier fails since {AT} (1 minute): mail: down"])])
def test_a_courier_that_does_not_look_or_fails_is_told(fields, after, said):
    plain = {"ended": 0, "failing": (), "goes_on": True, "looked": NOW, "poll": 60, "matches": {}}
    known = CourierCondition(**plain | fields)
    found = wrong.wrong_with_courier(known, NOW + after)
    assert found == said if said is not None else len(found) == 1


def test_letters_wait_while_something_new_comes():
    clock = SimpleNamespace(now=NOW)
    holding = Holding(5, lambda: clock.now)

    def holds(after, heads=(1,), **more):
        clock.now = NOW + after
        return holding.holds(GAME, heads, again=more.get("again", True))

    assert holds(0)
    assert not holding.is_over()
    assert holds(4)
    assert holds(4, again=False) is False
    assert holds(4)
    assert not holds(5)
    assert not holding.is_over()
    assert holds(6, (2,))
    clock.now = NOW + 10
    assert not holding.is_over()
    clock.now = NOW + 11
    assert holding.is_over()


def test_an_error_is_one_line_with_its_hint():
    assert sentence(BadRecord("two\n  lines\n", hint="ask")) == "two; lines (ask)"
    assert sentence(BadRecord("one")) == "one"
    assert str(as_ours(OSError("odd"))) == "the system refuses: odd"
    assert as_ours(BadRecord("x")).status == BadRecord.status
    assert str(as_ours(KeyError())).startswith("our bug: KeyError")


# ------------------------------------------------------------------ from its files


def test_a_passphrase_comes_from_where_the_settings_say(monkeypatch, tmp_path):
    monkeypatch.setattr(service, "of_file", lambda path, what: f"{path}: {what}")
    monkeypatch.setattr(service, "of_keyring", lambda *given: " ".join(given))
    home, what = SimpleNamespace(root=tmp_path), "the passphrase of the courier's keys"

    def of(**keys):
        return service.passphrase_of(SimpleNamespace(keys=SimpleNamespace(
            **{"passphrase_file": "", "keyring": False} | keys)), home)

    assert (of(), of(passphrase_file="/x"), of(keyring=True)) == (
        "", f"/x: {what}", f"pbem courier {tmp_path} {what}")


def test_it_looks_again_and_again_until_it_is_ended_and_says_so():
    steps = []
    courier = SimpleNamespace(begin=lambda: steps.append("begin"), end=lambda: steps.append("end"),
                              look=lambda: steps.append("look"), settings=SimpleNamespace(poll_seconds=60),
                              wait=lambda seconds, ended, sleep: steps.append(seconds))
    service.serve(courier, lambda: len(steps) > 4, lambda seconds: None)
    assert steps == ["begin", "look", 60, "look", 60, "end"]
    courier.look = lambda: (_ for _ in ()).throw(KeyboardInterrupt)
    steps.clear()
    with pytest.raises(KeyboardInterrupt):
        service.serve(courier, lambda: False)
    assert steps == ["begin", "end"]


def test_one_courier_runs_on_a_home(tmp_path):
    home = Home(tmp_path / "home")
    with service.alone(home) as folder:
        assert folder == home.root / "courier"
        said = rf"^another courier runs on this home already: process {os.getpid()}"
        with pytest.raises(WrongUse, match=said) as refused, service.alone(home):
            pass
        assert refused.value.hint == "end it first, or let it do the work"
        (folder / "running.json").write_bytes(b"junk")
        assert service._process(folder / "running.json") == 0


def test_what_is_entrusted_is_read_again_when_its_file_has_changed(tmp_path):
    loaded = []
    file = SimpleNamespace(path=tmp_path / "keys.json", exists=False,
                           load=lambda passphrase: loaded.append(passphrase) or Trust(bytes(32)))
    trusting = service.Trusting(file, "", lambda: True)
    nothing = trusting()
    assert (trusting() is nothing, loaded) == (True, [])
    file.exists = True
    (tmp_path / "keys.json").write_text("x")
    assert trusting() is not nothing
    assert (trusting() is trusting(), loaded) == (True, [None])
    service.Trusting(SimpleNamespace(path=tmp_path / "none", exists=False, load=loaded.append), "secret")()
    assert loaded == [None, "secret"]


def test_settings_are_written_as_a_person_would():
    settings = Settings(picture=False, notify=("ring", "a bell"), folder=(FolderSettings(path="/srv"),),
                        reminders=Reminders(after_hours=0))
    assert toml_of(settings) == (
        'notify = ["ring", "a bell"]\npicture = false\n\n[reminders]\nafter_hours = 0\n\n[[folder]]\npath = "/srv"\n')
    account = replace(mail_settings(SimpleNamespace(address="a@x.test")), keyring=True)
    lines = toml_of(Settings(mail=(account,))).splitlines()
    assert lines[0] == "[[mail]]"
    assert 'imap = { host = "localhost", tls = "none" }' in lines
    assert "keyring = true" in lines
    most = msgspec.convert({"path": "/x", "matches": ["x" * MAX_PATH]}, FolderSettings)
    assert most.matches == ("x" * MAX_PATH,)
    for matches in (["x" * (MAX_PATH + 1)], [""]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"path": "/x", "matches": matches}, FolderSettings)
    for path in ("shared", "", "/a\0b"):
        with pytest.raises(WrongUse) as refused:
            expanded(path)
        assert refused.value.hint == "begin it with / or ~"
