"""Several things named in a row: `inf1 inf3`, or each as often as it is hit: `1/5 1/5`, `2x 1/5`.

Belongs here: that reader. Must not be here: one name (`typed`), how many are wanted (`choose`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from pbem.kit.spelling import Names
from pbem.kit.typed import Remark, Typed

_TIMES = re.compile(r"[2-9]x")


def named_in_turn(
    typed: Typed, names: Names, among: Sequence[str], *, most: int, skip: Collection[str] = ("and",),
    often: Callable[[str], int] | None = None, remark: Callable[[Sequence[str]], Remark] | None = None,
    why: Remark | None = None,
) -> list[str]:  # fmt: skip
    """The things of `among` that are named next, as far as they go; what is named beyond `most` is read too.

    `often` says how often each may be named, once without it; what is named more often is for the rules to refuse.
    `remark` gives what is said of a thing if these were named before it, `why` why another thing cannot be named.
    """
    found = list[str]()

    def not_now(name: str) -> str:
        if name in found and often is None:
            return f"{names.shown(name)} is named twice"
        return why(name) if why is not None else f"{names.shown(name)} is not possible here"

    while typed.more() and (len(found) < most or typed.peek()):
        typed.skip(*skip)
        times = int(typed.peek()[0]) if often is not None and _TIMES.fullmatch(typed.peek()) else 1
        typed.at += times > 1
        left = [one for one in among if found.count(one) < (1 if often is None else often(one))]
        name = typed.name(
            names, left if often is None or len(found) < most else [], also=() if often is None else among,
            remark=None if remark is None else remark(tuple(found)), why=not_now)
        if not name:
            break
        found += [name] * times
    return found
