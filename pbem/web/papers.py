"""A whole match as a file: what `pbem replay`, `log`, `export` and `evidence` give, as a seat held here, or the public.

Belongs here: which papers there are, their bytes from the log as it lies. Must not be here: what is in them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.audit.bundle.archive import pack
from pbem.desk.desk import Desk
from pbem.desk.logged import ended_line, log_lines
from pbem.desk.overlay import overlay_of
from pbem.desk.reading import read
from pbem.disk.plain import read_small
from pbem.errors import PbemError, WrongUse
from pbem.limits import MOST_BYTES
from pbem.match.match import Match
from pbem.play.sight import PUBLIC
from pbem.record.log import LOG_NAME
from pbem.replay.exports.document import document, encode
from pbem.replay.exports.pages import evidence_files, log_named, public_page, replay_page
from pbem.replay.exports.rows import table, to_csv
from pbem.replay.exports.story import report_page, report_text
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.clean import clean
from pbem.show.frame import whole_steps
from pbem.show.svg import scene_svg
from pbem.viewing.scenes import scene_of
from pbem.viewing.viewers import secret_of
from pbem.web.sitting import Busy

POLICY = "sandbox allow-scripts allow-downloads; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
"""Of a page that replays, beside its own: nothing of this table is within its reach."""
PATIENCE = 60.0  # seconds for which a paper waits for the one before it
_one_by_one = threading.Lock()


@dataclass(frozen=True, slots=True)
class Paper:
    """A file: its bytes, its kind; the name that it is saved under."""

    content: bytes
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class WantedPaper:
    """What a paper is made of: the log, whose eyes see it, the names of people."""

    desk: Desk
    log: Path
    viewer: str

    @property
    def overlay(self) -> Path | None:
        return overlay_of(self.log.parent)

    def match(self) -> Match:
        """The match as its person may see it, its log read anew."""
        return read(self.log, self.desk.masters, self.overlay)

    def reel(self) -> Reel:
        return open_reel(self.log, self.viewer, masters=self.desk.masters, overlay=self.overlay)

    def lines(self) -> bytes:
        return read_small(self.log, most=MOST_BYTES) or b""

    def names(self) -> dict[str, str]:
        home = self.desk.home
        me = [home.card()] if home.exists else []
        return {id: one.name for id, one in home.people.all().items()} | {card.id: card.name for card in me}


def _replay(asked: WantedPaper) -> bytes:
    reel = asked.reel()
    return replay_page(reel, list(reel), asked.names(), asked.lines(), name=log_named(asked.log))


def _json(asked: WantedPaper) -> bytes:
    reel = asked.reel()
    return encode(document(reel.match, list(reel), reel.viewer))


def _csv(asked: WantedPaper) -> bytes:
    return to_csv(table(whole_steps(list(asked.reel()), "event"))).encode("utf-8")


def _report(asked: WantedPaper) -> bytes:
    reel = asked.reel()
    return report_text(reel, list(reel), asked.names()).encode("utf-8")


def _report_page(asked: WantedPaper) -> bytes:
    reel = asked.reel()
    return report_page(reel, list(reel), asked.names())


def _log(asked: WantedPaper) -> bytes:
    match = asked.match()
    lines = [*log_lines(match, None if asked.viewer == PUBLIC else asked.viewer), *filter(None, [ended_line(match)])]
    return "".join(f"{clean(line)}\n" for line in lines).encode("utf-8")


def _board(asked: WantedPaper) -> bytes:
    return scene_svg(scene_of(asked.match(), asked.viewer, ways=True)).encode("utf-8")


def _evidence(asked: WantedPaper) -> bytes:
    """What is told to a stranger, whoever asks."""
    overlay, content = asked.overlay, asked.lines()
    data = {path.name: path.read_bytes() for path in sorted(overlay.glob("*.toml"))} if overlay is not None else {}
    try:
        replay = public_page(open_reel(asked.log, PUBLIC, overlay=overlay), content)
    except PbemError:
        replay = None
    _, files = evidence_files(content, data=data, overlay=overlay, replay=replay, source=asked.log.name)
    return pack(files)


PAPERS: Mapping[str, tuple[Callable[[WantedPaper], bytes], str]] = {
    "replay.html": (_replay, "text/html"), "report.html": (_report_page, "text/html"),
    "report.md": (_report, "text/plain; charset=utf-8"),
    "log.txt": (_log, "text/plain; charset=utf-8"), "board.svg": (_board, "image/svg+xml"),
    "game.csv": (_csv, "text/csv; charset=utf-8"), "game.json": (_json, "application/json"),
    "evidence.zip": (_evidence, "application/zip"), LOG_NAME: (WantedPaper.lines, "application/octet-stream"),
}  # fmt: skip
FOR_ALL = ("evidence.zip", LOG_NAME)  # the same whoever asks


def paper(desk: Desk, folder: Path, name: str, seat: str) -> Paper:
    """A paper of a match; WrongUse if there is none of this name, or if the seat is not held here."""
    found = PAPERS.get(name)
    if found is None:
        raise WrongUse("there is no such paper", f"these are: {', '.join(PAPERS)}")
    make, kind = found
    asked = WantedPaper(desk, folder / LOG_NAME, seat or PUBLIC)
    match = asked.match()
    mine = [match.name(number) for number in match.keys]
    if asked.viewer not in (PUBLIC, *mine):
        raise WrongUse(f"the seat {clean(seat)[:40]} is not yours", f"yours: {', '.join(mine) or 'none'}; or public")
    whose = "" if name in FOR_ALL else secret_of(match, asked.viewer)
    stem, dot, end = name.partition(".")
    if not _one_by_one.acquire(timeout=PATIENCE):
        raise Busy("another paper is being made, and takes long", "try again")
    try:
        content = make(asked)
    finally:
        _one_by_one.release()
    return Paper(content, kind, f"{match.ruleset.name}-{stem}{f'-{whose}' if whose else ''}{dot}{end}")
