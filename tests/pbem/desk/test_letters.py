"""Letters of a match: what people typed and what tools sent, read off its record."""

from __future__ import annotations

import random

import pytest

from pbem import ruleset
from pbem.desk import letters as of_match
from pbem.desk.letters import SeatLetter, by_activation, by_turn, counts, letters, lines
from pbem.lab.demo import play
from pbem.record.log import LOG_NAME, LogFile
from pbem.record.wire import CODEC, SeatLine
from people import exchange, finish, invite
from records import lines_of
from tiny import TINY

HOLDERS = {"red": "ana", "green": "ben", "blue": "ana"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory):
    """A report of a match between two people, and the letters of its record."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "_load", lambda name: TINY)
        report = play(tmp_path_factory.mktemp("letters"), TINY, holders=HOLDERS)
        yield report, letters(report.folders[0] / LOG_NAME)


def test_between_two_people_a_letter_is_what_was_handed_over(played):
    report, found = played
    assert sum(bool(letter.typed) for letter in found) == report.human_handovers
    assert 0 <= report.handovers - len(found) <= 2  # disclosing is no letter of the game
    assert any(not letter.typed for letter in found)


def test_every_event_between_joining_and_disclosing_is_in_one_letter(played):
    report, found = played
    events = LogFile(report.folders[0] / LOG_NAME, CODEC.decode).read().events
    inside = [e for e in events if isinstance(e, SeatLine) and e.msg.kind not in ("join", "disclose")]
    assert sum(letter.events for letter in found) == len(inside)


def test_what_is_written_when_nothing_is_asked_is_typed_by_its_kind(tmp_path, monkeypatch):
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    people = invite(turns=1)
    finish(people, random.Random(7))
    people[1].match.note(1, "well played")
    exchange(people)
    (tmp_path / LOG_NAME).write_bytes(b"".join(lines_of(people)))
    last = letters(tmp_path / LOG_NAME)[-1]
    assert (last.seat, last.typed[-1]) == ("green", "note")


def test_the_rules_that_a_person_chose_by_are_those_that_ask(played):
    _, found = played
    chosen = {rule for letter in found for rule in letter.typed}
    assert {"1", "2"} & {rule.partition(".")[0] for rule in chosen}
    decisions = sum(len(letter.typed) for letter in found)
    assert decisions < sum(letter.events for letter in found)  # dice and openings are not typed


LETTERS = [
    SeatLetter("red", "1 of 2", "Market, buying", ("3.1",), 2),
    SeatLetter("blue", "1 of 2", "Market, buying", (), 1),
    SeatLetter("blue", "1 of 2", "Market, selling", ("3.2", "3.2"), 3),
    SeatLetter("red", "2 of 2", "Market", ("3.1",), 1),
    SeatLetter("red", "2 of 2", "", (), 1),
]


def test_letters_are_counted_by_turn_and_by_activation():
    turns, activations = by_turn(LETTERS), by_activation(LETTERS)
    assert {turn: {seat: (post.typed, post.tools) for seat, post in of.items()} for turn, of in turns.items()} == {
        "1 of 2": {"red": (1, 0), "blue": (1, 1)}, "2 of 2": {"red": (1, 1)}}
    assert {name: times for name, (times, _) in activations.items()} == {"Market": 2, "": 1}
    assert (activations["Market"][1]["blue"].typed, activations["Market"][1]["blue"].tools) == (1, 1)
    assert set(counts(LETTERS)) == {"by_turn", "by_activation"}


def test_means_are_told_a_turn_and_an_activation():
    assert list(lines(LETTERS, ("red", "blue"))) == [
        "letters typed + sent by tools alone a game turn: red 1.0 + 0.5, blue 0.5 + 0.5",
        "letters for Market: red 1.0 + 0.0, blue 0.5 + 0.5",
        "letters for the rest: red 0.0 + 1.0, blue 0.0 + 0.0",
    ]


def test_the_scene_is_asked_once_a_round_at_most(tmp_path, monkeypatch):
    """It is what costs most: of a letter that stands in the same round as the one before nothing is drawn again."""
    monkeypatch.setattr(ruleset, "_load", lambda name: TINY)
    log = play(tmp_path, TINY, holders=HOLDERS).folders[0] / LOG_NAME
    rounds: list[int] = []
    whole = of_match._moment
    monkeypatch.setattr(of_match, "_moment", lambda match: (rounds.append(match.rounds.r), whole(match))[1])
    found = letters(log)
    assert len(rounds) == len(set(rounds)) < len(found) + sum(bool(letter.typed) for letter in found)
