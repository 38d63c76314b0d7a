"""Agreements and clocks in words, and signing one's own part of them (protocol 4.2, 4.7).

Belongs here: what a proposal would do, who is still needed, how long everybody was waited for. Must not be here:
printing, what is legal (`pbem.match`). Nobody consents here unless a person said so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.desk.waiting import utc
from pbem.errors import NotYourTurn, WrongUse, quoted
from pbem.kit.spelling import plural
from pbem.limits import LAST_TIME, MAX_AGREED_TEXT
from pbem.match.agreements import Wanted
from pbem.match.clocks import DAY
from pbem.match.consent import Proposal
from pbem.match.waits import Waited, Waits
from pbem.record.events import Act, Answer, Late, Takeback
from pbem.show.clean import clean

if TYPE_CHECKING:

    from pbem.home import Home
    from pbem.match.folder import GameFolder
    from pbem.match.match import Match

BY_WORD = {"sender": "by the sender's word", "judge": "by the judge's word", "own": "by its own word"}
SHORT = 60  # characters of a move that is taken back
FAULTS = {"false": "false: nobody waited for it there, or its author had gone on", "early": "early: in time then"}


# ---------------------------------------------------------------- proposals


def told(match: Match, wanted: Wanted) -> str:
    """What is wanted and what it would do, on one line."""
    if not isinstance(wanted, Takeback):
        end = f"won by {', '.join(wanted.winners)}" if wanted.winners else "a draw"
        return clean(f"the match ends, {end}{f': {wanted.text}' if wanted.text else ''}")
    gone = [c for c in match.rounds.closed if c.r > wanted.to]
    rolls = sum(c.events[0].kind == "entropy" for c in gone)
    openings = sum(c.events[0].kind == "reveal" for c in gone)
    parts = [plural(many, what) for many, what in ((rolls, "roll"), (openings, "opening")) if many]
    what = f"{' and '.join(parts)} {'is' if rolls + openings == 1 else 'are'} taken back, what was shown is known"
    inside = "; ".join([*_first_undone(match, wanted.to), *([what] if parts else [])])
    return f"back to round {wanted.to}" + (f" ({inside})" if inside else "")


def _first_undone(match: Match, to: int) -> list[str]:
    """The first answer that would be taken back, none if there is none."""
    for closed in match.rounds.closed[to:]:
        for event in closed.events:
            if isinstance(event.msg, Act) and isinstance(event.msg.body, Answer):
                words = event.msg.body.say
                short = words if len(words) <= SHORT else f"{words[:SHORT]} ..."
                return [f"before {match.name(event.seat)}: {short}"]
    return []


def proposal_lines(match: Match) -> list[str]:
    """Each open proposal with its number, who agreed, and who is needed."""
    lines = []
    for one in match.proposals():
        names = [match.name(s) for s in one.seats]
        agreed = f"; agreed: {', '.join(names[1:])}" if len(names) > 1 else ""
        lines.append(f"{one.number}  {names[0]}: {told(match, one.wanted)}{agreed}{_needed(match, one)}")
    return lines


def answer_lines(match: Match) -> list[str]:
    """How to answer, if something is proposed to which a seat of this home has not agreed."""
    is_wanted = any(not one.is_by(seat) for one in match.proposals() for seat in match.keys)
    return ["agree with: pbem agree NUMBER; or else: pbem refuse NUMBER"] if is_wanted else []


def _needed(match: Match, one: Proposal) -> str:
    asked = [s for s in one.needed if s in match.keys]
    if any(one.is_complete(s) for s in asked):
        return "; all others have agreed: your agreement does it"
    names = needed_names(match, one)
    return f"; needed: {', '.join(names)}" if names else ""


def needed_names(match: Match, one: Proposal) -> list[str]:
    """Whose agreement lacks, first the seats that are asked: each of them must do it itself."""
    asked = [s for s in one.needed if not one.is_by(s)]
    lacking = [s for s in one.lacking if s not in asked]
    first = [f"{match.name(s)} (asked now)" for s in asked]
    return [*first, *(match.name(s) for s in lacking)]


def numbered(match: Match, number: int) -> Proposal:
    """The proposal of this number; WrongUse if nothing on the open round has it: with its round an offer is gone."""
    found = {one.number: one for one in match.proposals()}
    if not found:
        raise WrongUse("nothing is proposed on the open round", "propose with: pbem propose takeback ROUND")
    if number not in found:
        raise WrongUse(f"there is no proposal {number} on the open round", "list what is proposed with: pbem agree")
    return found[number]


def consent(home: Home, game: GameFolder, wanted: Wanted, seat: int | None = None) -> bool:
    """Signs for one's own seats what a person wants or consents to; whether it was done by that.

    The one seat that is asked does it at once if all others have agreed; else its tool does it when they have. Where
    several are asked each of them needs the others' consent to do it, so all sign that first.
    """
    from pbem.desk.challenges import answered

    match = game.match
    if isinstance(wanted, Takeback) and answered(home, match.genesis) is not None:
        raise WrongUse("this match answers your challenge: who entered it takes nothing back with your consent")
    before = match.rounds.r
    mine = [s for s in match.keys if seat in (None, s) and s not in match.binding.resigned]
    if not mine:
        raise NotYourTurn("no seat of this match that could agree is yours")
    asked = match.rounds.owing()
    same = next((p for p in match.proposals() if p.wanted == wanted), None)
    if same is not None and len(asked) == 1 and asked[0] in mine and same.is_complete(asked[0]):
        match.do_agreed(asked[0], same)
    else:
        first = [s for s in mine if s in asked] or mine[:1]
        lacking = [s for s in first if same is None or not same.is_by(s)]
        for one in lacking or first[:1]:  # who is not asked agrees with one seat, for a person counts once
            match.agree(one, wanted)
    match.run_mechanical()
    return match.rounds.r > before


def closed_by(match: Match, wanted: Wanted) -> str:
    """What is told when it was done."""
    if isinstance(wanted, Takeback):
        return f"taken back to round {wanted.to} by agreement of all"
    return f"ended by agreement: {clean(match.result.text)}" if match.result is not None else "agreed"


# ---------------------------------------------------------------- clocks


def clock_lines(waits: Waits) -> list[str]:
    """Each seat that is waited for: since when, by whose word, until when."""
    return [_clock_line(waits, one) for one in waits.open]


def _clock_line(waits: Waits, one: Waited) -> str:
    name, found = waits.match.name(one.seat), one.found
    days = max(0, waits.now - found.start) // DAY
    since = f"{name}  awaited {plural(days, 'day')}, since {_at(found.start)} ({BY_WORD[found.word]})"
    if waits.clock is None:
        return f"{since}; no deadline: the match was made without a clock"
    parts = [since, f"deadline {_at(found.deadline)}{_standing(waits, one)}"]
    if waits.clock.leave:
        parts.append(f"leave left {plural(waits.leave_left(one.seat) // DAY, 'day')}")
    return "; ".join(parts)


def _standing(waits: Waits, one: Waited) -> str:
    assert waits.clock is not None
    if one.found.due:
        return f", due since {_at(one.found.deadline + waits.clock.grace * DAY)}"
    return f", late, grace until {_at(one.found.deadline + waits.clock.grace * DAY)}" if one.found.late else ""


def deadline_lines(match: Match) -> list[str]:
    """The earliest deadline of those that are waited for, if there is one."""
    found = deadline_of(match)
    return [f"deadline: {_at(found)}, see pbem clock"] if found else []


def claim_late(match: Match, seat: int, whom: str, text: str, now: int) -> None:
    """Signs that a seat lets the others wait too long; WrongUse if it is not due, and when it will be."""
    waits = Waits(match, now)
    wait = next((w for w in waits.open if match.name(w.seat) == whom), None)
    if wait is None:
        awaited = ", ".join(match.name(w.seat) for w in waits.open) or "nobody"
        raise WrongUse(f"nobody waits for {quoted(whom)!r}", f"awaited: {awaited}")
    if waits.clock is None:
        raise WrongUse("this match has no clock, so nobody is late by it", "tell the others with: pbem note")
    if not wait.found.due:
        due = _at(wait.found.deadline + waits.clock.grace * DAY)
        raise WrongUse(f"{whom} is not due before {due}", "see pbem clock")
    if len(text) > MAX_AGREED_TEXT:
        raise WrongUse(f"the text has {len(text)} signs, the limit is {MAX_AGREED_TEXT}")
    match.claim(seat, Late(whom=wait.seat, text=text))


def past_lines(waits: Waits) -> list[str]:
    """Answers that came late or whose time is doubtful, and what was claimed of lateness."""
    lines, name = [], waits.match.name
    for one in waits.all:
        if one.answered is not None and one.found.late:
            lines.append(f"round {one.round}: {name(one.seat)} answered {_at(one.answered)}, "
                         f"after the deadline {_at(one.found.deadline)}")
        if one.answered is not None and one.found.doubt:
            seen = f", another seat stands on it from {_at(one.found.witnessed)}" if one.found.witnessed else ""
            whose = f"the time of {name(one.seat)}'s answer"
            lines.append(f"round {one.round}: {whose} is doubtful: {_at(one.answered)}{seen}")
    for late in waits.lateness():
        fault = f"; {FAULTS[late.fault]}" if late.fault else ""
        words = f": {clean(late.text)}" if late.text else ""
        whom = name(late.whom) if late.whom < len(waits.match.binding.names) else "nobody"
        lines.append(f"round {late.round}: {name(late.by)} claims that {whom} is late{words}{fault}")
    return lines


def as_data(waits: Waits) -> dict[str, Any]:
    """The same for programs."""
    match, clock = waits.match, waits.clock
    return {
        "clock": None if clock is None else {"days": clock.days, "grace": clock.grace, "leave": clock.leave},
        "waits": [
            {"seat": match.name(w.seat), "round": w.round, "since": w.found.start, "word": w.found.word,
             "deadline": w.found.deadline if clock else None, "leave": w.found.leave, "late": w.found.late,
             "due": w.found.due, "leave_left": waits.leave_left(w.seat)}
            for w in waits.open
        ],
        "proposals": [
            {"number": p.number, "seat": match.name(p.seats[0]), "what": told(match, p.wanted),
             "agreed": [match.name(s) for s in p.seats], "needed": [match.name(s) for s in p.lacking]}
            for p in match.proposals()
        ],
        "past": past_lines(waits),
    }


def deadline_of(match: Match) -> int:
    """The earliest deadline of those that are waited for; 0 without a clock, or if nobody is waited for."""
    waits = Waits(match, 0)
    return min((min(w.found.deadline, LAST_TIME) for w in waits.open), default=0) if waits.clock else 0


def _at(time: int) -> str:
    """A time that somebody claimed; none is later than calendars go."""
    return utc(min(time, LAST_TIME))
