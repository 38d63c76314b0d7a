"""`pbem verify`, `pbem audit`, `pbem bench`: is the record sound, was everybody honest, how fast is this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.context import DataOption, FolderOption, JsonOption, LogArgument, known_names, log_path
from pbem.cli.judging import Judged, judged, laid_out, overlay_for
from pbem.cli.terminal import busy, say, say_json, short, talk, width
from pbem.errors import BadRecord, Unsupported
from pbem.limits import MOST_LONG, MOST_MADE
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.audit.findings.report import Report

MOST_FINDINGS = 40


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(verify)
    app.command()(audit)
    app.command()(bench)


def verify(
    log: LogArgument = None,
    folder: FolderOption = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only the last signature of each feed: links do the rest.")]
    = False,
    proof: Annotated[Path | None, typer.Option("--proof", help="Write proof files of double signing here.")] = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> int:
    """Says whether a record is sound.

    Every byte, link, signature, die and rule is checked. Also judges a proof file (.proof.jsonl) and the log in a
    bundle of evidence. Lines of another match are noted and change nothing.
    """
    from pbem.audit.verify import verify as check

    path = log_path(log, folder)
    if path.name.endswith(".proof.jsonl"):
        return _check_proof(path, json)
    with judged(path, data) as asked, busy(f"verifying {path.name}"):
        report = check(asked.lines, "quick" if quick else "full", overlay=asked.overlay)
    if asked.files is not None:
        talk("the log in the bundle was judged; pbem audit compares the pages, too")
    if proof is not None:
        _write_proofs(report, proof)
    return _tell(report, json)


def _check_proof(path: Path, as_json: bool) -> int:
    from pbem.audit.findings.proof import read_proof

    verdict = read_proof(path)
    if as_json:
        say_json(verdict)
    else:
        say(f"{'proven' if verdict.is_proven else 'not proven'}: {clean(verdict.text)}")
    return 0 if verdict.is_proven else BadRecord.status


def _write_proofs(report: Report, folder: Path) -> None:
    from pbem.audit.findings.proof import SUFFIX
    from pbem.post.outgoing import write_packet

    folder.mkdir(parents=True, exist_ok=True)
    for twins in report.twins:
        path = write_packet(folder, f"{twins.seat}-{twins.n}{SUFFIX}", twins.proof.encode("utf-8"))
        talk(f"proof of double signing: {short(path)}")
    if not report.twins:
        talk("nobody signed twice: no proof was written")


def audit(
    log: LogArgument = None,
    folder: FolderOption = None,
    data: DataOption = None,
    json: JsonOption = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the report as a page, too.")] = None,
) -> int:
    """Says whether everybody was honest.

    All that `verify` does, and a look behind every die, draw and seal with the secrets that were disclosed. Counts
    claims, dice and times by seat. In a bundle of evidence every page is compared with what its log gives.
    """
    from pbem.audit.audit import audit as look_behind

    with judged(log_path(log, folder), data) as asked, busy(f"auditing {asked.path.name}"):
        report = look_behind(asked.lines, overlay=asked.overlay) if asked.files is None else _audit_bundle(asked)
    if html is not None:
        _write_page(report, html)
    return _tell(report, json)


def _audit_bundle(asked: Judged) -> Report:
    """The report on the log in a bundle; BadRecord if a page beside it says anything else.

    Unsupported if the pages cannot be compared with the log here.
    """
    from pbem.audit.bundle.archive import LOG, REPLAY, data_of
    from pbem.audit.bundle.evidence import compare, make_evidence
    from pbem.cli.evidence import public_replay

    assert asked.files is not None
    given, replay = asked.files, None
    if REPLAY in given:
        with laid_out({LOG: given[LOG]}) as folder:
            assert folder is not None
            replay = public_replay(folder / LOG, asked.overlay)
    report, made = make_evidence(given[LOG], data=data_of(given), overlay=asked.overlay, replay=replay)
    try:
        compare(given, made, report)
    except BadRecord as fault:
        raise fault.at(asked.path.name) from None
    return report


def _write_page(report: Report, path: Path) -> None:
    from pbem.audit.sheets.html import to_html
    from pbem.audit.sheets.sheet import make_sheet
    from pbem.post.files import write_atomic

    write_atomic(path, to_html(make_sheet(report, known_names())).encode("utf-8"))
    talk(f"the report as a page: {short(path)}")


def _tell(report: Report, as_json: bool) -> int:
    from pbem.audit.sheets.document import document
    from pbem.audit.sheets.sheet import make_sheet
    from pbem.audit.sheets.text import to_text

    if as_json:
        say_json(document(report))
    else:
        say(to_text(make_sheet(report, known_names()), width=width(), most=MOST_FINDINGS).rstrip("\n"))
    return report.status


def bench(
    log: LogArgument = None,
    folder: FolderOption = None,
    data: DataOption = None,
    table: Annotated[bool, typer.Option("--table", help="How fast pbem table answers, over recorded games.")] = False,
    long: Annotated[int | None, typer.Option(
        "--long", min=1, max=MOST_LONG, metavar="EVENTS", help="How pbem next grows with a match.")] = None,
    pictures: Annotated[int | None, typer.Option(
        "--pictures", min=0, metavar="TURN", help="What a film of that turn of the match takes.")] = None,
    archive: Annotated[int | None, typer.Option(
        "--archive", min=1, max=MOST_MADE, metavar="LOGS", help="What each engine of pbem archive adds.")] = None,
    json: JsonOption = False,
) -> None:
    """Measures how fast this machine verifies a log.

    Beside the bare cost of the signatures, which no program can do without. With --table: how fast the table in the
    browser answers in the longest match of each kind in a folder of recorded games. With --long: what it takes to open
    a made-up match of so many events, and to ask what is next in it. With --pictures: what painting takes. With
    --archive: what it takes to judge so many logs, made by bots and thrown away, by each engine of pbem archive.
    """
    if table:
        _bench_table(log or folder or Path("logs"), json)
        return
    if long is not None:
        from pbem.lab.long import long_bench

        with busy(f"playing and opening {long:,} events"):
            grown = long_bench(long)
        _say_figures(grown, json)
        return
    if archive is not None:
        _bench_archive(archive, json)
        return
    path = log_path(log, folder)
    if pictures is not None:
        from pbem.replay.films.bench import picture_bench

        _say_figures(picture_bench(path, pictures, overlay=overlay_for(path, data)), json)
        return
    from pbem.audit.bench import bench as measure

    with busy(f"measuring {path.name}"):
        figures = measure(path, overlay=overlay_for(path, data))
    _say_figures(figures, json)


def _say_figures(figures: Any, as_json: bool) -> None:
    if as_json:
        say_json(figures)
        return
    import msgspec

    for name, value in msgspec.to_builtins(figures).items():
        if value is not None:
            shown = value if isinstance(value, str) else f"{value:,.4f}" if isinstance(value, float) else f"{value:,}"
            say(f"{name:20} {shown:>12}")


def _bench_archive(count: int, as_json: bool) -> None:
    from pbem.lab.archiving import BUSY_BAR, DASK_BAR, DASK_START, PARENT_BAR, RATIO_BAR, WORKER_BAR, archive_bench

    with busy(f"making and judging {count:,} logs"):
        found = archive_bench(count)
    if as_json:
        say_json(found)
        return
    say(f"{found.logs:,} logs, {found.events:,} events, {found.mb:,.1f} MB, in {found.turns} turns")
    say(f"{'':10}{'cpu s':>9}{'in logs':>9}{'ratio':>8}{'spread %':>10}{'parent ms':>11}{'busy':>7}{'worker MB':>11}")
    for one in found.engines:
        say(f"{f'{one.engine} {one.jobs}':10}{one.cpu_s:9.1f}{one.in_logs_s:9.1f}{one.ratio:8.3f}{one.spread:10.1f}"
            f"{one.parent_ms_a_log:11.2f}{one.busy:7.3f}{one.worker_mb:11.1f}")
    say(f"{'bars':28}{RATIO_BAR:8.3f}{'':10}{PARENT_BAR:11.2f}{BUSY_BAR:7.3f}{WORKER_BAR:11.1f}")
    say(f"{'':28}dask: {DASK_BAR} x the pool of 2, beyond {DASK_START:g} s in each turn")
    say(f"the same table by all: {'yes' if found.same_table else 'no'}")
    say(f"as pbem verify says, of {found.compared:,} logs: {'yes' if found.as_verify else 'no'}")


def _bench_table(under: Path, as_json: bool) -> None:
    try:
        from pbem.web.bench import BARS, FIRST_BAR, PAGE_BAR, PEAK_BAR, Measures, measure_table
    except ModuleNotFoundError as missing:
        raise Unsupported(f"the extra web is not installed ({missing.name})", "pip install 'pbem[web]'") from None
    with busy(f"measuring the table over {short(under)}"):
        found = measure_table(under)
    if as_json:
        say_json(found)
        return
    for name, game in found.games.items():
        say(f"{name} ({game.case}, {game.events:,} events)")
        say(f"  {'':14}median    p95   most     of the processor    bars")
        for figure, bars in BARS.items():
            one = getattr(game, figure)
            assert isinstance(one, Measures)
            cpu = "" if not any(one.cpu) else " ".join(f"{value:6,.0f}" for value in one.cpu)
            figures = " ".join(f"{value:6,.0f}" for value in (one.median, one.p95, one.most))
            shown = f"{figures}  {cpu:20}" if one.count else f"{'not met in this game':42}"
            say(f"  {figure:14}{shown}  {', '.join(f'{bar:,.0f}' for bar in bars)}")
        for figure, size, bar in (("first_kb", game.first_kb, FIRST_BAR), ("peak_mb", game.peak_mb, PEAK_BAR)):
            say(f"  {figure:14}{size:6,.0f}{'':38}{bar}")
    say(f"{'page_kb':16}{found.page_kb:6,.0f}{'':38}{PAGE_BAR}")
