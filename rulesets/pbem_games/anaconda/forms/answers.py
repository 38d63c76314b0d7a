"""Ruling R110 What is sealed with a plan, the answers to a plan of the other side, and standing orders, as people type.

    pause contact; stop 1 3; 2 needs 1; show t3
    3 fire t1, t2 hurt; 5 fire t4 least 3; 9 fire AH-64 1 at t7; show t3
    every window: fire a hurt; at 1805 fire t4; 5 none
    a within 2 foot any least 3; t7, t8 hexes 1710 1711; gunships; friendly fire 1808; show t3
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import Prompt
from pbem.kit.typed import Typed
from pbem.play.requests import SealMany
from pbem_games.anaconda.firing import can_fire
from pbem_games.anaconda.forces import face_down_at, gunships, same_command
from pbem_games.anaconda.forms.lasting import (
    KEYWORDS,
    Said,
    begins_with_counter,
    commander,
    groups_said,
    names_windows,
    read_said,
)
from pbem_games.anaconda.forms.nearby import MOST
from pbem_games.anaconda.forms.reading import FILLERS, name_counter, shown_in
from pbem_games.anaconda.forms.rows import rows
from pbem_games.anaconda.forms.standing import commands_of, name_whole
from pbem_games.anaconda.numbers import ANY, COALITION
from pbem_games.anaconda.orders import FLIP, PASS, Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed, slots_of
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.plans.written import CONDITIONS, PAUSES, Conditions, Group
from pbem_games.anaconda.prompts import planning
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import LEAD, counter_names, own_names, shown, typed_words

NOTHING = Order(PASS)


def by_hex(asked: Asked[State], tokens: Sequence[str], hexes: Sequence[str], typed: Typed | None) -> list[Order]:
    """For each hex what is shown there."""
    found = []
    left = list(tokens)
    for hex in hexes:
        there = tuple(id for id in tokens if id in face_down_at(asked.state, hex))
        left = [id for id in left if id not in there]
        found.append(Order(FLIP, there) if there else NOTHING)
    if left and typed is not None:
        typed.stop(f"{', '.join(left)} lies in no hex that is asked about", hexes)
    return found


def random_shows(asked: Asked[State], hexes: Sequence[str], rng: random.Random) -> list[str]:
    """Some of the compounds there, as far as whoever is asked can see."""
    there = (id for hex in hexes for id in face_down_at(asked.state, hex))
    return [id for id in there if (printed := seen(asked.state, id, asked.peek)) is not None
            and printed.type == "compound" and rng.random() < 0.5]


def _entry(typed: Typed, low: int, high: int, question: str) -> int:
    """The number of an entry of the plan."""
    return typed.number(low, high) or typed.stop(question, [f"{low} to {high}"])


def _conditions(asked: Asked[State]) -> SealConditions:
    assert isinstance(asked.request, SealConditions)
    return asked.request


class PlanConditions(Form[State]):
    """`pause contact; stop 1 3; 2 needs 1; show t3`"""

    keywords = (*FILLERS, "pause", "stop", "needs", "show")

    def prompt(self, asked: Asked[State]) -> Prompt:
        return planning.conditions(asked)

    def read(self, asked: Asked[State], typed: Typed) -> object:
        pauses, stop, needs = list[str](), list[int](), list[tuple[int, int]]()
        shows: list[str] = []
        low, high = _conditions(asked).entries
        while typed.more() or typed.part():
            if typed.word("pause") or typed.peek() in PAUSES:
                pauses.append(typed.word(*PAUSES) or typed.stop("pause when?", PAUSES))
            elif typed.word("stop"):
                stop.append(_entry(typed, low, high, "which entries stop?"))
                while typed.more():
                    stop.append(_entry(typed, low, high, "which entries stop?"))
            elif typed.word("show"):
                there = [id for hex in _conditions(asked).hexes for id in face_down_at(asked.state, hex)]
                shows += shown_in(typed, counter_names(asked.state, asked.peek), there)
            elif (entry := typed.number(low, high)) is not None:
                if not typed.word("needs"):
                    raise typed.refuse_word(f"what does entry {entry} need?")
                needs.append((entry, _entry(typed, 1, high, "which entry does it need?")))
            elif not typed.word("none"):
                raise typed.refuse_word("conditions are wanted")
        if len(pauses) > 1:
            typed.stop("a pause is said once", PAUSES)
        pause = next(p for p in PAUSES if p in (pauses or PAUSES))
        said = Conditions(pause, tuple(sorted({*stop})), tuple(sorted({*needs})))
        return [said, *by_hex(asked, shows, _conditions(asked).hexes, typed)]

    def again(self, asked: Asked[State], last: Sequence[Any], typed: Typed) -> object:
        """The same numbers of entries, and every compound that was to be shown: all of them must be asked about now."""
        conditions, *shows = last
        first, end = _conditions(asked).entries
        named = {*conditions.stop, *(n for pair in conditions.needs for n in pair[:1])}
        gone = sorted(n for n in named if not first <= n <= end)
        if gone:
            which = f"entries {first} to {end}" if end > first else f"entry {first} alone"
            typed.stop(f"{CONDITIONS.spell(conditions)}: this plan has {which}, not {', '.join(map(str, gone))}")
        shown = [id for order in shows for id in order.who]
        return [conditions, *by_hex(asked, shown, _conditions(asked).hexes, typed)]

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer("pause loss", "stop and plan anew if one of yours is hit")
        yield Offer("pause contact", "stop and plan anew if anybody fires")
        yield Offer("pause never", "run it all, come what may")

    def propose(self, asked: Asked[State], rng: random.Random) -> object:
        (first, last), hexes = _conditions(asked).entries, _conditions(asked).hexes
        stop = tuple(n for n in range(first, last + 1) if rng.random() < 0.2)
        needs = tuple((n, rng.randint(1, n - 1)) for n in range(max(2, first), last + 1) if rng.random() < 0.15)
        shows = random_shows(asked, hexes, rng)
        return [Conditions(rng.choice(PAUSES), stop, needs), *by_hex(asked, shows, hexes, None)]


class Answers(Form[State]):
    """`3 fire t1, t2 hurt; 5 fire t4 least 3 most 1; 9 fire AH-64 1 at t7; show t3`, `every window: fire a`"""

    keywords = (*FILLERS, "hurt", "any", "least", "most", LEAD, "fire", "show", *KEYWORDS)
    rereads = True

    def prompt(self, asked: Asked[State]) -> Prompt:
        return planning.answers(asked)

    def windows(self, asked: Asked[State]) -> tuple[Numbered, ...]:
        """The windows that are answered."""
        assert isinstance(asked.request, AnswerOpenly | AnswerSealed)
        return asked.request.windows

    def closing(self, asked: Asked[State]) -> dict[str, str]:
        """The tokens at which gunships may fire after the movement, with their hexes."""
        return dict(asked.request.closing) if isinstance(asked.request, AnswerOpenly) else {}

    def hexes(self, asked: Asked[State]) -> tuple[str, ...]:
        """The hexes of which is said what is shown there."""
        return asked.request.hexes if isinstance(asked.request, AnswerSealed) else ()

    def read(self, asked: Asked[State], typed: Typed) -> object:
        names, groups, shows = counter_names(asked.state, asked.peek), list[tuple[int, Group]](), list[str]()
        windows, closing, said = self.windows(asked), self.closing(asked), list[Said]()
        numbers = [w.number for w in windows]
        numbers += [len(numbers) + 1] if closing else []
        named = set[int]()
        typed.laid.rows("window", lambda: rows(asked, windows, closing, able_in))
        while typed.more() or typed.part():
            since = typed.at
            if typed.word("none"):
                continue
            if typed.word("show"):
                there = [id for hex in self.hexes(asked) for id in face_down_at(asked.state, hex)]
                shows += shown_in(typed, names, there)
            elif numbers and not begins_with_counter(typed.rest, names) and (
                    number := typed.number(numbers[0], numbers[-1])) is not None:
                named.add(number)
                typed.laid.row(str(number), since)
                if not typed.word("none"):
                    groups.append((number, self._group(asked, number, typed)))
            else:
                said.append(read_said(asked, typed, dict.fromkeys(id for w in windows for id in able_in(asked, w))))
        if said:
            groups += groups_said(asked, said, windows, closing, named, typed)
            groups.sort(key=lambda one: one[0])
        return self.spread(asked, groups, shows, typed)

    def lasts(self, asked: Asked[State], typed: Typed) -> bool:
        """Windows are numbered anew for every part of a plan."""
        return not names_windows(typed, counter_names(asked.state, asked.peek))

    def echo(self, asked: Asked[State], answer: Any) -> Iterable[str]:
        """Who fires in which window, and what is shown."""
        if not isinstance(asked.request, SealMany):
            return planning.answered(asked, answer)
        slots, windows = slots_of(asked.state), self.windows(asked)
        groups = [(w.number, group) for at, w in enumerate(windows)
                  for group in answer[at * slots:(at + 1) * slots] if group.who]
        return planning.answered(asked, groups, [id for order in answer[len(windows) * slots:] for id in order.who])

    def _group(self, asked: Asked[State], number: int, typed: Typed) -> Group:
        """Who fires in a window that is named by its number."""
        who, fields, lead = list[str](), {"any": 0, "least": 0, "most": 0}, ""
        commands, names, able = commands_of(asked), counter_names(asked.state, asked.peek), self._able(asked, number)
        near = own_names(asked.state, able, asked.peek)
        typed.word("fire")
        while typed.more():
            typed.skip(*FILLERS)
            if not typed.peek():
                self._offer(asked, number, typed, who)
                raise typed.refuse_word("who fires?")
            if word := typed.word("least", "most"):
                fields[word] = typed.number(1, 99) or typed.stop(f"{word} what?")
            elif typed.word("hurt", also=("any",)):
                fields["any"] = 1
            elif typed.word(LEAD):
                lead = name_counter(asked, typed) or typed.stop("who leads?")
            elif id := (name_whole(typed, commands, names, able) or typed.name(near) or name_counter(asked, typed)):
                who += [one for one in able if commander(asked, one) == id] if id in commands else [id]
            else:
                raise typed.refuse_word("who fires?")
        at = [id for id in who if id in asked.state.tokens] if asked.seat == COALITION else []
        firing = tuple(id for id in who if id not in at)
        if not firing:
            typed.stop(f"who fires in window {number}? `{number} none` if nobody does", able)
        self._refuse_who_cannot(asked, number, who, typed)
        return Group(firing, bool(fields["any"]), fields["least"], fields["most"], lead, "".join(at[:1]))

    def _offer(self, asked: Asked[State], number: int, typed: Typed, who: Sequence[str]) -> None:
        """Those that can fire in a window, of one command; then how they fire, gunships after the movement at what."""
        firing, able = [id for id in who if id in asked.state.units], self._able(asked, number)
        if asked.seat != COALITION:
            firing = list(who)
        theirs = dict.fromkeys(commander(asked, id) for id in able)
        typed.name(commands_of(asked), [one for one in theirs if one in commands_of(asked) and not who])
        first = commander(asked, firing[0]) if firing and firing[0] not in commands_of(asked) else ""
        left = [id for id in able if id not in who and (not first or commander(asked, id) == first)]
        names, closing = counter_names(asked.state, asked.peek), self.closing(asked)
        typed.name(names, left[:MOST])
        if firing:
            typed.word("hurt", "least", "most")
            if closing and number > len(self.windows(asked)) and len(firing) == len(who):
                typed.name(names, list(closing))

    def _able(self, asked: Asked[State], number: int) -> list[str]:
        """Those that can fire in a window, or after the movement, as far as whoever is asked knows."""
        window = next((w for w in self.windows(asked) if w.number == number), None)
        return gunships(asked.state) if window is None else list(able_in(asked, window))

    def _refuse_who_cannot(self, asked: Asked[State], number: int, who: Sequence[str], typed: Typed) -> None:
        """Al Qaeda is told at once which of its own could not fire so: sealed, they would just lapse."""
        if asked.seat == COALITION:
            return
        able = self._able(asked, number)
        cannot = [shown(asked.state, id, asked.peek) for id in who if id not in able]
        if cannot:
            typed.stop(f"{', '.join(cannot)} cannot fire in window {number}", able)
        faces = [printed.command for id in who if (printed := seen(asked.state, id, asked.peek)) is not None]
        if not same_command(faces):
            typed.stop("counters of different commands do not fire together (12.8): give each a group of its own")

    def spread(
        self, asked: Asked[State], groups: Sequence[tuple[int, Group]], shows: Sequence[str], typed: Typed | None
    ) -> object:
        """As the request wants it: one item a slot, the groups of each window first, then passes; or all openly."""
        if not isinstance(asked.request, SealMany):
            return tuple(groups)
        slots, found = slots_of(asked.state), list[Any]()
        for window in self.windows(asked):
            own = [group for number, group in groups if number == window.number]
            if len(own) > slots and typed is not None:
                typed.stop(f"window {window.number} takes {slots} groups")
            found += [*own[:slots], *[Group()] * (slots - len(own))]
        return [*found, *by_hex(asked, shows, self.hexes(asked), typed)]

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        for numbered in self.windows(asked):
            able = tuple(able_in(asked, numbered))
            if able:
                yield Offer(f"{numbered.number} {typed_words(asked, Order('fire', able[:1]))}")
                if command := next((c for id in able if (c := commander(asked, id)) in commands_of(asked).ids()), ""):
                    yield Offer(f"every window: fire {command}", "all of it that can, at the first that comes to each")
                break
        for target in self.closing(asked):
            ready = gunships(asked.state)[:1]
            yield Offer(f"{len(self.windows(asked)) + 1} {typed_words(asked, Order('fire', tuple(ready)))} at {target}")
            break
        yield Offer("none", "nobody fires")

    def propose(self, asked: Asked[State], rng: random.Random) -> object:
        groups: list[tuple[int, Group]] = []
        for numbered in self.windows(asked):
            if rng.random() < 0.5:
                groups += [(numbered.number, group) for group in random_groups(asked, numbered, rng)]
        for target in self.closing(asked):
            ready = gunships(asked.state)
            if ready and rng.random() < 0.3:
                who = tuple(rng.sample(ready, rng.randint(1, len(ready))))
                groups.append((len(self.windows(asked)) + 1, Group(who, rng.random() < 0.5, at=target)))
        shows = random_shows(asked, self.hexes(asked), rng)
        return self.spread(asked, groups, shows, None)


def able_in(asked: Asked[State], numbered: Numbered) -> Iterator[str]:
    """Those that can fire in a window, as far as whoever is asked knows."""
    state, window = asked.state, numbered.window
    for id, places in numbered.able:
        printed = seen(state, id, asked.peek)
        if id in state.units or (printed is not None and any(
                can_fire(state.numbers, window.kind, printed, at, window.hex) for at in places)):
            yield id


def random_groups(asked: Asked[State], numbered: Numbered, rng: random.Random) -> list[Group]:
    """Some that can fire there, of each of some commands as far as whoever is asked can see."""
    by_command: dict[str, list[str]] = {}
    free = []
    for id in able_in(asked, numbered):
        command = commander(asked, id)
        if command == ANY:
            free.append(id)
        else:
            by_command.setdefault(command, []).append(id)
    found = []
    for command in rng.sample(sorted(by_command), min(len(by_command), rng.randint(1, 2))):
        ids = [*by_command[command], *free]
        who = tuple(rng.sample(ids, min(len(ids), rng.randint(1, 6))))
        free = []
        found.append(Group(who, rng.random() < 0.5, rng.choice((0, 0, 2, 5)), rng.choice((0, 0, 1))))
    return found
