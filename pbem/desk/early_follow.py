"""What may follow the beginning of an order that is filed early: its moment, its words, its conditions, the next one.

    5.2/a: go luso if turn 3; else stay

Belongs here: choices for the end of such a text. Must not be here: what an order means (`early`), which moments come
(`coming`), what follows in an answer that is asked now (`orders`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.desk.coming import coming
from pbem.desk.early import ELSE, IF, Early, check_early, is_asked_now, read_early
from pbem.desk.orders import follow_of
from pbem.errors import IllegalMove, PbemError, Unsupported, WrongUse
from pbem.kit.conditions import AND, NOT, Moment, read_conditions
from pbem.kit.following import Follow
from pbem.kit.spelling import fold
from pbem.kit.typed import Choice
from pbem.match.match import Match

LONGEST_NAME = 4  # words


def follow_early(match: Match, text: str, seat: str) -> Follow:
    """What may follow, whether it may be filed as it stands, and if not, why."""
    choices, begun = _next(match, text, seat)
    try:
        order = read_early(text, seat)
        check_early(match, order)
        why = "" if order.words else "an answer is missing behind the colon"
    except (WrongUse, IllegalMove) as fault:
        why = f"{fault}" if isinstance(fault, WrongUse) else fault.because
        why += f" ({fault.hint})" if fault.hint else ""
    return Follow(tuple(choices), not why, why, begun)


def _next(match: Match, text: str, seat: str) -> tuple[list[Choice], str]:
    """The choices, and the end of the text that they complete."""
    moment, colon, words = text.partition(":")
    if not colon:
        return _moments(match, moment.lstrip(), seat), moment.lstrip()
    try:
        order = read_early(f"{moment}:", seat)
    except WrongUse:
        return [], ""
    part = words.rpartition(";")[2].lstrip()
    first = part.partition(" ")[0]
    if first == ELSE and " " in part:
        part = part.partition(" ")[2].lstrip()
    answer, sign, conditions = f" {part}".partition(f" {IF} ")
    if sign:
        return _conditions(match, order.rule, conditions)
    found, begun = _words(match, order, answer.lstrip())
    if ";" in words and not part and first != ELSE:
        found.insert(0, Choice(ELSE, "word", remark="if nothing before it holds", sort="word"))
    if answer.strip() and first != ELSE and not begun and match.ruleset.conditions:
        found += [Choice(IF, "word", remark="only if something is so", sort="word"), *_and_then()]
    return found, begun


def _moments(match: Match, begun: str, seat: str) -> list[Choice]:
    """Those that come before the phase ends, then all others of the game."""
    try:
        near = {one.moment: one.title for one in coming(match, seat)}
    except Unsupported:
        near = {}
    known = {} if match.ruleset.moments is None else match.ruleset.moments(match.state, seat)
    told = near | {rule: one.title for rule, one in known.items() if rule not in near and not _is_told(rule, near)}
    return [Choice(f"{moment}:", "word", remark=title, sort="word") for moment, title in told.items()
            if moment.startswith(begun)]


def _is_told(rule: str, near: Iterable[str]) -> bool:
    return any(moment.partition("/")[0] == rule for moment in near)


def _words(match: Match, order: Early, text: str) -> tuple[list[Choice], str]:
    """Of an answer: what may follow if it is asked now, else an example, or the words that begin so."""
    if is_asked_now(match, order) and match.ruleset.follow is not None:
        found = follow_of(match, match.request, order.seat, text)
        return list(found.choices), found.begun
    moment = _moment(match, order)
    if not text:
        return [Choice(moment.example, "answer", remark="for example")] if moment.example else [], ""
    if text[-1].isspace() or moment.words is None:
        return [], ""
    for begun in _endings(text):
        if words := moment.words.begun(begun):
            return [Choice(word, "word", sort="word") for word in words], begun
    return [], ""


def _endings(text: str) -> list[str]:
    """The last words that may be the beginning of one name, the longest first."""
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign.isspace())]
    return [text[start:] for start in starts[-LONGEST_NAME:]]


def _moment(match: Match, order: Early) -> Moment:
    known = {} if match.ruleset.moments is None else match.ruleset.moments(match.state, order.seat)
    return known.get(order.rule, Moment())


def _conditions(match: Match, rule: str, text: str) -> tuple[list[Choice], str]:
    """Of the conditions behind `if`: names, and what joins them if the last one is whole."""
    last = f" {text}".rpartition(f" {AND} ")[2].lstrip()
    is_negated = last.startswith(f"{NOT} ")
    begun = last.removeprefix(f"{NOT} ").lstrip()
    names = []
    for name, one in (match.ruleset.conditions or {}).items():
        if name.startswith(fold(begun)) and name != begun.strip():
            how, _, means = one.usage.partition(": ")
            names.append(Choice(name, "word", remark=means, label=how, sort="word"))
    if not begun and not is_negated:
        names.append(Choice(NOT, "word", remark="if it is not so", sort="word"))
    try:
        read_conditions(match.ruleset.conditions, match.state, text, rule=rule)
    except PbemError:
        return names, begun
    return [Choice(AND, "word", remark="and if this too", sort="word"), *_and_then()], ""


def _and_then() -> list[Choice]:
    return [Choice(";", "word", label="; otherwise", remark="what is given if it is not so", sort="word")]
