"""Some of a list of names: what may be named, and how that is written.

    await Write(rule="9.12", seat=seat, form=NameList("9.12", "who straggles", units), case=Some(units, 2, 2),
                check=check, draft=lambda: units[:2])

Belongs here: that case and its words. Must not be here: how people are asked for it (`choose.ChooseSome`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated
from pbem.kit.wording import NOTHING, SHOWN, by_order


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
