"""Answers to an invitation: who has come, who must be looked at first, what the host is told and what he may type."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orders import ORDERS
from pbem.desk.desk import Desk
from pbem.desk.gathering import (
    OPEN_FOR,
    SILENT,
    Plan,
    beside_of,
    first_line,
    gather,
    make,
    name_others,
    news,
    refusal,
    take_answer,
    take_doubtful,
)
from pbem.desk.inviting import answer_text, apart, invitation_text, match_text, settled
from pbem.desk.replying import DAY, learn, learn_card, learn_slips, note_begun, reply
from pbem.errors import BadRecord, WrongUse
from pbem.home import Home
from pbem.home.beside import BesidePacket, read_beside, sign_title, write_title
from pbem.home.cards import read_signed, signed_card, write_signed
from pbem.home.invitation import read_invitation, write_answer
from pbem.home.people import PersonCard
from pbem.lab import demo
from pbem.match.policy import clock_of
from pbem.post.contents import FoundSlip
from pbem.record.events import Clock

NOW = 1_767_225_600
ASK = "pbem invite {id} green=ADDRESS blue=ADDRESS"


class Host:
    """Eva, who has invited Bo to two seats of the game of orders; Bo and Cy have homes of their own."""

    def __init__(self, root):
        self.root, self.homes = root, {}
        for name in ("eva", "bo", "cy"):
            home = self.homes[name] = Home(root / name)
            home.create(name, f"{name}@pbem.test", "", no_passphrase=True, cost=demo.QUICK)
        self.eva = self.desk("eva")
        plan = Plan(ORDERS, {}, root / "eva game", "Cup", clock=Clock(days=7, grace=2, leave=21))
        mine = {"red": self.homes["eva"].card().id}
        self.id, _ = gather(self.eva, plan, mine, dict.fromkeys(("green", "blue"), "Bo@pbem.test"), NOW)
        self.ask = ASK.format(id=self.id)

    def desk(self, name):
        return Desk(self.homes[name], self.homes[name].load(), clock=lambda: NOW)

    @property
    def guest(self):
        return self.eva.home.gatherings.get(self.id).guests[0]

    def set(self, **fields):
        gathering = self.eva.home.gatherings.get(self.id)
        self.eva.home.gatherings.put(self.id, gathering.with_guest(replace(self.guest, **fields)))

    def signed(self, who, address=None):
        home = self.homes[who]
        card = PersonCard(address=address or f"{who}@pbem.test", id=home.card().id, name=who)
        return signed_card(card, home.load().seed, NOW) if address else home.sign_card(home.load())

    def answers(self, who="bo", *, accepts=True, sender="", now=NOW, address=None):
        """What the host is told of an answer of somebody; of nobody if `who` is empty."""
        card = self.signed(who, address) if who else None
        seed = self.homes[who].load().seed if who else b""
        content = write_answer(read_invitation(self.guest.sent.encode()), card, seed, accepts=accepts, time=NOW)
        id, told = take_answer(self.eva.home, content, sender, now)
        assert id == self.id
        return told


@pytest.fixture
def host(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    return Host(tmp_path)


def who(host, name, address=None):
    return f"{name}, key {host.homes[name].card().id[:12]}, <{address or f'{name}@pbem.test'}>"


PLACE = "Cup: green, blue"


@pytest.mark.parametrize("sender", ["", "BO@pbem.test"])
def test_who_answers_from_his_own_address_with_his_own_card_has_come(host, sender):
    assert host.answers(sender=sender) == f"{PLACE}: {who(host, 'bo')} comes"
    assert (host.guest.state, host.guest.sender, host.guest.unproved) == ("came", sender.lower(), False)
    assert host.eva.home.people.all()[host.homes["bo"].card().id].address == "bo@pbem.test"
    assert host.answers() == ""  # nothing new
    with pytest.raises(BadRecord, match="is taken already; cy") as refused:
        host.answers("cy")
    assert str(refused.value) == f"answer: {PLACE} is taken already; {who(host, 'cy')} answers now"


def test_an_answer_that_comes_again_when_the_match_is_made_says_nothing_new(host):
    invitation = read_invitation(host.guest.sent.encode())

    def again(who):
        home = host.homes[who]
        said = write_answer(invitation, host.signed(who), home.load().seed, accepts=True, time=NOW)
        return take_answer(host.eva.home, said, "", NOW)

    host.answers()
    host.eva.home.gatherings.put(host.id, replace(host.eva.home.gatherings.get(host.id), game="A" * 43))
    assert again("bo") == (host.id, "")
    with pytest.raises(BadRecord, match=f"{PLACE} is taken already"):
        again("cy")


def test_who_answers_in_place_of_another_is_looked_at_first(host):
    told = host.answers("cy", sender="cy@elsewhere.test")
    doubts = (f"{who(host, 'cy')} accepts in place of Bo@pbem.test; the card has another address; "
              "the answer came from cy@elsewhere.test")
    look = f"If that is right: pbem invite {host.id} --take green; if not, name another: {host.ask}"
    assert told == f"{PLACE}: {doubts}. {look}"
    assert host.guest.state == "doubtful"
    assert host.homes["cy"].card().id not in host.eva.home.people.all()
    assert host.answers("cy", sender="cy@elsewhere.test") == ""
    ((guest, kind, said),) = news(host.id, host.eva.home.gatherings.get(host.id), NOW)
    assert (guest, kind) == (host.guest, "doubtful")
    assert said == (f"{who(host, 'cy')}, from cy@elsewhere.test, accepts green, blue in place of Bo@pbem.test. {look}")
    for seat in ("red", "pink"):
        with pytest.raises(WrongUse, match=rf"^no answer for {seat} waits to be looked at") as refused:
            take_doubtful(host.eva.home, host.id, seat)
        assert refused.value.hint == "see: pbem invite --list"
    assert take_doubtful(host.eva.home, host.id, "blue") == host.guest
    assert (host.guest.state, host.guest.told) == ("came", "")
    assert host.eva.home.people.all()[host.homes["cy"].card().id].name == "cy"
    with pytest.raises(WrongUse):
        take_doubtful(host.eva.home, host.id, "blue")


def test_the_address_book_knows_somebody_else_at_that_address(host):
    host.eva.home.people.put(PersonCard(address="Bo@pbem.test", id="B" * 42 + "A", name="Bob"))
    assert f"; your address book has Bob, key {'B' * 12} at that address. If that is right" in host.answers()
    host.eva.home.people.put(PersonCard(address="bo@pbem.test", id=host.homes["bo"].card().id, name="bo"))
    assert host.guest.state == "doubtful"


def test_a_refusal_is_told_by_who_has_said_so(host):
    assert host.answers(accepts=False) == f"{PLACE}: {who(host, 'bo')} does not come; name another: {host.ask}"
    assert (host.guest.state, host.guest.unproved) == ("declined", False)
    assert host.answers(accepts=False) == ""
    assert host.answers("", accepts=False) == ""
    ((_, kind, said),) = news(host.id, host.eva.home.gatherings.get(host.id), NOW)
    assert (kind, said) == ("declined", f"Bo@pbem.test does not come as green, blue. Name another: {host.ask}")
    host.set(told="declined")
    assert list(news(host.id, host.eva.home.gatherings.get(host.id), NOW)) == []
    assert host.answers().endswith(" comes")  # he has thought better of it


@pytest.mark.parametrize(("name", "sender", "is_proved"), [
    ("", "", False), ("", "bo@pbem.test", True), ("", "cy@pbem.test", False), ("cy", "", False), ("bo", "", True)])
def test_a_refusal_is_proved_by_its_card_or_by_where_it_came_from(host, name, sender, is_proved):
    told = host.answers(name, accepts=False, sender=sender)
    assert host.guest.unproved is not is_proved
    assert told == f"{PLACE}: " + (
        f"{who(host, 'bo') if name else 'Bo@pbem.test'} does not come; name another: {host.ask}" if is_proved
        else refusal(host.id, host.guest))


def test_a_refusal_that_is_not_proved_says_so_until_one_is(host):
    host.answers("", accepts=False)
    assert refusal(host.id, host.guest) == (
        "Bo@pbem.test does not come as green, blue, says an answer that is not proved to be his: whoever saw the "
        "invitation can write one. Ask him. It stays open, and he can still accept, until you name another: "
        f"{host.ask}")
    assert host.answers("", accepts=False) == ""
    assert host.answers(accepts=False) != ""


def test_an_answer_that_waits_for_a_look_is_not_undone_by_a_refusal_of_anybody(host):
    host.answers("cy")
    assert "is not proved to be his" in host.answers("", accepts=False)
    assert host.guest.state == "doubtful"
    assert host.answers(accepts=False) != ""
    assert host.guest.state == "declined"


def test_nobody_accepts_with_the_hosts_card_or_too_late(host):
    with pytest.raises(BadRecord, match=rf"^answer: {PLACE}: accepted with your own card$"):
        host.answers("eva")
    assert host.answers(now=NOW + OPEN_FOR) != ""
    host.set(state="asked", card="")
    with pytest.raises(BadRecord, match="accepts, but the invitation has expired") as refused:
        host.answers(now=NOW + OPEN_FOR + 1)
    assert refused.value.hint == f"invite again: pbem invite {host.id} green=Bo@pbem.test blue=Bo@pbem.test"


def test_an_answer_to_no_invitation_of_this_home_is_refused(host):
    content = write_answer(read_invitation(host.guest.sent.encode()), None, b"", accepts=False, time=NOW)
    host.eva.home.gatherings.drop(host.id)
    with pytest.raises(BadRecord, match="it answers no invitation of this home") as refused:
        take_answer(host.eva.home, content, "", NOW)
    assert refused.value.hint == "its writer was replaced, or the invitation given up"


@pytest.mark.parametrize(("after", "fields", "told"), [
    (SILENT - 1, {}, ""), (SILENT, {}, "silent"), (SILENT, {"told": "silent"}, ""), (OPEN_FOR, {"told": "silent"}, ""),
    (OPEN_FOR + 1, {"told": "silent"}, "late"), (OPEN_FOR + 1, {"told": "late"}, ""),
    (OPEN_FOR + 1, {"state": "came"}, ""),
    (SILENT, {"told": "bounced"}, ""), (OPEN_FOR + 1, {"told": "bounced"}, "late"), (0, {"state": "doubtful"}, ""),
])
def test_a_host_is_told_once_of_who_is_silent_or_late(host, after, fields, told):
    host.set(**fields)
    found = [(kind, said) for _, kind, said in news(host.id, host.eva.home.gatherings.get(host.id), NOW + after)]
    said = {
        "silent": f"Bo@pbem.test has not answered for a week (green, blue). Wait, or name another: {host.ask}",
        "late": ("the invitation of Bo@pbem.test to green, blue has expired. Invite again, or name another: "
                 f"{host.ask}")}
    assert found == ([(told, said[told])] if told else [])


# ------------------------------------------------------------------ whom is invited to what


def plan_of(host, **fields):
    return Plan(ORDERS, {}, host.root / "new", **fields)


@pytest.mark.parametrize(("people", "addresses", "why", "hint"), [
    ({"red": "me", "pink": "me"}, {"blue": "x@y.z"}, "has no seat pink with these options",
     "its seats: red, green, blue"),
    ({"red": "me"}, {"blue": "x@y.z"}, "who plays green?", "like green=bo@example.org"),
    ({"red": "C" * 42 + "A", "green": "D" * 42 + "A"}, {"blue": "x@y.z"}, "the host plays too", "keep a seat: SEAT=me"),
    (dict.fromkeys(("red", "green", "blue"), "me"), {}, "nobody is to be invited by address",
     "with everybody's card: pbem new"),
])
def test_whom_a_host_must_name(host, people, addresses, why, hint):
    me = host.homes["eva"].card().id
    mine = {seat: me if one == "me" else one for seat, one in people.items()}
    with pytest.raises(WrongUse, match=why) as refused:
        gather(host.eva, plan_of(host), mine, addresses, NOW)
    assert refused.value.hint == hint


@pytest.mark.parametrize("dice", ["mover+judge", "nobody"])
def test_dice_of_a_judge_need_another_way(host, dice):
    me = host.homes["eva"].card().id
    with pytest.raises(WrongUse, match="no dice policy for invited people") as refused:
        gather(host.eva, plan_of(host, dice=dice), {"red": me, "green": me}, {"blue": "x@y.z"}, NOW)
    assert "judge" not in refused.value.hint.partition(";")[0]
    assert refused.value.hint.endswith("; a judge: pbem new")


def test_a_folder_that_holds_a_match_is_no_place_for_another(host):
    host.answers()
    make(host.eva, host.id, NOW)
    me = host.homes["eva"].card().id
    plan = Plan(ORDERS, {}, host.root / "eva game")
    with pytest.raises(WrongUse, match="holds a match already") as refused:
        gather(host.eva, plan, {"red": me, "green": me}, {"blue": "x@y.z"}, NOW)
    assert refused.value.hint == "name another folder with -C"


def test_without_a_title_a_match_is_called_as_its_game_and_what_is_written_besides_is_kept(host):
    me = host.homes["eva"].card().id
    plan, others = plan_of(host, remark="hi", by_hand=True), {"green": "x@y.z", "blue": "X@Y.z"}
    id, made = gather(host.eva, plan, {"red": me}, others, NOW)
    assert (made.title, made.remark, made.time, made.dice) == (ORDERS.title, "hi", NOW, "mover+others")
    assert [(one.address, one.seats, one.by_hand) for one in made.guests] == [("x@y.z", ("green", "blue"), True)]
    found = read_invitation(made.guests[0].sent.encode())
    assert (found.own, found.seats) == (("red",), ("green", "blue"))
    assert (found.expires, found.address) == (NOW + OPEN_FOR, "x@y.z")
    assert host.eva.home.gatherings.get(id) == made


def test_others_are_named_for_seats_that_there_are_and_the_host_keeps_one(host):
    with pytest.raises(WrongUse, match=r"^this match has no seat pink, rod") as refused:
        name_others(host.eva, host.id, {}, {"rod": "x@y.z", "pink": "x@y.z"}, NOW, by_hand=False)
    assert refused.value.hint == "its seats: red, green, blue"
    with pytest.raises(WrongUse, match="the host plays too"):
        name_others(host.eva, host.id, {}, {"red": "x@y.z"}, NOW, by_hand=False)
    me = host.homes["eva"].card().id
    after, fresh = name_others(host.eva, host.id, {"green": me}, {"blue": "x@y.z"}, NOW + 5, by_hand=True)
    assert (after.people, after.told) == ({"red": me, "green": me}, False)
    assert [(one.address, one.seats, one.by_hand, one.time) for one in fresh] == [("x@y.z", ("blue",), True, NOW + 5)]


def test_a_reader_without_an_identity_invites_nobody_and_makes_nothing(host):
    reader = Desk(host.eva.home, None, clock=lambda: NOW)
    with pytest.raises(WrongUse, match="an invitation is signed by its host: unlock your identity"):
        name_others(reader, host.id, {}, dict.fromkeys(("green", "blue"), "x@y.z"), NOW, by_hand=False)
    host.answers()
    with pytest.raises(WrongUse, match="a match is made by somebody: unlock your identity"):
        make(reader, host.id, NOW)


def test_a_match_that_is_made_has_its_title_and_its_cards_go_beside_it(host):
    host.answers()
    gid, folder = make(host.eva, host.id, NOW)
    assert host.eva.home.gatherings.all()[host.id].game == gid
    assert host.eva.home.titles.of(gid) == "Cup"
    beside = read_beside(beside_of(host.eva.home, gid, {"green": host.homes["bo"].card().id}))
    assert beside.game == gid
    assert sorted(read_signed(word).name for word in beside.cards) == ["bo", "eva"]
    assert read_beside(beside_of(host.eva.home, gid, [])).title == beside.title != ""
    assert clock_of(first_line(folder).msg.body).days == 7
    assert first_line(host.root) is None
    (host.root / "game.pbem").write_bytes(b"junk\n")
    assert first_line(host.root) is None


# ------------------------------------------------------------------ answering


def test_an_answer_is_signed_by_who_accepts_and_a_refusal_needs_nobody(host):
    bo, nobody = host.desk("bo"), Desk(host.homes["bo"], None, clock=lambda: NOW)
    sent = host.guest.sent.encode()
    with pytest.raises(WrongUse, match="an answer is signed: unlock your identity"):
        reply(nobody, sent, host.root / "g", NOW, accepts=True, by_hand=True)
    refused = reply(nobody, sent, host.root / "g", NOW, accepts=False, by_hand=True)
    assert (refused.accepts, refused.by_hand, refused.time) == (False, True, NOW)
    assert host.homes["eva"].card().id not in bo.home.people.all()
    accepted = reply(bo, sent, host.root / "g", NOW, accepts=True, by_hand=False)
    assert bo.home.people.all()[host.homes["eva"].card().id].name == "eva"
    assert bo.home.accepted.all() == {read_invitation(sent).id: accepted}
    host.answers()
    make(host.eva, host.id, NOW)
    note_begun(bo.home, first_line(host.root / "eva game"))
    assert bo.home.accepted.all()[read_invitation(sent).id].game != ""


# ------------------------------------------------------------------ beside the record


def card_word(host, name, address, time, *, called=None):
    home = host.homes[name]
    return write_signed(signed_card(PersonCard(address=address, id=home.card().id, name=called or name),
                                    home.load().seed, time))


def test_a_card_of_a_match_is_learnt_if_it_is_younger_and_of_its_people(host):
    eva, bo = host.eva.home, host.homes["bo"].card().id
    assert learn_card(eva, card_word(host, "bo", "bo@pbem.test", NOW), [bo], NOW) == []  # nobody knew him
    assert eva.people.all()[bo].address == "bo@pbem.test"
    moved = card_word(host, "bo", "bo@new.test", NOW + 1, called="Bob")
    assert learn_card(eva, moved, ["X" * 43], NOW) == learn_card(eva, "junk", [bo], NOW) == []
    assert learn_card(eva, moved, [bo], NOW) == ["bo <bo@pbem.test> is Bob <bo@new.test> from now on"]
    assert learn_card(eva, moved, [bo], NOW) == []
    assert learn_card(eva, card_word(host, "bo", "x@y.z", NOW + DAY + 2), [bo], NOW + 1) == []  # of a time to come
    assert learn_card(eva, card_word(host, "bo", "x@y.z", NOW + DAY + 1), [bo], NOW + 1) != []
    me = host.homes["eva"].card().id
    assert learn_card(eva, card_word(host, "eva", "x@y.z", NOW + 5), [me], NOW) == []


def test_a_title_is_learnt_of_the_match_that_it_is_of_and_signed_by_its_host(host):
    bo, eva = host.homes["bo"], host.homes["eva"]
    gid, seed, me = "G" * 42 + "A", eva.load().seed, eva.card().id

    def learns(game=gid, host=me):
        word = write_title(sign_title(game, "Cup", seed, NOW))
        return learn(bo, BesidePacket((), gid, word), host, [], NOW), bo.titles.of(gid)

    assert learns(host="H" * 42 + "A") == ([], "")
    assert learns(game="F" * 42 + "A") == ([], "")
    assert learns() == ([], "Cup")
    assert learn(bo, BesidePacket((), gid, "junk"), me, [], NOW) == []


def test_slips_beside_the_records_of_a_match_are_learnt_for_that_match_alone(host):
    host.answers()
    gid, folder = make(host.eva, host.id, NOW)
    cy, genesis = host.homes["cy"], first_line(folder)
    content = beside_of(host.eva.home, gid, [])
    assert learn_slips(cy, [FoundSlip("x", "answer", b"junk"), FoundSlip("x", "beside", content)], genesis, NOW) == []
    assert cy.titles.of(gid) == "Cup"


# ------------------------------------------------------------------ words of mails


def test_an_invitation_says_what_is_settled_and_who_plays_what(host):
    found = read_invitation(host.guest.sent.encode())
    lines = invitation_text(found, "see you\n there", "x.pbem").split("\n")
    assert lines[0] == "eva <eva@pbem.test> invites you to play Orders, a board wargame by mail."
    for line in ("The match: Cup.", "A clock: 7 days to answer each time, 2 of grace, 21 of leave.",
                 "You would play green and blue. eva plays red.", "eva writes:", "see you", " there",
                 "     pbem accept x.pbem --name YOURNAME",
                 "   No, thank you: pbem decline x.pbem. If you install nothing, just write back.",
                 "Please answer until 2026-01-31.", "   Linux", "   macOS", "   Windows",
                 "2. Save the attachment x.pbem, or this whole mail, as a file. Accept with one",
                 "   command:"):
        assert line in lines, line
    assert max(map(len, lines)) <= 130
    assert lines.count("") == len([line for line in lines if not line.strip()])
    alone = invitation_text(replace(found, title=ORDERS.title, clock=None), "", "x.pbem")
    assert "The match:" not in alone
    assert "writes:" not in alone
    assert "A clock:" not in alone
    three = invitation_text(replace(found, seats=("green",)), "", "x.pbem")
    assert "You would play green. eva plays red; others play blue." in three
    none = invitation_text(replace(found, own=()), "", "x.pbem")
    assert "eva plays nobody; others play red." in none
    chosen = replace(found, options={"turns": 3, "level": 2}, clock=None)
    assert settled(ORDERS, chosen) == ["Options: turns=3, level=2."]


def test_an_answer_and_a_match_by_hand_say_what_to_type(host, tmp_path):
    found = read_invitation(host.guest.sent.encode())
    answer = host_answer(found)
    assert answer_text(found, answer, None, "x.pbem") == (
        "[pbem] Somebody does not come: Cup",
        "Somebody does not come: Cup, green and blue.\n\nThe courier of the host reads this mail by itself; else save "
        "it, or its attachment, and type:\n\n  pbem in x.pbem")
    assert match_text("Cup", "eva", "x.pbem", tmp_path / "game") == (
        "eva: all have come to Cup: the match begins.\n\nSave this text as a file, and take your seat with:\n\n"
        "  pbem join x.pbem -C game")


def host_answer(found):
    from pbem.home.invitation import read_answer

    return read_answer(write_answer(found, None, b"", accepts=False, time=NOW))[0]


@pytest.mark.parametrize(("said", "told"), [
    ("Nothing to type.", "Nothing to type."),
    ("Make it with: pbem invite --make 1", "Make it with:\n\n  pbem invite --make 1"),
    ("One: pbem a x.y; two: pbem b. Then wait.", "One:\n\n  pbem a x.y\n\ntwo:\n\n  pbem b\n\nThen wait."),
    ("word " * 20, "\n".join([" ".join(["word"] * 15), " ".join(["word"] * 5)])),
    ("a-b " * 22 + "x" * 90, "\n".join([" ".join(["a-b"] * 19), "a-b a-b a-b", "x" * 90])),
])
def test_commands_stand_on_lines_of_their_own_and_the_rest_is_wrapped(said, told):
    assert apart(said) == told
