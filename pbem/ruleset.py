"""What a game provides, and how games are found.

A ruleset is a package that registers a `Ruleset` as an entry point of group `pbem.rulesets`, under the ruleset's name.
It is imported when asked for, not before. Ours use nothing that a stranger's could not.
Belongs here: the contract between a game and all that runs and shows it. Must not be here: any game.
Source: protocol 3.6, README "How it is built".
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import metadata
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pbem.errors import IllegalMove, Unsupported, WrongUse
from pbem.kit.conditions import Condition, Moment
from pbem.kit.following import REMARK as REMARK
from pbem.kit.following import Follow
from pbem.kit.following import plain_examples as plain_examples
from pbem.kit.following import plain_orders as plain_orders
from pbem.kit.following import without_remark as without_remark
from pbem.kit.glossary import Term
from pbem.kit.options import LISTED, same
from pbem.kit.options import GameOption as GameOption
from pbem.kit.options import Value as Value
from pbem.kit.options import spell as spell
from pbem.kit.typed import AGAIN
from pbem.play.requests import DrawSecret, Late, Options, Peek, Request, Seal, Sealed, SealMany
from pbem.play.sight import PUBLIC, last_sealed, peek_of
from pbem.show.scene import Looked, Scene

if TYPE_CHECKING:
    import random

    from pbem.kit.policies import Policy
    from pbem.kit.presets import Preset
    from pbem.play.table import Table

GROUP = "pbem.rulesets"
API = 1
SINCE_API = {1: "a decision may be declared once (pbem.kit.choose), words stand beside fields (pbem.kit.wording)"}
"""What changed for authors with each version of the contract, in one sentence."""
Viewer = str
"""A seat, `public`, or `auditor`."""


SEAT = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ENGINE = re.compile(r"([a-z][a-z0-9_]{0,31})(?:/([1-9][0-9]{0,5}))?")


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning seats (none: a draw, or the system's victory), in words, and by what section.

    `score` compares matches of one position, more is better; None in games that know none. `why` tells who does not
    know the game what decided it, in sentences: the numbers of each side, and those that win.
    """

    winners: tuple[str, ...]
    text: str
    by: str
    score: int | None = None
    why: str = ""


class Happened(Protocol):
    """A sentence of the story: in which round of the record, by what rule, in what words, where."""

    @property
    def round(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def places(self) -> tuple[str, ...]: ...


class Bot(Protocol):
    """Plays one seat, well enough to end a game."""

    def choose(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal answer to an Ask or Write; for a Seal the seat's own value, for a SealMany its values in order."""


class Guesser(Protocol):
    """Imagines, for a what-if, what is in secrets that its viewer cannot see; it has nothing but what the viewer has.

    One of them follows one match: `watch` is shown the position after every round that was not taken back, for what it
    may have to remember.
    """

    def watch(self, state: Any) -> None: ...

    def guess(
        self, state: Any, hidden: Mapping[Sealed[Any], Options[Any] | DrawSecret], claims: Sequence[Late], peek: Peek,
        rng: random.Random,
    ) -> Mapping[Sealed[Any], Any]:
        """Values for what is hidden: legal in their slots, and such that the claims about them are true.

        What it leaves out stays closed; a continuation that needs it cannot go on.
        """


class Look(Protocol):
    """Answers a question about the board that a viewer puts at any time, in words such as `1710` or a unit's name.

    It may tell what the viewer may see, and nothing else. WrongUse says what is wrong with the words, and what fits.
    """

    def __call__(self, state: Any, viewer: Viewer, peek: Peek, words: str) -> Looked: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One version of one game.

    `version` must rise with every change of what is played: requests and their order, legality, defaults, late checks,
    fields of the state, numbers in code; not with wording, pictures or bots. What differs under one version shows as
    another build (`pbem.build`), and then neither build can read the other's matches to their end.
    `api` is the version of this contract that it was written for (docs/kit.md); another is refused, with what changed.
    `about` tells a stranger in a few sentences who fights whom, and what wins; empty if nobody wrote it.
    `terms` are the game's own words with what they mean, for the legend of a page (`pbem.kit.glossary`).
    `seats` are the factions, lower_snake, in the order of the record, under default options; if they depend on
    options `seats_for` gives those of a match from its full options, WrongUse if these do not fit together.
    `scenarios` gives titles by id, the first is the default for `new`. `data_files` reads the data, under an overlay
    folder if one is given (see `pbem.kit.data`).
    `new_state` is the position at the start; `play` runs from there, and from the state of any checkpoint.
    `problems` lists every broken invariant of a position. `resigned` says how the match ends if a seat resigns; None:
    it goes on, nobody is asked for that seat any more, and its answers are the quietest (docs/ruleset.md, "Giving up").
    `scene` is what a viewer sees, `turn` its turn alone; `prompt` says in words what a request asks of a seat, and why.
    `holds` tells of places by their ids which faction holds them by the rules, as everybody sees it; without it an
    archive goes by the markers of control in the scene, else by who alone stands there.
    `read_orders` turns what a person typed for a seat into the canonical words of each item asked for, raising
    IllegalMove with help; `examples` lists what may be typed now, the best guess first, never what gives something
    away for nothing; an example may end in two spaces, `#` and a comment. `follow` says what may come
    after the beginning of an answer: menus and completion live on it. `pbem.kit.forms.Forms` gives these four from one
    form a kind of decision, and `again`: what the values that the seat sealed when the same rule asked it last come to
    now, as canonical words (IllegalMove: what no longer fits); without it everything is said anew each time. `lasting`
    tells of typed words whether `as last time` reads them anew, None if what was sealed is repeated; `echo` what an
    answer comes to, in lines for whoever typed it.
    `report` looks back on a match that is over: lines for people, from its last position and its story. `decided` puts
    an open answer into words that follow the name of its seat (`holds its fire`), from the position after it, the rule,
    the seat, what it was asked about and its canonical words; empty if it has none.
    `bots` make a player for a seat, the first is the one for demos; `demo_options` are the defaults of a demo.
    `guesser` makes up for secrets that a viewer of a what-if does not know; without it such a what-if stops at them.
    `looks` answer questions about the board by their names: `fire` (who can fire at a place, what blocks a line) and
    `reach` (where a unit can go) are those that `pbem show` and `pbem export` put.
    `conditions` are what an order filed ahead may depend on, by the words they begin with; `moments` gives the rules
    that may ask a seat, and about what: nobody files for a moment that never comes (both: `pbem.kit.conditions`).
    `policies` are the standing orders that players may give to their own tools (`pbem.kit.policies`), `presets` sets of
    them that are given at once (`pbem.kit.presets`).
    `chain_n` is how many dice rounds a seat provides for. `earlier` are the older versions that stay playable.
    """

    name: str
    version: int
    title: str
    about: str = ""
    terms: Sequence[Term] = ()
    seats: tuple[str, ...]
    seats_for: Callable[[Mapping[str, Value]], tuple[str, ...]] | None = None
    scenarios: Mapping[str, str]
    options: tuple[GameOption, ...] = ()
    data_files: Callable[[Path | None], dict[str, Any]]
    new_state: Callable[[str, Mapping[str, Value], dict[str, Any]], msgspec.Struct]
    play: Callable[[Any], Coroutine[Request[Any], Any, Result]]
    problems: Callable[[Any], list[str]]
    resigned: Callable[[Any, str], Result | None]
    scene: Callable[[Any, Viewer, Peek], Scene]
    holds: Callable[[Any], Mapping[str, str]] | None = None
    turn: Callable[[Any], str] | None = None
    prompt: Callable[[Any, Request[Any], str, Peek], str]
    bots: Mapping[str, Callable[[str], Bot]]
    read_orders: Callable[[Any, Request[Any], str, str, Peek], list[str]] = plain_orders
    examples: Callable[[Any, Request[Any], str, Peek], list[str]] = plain_examples
    follow: Callable[[Any, Request[Any], str, str, Peek], Follow] | None = None
    again: Callable[[Any, Request[Any], str, Sequence[Any], Peek], list[str]] | None = None
    lasting: Callable[[Any, Request[Any], str, str, Peek], bool | None] | None = None
    echo: Callable[[Any, Request[Any], str, Sequence[str], Peek], list[str]] | None = None
    report: Callable[[Any, Sequence[Happened]], tuple[str, ...]] | None = None
    decided: Callable[[Any, str, str, str, str], str] | None = None
    demo_options: Mapping[str, Value] = field(default_factory=dict)
    guesser: Callable[[], Guesser] | None = None
    looks: Mapping[str, Look] = field(default_factory=dict)
    conditions: Mapping[str, Condition[Any]] = field(default_factory=dict)
    moments: Callable[[Any, str], Mapping[str, Moment]] | None = None
    policies: Sequence[Policy[Any]] = ()
    presets: Sequence[Preset] = ()
    chain_n: int = 4096
    api: int = 1
    earlier: tuple[Ruleset, ...] = ()

    @property
    def engine(self) -> str:
        """`angola/1`, as the record names it."""
        return f"{self.name}/{self.version}"

    def settle_options(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """3.6 What goes into the first line: `scenario` always, of the others those that differ from their default.

        WrongUse names an unknown option, scenario or value with the legal ones; Unsupported one that is not built yet.
        """
        full = self.full_options(given)
        defaults = {option.name: option.default for option in self.options}
        return {name: value for name, value in full.items() if name not in defaults or not same(value, defaults[name])}

    def full_options(self, recorded: Mapping[str, Value]) -> dict[str, Value]:
        """Every option with its value, `scenario` first: those given, else the defaults. Errors as `settle_options`."""
        scenario = recorded.get("scenario", next(iter(self.scenarios)))
        if not isinstance(scenario, str) or scenario not in self.scenarios:
            raise WrongUse(f"{self.name} has no scenario {scenario!r}", hint=f"legal: {', '.join(self.scenarios)}")
        known = {option.name: option for option in self.options}
        full: dict[str, Value] = {"scenario": scenario, **{name: option.default for name, option in known.items()}}
        for name, value in recorded.items():
            if name == "scenario":
                continue
            if name not in known:
                raise WrongUse(f"{self.name} has no option {name!r}", hint=f"legal: {', '.join(['scenario', *known])}")
            known[name].check(value)
            full[name] = value
        return full

    def seats_of(self, recorded: Mapping[str, Value]) -> tuple[str, ...]:
        """The seats of a match with these options, in the order of the record; errors as `settle_options`."""
        return self.seats if self.seats_for is None else self.seats_for(self.full_options(recorded))

    def other_seats(self) -> dict[tuple[str, ...], dict[str, Value]]:
        """The seats that other options give, each with the fewest options that give them (two at most).

        Options with more choices than are listed are left out.
        """
        found: dict[tuple[str, ...], dict[str, Value]] = {}
        few = [o for o in self.options if len(o.choices) <= LISTED]
        choices = [(o.name, c) for o in few for c in o.choices if not same(c, o.default)]
        choices += [("scenario", id) for id in list(self.scenarios)[1:]]
        for some in chain(combinations(choices, 1), combinations(choices, 2)) if self.seats_for is not None else ():
            with contextlib.suppress(WrongUse, Unsupported):  # options that do not fit together
                if len(given := dict(some)) == len(some):
                    found.setdefault(self.seats_of(given), given)
        found.pop(self.seats, None)
        return found

    def seen(self, state: Any, table: Table[Any], viewer: Viewer = PUBLIC) -> Scene:
        """What a viewer sees at a table on which this position stands; nobody named: what everybody sees."""
        return self.scene(state, viewer, peek_of(table, viewer))

    def repeated(self, state: Any, table: Table[Any], request: Request[Any], seat: str) -> list[str]:
        """`as last time`, out of what the seat sealed last for this rule, as canonical words; IllegalMove says why not.

        A table that does not know what the seat sealed repeats nothing.
        """
        if self.again is None or not isinstance(request, Seal | SealMany):
            raise IllegalMove(AGAIN, request.rule, "this is said anew each time")
        last = last_sealed(table, seat, request.rule)
        if not last:
            raise IllegalMove(AGAIN, request.rule, "you have sealed nothing for this before")
        return self.again(state, request, seat, [table.peek(sealed) for sealed in last], peek_of(table, seat))

    def option(self, name: str) -> GameOption:
        """The option of this name; WrongUse if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        raise WrongUse(f"{self.name} has no option {name!r}", hint=f"legal: {', '.join(o.name for o in self.options)}")


def parse_engine(engine: str) -> tuple[str, int]:
    """Name and version of `angola/2`; no slash means version 1 (3.6). Unsupported if it is no engine's name."""
    match = _ENGINE.fullmatch(engine)
    if match is None:
        raise Unsupported(f"{engine!r} names no ruleset", hint="named like angola or angola/1; all are in: pbem games")
    return match[1], int(match[2] or 1)


def installed() -> tuple[str, ...]:
    """The names of all installed rulesets, sorted; none is imported."""
    return tuple(_entry_points())


def find(name: str) -> Ruleset:
    """The newest version of a ruleset, by its bare name, or the one that is named; imports it.

    A person may write the name as a title: `Enduring Freedom`. Unsupported says what is there instead.
    """
    written = name.lower().replace(" ", "_").replace("-", "_")
    if written != name and written.partition("/")[0] in installed():
        name = written
    return find_engine(name) if "/" in name else _load(parse_engine(name)[0])


def find_engine(engine: str) -> Ruleset:
    """Exactly the version that a record names; no slash means version 1 (3.6)."""
    name, version = parse_engine(engine)
    newest = _load(name)
    versions = {ruleset.version: ruleset for ruleset in (newest, *newest.earlier)}
    if version not in versions:
        there = ", ".join(f"{name}/{number}" for number in sorted(versions))
        raise Unsupported(f"ruleset {name}/{version} is not installed", hint=f"installed: {there}")
    return versions[version]


def module_of(name: str) -> str:
    """The module in which an installed ruleset is registered; empty if there is none, or several quarrel."""
    values = [*_entry_points().get(name, {})]
    return values[0].partition(":")[0].strip() if len(values) == 1 else ""


def _entry_points() -> dict[str, dict[str, metadata.EntryPoint]]:
    """Names in order, each with its entry points by what they point to: one, unless packages quarrel."""
    return _points_in(tuple([(path, _changed(path)) for path in sys.path]))


def _changed(path: str) -> int:
    try:
        return os.stat(path or ".").st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _points_in(_folders: tuple[tuple[str, int], ...]) -> dict[str, dict[str, metadata.EntryPoint]]:
    """What is installed in these folders, last changed then."""
    found: dict[str, dict[str, metadata.EntryPoint]] = {}
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda p: (p.name, p.value)):
        found.setdefault(point.name, {})[point.value] = point
    return found


def _load(name: str) -> Ruleset:
    points = _entry_points()
    if name not in points:
        raise Unsupported(f"ruleset {name} is not installed", hint=f"installed: {', '.join(points) or 'none'}")
    value, *others = points[name]
    if others:
        raise Unsupported(f"two packages provide the ruleset {name}: {value} and {others[0]}",
                          hint="uninstall one of them")
    try:
        ruleset = points[name][value].load()
    except (ImportError, AttributeError) as error:
        raise Unsupported(f"ruleset {name} cannot be loaded: {error}", hint="install it again") from error
    except (Exception, SystemExit) as error:  # a stranger's module may raise anything when it is imported
        why = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": ")
        raise Unsupported(f"ruleset {name} cannot be loaded: {value} fails with {why}", hint=_TELL_AUTHOR) from error
    if isinstance(ruleset, Ruleset) and ruleset.api != API:
        raise _of_another_contract(ruleset)
    fault = _fault(ruleset, name, value)
    if fault:
        raise Unsupported(f"ruleset {name} is faulty: {fault}", hint=_TELL_AUTHOR)
    assert isinstance(ruleset, Ruleset)
    return ruleset


def _of_another_contract(ruleset: Ruleset) -> Unsupported:
    """What to say of a ruleset that was written for another version of the contract."""
    newer = "install a newer pbem, or an older version of the ruleset"
    changed = [what for since, what in sorted(SINCE_API.items()) if ruleset.api < since]
    hint = newer if ruleset.api > API else f"tell its author; since then: {'; '.join(changed)}"
    return Unsupported(f"{ruleset.name} was written for api {ruleset.api} of rulesets, this pbem has {API}", hint)


_TELL_AUTHOR = "its package is faulty: tell its author; pbem ruleset check MODULE:NAME names more"


def _fault(ruleset: object, name: str, value: str) -> str:
    """What keeps a ruleset from being played at all, seen without playing; empty if nothing does."""
    if not isinstance(ruleset, Ruleset):
        return f"{value} is not the ruleset {name}: it is no Ruleset"
    if ruleset.name != name:
        return f"{value} is not the ruleset {name}: it calls itself {ruleset.name!r}"
    if not ruleset.scenarios:
        return "it has no scenario"
    if not ruleset.bots:
        return "it has no bots: at least one that ends a game is needed"
    if not ruleset.seats:
        return "it has no seats"
    for seat in ruleset.seats:
        if not SEAT.fullmatch(seat):
            return f"the seat {seat!r} is not lower case letters, digits and _, a letter first"
    return ""
