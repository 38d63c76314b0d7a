"""`pbem next`: one screen with whose turn it is, what is awaited, what is legal and how to type it.

Belongs here: that screen, also as the last words of every command that changed something. Must not be here: orders.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.carrying import as_lines, tell_sent, wrong_with
from pbem.cli.context import (
    FolderOption,
    JsonOption,
    LogArgument,
    PassphraseFile,
    is_in_match,
    log_path,
    note_stop,
    read_match,
    reading_desk,
)
from pbem.cli.drafted import TOLD, draft_lines
from pbem.cli.listed import played_line
from pbem.cli.since import looked, new_as_data, new_lines, note
from pbem.cli.terminal import choice_lines, say, say_json, talk, wrapped
from pbem.errors import Divergence, PbemError, cited
from pbem.kit.spelling import plural
from pbem.show.clean import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.desk.early import Early
    from pbem.desk.orders import Given
    from pbem.home import Home
    from pbem.match.desync import Otherwise
    from pbem.match.match import Duty, Match

SHOWN, EVERYTHING = 24, 10_000  # examples of what may be typed
SEALED = 6  # parts of one seal that its owner is told of, screen after screen


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("next")(show_next)


def show_next(
    log: LogArgument = None,
    folder: FolderOption = None,
    follow: Annotated[str | None, typer.Option(help="What may follow this beginning of an answer.")] = None,
    all: Annotated[bool, typer.Option("--all", help="Long lists whole.")] = False,
    moments: Annotated[bool, typer.Option("--moments", help="What may be asked before the phase ends.")] = False,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Whose turn it is and what may be typed.

    Outside a match, all matches of this home.
    """
    reader = reading_desk(passphrase_file)
    if log is None and folder is None and follow is None and not moments and not is_in_match() and _plays(reader.home):
        from pbem.cli.inbox import show_inbox

        show_inbox(reader, json=json)
        return 0
    path = log_path(log, folder)
    match = read_match(path, reader, whole=True)
    reader.hold_back(match, path)
    note_stop(match)
    status = Divergence.status if differs(match) is not None else 0
    if moments:
        from pbem.cli.coming import show_moments

        show_moments(match, json=json)
        return status
    if follow is not None:
        from pbem.cli.following import asked_seat, follow_lines, following

        seat = asked_seat(match, path.parent)
        if json:
            say_json(following(match, seat, follow))
        else:
            say(*follow_lines(match, seat, follow, *([EVERYTHING] if all else [])))
        return status
    wrong, played = wrong_with(match, reader.home), played_line(match, reader.home)
    new = looked(match, path)
    if json:
        say_json(_next_as_data(match, path.parent) | new_as_data(match, new) | ({"wrong": wrong} if wrong else {}))
        return status
    say(*new_lines(match, new))
    say(*next_lines(match, path.parent, EVERYTHING if all else SHOWN, played), *as_lines(wrong))
    if reader.identity is None and reader.home.exists:
        talk("your identity is locked: unlock it with PBEM_PASSPHRASE or --passphrase-file to see what you are asked")
    elif not match.keys and match.result is None:
        say(*_reason_lines(match))
    return status


def report(match: Match, folder: Path, sent: Iterable[Path], since: int | None = None) -> None:
    """What every command that changed a match ends with: what happened from a round on, what to send, what is next."""
    from pbem.desk.story import joined, said

    if since is not None:
        note(match, folder)
        told = joined(t for t in match.binding.table.story if t.round >= since)
        if len(told) > TOLD:
            talk(f"({plural(len(told) - TOLD, 'sentence')} more: pbem log --since {since})")
        for t in told[-TOLD:]:
            talk(*wrapped(said(t), indent=2, hang=2))
    tell_sent(sent, match)
    talk(*next_lines(match, folder))


def tell_given(given: Iterable[Given]) -> None:
    """Each answer as it was taken, in canonical words, and what it comes to if these do not tell."""
    from pbem.desk.drafts import in_short

    for one in given:
        say(f"{one.seat}: {in_short(one.says)}")
        for line in one.echo:
            talk(*wrapped(line, indent=2, hang=2))


def _plays(home: Home) -> bool:
    """Whether somebody plays here: `status` then says what there is, or how one begins."""
    return home.exists or bool(home.games.all())


def next_lines(match: Match, folder: Path | None = None, most: int = SHOWN, played: str = "") -> list[str]:
    """The screen, for the seats held here; of what each may type so many examples at most.

    `played` names the match, and with whom it is played.
    """
    from pbem.desk.drafting import drafting_of
    from pbem.desk.waiting import human_duties, open_duties, waiting_since

    match.binding.rewind()
    found = differs(match)
    head = headline(match)
    lines = [*_desync_lines(found), head, *wrapped(played, hang=2), *_alarms(match)]
    if found is not None and found.how == "round":
        return lines  # the others have played on from another round than is open here
    if match.result is not None:
        from pbem.show.ended import won

        result = match.result
        lines += wrapped(f"the match has ended: {result.text} (rule {result.by}; {won(result.winners)})")
        lines += report_lines(match)
    duties, joins = human_duties(match), [d for d in open_duties(match) if d.kind == "join"]
    others = [d for d in match.owing() if d not in duties]
    lines += _awaited_lines(others)
    lines += waiting_since(match) if others else []
    for seat, fault in match.held_back.items():
        lines += wrapped(f"{match.name(seat)} may not sign: {fault}" + _in_brackets(fault.hint), hang=2)
    is_stopped = bool(match.twins) and match.result is None
    lines += _reason_lines(match) if (duties or is_stopped) and not open_duties(match) else []
    lines += agreement_lines(match)
    lines += sealed_lines(match, SEALED if most <= SHOWN else most)
    drafting = drafting_of(match, folder)
    if drafting.drafts:
        lines[lines.index(head)] = headline(match)  # of the question that stands there
    lines += draft_lines(drafting)
    for duty in joins or drafting.ahead.asked():
        lines += _duty_lines(match, duty.name, duty.kind, most)
    lines += filed_lines(match, folder, len(drafting.drafts) + len(drafting.unfit), drafting.ahead.asked())
    if match.keys and not duties and not is_stopped and match.result is None:
        lines.append("nothing is asked of you now")
    return lines


def agreement_lines(match: Match) -> list[str]:
    """What is proposed to all, and the deadline if the match has a clock."""
    if match.clock is None and not match.proposals():
        return []
    from pbem.desk.agreements import answer_lines, deadline_lines, proposal_lines

    proposed = [line for text in proposal_lines(match) for line in wrapped(f"proposed: {text}", hang=2)]
    return [*deadline_lines(match), *proposed, *answer_lines(match)]


def filed_lines(match: Match, folder: Path | None, drafts: int, asked: Iterable[Duty]) -> list[str]:
    """What is filed early, what of it or of the standing orders counts for nothing, and what keeps them from acting.

    `asked` is what is asked here after the drafts.
    """
    from pbem.desk.automatic import stalled
    from pbem.desk.early import kept_early
    from pbem.desk.standing import StandingFile, standing_orders

    if folder is None or not match.keys:
        return []
    try:
        early = kept_early(folder, match)
        standing = standing_orders(folder, match.ruleset, match.state) if match.ruleset.policies else StandingFile()
    except PbemError as fault:  # a private file that was spoiled hides nothing else
        return wrapped(f"nothing is answered for you: {fault}" + _in_brackets(fault.hint), hang=2)
    lines = early_lines(match, early.orders)
    lines += [line for text in (*early.spoiled, *standing.spoiled) for line in wrapped(text, hang=2)]
    if drafts and (early.orders or standing.orders):
        from pbem.desk.standing_now import waiting_orders

        count = waiting_orders(match, early.orders, standing.orders, asked)
        lines += wrapped(stalled(drafts, count), hang=2) if count else []
    return lines


def early_lines(match: Match, orders: Iterable[Early]) -> list[str]:
    """What is filed, and why a moment cannot come as things stand."""
    from pbem.desk.early import cannot_come

    lines = []
    for one in orders:
        lines += wrapped(f"filed early: {one.line}", hang=2)
        if why := cannot_come(match, one):
            lines += wrapped(f"as things stand that is never asked: {why}", indent=2, hang=2)
    return lines


def sealed_lines(match: Match, most: int) -> list[str]:
    """What the seats held here sealed last and nobody has opened, so that its owner need not remember it.

    Of each seat so many parts at most.
    """
    from pbem.desk.sealed_words import counted, sealed_words
    from pbem.play.sight import sealed_by

    table, lines = match.binding.table, list[str]()
    titles = {side.id: side.name for side in match.ruleset.seen(match.state, match.binding.table).board.factions}
    for seat in map(match.name, match.keys):
        by_round: dict[str, list[str]] = {}
        for handle in sealed_by(table, seat) if match.result is None else ():
            words = sealed_words(match.ruleset, match.state, table, handle)
            by_round.setdefault(handle.slot.partition("/")[0], []).append(words)
        for round, says in [one for one in by_round.items() if set(one[1]) != {"none"}][-1:]:
            said = counted(says)
            left = len(said) - most
            more = f"; and {left} more: pbem next --all" if left > 0 else ""
            head = f"{titles.get(seat, seat)} sealed in round {round[1:]}: "
            lines += wrapped(f"{head}{'; '.join(said[:most])}{more}", hang=2)
    return lines


def _reason_lines(match: Match) -> list[str]:
    """Why nothing can be done here, and what to do about it."""
    from pbem.desk.waiting import why_not

    reason = why_not(match)
    return [] if reason is None else wrapped(f"nothing can be done here: {reason}" + _in_brackets(reason.hint), hang=2)


def report_lines(match: Match) -> list[str]:
    """What the ruleset tells of a match that is over; nothing before, or if it has no report."""
    if match.result is None or match.ruleset.report is None:
        return []
    lines = match.ruleset.report(match.state, match.binding.table.story)
    return [part for line in lines for part in wrapped(line, hang=4)]


def _in_brackets(hint: str | None) -> str:
    return f" ({hint})" if hint else ""


def headline(match: Match) -> str:
    """The game, where it stands, and the round of the record."""
    from pbem.show.moment import when

    scene = match.ruleset.seen(match.state, match.binding.table)
    parts = [scene.title or match.ruleset.title, when(scene), f"round {match.rounds.r}"]
    return clean(", ".join(p for p in parts if p))


def _awaited_lines(duties: Iterable[Duty]) -> list[str]:
    """One line for each kind of thing that is awaited, with the seats that owe it."""
    from pbem.desk.waiting import awaited

    return [line for text in awaited(duties) for line in wrapped(f"awaited: {text}")]


def differs(match: Match) -> Otherwise | None:
    """3.4 How play here differs from play as recorded; None if it does not, as far as the record shows."""
    from pbem.match.desync import find_otherwise

    return find_otherwise(match.binding, match.rounds)


def _desync_lines(found: Otherwise | None) -> list[str]:
    """What stands above everything else: that this is not the position of the others."""
    if found is None:
        return []
    head = "" if found.is_one_build else "DESYNC: "
    return [*wrapped(f"{head}{found.sentence}"), *wrapped(found.advice, indent=2, hang=2)]


def _alarms(match: Match) -> list[str]:
    from pbem.match.played import title_of

    lines = []
    if match.twins:
        names = ", ".join(title_of(match.binding, t.seat) for t in match.twins)
        lines.append(f"STOPPED: {names} signed two events for one place; see pbem verify")
    if match.result is None:
        given_up = sorted({e.seat for e in match.feeds.resignations()})
        lines += [_giving_up(match, seat) for seat in given_up]
    for seat, n in match.feeds.gaps()[:5]:
        lines.append(f"missing: event {n} of {match.name(seat)}: ask for it (they send it with pbem out --all)")
    return lines


def _giving_up(match: Match, seat: int) -> str:
    """What a resignation does, or has done."""
    name = match.name(seat)
    if seat in match.binding.resigned:
        return f"{name} has resigned; the match goes on, and nobody is asked for {name}"
    what = "goes on without it" if match.binding.ending_of(seat) is None else "ends"
    return f"{name} resigns: the match {what} when this round closes"


def _duty_lines(match: Match, name: str, kind: str, most: int) -> list[str]:
    from pbem.desk.early import moment_of
    from pbem.desk.orders import examples_of, eyes

    if kind == "join":
        return [f"{name}: take your seat with: pbem join"]
    request, peek = match.request, eyes(match, name)
    assert request is not None
    lines = ["", f"{name} decides (rule {cited(clean(request.rule))}):"]
    lines += wrapped(f"moment: {moment_of(request, name)}", indent=2)
    for line in match.ruleset.prompt(match.state, request, name, peek).splitlines():
        lines += wrapped(line, indent=2)
    examples = examples_of(match, request, name)
    lines += choice_lines(examples[:most], lambda words, _: f'  pbem do "{words}"')
    if len(examples) > most:
        lines.append(f"  ... and {len(examples) - most} more: pbem next --all")
    return lines


def _next_as_data(match: Match, folder: Path) -> dict[str, object]:
    import msgspec

    from pbem.desk.drafting import drafting_of
    from pbem.desk.early import moment_of
    from pbem.desk.orders import examples_of, eyes
    from pbem.desk.waiting import human_duties, since, stopped, why_not
    from pbem.ruleset import without_remark

    awaited, reason = [{"seat": d.name, "kind": d.kind} for d in match.owing()], why_not(match)
    duties = human_duties(match)
    drafting = drafting_of(match, folder)
    if drafting.drafts or drafting.unfit:
        duties = drafting.ahead.asked()
    request = match.request
    asked = []
    for duty in duties:
        entry: dict[str, object] = {"seat": duty.name, "kind": duty.kind}
        if request is not None and duty.kind != "join":
            peek = eyes(match, duty.name)
            examples = examples_of(match, request, duty.name)
            parted = [without_remark(example) for example in examples]
            entry |= {
                "rule": request.rule,
                "about": request.about,
                "moment": moment_of(request, duty.name),
                "prompt": str(match.ruleset.prompt(match.state, request, duty.name, peek)),
                "legal": [words for words, _ in parted],
            }
            if any(remark for _, remark in parted):
                entry["remarks"] = [remark for _, remark in parted]
        asked.append(entry)
    return {
        "game": match.genesis.id,
        "engine": match.ruleset.engine,
        "round": match.rounds.r,
        "yours": [match.name(s) for s in match.keys],
        "asked": asked,
        "drafts": [msgspec.structs.asdict(draft) for draft in drafting.drafts],
        "overtaken": [msgspec.structs.asdict(draft) for draft in drafting.unfit],
        "awaited": awaited,
        "since": since(match),
        "why_not": None if reason is None else str(reason),
        "stopped": None if (stop := stopped(match)) is None else {"why": str(stop), "status": stop.status},
        "missing": [{"seat": match.name(s), "n": n} for s, n in match.feeds.gaps()],
        "twins": [match.name(t.seat) for t in match.twins],
        "desync": [{"round": d.round, "seat": d.seat} for d in match.binding.disagreements],
        "otherwise": found.sentence if (found := differs(match)) is not None else "",
        "result": match.result,
    }
