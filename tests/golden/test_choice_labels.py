"""What a choice tells the page beside its words: what it is, where it stands, what people read, how many at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.author.choosing import beginnings
from pbem.kit.choices import Choice
from pbem.kit.spelling import bare
from pbem.show.scene import Piece, Scene
from tiers import recorded
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")
FEW = 3  # choices of which is tried how many may be named
CODE = re.compile(r"(?=.*[\d_=.])[a-z0-9_=./-]+")


@pytest.mark.parametrize("case", recorded(logs(), QUICK))
def test_each_choice_says_what_it_is_where_and_for_people(case):
    wrong, seen = dict[tuple[str, str], str](), Counter[str]()
    for decision in decisions(case):
        seen[decision.key] += 1
        if seen[decision.key] > 1 or not decision.is_free:
            continue
        for fault, beginning, choice in faults(decision):
            wrong.setdefault((decision.key, fault), f"behind {beginning[-40:]!r}: {choice}")
    assert not wrong


def faults(decision: Decision) -> Iterator[tuple[str, str, Choice]]:
    """What is wrong with the choices at the beginnings of a ready answer."""
    things, printed = decision.things(), {bare(name) for name in names_in(decision.scene)}
    for beginning in beginnings(decision.ready()[:1]):
        found = decision.offered(beginning)
        for choice in (*found.choices, *found.then):
            if choice.kind == "name" and choice.sort == "other" and (
                    any(id in things for id in choice.id.split()) or (choice.words.isdecimal() and not choice.label)):
                yield "has no sort", beginning, choice
            if choice.kind in ("word", "number") and choice.sort != choice.kind:
                yield "has another sort", beginning, choice
            if choice.leads:
                if not choice.on or not all(id in things for id in choice.on):
                    yield "leads to what is not on the board", beginning, choice
            elif choice.kind == "name" and set(choice.on) != set(things.on(choice.id)):
                yield "does not say where it stands", beginning, choice
            if is_code(choice) and bare(choice.words) not in printed:
                yield "is a code to people", beginning, choice
        for choice in [one for one in found.choices if one.leads][:1]:
            if not reads(decision, f"{beginning}{choice.on[0]}"):
                yield "leads to what may not be named", beginning, choice
        many = [one for one in found.choices if one.kind == "name" and one.most > 1]
        alone = [one for one in found.choices if one.kind == "name" and one.most == 1 and " " in one.id]
        for choice in (*many[:FEW], *alone[:FEW]):
            if choice.most > 1 and not reads(decision, f"{beginning}{choice.most} {choice.words}"):
                yield "says more than may be named at once", beginning, choice
            if says_too_few(decision, beginning, choice):
                yield "says fewer than may be named at once", beginning, choice


def is_code(choice: Choice) -> bool:
    """Whether people read a code alone: no label, no remark on a word, no number."""
    if choice.kind in ("answer", "number") or choice.sort == "number" or (choice.kind == "word" and choice.remark):
        return False
    return bool(CODE.fullmatch(choice.label or choice.words))


def names_in(scene: Scene) -> Iterator[str]:
    """What is printed: places, pieces, cards."""
    yield from (place.name for place in scene.board.places)
    for pieces in (*(one.pieces for one in scene.stacks), *(one.pieces for one in scene.boxes), scene.aside):
        yield from names_of(pieces)


def names_of(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        yield piece.name
        yield from names_of(piece.holds)


def reads(decision: Decision, text: str) -> bool:
    """Whether a text is an answer, or may become one."""
    found = decision.follow(text)
    return found.is_answer or found.more or bool(decision.follow(f"{text} ").choices)


def says_too_few(decision: Decision, beginning: str, choice: Choice) -> bool:
    """Whether two are an answer of a kind of which one is said to be named."""
    return choice.most == 1 and decision.follow(f"{beginning}2 {choice.words}").is_answer
