"""What must hold of standing orders: each is tried at every request that it names, with every choice; and of presets.

Belongs here: those tries. Must not be here: other tries at a request (`trial`), what people set.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

import msgspec

from pbem.author.faults import Faults, described
from pbem.errors import IllegalMove, PbemError, WrongUse
from pbem.kit.policies import ASK, Policy, Setting
from pbem.kit.typed import AGAIN
from pbem.play.requests import Ask, Request, Seal, SealMany, Write
from pbem.play.sight import AUDITOR, peek_of
from pbem.play.table import Table
from pbem.ruleset import Ruleset
from pbem.show.clean import clean

Note = Callable[[str], None]
NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
WHAT, SET = "standing order", "preset"


def check_named(ruleset: Ruleset, state: Any, faults: Faults) -> None:
    """Names, words, what is usual, and that every choice is read back as it is spelled."""
    seen: set[str] = set()
    for policy in ruleset.policies:
        def note(text: str, name: str = policy.name) -> None:
            faults.note(WHAT, f"{name}: {text}")

        if not NAME.fullmatch(policy.name) or policy.name in seen:
            note("its name is not lower case letters, digits and _, or is there twice")
        seen.add(policy.name)
        texts = {"title": policy.title, **{f"the words of {id}": choice.words for id, choice in policy.choices.items()}}
        for what, text in texts.items():
            if not text.strip() or clean(text) != text:
                note(f"{what} says nothing, or cannot be printed")
        if ASK in policy.choices or not policy.choices or not all(map(NAME.fullmatch, policy.choices)):
            note(f"its choices are lower case words, one at least, and not {ASK}")
        for setting in faults.run(WHAT, lambda policy=policy: settings(policy, state)) or ():  # type: ignore[misc]
            again = faults.run(WHAT, lambda policy=policy, text=setting.text: policy.read(text, state))  # type: ignore[misc]
            if again is not None and again != setting:
                note(f"{setting.text!r:.60} is read back as {again.text!r:.60}")


def check_presets(ruleset: Ruleset, state: Any, faults: Faults) -> None:
    """Names and words; that what each says is a choice of a standing order that there is, for seats that there are."""
    known, seen = {policy.name: policy for policy in ruleset.policies}, set[str]()
    seats = {*ruleset.seats, *chain(*ruleset.other_seats())} if any(p.for_seat for p in ruleset.presets) else set()
    for preset in ruleset.presets:
        def note(text: str, name: str = preset.name) -> None:
            faults.note(SET, f"{name}: {text}")

        if not NAME.fullmatch(preset.name) or preset.name in seen:
            note("its name is not lower case letters, digits and _, or is there twice")
        seen.add(preset.name)
        if not preset.words.strip() or clean(preset.words) != preset.words:
            note("its words say nothing, or cannot be printed")
        for seat, orders in (("", preset.orders), *preset.for_seat.items()):
            if seat and seat not in seats:
                note(f"there is no seat {seat!r:.40}")
            for order, choice in orders.items():
                if order not in known:
                    note(f"there is no standing order {order!r:.40}")
                    continue
                try:
                    known[order].read(choice, state)
                except WrongUse as fault:
                    note(f"{order} {choice!r:.60} cannot be set: {fault}")
        if not any((preset.orders, *preset.for_seat.values())):
            note("it sets nothing")


def settings(policy: Policy[Any], state: Any) -> list[Setting]:
    """What is tried: every choice with some arguments, and what is usual."""
    return [*policy.samples(state), *([policy.read(policy.usual, state)] if policy.usual else [])]


def check_answers(
    ruleset: Ruleset, table: Table[Any], state: Any, request: Request[Any], seat: str, note: Note
) -> None:
    """Every policy that may answer a request: legal or None, the same twice, nothing changed, nothing seen besides."""
    for policy in ruleset.policies:
        if not policy.may_answer(request):
            continue
        before, tried = msgspec.json.encode(state, order="sorted"), list[Setting]()
        with contextlib.suppress(WrongUse):  # told once, by `check_named`
            tried = settings(policy, state)
        for setting in tried:
            def told(text: str, name: str = policy.name, how: str = setting.text) -> None:
                note(f"{name} ({how:.40}): {text}")

            try:
                _check_one(ruleset, table, state, request, seat, policy, setting, told)
            except IllegalMove as error:
                told(f"gives what is not legal: {error.because}")
            except Exception as error:  # whatever the author's code raises is what is looked for
                told(described(error))
        if msgspec.json.encode(state, order="sorted") != before:
            note(f"{policy.name}: changes the position")


def _check_one(
    ruleset: Ruleset, table: Table[Any], state: Any, request: Request[Any], seat: str, policy: Policy[Any],
    setting: Setting, note: Note,
) -> None:
    own, all_of_it = peek_of(table, seat), peek_of(table, AUDITOR)
    words = policy.given(state, request, seat, setting, own)
    if policy.given(state, request, seat, setting, own) != words:
        note("gives another answer if it is asked again")
    if policy.given(state, request, seat, setting, all_of_it) != words:
        note("looks into secrets that its owner may not see")
    if words is None:
        return
    if not isinstance(words, str):
        raise TypeError(f"gives {words!r:.60}; it is words, or None")
    if words == AGAIN and not _can_repeat(ruleset, table, state, request, seat):
        return  # its owner is told why, and asked
    says = _read(ruleset, table, state, request, seat, words)
    if isinstance(request, Ask | Write):
        table.check(says[0])
        table.check_claims(says[0])
    else:
        table.check_seal(seat, says)


def _can_repeat(ruleset: Ruleset, table: Table[Any], state: Any, request: Request[Any], seat: str) -> bool:
    try:
        ruleset.repeated(state, table, request, seat)
    except IllegalMove:
        return False
    return True


def _read(
    ruleset: Ruleset, table: Table[Any], state: Any, request: Request[Any], seat: str, words: str
) -> list[str]:
    """Canonical words as they stand, others as typed ones."""
    assert isinstance(request, Ask | Write | Seal | SealMany)
    if words == AGAIN:
        return ruleset.repeated(state, table, request, seat)
    items = request.per_seat()[seat] if isinstance(request, Seal | SealMany) else (request.options(),)
    says = words.split("; ") if len(items) > 1 else [words]
    try:
        for item, say in zip(items, says, strict=True):
            item.read(say, seat, request.rule)
    except (IllegalMove, ValueError):
        try:
            says = ruleset.read_orders(state, request, seat, words, peek_of(table, seat))
        except WrongUse as error:
            raise IllegalMove(words, request.rule, str(error)) from None
    if len(says) != len(items):
        raise PbemError(f"{len(items)} answers are asked for, {len(says)} given")
    return says
