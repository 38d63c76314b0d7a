"""Who gets a letter now, of all who play: as few as may be, and whoever is awaited gets what he lacks.

A match moves on by whoever is awaited. What tools owe by themselves (dice, openings) goes from one to the next, so that
each is written to once, and last to whoever is likely to decide then; what people decide is asked of all of them at
once, and whoever is last in the order of the seats collects the answers. So each round has one courier that sees it
closed, and that one writes on. Who cannot be written to is reached through somebody who can write to him.
Belongs here: that choice, a pure function of what a courier knows. Must not be here: letters, journals, clocks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

LOOKED_BACK = 40  # closed rounds in which is looked who acted lately

Heads = tuple[int, ...]
"""By seat, how many of its events somebody has."""


@dataclass(frozen=True, slots=True)
class CourierView:
    """A match as one courier sees it. People are numbered in the order of their first seats.

    `has` is what each of the others has, as far as we know or may assume; `reach` whom each can write to: whoever is
    not in it may reach everybody. `owing` are those who owe something to the open round, `ready` those of them whose
    turn it is, `collector` is whoever sees it closed. `begun` is what the closed rounds hold: who lacks some of it does
    not know what is asked. `by_tools`: no person decides it. `to_tell` are people who must hear of what we have,
    whether they are awaited or not. `missed` are those to whom a letter did not come through: whoever is to pass it on
    is asked to, though he lacks nothing. `lately` are those who acted last, the newest first: they are likely to go on.
    """

    me: int
    heads: Heads
    has: Mapping[int, Heads]
    reach: Mapping[int, frozenset[int]]
    owing: tuple[int, ...]
    ready: tuple[int, ...]
    collector: int
    begun: Heads
    by_tools: bool
    to_tell: frozenset[int] = frozenset()
    missed: frozenset[int] = frozenset()
    lately: tuple[int, ...] = ()

    def lacks(self, person: int) -> bool:
        """Whether somebody lacks anything that we have."""
        return is_short(self.has[person], self.heads)

    def may_reach(self, person: int) -> Collection[int]:
        """Whom somebody can write to."""
        return self.reach.get(person, frozenset({self.me, *self.has}))


@dataclass(frozen=True, slots=True)
class Spread:
    """Who gets the letter, in order; `through`: who of them passes it on to whom; `cut_off`: whom nobody reaches."""

    to: tuple[int, ...] = ()
    through: tuple[tuple[int, int], ...] = ()
    cut_off: tuple[int, ...] = ()


def lately(acted: Iterable[Sequence[int]], people: int) -> tuple[int, ...]:
    """Who acted in rounds, the newest round first: each once. Rounds in which everybody acted tell nothing."""
    return tuple(dict.fromkeys(person for who in acted if len(who) < people for person in who))


def spread(look: CourierView) -> Spread:
    """Who gets a letter now."""
    to: dict[int, None] = {}
    through: dict[tuple[int, int], None] = {}
    cut_off: list[int] = []
    for person in _wanted(look):
        hop = first_hop(look, person)
        if hop is None:
            cut_off.append(person)
        elif look.lacks(hop) or person in look.missed:
            to[hop] = None
            if hop != person and (not look.by_tools or person in look.missed):
                through[hop, person] = None
    return Spread(tuple(sorted(to)), tuple(sorted(through)), tuple(cut_off))


def is_short(has: Sequence[int], of: Sequence[int]) -> bool:
    """Whether somebody who has so much lacks some of it."""
    return any(mine < theirs for mine, theirs in zip(has, of, strict=True))


def _wanted(look: CourierView) -> list[int]:
    """Who should hear from us, first whoever is awaited."""
    others = [person for person in look.has if look.lacks(person)]
    if not look.owing:
        return others
    wanted = _next_tool(look) if look.by_tools else _people(look)
    return list(dict.fromkeys([*wanted, *(person for person in others if person in look.to_tell)]))


def _next_tool(look: CourierView) -> list[int]:
    """The one whose tool owes something next, in the order of the seats from us on; who acted lately comes last.

    So the letter that ends the round is likely to lie with whoever decides then.
    """
    ready = [person for person in look.ready if person != look.me] or [p for p in look.owing if p != look.me]
    newest = {person: -n for n, person in enumerate(look.lately)}
    order = sorted(_from(look.me, ready), key=lambda person: newest.get(person, -len(newest)))
    return [p for p in order[:1] if look.lacks(p)]


def _people(look: CourierView) -> list[int]:
    """Everybody who must decide and does not know it yet; and whoever collects what was decided."""
    asked = [p for p in look.owing if p != look.me and is_short(look.has[p], look.begun)]
    last = look.collector
    return [*asked, *([last] if last != look.me and look.lacks(last) else [])]


def _from(me: int, people: Iterable[int]) -> list[int]:
    """In their order, beginning behind us."""
    ordered = sorted(people)
    return [p for p in ordered if p > me] + [p for p in ordered if p < me]


def first_hop(look: CourierView, person: int) -> int | None:
    """The one to write to so that it reaches somebody on the shortest way; None if there is no way."""
    mine = look.may_reach(look.me)
    if person in mine:
        return person
    seen, waiting = {look.me}, [(p, p) for p in _from(look.me, mine)]
    while waiting:
        at, hop = waiting.pop(0)
        if at in seen:
            continue
        seen.add(at)
        if person in look.may_reach(at):
            return hop
        waiting += [(p, hop) for p in _from(at, look.may_reach(at))]
    return None
