"""What a letter tells people of a match: what happened, who is awaited, the board. All of it is public.

Belongs here: that text and picture. Must not be here: what a seat alone may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.desk.story import joined, said
from pbem.desk.waiting import awaited, waiting_since
from pbem.errors import Unsupported, cited
from pbem.limits import MAX_REPORT
from pbem.match.duty import Duty
from pbem.match.match import Match
from pbem.show.clean import clean
from pbem.show.moment import when

WIDTH = 640  # pixels of the picture
WRITER = "who writes this"  # stands behind the name of the courier's own person


TAKE_SEAT = "take your seat"  # how the subject of a letter ends that asks for that
RECORDS = "[pbem records]"  # how the subject of a letter begins that asks its receivers nothing


def name_of(match: Match, title: str) -> str:
    """`Autumn cup, Angola!, match 4bQbGfbC`; `title` is empty if its host gave it none."""
    parts = [title if title != match.ruleset.title else "", match.ruleset.title, f"match {match.genesis.id[:8]}"]
    return clean(", ".join(part for part in parts if part))


def subject(match: Match, asked: Sequence[Duty], title: str = "") -> str:
    """What is asked of its receivers and in which match; or that a letter brings records, and asks them nothing."""
    game = name_of(match, title)
    if match.result is not None:
        return f"[pbem] {game}: it has ended"
    return f"[pbem] {game}: {decides(match, asked)}" if asked else f"{RECORDS} {game}"


def decides(match: Match, asked: Sequence[Duty]) -> str:
    """`fapla, unita decide (rule 9.6)`: who must do what, in a few words."""
    names = ", ".join(dict.fromkeys(duty.name for duty in asked))
    if asked[0].kind == "join":
        return f"{names}: {TAKE_SEAT}"
    rule = f" (rule {cited(match.request.rule)})" if match.request is not None else ""
    return f"{names} {'decides' if len(asked) == 1 else 'decide'}{rule}"


def report(match: Match, since: int, names: Mapping[int, str]) -> str:
    """What happened from round `since` on, and who is awaited; `names` are those of the people by their seats."""
    scene = match.ruleset.seen(match.state, match.binding.table)
    lines = [", ".join(part for part in (match.ruleset.title, when(scene)) if part)]
    told = joined(t for t in match.binding.table.story if t.round >= since)
    lines += [""] if told else []
    if len(told) > MAX_REPORT:
        lines.append(f"(more stand in the log: {len(told) - MAX_REPORT})")
    lines += [clean(f"- {said(t)}") for t in told[-MAX_REPORT:]]
    if match.result is not None:
        from pbem.show.ended import won

        lines += ["", clean(f"The match has ended: {match.result.text} ({won(match.result.winners)})")]
    owing = match.owing()
    if owing:
        lines += ["", *(clean(f"awaited: {one}") for one in awaited(owing)), *waiting_since(match)]
        people = {names[d.seat]: None for d in owing if names.get(d.seat)}
        lines += [clean(f"that is: {', '.join(people)}")] if people else []
    if not names:
        return "\n".join(lines)
    with_courier = "A courier of pbem reads this mail by itself; else save it and type: pbem in FILE"
    if any(duty.kind == "join" for duty in owing):  # no courier takes a seat
        lines += ["", "To take your seat, save this mail and type: pbem join FILE -C FOLDER"]
        with_courier = f"If you have taken it: {with_courier[0].lower()}{with_courier[1:]}"
    lines += ["", with_courier]
    return "\n".join(lines)


def picture(match: Match) -> bytes:
    """The board as a small PNG; empty if the extra that draws it is not installed."""
    from pbem.show.png import few_colours, scene_png

    try:
        return few_colours(scene_png(match.ruleset.seen(match.state, match.binding.table), width=WIDTH))
    except Unsupported:
        return b""
