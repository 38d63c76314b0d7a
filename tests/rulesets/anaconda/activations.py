"""One Operations Phase played by plans, all answers at random; then its choices again, asked step by step.

The second player works out by itself, from section j.5, what the first one's letters come to: which entry is next, who
is overtaken, when a run stops, which group is due, which attack is made.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from anaconda.boards import hide, put, quiet, run

from pbem.errors import IllegalMove
from pbem.kit.bots import RandomBot
from pbem.play.giving import Scripted
from pbem.play.requests import Ask, Draw, Open, Request, Roll, Seal, SealMany, Write
from pbem.play.table import Table
from pbem_games.anaconda.commands import operations
from pbem_games.anaconda.forces import face_down_at, is_held, is_on_map, other_seat, piece
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.numbers import BASES, SEATS
from pbem_games.anaconda.orders import ADVANCE, DONE, FIRE, FLIP, MOVE, ORDERS, PASS, STAY, Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed, slots_of
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.fires import FirePlan
from pbem_games.anaconda.plans.planned import due
from pbem_games.anaconda.plans.run import pauses, sight
from pbem_games.anaconda.plans.windows import CLOSING, Numbered
from pbem_games.anaconda.plans.written import Conditions, Group, Plan
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import READY, State

MARKERS = ("tfr", "tfr", "tfd", "tf64", "a", "b", "a", "jihad")
CENTRES = ("0510", "1808", "1910", "2013", "0420", "1711", "2217")
FACES = ("a_inf_1", "a_inf_2", "a_inf_3", "b_inf_1", "b_inf_2", "c_inf_1", "a_hmg_1", "b_hmg_1", "a_mtr_1", "c_mtr_1",
         "a_frt_1", "b_frt_1", "a_cmp_1", "b_cmp_1", "a_ied_1", "a_dec_1", "b_dec_1", "a_hvt_1", "a_civ_1")
Key = tuple[int, str, str]
"""Entry, target, hex."""


@dataclass
class Part:
    """One letter of the first player with all answers to it."""

    plan: Any
    conditions: Conditions = field(default_factory=Conditions)
    groups: dict[Key, tuple[Group, ...]] = field(default_factory=dict)
    shows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    closing: tuple[Group, ...] = ()


@dataclass
class Letters:
    """All that was answered in the phase, by kind."""

    recons: list[Part] = field(default_factory=list)
    moves: list[Part] = field(default_factory=list)
    fires: list[Part] = field(default_factory=list)
    others: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    last: Part = field(default_factory=lambda: Part(None))
    requests: list[tuple[str, str]] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)


class Chance:
    """Dice and draws that hang on what they are for, and on how often that came up: the same in both ways to play."""

    def __init__(self, seed: int) -> None:
        self._seed, self._count = seed, Counter[str]()

    def answer(self, asked: Roll | Draw) -> Any:
        label = f"{asked.rule}/{asked.about}"
        self._count[label] += 1
        rng = random.Random(f"{self._seed}/{label}/{self._count[label]}")
        if isinstance(asked, Draw):
            return Scripted(tuple(rng.sample(sorted(asked.pool), asked.count)))
        return tuple(rng.randint(1, asked.sides) for _ in range(asked.dice))


def position(seed: int) -> tuple[State, str]:
    """A fight around some hex, and the marker that is drawn."""
    rng = random.Random(f"position/{seed}")
    names = ("leaders", "casualties", "attacker_impetus", "fire_support_restrictions", "body_armor", "rubble")
    state = quiet(**{name: True for name in names if rng.random() < 0.4}, mode="plan")
    marker = rng.choice(MARKERS)
    around = state.numbers.ground.hexes.within(rng.choice(CENTRES), 3)
    spots = {"fortification": around[0::4], "compound": around[2::4]}  # never together
    for face in rng.sample(FACES, rng.randint(6, 14)):
        there = spots.get(state.numbers.units[face].type, around[::2])
        hide(state, rng.choice(there), face, up=rng.random() < 0.2, pinned=rng.random() < 0.15)
    closed = {t.place for t in state.tokens.values()}
    free = [hex for hex in around if hex not in closed]
    for token in state.tokens.values():
        if token.face and state.numbers.units[token.face].type in state.numbers.types.removed_when_revealed:
            token.place = "removed"
            token.pinned = False
    ground = [id for id, unit in state.units.items() if state.numbers.is_ground(id) and unit.place in BASES]
    for id in rng.sample(ground, min(len(ground), 14)):
        put(state, rng.choice(free), id, pinned=rng.random() < 0.15)
    for id, unit in state.units.items():
        if state.numbers.is_air(id) and rng.random() < 0.6:
            unit.place = READY
        elif state.numbers.is_helicopter(id) and unit.place == "pool" and rng.random() < 0.7:
            unit.place = unit.base = rng.choice(BASES)
    if state.options.casualties:
        state.casualties[rng.choice(free)] = 2
    state.turn, state.drawn = 2, 1
    state.command_pool.remove(marker)
    state.aside.append(marker)
    return state, marker


# ---------------------------------------------------------------- by plans


def by_plans(state: State, marker: str, seed: int) -> tuple[Table[Any], Letters]:
    """All at random; every answer is kept."""
    state.options.mode = "plan"
    table, letters, chance = run(operations(state, marker), state), Letters(), Chance(seed)
    bots, rng = {seat: RandomBot(FORMS, seat) for seat in SEATS}, random.Random(f"choices/{seed}")
    while (asked := table.pending) is not None:
        if isinstance(asked, Roll | Draw):
            letters.rolls.append(asked.rule)
            table.answer(chance.answer(asked))
        elif isinstance(asked, Open):
            table.answer()
        else:
            seat = table.expected()[0]
            value = bots[seat].choose(state, asked, table.peek, rng)
            while isinstance(value, Plan) and not fits(value):
                value = bots[seat].choose(state, asked, table.peek, rng)
            keep(letters, state, asked, value)
            is_tool = isinstance(asked, Ask | Write) and asked.truth(table.peek) is not None
            letters.requests += [] if is_tool else [(seat, asked.rule)]
            give(table, seat, asked, value)
    return table, letters


def fits(plan: Plan) -> bool:
    """No way comes twice into one hex: the second player would not know which time is meant."""
    return all(len(set(order.to)) == len(order.to) for order in plan.orders)


def give(table: Table[Any], seat: str, asked: Request[Any], value: Any) -> None:
    """An answer as the table wants it."""
    if isinstance(asked, Seal | SealMany):
        items = asked.per_seat()[seat]
        values = value if isinstance(asked, SealMany) else [value]
        table.answer({seat: [item.spell(one) for item, one in zip(items, values, strict=True)]})
    else:
        assert isinstance(asked, Ask | Write)
        table.answer(asked.options().spell(value))


def key_of(w: Numbered) -> Key:
    """After the movement who was fired at may stand elsewhere than planned: each fire is an entry of its own."""
    return (CLOSING + w.step, w.window.target, "") if w.entry == CLOSING else (w.entry, w.window.target, w.window.hex)


def keep(letters: Letters, state: State, asked: Request[Any], value: Any) -> None:
    """Where an answer belongs."""
    if asked.rule in ("19.1-p", "8.1-p", "10.2-p"):
        letters.last = Part(value)
        {"19.1-p": letters.recons, "8.1-p": letters.moves, "10.2-p": letters.fires}[asked.rule].append(letters.last)
    elif isinstance(asked, SealConditions):
        letters.last.conditions = value[0]
        letters.last.shows |= {hex: order.who for hex, order in zip(asked.hexes, value[1:], strict=True)}
    elif isinstance(asked, AnswerSealed):
        slots = slots_of(state)
        for i, w in enumerate(asked.windows):
            letters.last.groups[key_of(w)] = tuple(value[i * slots:(i + 1) * slots])
        shown = value[len(asked.windows) * slots:]
        letters.last.shows |= {hex: order.who for hex, order in zip(asked.hexes, shown, strict=True)}
    elif isinstance(asked, AnswerOpenly):
        if not asked.windows:
            letters.last.closing = ()  # asked anew
        for number, group in value:
            if number > len(asked.windows):
                letters.last.closing = (*letters.last.closing, group)
            else:
                key = key_of(asked.windows[number - 1])
                letters.last.groups[key] = (*letters.last.groups.get(key, ()), group)
    elif asked.rule == "7.3":
        letters.bases |= dict(value)
    elif asked.rule != "12.2-d":
        letters.others.setdefault((asked.rule, asked.about), []).append(value)


# ---------------------------------------------------------------- step by step


class Incomparable(Exception):
    """A half-walked unit goes on only after others have moved: the one difference that (j) allows."""


class Stepper:
    """Answers every single request as the letters would have it."""

    def __init__(self, state: State, table: Table[Any], letters: Letters) -> None:
        self.state, self.table, self.letters = state, table, letters
        self.faces = {id: table.peek(t.sealed) for id, t in state.tokens.items() if t.sealed}
        self.part, self.entry = Part(None), 0
        self.tried, self.status, self.first = Counter[Key](), dict[int, str](), 1
        self.moves = list(letters.moves)
        self.shows: dict[str, tuple[str, ...]] = {}
        self.orders = self._orders()
        self.recons, self.attacks = self._recons(), self._attacks()
        self.closing: list[Group] | None = None
        self.rolled: set[tuple[str, str]] = set()
        self.is_extra = False

    def answer(self, asked: Any) -> Any:
        match asked.rule:
            case "7.3":
                return tuple((id, self.letters.bases[id]) for id in asked.case.ids)
            case "19.1":
                return next(self.recons, Order(DONE))
            case "8.1":
                return next(self.orders, Order(DONE))
            case "8.7":
                return self.goes_on(asked.about.partition("/")[0])
            case "10.2":
                self.is_extra = False
                return next(self.attacks, Order(DONE))
            case "12.2" | "17.1":
                return self.group(asked)
            case "15.2":
                return self.gunships()
            case "20.4" if not self.is_extra:
                return self.cover(asked)
            case "11.3" if not self.is_extra:
                return self.advance(asked)
            case "27.3":
                self.is_extra = True
        return self.letters.others[asked.rule, asked.about].pop(0)

    # ------------------------------------------------------------------ fire

    def group(self, asked: Write[Any]) -> Order:
        window = asked.case
        assert isinstance(window, Window)
        key = self.entry, window.target, "" if self.entry >= CLOSING else window.hex
        groups = self.part.groups.get(key, ()) if not self.is_extra else ()
        for i in range(self.tried[key], len(groups)):
            self.tried[key] = i + 1
            if who := due(self.state, window, groups[i], lambda id: self.faces.get(id) or self.state.tokens[id].face):
                return Order(FIRE, who, (), groups[i].lead)
        return Order(PASS)

    def cover(self, asked: Any) -> Order:
        mover = self.walker()
        shown = self.part.shows.get(asked.about, self.shows.get(asked.about, ()))
        works = []
        for id in face_down_at(self.state, asked.about):
            type = self.state.numbers.units[self.faces[id]].type
            if id != mover and (type == "fortification" or (type == "compound" and id in shown)):
                works.append(id)
        return Order(FLIP, tuple(works)) if works else Order(PASS)

    def walker(self) -> str:
        operations = self.state.operations
        assert operations is not None
        return operations.walking if operations.sub_phase == "movement" else ""

    def gunships(self) -> Order:
        if self.closing is None:
            last = self.letters.moves[-1]
            self.part, self.entry, self.closing = last, CLOSING - 1, list(last.closing)
        operations = self.state.operations
        assert operations is not None
        while self.closing:
            group = self.closing.pop(0)
            self.entry += 1
            target = self.state.tokens[group.at]
            units = self.state.units
            ready = tuple(id for id in group.who if units[id].place in BASES and not units[id].flown)
            who = ready[: group.most or None]
            strength = sum(self.state.numbers.units[id].firepower for id in who)
            there = operations.entered.get(group.at) == target.place
            if who and there and strength >= group.least and (group.any or not target.pinned):
                return Order(FIRE, who, (group.at,))
        return Order(PASS)

    def _attacks(self) -> Iterator[Order]:
        for part in self.letters.fires:
            plan: FirePlan = part.plan
            emptied: set[int] = set()
            for i, one in enumerate(plan.attacks, 1):
                assert self.state.operations is not None
                enemy = other_seat(self.state.operations.seat)
                if one.when == "emptied" and one.after not in emptied:
                    continue
                if one.when == "held" and not is_held(self.state, plan.attacks[one.after - 1].order.to[0], enemy):
                    continue
                if not self.is_legal(one.order):
                    continue
                self.part, self.entry = part, i
                self.advancing = one.advance
                yield one.order
                (hex,) = one.order.to
                if hex in self.state.operations.attacked and not is_held(self.state, hex, enemy):
                    emptied.add(i)

    def advance(self, asked: Any) -> Order:
        able = [id for id in self.advancing if is_on_map(self.state, id) and not piece(self.state, id).pinned]
        while able:
            if self.is_legal(Order(ADVANCE, tuple(able))):
                return Order(ADVANCE, tuple(able))
            able = [id for id in able if self.is_legal(Order(ADVANCE, (id,)))]
        return Order(STAY)

    def _recons(self) -> Iterator[Order]:
        for part in self.letters.recons:
            for i, order in enumerate(part.plan.orders, 1):
                (id,), (hex,) = order.who, order.to
                wide = self.state.numbers.units[id].type == "satellite"
                seen = [hex, *self.state.numbers.ground.hexes.neighbours(hex)] if wide else [hex]
                if any(face_down_at(self.state, one) for one in seen) and self.is_legal(order):
                    self.part, self.entry = part, i
                    yield order

    # ------------------------------------------------------------------ movement

    def _orders(self) -> Iterator[Order]:
        number = 0
        while self.moves:
            self.part = part = self.moves.pop(0)
            self.shows |= part.shows
            self.first = number + 1
            number += len(part.plan.orders)
            at = 0
            while at < len(part.plan.orders):
                order, self.entry = part.plan.orders[at], self.first + at
                at += 1
                if self.entry in self.status:
                    continue
                missing = any(self.status.get(n) != "completed" for n in self.part.conditions.needed_by(self.entry))
                way = [] if missing else list(self.longest(order))
                if not way and (missing or order.kind == MOVE or not self.is_legal(order)):
                    self.status[self.entry] = "overtaken"
                    if part.conditions.pause != "never":
                        break
                    continue
                self.before = sight(self.state)
                self.order, self.is_cut = order, order.kind == MOVE and way != list(order.to)
                yield Order(order.kind, order.who, tuple(way) if order.kind == MOVE else order.to, order.lead)
                if self.part is not part:  # its supplement was begun in the middle of the move
                    part, at = self.part, 1
                    number = self.first + len(part.plan.orders) - 1
                self.settle()
                if self.is_stopped:
                    break

    def longest(self, order: Order) -> tuple[str, ...]:
        """Of a ground move as much as is legal now."""
        if order.kind != MOVE:
            return ()
        for count in range(len(order.to), 0, -1):
            if self.is_legal(Order(MOVE, order.who, order.to[:count])):
                return order.to[:count]
        return ()

    def settle(self) -> None:
        """What became of the entry that was just carried out, and whether the run stops."""
        state, order = self.state, self.order
        paused = pauses(self.part.conditions, self.before, sight(state))
        self.is_stopped = paused
        if self.entry in self.status:
            return
        if order.kind == MOVE:
            one = piece(state, order.who[0])
            if (is_on_map(state, order.who[0]) and one.pinned) or one.place == "dead":
                self.status[self.entry] = "ended"
            elif one.place == order.to[-1]:
                self.status[self.entry] = "completed"
            else:
                assert self.is_cut
                self.status[self.entry], self.is_stopped = "overtaken", True
                if self.moves and self.moves[0].plan.orders[:1] and self.moves[0].plan.orders[0].who == order.who:
                    raise Incomparable
        else:
            lost = any(id in state.units and (state.units[id].place == "dead" or state.units[id].pinned)
                       for id in order.who) and order.kind in ("fly", "medevac")
            self.status[self.entry] = "ended" if lost else "completed"

    def goes_on(self, id: str) -> Order:
        """After a window: on as planned, or not, or as the supplement says."""
        is_fired_on = (id, piece(self.state, id).place) in self.rolled
        if is_fired_on and self.entry in self.part.conditions.stop:
            self.status[self.entry] = "ended"
            return Order(STAY)
        at = self.order.to.index(piece(self.state, id).place)
        rest = self.order.to[at + 1:]
        while rest and not self.is_legal(Order(MOVE, (id,), rest)):
            rest, self.is_cut = rest[:-1], True
        paused = pauses(self.part.conditions, self.before, sight(self.state))
        if paused or not rest:
            self.status[self.entry] = "open" if paused else "overtaken"
            following = self.moves[0].plan.orders[:1] if self.moves else ()
            if following and following[0].who == (id,):
                count = len(self.part.plan.orders)
                self.part = self.moves.pop(0)
                self.shows |= self.part.shows
                self.first += count
                self.entry, self.order, self.before = self.first, following[0], sight(self.state)
                self.is_cut = False
                return Order(MOVE, (id,), following[0].to)
            return Order(STAY)
        return Order(MOVE, (id,), rest)

    def is_legal(self, order: Order) -> bool:
        try:
            self.table.check_claims(ORDERS.spell(order))
        except IllegalMove:
            return False
        return True


def by_steps(state: State, marker: str, seed: int, letters: Letters) -> Table[Any]:
    """The same choices, asked one by one."""
    state.options.mode = "step"
    table, chance = run(operations(state, marker), state), Chance(seed)
    player = Stepper(state, table, letters)
    while (asked := table.pending) is not None:
        if isinstance(asked, Roll | Draw):
            if asked.rule == "12.2" and isinstance(asked, Roll):
                target, _, hex = asked.about.partition("/")
                player.rolled.add((target, hex))
            table.answer(chance.answer(asked))
        elif isinstance(asked, Open):
            table.answer()
        else:
            assert isinstance(asked, Ask | Write)
            value = asked.truth(table.peek) if asked.rule in ("24.3",) else None
            table.answer(asked.options().spell(player.answer(asked) if value is None else value))
    return table


def compared(state: State) -> dict[str, Any]:
    """A position without what does not matter: the order of counters off the map, numbers of ranks, the mode."""
    hexes, found = state.numbers.ground.hexes, dict[str, Any]()
    for id, one in [*state.units.items(), *state.tokens.items()]:
        ranked = [other.rank for other in (*state.units.values(), *state.tokens.values()) if other.place == one.place]
        rank = sorted(ranked).index(one.rank) if one.place in hexes else 0
        face = one.face if id in state.tokens else ""  # type: ignore[union-attr]
        marks = [getattr(one, name, None) for name in ("pinned", "fired", "moved", "scouted", "flown", "base", "loss")]
        acts = [(act.kind, act.number, act.word) for act in getattr(one, "acts", [])]
        found[id] = (one.place, rank, face, *marks, acts)
    found["rest"] = (sorted(state.rubble), state.casualties, state.evacuated, state.reserve, state.gone)
    return found
