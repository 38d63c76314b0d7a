"""A whole game as a page that replays it, and the evidence of it that a stranger judges.

Belongs here: making both from a log. Must not be here: frames (`films`), what a page looks like (`pbem.show.html`),
verdicts (`pbem.audit`), printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote

from pbem.audit.bundle.evidence import make_evidence
from pbem.audit.findings.report import Report, ended, unfinished
from pbem.errors import BadRecord, Divergence
from pbem.match.played import titles_of
from pbem.play.sight import AUDITOR, PUBLIC
from pbem.record.log import LOG_NAME
from pbem.replay.exports.document import match_record
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame
from pbem.show.html import Ends, Match, page
from pbem.show.people import named
from pbem.viewing.viewers import disclosed, secrets_for


def replay_page(
    reel: Reel, frames: Sequence[Frame], names: Mapping[str, str], log: bytes | None = None, *, name: str = LOG_NAME,
    ends: Sequence[Ends] = (),
) -> bytes:
    """The page that replays these frames, as it is written; `names` are those of people by their keys.

    `log` stands in the page if it is to check itself; `name` is what the commands that the page tells call it;
    `ends` are of games that bots played on.
    """
    record = match_record(reel.match)
    seats = [seat for seat in record.seats if seat.role != "judge"]
    about = Match(
        title=record.title, id=record.id, engine=record.engine, about=record.about, scenario=record.scenario,
        seats=tuple(seat.name for seat in seats),
        players=tuple(named(seat.person, names) for seat in seats), state=_state(reel),
        log=quote(name), ends=tuple(ends),
        terms=tuple((term.word, term.meaning, term.rule) for term in reel.match.ruleset.terms),
    )  # fmt: skip
    return page(frames, about, log, other_eyes(reel)).encode("utf-8")


def other_eyes(reel: Reel) -> Iterable[Frame]:
    """Beside what the public saw, once all is disclosed, what was hidden from it; and the reverse; else nothing."""
    other = {PUBLIC: AUDITOR, AUDITOR: PUBLIC}.get(reel.viewer)
    players = {s for s, seat in enumerate(reel.match.binding.seats) if seat.role != "judge"}
    if other is None or not reel.match.binding.is_over or players - disclosed(reel.match).keys():
        return ()
    return Reel(reel.match, other, secrets=secrets_for(reel.match, other), lines=reel.lines)


def _state(reel: Reel) -> str:
    """How it stands by the rules, in the words of `pbem verify`; a page's own reader of the record knows no rules."""
    match, titles = reel.match, titles_of(reel.match.binding)
    if match.result is not None:
        winners = ", ".join(titles.get(seat, seat) for seat in match.result.winners)
        return ended(match.result.by, winners, match.result.score)
    return unfinished(match.rounds.r, ", ".join(titles.get(duty.name, duty.name) for duty in match.owing()))


def log_named(path: Path) -> str:
    """What a command may call this log: the folder of a match, else the file."""
    return path.absolute().parent.name if path.name == LOG_NAME else path.name


def public_page(reel: Reel, content: bytes) -> bytes | None:
    """The match as everybody may see it, the same whoever asks; None if this build plays otherwise: no evidence then.

    Raises whatever keeps the log from being replayed.
    """
    if reel.match.otherwise is not None and reel.match.otherwise.told is not None:
        return None
    return replay_page(reel, list(reel), {}, content)


def evidence_files(
    content: bytes, *, data: Mapping[str, bytes], overlay: Path | None, replay: bytes | None, source: str,
) -> tuple[Report, dict[str, bytes]]:
    """What a stranger needs, as `make_evidence` gives it; the error says why none is written."""
    report, files = make_evidence(content, data=data, overlay=overlay, replay=replay)
    first = report.first
    if first is not None and first.kind == "first line":
        raise BadRecord(first.text, source=source, hint="no evidence was written: there is no match in it")
    for finding in report.faults:
        if finding.kind == "build" and report.build not in report.builds.values():
            raise Divergence(finding.text, "no evidence was written: pack it with the build that its players had")
    return report, files
