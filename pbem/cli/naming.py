"""Words that say who plays what under which options, as `pbem new`, `pbem demo` and `pbem challenge` take them.

Belongs here: from words to seats, people and options. Must not be here: making anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import short
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.record.events import Clock
    from pbem.ruleset import Ruleset, Value

ALL = "all"  # stands for every seat that is not named


def sorted_out(ruleset: Ruleset, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that name options (or the scenario), and those that name players."""
    known = {"scenario", *(option.name for option in ruleset.options)}
    options = [word for word in words if "=" in word and word.partition("=")[0] in known]
    return options, [word for word in words if word not in options]


def read_options(ruleset: Ruleset, words: Iterable[str], scenario: str | None = None) -> dict[str, Value]:
    """The options that words like `deal=open` choose, each once."""
    chosen: dict[str, Value] = {} if scenario is None else {"scenario": scenario}
    for word in words:
        name, _, value = word.partition("=")
        if name in chosen:
            raise WrongUse(f"the option {name} is given twice")
        chosen[name] = value if name == "scenario" else ruleset.option(name).read(value)
    return chosen


def read_people(host: Desk, seats: tuple[str, ...], words: Iterable[str]) -> dict[str, str]:
    """The identity for each seat that words like `fapla=me` name; a lone seat is one's own by default."""
    people: dict[str, str] = {}
    for word in words:
        seat, equals, who = word.partition("=")
        if not equals or not who:
            raise WrongUse(f"{word!r} names no player", "write seat=person, like fapla=me; all=me takes every seat")
        if seat.lower() in people:
            raise WrongUse(f"the seat {seat} is named twice")
        people[seat.lower()] = person(host, who)
    if ALL in people:
        people = dict.fromkeys(seats, people.pop(ALL)) | people
    if not people and len(seats) == 1:
        return {seats[0]: host.home.card().id}
    return people


def person(host: Desk, text: str) -> str:
    """An identity: `me`, a card file, a name or id from the address book."""
    from pbem.cli.identity import card_in

    if text == "me":
        return host.home.card().id
    path = Path(text)
    if path.is_file():
        card = card_in(path)
        host.home.people.put(card)
        return card.id
    me, known = host.home.card(), host.home.people
    if text.casefold() == me.name.casefold():
        return me.id
    if _names_file(text) and all(text.casefold() != one.name.casefold() for one in known.all().values()):
        fault = "it is no file" if path.exists() else "there is no such file"
        raise WrongUse(
            f"no card can be read from {short(path.absolute())}: {fault}",
            "ask that person for the card (pbem id card > NAME.card), save it, and name the file; "
            "people whose card you have are named as in: pbem id show",
        )
    return known.find(text).id


def _names_file(text: str) -> bool:
    """Whether a text looks like a file, not like a person: there is a folder in it, or an ending."""
    path = Path(text)
    return path.exists() or len(path.parts) > 1 or bool(path.suffix[1:].strip())


def read_clock(words: str | None) -> Clock | None:
    """`days=7,grace=2,leave=21` as the clock of a match; None if nothing is said."""
    from pbem.limits import MAX_CLOCK_DAYS, MAX_GRACE_DAYS, MAX_LEAVE_DAYS
    from pbem.record.events import Clock

    if words is None:
        return None
    most, given = {"days": MAX_CLOCK_DAYS, "grace": MAX_GRACE_DAYS, "leave": MAX_LEAVE_DAYS}, dict[str, int]()
    for word in words.split(","):
        name, _, days = word.strip().partition("=")
        if name not in most or name in given or not days.isascii() or not days.isdigit() or len(days) > 3:
            raise WrongUse(f"{word.strip()!r} says nothing of a clock", "write it like --clock days=7,grace=2,leave=21")
        given[name] = int(days)
        if not (name != "leave") <= given[name] <= most[name]:
            raise WrongUse(f"{name}={days} is too {'many' if given[name] else 'few'} days", f"at most {most[name]}")
    if "days" not in given:
        raise WrongUse("a clock names the days to answer in", "write it like --clock days=7,grace=2,leave=21")
    return Clock(days=given["days"], grace=given.get("grace", 2), leave=given.get("leave", 0))
