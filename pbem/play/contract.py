"""What rules may ask of a table: whatever breaks it is their author's bug, found at the first table (BadRules).

Belongs here: the tries. Must not be here: whether an answer is legal, whose bug an exception is (`author.blame`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from pbem.errors import BadRules, PbemError
from pbem.limits import BUCKETS, MAX_AT_ONCE, MAX_DICE
from pbem.play.requests import AnySeal, Ask, Listed, Options, Request, Roll, Write

_RULE = re.compile(r"[a-z0-9.-]{1,8}")
_ABOUT = re.compile(r"[a-z0-9/._-]{0,43}")
T = TypeVar("T")


def run(rules: Callable[[], T]) -> T:
    """What rules give. What is a person's error elsewhere is a bug if they raise it, and keeps its line of theirs."""
    try:
        return rules()
    except (PbemError, OSError) as error:
        said = " ".join(f"{type(error).__name__} {error}".split())
        raise BadRules(said).with_traceback(error.__traceback__) from error


def next_request(procedure: Coroutine[Request[Any], Any, Any], value: Any) -> Request[Any]:
    """What a procedure asks next; StopIteration when it returns."""
    return run(lambda: procedure.send(value))


def check_goes_on(asked: int) -> None:
    """3.5 Rules come to a request that a person answers; `asked` is how many were answered without anybody."""
    if asked > MAX_AT_ONCE:
        raise BadRules(f"rules have asked {asked:,} times without anybody to answer: a loop that nobody can leave")


def check_is_procedure(procedure: object) -> None:
    """A table runs a coroutine."""
    if not hasattr(procedure, "send"):
        raise BadRules(f"rules give {type(procedure).__name__}: they are to be an `async def`")


def check_request(request: object) -> None:
    """Procedures await requests, and procedures that do; an event can name what they ask."""
    if not isinstance(request, Request):
        raise BadRules(f"rules may await requests only, not {request!r}")
    check_names(request.rule, request.about)
    if isinstance(request, Roll) and request.dice > MAX_DICE:
        raise BadRules(f"{request.rule} {request.about} rolls {request.dice:,} dice, {MAX_DICE:,} at most are possible")


def check_legal(request: Ask[Any] | Write[Any], options: Listed[Any]) -> None:
    """Whoever is asked has something to answer."""
    if not options.legal:
        raise BadRules(f"nothing is legal at {request.rule} {request.about} for {request.seat}".replace("  ", " "))


def check_order(early: Collection[str]) -> None:
    """A draw is opened after those it came after; `early` are the slots of those that are not."""
    if early:
        raise BadRules(f"draws are opened before those they came after: {sorted(early)}")


def check_seen(seat: str, alien: Collection[str]) -> None:
    """A seat leaves out of a draw what it can see; `alien` are the slots of what it cannot."""
    if alien:
        raise BadRules(f"{seat} cannot leave out what it cannot see: {alien}")


def check_items(request: AnySeal, seat: str, items: Sequence[Options[Any]]) -> None:
    """Each item of a seal has a bucket, and something that can be put in."""
    for i, item in enumerate(items):
        bucket = request.bucket_of(seat, i)
        if bucket not in BUCKETS:
            raise BadRules(f"there is no bucket of {bucket} for {request.rule}")
        if isinstance(item, Listed) and not item.legal:
            raise BadRules(f"nothing is legal in the seal of {request.rule} {request.about}".rstrip())


@lru_cache(4096)
def check_names(rule: str, about: str) -> None:
    """The record can carry the rule and what it is about."""
    if not _RULE.fullmatch(rule):
        raise BadRules(f"no event can name the rule {rule!r}")
    if not _ABOUT.fullmatch(about):
        raise BadRules(f"no event can name what {rule} is about: {about!r}")
