"""The first line of a report that is not sound: what happened and about whom, in one sentence of plain words.

Belongs here: choosing the finding that matters most, and its sentence; who is accused and that nobody else is.
Must not be here: what is found, what to do about it (`sheets.advice`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.audit.findings.finding import Finding, Kind

NO_FIRST_LINE = "no first line: this is no log of a match"
FALSE_CLAIM = "false claim: "
DAMAGE: tuple[Kind, ...] = ("line", "signature", "place")
_ORDER: tuple[Kind, ...] = (  # what is told first if there is more than one kind of fault
    "first line", "fork", "incident", "seal", "draw", "chain", "void", "desync", "build", "steering", "ruleset", "link",
    "forged", "line", "signature", "place", "missing", "base",
)  # fmt: skip


def leading(faults: Sequence[Finding]) -> Finding | None:
    """The fault that the verdict is about; None if there is none."""
    rank = {kind: place for place, kind in enumerate(_ORDER)}
    return min(faults, key=lambda f: rank.get(f.kind, len(rank)), default=None)


def plain(faults: Sequence[Finding], titles: Mapping[str, str] | None = None) -> str:
    """The sentence, and who is accused besides; at least one fault is given.

    `titles` are the names of seats as people know them, by id; a seat without one goes by its id.
    """
    title, leader = (titles or {}).get, leading(faults)
    assert leader is not None
    named = [
        msgspec.structs.replace(
            f, seat=title(f.seat, f.seat), concerns=title(f.concerns, f.concerns), owner=title(f.owner, f.owner)
        )
        for f in faults
    ]
    first = named[faults.index(leader)]
    sentence = _missing(named) if first.kind == "missing" else _sentence(first) + _also_damaged(first, named)
    accused = list(dict.fromkeys(f.seat for f in (first, *named) if f.seat))
    if not accused:
        return f"{sentence} No player is accused."
    others = accused[1:] if first.seat else accused
    if not others:
        return f"{sentence} Nobody else is accused."
    too = " too" if first.seat else ""
    return f"{sentence} Accused{too}: {', '.join(others)}; see below."


def _missing(faults: Sequence[Finding]) -> str:
    """Everybody who is to be asked, each with what for."""
    asked: dict[str, list[str]] = {}
    for fault in faults:
        if fault.kind == "missing":
            asked.setdefault(fault.owner or "all", []).append(fault.lacks)
    whom = [f"{who} for {', '.join(dict.fromkeys(what))}" for who, what in asked.items()]
    return f"Records are missing: ask {'; '.join(whom)}."


def _also_damaged(first: Finding, faults: Sequence[Finding]) -> str:
    """The other damaged lines, if the first fault is one: a single one by its number, else how many."""
    others = [f.line for f in faults if f is not first and f.kind in DAMAGE and f.line is not None]
    if first.kind not in DAMAGE or not others:
        return ""
    return f" So was line {others[0]}." if len(others) == 1 else f" So were {len(others)} more lines, see below."


def _sentence(fault: Finding) -> str:
    """What happened, in the words of somebody who knows the game and not the record."""
    seat, line = fault.seat or fault.concerns, f" (line {fault.line})" if fault.line is not None else ""
    match fault.kind:
        case "first line":
            is_plain = fault.line is None or "first line" in fault.text  # else the words are those of a decoder
            why = fault.text if is_plain else f"its first line cannot be read{line}"
            why = "it has no first line" if fault.text == NO_FIRST_LINE else why
            return f"This is no log of a match that can be judged: {why}."
        case "fork":
            return f"{seat} signed two different events for one place: {fault.claimed or fault.text}."
        case "incident":
            return _incident(fault)
        case "seal":
            return f"{seat} did not seal as its tool must{line}: {fault.truth or fault.text}."
        case "draw":
            return f"{seat} did not draw by chance{line}: {fault.text}."
        case "chain":
            return f"The dice of {seat} are not those that it fixed when it joined{line}."
        case "secret":
            return f"{seat} has not disclosed its secret as it should have: {fault.text}."
        case "void":
            return f"What {seat} signed does not fit what it had promised{line}: {fault.truth or fault.text}."
        case "desync":
            return f"{seat} plays on another position than the rules give, from round {fault.round} on{line}."
        case "steering":
            return f"The rules of this game look into secrets, and must not: {fault.text}."
        case "ruleset":
            return f"This match cannot be judged here: {fault.text}."
        case "forged":
            claims = f"Line {fault.line} claims to be {fault.concerns}'s and is not"
            return f"{claims}: {fault.truth}. It counts for nothing."
        case "link" | "base":
            return f"Two records of this match differ{line}: {fault.text}."
        case kind if kind in DAMAGE:
            return _damage(fault, line)
    return f"{fault.text}."


def _incident(fault: Finding) -> str:
    """A claim that is not true, or a sealed text that is not legal."""
    rule = f" rule {fault.rule}" if fault.rule else " a rule"
    if not fault.text.startswith(FALSE_CLAIM):
        return f"{fault.seat} broke{rule}: {fault.text}."
    said = fault.claimed.partition(": ")[2] or fault.claimed
    return f"{fault.seat} broke{rule}: {fault.truth}. It had claimed: {said}."


def _damage(fault: Finding, line: str) -> str:
    """Bytes that nobody signed as they stand."""
    if "breaks off" in fault.text:
        return f"The file breaks off in the middle of an event{line}."
    if fault.concerns:
        return f"The file was damaged after it was signed{line}: what {fault.concerns} had signed is not as it was."
    return f"The file holds what is no event of this match{line}."
