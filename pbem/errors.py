"""What can go wrong, each with its exit status (README, "Exit status").

Belongs here: the errors a person may see. Everything else that is raised is a bug and stays a traceback.
Must not be here: any text of a game, any colour.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 500  # characters of what was typed that an error repeats
MOST_LEGAL = 12  # of what would be legal that an error names
_OF_EVERY_GAME = {"undo": "taking back", "agreed": "agreements", "resign": "giving up"}
LONGEST_BEGINNING = 80  # characters of an answer that an error repeats for what may follow it


def shortened(text: str) -> str:
    """A text as it stands, or its beginning and how long it is."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ... ({len(text):,} characters)"


def quoted(text: str) -> str:
    """What was typed, for an error of one line: every run of blanks and line ends is a space, and it is shortened."""
    return shortened(" ".join(text.split()))


def ground(rule: str) -> str:
    """What forbids a move, as people read it: a section of the rules, or what a record allows in every game."""
    return _OF_EVERY_GAME.get(rule) or f"rule {cited(rule)}"


def cited(rule: str) -> str:
    """A rule as people read it: a ruling, `r110` where an event names it, is R110."""
    return rule.upper() if rule[:1] == "r" and rule[1:].isdigit() else rule


class PbemError(Exception):
    """Base of all errors with one clear line; `hint` says what to do, None if there is nothing to say."""

    status = 1

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class WrongUse(PbemError):
    """The command was used wrongly: a word, a path or an option is off."""

    status = 2


class IllegalMove(PbemError):
    """A seat's choice that the rules forbid; nothing changed.

    `tried` says what was tried, `rule` the section (or ruling) that forbids it, `because` why here,
    `legal` what would be legal, the most useful first. The message cuts short what is long, and says how all of it is
    seen: `after` is the beginning of an answer that it would follow, None if what is legal is a whole answer.
    `question` is what was asked, if it seems that something else was answered. `in_parts` is set if what was tried was
    read as an answer of several parts, so that no part of it is one by itself.
    """

    status = 3
    in_parts = False
    question = ""

    def __init__(
        self, tried: str, rule: str, because: str, legal: Iterable[object] = (), *, after: str | None = None
    ) -> None:
        self.tried, self.rule, self.because, self.legal = tried, rule, because, tuple(str(x) for x in legal)
        is_short = after is not None and len(after) <= LONGEST_BEGINNING and '"' not in after
        self.after = after if is_short else None
        super().__init__(self._message())

    def name_seat(self, seat: str) -> None:
        """The message begins with the seat from now on, if it does not yet: for who plays several."""
        if not self.tried.startswith(seat):
            self.tried = f"{seat}: {self.tried}"
            self.args = (self._message(),)

    def name_question(self, question: str) -> None:
        """The message says from now on what is asked."""
        self.question = question
        self.args = (self._message(),)

    def _message(self) -> str:
        lines = [shortened(self.tried), f"  {ground(self.rule)}: {shortened(self.because)}"]
        lines += [f"  asked: {shortened(self.question)}"] if self.question else []
        if self.legal:
            lines.append("  legal: " + ", ".join(self.legal[:MOST_LEGAL]) + self._more(len(self.legal) - MOST_LEGAL))
        return "\n".join(lines)

    def _more(self, count: int) -> str:
        """How many more are legal, and how they are seen."""
        begun = "" if self.after is None else f' --follow "{self.after}"'
        return f" and {count} more: pbem next --all{begun}" if count > 0 else ""


class FalseClaim(IllegalMove):
    """A claim of `seat` about secrets that what can be seen proves false; `shown` is what is true, empty if unsaid."""

    def __init__(self, seat: str, claim: str, rule: str, shown: str) -> None:
        self.seat, self.claim, self.shown = seat, claim, shown
        because = "what is sealed says otherwise" + (f": {shown}" if shown else "")
        super().__init__(f"{seat} claims: {claim}", rule, because)


class NotYourTurn(PbemError):
    """An order for a seat that is not asked, or not held here."""

    status = 3


class BadRecord(PbemError):
    """Bytes, a signature, a link or a value of the record that cannot be accepted.

    `line` is the line number in `source` (a file, a packet), counted from 1; None if no line is meant.
    `refused` is the record that was not taken in, for whoever knows where it came from; None if none was decoded.
    """

    status = 4
    refused: object = None

    def __init__(
        self, why: str, *, source: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        self.why, self.source, self.line = why, source, line
        where = ", ".join(w for w in (source, f"line {line}" if line is not None else None) if w)
        super().__init__(f"{where}: {why}" if where else why, hint)

    def at(self, source: str, line: int | None = None) -> BadRecord:
        """The same fault with its place named."""
        return type(self)(self.why, source=source, line=line, hint=self.hint)


class BrokenSeal(BadRecord):
    """A key or a seed that does not fit its commitment."""


class Divergence(PbemError):
    """Two builds disagree about one position: shown as DESYNC."""

    status = 4


class MissingRecords(PbemError):
    """Something that was referred to is not here; it must be asked for again."""

    status = 5


class Fork(PbemError):
    """Two records claim one place: a seat has signed twice."""

    status = 6


class Transport(PbemError):
    """A mail server or a folder did not answer; trying again may help."""

    status = 7


class Unsupported(PbemError):
    """A ruleset version, a kind or an extra that this build lacks."""

    status = 8


class BadRules(AssertionError):
    """Rules that break the contract of a ruleset: their author's bug, with the line of theirs in its traceback."""
