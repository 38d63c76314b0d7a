"""What a game by mail asks of people: its hand-overs, counted from the record of a game that bots have played.

A *hand-over* is a packet that must reach another person before the game can go on. It is *human* if that person must
then decide something. In the record that is:

* by hand (`all`, `human`): events in the order in which they were signed, parted into runs of one person. Each run is a
  hand-over; it is human if there is a decision in it. A decision is an answer or a seal that no secret decides (what
  the owner's tool gives by itself is none).
* with couriers (`human_courier`): dice, openings and what a secret decides need nobody any more, so whoever decides
  stays at his desk until somebody else must decide. A hand-over is each change of the person who decides. Of several
  who owe a seal at once, he who is at his desk comes first, then the others in the order of the record.
* with standing orders (`human_standing`): the same, without the decisions that the game's standing orders, as its
  preset `quick` sets them, answer at that moment with the very words of the record. If it has no such preset, each is
  set to its `usual` choice.
* with orders filed ahead (`human_filed`): besides, whoever leaves his desk files what his bot would order then
  (`pbem.kit.filing`). When the moment comes, such an order is given if its condition holds and its words are legal;
  then nobody is asked. `human_unconditional` counts so only orders that are meant whatever happens.

* letters (`letters`): runs of one person as by hand, in which that person still typed something, for neither a standing
  nor a filed order answered it. They are counted by the phase in which the first of that was asked.

All numbers follow from the log and the secrets disclosed in it; no number is assumed.
Belongs here: counting. Must not be here: playing, printing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.audit.findings.watch import Watch
from pbem.crypto.hashing import unb64
from pbem.crypto.seal import Item, open_seal, seal_context, seal_key
from pbem.desk.early import Early
from pbem.desk.orders import read_words
from pbem.errors import IllegalMove, WrongUse
from pbem.kit.bots import decided, may_give
from pbem.kit.conditions import Case, read_conditions
from pbem.kit.filing import Filed
from pbem.kit.forms import Asked
from pbem.kit.policies import ASK, Policy, Setting
from pbem.kit.presets import QUICK
from pbem.kit.typed import AGAIN
from pbem.lab.finished import read_finished
from pbem.match.binding import Binding
from pbem.play.requests import Request, SealMany
from pbem.play.sight import peek_of
from pbem.record import events as ev
from pbem.record.rounds import Closed
from pbem.record.wire import SeatLine, read_say


@dataclass(slots=True)
class Rule:
    """Decisions that one rule asked for: all, those that standing orders answer, that filed ones do, and the rest."""

    decisions: int = 0
    standing: int = 0
    filed: int = 0
    asked: int = 0


@dataclass(slots=True)
class Figure:
    """Hand-overs of a whole game, and the decisions behind them.

    `filed_alike`: of the orders that were filed and given, how many have the very words that the bot gave in play.
    `letters`: phase without its parts -> turn, as scenes name them -> letters typed.
    """

    all: int = 0
    human: int = 0
    human_courier: int = 0
    human_standing: int = 0
    human_unconditional: int = 0
    human_filed: int = 0
    filed_alike: int = 0
    by_rule: dict[str, Rule] = field(default_factory=dict)
    letters: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def typed(self) -> int:
        """Decisions that a person still types with standing and filed orders."""
        return sum(rule.asked for rule in self.by_rule.values())


@dataclass(frozen=True, slots=True)
class _Decision:
    """One decision, before the table gets it: whose, what is asked, and the canonical words that were given."""

    seat: str
    person: str
    request: Request[Any]
    says: list[str]
    is_standing: bool

    @property
    def moment(self) -> tuple[str, str, str]:
        return self.seat, self.request.rule, self.request.about


@dataclass(frozen=True, slots=True)
class _Signed:
    """One event: its claimed time, its person, whether it decides something.

    `typed` is the moment at which that was asked, phase and turn, if a person still typed it; else None.
    """

    time: int
    person: str
    decides: bool
    typed: tuple[str, str] | None = None


@dataclass(slots=True)
class _Way:
    """One way of playing: who sits at his desk, how often somebody else had to be fetched, what lies filed."""

    has_standing: bool = False
    files: bool = False
    files_conditions: bool = False
    at_desk: str = ""
    handovers: int = 0
    filed: dict[tuple[str, str, str], Filed] = field(default_factory=dict)


class CountingWatch(Watch):
    """The engine of a reading that counts. `secrets` are those of all seats, by number."""

    def __init__(self, binding: Binding, secrets: Mapping[int, bytes], *, seed: int = 1) -> None:
        super().__init__(binding)
        self.figure = Figure()
        self._secrets, self._rng = secrets, random.Random(seed)
        self._signed: list[_Signed] = []
        self._standing_of = {seat.name: _quick(binding, seat.name) for seat in binding.seats}
        make = next(iter(binding.ruleset.bots.values()))
        self._bots = {seat.name: make(seat.name) for seat in binding.seats if seat.role != "judge"}
        self._courier, self._standing = _Way(), _Way(has_standing=True)
        self._plain = _Way(has_standing=True, files=True)
        self._filing = _Way(has_standing=True, files=True, files_conditions=True)

    def close(self, closed: Closed) -> None:
        """Counts what a round asked of people, as long as the table stands before it."""
        decisions = self._decisions(closed)
        deciding = {one.seat for one in decisions}
        typed: set[str] = set()
        for way in (self._courier, self._standing, self._plain, self._filing):
            typed = self._count(way, decisions)
        moment = self._moment() if typed else None
        for event in closed.events if closed.r > 1 else ():  # to take a seat is no turn of play
            seat = self.binding.names[event.seat]
            self._signed.append(_Signed(event.msg.t, self._person(event.seat), seat in deciding,
                                        moment if seat in typed else None))
        super().close(closed)

    def counted(self) -> Figure:
        """The figure, when all rounds are closed."""
        figure, runs = self.figure, list[list[_Signed]]()
        for one in sorted(self._signed, key=lambda one: one.time):
            if runs and runs[-1][0].person == one.person:
                runs[-1].append(one)
            else:
                runs.append([one])
        figure.all, figure.human = len(runs), sum(any(one.decides for one in run) for run in runs)
        for phase, turn in (next((one.typed for one in run if one.typed), ("", "")) for run in runs):
            if phase or turn:
                turns = figure.letters.setdefault(phase, {})
                turns[turn] = turns.get(turn, 0) + 1
        figure.human_courier, figure.human_standing = self._courier.handovers, self._standing.handovers
        figure.human_unconditional, figure.human_filed = self._plain.handovers, self._filing.handovers
        return figure

    # ------------------------------------------------------------------ one round

    def _decisions(self, closed: Closed) -> list[_Decision]:
        """What people decided in a round, in the order in which they signed it."""
        request, found = self.binding.table.pending, []
        for event in sorted(closed.events, key=lambda e: e.msg.t):
            seat = self.binding.names[event.seat]
            says = self._says(event, closed)
            if request is not None and says and decided(request, seat, peek_of(self.binding.table, seat)) is None:
                found.append(_Decision(seat, self._person(event.seat), request, says,
                                       self._stands(request, seat, says)))
        return found

    def _says(self, event: SeatLine, closed: Closed) -> list[str]:
        """The words of an answer or of sealed items; none of anything else."""
        match event.msg:
            case ev.Act(body=ev.Answer() as body):
                return [body.say]
            case ev.Seal() as msg:
                return [self._opened(event, item, closed) for item in msg.body.items]
        return []

    def _opened(self, event: SeatLine, item: ev.SealItem, closed: Closed) -> str:
        context, salt = seal_context(self.binding.gid, event.seat, item.slot, closed.base), unb64(item.salt, 16)
        held = Item(salt, unb64(item.ct), unb64(item.com, 32))
        text = open_seal(context, held, seal_key(self._secrets[event.seat], context, salt))
        say = None if text is None else read_say(text)
        return say or ""  # 2.12: a seal may hold nothing that could be said

    def _stands(self, request: Request[Any], seat: str, says: list[str]) -> bool:
        """Whether a standing order gives these very words."""
        peek = peek_of(self.binding.table, seat)
        binding = self.binding
        for policy, setting in self._standing_of[seat]:
            try:
                words = policy.given(binding.state, request, seat, setting, peek)
                if words == AGAIN:
                    return binding.ruleset.repeated(binding.state, binding.table, request, seat) == says
            except IllegalMove:
                continue
            if words is not None:
                values = self._values(request, seat, words)
                return values is not None and self._spelled(request, seat, values) == says
        return False

    def _values(self, request: Request[Any], seat: str, words: str) -> list[Any] | None:
        """The values of typed words, item by item; None if their owner's tool would not sign them."""
        binding, peek = self.binding, peek_of(self.binding.table, seat)
        items = Asked(binding.state, request, seat, peek).items()
        try:
            says = read_words(binding.ruleset, binding.state, request, seat, words, peek)
            values = [item.read(say, seat, request.rule) for item, say in zip(items, says, strict=True)]
        except (IllegalMove, WrongUse, ValueError):  # ValueError: not as many as are asked for
            return None
        return values if may_give(request, seat, values if isinstance(request, SealMany) else values[0], peek) else None

    def _spelled(self, request: Request[Any], seat: str, values: list[Any]) -> list[str]:
        items = Asked(self.binding.state, request, seat, peek_of(self.binding.table, seat)).items()
        return [item.spell(value) for item, value in zip(items, values, strict=True)]

    def _moment(self) -> tuple[str, str]:
        """The phase without its parts, and the turn."""
        binding = self.binding
        scene = binding.ruleset.seen(binding.state, binding.table)
        return scene.phase.partition(",")[0], scene.turn

    def _count(self, way: _Way, decisions: list[_Decision]) -> set[str]:
        """Whom a round fetches to his desk; who leaves it files before anything is decided. The seats still asked."""
        asked = [one for one in decisions if not (way.has_standing and one.is_standing)]
        given = {one.moment: says for one in asked if (says := self._given(way, one)) is not None}
        left = [one for one in asked if one.moment not in given]
        for one in sorted(left, key=lambda one: one.person != way.at_desk):
            if one.person != way.at_desk:
                if way.files and way.at_desk:
                    self._file(way, way.at_desk)
                way.at_desk, way.handovers = one.person, way.handovers + 1
        if way is self._filing:
            self._note(decisions, given)
        return {one.seat for one in left}

    def _note(self, decisions: list[_Decision], given: Mapping[tuple[str, str, str], list[str]]) -> None:
        for one in decisions:
            rule = self.figure.by_rule.setdefault(one.request.rule, Rule())
            rule.decisions += 1
            rule.standing += one.is_standing
            if not one.is_standing:
                rule.filed += one.moment in given
                rule.asked += one.moment not in given
                self.figure.filed_alike += given.get(one.moment) == one.says

    # ------------------------------------------------------------------ orders filed ahead

    def _given(self, way: _Way, one: _Decision) -> list[str] | None:
        """The words of an order that was filed for this moment, the first that holds and is legal; it is used up."""
        order = way.filed.pop(one.moment, None)
        if order is None:
            return None
        binding, peek, rule = self.binding, peek_of(self.binding.table, one.seat), one.request.rule
        for part in Early(one.seat, rule, one.request.about, order.words).alternatives():
            values = self._values(one.request, one.seat, part.words)
            if values is None:
                continue
            answer = values if isinstance(one.request, SealMany) else values[0]
            case = Case(binding.state, one.seat, peek, rule, one.request.about, answer, one.request.case)
            if not part.conditions or self._holds(case, part.conditions):
                return self._spelled(one.request, one.seat, values)
        return None

    def _holds(self, case: Case[Any], conditions: str) -> bool:
        try:
            asked = read_conditions(self.binding.ruleset.conditions, case.state, conditions, rule=case.rule)
        except IllegalMove:
            return False
        return all(condition.holds(case) for condition in asked)

    def _file(self, way: _Way, person: str) -> None:
        """A person leaves his desk: what his bots would order now takes the place of what lay there."""
        for number, seat in enumerate(self.binding.names):
            file_ahead = getattr(self._bots.get(seat), "file_ahead", None)
            if self._person(number) != person or file_ahead is None:
                continue
            way.filed = {moment: order for moment, order in way.filed.items() if moment[0] != seat}
            for order in file_ahead(self.binding.state, peek_of(self.binding.table, seat), self._rng):
                if way.files_conditions or not order.is_conditional:
                    way.filed[seat, order.rule, order.about] = order

    def _person(self, seat: int) -> str:
        return self.binding.seats[seat].id


def _quick(binding: Binding, seat: str) -> list[tuple[Policy[Any], Setting]]:
    """What a seat has set that wants to be asked little."""
    ruleset = binding.ruleset
    quick = next((preset for preset in ruleset.presets if preset.name == QUICK), None)
    usual = {policy.name: policy.usual or ASK for policy in ruleset.policies}
    choices = usual if quick is None else quick.choices(ruleset.policies, seat)
    return [(policy, policy.read(choices[policy.name], binding.state)) for policy in ruleset.policies]


def figure_of(log: Path, *, seed: int = 1) -> Figure:
    """The figure of a finished log in which every seat has disclosed its secret; `seed` is that of the bots' whims.

    WrongUse if it is not finished.
    """
    return read_finished(log, lambda binding, shown: CountingWatch(binding, shown, seed=seed)).counted()
