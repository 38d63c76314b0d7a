"""`pbem evidence`: a log and all that a stranger needs to judge it, in one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from pbem.audit.bundle.archive import is_bundle
from pbem.cli.context import DataOption, FolderOption, LogArgument, log_path
from pbem.cli.judging import laid_out, log_of, overlay_for
from pbem.cli.terminal import busy, say, short, talk
from pbem.errors import PbemError, WrongUse
from pbem.show.clean import clean


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command()(evidence)


def evidence(
    output: Annotated[Path, typer.Option("--output", "-o", help="The zip file to write.")],
    log: LogArgument = None,
    folder: FolderOption = None,
    replay: Annotated[bool, typer.Option("--replay/--no-replay", help="With a page that replays the match.")] = True,
    data: DataOption = None,
) -> int:
    """Packs a log and its audit for a stranger.

    One zip file: log, report, replay, keys, rules, story, proofs, how to check them. The same log gives the same file.
    pbem verify and pbem audit read it as it is. The status is that of the verdict.
    """
    from pbem.audit.bundle.archive import LOG, pack
    from pbem.audit.findings.naming import in_names
    from pbem.post.files import write_atomic
    from pbem.replay.exports.pages import evidence_files

    path = log_path(log, folder)
    if is_bundle(path):
        raise WrongUse(f"{short(path)} is a bundle of evidence already", "pbem audit checks it")
    overlay = overlay_for(path, data)
    lines = log_of(path)
    with laid_out({LOG: lines} if isinstance(lines, bytes) else {}) as folder:
        plain = folder / LOG if folder is not None else path
        shown = public_replay(plain, overlay) if replay else None
        with busy(f"auditing {path.name}"):
            report, files = evidence_files(
                _read(plain), data=_data_files(overlay), overlay=overlay, replay=shown, source=path.name
            )
    packed = pack(files)
    write_atomic(output, packed)
    say(clean(in_names(report).talk()[0]))
    talk(f"{len(files) + 1} files, {len(packed):,} bytes: {short(output)}", f"to check it: pbem audit {short(output)}")
    return report.status


def public_replay(path: Path, overlay: Path | None) -> bytes | None:
    """The match as everybody may see it, the same whoever asks; None, with a word, if the log cannot be replayed."""
    from pbem.cli.replay import reel_for
    from pbem.replay.exports.pages import public_page

    try:
        reel = reel_for(path, "public", overlay, None)
        with busy("replaying"):
            return public_page(reel, _read(path))
    except PbemError as error:
        talk(f"no replay is in it: {clean(str(error))}")
        return None


def _read(path: Path) -> bytes:
    from pbem.disk.plain import open_plain
    from pbem.limits import MOST_BYTES

    with os.fdopen(open_plain(path, most=MOST_BYTES), "rb") as stream:
        return stream.read(MOST_BYTES)


def _data_files(overlay: Path | None) -> dict[str, bytes]:
    """The corrected data files by name; WrongUse if one could not travel in a bundle."""
    from pbem.audit.bundle.archive import DATA, is_name
    from pbem.disk.plain import read_small

    found: dict[str, bytes] = {}
    for path in sorted(overlay.glob("*.toml")) if overlay is not None else ():
        if not is_name(DATA + path.name):
            raise WrongUse(f"{short(path)}: a data file is named like map.toml")
        content = read_small(path, most=2**20)
        assert content is not None
        found[path.name] = content
    return found
