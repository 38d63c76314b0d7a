"""(e), (j) Whole matches in which one seat's tool signs what is not so: who is named, by whom nobody else is accused.

The other tool is honest, so the match goes on until an opening ends it, or somebody concedes; then all disclose.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.audit.audit import audit
from pbem.audit.findings.report import Report
from pbem.crypto.hashing import b64
from pbem.errors import IllegalMove
from pbem.kit.hidden import seen as seen_all
from pbem.match.making import opening
from pbem.match.match import Duty, Match
from pbem.play.requests import Open, SealMany, Write
from pbem.play.secrets import Secrets
from pbem.record import events as ev
from pbem.record.wire import SeatLine
from pbem_games.anaconda import RULESET
from pbem_games.anaconda.orders import FLIP, MOVE, ORDERS, Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.written import PLANS, Plan
from pbem_games.anaconda.reactions import Window, firers
from pbem_games.anaconda.tokens import seen
from people import Person, exchange, first_line, forge, master

pytestmark = pytest.mark.slow

Lie = Callable[[Match, Duty, Any], list[str] | str | SeatLine | None]
"""What is signed instead of the truth: words, or an event; None where there is nothing to lie about."""
ROUNDS_ON = 30
TO_THE_OPENING = 3_000  # at most
SENSIBLE = replace(RULESET, bots={"random": RULESET.bots["sensible"]})


class Player(Person):
    """A tool with a bot; it lies once, if it can."""

    ruleset = SENSIBLE
    lie: Lie | None = None
    lied = 0  # the round

    def work(self, rng: random.Random) -> bool:
        """Event by event, so that the lie comes before anything is made by itself."""
        done = False
        while self.match.can_sign() and (mine := self.match.mine()):
            told = self.lie(self.match, mine[0], self.match.request) if self.lie is not None and not self.lied else None
            if told is not None:
                self.lied = self.match.rounds.r
                self._sign(mine[0], told)
            elif not self.match.run_mechanical():
                human = [duty for duty in self.match.mine() if not duty.is_mechanical]
                if not human:
                    break
                self.carry_out(human[0], rng)
            done = True
        return done

    def _sign(self, duty: Duty, told: list[str] | str | SeatLine) -> None:
        if isinstance(told, SeatLine):
            self.match.take([told])
            self.log.append(told)
        elif isinstance(told, list):
            self.match.seal(duty.seat, told)
        else:
            self.match.answer(duty.seat, told)


def judged(
    monkeypatch: pytest.MonkeyPatch, lie: Lie, seat: int, rounds_on: int = ROUNDS_ON, **options: Any
) -> tuple[Match, Report]:
    """The first of some games in which there is something to lie about, and what its audit found."""
    for luck in range(1, 9):
        with monkeypatch.context() as patch:
            if (found := _judged(patch, lie, seat, luck, rounds_on, options)) is not None:
                return found
    raise AssertionError("there was nothing to lie about")


def _judged(
    monkeypatch: pytest.MonkeyPatch, lie: Lie, seat: int, luck: int, rounds_on: int, options: dict[str, Any]
) -> tuple[Match, Report] | None:
    """Plays until the lie has been told and some rounds on, then concedes for the liar's opponent, and audits.

    None if there was nothing to lie about.
    """
    genesis = first_line(ruleset=SENSIBLE, **options)
    players = [Player(genesis, {i: master(i)}, SENSIBLE) for i in range(2)]
    honest, liar = players[1 - seat], players[seat]
    plain = Secrets.refuse_false

    def refuse(self: Secrets, *given: Any) -> None:
        if self is not liar.match.binding.table.secrets:
            plain(self, *given)

    monkeypatch.setattr(Secrets, "refuse_false", refuse)
    liar.lie, rng = lie, random.Random(luck)
    while honest.match.result is None:
        exchange(players)
        worked = [player.work(rng) for player in players]
        is_over = honest.match.result is not None or bool(honest.match.binding.resigned)
        if liar.lied and honest.match.rounds.r > liar.lied + rounds_on and not is_over:
            honest.match.resign(1 - seat)
        assert any(worked) or honest.match.result is not None
    for _ in range(3):
        exchange(players)
        for player in players:
            player.match.run_mechanical()
    if not liar.lied:
        return None
    return honest.match, audit(list({e.id: e.line for p in players for e in p.log}.values()))


def sensibly(match: Match, duty: Duty, request: Any) -> Any:
    return RULESET.bots["sensible"](duty.name).choose(match.state, request, match.binding.table.peek, random.Random(1))


def faces(match: Match) -> dict[str, Any]:
    """What the liar knows of his counters that lie face down."""
    peek = match.binding.table.peek
    return {id: seen(match.state, id, peek) for id, token in match.state.tokens.items() if not token.face}


def legal(request: Any, order: Any) -> bool:
    try:
        request.check(order)
    except IllegalMove:
        return False
    return True


# ------------------------------------------------------------------ lies of Al Qaeda


def one_counter_twice(match: Match, duty: Duty, request: Any) -> list[str] | None:
    if not isinstance(request, SealMany) or request.about != "tokens":
        return None
    drawn = request.truth(duty.name, match.binding.table.peek)
    assert drawn is not None
    return [drawn[1], *drawn[1:]]


def a_counter_not_drawn(match: Match, duty: Duty, request: Any) -> list[str] | None:
    told = one_counter_twice(match, duty, request)
    other = sorted(set(match.state.numbers.bag_of(False)) - set(told)) if told else []
    return [other[-1], *told[1:]] if told else None


def a_larger_reserve(match: Match, duty: Duty, request: Any) -> str | None:
    picks = match.state.picks if getattr(request, "about", "") == "reserve" else None
    values = None if picks is None else seen_all([picks], match.binding.table.peek)
    return None if values is None else str(request.truth(match.binding.table.peek) - 1)


def a_fort_by_a_compound(match: Match, duty: Duty, request: Any) -> str | None:
    if getattr(request, "rule", "") != "3.4" or request.about != "place":
        return None
    placing, known = dict(sensibly(match, duty, request)), faces(match)
    fort = next(id for id, unit in known.items() if unit.type == "fortification")
    compound = next(id for id, unit in known.items() if unit.type == "compound")
    placing[fort] = placing[compound]
    return match.binding.table.options.spell(tuple(placing.items()))


def one_that_cannot_move(match: Match, duty: Duty, request: Any) -> str | None:
    if getattr(request, "rule", "") not in ("8.1-p", "8.1") or duty.name != "al_qaeda":
        return None
    known, hexes = faces(match), match.state.numbers.ground.hexes
    for id in (id for id, unit in known.items() if not unit.movement):
        for hex in hexes.neighbours(match.state.tokens[id].place):
            order = Order(MOVE, (id,), (hex,))
            if request.rule == "8.1" and legal(request, order):
                return ORDERS.spell(order)
            if request.rule == "8.1-p" and legal(request, Plan((order,))):
                return PLANS.spell(Plan((order,)))
    return None


def one_that_cannot_fire(match: Match, duty: Duty, request: Any) -> str | None:
    window = getattr(request, "case", None)
    if not isinstance(window, Window) or duty.name != "al_qaeda":
        return None
    known = faces(match)
    return next((f"fire {id}" for id in firers(match.state, window)
                 if id in known and not known[id].firepower), None)


def no_cover_at_all(match: Match, duty: Duty, request: Any) -> str | None:
    truth = request.truth(match.binding.table.peek) if is_write(request, "20.4") else None
    return "pass" if truth is not None and truth.kind == FLIP else None


def a_group_withheld(match: Match, duty: Duty, request: Any) -> str | None:
    truth = request.truth(match.binding.table.peek) if is_write(request, "12.2-d") else None
    return "pass" if truth is not None and truth.kind == "fire" else None


def is_write(request: Any, rule: str) -> bool:
    return isinstance(request, Write) and request.rule == rule


def conditions_of_no_entry(match: Match, duty: Duty, request: Any) -> list[str] | None:
    if not isinstance(request, SealConditions) or duty.name != "al_qaeda":
        return None
    match.binding.table.check_seal = lambda *_: None  # type: ignore[method-assign]
    return ["pause=never stop=99", *["pass"] * (len(request.per_seat()[duty.name]) - 1)]


def not_its_standing_orders(match: Match, duty: Duty, request: Any) -> list[str] | str | None:
    peek = match.binding.table.peek
    if isinstance(request, AnswerOpenly):
        return "pass" if request.truth(peek) else None
    given = request.truth(duty.name, peek) if isinstance(request, AnswerSealed) else None
    says = [item.spell(v) for item, v in zip(request.per_seat()[duty.name], given, strict=True)] if given else []
    return ["pass"] * len(says) if any(say != "pass" for say in says) else None


# ------------------------------------------------------------------ events that no tool makes


def another_key(match: Match, duty: Duty, request: Any) -> SeatLine | None:
    """An identity other than the one sealed."""
    if not isinstance(request, Open) or duty.kind != "reveal":
        return None
    handles = match.binding.table.to_open(duty.name)
    held = [match.binding.items[handle] for handle in handles]
    if held[0].item is None:
        return None
    first, *more = (opening(match._secrets[duty.seat], h.slot, one) for h, one in zip(handles, held, strict=True))
    body = ev.RevealBody(slot=first.slot, of=first.of, key=b64(bytes(32)), more=tuple(more))
    event = forge(match, duty.seat, ev.Reveal, body)
    assert isinstance(event, SeatLine)
    return event


def a_window_skipped(match: Match, duty: Duty, request: Any) -> SeatLine | None:
    return answered(match, duty, "12.2-d", "x", "pass") if isinstance(request, AnswerSealed) else None


def a_supplement_unasked(match: Match, duty: Duty, request: Any) -> SeatLine | None:
    if duty.name != "coalition" or not is_write(request, "10.2-p"):
        return None
    return answered(match, duty, "8.1-p", request.about, "last")


def answered(match: Match, duty: Duty, rule: str, about: str, say: str) -> SeatLine:
    event = forge(match, duty.seat, ev.Act, ev.Answer(rule=rule, about=about, say=say))
    assert isinstance(event, SeatLine)
    return event


AL_QAEDA, COALITION = 1, 0


def named(one: object) -> str:
    return getattr(one, "__name__", str(one)[:24])


@pytest.mark.parametrize(("lie", "options", "first"), [
    (one_counter_twice, {}, "Al Qaeda broke rule 3.4: drawn, and left out: "),
    (a_counter_not_drawn, {}, "Al Qaeda broke rule 3.4: not drawn: "),
    (a_larger_reserve, {}, "Al Qaeda broke rule 3.4: "),
    (one_that_cannot_move, {}, "Al Qaeda broke rule 8.6: token "),
    (one_that_cannot_move, {"mode": "step"}, "Al Qaeda broke rule 8.6: token "),
    (a_group_withheld, {}, "Al Qaeda broke rule 12.2: due at "),
    (no_cover_at_all, {}, "Al Qaeda broke rule 20."),  # 20.4, or 20.7 if that was to be shown
    (conditions_of_no_entry, {}, "Al Qaeda broke rule 8.1-c: what is sealed in "),
    (not_its_standing_orders, {"reaction": "standing"}, "Al Qaeda broke rule r110: the standing orders give "),
], ids=named)
def test_e_what_only_secrets_show_is_found_by_the_audit_and_al_qaeda_alone_is_named(monkeypatch, lie, options, first):
    _, report = judged(monkeypatch, lie, AL_QAEDA, **options)
    assert report.status == 4
    assert report.talk()[0].startswith(first)
    assert report.talk()[0].endswith("Nobody else is accused.")
    assert {finding.seat for finding in report.faults} == {"al_qaeda"}


@pytest.mark.parametrize(("lie", "options", "why"), [
    (a_fort_by_a_compound, {}, "was set up in one hex with a "),
    (one_that_cannot_fire, {"mode": "step"}, "and cannot, or not with the others"),
], ids=named)
def test_r97_what_an_opening_shows_ends_the_match(monkeypatch, lie, options, why):
    match, report = judged(monkeypatch, lie, AL_QAEDA, rounds_on=TO_THE_OPENING, **options)
    assert match.result is not None
    assert (match.result.winners, match.result.by) == (("coalition",), "r97")
    assert why in match.result.text
    assert {finding.seat for finding in report.faults} == {"al_qaeda"}


@pytest.mark.parametrize(("lie", "seat"), [
    (another_key, AL_QAEDA), (another_key, COALITION), (a_window_skipped, AL_QAEDA), (a_supplement_unasked, COALITION),
], ids=named)
def test_3_2_what_fits_nothing_is_void_at_once_and_still_owed(monkeypatch, lie, seat):
    match, report = judged(monkeypatch, lie, seat)
    (void,) = match.rounds.voids
    assert void.event.seat == seat
    assert (report.status, report.faults) == (0, ())
    assert [(f.kind, f.seat) for f in report.findings] == [("void", match.name(seat))]


class Silent(Player):
    """A tool whose person does not open what is due, and sends nothing more."""

    def work(self, rng: random.Random) -> bool:
        opens = isinstance(self.match.request, Open) and any(duty.kind == "reveal" for duty in self.match.mine())
        return not opens and super().work(rng)


@pytest.mark.parametrize("seat", [AL_QAEDA, COALITION])
def test_r98_what_is_not_opened_leaves_the_match_without_a_result_and_the_report_says_who_owes_it(seat):
    genesis, rng = first_line(ruleset=SENSIBLE), random.Random(1)
    players = [(Silent if i == seat else Player)(genesis, {i: master(i)}, SENSIBLE) for i in range(2)]
    honest, silent = players[1 - seat].match, players[seat].match
    while any(player.work(rng) for player in players):
        exchange(players)
    assert isinstance(honest.request, Open)
    assert [(duty.seat, duty.kind) for duty in honest.owing()] == [(seat, "reveal")]
    assert (honest.mine(), honest.result) == ([], None)  # nothing is asked of the other side
    report = audit(list({e.id: e.line for p in players for e in p.log}.values()))
    assert (report.status, report.findings, report.result, report.score) == (9, (), "", None)
    assert [(one.seat, one.kind) for one in report.awaited] == [(honest.name(seat), "reveal")]
    name = honest.name(seat).replace("_", " ").title()
    assert f"awaited: {name} (reveal)" in report.talk()
    silent.resign(seat)  # its own signature ends the match, and nobody else's does
    exchange(players)
    assert honest.result is not None
    assert (honest.result.winners, honest.result.by) == ((honest.name(1 - seat),), "22.1")  # R100


def test_j7_answers_of_the_coalition_that_its_standing_orders_do_not_give_are_found(monkeypatch):
    _, report = judged(monkeypatch, not_its_standing_orders, COALITION, reaction="standing")
    assert report.talk()[0].startswith("Coalition broke rule r110: the standing orders give ")
    assert {finding.seat for finding in report.faults} == {"coalition"}
