"""The letters of one match, one by one: whom they go to, what stands in their heads."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.courier import table as rooms
from pbem.courier.entries import HOUR, LOST, Bounced, HeardFrom, LetterWritten
from pbem.courier.notice import Notice
from pbem.courier.people import Other, kept
from pbem.courier.spread import Spread
from pbem.courier.table import OpenMatch

NOW = 1_767_225_600


# ------------------------------------------------------------------ whom a letter goes to


def test_a_turn_goes_to_whom_the_choice_names_with_what_all_of_them_have(desk, monkeypatch):
    has = {desk.green.id: (3, 1, 2), desk.blue.id: (2, 4, 2)}
    asked = []
    monkeypatch.setattr(rooms.Circle, "has", lambda self, other: has[other.id])
    monkeypatch.setattr(rooms, "spread", lambda look: Spread((1, 2), ((1, 2),)))
    monkeypatch.setattr(OpenMatch, "_write", lambda self, *given, **more: asked.append((given, more)))
    assert desk.table.write_turn(desk.way) == ["green", "blue"]
    assert asked == [((desk.way, "turn", [desk.green, desk.blue], [2, 1, 2]), {"through": ((1, 2),)})]
    monkeypatch.setattr(rooms, "spread", lambda look: Spread())
    assert desk.table.write_turn(desk.way) == []
    assert len(asked) == 1


def test_whom_no_letter_reaches_is_named_with_what_to_do(desk, monkeypatch):
    read = "a card with their address is read in with pbem id add FILE"
    for cut_off, how in ((), "others pass on what they need"), ((1, 2), "nobody else can write to them"):
        monkeypatch.setattr(rooms, "spread", lambda look, cut_off=cut_off: Spread(cut_off=cut_off))
        desk.said.clear()
        desk.table.write_turn(desk.way)
        assert desk.said == []
        desk.journal.note(Bounced(address="green@x.test", who=desk.green.id, time=NOW))
        desk.table.circle.others = [desk.green, Other(desk.blue.id, "blue", "", (2,))]
        desk.table.write_turn(desk.way)
        assert desk.said == [f"letters to green come back: {how}; {read}", f"blue has no address here: {how}; {read}"]
        desk.journal.state.bounced.clear()
        desk.table.circle.others = [desk.green, desk.blue]


def test_what_was_lost_on_its_way_to_us_is_asked_for_once_in_some_hours(desk, monkeypatch):
    monkeypatch.setattr(rooms.Circle, "to_ask", lambda self: None)
    assert desk.table.write_lost(desk.way) == ""
    monkeypatch.setattr(rooms.Circle, "to_ask", lambda self: Other(desk.blue.id, "blue", "", (2,)))
    assert desk.table.write_lost(desk.way) == ""
    monkeypatch.setattr(rooms.Circle, "to_ask", lambda self: desk.green)
    assert desk.table.write_lost(desk.way) == "green"
    assert [(one.kind, one.to) for one in desk.letters] == [("lost", ("green@x.test",))]
    desk.table.now = NOW + LOST - 1
    assert desk.table.write_lost(desk.way) == ""
    desk.table.now = NOW + LOST
    assert desk.table.write_lost(desk.way) == "green"


def test_who_says_that_he_lacks_something_gets_it_if_he_does(desk, monkeypatch):
    heads = desk.table.circle.heads
    for has, is_sent in ((heads, False), ((heads[0] - 1, *heads[1:]), True)):
        monkeypatch.setattr(rooms.Circle, "has", lambda self, other, has=has: has)
        assert desk.table.write_missing(desk.way, desk.green, "<q@x>") == is_sent
    (letter,) = desk.letters
    assert (letter.kind, letter.to, letter.because) == ("again", ("green@x.test",), "<q@x>")
    desk.table.write_again(desk.way, desk.blue, "<r@x>")
    assert (desk.letters[1].kind, desk.letters[1].to, desk.letters[1].because) == ("again", ("blue@x.test",), "<r@x>")


@pytest.mark.parametrize(("round", "awaits", "lacks"), [
    (-1, (), True), (0, (), False), (0, ("red",), True), (0, ("green",), False), (0, ("green", "red"), True),
    (1, ("red",), False)])
def test_who_stands_behind_or_waits_for_what_was_given_here_lacks_something(desk, round, awaits, lacks):
    assert desk.table.lacks(desk.green, desk.table.match.rounds.r + round, awaits) == lacks


def test_people_are_found_by_their_address_or_their_seat(desk):
    table = desk.table
    nobody = Other("N" * 43, "nobody", "", (5,))
    table.circle.others = [nobody, desk.green, desk.blue]
    assert (table.other_at("blue@x.test"), table.other_at(""), table.other_at("x")) == (desk.blue, None, None)
    assert (table.other_of(2), table.other_of(5), table.other_of(0)) == (desk.blue, None, None)


# ------------------------------------------------------------------ what stands in a letter


def test_a_letter_names_its_people_its_match_and_what_it_answers(desk, monkeypatch):
    monkeypatch.setattr(OpenMatch, "packets", lambda self, heads: [("t-1.pbem", b"one"), ("t-1-2.pbem", b"two")])
    heads = kept(desk.table.circle.heads)
    desk.table._write(desk.way, "turn", [desk.green, desk.blue], [-1] * 3, through=((1, 2),), because="<q@x>")
    one, two = desk.letters
    assert (one.heads, two.heads) == ({}, heads)  # what lies in the last of them is assumed when all went
    for letter in (one, two):
        assert letter == LetterWritten(
            id=letter.id, game=desk.table.game.gid, way="red@x.test", kind="turn", to=("green@x.test", "blue@x.test"),
            time=NOW, heads=letter.heads, because="<q@x>", round=desk.table.match.rounds.r,
            people=(desk.green.id, desk.blue.id), supposed=(desk.blue.id,))
    first, second = desk.mail(0), desk.mail(1)
    assert first["From"] == "red <red@x.test>"
    assert first["To"] == "green <green@x.test>, blue <blue@x.test>"
    assert first["X-Pbem-Kind"] == "turn"
    assert first["X-Pbem-Round"] == str(desk.table.match.rounds.r)
    assert first["X-Pbem-Awaits"].split() == ["green", "blue"]
    assert [file.get_filename() for mail in (first, second) for file in mail.iter_attachments()] != []
    assert (first["In-Reply-To"], second["In-Reply-To"]) == (None, None)  # both answer what came before
    desk.table._write(desk.way, "turn", [desk.green], [-1] * 3)
    assert desk.mail()["In-Reply-To"] == two.id
    marks = [mail.get_body(("plain",)).get_content().count(mark) for mail, mark in (
        (first, "[PBEM:tiny:red:all]"), (second, "[PBEM:tiny:red:all]"), (desk.mail(), "[PBEM:tiny:red:green]"))]
    assert marks == [1, 1, 1]  # of one person it is named, of several it is for all


def test_a_letter_bears_the_name_of_the_account_if_it_has_one(desk):
    desk.way.settings.name = "Red Baron"
    desk.table._write(desk.way, "turn", [desk.green], [-1] * 3)
    assert desk.mail()["From"] == "Red Baron <red@x.test>"


def test_cards_go_to_whom_they_did_not_go_yet_and_with_the_first_letter_alone(desk):
    def signed(name, time):
        return SimpleNamespace(id=name * 43, time=time)

    cards = {desk.green.id: signed("G", 5)}
    desk.table.home.signed_card = lambda: signed("M", 7)
    desk.table.home.cards = SimpleNamespace(get=cards.get)
    to = [desk.green, desk.blue]
    assert [card.id[0] for card in desk.table._cards_for(to)] == ["M", "G"]
    desk.journal.state.cards = {one.id: {"M" * 43: 7, "G" * 43: 4} for one in to}
    assert [card.id[0] for card in desk.table._cards_for(to)] == ["G"]
    desk.journal.state.cards[desk.green.id]["G" * 43] = 5
    assert [card.id[0] for card in desk.table._cards_for(to)] == ["G"]  # blue has not got it
    desk.journal.state.cards[desk.blue.id]["G" * 43] = 5
    assert desk.table._cards_for(to) == []


def test_a_letter_tells_from_the_oldest_round_on_that_one_of_its_people_was_not_told(desk):
    assert desk.table._told_from([desk.green]) == 0
    desk.journal.state.told = {desk.table.game.gid: {desk.green.id: 7, desk.blue.id: 4}}
    assert desk.table._told_from([desk.green, desk.blue]) == 4
    assert desk.table._told_from([desk.green]) == 7


def test_a_reminder_says_who_is_awaited_and_since_when(desk, monkeypatch):
    monkeypatch.setattr(rooms, "since", lambda match: NOW)
    assert desk.table._reminder([1, 2]) == "A reminder. Awaited: green, blue, since 2026-01-01 00:00 UTC"
    desk.table._write(desk.way, "reminder", [desk.green], [-1] * 3, reminds=[1])
    text = desk.mail().get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert text.startswith("A reminder. Awaited: green, since 2026-01-01 00:00 UTC\n\nRaiders")
    assert desk.letters[0].seats == ("1",)
    monkeypatch.setattr(rooms, "since", lambda match: 0)
    assert desk.table._reminder([1]) == "A reminder. Awaited: green"


def test_a_notice_goes_to_its_own_person(desk):
    desk.table.write_notice(desk.way, Notice("[pbem] your turn", "look"))
    (letter,) = desk.letters
    assert letter == LetterWritten(id=letter.id, game=desk.table.game.gid, way="red@x.test", kind="notice",
                                   to=("red@x.test",), time=NOW, round=desk.table.match.rounds.r)
    assert (desk.mail()["Subject"], desk.mail()["To"]) == ("[pbem] your turn", "red@x.test")


def test_what_a_letter_says_of_itself_names_who_has_all_and_who_passes_it_on(desk, monkeypatch):
    said = []
    monkeypatch.setattr(rooms, "heads_field", lambda match, heads: said.append(heads) or "x")
    has = {desk.green.id: (0, 0, 0), desk.blue.id: desk.table.circle.heads}
    monkeypatch.setattr(rooms.Circle, "has", lambda self, other: has[other.id])
    assert desk.table._heads_field([], [(1, 2)]) == "x"
    desk.table._heads_field([desk.green], [])
    assert [(one.time, one.seat, set(one.alike), one.through, set(one.reach)) for one in said] == [
        (NOW, 0, {2}, ((1, 2),), {1, 2}), (NOW, 0, {1, 2}, (), {1, 2})]


# ------------------------------------------------------------------ what is known of the others


def test_who_may_have_lost_what_he_said_he_has_is_not_asked_at_once(desk):
    more = [n + 1 for n in desk.table.circle.heads]
    desk.journal.note(
        HeardFrom(game=desk.table.game.gid, who=desk.blue.id, time=NOW - HOUR, heads=kept(more), reach=()))
    assert desk.table.circle.to_ask() == desk.blue
