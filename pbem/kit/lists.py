"""Some of a list of names: what may be named, and how that is written.

    await Write(rule="9.12", seat=seat, form=NameList("9.12", "who straggles", units), case=Some(units, 2, 2),
                check=check, draft=lambda: units[:2])

Belongs here: that case and its words, the reader of names in a row. Must not be here: how people are asked for them
(`choose.ChooseSome`), one name (`typed`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated
from pbem.kit.spelling import Names
from pbem.kit.typed import Remark, Typed
from pbem.kit.wording import NOTHING, SHOWN, by_order

_TIMES = re.compile(r"[2-9]x")


@dataclass(frozen=True, slots=True)
class Some:
    """The case of a Write that names some of these: so many at least and at most, None for all of them."""

    names: tuple[str, ...]
    least: int = 0
    most: int | None = None

    @property
    def count(self) -> int:
        """How many at most."""
        return len(self.names) if self.most is None else self.most


class NameList:
    """`f.inf1 f.inf2`: some of these names, each once unless `many`, `none` for no name.

    They stand in the order of `names`; if `as_given`, in the order in which they are said.
    """

    def __init__(
        self, rule: str, what: str, names: Iterable[str], *, between: str = " ", as_given: bool = False,
        many: bool = False,
    ) -> None:  # fmt: skip
        self._rule, self._what, self._between, self._as_given, self._many = rule, what, between, as_given, many
        self.names = tuple(names)

    def parse(self, say: str) -> tuple[str, ...]:
        """The names in the order in which they are said; IllegalMove for one that is unknown or stands there twice."""
        names = () if say == NOTHING else tuple(say.split(self._between))
        tried = f"{self._what}: {say[:SHOWN]}"
        if unknown := [name for name in names if name not in self.names]:
            raise IllegalMove(tried, self._rule, f"{unknown[0][:SHOWN] or 'nothing'} cannot stand here", self.names)
        if not self._many and (twice := repeated(names)) is not None:
            raise IllegalMove(tried, self._rule, f"{twice} is named twice")
        return names

    def spell(self, names: Iterable[str]) -> str:
        """The canonical words."""
        ordered = names if self._as_given else sorted(names, key=by_order(self.names))
        return self._between.join(ordered) or NOTHING


def named_in_turn(
    typed: Typed, names: Names, among: Collection[str], *, most: int | None = None, skip: Collection[str] = ("and",),
    often: Callable[[str], int] | None = None, remark: Callable[[Sequence[str], str], str] | None = None,
    why: Remark | None = None, fits: Callable[[Sequence[str]], Collection[str]] | None = None,
) -> list[str]:  # fmt: skip
    """The things of `among` that are named next, as far as they go; what is named beyond `most` is read too.

    `inf1 inf3`; or each as often as it is hit: `1/5 1/5`, `2x 1/5`.

    `often` says how often each may be named, once without it; what is named more often is for the rules to refuse.
    `remark` says something of a thing, if those before it were named; `why` says why another one cannot be named.
    `fits` says which go with those that are named: it is asked where the text ends, so it may take its time.
    """
    found = list[str]()

    def not_now(name: str) -> str:
        if name in found and often is None:
            return f"{names.shown(name)} is named twice"
        return why(name) if why is not None else f"{names.shown(name)} is not possible here"

    while typed.more() and (most is None or len(found) < most or typed.peek()):
        typed.skip(*skip)
        times = int(typed.peek()[0]) if often is not None and _TIMES.fullmatch(typed.peek()) else 1
        typed.at += times > 1
        left = [one for one in among if found.count(one) < (1 if often is None else often(one))]
        also: Collection[str] = () if often is None else among
        if often is not None and most is not None and len(found) >= most:
            left = []
        elif fits is not None and not typed.peek():
            left, also = [one for one in fits(found) if one in left], left
        name = typed.name(
            names, left, also=also, why=not_now, row=most is None or len(found) + 1 < most,
            remark=None if remark is None else partial(remark, tuple(found)))
        if not name:
            break
        found += [name] * times
    return found
