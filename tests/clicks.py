"""A recorded answer found once more by clicks: choices one after another, as the table in the browser offers them.

    way = way_to(decision)
    way.text, way.clicks  # "go Luso ", 2

Nothing is typed. `saying` says for an answer which things are to be named, in parts and groups; here choices are looked
for that name them, from the empty text on. A choice that names nothing of it may stand between (`to`, `assets`), and
the column of a hex before it.
Where several alike may be named at once, one click names any number of the first of them, as the page does; where
several stand in one place one click names all, and one more leaves one of them out. Another part begins with its first
word, for that is offered beside what goes on.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from alike import game_of, kind, position
from pbem.kit.choices import Choice
from pbem.kit.following import Follow
from pbem.kit.spelling import fold
from pbem.kit.typed import PART
from saying import Part, own_sayings, sayings
from walks import Decision

MOST = 60  # beginnings that are looked at for one way of saying it, and so many more for each thing
MORE = 8
PATIENCE = 4  # as often, where like counters may be the wrong ones
_LIKE = re.compile(r"(.*[^\W\d_].*?)\s?\d+")
BESIDE = 12  # that stand nowhere, at most, to be named together
FILLERS = 3  # words in a row that name nothing of it


Kind = Callable[[str], str]
Click = tuple[str, "_Left", float, int]
"""The text after it, what is left then, a doubt whether it leads there, how many clicks it is."""


@dataclass(frozen=True)
class Same:
    """What counts as the same: what a counter is, by its id, and what an answer brings about."""

    kind: Callable[[str], str]
    position: Callable[[Sequence[str]], object]


@dataclass(frozen=True)
class Way:
    """How an answer was found: the text as the page has it, and the clicks.

    `looked` at so many beginnings, of which none had more than `most` choices.
    """

    text: str
    clicks: int
    looked: int
    most: int


@dataclass(frozen=True)
class _Left:
    """What is still to be named; how many words that name nothing of it stand behind each other."""

    parts: tuple[Part, ...]
    fillers: int = 0

    def __len__(self) -> int:
        return sum(len(group) for part in self.parts for group in part)

    def named(self, tokens: Sequence[str]) -> _Left | None:
        """After these are named; None if they are not what comes now."""
        if not self.parts or not self.parts[0]:
            return None
        first, *others = self.parts
        wanted, *groups = first
        if Counter(tokens) - Counter(wanted):
            return None
        kept = list(wanted)
        for token in tokens:
            kept.remove(token)
        part = (tuple(kept), *groups) if kept else tuple(groups)
        return _Left((part, *others) if part or others else ())

    def in_a_row(self, tokens: Sequence[str]) -> _Left | None:
        """After these are named one after another."""
        left: _Left | None = self
        for token in tokens:
            left = left.named([token]) if left is not None else None
        return left

    def names(self, token: str) -> bool:
        """Whether it is to be named later in this part."""
        return any(token in group for part in self.parts[:1] for group in part)

    @property
    def now(self) -> tuple[str, ...]:
        """What may be named now."""
        return self.parts[0][0] if self.parts and self.parts[0] else ()


def exactly(decision: Decision) -> Same:
    """Each counter is itself, and the words must be those of the record."""
    return Same(lambda id: id, lambda says: tuple(says))


def alike(decision: Decision) -> Same:
    """Like counters are one as good as another, and it is the position that counts."""
    game = game_of(decision)
    return Same(lambda id: kind(game, id), lambda says: position(decision, says))


def way_to(decision: Decision, means: Callable[[Decision], Same] = exactly) -> Way | None:
    """The way to the answer of a decision by choices alone; None if none was found."""
    looked = most = 0
    same = means(decision)
    for parts in sayings(decision):
        way = _way(decision, _by_kind(parts, same), same)
        looked, most = looked + way.looked, max(most, way.most)
        if way.text or way.clicks:
            return Way(way.text, way.clicks, looked, most)
    return None


def fewest(decision: Decision) -> Way | None:
    """The way of who means the position and not each counter: one click if an answer that is ready brings it about."""
    same = alike(decision)
    wanted = same.position(decision.says)
    for text in decision.ready():
        if same.position(decision.read(text)) == wanted:
            return Way(text, 1, 0, 0)
    return together(decision)


def together(decision: Decision, dear: float = 7) -> Way | None:
    """The same, put together from choices by the shortest of its ways, though an answer may be ready.

    The dearer a click is against a thing still to be named (2), the more ways are looked at.
    """
    same = alike(decision)
    ways = [_way(decision, _by_kind(parts, same), same, dear, PATIENCE) for parts in own_sayings(decision)]
    return min((way for way in ways if way.clicks), key=lambda way: way.clicks, default=None)


def _by_kind(parts: Sequence[Part], same: Same) -> list[Part]:
    return [tuple(tuple(map(same.kind, group)) for group in part) for part in parts]


def _way(decision: Decision, parts: Sequence[Part], same: Same, dear: float = 0.125, patience: int = 1) -> Way:
    start, order = _Left(tuple(parts)), count()
    bound = (MOST + MORE * len(start)) * patience
    queue: list[tuple[float, int, str, int, _Left]] = [(0.0, next(order), "", 0, start)]
    seen, looked, most = {""}, 0, 0
    wanted = same.position(decision.says)
    while queue and looked < bound:
        _, _, text, clicks, left = heapq.heappop(queue)
        found = decision.offered(text)
        looked, most = looked + 1, max(most, len(found.choices))
        if not len(left) and text and found.is_answer and same.position(decision.read(text)) == wanted:
            return Way(text, clicks, looked, most)
        for after, next_left, doubt, more in _next(found, text, left, same.kind):
            if after not in seen:
                seen.add(after)
                worth = 2 * len(next_left) + doubt + (clicks + more) * dear
                heapq.heappush(queue, (worth, next(order), after, clicks + more, next_left))
    return Way("", 0, looked, most)


def lots(choices: Sequence[Choice]) -> Iterator[tuple[list[Choice], bool]]:
    """Choices that one click names together, as `page/folds.js` shows them, and whether it may be so many of them."""
    rows = [choice for choice in choices if choice.kind == "name" and choice.row and choice.most == 1]
    alike, near = dict[object, list[Choice]](), dict[object, list[Choice]]()
    for choice in rows:
        if like := _LIKE.fullmatch(choice.label or choice.words):
            alike.setdefault((like[1].strip(), choice.on), []).append(choice)
        near.setdefault(choice.on, []).append(choice)
    yield from ((lot, True) for lot in alike.values() if len(lot) > 1)
    yield from ((lot, False) for on, lot in near.items() if 1 < len(lot) <= (len(lot) if on else BESIDE))


def _rows(choices: Sequence[Choice], text: str, left: _Left, kind: Kind) -> Iterator[Click]:
    for lot, counts in lots(choices):
        ids = [kind(fold(choice.id)) for choice in lot]
        for many in range(len(lot), 1, -1) if counts else (len(lot),):
            after = left.named(ids[:many]) or left.in_a_row(ids[:many])
            if after is not None:
                yield f"{text}{' '.join(choice.words for choice in lot[:many])} ", after, -1, 1
                break
        kept = [choice for choice, id in zip(lot, ids, strict=True) if id in left.now]
        without = len(lot) - len(kept)
        after = left.named([kind(fold(choice.id)) for choice in kept]) if 0 < without < len(kept) - 1 else None
        if after is not None:
            yield f"{text}{' '.join(choice.words for choice in kept)} ", after, -1, 1 + without


def _leads_to(choice: Choice, token: str) -> bool:
    """Whether a choice is a column of the map, behind which its hexes are offered."""
    return choice.kind == "name" and choice.id.isdecimal() and len(choice.id) == 2 and token[:2] == choice.id != token


def _next(found: Follow, text: str, left: _Left, kind: Kind) -> Iterator[Click]:
    """What may be clicked: what goes on, and what another part begins with."""
    yield from _behind(found.choices, text, left, kind)
    if not found.then:
        yield from _wholes(found.parts, text, left, kind)
    if found.then and left.parts and not left.parts[0] and len(left.parts) > 1:
        yield from _behind(found.then, f"{text.rstrip()}{PART} ", _Left(left.parts[1:]), kind)
        yield from _wholes(found.parts, f"{text.rstrip()}{PART} ", _Left(left.parts[1:]), kind)


def _wholes(parts: Sequence[Choice], text: str, left: _Left, kind: Kind) -> Iterator[Click]:
    """Whole parts: what is named first, then so many of the last that are alike."""
    for choice in parts:
        ids = [kind(fold(id).rpartition("/")[2]) for id in choice.id.split()]
        first = len(ids) - choice.most
        for many in range(choice.most, 0, -1):
            after = left.in_a_row(ids[: first + many])
            if after is not None:
                *words, last = choice.words.split()
                yield f"{text}{' '.join([*words, *([str(many)] if many > 1 else []), last])} ", after, -1, 1
                break


def _behind(choices: Sequence[Choice], text: str, left: _Left, kind: Kind) -> Iterator[Click]:
    now = left.now
    yield from _rows(choices, text, left, kind)
    for choice in choices:
        if choice.kind == "answer":
            continue
        if choice.leads:  # a click on a place of the board, in its stead
            for token in dict.fromkeys(token for token in now if token in choice.on):
                after = left.named([token])
                if after is not None:
                    yield f"{text}{token} ", after, 0, 1
            continue
        ids = [kind(fold(id)) for id in choice.id.split() or [choice.words]]
        called = {fold(choice.words), *ids}
        here = [token for token in now if token in called]
        if choice.most == 1 and len(ids) > 1 and (after := left.named(ids)) is not None:
            yield f"{text}{choice.words} ", after, 0, 1  # one choice of several things
        for many in range(min(len(here), choice.most), 0, -1):
            tokens = here[:many] if len(set(here)) == 1 else ids[:many]
            after = left.named(tokens)
            if after is not None:
                yield f"{text}{many} {choice.words} " if many > 1 else f"{text}{choice.words} ", after, 0, 1
        leads = any(_leads_to(choice, token) for token in now)
        if leads or (not here and choice.kind == "word" and left.fillers < FILLERS):
            doubt = 0 if leads else 1 + left.names(choice.words)
            yield f"{text}{choice.words} ", _Left(left.parts, left.fillers + 1), doubt, 1
