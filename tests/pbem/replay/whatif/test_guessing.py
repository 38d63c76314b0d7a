"""Where a branch begins: a ruleset guesses what the viewer does not know, and sees nothing but what the viewer sees."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from orders import ORDERS, SEATS, SPIES, Orders, OrdersBot
from pbem.errors import IllegalMove, WrongUse
from pbem.kit.bots import NoAnswer
from pbem.match.match import Match
from pbem.play.requests import Ask, DrawSecret, Sealed
from pbem.play.secrets import Secrets
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Branch
from pbem.ruleset import Ruleset
from pbem.viewing.viewers import secrets_for
from people import Person, exchange, finish, invite, settle


class Guesser:
    """Guesses strengths and spies; notes what it was shown."""

    def __init__(self) -> None:
        self.watched: list[tuple[int, int]] = []  # how many strengths and spies there were
        self.saw: dict[Sealed[Any], Any] = {}

    def watch(self, state: Orders) -> None:
        self.watched.append((len(state.strengths), sum(len(spies) for spies in state.spies.values())))

    def guess(self, state: Orders, hidden: Any, claims: Any, peek: Any, rng: random.Random) -> dict[Sealed[Any], Any]:
        values: dict[Sealed[Any], Any] = {}
        for handle, options in hidden.items():
            self.saw[handle] = peek(handle)
            if isinstance(options, DrawSecret):
                gone = {spy for h in options.less for spy in (values[h] if h in values else peek(h))}
                values[handle] = (rng.choice(sorted(set(SPIES) - gone)),)
            else:
                wanted = [late for late in claims if late.needs == (handle,)]
                values[handle] = rng.choice([n for n in options.legal if all(late.holds(n) for late in wanted)])
        return values


class Shy(Guesser):
    """Guesses strengths only."""

    def guess(self, state: Orders, hidden: Any, claims: Any, peek: Any, rng: random.Random) -> dict[Sealed[Any], Any]:
        made = super().guess(state, hidden, claims, peek, rng)
        return {handle: value for handle, value in made.items() if isinstance(value, int)}


class Wrong(Guesser):
    """Guesses what could not be sealed."""

    def guess(self, state: Orders, hidden: Any, claims: Any, peek: Any, rng: random.Random) -> dict[Sealed[Any], Any]:
        return {handle: 7 for handle in hidden if handle in state.strengths}


class Low(Guesser):
    """Guesses the lowest strength there is, whatever was claimed."""

    def guess(self, state: Orders, hidden: Any, claims: Any, peek: Any, rng: random.Random) -> dict[Sealed[Any], Any]:
        made = super().guess(state, hidden, claims, peek, rng)
        return {handle: 0 if isinstance(value, int) else value for handle, value in made.items()}


class Rash:
    """Claims the highest strength, true or not."""

    def __init__(self, seat: str) -> None:
        self._bot = OrdersBot(seat)

    def choose(self, state: Orders, request: Any, peek: Any, rng: random.Random) -> Any:
        if isinstance(request, Ask) and request.rule == "1.2":
            return 3
        return self._bot.choose(state, request, peek, rng)


class Lost(Rash):
    """Finds nothing that it may answer."""

    def choose(self, state: Orders, request: Any, peek: Any, rng: random.Random) -> Any:
        raise NoAnswer(f"cannot answer {request.rule}")


class Players:
    """A match half played, with something taken back, and all that is known by its people together."""

    def __init__(self) -> None:
        people = invite(ruleset=ORDERS)
        settle(people)
        red = people[0].match
        start = red.rounds.r - 1
        red.seal(0, ["3"])
        red.answer(0, "2")
        red.undo(0, start)
        self.undone = red.rounds.r - 1
        exchange(people)
        finish(people, random.Random(5), until=lambda: len(people[0].match.state.spies.get("blue", [])) == 1)
        exchange(people)
        self.people = people

    def reel(self, viewer: str, kind: Any, *, all_keys: bool = False, bot: Any = OrdersBot) -> Reel:
        """The match for a viewer, with the ruleset's guesses made by `kind`, played on by `bot`."""
        ruleset: Ruleset = replace(ORDERS, guesser=kind, bots={"bot": bot})
        person: Person = self.people[0]
        match = Match(person.log[0], ruleset, ruleset.data_files(None))
        match.take(person.log)
        own = {s: p.match.keys[s].gs for p in self.people for s in p.match.keys}
        known = own if all_keys else {s: gs for s, gs in own.items() if match.name(s) == viewer}
        return Reel(match, viewer, secrets=known)

    @property
    def last(self) -> int:
        return self.people[0].match.rounds.r - 1


@pytest.fixture(scope="module")
def players() -> Players:
    return Players()


def draws(branch: Branch, seat: str) -> list[str]:
    return [spy for handle in branch.state.spies[seat] for spy in branch.table.peek(handle)]


@pytest.mark.parametrize("seed", "abcdef")
def test_guesses_hold_to_the_end_and_draws_leave_out_what_was_guessed(players, seed):
    branch = Branch(players.reel("red", Guesser), players.last, seed)
    assert branch.guessed == ("green", "blue")
    for _ in branch.play_on():
        pass
    assert branch.result is not None
    assert branch.table.incidents == []
    for seat in SEATS:
        assert len(draws(branch, seat)) == len(set(draws(branch, seat))) == 2


def test_a_guesser_is_shown_what_its_viewer_sees_whatever_keys_are_at_hand(players):
    made: list[Guesser] = []

    def kind() -> Guesser:
        made.append(Guesser())
        return made[-1]

    ends = []
    for all_keys in (False, True):
        branch = Branch(players.reel("green", kind, all_keys=all_keys), players.last, "a")
        for _ in branch.play_on():
            pass
        ends.append((branch.outcome(), branch.told()))
    assert ends[0] == ends[1]
    assert made[0].saw == made[1].saw
    assert {handle.seat for handle in made[0].saw} == {"red", "blue"}
    assert set(made[0].saw.values()) == {None}


def test_it_is_not_shown_what_was_taken_back(players):
    made: list[Guesser] = []

    def kind() -> Guesser:
        made.append(Guesser())
        return made[-1]

    Branch(players.reel("public", kind), players.last, "a")
    assert made[0].watched == sorted(made[0].watched)
    assert made[0].watched[:2] == [(0, 0), (1, 0)]
    Branch(players.reel("public", kind), players.undone - 1, "a")  # before it was taken back it was there
    assert made[1].watched[-1] == (1, 0)
    Branch(players.reel("public", kind), players.undone, "a")
    assert made[2].watched[-1] == (0, 0)


def test_what_a_guesser_leaves_out_stays_closed(players):
    branch = Branch(players.reel("red", Shy), players.last, "a")
    assert branch.guessed == ("green", "blue")
    with pytest.raises(WrongUse, match=r"what if needs what \w+ has sealed in r\d+/1.6/\w+/0, which red"):
        for _ in branch.play_on():
            pass
    assert branch.result is None


def test_a_guess_that_is_not_legal_is_refused(players):
    with pytest.raises(IllegalMove, match="not among the legal answers"):
        Branch(players.reel("red", Wrong), players.last, "a")


def test_what_the_viewer_knows_is_not_guessed(players):
    for viewer in SEATS:
        person = next(p for p in players.people if p.match.name(next(iter(p.match.keys))) == viewer)
        assert secrets_for(person.match, viewer) == players.reel(viewer, Guesser).secrets
        branch = Branch(players.reel(viewer, Guesser), players.last, "a")
        (own,) = branch.state.spies[viewer]
        assert branch.table.peek(own) == person.match.binding.table.peek(own) is not None


# ------------------------------------------------------------------ what a guess gets wrong


def sealed_by_green(players: Players) -> int:
    """A round after which green has sealed a strength and is to claim one."""
    match = players.people[0].match
    return next(c.r for c in match.rounds.closed if any(e.msg.kind == "seal" and e.seat == 1 for e in c.events))


def test_a_guess_that_belies_a_claim_says_so_and_is_the_best_of_a_few(players):
    branch = Branch(players.reel("red", Low), players.last, "a")
    assert branch.misfits
    assert all("the strength of " in claim for claim in branch.misfits)
    assert Branch(players.reel("red", Guesser), players.last, "a").misfits == ()


@pytest.mark.parametrize(("kind", "bot"), [(Low, Rash), (Low, Lost)])
def test_a_guess_that_leaves_a_seat_nothing_true_to_say_is_named_and_the_seat_is_not(players, kind, bot):
    branch = Branch(players.reel("red", kind, bot=bot), sealed_by_green(players), "a")
    assert branch.asked() == ["green"]
    with pytest.raises(WrongUse) as misfit:
        branch.bot_answers()
    assert str(misfit.value).startswith("the guess at what is sealed did not fit")
    assert "no fault of any seat" in str(misfit.value)
    assert "green claims" not in str(misfit.value)
    assert misfit.value.hint is not None
    assert "--auditor" in misfit.value.hint


def test_a_bug_of_a_bot_stays_one_if_nothing_of_its_seat_was_guessed(players):
    branch = Branch(players.reel("green", Low, bot=Lost), sealed_by_green(players), "a")
    with pytest.raises(NoAnswer):
        branch.bot_answers()


def test_an_order_that_does_not_fit_a_guess_is_told_so(players):
    branch = Branch(players.reel("red", Low), sealed_by_green(players), "a")
    with pytest.raises(IllegalMove) as refused:
        branch.order("3")
    told = "green: 3\n  rule 1.2: that does not fit what was guessed of green: the strength of green is at least 3"
    assert str(refused.value) == told
    known = Branch(players.reel("green", Low, all_keys=True), sealed_by_green(players), "a")
    assert known.order("3") == "green: 3", "that is what green has sealed"


def test_a_guess_that_an_opening_belies_is_no_incident_of_the_seat(players, monkeypatch):
    monkeypatch.setattr(Secrets, "imagine", _imagined_in_part)
    branch = Branch(players.reel("red", Low), players.last, "a")
    with pytest.raises(WrongUse, match="the guess at what is sealed did not fit what was told"):
        for _ in branch.play_on():
            pass


def _imagined_in_part(secrets: Secrets, values: Any) -> None:
    """As if claims of before were judged when what was guessed is opened."""
    for handle, value in values.items():
        secrets._learn(handle, value)
