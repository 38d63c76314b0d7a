"""No code stands alone before somebody who has never played: what is asked, refused and offered in recorded games.

What must be typed stays as it is; beside it stands what it means, by names. Belongs here: what the page is told. Must
not be here: how it shows that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from pbem.author.choosing import beginnings
from pbem.kit.choices import Choice
from pbem.kit.things import all_labels, in_plain_words, in_sentence, labels_of
from pbem.kit.typed import RESERVED
from pbem.ruleset import without_remark
from tiers import recorded
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost",
         "anaconda/wrong_command")  # fmt: skip
PRINTED = re.compile(r"[0-9]+(?:mm|st|nd|rd|th)|x[0-9]*|a")
"""Names of counters and cards, and words of the language."""
AT_MOST = 3  # ready answers
WORDS = re.compile(r"[^\s,;:=]+")
CODE = re.compile(r"[a-z]|[a-z]\.[a-z0-9]+|[a-z]+(?:_[a-z0-9]+)+|(?:[a-z_]+[0-9]+|[0-9]+[a-z]+)(?:\*[0-9]+)?"
                  r"|[a-z0-9]+\*[0-9]+|netwar|isr|iw|nw")
"""A letter, an id, a stem with a number; abbreviations that a rulebook writes in another way."""


@pytest.mark.parametrize("case", recorded(logs(), QUICK))
def test_nothing_that_is_read_is_a_code_alone(case):
    wrong, seen = dict[tuple[str, str], str](), Counter[str]()
    for decision in decisions(case):
        seen[decision.key] += 1
        if seen[decision.key] > 1 or not decision.is_free:
            continue
        for what, told in found_in(decision):
            wrong.setdefault((decision.key, what), told)
    assert not wrong


def found_in(decision: Decision) -> Iterator[tuple[str, str]]:
    """Each text with a code in it, and what it is."""
    state, request, seat, peek = decision.state, decision.request, decision.seat, decision.peek
    scene, labels = decision.scene, all_labels(decision.follow, decision.ready())
    prompt = decision.ruleset.prompt(state, request, seat, peek)
    for line in (prompt.question, *prompt.facts):
        told = re.sub(r"`[^`]*`", "", in_sentence(line, scene, labels))
        if codes := codes_in(told):
            yield "is asked", f"{codes}: {told}"
    examples = decision.ruleset.examples(state, request, seat, peek)
    for words, remark in map(without_remark, examples[:AT_MOST]):
        told = in_plain_words(words, scene, labels)
        if (codes := codes_in(told)) and not (remark and " " not in words):
            yield "is ready", f"{codes}: {told}"
    for beginning in islice(beginnings(decision.ready()[:1]), 4):
        found = decision.follow(beginning)
        for choice in (*found.choices, *found.then):
            if not choice.remark and codes_in(read_of(choice)):
                yield "is offered", str(choice)
        told = in_sentence(found.why, scene, labels | labels_of(found))
        if codes := codes_in(re.sub(r"`[^`]*`", "", told)):
            yield "is refused", f"behind {beginning!r} {codes}: {told}"


def read_of(choice: Choice) -> str:
    return choice.label or choice.words


def codes_in(told: str) -> list[str]:
    """The codes among the words of a text."""
    words = (word.strip("().?!") for word in WORDS.findall(told))
    return [word for word in words if CODE.fullmatch(word) and not PRINTED.fullmatch(word) and word not in RESERVED]
