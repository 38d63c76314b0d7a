"""The letters of one match, one by one: whom they go to, what stands in their heads, who is reminded when."""

from __future__ import annotations

import email
import email.policy
import random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from pbem.courier import asking as asks
from pbem.courier import table as rooms
from pbem.courier.asking import AskingOnce
from pbem.courier.clocks import UNHEARD, days_late, sign_seen, unheard
from pbem.courier.entries import HOUR, LOST, Bounced, HeardFrom, LetterWritten, Spares
from pbem.courier.journal import Journal
from pbem.courier.notice import Notice, notice_of
from pbem.courier.people import DAY, Other, kept
from pbem.courier.report import decides, name_of, report, subject
from pbem.courier.settings import Reminders, Settings
from pbem.courier.spread import Spread
from pbem.courier.table import OpenMatch
from pbem.courier.ways import FolderWay, MailWay
from pbem.home.people import PersonCard
from pbem.record import events as ev
from people import exchange, invite, settle

NOW = 1_767_225_600
BOTH = ["green", "blue"]
ME = PersonCard(address="red@x.test", id="M" * 43, name="red")


@pytest.fixture(scope="module")
def red():
    """Red has sealed her pace; green and blue are awaited, and nobody has more than the others."""
    people = invite(turns=1)
    settle(people)
    people[0].work(random.Random(1))
    exchange(people)
    return people[0].match


class Desk:
    """A courier of red's, with the addresses of the two others; `said` is what it tells."""

    def __init__(self, match, folder, **settings):
        self.said, self.open_for = [], 0
        game = SimpleNamespace(
            match=match, gid=match.genesis.id, path=folder, proven_by=lambda seats: [],
            lines_above=lambda heads: [match.genesis.line], held_after=lambda r: [0] * 3)
        self.titles = {}
        home = SimpleNamespace(
            people=SimpleNamespace(all=dict), card=lambda: ME, signed_card=lambda: None,
            cards=SimpleNamespace(get=lambda id: None),
            titles=SimpleNamespace(all=dict, of=lambda gid: ""))
        self.table = OpenMatch(
            game, home, Settings(picture=False, **settings), Journal(folder / "courier"), NOW,
            lambda r: self.open_for, self.said.append)
        seats = match.binding.seats
        self.green, self.blue = (Other(seats[n].id, seats[n].name, f"{seats[n].name}@x.test", (n,)) for n in (1, 2))
        self.table.circle.others = [self.green, self.blue]
        self.way = SimpleNamespace(name="red@x.test", settings=SimpleNamespace(address="red@x.test", name=""))

    @property
    def journal(self):
        return self.table.journal

    @property
    def letters(self):
        return list(self.journal.state.open.values())

    def mail(self, number=-1):
        return email.message_from_bytes(self.journal.mail_of(self.letters[number].id), policy=email.policy.default)


@pytest.fixture
def desk(red, tmp_path):
    return Desk(red, tmp_path)


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


# ------------------------------------------------------------------ reminders


def reminded(desk, after=24, **turns):
    desk.table.settings = replace(desk.table.settings, reminders=Reminders(after_hours=after))
    return desk.table.write_reminders(desk.way)


@pytest.mark.parametrize(("open_for", "names"), [
    (DAY - 1, []), (DAY, BOTH), (2 * DAY - 1, BOTH), (2 * DAY, []), (3 * DAY, BOTH)])
def test_without_a_clock_couriers_remind_in_turn_each_day(desk, monkeypatch, open_for, names):
    """Red and one of the two others, in the order of their seats."""
    monkeypatch.setattr(rooms, "since", lambda match: 0)
    desk.open_for = open_for
    assert reminded(desk) == names
    assert [one.kind for one in desk.letters] == ["reminder"] * len(names)


def test_whose_turn_it_is_goes_by_the_time_that_is_claimed_if_it_can_be(desk, monkeypatch):
    desk.open_for = 9 * DAY  # an odd day
    for claimed, names in ((NOW - 2 * DAY, []), (NOW - DAY, BOTH), (NOW, []), (NOW + 1, BOTH)):
        monkeypatch.setattr(rooms, "since", lambda match, claimed=claimed: claimed)
        desk.journal.state.reminded.clear()
        assert reminded(desk) == names


def test_nobody_is_reminded_if_its_person_wants_none_or_nothing_can_be_signed(desk, monkeypatch):
    monkeypatch.setattr(rooms, "since", lambda match: 0)
    desk.open_for = DAY
    assert reminded(desk, after=0) == []
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: False)
    assert reminded(desk) == []


def test_who_was_reminded_within_a_day_or_wants_no_reminders_is_let_be(desk):
    everybody = {1: 0, 2: 0}
    assert desk.table._remind(desk.way, {2: 0}) == ["blue"]
    desk.table.now = NOW + DAY - 1
    assert desk.table._remind(desk.way, everybody) == ["green"]
    desk.table.now = NOW + DAY
    assert desk.table._remind(desk.way, everybody) == ["blue"]
    desk.table.now = NOW + 9 * DAY
    desk.journal.note(Spares(game=desk.table.game.gid, who=desk.green.id, wanted=False, n=0))
    assert desk.table.spares(desk.green)
    assert not desk.table.spares(desk.blue)
    assert desk.table._remind(desk.way, everybody) == ["blue"]
    desk.table.now = NOW + 19 * DAY
    desk.table.settings = replace(desk.table.settings, reminders=Reminders(spare=("blue",)))
    assert desk.table._remind(desk.way, everybody) == []
    desk.table.circle.others = [Other(desk.green.id, "green", "", (1,))]
    desk.journal.note(Spares(game=desk.table.game.gid, who=desk.green.id, wanted=True, n=1))
    assert desk.table._remind(desk.way, everybody) == []


def test_with_a_clock_those_are_reminded_whose_deadline_has_come(desk, monkeypatch):
    monkeypatch.setattr(type(desk.table.match), "clock", ev.Clock(days=3, grace=2, leave=1))
    monkeypatch.setattr(rooms, "days_late", lambda match, now: {2: 0})
    assert reminded(desk) == ["blue"]


class Open:
    """A seat that is awaited."""

    def __init__(self, seat, start=0, deadline=0):
        self.seat, self.found = seat, SimpleNamespace(start=start, deadline=deadline)


def timed(monkeypatch, *open, said=(), **more):
    """A match with a clock, in which these seats are awaited."""
    monkeypatch.setattr("pbem.courier.clocks.Waits", lambda match, now: SimpleNamespace(open=open))
    signed = []
    match = SimpleNamespace(
        clock=ev.Clock(days=3, grace=2, leave=1), result=None, rounds=SimpleNamespace(base="now"),
        feeds=SimpleNamespace(side_events=lambda: said, side_count=lambda seat, base: more.get("count", 0)),
        mine=lambda: [SimpleNamespace(seat=seat, kind=kind) for seat, kind in more.get("mine", ())],
        refusal=lambda seat: "refused" if seat in more.get("refused", ()) else None,
        claim=lambda seat, body: signed.append(seat), name=lambda seat: f"seat {seat}")
    return match, signed


def test_4_7_a_seat_is_late_from_its_deadline_on_for_as_many_days_as_there_is_grace(monkeypatch):
    waits = [Open(seat, deadline=NOW - late) for seat, late in enumerate((-1, 0, DAY - 1, DAY, 3 * DAY - 1, 3 * DAY))]
    match, _ = timed(monkeypatch, *waits)
    assert days_late(match, NOW) == {1: 0, 2: 0, 3: 1, 4: 2}


def test_a_seat_was_not_heard_of_a_day_and_a_half_after_its_question_if_it_said_nothing_since(monkeypatch):
    for_so_long = (UNHEARD, UNHEARD + 1, 3 * DAY, 9 * DAY, 9 * DAY)
    waits = [Open(seat, start=NOW - waited) for seat, waited in enumerate(for_so_long)]
    said = [SimpleNamespace(seat=seat, msg=SimpleNamespace(prev=base)) for seat, base in ((3, "now"), (4, "x"))]
    match, _ = timed(monkeypatch, *waits, said=said)
    assert unheard(match, NOW) == {1: 1, 2: 3, 4: 9}
    match.result = "over"
    assert unheard(match, NOW) == {}
    match.result, match.clock = None, None
    assert unheard(match, NOW) == {}


def test_4_7_that_a_question_was_seen_is_signed_after_a_day_for_seats_that_decide_here(monkeypatch):
    waits = [Open(seat, start=NOW - waited) for seat, waited in enumerate((DAY, DAY + 1, 2 * DAY, 2 * DAY, 2 * DAY))]
    mine = [(0, "answer"), (1, "answer"), (2, "seal"), (3, "entropy"), (4, "answer")]
    match, signed = timed(monkeypatch, *waits, mine=mine, refused=(4,))
    assert sign_seen(match, NOW) == ["seat 1", "seat 2"]
    assert signed == [1, 2]
    match.result = "over"
    assert sign_seen(match, NOW) == []
    match, signed = timed(monkeypatch, *waits, mine=mine, count=99)
    assert sign_seen(match, NOW) == signed == []  # there is no room for another remark
    match, signed = timed(monkeypatch, *waits, mine=[(3, "entropy")])
    assert sign_seen(match, NOW) == []


# ------------------------------------------------------------------ words


def test_a_match_is_called_by_its_title_its_game_and_its_id(red):
    number = f"match {red.genesis.id[:8]}"
    assert name_of(red, "") == f"Raiders, {number}"
    assert name_of(red, "Raiders") == f"Raiders, {number}"
    assert name_of(red, "Cup") == f"Cup, Raiders, {number}"


def test_the_subject_says_what_is_asked_or_that_nothing_is(red):
    name = name_of(red, "Cup")
    assert subject(red, [], "Cup") == f"[pbem records] {name}"
    asked = red.owing()
    assert subject(red, asked, "Cup") == f"[pbem] {name}: green, blue decide (rule {red.request.rule})"
    assert decides(red, asked[:1]) == f"green decides (rule {red.request.rule})"
    assert decides(SimpleNamespace(request=None), asked[:1]) == "green decides"
    joins = [SimpleNamespace(kind="join", name="green"), SimpleNamespace(kind="join", name="green")]
    assert decides(red, joins) == "green: take your seat"


def ended(match, winners):
    """The same match when it is over."""
    over = SimpleNamespace(**{name: getattr(match, name) for name in ("ruleset", "state", "binding", "genesis")})
    over.result, over.owing = SimpleNamespace(winners=winners, text="the chest is empty"), list
    return over


def test_a_report_tells_what_happened_who_is_awaited_and_how_it_is_read(red, monkeypatch):
    monkeypatch.setattr("pbem.courier.report.waiting_since", lambda match: ["since noon"])
    names = {1: "Gina", 2: "Bob"}
    lines = report(red, red.rounds.r, names).split("\n")
    assert lines == [lines[0], "", "awaited: green, blue: sealed orders", "since noon", "that is: Gina, Bob", "",
                     "A courier of pbem reads this mail by itself; else save it and type: pbem in FILE"]
    assert lines[0].startswith("Raiders")
    assert report(red, red.rounds.r, {}).split("\n") == lines[:4]
    assert report(red, red.rounds.r, {1: "", 2: "Bob"}).split("\n")[4] == "that is: Bob"


@pytest.mark.parametrize(("winners", "who"), [((), "nobody"), (("red", "blue"), "red, blue")])
def test_a_report_of_the_end_says_who_has_won(red, winners, who):
    lines = report(ended(red, winners), 99, {}).split("\n")
    assert lines[1:] == ["", f"The match has ended: the chest is empty (winners: {who})"]
    assert subject(ended(red, winners), []) == f"[pbem] {name_of(red, '')}: it has ended"


def test_of_very_much_that_happened_the_last_is_told(red, monkeypatch):
    monkeypatch.setattr("pbem.courier.report.MAX_REPORT", 2)
    monkeypatch.setattr("pbem.courier.report.joined", lambda told: [5, 6, 7, 8])
    monkeypatch.setattr("pbem.courier.report.said", lambda told: f"turn {told}")
    assert report(red, 0, {}).split("\n")[1:5] == ["", "(more stand in the log: 2)", "- turn 7", "- turn 8"]
    monkeypatch.setattr("pbem.courier.report.MAX_REPORT", 4)
    assert report(red, 0, {}).split("\n")[1:3] == ["", "- turn 5"]


def test_a_notice_says_what_is_asked_how_to_see_it_and_what_was_answered(red, tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.courier.notice.human_duties", lambda match: match.owing())
    monkeypatch.setattr("pbem.courier.notice.report", lambda match, since, names: f"report from {since}, {names}")
    game = name_of(red, "Cup")
    asked = f"{game}: green, blue decide (rule {red.request.rule})"
    assert notice_of(red, tmp_path, 3, (), "Cup") == Notice(
        f"[pbem] your turn: {asked}", f"{asked}\nsee it with: pbem next -C {tmp_path}\n\nreport from 3, {{}}")
    assert notice_of(red, tmp_path, 3, ("passed", "fired"), "Cup").text == (
        f"{asked}\nsee it with: pbem next -C {tmp_path}\n\nAnswered for you, or passed over:\n- passed\n- fired\n\n"
        "report from 3, {}")
    monkeypatch.setattr("pbem.courier.notice.human_duties", lambda match: [])
    assert notice_of(red, tmp_path, 3, ()) is None


# ------------------------------------------------------------------ when its person is told


@pytest.fixture
def once(desk, monkeypatch):
    """Asks whether its person is told; `heard` is how."""
    heard = []
    monkeypatch.setattr(asks, "notice_of", lambda match, folder, said, told, title: Notice(f"since {said}", "x"))
    monkeypatch.setattr(asks, "show_on_screen", lambda notice: heard.append(notice.subject))
    monkeypatch.setattr(asks, "run_for", lambda command, notice: heard.append((command, notice.subject)))
    monkeypatch.setattr(asks, "keep_told", lambda *given: None)
    monkeypatch.setattr(asks, "note_told", lambda *given: heard.append("noted"))
    monkeypatch.setattr(asks, "untold", lambda *given: [])
    monkeypatch.setattr(OpenMatch, "write_notice", lambda self, way, notice: heard.append((way.name, notice.subject)))
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: True)

    def tell(notify, ways=()):
        heard.clear()
        AskingOnce(desk.journal, Settings(notify=notify)).tell(desk.table, (), ways)
        return list(heard)

    return tell


def account(name):
    return MailWay(SimpleNamespace(address=name, matches=()), None, None)


def test_a_person_is_told_once_a_round_as_he_wants_it(desk, once):
    r, gid = desk.table.match.rounds.r, desk.table.game.gid
    assert once("none") == []
    assert once("desktop") == ["noted", "since 0"]
    assert desk.journal.state.noticed == {gid: r}
    assert once("desktop") == []
    desk.journal.state.noticed[gid] = r - 1
    assert once(("ring", "a bell")) == ["noted", (("ring", "a bell"), f"since {r - 1}")]


def test_a_person_is_told_by_the_first_account_and_by_no_folder(desk, once, tmp_path):
    folder = FolderWay(SimpleNamespace(path=str(tmp_path), matches=()), tmp_path)
    assert once("mail", [folder, account("a@x.test"), account("b@x.test")]) == [("a@x.test", "since 0"), "noted"]
    assert once("mail", [folder]) == []
    assert desk.journal.state.noticed == {}


def test_a_person_of_whom_nothing_is_asked_or_who_cannot_sign_is_not_told(desk, once, monkeypatch):
    monkeypatch.setattr(asks, "notice_of", lambda *given: None)
    assert once("desktop") == []
    monkeypatch.setattr(asks, "notice_of", lambda *given: pytest.fail("nobody can sign"))
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: False)
    assert once("desktop") == []


# ------------------------------------------------------------------ what is known of the others


def test_who_may_have_lost_what_he_said_he_has_is_not_asked_at_once(desk):
    more = [n + 1 for n in desk.table.circle.heads]
    desk.journal.note(
        HeardFrom(game=desk.table.game.gid, who=desk.blue.id, time=NOW - HOUR, heads=kept(more), reach=()))
    assert desk.table.circle.to_ask() == desk.blue
