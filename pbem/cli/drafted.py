"""The position and the story as drafted: what a player's own unsent orders would come to, and that they are unsent.

Belongs here: marking both, the drafts as lines. Must not be here: drawing, drafting, any file that leaves this folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.context import desk, read_match, reading_desk
from pbem.cli.terminal import talk, wrapped
from pbem.errors import NotYourTurn, PbemError, WrongUse, cited
from pbem.kit.spelling import plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.desk.drafting import Drafting
    from pbem.desk.redrafting import Redrafted
    from pbem.match.match import Match
    from pbem.play.table import ToldSentence
    from pbem.show.scene import Scene

TOLD = 16  # sentences of the story after something came, or of what a draft brings about
MARK = "AS DRAFTED, NOT SENT"


def drafting_on(path: Path, overlay: Path | None, passphrase_file: Path | None) -> Drafting:
    """The drafts beside a log, played on over; NotYourTurn if no seat of the match is held here."""
    from pbem.desk.drafting import Drafting
    from pbem.desk.waiting import ELSEWHERE
    from pbem.record.log import LOG_NAME

    if path.name != LOG_NAME:
        raise WrongUse(f"drafts are kept beside a {LOG_NAME}, not beside {path.name}", "name the folder of the match")
    reader = reading_desk(passphrase_file)
    if reader.identity is None and reader.home.exists:
        reader = desk(passphrase_file)
    match = read_match(path, reader, overlay, whole=True)
    if not match.keys:
        raise NotYourTurn("no seat of this match is held here", ELSEWHERE)
    reader.hold_back(match, path)
    drafting = Drafting(match, path.parent)
    if not drafting.drafts and not drafting.unfit:
        talk("nothing is drafted: this is the position of the record")
    elif drafting.unfit:
        talk(f"{plural(len(drafting.unfit), 'draft does', 'drafts do')} not stand any more: see pbem next")
    return drafting


def viewer_on(drafting: Drafting, as_seat: str | None) -> str:
    """Whose eyes: the seat named, if it is held here; else the one that is asked there, or was drafted for last."""
    match = drafting.match
    mine = [match.name(seat) for seat in match.keys]
    if as_seat is not None:
        if as_seat not in mine:
            raise WrongUse(f"the seat {as_seat[:40]} is not yours", f"drafts are yours alone; yours: {', '.join(mine)}")
        return as_seat
    asked = [duty.name for duty in drafting.ahead.asked()]
    return [*asked, *(draft.seat for draft in reversed(drafting.drafts)), *mine][0]


def draft_lines(drafting: Drafting) -> list[str]:
    """What is drafted and what it brings about, what something has overtaken, and what to do with it."""
    from pbem.desk.drafts import held_line
    from pbem.desk.early import moment_named
    from pbem.desk.story import said

    lines: list[str] = []
    for number, (draft, told) in enumerate(zip(drafting.drafts, drafting.told, strict=True), 1):
        moment = moment_named(draft.rule, draft.about, draft.seat)
        state = "held back" if number <= drafting.sent else "not sent"
        lines += wrapped(f"draft {number}, {state}: {draft.seat}: {draft.short} ({moment})", hang=2)
        lines += [line for t in told[-TOLD:] for line in wrapped(said(t), indent=4, hang=2)]
    if drafting.why is not None:
        lines += wrapped(str(drafting.overtaken()).replace("\n", "; "), hang=2)
        number = len(drafting.drafts) + 1
        lines += [line for at, one in enumerate(drafting.unfit[1:], number + 1)
                  for line in wrapped(f"draft {at}, behind it: {one.seat}: {one.short}", hang=2)]
        lines.append(f"take drafts back, the last one first, with: pbem undo; this one with: pbem undo {number}")
    elif drafting.drafts:
        waits = drafting.ahead.waits_for()
        after = f"after that: {waits}; " if waits else ""
        send = "" if drafting.sent >= len(drafting.drafts) else "sign and send with: pbem send; "
        lines += wrapped(f"{after}{send}take the last one back with: pbem undo", hang=2)
    if drafting.sent:
        lines += wrapped(held_line(drafting.sent), hang=2)
    return lines


def redrafted_lines(found: Redrafted) -> list[str]:
    """What was taken back, or said otherwise, and what went with it."""
    given = found.given
    gone = f"{found.gone.seat}: {found.gone.short}"
    lines = wrapped(f"taken back, and never sent: {gone}" if given is None else f"instead of {gone}", hang=2)
    for draft, why in found.dropped:
        lines += wrapped(f"forgotten with it, and never sent: {draft.seat}: {draft.short} ({why})", hang=2)
    return lines


def as_drafted(drafting: Drafting, scene: Scene) -> Scene:
    """A scene of the position that drafts come to, marked; without drafts it is what it was."""
    import msgspec

    from pbem.match.duty import AWAITED
    from pbem.show.scene import Awaited

    if not drafting.drafts:
        return scene
    title = scene.title or drafting.match.ruleset.title
    lines = [f"draft {n}: {draft.seat}: {draft.short}" for n, draft in enumerate(drafting.drafts, 1)]
    waits = drafting.ahead.waits_for()
    lines += [f"after that: {waits}"] if waits else []
    return msgspec.structs.replace(
        scene,
        title=f"{title} - {MARK}",
        awaited=tuple(Awaited(seat=d.name, text=AWAITED[d.kind]) for d in drafting.ahead.awaited()),
        notes=(*lines, *scene.notes),
    )


def story_as_drafted(drafting: Drafting, *, headlines: bool) -> list[str]:
    """Each draft as a line of the story, and what it brings about, marked as nothing that has happened."""
    from pbem.desk.story import said

    lines = []
    for number, (draft, told) in enumerate(zip(drafting.drafts, drafting.told, strict=True), 1):
        lines.append(f"{draft.round:5}  draft {number}, not sent: {draft.seat}: {draft.short} ({cited(draft.rule)})")
        lines += [f"{t.round:5}  draft: {said(t)}" for t in told if t.headline or not headlines]
    return lines


def drafts_as_data(drafting: Drafting) -> list[dict[str, object]]:
    """The same as data."""
    import msgspec

    pairs = zip(drafting.drafts, drafting.told, strict=True)
    return [msgspec.structs.asdict(draft) | {"told": story_as_data(told)} for draft, told in pairs]


def story_as_data(told: Iterable[ToldSentence]) -> list[dict[str, object]]:
    """Sentences of the story as data."""
    return [{"round": t.round, "rule": t.rule, "text": t.text, "places": t.places, "headline": t.headline}
            for t in told]  # fmt: skip


def tell_undrawn(match: Match, path: Path, command: str) -> None:
    """Says that drafts are kept beside a log, and are not in what was just shown."""
    from pbem.desk.drafts import kept_drafts, unsent
    from pbem.record.log import LOG_NAME

    if path.name != LOG_NAME:
        return
    try:
        count = len(unsent(match, kept_drafts(path.parent, match.genesis.id)))
    except PbemError as fault:  # whoever reads a record needs no private file in good order
        talk(f"note: {fault}" + (f" ({fault.hint})" if fault.hint else ""))
        return
    if count:
        talk(f"note: {plural(count, 'draft is', 'drafts are')} not in this: pbem {command} --draft shows them")
