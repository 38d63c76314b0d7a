"""Nothing stalls: whole games by couriers that cannot all write to each other, without help or idle letters."""

from __future__ import annotations

import email
import email.utils
import random
import re

import pytest

from mailing import SETTINGS, START, Clock, mail_way, play, seated, settled
from pbem.courier.spread import CourierView, Spread, first_hop, spread
from pbem.desk.door import arrivals
from pbem.home.cards import signed_card, write_signed
from pbem.post.contents import items
from pbem.post.mail.smtp import SmtpAnswer
from pbem.post.packet import pack
from pbem.record.wire import SeatLine
from postal import FakeBox, FakeSender, Hazard, Office, bounce, mail
from tiers import thorough
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


def knows(sites, who, *names):
    """Somebody's address book holds these people alone."""
    for other in sites:
        if other is not who and other.name not in names:
            who.home.people.remove(other.home.card().id)


def idle_letters(office, sites):
    """The letters that brought their receiver nothing that he had not got before or signed himself."""
    idle = []
    for site in sites:
        with site.player.desk.game(site.folder) as game:
            own = {e.id for e in game.match.feeds.by_id.values() if e.seat in game.match.keys}
        for letter in office.boxes.get(site.address, []):
            came, _ = arrivals(items(letter, "letter"))
            found = {a.event.id for a in came if isinstance(a.event, SeatLine)}
            head = email.message_from_bytes(letter)
            asks = (head["X-Pbem-Heads"] or "0 0 0 0 -").split()[4] != "-"  # its receiver to pass something on
            if found and found <= own and not asks:
                idle.append((site.name, head["X-Pbem-Kind"]))
            own |= found
    return idle


def patient(idle):
    """A letter that is written in one pass is read in the next: nothing stands still."""
    return idle < 4


def reminders(sites):
    return [line for site in sites for line in site.said if "reminder" in line]


def by_mail(office, sender=FakeSender):
    return mail_way(lambda s: FakeBox(office, s.address), lambda s: sender(office))


def four(tmp_path, turns=1, *, with_cards=False):
    """Three who play and a judge; without signed cards nobody learns an address that he does not know."""
    clock, office = Clock(), Office()
    sites = seated(tmp_path, TINY, clock, options={"turns": turns}, judge=True)
    for site in sites:
        site.home.own_card.path.unlink()
        if with_cards:  # by the clock of the test
            site.home.own_card.sign(site.home.card(), site.home.load().seed, START)
    return clock, office, sites


def test_four_couriers_that_all_know_each_other_write_no_idle_letter(tmp_path):
    clock, office, sites = four(tmp_path)
    play(sites, clock, by_mail(office), patience=patient)
    settled(sites)
    assert idle_letters(office, sites) == []
    assert reminders(sites) == []


def test_four_couriers_that_know_the_hosts_card_alone_end_the_game(tmp_path):
    clock, office, sites = four(tmp_path)
    for site in sites[1:]:
        knows(sites, site, "red")
    play(sites, clock, by_mail(office), patience=patient)
    settled(sites)
    assert idle_letters(office, sites) == []
    assert reminders(sites) == []
    assert clock.now < START + 43_200  # nobody waited for a day to pass


def test_four_couriers_of_which_one_can_be_reached_by_one_other_only(tmp_path):
    clock, office, sites = four(tmp_path)
    for site in (sites[0], sites[3]):
        knows(sites, site, *({"red", "green", "judge"} - {site.name}))
    play(sites, clock, by_mail(office), patience=patient)
    settled(sites)
    assert idle_letters(office, sites) == []
    assert reminders(sites) == []
    assert clock.now < START + 43_200


@pytest.mark.thorough
def test_a_courier_that_is_down_for_two_turns_finds_all_it_missed(tmp_path):
    clock, office, sites = four(tmp_path, turns=3)
    green = sites[1]
    play(sites, clock, by_mail(office), patience=lambda idle: idle < 80,
         down=lambda site, number: site is green and 8 < number < 60)
    settled(sites)
    assert [kind for _, kind in idle_letters(office, sites) if kind == "turn"] == []


@pytest.mark.parametrize("how", ["refused", thorough("comes back")])
def test_an_address_that_bounces_is_gone_round(tmp_path, how):
    """All but one have an old address of blue; his own letters come through."""
    clock, office, sites = four(tmp_path)
    blue, ids = sites[2], {}
    right, blue.address = blue.address, "gone@pbem.test"
    for site in (sites[0], sites[3]):
        card = blue.home.card()
        site.home.people.put(type(card)(address=blue.address, id=card.id, name=card.name))
    blue.address = right

    class Bouncing(FakeSender):
        def send(self, letter, to):
            if "gone@pbem.test" not in to:
                return super().send(letter, to)
            rest = [address for address in to if address != "gone@pbem.test"]
            super().send(letter, rest)
            if how == "refused":
                return SmtpAnswer(never={"gone@pbem.test": "550 no such user"})
            head = email.message_from_bytes(letter)
            ids[head["Message-ID"]] = head["From"]
            office.put(email.utils.parseaddr(head["From"])[1], bounce(head["Message-ID"]))
            return SmtpAnswer()

    play(sites, clock, by_mail(office, Bouncing), patience=patient)
    for site in sites:
        site.faults = []
    settled(sites)
    assert any("letters to blue come back: others pass on" in line for line in sites[0].said + sites[3].said)
    assert [one for one in idle_letters(office, sites) if one[1] == "turn"] == []
    assert clock.now < START + 86_400


def test_a_false_bounce_changes_nothing(tmp_path):
    clock, office, sites = four(tmp_path)
    office.put(sites[0].address, bounce("<aaaaaaaaaaaa.0123456789abcdef.pbem@pbem.test>", "blue@pbem.test"))
    play(sites, clock, by_mail(office), patience=patient)
    settled(sites)
    assert not any("came back" in line for line in sites[0].said)


# ---------------------------------------------------------------- cards that travel beside the record


def test_whoever_knows_the_hosts_card_alone_learns_the_others_from_letters(tmp_path):
    clock, office, sites = four(tmp_path, with_cards=True)
    for site in sites[1:]:
        knows(sites, site, "red")
    play(sites, clock, by_mail(office), patience=patient)
    settled(sites)
    assert idle_letters(office, sites) == []
    for site in sites:
        book = {person.name: person.address for person in site.home.people.all().values()}
        assert book | {site.name: site.address} == {other.name: other.address for other in sites}


def test_a_changed_address_is_learnt_from_its_owner_alone(tmp_path):
    _, office, sites = four(tmp_path, with_cards=True)
    red, green = sites[0], sites[1]
    card = green.home.card()
    new = type(card)(address="new@pbem.test", id=card.id, name="Green II")
    seeds = {site.name: site.home.load().seed for site in sites}
    false = signed_card(new, seeds["red"], START + 50)  # red says that green has moved
    old = signed_card(type(card)(address="old@pbem.test", id=card.id, name=card.name), seeds["green"], 7)
    late = signed_card(new, seeds["green"], START + 10 * 86_400)
    true = signed_card(new, seeds["green"], START + 60)
    first = write_signed(green.home.signed_card())
    for number, (word, address) in enumerate((
        (first, "green@pbem.test"), (write_signed(false), "green@pbem.test"), (write_signed(old), "green@pbem.test"),
        (write_signed(late), "green@pbem.test"), ("x" * 5000, "green@pbem.test"), ("", "green@pbem.test"),
        (write_signed(true)[:-8], "green@pbem.test"), (write_signed(true), "new@pbem.test"),
        (write_signed(false), "new@pbem.test"),
    )):
        red.begin(SETTINGS, by_mail(office), Hazard(random.Random(1), 1, 0))
        packet = pack((green.folder / "game.pbem").read_bytes().splitlines(keepends=True)[:1])
        letter = mail("x@elsewhere.test", "[pbem] x", attach=packet, name=f"t-1-000{number}-g.pbem")
        office.put(red.address, f"X-Pbem-Card: {word}\r\n".encode() + letter)
        assert red.courier.look() == 0
        red.end()
        assert red.home.people.all()[card.id].address == address, number
    assert "people: green <green@pbem.test> is Green II <new@pbem.test> from now on" in red.said


# ---------------------------------------------------------------- the choice by itself


def look(**changes):
    """Four people; we are the first, have 5 events of each seat, and the others have all of it."""
    all_of_it = (5, 5, 5, 5)
    return CourierView(**({
        "me": 0, "heads": all_of_it, "has": dict.fromkeys((1, 2, 3), all_of_it), "reach": {}, "owing": (1, 2, 3),
        "ready": (1, 2, 3), "collector": 3, "begun": (4, 5, 5, 5), "by_tools": True} | changes))


def test_dice_go_from_one_to_the_next():
    short = dict.fromkeys((1, 2, 3), (4, 5, 5, 5))
    assert spread(look(has=short)).to == (1,)
    assert spread(look(has=short, me=2, owing=(1, 3), ready=(1, 3), reach={})).to == (3,)
    assert spread(look(has=short | {1: (5, 5, 5, 5)})).to == ()  # it was sent to him: he passes it on
    assert spread(look(has=short, ready=(2,))).to == (2,)  # the movers' people show first


def test_a_way_that_comes_back_to_us_does_not_end_the_search():
    """We reach 1 and 2; 1 reaches us alone, 2 reaches 4, and 4 alone reaches 3."""
    ways = look(has=dict.fromkeys((1, 2, 3, 4), (5, 5, 5, 5)), reach={
        0: frozenset({1, 2}), 1: frozenset({0}), 2: frozenset({4}), 4: frozenset({3})})
    assert [first_hop(ways, person) for person in (1, 2, 3, 4)] == [1, 2, 2, 2]


def test_all_who_must_decide_are_asked_at_once_and_the_last_of_them_collects():
    short = dict.fromkeys((1, 2, 3), (3, 5, 5, 5))
    assert spread(look(has=short, by_tools=False)) == Spread((1, 2, 3))  # nobody is to pass anything on
    known = dict.fromkeys((1, 2, 3), (4, 5, 5, 5))
    assert spread(look(has=known, by_tools=False)).to == (3,)
    assert spread(look(has=known, by_tools=False, to_tell=frozenset({2}))).to == (2, 3)


def test_when_the_match_has_ended_all_hear_of_it():
    assert spread(look(has=dict.fromkeys((1, 2, 3), (4, 5, 5, 5)), owing=(), ready=())).to == (1, 2, 3)


def test_who_cannot_be_written_to_is_reached_through_somebody_who_can():
    short = dict.fromkeys((1, 2, 3), (3, 5, 5, 5))
    reach = {0: frozenset({1}), 1: frozenset({0, 2}), 2: frozenset({1, 3})}
    found = spread(look(has=short, owing=(3,), collector=3, by_tools=False, reach=reach))
    assert (found.to, found.through, found.cut_off) == ((1,), ((1, 3),), ())
    by_tools = look(has=short, owing=(3,), ready=(3,), reach=reach)
    assert (spread(by_tools).to, spread(by_tools).through) == ((1,), ())  # his tool sends its dice on anyway
    missed = look(has=short | {1: (5, 5, 5, 5)}, owing=(3,), ready=(3,), reach=reach, missed=frozenset({3}))
    assert (spread(missed).to, spread(missed).through) == ((1,), ((1, 3),))
    nobody = dict.fromkeys((1, 2), frozenset({0}))
    assert spread(look(has=short, owing=(3,), by_tools=False, reach=reach | nobody)).cut_off == (3,)


# ---------------------------------------------------------------- what a letter says of its writer


def test_nobody_can_say_for_somebody_else_what_he_has(tmp_path):
    from pbem.desk.heads import HeadsSaid, heads_field, heads_of, read_heads

    _, _, sites = four(tmp_path)
    with sites[0].player.desk.game(sites[0].folder) as game:
        match = game.match
        said = HeadsSaid(100, 0, heads_of(match), frozenset({1}), ((1, 2),), frozenset({1, 2}))
        field = heads_field(match, said)
        assert read_heads(match, field) == said
        words = field.split()
        for place, other in ((0, "101"), (1, "1"), (2, words[2].replace("1.", "9.")), (3, "2"), (4, "-"), (5, "3"),
                             (6, words[6][::-1]), (0, "0100"), (2, "1"), (4, "1>9"), (3, "1,1")):
            changed = list(words)
            changed[place] = other
            assert read_heads(match, " ".join(changed)) is None, other
        for junk in ("", "1", "1 " * 7, "é 0 0 - - - x", field + " x", "9" * 9000, re.sub(r"\d", "٣", field)):
            assert read_heads(match, junk) is None, junk[:20]
