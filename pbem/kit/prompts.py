"""What is asked, in three parts: the question, what it rests on, how an answer is typed.

    Prompt("Which battery fires in Huambo?", " Firing suppresses it.", How("Type the battery: `art1`, or `none`."))
    # .question "Which battery fires in Huambo?", .facts ("Firing suppresses it.",), .typing ("Type the battery: ...",)

A page shows the question large and folds the typing away. A prompt is a text as well, for whoever reads lines: each
part is a line of it, but one that begins with a single blank goes on in the line before.
Belongs here: those parts, and the text they make. Must not be here: what is asked (`forms`).
"""

from __future__ import annotations

from collections.abc import Sequence


class How(str):
    """Lines on how an answer is typed."""


class Prompt(str):
    """A prompt as text, and its parts: a sentence or two; lines of facts, some begin with blanks; lines on typing."""

    question: str
    facts: tuple[str, ...]
    typing: tuple[str, ...]

    def __new__(cls, question: str, *parts: str, above: str = "") -> Prompt:
        """The question and what follows it, facts and `How` lines; empty ones say nothing. `above` stands over them."""
        said = [part for part in parts if part.strip()]
        lines = list[str]()
        for part in (above, question, *said):
            if lines and _goes_on(part):
                lines[-1] += part
            elif part:
                lines.append(part)
        made = super().__new__(cls, "\n".join(lines))
        made.question = question.strip()
        made.facts = (*above.splitlines(), *_of([part for part in said if not isinstance(part, How)]))
        made.typing = _of([part for part in said if isinstance(part, How)])
        made._parts, made._above = (question, *said), above
        return made

    _parts: tuple[str, ...]
    _above: str

    @classmethod
    def of(cls, text: str) -> Prompt:
        """A prompt as it is; of a plain text the first line is the question, what follows are facts."""
        if isinstance(text, Prompt):
            return text
        question, _, rest = text.partition("\n")
        return cls(question, rest)

    def with_parts(self, *parts: str) -> Prompt:
        """The same, with these behind it."""
        return Prompt(*self._parts, *parts, above=self._above)

    def below(self, text: str) -> Prompt:
        """The same, with a text above it; "" for none."""
        return Prompt(*self._parts, above="\n".join(one for one in (text, self._above) if one))


def _goes_on(part: str) -> bool:
    return part.startswith(" ") and not part.startswith("  ")


def _of(parts: Sequence[str]) -> tuple[str, ...]:
    """Their lines: a part that goes on in a line has a line of its own here."""
    return tuple(line for part in parts for line in (part[1:] if _goes_on(part) else part).splitlines() if line.strip())
