"""What may follow the choice of a standing order: a number, odds, things in order of preference, who gets what.

Belongs here: reading it word by word, its one spelling, a few that serve as examples. Must not be here: choices
(`policies`), any game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pbem.kit.spelling import Names
from pbem.kit.typed import Typed

MOST_LISTED = 40  # things in one list
MOST_ODDS = 20  # on either side


class Argument(Protocol):
    """How one kind of argument is typed. `shape` shows it to people: `N:M`, `PLACE ...`."""

    @property
    def shape(self) -> str: ...

    def read(self, typed: Typed, state: Any) -> Any:
        """The value that is typed; IllegalMove if it is none."""

    def spell(self, value: Any, state: Any) -> str:
        """Its one wording, which is read back as the same value."""

    def samples(self, state: Any) -> list[str]:
        """Some that may be typed in this position, for checks."""


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number of a range."""

    least: int
    most: int
    shape: str = "N"

    def read(self, typed: Typed, state: Any) -> int:
        number = typed.number(self.least, self.most)
        if number is None:
            raise typed.refuse_word(f"a number from {self.least} to {self.most} is missing")
        return number

    def spell(self, value: int, state: Any) -> str:
        return str(value)

    def samples(self, state: Any) -> list[str]:
        return [str(self.least), str(self.most)]


class Ratio(NamedTuple):
    """Ours to theirs."""

    ours: int
    theirs: int

    def is_reached(self, ours: Any, theirs: Any) -> bool:
        """Whether these strengths, whole numbers or fractions, are at least so good; nothing against nothing is not."""
        return bool(ours) and bool(ours * self.theirs >= theirs * self.ours)


@dataclass(frozen=True, slots=True)
class Odds:
    """`odds 3:2`, ours first; the word may be left out."""

    shape: str = "odds N:M"

    def read(self, typed: Typed, state: Any) -> Ratio:
        typed.word("odds")
        numbers = []
        for _ in range(2):
            number = typed.number(1, MOST_ODDS)
            if number is None:
                raise typed.refuse_word("odds are written like odds 3:2, yours first")
            numbers.append(number)
        return Ratio(*numbers)

    def spell(self, value: Ratio, state: Any) -> str:
        return f"odds {value.ours}:{value.theirs}"

    def samples(self, state: Any) -> list[str]:
        return ["odds 1:2", "odds 1:1", "odds 3:1"]


@dataclass(frozen=True, slots=True)
class Listing:
    """Things by name in order of preference, each once; `names` gives those of a position."""

    names: Callable[[Any], Names]
    shape: str

    def read(self, typed: Typed, state: Any) -> tuple[str, ...]:
        names, found = self.names(state), list[str]()
        while typed.more():
            typed.skip("and", "then")
            left = [id for id in names.ids() if id not in found]
            id = typed.name(names, left, why=lambda id: f"{names.shown(id)} is named twice")
            if not id:
                raise typed.refuse_word("something more is to be named")
            found.append(id)
            if len(found) > MOST_LISTED:
                raise typed.refuse(f"more than {MOST_LISTED} are named")
        if not found:
            raise typed.refuse_word("nothing is named: the most wanted stands first")
        return tuple(found)

    def spell(self, value: tuple[str, ...], state: Any) -> str:
        return ", ".join(self.names(state).shown(id) for id in value)

    def samples(self, state: Any) -> list[str]:
        ids = self.names(state).ids()
        return [self.spell(some, state) for some in (ids[:1], ids[:MOST_LISTED][::-1]) if some]


@dataclass(frozen=True, slots=True)
class Pairs:
    """`aa=a mine=luanda`: of some things each who or what it goes to, a thing once."""

    things: Callable[[Any], Names]
    goals: Callable[[Any], Names]
    shape: str

    def read(self, typed: Typed, state: Any) -> tuple[tuple[str, str], ...]:
        things, goals, found = self.things(state), self.goals(state), dict[str, str]()
        while typed.more():
            left = [id for id in things.ids() if id not in found]
            thing = typed.name(things, left, why=lambda id: f"{things.shown(id)} is named twice")
            if not thing:
                raise typed.refuse_word(f"it is written like {self.shape}")
            typed.skip("to")
            goal = typed.name(goals)
            if not goal:
                raise typed.refuse_word(f"who gets {things.shown(thing)} is missing")
            found[thing] = goal
        if not found:
            raise typed.refuse_word(f"it is written like {self.shape}")
        return tuple(found.items())

    def spell(self, value: tuple[tuple[str, str], ...], state: Any) -> str:
        things, goals = self.things(state), self.goals(state)
        return ", ".join(f"{things.shown(thing)}={goals.shown(goal)}" for thing, goal in value)

    def samples(self, state: Any) -> list[str]:
        goals = self.goals(state).ids()
        return [self.spell(tuple((t, goal) for t in self.things(state).ids()[:MOST_LISTED]), state)
                for goal in goals[:2]]
