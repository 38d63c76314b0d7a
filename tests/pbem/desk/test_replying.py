"""An invitation is answered by who can play what it offers, and a match takes seats only if it is what was accepted."""

from __future__ import annotations

import msgspec
import pytest

from orders import ORDERS
from pbem.desk.desk import Desk
from pbem.desk.gathering import Plan, first_line, gather, make, take_answer
from pbem.desk.inviting import answer_text, apart, invitation_text, subject_of
from pbem.desk.replying import accepted, begin, keeps_to, reply
from pbem.errors import BadRecord, WrongUse
from pbem.home import Home
from pbem.home.invitation import read_answer, read_invitation, write_invitation
from pbem.lab import demo
from pbem.match.start import new_genesis
from pbem.record.events import Clock

NOW = 1_767_225_600
WEEK = Clock(days=7, grace=2, leave=21)


class Pair:
    """Eva, who has invited Bo to two seats of the game of orders; `sent` is the invitation."""

    def __init__(self, root) -> None:
        self.root, self.homes = root, {}
        for name in ("eva", "bo", "cy"):
            home = self.homes[name] = Home(root / name)
            home.create(name, f"{name}@pbem.test", "", no_passphrase=True, cost=demo.QUICK)
        seats = {"red": self.homes["eva"].card().id}
        plan = Plan(ORDERS, {}, root / "eva game", "Autumn cup", clock=WEEK)
        addresses = dict.fromkeys(("green", "blue"), "bo@pbem.test")
        self.id, gathering = gather(self.desk("eva"), plan, seats, addresses, NOW)
        self.sent = gathering.guests[0].sent.encode()

    def desk(self, name: str) -> Desk:
        return Desk(self.homes[name], self.homes[name].load(), clock=lambda: NOW)

    def changed(self, **fields) -> bytes:
        """Another invitation of Eva's, that she signed too."""
        there = msgspec.structs.replace(read_invitation(self.sent), **fields)
        return write_invitation(there, self.homes["eva"].load().seed)

    def accepts(self, sent: bytes = b"", who: str = "bo", now: int = NOW):
        return reply(self.desk(who), sent or self.sent, self.root / "game", now, accepts=True, by_hand=False)

    def genesis(self, who: str = "eva bo bo", host: str = "eva", policy: str = "mover+others", clock=WEEK):
        """The first line of the match as it was offered, but for these."""
        people = [self.homes[name].card().id for name in who.split()]
        return new_genesis(self.homes[host].load().master, ORDERS, people, {}, nonce=bytes(16), policy=policy,
                           clock=clock)


@pytest.fixture
def pair(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    return Pair(tmp_path)


def test_a_match_is_what_was_accepted_if_host_seats_dice_and_clock_are_those_of_the_invitation(pair):
    offered, me = read_invitation(pair.sent), pair.homes["bo"].card().id
    assert keeps_to(pair.genesis(), offered, me)
    assert not keeps_to(pair.genesis(), offered, pair.homes["cy"].card().id)
    for other in ({"who": "eva bo cy"}, {"who": "bo bo bo"}, {"who": "cy bo bo"}, {"who": "cy bo bo", "host": "cy"},
                  {"policy": "mover"}, {"clock": None}):
        assert not keeps_to(pair.genesis(**other), offered, me), other


def test_of_a_match_that_begins_its_invitation_is_found_if_it_was_accepted(pair):
    home, genesis = pair.homes["bo"], pair.genesis()
    assert accepted(home, genesis) is None
    reply(pair.desk("bo"), pair.sent, pair.root / "game", NOW, accepts=False, by_hand=False)
    assert accepted(home, genesis) is None
    replied = pair.accepts()
    id = read_invitation(pair.sent).id
    assert accepted(home, genesis) == (id, replied)
    assert accepted(home, pair.genesis(clock=None)) is None
    home.accepted.put(id, msgspec.structs.replace(replied, game=genesis.id))
    assert accepted(home, genesis)[0] == id
    home.accepted.put(id, msgspec.structs.replace(replied, game="A" * 43))  # another match has begun by it
    assert accepted(home, genesis) is None


def test_what_nobody_can_play_is_not_accepted_and_says_why(pair):
    for fields, fault in (
        ({"seats": ("green", "pink")}, "Orders has no seat pink with these options"),
        ({"own": ("rod",)}, "Orders has no seat rod with these options"),
        ({"dice": "nobody"}, "no such match can be made: there is no dice policy nobody"),
        ({"dice": "mover+judge"}, "there is no dice policy mover"),
        ({"options": {"scenario": "hill"}}, "no such match can be made: "),
    ):
        with pytest.raises(BadRecord, match=fault) as refused:
            pair.accepts(pair.changed(**fields))
        assert str(refused.value).startswith("invitation: ")
    with pytest.raises(WrongUse, match="that invitation is your own"):
        pair.accepts(who="eva")
    with pytest.raises(WrongUse, match="the invitation has expired"):
        pair.accepts(now=read_invitation(pair.sent).expires + 1)
    assert pair.homes["bo"].accepted.all() == {}
    assert pair.accepts(now=read_invitation(pair.sent).expires).accepts


def test_the_host_makes_the_match_when_all_have_come_and_not_before(pair):
    eva = pair.desk("eva")
    with pytest.raises(WrongUse, match=r"^not all have come yet: bo@pbem\.test \(green, blue\)"):
        make(eva, pair.id, NOW)
    take_answer(eva.home, pair.accepts().answer.encode(), "bo@pbem.test", NOW)
    come = eva.home.gatherings.get(pair.id)
    gid, folder = make(eva, pair.id, NOW)
    begun = first_line(folder)
    assert (begun.id, keeps_to(begun, read_invitation(pair.sent), pair.homes["bo"].card().id)) == (gid, True)
    eva.home.gatherings.put(pair.id, come)  # as after a crash before that was noted
    assert make(eva, pair.id, NOW) == (gid, folder)


def test_who_has_accepted_takes_his_seats_in_the_folder_that_he_chose(pair):
    replied, genesis, bo = pair.accepts(), pair.genesis(), pair.desk("bo")
    id = read_invitation(pair.sent).id
    assert begin(bo, genesis, replied) == pair.root / "game"
    with bo.game(pair.root / "game") as game:
        assert sorted(map(game.match.name, game.match.keys)) == ["blue", "green"]
        assert all(game.match.feeds.feeds[seat].join is not None for seat in game.match.keys)
    assert bo.home.accepted.all()[id].game == genesis.id


@pytest.mark.parametrize(("accepts", "comes"), [(True, "comes"), (False, "does not come")])
def test_the_host_reads_who_comes_and_who_does_not_and_what_to_type(pair, accepts, comes):
    replied = reply(pair.desk("bo"), pair.sent, pair.root / "game", NOW, accepts=accepts, by_hand=False)
    subject, text = answer_text(read_invitation(pair.sent), *read_answer(replied.answer.encode()), "x.pbem")
    assert subject == f"[pbem] bo {comes}: Autumn cup"
    assert text.splitlines()[0] == f"bo {comes}: Autumn cup, green and blue."
    assert text.splitlines()[-1] == "  pbem in x.pbem"


def test_a_command_in_a_sentence_stands_on_a_line_of_its_own():
    assert apart("The match begins. Take your seats with: pbem join x.pbem; or wait.") == (
        "The match begins. Take your seats with:\n\n  pbem join x.pbem\n\nor wait.")


def test_who_is_invited_reads_by_whom_to_what_and_as_which_side(pair):
    text = invitation_text(read_invitation(pair.sent), "", "x.pbem")
    assert subject_of(read_invitation(pair.sent)) == "[pbem] eva invites you: Autumn cup"
    assert text.startswith("eva <eva@pbem.test> invites you to play Orders, a board wargame by mail.\n"
                           "The match: Autumn cup.\n")
    parts = ("You would play green and blue.", "1. Install it.", "pbem accept x.pbem")
    assert sorted(map(text.index, parts)) == [text.index(part) for part in parts]
