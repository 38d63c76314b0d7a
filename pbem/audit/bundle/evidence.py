"""What a stranger needs to judge a match: the files of a bundle of evidence, made from a log alone.

The same log gives the same files, whoever makes them: names that a home knows, clocks and paths are not in them. So
whoever gets a bundle can make it again, and see whether its pages are those of its log.
Belongs here: which files there are, and whether those in a bundle are these. Must not be here: what stands on the pages
(`pages`, `sheet`), zip files (`archive`), verdicts (`audit`), disks.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.audit.audit import look_behind
from pbem.audit.bundle.archive import DATA, LOG, PAGES, README, REPLAY, SUMS
from pbem.audit.bundle.pages import keys_page, readme_page, rules_page, story_page
from pbem.audit.findings.finding import UNKNOWN
from pbem.audit.findings.proof import SUFFIX
from pbem.audit.findings.report import Report
from pbem.audit.sheets.document import SCHEMA, document, schema_text
from pbem.audit.sheets.html import to_html
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.audit.verify import FindRuleset
from pbem.errors import BadRecord, Unsupported
from pbem.reading.source import Source
from pbem.ruleset import find_engine
from pbem.show.clean import clean, escape_json
from pbem.show.people import FINGERPRINT


def make_evidence(
    log: bytes,
    *,
    data: Mapping[str, bytes] | None = None,
    overlay: Path | None = None,
    replay: bytes | None = None,
    find_ruleset: FindRuleset = find_engine,
) -> tuple[Report, dict[str, bytes]]:
    """The report, and the files in their order. `data` are the corrected data files, which lie in `overlay`, too.

    `replay` is a page that shows the match move by move, None if it cannot be shown.
    """
    source = Source(log)
    examined = look_behind(source, find_ruleset=find_ruleset, overlay=overlay)
    report, sheet = examined.report, make_sheet(examined.report)
    printed = msgspec.json.encode(document(report), order="deterministic")
    texts = {
        "report.txt": to_text(sheet),
        "report.html": to_html(sheet, title=f"Audit of the match {report.game[:FINGERPRINT]}"),
        "report.json": escape_json(msgspec.json.format(printed, indent=1).decode()) + "\n",
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
    files |= {f"{twins.seat}-{twins.n}{SUFFIX}": twins.proof.encode("utf-8") for twins in report.twins}
    return report, files | {f"{DATA}{name}": content for name, content in sorted((data or {}).items())}


def compare(given: Mapping[str, bytes], made: Mapping[str, bytes], report: Report) -> None:
    """Compares every page of a bundle with those that its log gives here; BadRecord if one lies.

    Unsupported if they cannot be compared, and then none of them is to be believed: another version of pbem made them,
    and words things otherwise, or the rules or the data of the match are not here.
    """
    differ = [name for name in {**made, **given} if name != SUMS and given.get(name) != made.get(name)]
    if not differ:
        return
    hint = "trust no page of it: pbem verify judges its game.pbem alone, and so does pbem audit if you take that out"
    if any(f.kind == "ruleset" and f.round == 0 and f.status == UNKNOWN for f in report.findings):
        told = f"the rules or the data of {report.engine} that the match is played by are not here"
        raise Unsupported(f"{told}: the pages of this bundle cannot be compared with its log", hint)
    for what, said in (("pbem", "pbem"), ("build", "the build")):
        theirs, ours = _told(given, what), _told(made, what)
        if theirs is not None and theirs != ours:
            told = f"{said} {clean(theirs)[:64]} made the pages of this bundle, this is {ours or 'unknown'}"
            raise Unsupported(f"{told}: they cannot be compared with its log", hint)
    name = "rules.json" if _told(given, "pbem") is None else differ[0]
    raise BadRecord(f"{name} in this bundle is not what its log gives", hint=f"it was changed; {hint}")


def _told(files: Mapping[str, bytes], what: str) -> str | None:
    """The version of pbem, or the build, that made a bundle; None if it does not say."""
    parsed = _parsed(files, "rules.json")
    told = parsed.get(what) if isinstance(parsed, dict) else None
    return told if isinstance(told, str) else None


def _parsed(files: Mapping[str, bytes], name: str) -> Any:
    try:
        return msgspec.json.decode(files.get(name, b"null"))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
