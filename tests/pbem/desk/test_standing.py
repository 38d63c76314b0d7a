"""Standing orders: kept for their owner alone, given as ordinary answers, told; doubts and faults leave it to him."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import msgspec
import pytest

from pbem.desk.automatic import carry_on
from pbem.desk.drafting import Drafting
from pbem.desk.drafts import keep_drafts
from pbem.desk.early import read_early
from pbem.desk.orders import give_order
from pbem.desk.standing import (
    FILE,
    StandingOrder,
    carry_out_standing,
    set_standing,
    settings_of,
    standing_orders,
    would_answer,
)
from pbem.desk.standing_now import waiting_orders
from pbem.desk.waiting import open_duties
from pbem.errors import WrongUse
from pbem.kit.arguments import Count
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.limits import MAX_STANDING, MAX_STANDING_TEXT
from pbem.match.match import Match
from people import Person, exchange, invite, settle
from tiny import TINY


def boasted(asked: Asked, setting: Setting) -> str | None:
    charms = [asked.peek(c) for c in asked.state.raiders[asked.seat].charms]
    if setting.choice == "broken":
        raise KeyError("charms")
    if setting.choice == "senseless":
        return "9"
    if setting.choice == "unsure" or None in charms:
        return None
    lowest = min(int(c[-1]) for drawn in charms for c in drawn)
    return spelled(asked, min(3, lowest, setting.value if setting.value is not None else 3))


BOAST = Policy(
    name="boast", title="what is claimed of the lowest charm", rules=(("3.3", "ask"),), answer=boasted, usual="true",
    choices={
        "true": Choice("the most that is true"), "at_most": Choice("what is true, N at most", Count(1, 3)),
        "unsure": Choice("nothing"), "senseless": Choice("nine"), "broken": Choice("fails"),
    },
)
BIDS = Policy(
    name="bids", title="what is bid in a raid", rules=("3.2.1",), choices={"nothing": Choice("nothing")},
    answer=lambda asked, setting: spelled(asked, 0),
)
GAME = dataclasses.replace(TINY, policies=(BOAST, BIDS))


@dataclasses.dataclass
class Folder:
    """A game folder that is open, as far as standing orders use it."""

    path: Path
    match: Match
    flushed: int = 0

    @property
    def gid(self) -> str:
        return self.match.genesis.id

    def flush(self) -> None:
        self.flushed += 1


def asked_for(rule: str) -> tuple[list[Person], Person]:
    """A match that rests where a rule asks, and who is asked first; the same at every call."""
    people = invite(ruleset=GAME)
    rng = random.Random(3)
    for person in people:
        person.match._clock = lambda: 1_800_000_000
    settle(people)
    for _ in range(300):
        request = people[0].match.request
        if request is not None and request.rule == rule:
            return people, next(p for p in people if p.match.mine())
        made = [event for person in people for event in person.match.run_mechanical()]
        asked = [(p, d) for p in people for d in p.match.mine() if not d.is_mechanical]
        if not made and asked:
            asked[0][0].carry_out(asked[0][1], rng)
        exchange(people)
    raise AssertionError(f"nobody is asked {rule}")


def seat_of(person: Person) -> str:
    return person.match.mine()[0].name


def with_order(tmp_path: Path, rule: str, *order: str) -> tuple[Folder, str]:
    _, person = asked_for(rule)
    seat = seat_of(person)
    set_standing(tmp_path, person.match, [StandingOrder(seat, *order)])
    return Folder(tmp_path, person.match), seat


def test_an_order_answers_when_its_moment_comes_and_its_owner_is_told(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boast", "true")
    (told,) = carry_out_standing(folder)
    assert told.startswith(f"standing order boast (true): {seat}: ")
    assert folder.match.state.raiders[seat].claims == [int(told[-1])]
    assert carry_out_standing(folder) == []


@pytest.mark.parametrize(
    ("rule", "order", "count"),
    [("3.3", ("boast", "true"), 1), ("3.3", ("bids", "nothing"), 0), ("3.2.1", ("bids", "nothing"), 1),
     ("3.3", ("boast", "unsure"), 0), ("3.3", ("boast", "broken"), 0)],
)
def test_an_order_waits_behind_a_draft_only_if_it_would_answer_what_is_asked(tmp_path, rule, order, count):
    folder, _ = with_order(tmp_path, rule, *order)
    match, orders = folder.match, standing_orders(tmp_path, folder.match.ruleset, folder.match.state).orders
    assert waiting_orders(match, [], orders, open_duties(match)) == count
    assert waiting_orders(match, [], orders, []) == 0


def test_an_order_filed_waits_while_its_moment_may_come(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.desk.standing_now.cannot_come", lambda _, one: "" if one.rule == "3.2.1" else "too late")
    folder, seat = with_order(tmp_path, "3.3", "bids", "nothing")
    filed = [read_early("3.2.1: 0", seat), read_early("9.9: 0", seat)]
    assert waiting_orders(folder.match, filed, [], []) == 1


@pytest.mark.parametrize(("rule", "order"), [("3.3", ("boast", "at most 2")), ("3.2.1", ("bids", "nothing"))])
def test_what_the_log_holds_is_what_typing_the_same_words_makes(tmp_path, rule, order):
    _, typist = asked_for(rule)
    folder, seat = with_order(tmp_path, rule, *order)
    (told,) = carry_out_standing(folder)
    give_order(typist.match, told.rpartition(": ")[2], seat)
    typist.match.run_mechanical()
    mine, theirs = list(folder.match.feeds.lines()), list(typist.match.feeds.lines())
    assert mine == theirs
    assert not any(b"boast" in line or b"standing" in line for line in mine)


def test_carrying_on_asks_filed_orders_first_then_standing_ones(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boast", "true")
    (tmp_path / "early.txt").write_text(f"{seat} 3.3: 1\n")
    told = carry_on(folder).told
    assert told[0] == f"filed early, now given: {seat}: 1"
    assert folder.match.state.raiders[seat].claims == [1]


@pytest.mark.parametrize(
    ("choice", "why"),
    [("senseless", "not legal now, you are asked"), ("broken", "it fails (KeyError: 'charms'), you are asked")],
)
def test_an_answer_that_cannot_be_given_is_told_once_and_the_player_is_asked(tmp_path, choice, why):
    folder, seat = with_order(tmp_path, "3.3", "boast", choice)
    before = list(folder.match.feeds.lines())
    told = carry_on(folder).told
    assert len(told) == 1
    assert told[0].startswith(f"standing order boast ({choice}): {seat}: {why}")
    assert list(folder.match.feeds.lines()) == before


def test_no_standing_order_answers_while_something_is_drafted(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boast", "true")
    drafting = Drafting(folder.match, tmp_path)
    draft = drafting.add("1", seat)
    drafting.leave()
    keep_drafts(tmp_path, folder.gid, [draft])
    before = list(folder.match.feeds.lines())
    assert carry_on(folder).told == []
    assert list(folder.match.feeds.lines()) == before


def test_a_policy_that_is_unsure_leaves_it_to_the_player(tmp_path):
    folder, _ = with_order(tmp_path, "3.3", "boast", "unsure")
    assert carry_out_standing(folder) == []
    assert folder.match.mine()


def test_a_policy_sees_what_its_seat_sees_even_if_others_are_held_here():
    person = Person(invite(ruleset=GAME)[0].log[0], {i: bytes([i + 1]) * 32 for i in range(3)}, GAME)
    rng = random.Random(3)
    person.work(rng)
    while person.match.request is None or person.match.request.rule != "3.3":
        assert person.work(rng)
    seat = seat_of(person)
    other = next(s for s in GAME.seats if s != seat)
    assert would_answer(person.match, BOAST, Setting("true"), seat) is not None
    peeked = dataclasses.replace(
        BOAST, answer=lambda asked, _: str(asked.peek(asked.state.raiders[other].charms[0])))
    assert would_answer(person.match, peeked, Setting("true"), seat) == "None"


def test_an_order_is_kept_privately_set_again_and_taken_back(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boa", "at most 2")
    assert (tmp_path / FILE).read_text() == f"{seat} boast: at most 2\n"
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    set_standing(tmp_path, folder.match, [StandingOrder(seat, "boast", "TRUE")])
    assert settings_of(tmp_path, folder.match, seat) == {"boast": Setting("true", None, "true")}
    set_standing(tmp_path, folder.match, [StandingOrder(seat, "boast", "ask")])
    assert (tmp_path / FILE).read_text() == ""
    assert carry_out_standing(folder) == []


@pytest.mark.parametrize(
    ("name", "text", "because", "hint"),
    [
        ("bosat", "true", "there is no standing order 'bosat': did you mean boast?", "there are: boast, bids"),
        ("boast", "treu", "standing order boast: treu is not understood here: did you mean true?", "it may be: ask"),
        ("boast", "at most", "standing order boast: a number from 1 to 3 is missing", "it may be: 1, 2, 3"),
        ("boast", "at most 7", "standing order boast: 7 is no number from 1 to 3", None),
        ("boast", "true 2", "standing order boast: 2 is not understood here", None),
        ("boast", "x" * (MAX_STANDING_TEXT + 1), "a standing order of 1,001 characters; the limit is 1,000", None),
    ],
)
def test_what_cannot_be_set_is_refused_with_what_can(tmp_path, name, text, because, hint):
    folder, seat = with_order(tmp_path, "3.3", "boast", "true")
    with pytest.raises(WrongUse) as caught:
        set_standing(tmp_path, folder.match, [StandingOrder(seat, name, text)])
    assert str(caught.value) == because
    assert hint is None or (caught.value.hint or "").startswith(hint)
    assert (tmp_path / FILE).read_text() == f"{seat} boast: true\n"



@pytest.mark.parametrize(
    "line",
    ["SEAT boast true", "SEAT boost: true", "SEAT boast: nonsense", "SEAT boast: " + "true " * 1000, "\x00\ufffd", ""],
)
def test_a_spoiled_line_counts_for_nothing_is_told_and_stops_nothing(tmp_path, line):
    folder, seat = with_order(tmp_path, "3.3", "boast", "unsure")
    (tmp_path / FILE).write_text(f"{line.replace('SEAT', seat)}\n{seat} bids: nothing\n")
    (told,) = carry_on(folder).told
    assert told.startswith("standing.txt, line 1 counts for nothing: ")
    assert len(told) < 300
    set_standing(tmp_path, folder.match, [StandingOrder(seat, "boast", "true")])
    assert (tmp_path / FILE).read_text() == f"{seat} bids: nothing\n{seat} boast: true\n"


def test_a_file_of_too_many_lines_is_read_to_its_bound(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boast", "unsure")
    (tmp_path / FILE).write_text(f"{seat} bids: nothing\n" * (MAX_STANDING + 5))
    assert carry_on(folder).told == [f"standing.txt: lines after the first {MAX_STANDING} count for nothing"]


def test_a_policy_changes_nothing(tmp_path):
    folder, seat = with_order(tmp_path, "3.3", "boast", "true")
    before = msgspec.json.encode(folder.match.state)
    assert would_answer(folder.match, BOAST, Setting("true"), seat) == would_answer(
        folder.match, BOAST, Setting("true"), seat)
    assert msgspec.json.encode(folder.match.state) == before
