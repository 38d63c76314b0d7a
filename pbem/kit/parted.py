"""A prompt in three parts: the question, what it rests on, how an answer is typed.

    parted("Which battery fires in Huambo? Firing suppresses it. Type the battery: `art1`, or `none`.")
    # Prompt("Which battery fires in Huambo?", ("Firing suppresses it.",), ("Type the battery: `art1`, or `none`.",))

A page shows the question large and folds the typing away; a text shows the prompt as it was written.
Belongs here: that division. Must not be here: what is asked (`forms`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_TYPING = re.compile(r"(or )?(type|for example)\b", re.IGNORECASE)
SHORT = 3  # words of a question that says little
BRIEF = 4  # words of a sentence that is no question, and says little


class Prompt(msgspec.Struct, frozen=True):
    """What is asked: one or two sentences; lines of facts, of which some begin with blanks; lines on how to type."""

    question: str
    facts: tuple[str, ...] = ()
    typing: tuple[str, ...] = ()


def parted(text: str) -> Prompt:
    """Each sentence of a prompt in the part that it belongs to; nothing is said twice, and nothing left out.

    The question is the first that ends so, with the sentence before it if it is very short; else the first sentence,
    with the one behind it if that is short.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    told: list[list[str]] = []
    typing: list[str] = []
    for line in lines:
        sentences = _SENTENCES.split(line)
        begins = next((at for at, one in enumerate(sentences) if _TYPING.match(one.strip())), len(sentences))
        told.append(sentences[:begins])
        typing += [" ".join(sentences[begins:])] if sentences[begins:] else []
    at, first, end = _question(told)
    question = " ".join(told[at][first:end]).strip() if told else ""
    if told:
        del told[at][first:end]
    return Prompt(question, tuple(" ".join(line) for line in told if line), tuple(typing))


def _question(told: list[list[str]]) -> tuple[int, int, int]:
    """In which line the question stands, from which sentence to which."""
    for at, sentences in _whole_lines(told):
        for one, sentence in enumerate(sentences):
            if sentence.endswith("?"):
                return at, one - 1 if one and len(sentence.split()) < SHORT else one, one + 1
    at, sentences = next(_whole_lines(told), (0, [""]))
    return at, 0, 1 if len(sentences[0].split()) > BRIEF else 2


def _whole_lines(told: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """The lines that are no detail of one before them."""
    return ((at, line) for at, line in enumerate(told) if line and not line[0].startswith(" "))
