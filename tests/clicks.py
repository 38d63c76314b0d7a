"""A recorded answer found once more by clicks: choices one after another, as the table in the browser offers them.

    way = way_to(decision)
    way.text, way.clicks  # "go Luso ", 2

Nothing is typed. `saying` says for an answer which things are to be named, in parts and groups; here choices are looked
for that name them, from the empty text on. A choice that names nothing of it may stand between (`to`, `assets`), and
the column of a hex before it.
Where several alike may be named at once, one click names any number of the first of them, as the page does.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from pbem.kit.choices import Choice
from pbem.kit.following import Follow
from pbem.kit.spelling import fold
from pbem.kit.typed import PART
from saying import Part, sayings
from walks import Decision

MOST = 60  # beginnings that are looked at for one way of saying it, and so many more for each thing
MORE = 8
_LIKE = re.compile(r"(.*\D)\s?\d+")
FILLERS = 3  # words in a row that name nothing of it


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


def way_to(decision: Decision) -> Way | None:
    """The way to the answer of a decision by choices alone; None if none was found."""
    looked = most = 0
    for parts in sayings(decision):
        way = _way(decision, parts)
        looked, most = looked + way.looked, max(most, way.most)
        if way.text or way.clicks:
            return Way(way.text, way.clicks, looked, most)
    return None


def _way(decision: Decision, parts: Sequence[Part]) -> Way:
    start, order = _Left(tuple(parts)), count()
    bound = MOST + MORE * len(start)
    queue: list[tuple[float, int, str, int, _Left]] = [(0.0, next(order), "", 0, start)]
    seen, looked, most = {""}, 0, 0
    while queue and looked < bound:
        _, _, text, clicks, left = heapq.heappop(queue)
        found = decision.offered(text)
        looked, most = looked + 1, max(most, len(found.choices))
        if not len(left) and text and found.is_answer and tuple(decision.read(text)) == decision.says:
            return Way(text, clicks, looked, most)
        for after, next_left, doubt in _next(found, text, left):
            if after not in seen:
                seen.add(after)
                worth = 2 * len(next_left) + doubt + clicks / 8
                heapq.heappush(queue, (worth, next(order), after, clicks + 1, next_left))
    return Way("", 0, looked, most)


def lots(choices: Sequence[Choice]) -> Iterator[tuple[list[Choice], bool]]:
    """Choices that one click names together, as `page/folds.js` shows them, and whether it may be so many of them."""
    rows = [choice for choice in choices if choice.kind == "name" and choice.row and choice.most == 1]
    alike, near = dict[object, list[Choice]](), dict[object, list[Choice]]()
    for choice in rows:
        if like := _LIKE.fullmatch(choice.label or choice.words):
            alike.setdefault((like[1].strip(), choice.on), []).append(choice)
        if choice.on:
            near.setdefault(choice.on, []).append(choice)
    yield from ((lot, True) for lot in alike.values() if len(lot) > 1)
    yield from ((lot, False) for lot in near.values() if len(lot) > 1)


def _rows(found: Follow, text: str, left: _Left) -> Iterator[tuple[str, _Left, float]]:
    for lot, counts in lots(found.choices):
        ids = [fold(choice.id) for choice in lot]
        for many in range(len(lot), 1, -1) if counts else (len(lot),):
            after = left.named(ids[:many]) or left.in_a_row(ids[:many])
            if after is not None:
                yield f"{text}{' '.join(choice.words for choice in lot[:many])} ", after, -1
                break


def _leads_to(choice: Choice, token: str) -> bool:
    """Whether a choice is a column of the map, behind which its hexes are offered."""
    return choice.kind == "name" and choice.id.isdecimal() and len(choice.id) == 2 and token[:2] == choice.id != token


def _next(found: Follow, text: str, left: _Left) -> Iterator[tuple[str, _Left, float]]:
    """What may be clicked: the text after it, what is left then, and a doubt whether it leads there."""
    now = left.now
    yield from _rows(found, text, left)
    for choice in found.choices:
        if choice.kind == "answer":
            continue
        ids = choice.id.split() or [choice.words]
        called = {fold(choice.words), *map(fold, ids)}
        here = [token for token in now if token in called]
        if choice.most == 1 and len(ids) > 1 and (after := left.named([fold(id) for id in ids])) is not None:
            yield f"{text}{choice.words} ", after, 0  # one choice of several things
        for many in range(min(len(here), choice.most), 0, -1):
            tokens = here[:many] if len(set(here)) == 1 else [fold(id) for id in ids[:many]]
            after = left.named(tokens)
            if after is not None:
                yield f"{text}{many} {choice.words} " if many > 1 else f"{text}{choice.words} ", after, 0
        leads = any(_leads_to(choice, token) for token in now)
        if leads or (not here and choice.kind == "word" and left.fillers < FILLERS):
            doubt = 0 if leads else 1 + left.names(choice.words)
            yield f"{text}{choice.words} ", _Left(left.parts, left.fillers + 1), doubt
    if found.more and left.parts and not left.parts[0] and len(left.parts) > 1:
        yield f"{text.rstrip()}{PART} ", _Left(left.parts[1:]), 0
