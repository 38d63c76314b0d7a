"""A numbered list, and what a number means that somebody types below it.

Belongs here: whether a list has numbers, which of its entries is meant. Must not be here: the screen (`playing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.cli.terminal import choice_lines, fold, width
from pbem.errors import IllegalMove, WrongUse
from pbem.ruleset import without_remark

if TYPE_CHECKING:
    from pbem.match.match import Match


class Choices:
    """What a list offers: `lines` as they stand on the screen, `words` without remarks.

    A list has no numbers if one of its entries is a number: what is typed is then that entry, never its place.
    """

    def __init__(self, examples: Sequence[str], most: int) -> None:
        self.words = [without_remark(example)[0] for example in examples[:most]]
        self.is_numbered = not any(word.isdecimal() for word in self.words)
        drawn = choice_lines(examples[:most], self._head)
        self.lines = [part for line in drawn for part in ([line] if len(line) <= width() else fold(line, width()))]
        if len(examples) > most:
            self.lines.append(f"  ... and {len(examples) - most} more: pbem next --all")

    def _head(self, words: str, number: int) -> str:
        return f"  {number:3}  {words}" if self.is_numbered else f"    {words}"

    def meant(self, match: Match, name: str, typed: str) -> str:
        """The words of a number, else what was typed; WrongUse if it is an answer itself, and another one."""
        if not (self.is_numbered and typed.isdecimal() and 1 <= int(typed[:6]) <= len(self.words)):
            return typed
        entry = self.words[int(typed) - 1]
        itself = _read(match, name, typed)
        if itself is not None and itself != _read(match, name, entry):
            raise WrongUse(f"{typed} may be entry {typed} of the list ({entry}), or the answer {'; '.join(itself)}",
                           "type the words, not the number")
        return entry


def _read(match: Match, name: str, words: str) -> list[str] | None:
    """The canonical words of a legal answer; None if it is none."""
    from pbem.desk.orders import eyes, read_words, value_of

    request = match.request
    assert request is not None
    try:
        says = read_words(match.ruleset, match.state, request, name, words, eyes(match, name))
        value_of(request, name, says)
    except (IllegalMove, WrongUse):
        return None
    return says
