"""Ruling R110 Plans of movement, their conditions, and the answers to all their windows, as people type them.

    move 1-87 C/1 1806 1805; fly CH-47 1 1-87 C/2 1808; more
    pause contact; stop 1 3; 2 needs 1
    3 fire t1, t2 any; 5 fire t4 least 3
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.typed import Typed
from pbem.play.requests import SealMany
from rulesets.anaconda.firing import fits_together
from rulesets.anaconda.forces import command_of, gunships
from rulesets.anaconda.forms.fires import Attack
from rulesets.anaconda.forms.moves import Move, Recon
from rulesets.anaconda.forms.names import counter_names, place_names
from rulesets.anaconda.forms.reading import FILLERS, typed_words
from rulesets.anaconda.numbers import ANY
from rulesets.anaconda.orders import RECON, Order
from rulesets.anaconda.plans.fires import WHEN, FirePlan
from rulesets.anaconda.plans.fires import Attack as PlannedAttack
from rulesets.anaconda.plans.windows import Numbered, slots_of
from rulesets.anaconda.plans.written import LAST, MORE, PAUSES, Conditions, Group, Plan, Reaction
from rulesets.anaconda.reactions import firers
from rulesets.anaconda.state import State
from rulesets.anaconda.tokens import seen
from rulesets.anaconda.words.names import counter_name, marker_name

NOBODY = ("none", "pass", "no")


class MovementPlan(Move):
    """8.1 Orders one after another; `more` if another part follows."""

    def prompt(self, asked: Asked[State]) -> str:
        state = asked.state
        assert state.operations is not None
        who = marker_name(state, state.operations.marker)
        return (f"Plan the movement of {who}: orders in turn, with `;` between, each as if nobody fired. The other "
                "side sees the plan and answers all its windows at once; then it is run.\nOrders are `move`, `fly`, "
                "`medevac`, `rally`, `stack`; `more` if you will plan another part.")

    def read(self, asked: Asked[State], typed: Typed) -> Plan:  # type: ignore[override]
        orders, last = [], True
        while typed.more() or typed.part():
            if typed.word(MORE):
                last = False
            elif not typed.word(LAST, also=NOBODY):
                orders.append(super().read(asked, typed))
        return Plan(tuple(orders), last)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer(LAST, "nobody moves")

    def propose(self, asked: Asked[State], rng: random.Random) -> Plan:  # type: ignore[override]
        orders: list[Order] = []
        for _ in range(rng.randint(0, 12)):
            order = super().propose(asked, rng)
            if order is not None:
                plan = Plan((*orders, order), True)
                try:
                    asked.items()[0].read(asked.items()[0].spell(plan), "", asked.rule)
                except IllegalMove:
                    continue
                orders.append(order)
        return Plan(tuple(orders), rng.random() < 0.7 or not orders)


class PlanConditions(Form[State]):
    """Ruling R110 `pause contact; stop 1 3; 2 needs 1`"""

    def prompt(self, asked: Asked[State]) -> str:
        return ("Conditions, sealed until the answers are in: `pause never`, `pause loss` or `pause contact` (stop the "
                "run and plan anew); `stop 1 3` (entries that stop once fired on); `2 needs 1` (only after 1).")

    def read(self, asked: Asked[State], typed: Typed) -> Conditions:
        pause, stop, needs = PAUSES[0], list[int](), list[tuple[int, int]]()
        while typed.more() or typed.part():
            if typed.word("pause"):
                word = typed.word(*PAUSES) or typed.stop("pause when?", PAUSES)
                pause = next(p for p in PAUSES if p == word)
            elif typed.word("stop"):
                while typed.more():
                    stop.append(typed.number(1, 999) or typed.stop("which entries stop?"))
            elif (entry := typed.number(1, 999)) is not None and typed.word("needs"):
                needs.append((entry, typed.number(1, 999) or typed.stop("which entry does it need?")))
            else:
                raise typed.refuse_word("conditions are wanted")
        return Conditions(pause, tuple(stop), tuple(needs))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer("pause loss", "stop and plan anew if one of yours is hit")
        yield Offer("pause contact", "stop and plan anew if anybody fires")
        yield Offer("pause never", "run it all, come what may")

    def propose(self, asked: Asked[State], rng: random.Random) -> Conditions:
        first = int(asked.about.rpartition("/")[2])
        stop = (first,) if rng.random() < 0.3 else ()
        needs = ((first + 1, first),) if rng.random() < 0.2 else ()
        return Conditions(rng.choice(PAUSES), stop, needs)


class Answers(Form[State]):
    """Ruling R110 Groups for the windows of a plan: `3 fire t1, t2 any; 5 fire t4 least 3 most 1`."""

    keywords = (*FILLERS, "any", "least", "most", "lead", "fire")

    def windows(self, asked: Asked[State]) -> tuple[Numbered, ...]:
        """The windows that are answered."""
        return getattr(asked.request, "windows", ())

    def prompt(self, asked: Asked[State]) -> str:
        lines = [
            f"  {w.number}: {counter_name(asked.state, w.window.target)} in {w.window.hex}: "
            f"{', '.join(counter_name(asked.state, id) for id in firers(asked.state, w.window))}"
            for w in self.windows(asked)
        ]
        return "\n".join(["Answer all windows of the plan at once; nobody fires where you say nothing.", *lines,
                          "Type a window's number, `fire` and who; `any` also at who is hurt; `;` between; or `none`."])

    def groups(self, asked: Asked[State], typed: Typed) -> list[tuple[int, Group]]:
        """What was typed: groups, each with its window."""
        names, found = counter_names(asked.state, asked.peek), list[tuple[int, Group]]()
        numbers = [w.number for w in self.windows(asked)]
        while typed.more() or typed.part():
            if typed.word(NOBODY[0], also=NOBODY):
                continue
            number = typed.number(numbers[0], numbers[-1])
            if number is None:
                raise typed.refuse_word("the number of a window is wanted")
            typed.word("fire")
            who, fields = list[str](), {"any": 0, "least": 0, "most": 0}
            lead = ""
            while typed.more():
                typed.skip(*FILLERS)
                if word := typed.word("least", "most"):
                    fields[word] = typed.number(1, 99) or typed.stop(f"{word} what?")
                elif typed.word("any"):
                    fields["any"] = 1
                elif typed.word("lead"):
                    lead = typed.name(names) or typed.stop("who leads?")
                elif id := typed.name(names):
                    who.append(id)
                else:
                    raise typed.refuse_word("who fires?")
            found.append((number, Group(tuple(who), bool(fields["any"]), fields["least"], fields["most"], lead)))
        return found

    def read(self, asked: Asked[State], typed: Typed) -> object:
        groups = self.groups(asked, typed)
        return self.spread(asked, groups, typed) if isinstance(asked.request, SealMany) else tuple(groups)

    def spread(self, asked: Asked[State], groups: list[tuple[int, Group]], typed: Typed | None) -> list[Group]:
        """One item a slot: the groups of each window first, then passes."""
        slots, found = slots_of(asked.state), list[Group]()
        for window in self.windows(asked):
            own = [group for number, group in groups if number == window.number]
            if len(own) > slots and typed is not None:
                typed.stop(f"window {window.number} takes {slots} groups")
            found += [*own[:slots], *[Group()] * (slots - len(own))]
        return found

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for numbered in self.windows(asked)[:3]:
            able = firers(asked.state, numbered.window)[:1]
            yield Offer(f"{numbered.number} {typed_words(asked, Order('fire', tuple(able)))}")
        yield Offer("none", "nobody fires")

    def propose(self, asked: Asked[State], rng: random.Random) -> object:
        groups: list[tuple[int, Group]] = []
        for numbered in self.windows(asked):
            if rng.random() < 0.5 and (group := _group(asked, numbered, rng)).who:
                groups.append((numbered.number, group))
        reaction: Reaction = tuple(groups)
        return self.spread(asked, groups, None) if isinstance(asked.request, SealMany) else reaction


def _group(asked: Asked[State], numbered: Numbered, rng: random.Random) -> Group:
    """Some that can fire there, of one command as far as whoever is asked can see."""
    state, window = asked.state, numbered.window
    faces = {id: printed for id in firers(state, window) if (printed := seen(state, id, asked.peek)) is not None}
    commands = {id: command_of(state, id) or printed.command for id, printed in faces.items()}
    able = [id for id, printed in faces.items() if id in state.units or fits_together(
        state.numbers, window.kind, window.hex, [(printed, state.tokens[id].place)], ())]
    if not able:
        return Group()
    command = commands[rng.choice(able)]
    fitting = [id for id in able if commands[id] in (command, ANY) or id in gunships(state)]
    who = tuple(rng.sample(fitting, min(len(fitting), rng.randint(1, 6))))
    return Group(who, rng.random() < 0.5, rng.choice((0, 0, 2, 5)), rng.choice((0, 0, 1)))


class ReconPlan(Recon):
    """19.1 `recon ODA 372 1710; recon UAV 1 2110`"""

    def read(self, asked: Asked[State], typed: Typed) -> Plan:  # type: ignore[override]
        orders, last = [], True
        while typed.more() or typed.part():
            if typed.word(MORE):
                last = False
            elif not typed.word(LAST, also=(*NOBODY, "done")):
                orders.append(super().read(asked, typed))
        return Plan(tuple(orders), last)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer(LAST, "nobody looks")

    def propose(self, asked: Asked[State], rng: random.Random) -> Plan:  # type: ignore[override]
        found = [super(ReconPlan, self).propose(asked, rng) for _ in range(rng.randint(0, 4))]
        orders = {order.who: order for order in found if order.kind == RECON}
        return Plan(tuple(orders.values()), rng.random() < 0.7 or not orders)


class Fires(Attack):
    """10.2 `attack 1710 with 1-87 C/1; attack 1711 with A10-1 if held 1; more`"""

    keywords = (*FILLERS, "if", "advance", "lead")

    def read(self, asked: Asked[State], typed: Typed) -> FirePlan:  # type: ignore[override]
        attacks, last = [], True
        while typed.more() or typed.part():
            if typed.word(MORE):
                last = False
            elif not typed.word(LAST, also=(*NOBODY, "done")):
                attacks.append(self._attack(asked, typed))
        return FirePlan(tuple(attacks), last)

    def _attack(self, asked: Asked[State], typed: Typed) -> PlannedAttack:
        when, after, advance = WHEN[0], 0, list[str]()
        names, places = counter_names(asked.state, asked.peek), place_names(asked.state.numbers)
        who, to, lead = list[str](), list[str](), ""
        typed.word("attack")
        while typed.more():
            typed.skip(*FILLERS)
            if typed.word("if"):
                when = typed.word(*WHEN[1:]) or typed.stop("if what? `if held 1` or `if emptied 1`")
                after = typed.number(1, 99) or typed.stop("if which attack?")
            elif typed.word("advance"):
                while typed.more() and (id := typed.name(names)):
                    advance.append(id)
            elif typed.word("lead"):
                lead = typed.name(names) or typed.stop("who leads?")
            elif hex := typed.name(places, whole=True):
                to.append(hex)
            elif id := typed.name(names):
                who.append(id)
            else:
                raise typed.refuse_word("a hex, or who fires, is wanted")
        return PlannedAttack(Order("attack", tuple(who), tuple(to), lead), when, after, tuple(advance))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer(LAST, "nobody fires")

    def propose(self, asked: Asked[State], rng: random.Random) -> FirePlan:  # type: ignore[override]
        found: list[PlannedAttack] = []
        for _ in range(rng.randint(0, 4)):
            order = super().propose(asked, rng)
            named = {id for one in found for id in one.order.who}
            if order.kind == "attack" and not named & set(order.who) and all(order.to != one.order.to for one in found):
                when = rng.choice(WHEN) if found else WHEN[0]
                after = rng.randint(1, len(found)) if when != WHEN[0] else 0
                found.append(PlannedAttack(order, when, after, order.who if rng.random() < 0.5 else ()))
        return FirePlan(tuple(found), rng.random() < 0.7 or not found)
