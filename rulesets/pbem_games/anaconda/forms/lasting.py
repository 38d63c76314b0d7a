"""Ruling R110 A reaction in words that last: without the numbers of windows, which every part of a plan counts anew.

    every window: fire tfr hurt
    at 1805 1806 fire 1-87 C/1; gunships what up; 4 none

They are standing orders (C41) that serve this once: in each window the first of each command that fits names its
group. A window that is named by its number takes only what is said of that number.
Belongs here: reading them, the groups they come to. Must not be here: which order fits a window (plans.standing).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from pbem.kit.forms import Asked
from pbem.kit.spelling import Names
from pbem.kit.typed import PART, Typed
from pbem_games.anaconda.forces import command_of, gunships
from pbem_games.anaconda.forms.hexes import HexOffer, around
from pbem_games.anaconda.forms.nearby import MOST
from pbem_games.anaconda.forms.reading import in_play
from pbem_games.anaconda.forms.standing import commands_of, read_order
from pbem_games.anaconda.plans.standing import GUNSHIPS, MOST_SAID, WHAT, Standing, closing_by_order, groups_by_order
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.plans.written import REACTIONS, Group
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import counter_names, own_names, place_names

EVERY = ("every", "all", "each")
KEYWORDS = (*EVERY, "window", "windows", "within", "of", "hexes", "hex", "what", "sound", *WHAT)


@dataclass(frozen=True, slots=True)
class Said:
    """One part of what was typed: its words, the order that they are, and at most how many fire, 0 for all."""

    words: str
    order: Standing
    most: int


def read_said(asked: Asked[State], typed: Typed, able: Iterable[str]) -> Said:
    """`every window: fire tfr hurt`, `at 1805 fire 1-87 C/1 most 2`, `gunships within 3 of 1710`

    A part of a name means one of those that are `able` to fire before any other.
    """
    first, counts, free = typed.at, {"most": 0}, list(able)
    if typed.word(EVERY[0], also=EVERY):
        typed.skip("window", "windows")
    order = read_order(
        typed, commands_of(asked), counter_names(asked.state, asked.peek), _ground(asked), counts,
        in_play(asked.state, asked.seat), own_names(asked.state, free, asked.peek),
        lambda who: offer_firers(asked, typed, free, who))
    return Said(" ".join(typed.words[first:typed.at]), order, counts["most"])


def _ground(asked: Asked[State]) -> HexOffer:
    return HexOffer(place_names(asked.state.numbers), around(asked.state, in_play(asked.state, asked.seat)))


def offer_firers(asked: Asked[State], typed: Typed, able: Sequence[str], who: Sequence[str]) -> None:
    """Commands of those that are able, these one by one; behind them the conditions on which they fire."""
    commands = commands_of(asked)
    if not any(id in commands for id in who):
        first = commander(asked, who[0]) if who else ""
        theirs = dict.fromkeys(commander(asked, id) for id in able)
        typed.name(commands, [command for command in theirs if command in commands and not who])
        left = [id for id in able if id not in who and first in ("", commander(asked, id))]
        typed.name(counter_names(asked.state, asked.peek), left[:MOST])
    if who:
        typed.word("hurt", "sound", "hexes", "within", "least", "most", "what")


def commander(asked: Asked[State], id: str) -> str:
    """The command to which one that can fire belongs, as its owner knows; gunships by themselves."""
    printed = seen(asked.state, id, asked.peek)
    assert printed is not None
    return GUNSHIPS if id in gunships(asked.state) else command_of(asked.state, id) or printed.command


def names_windows(typed: Typed, names: Names) -> bool:
    """Whether a text speaks of any window by its number: then it means nothing to another part of a plan."""
    parts = (part.split(" ") for part in " ".join(typed.words).split(f" {PART} "))
    return any(words[0].isdecimal() and not begins_with_counter(words, names) for words in parts)


def begins_with_counter(words: Sequence[str], names: Names) -> bool:
    """Whether the first words are the whole name of a counter: in `326 Eng` no window has the number 326."""
    return any(names.exact("".join(words[:count])) for count in range(2, names.most_words + 1))


def groups_said(
    asked: Asked[State], said: Sequence[Said], windows: Sequence[Numbered], closing: Mapping[str, str],
    numbered: Collection[int], typed: Typed,
) -> list[tuple[int, Group]]:
    """What such words come to, window by window; `numbered` are the windows of which something else was said.

    Raises IllegalMove for a part that comes to nothing, and for more than one answer holds.
    """
    state, orders = asked.state, [one.order for one in said]
    if any(seen(state, id, asked.peek) is None for w in windows for id in w.ids if id in state.tokens):
        typed.stop("only who knows what these counters are can answer so")

    def face(id: str) -> str:
        printed = seen(state, id, asked.peek)
        return printed.id if printed is not None else ""

    found = [(w.number, *one) for w in windows if w.number not in numbered
             for one in groups_by_order(state, orders, w, face)]
    last = len(windows) + 1
    if last not in numbered:
        found += [(last, *one) for one in closing_by_order(state, orders, closing)]
    served = {at for _, at, _ in found}
    idle = next((one for at, one in enumerate(said) if at not in served), None)
    if idle is not None:
        typed.stop(f"`{idle.words}` comes to nothing: nobody that it names can fire in a window that it names, or what "
                   "was said before comes first", [f"{w.number} in {w.window.hex}" for w in windows])
    groups = [(number, msgspec.structs.replace(group, most=said[at].most)) for number, at, group in found]
    if len(REACTIONS.spell(tuple(groups))) > MOST_SAID:
        typed.stop(f"that is more than the {MOST_SAID:,} characters that an answer may have: name fewer hexes")
    return groups
