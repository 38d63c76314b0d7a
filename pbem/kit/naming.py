"""Several things named in a row: `inf1 inf3`, or each as often as it is hit: `1/5 1/5`, `2x 1/5`.

Belongs here: that reader. Must not be here: one name (`typed`), how many are wanted (`choose`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial

from pbem.kit.spelling import Names
from pbem.kit.typed import Remark, Typed

_TIMES = re.compile(r"[2-9]x")


def named_in_turn(
    typed: Typed, names: Names, among: Collection[str], *, most: int | None = None, skip: Collection[str] = ("and",),
    often: Callable[[str], int] | None = None, remark: Callable[[Sequence[str], str], str] | None = None,
    why: Remark | None = None, fits: Callable[[Sequence[str]], Collection[str]] | None = None,
) -> list[str]:  # fmt: skip
    """The things of `among` that are named next, as far as they go; what is named beyond `most` is read too.

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
