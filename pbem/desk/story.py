"""The story of a match as people read it, sentence by sentence with its rule.

Belongs here: what of it is said as one. Must not be here: what is told (rulesets), width and colour (commands).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.errors import cited
from pbem.play.requests import Tell
from pbem.play.restart import ToldSentence
from pbem.show.scene import Sentence


def said(told: ToldSentence) -> str:
    """A sentence with its rule."""
    return f"{told.text} ({cited(told.rule)})"


def sentence(told: ToldSentence | Tell) -> Sentence:
    """What was told as scenes and frames have it."""
    return Sentence(
        text=told.text, rule=told.rule, places=told.places, headline=told.headline, is_way=told.is_way,
        faction=told.faction, fire_from=told.fire_from, support_from=told.support_from, is_battle=told.is_battle,
    )  # fmt: skip


def joined(story: Iterable[ToldSentence]) -> list[ToldSentence]:
    """The same story; a way that goes on where the one just told ended is told with it, in the round of the first."""
    found: list[ToldSentence] = []
    for told in story:
        further = _further(found[-1], told) if found else ""
        if further:
            last = found[-1]
            found[-1] = msgspec.structs.replace(last, text=last.text + further, places=last.places + told.places[1:])
        else:
            found.append(told)
    return found


def _further(last: ToldSentence, told: ToldSentence) -> str:
    """What follows the last words of one way in the next one of the same counter; empty if they are not such a pair.

    `ODA 372 moves 1902 - 1903` and `ODA 372 moves 1903 - 1904 - 1905` have ` - 1904 - 1905`.
    """
    is_pair = last.is_way and told.is_way and last.rule == told.rule and last.places[-1:] == told.places[:1]
    if not is_pair or last.headline or told.headline:
        return ""
    way, _, here = last.text.rpartition(" - ")
    begin, dash, rest = told.text.partition(" - ")
    mover = begin.removesuffix(f" {here}")
    return dash + rest if way.startswith(f"{mover} ") and mover != begin else ""
