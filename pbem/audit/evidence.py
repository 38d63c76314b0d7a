"""What a stranger needs to judge a match: the files of a bundle of evidence, made from a log alone.

The same log gives the same files, whoever makes them: names that a home knows, clocks and paths are not in them. So
whoever gets a bundle can make it again, and see whether its pages are those of its log.
Belongs here: which files there are, and whether those in a bundle are these. Must not be here: what stands on the pages
(`pages`, `sheet`), zip files (`bundle`), verdicts (`audit`), disks.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.audit.audit import look_behind
from pbem.audit.bundle import DATA, LOG, PAGES, README, REPLAY, SUMS
from pbem.audit.document import SCHEMA, document, schema_text
from pbem.audit.findings import UNKNOWN, Report
from pbem.audit.pages import keys_page, readme_page, rules_page, story_page
from pbem.audit.proof import SUFFIX
from pbem.audit.sheet import make_sheet
from pbem.audit.sheet_html import to_html
from pbem.audit.sheet_text import to_text
from pbem.audit.source import Source
from pbem.audit.verify import FindRuleset
from pbem.errors import BadRecord, Unsupported
from pbem.ruleset import find_engine
from pbem.show.clean import clean
from pbem.show.people import FINGERPRINT

_FACTS = (
    "game", "engine", "builds", "digest", "events", "bytes", "status", "result", "awaited", "disclosed", "audited",
)
_PLACE = ("severity", "kind", "status", "line", "round", "seat", "rule")


def make_evidence(
    log: bytes,
    *,
    data: Mapping[str, bytes] | None = None,
    overlay: Path | None = None,
    replay: bytes | None = None,
    find_ruleset: FindRuleset = find_engine,
) -> tuple[Report, dict[str, bytes]]:
    """The report, and the files in their order. `data` are the corrected data files, which lie in `overlay`, too.

    `replay` is a page that shows the match move by move, where there is one.
    """
    source = Source(log)
    examined = look_behind(source, find_ruleset=find_ruleset, overlay=overlay)
    report, sheet = examined.report, make_sheet(examined.report)
    printed = msgspec.json.encode(document(report), order="deterministic")
    texts = {
        "report.txt": to_text(sheet),
        "report.html": to_html(sheet, title=f"Audit of the match {report.game[:FINGERPRINT]}"),
        "report.json": msgspec.json.format(printed, indent=1).decode() + "\n",
        SCHEMA: schema_text(),
        "keys.txt": keys_page(examined),
        "rules.json": rules_page(examined.start, data or {}),
        "story.txt": story_page(examined, source),
    }
    assert tuple(texts) == PAGES
    readme = readme_page(report, sheet.verdict, has_data=bool(data), has_replay=replay is not None)
    files = {README: readme.encode(), LOG: log}
    files |= {name: text.encode() for name, text in texts.items()}
    files |= {} if replay is None else {REPLAY: replay}
    files |= {f"{twins.seat}-{twins.n}{SUFFIX}": twins.proof.encode("ascii") for twins in report.twins}
    return report, files | {f"{DATA}{name}": content for name, content in sorted((data or {}).items())}


def compare(given: Mapping[str, bytes], made: Mapping[str, bytes], report: Report) -> str:
    """Compares the pages of a bundle with those that its log gives here; BadRecord where they lie.

    Gives what was not compared, empty where everything was. Another version of pbem may word things otherwise: then the
    facts of the report alone are compared. Where the rules are not here nothing can be.
    """
    if report.status == UNKNOWN:
        return "the rules are not here: no page of the bundle was compared with its log"
    theirs, ours = _told(given, "build"), _told(made, "build")
    if theirs is not None and theirs != ours:
        told = f"the build {clean(theirs)[:64] or 'unknown'} made the pages of this bundle, this is {ours or 'unknown'}"
        raise Unsupported(f"{told}: they cannot be compared with its log", "judge its game.pbem alone")
    maker, rest = _told(given, "pbem"), ""
    if maker == _told(made, "pbem"):
        names = [name for name in {**made, **given} if name not in (SUMS, REPLAY) and given.get(name) != made.get(name)]
    elif maker is None:
        names = ["rules.json"]
    else:
        names = [] if _facts(given) == _facts(made) else ["report.json"]
        rest = f"made by pbem {maker[:20]}, not this version: only the facts in report.json were compared"
    if names:
        hint = "it was changed, or another build of pbem made it: trust what `pbem audit` says of its game.pbem alone"
        raise BadRecord(f"{names[0]} in this bundle is not what its log gives", hint=hint)
    return rest


def _told(files: Mapping[str, bytes], what: str) -> str | None:
    """The version of pbem, or the build, that made a bundle; None where it does not say."""
    parsed = _parsed(files, "rules.json")
    told = parsed.get(what) if isinstance(parsed, dict) else None
    return told if isinstance(told, str) else None


def _facts(files: Mapping[str, bytes]) -> Any:
    told = _parsed(files, "report.json")
    try:
        return [told[fact] for fact in _FACTS], [[f.get(part) for part in _PLACE] for f in told["findings"]]
    except (TypeError, KeyError, AttributeError):
        return None


def _parsed(files: Mapping[str, bytes], name: str) -> Any:
    try:
        return msgspec.json.decode(files.get(name, b"null"))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
