"""An after-action report in Markdown: the story, the luck of the dice; in an appendix what happened turn by turn.

Three voices, kept apart: facts (the sentences of the rules), notes (the players' own words, as quotations), dice (plain
statistics, which prove nothing about anybody). Belongs here: that text; the story is told by `tale`. Must not be here:
files, how pictures are made.
Everything that people wrote is cleaned and escaped: no note can start a heading, a link or HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction

from pbem.audit.counting.counts import HitCount
from pbem.audit.counting.luck import decimal, hit_figures, two_sided
from pbem.replay.exports.dice import count_dice, count_hits
from pbem.replay.exports.document import MatchRecord
from pbem.replay.exports.tale import Picture, ending, lead, md, opening, points
from pbem.ruleset import Value, spell
from pbem.show.frame import Frame, Remark, Throw
from pbem.show.moment import turn_title
from pbem.show.named import name_in
from pbem.show.people import FINGERPRINT
from pbem.show.scene import Board, Scene, Sentence


@dataclass(slots=True)
class Chapter:
    """One turn: its name, what was told by phase, what was noted, its dice, its frames and the last position."""

    turn: str
    told: list[tuple[str, Sentence]] = field(default_factory=list)
    remarks: list[tuple[int, Remark]] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    @property
    def title(self) -> str:
        """`Turn 3 of 10, September 1975`."""
        return turn_title(self.turn) or "The game"

    @property
    def headlines(self) -> list[Sentence]:
        """What decided it."""
        return [told for _, told in self.told if told.headline]

    @property
    def scene(self) -> Scene:
        """The position at its end."""
        return self.frames[-1].scene


def chapters(frames: Iterable[Frame]) -> list[Chapter]:
    """The turns of a game.

    What a step told and rolled belongs to the phase before it, and where a turn ended in it, so far to that turn.
    """
    made: list[Chapter] = []
    phase = ""
    for frame in frames:
        told, throws = list(frame.sentences), list(frame.dice)
        phase = phase or frame.phase
        if not made or made[-1].turn != frame.turn:
            if made:
                made[-1].told += [(phase, one) for one in told[: frame.closing]]
                made[-1].throws += throws[: frame.closing_dice]
                told, throws = told[frame.closing :], throws[frame.closing_dice :]
            made.append(Chapter(frame.turn))
            phase = frame.phase
        chapter = made[-1]
        chapter.told += [(phase, one) for one in told]
        chapter.remarks += [(frame.round, remark) for remark in frame.remarks]
        chapter.throws += throws
        chapter.frames.append(frame)
        phase = frame.phase
    return made


def report(
    match: MatchRecord,
    frames: Sequence[Frame],
    *,
    chosen: Mapping[str, Value],
    names: Callable[[str], str] = lambda _person: "",
    picture: Picture | None = None,
    looking_back: Sequence[str] = (),
    unaware: Iterable[Frame] = (),
) -> str:
    """The report; `chosen` are the options that differ from their defaults.

    `names` gives a person's name by key, empty if none is known; `picture` gives the path of a picture, as it is to
    stand in the text, empty for none: `point-1`, `turn-01`; `looking_back` are the game's own lines on a match that is
    over; `unaware` are the same frames as the public saw them, if `frames` know more.
    """
    lines = [f"# {md(match.title)}: after-action report", "", *lead(frames), *_head(match, frames, chosen, names)]
    lines += [*opening(frames, unaware), *points(frames, picture), *ending(frames, looking_back)]
    lines += ["", "## Luck", "", *_luck(frames[-1].scene.board, [throw for frame in frames for throw in frame.dice])]
    lines += ["", "## Appendix: turn by turn"]
    for number, chapter in enumerate(chapters(frames), 1):
        lines += ["", f"### {md(chapter.title)}", ""]
        path = picture(f"turn-{number:02}", chapter.scene, "") if picture is not None else ""
        lines += [f"![{md(chapter.title)}]({path})", ""] if path else []
        lines += [*_in_short(chapter), *_facts(chapter), *_notes(chapter), *_dice(chapter)]
    return "\n".join(lines).rstrip() + "\n"


# ------------------------------------------------------------------ facts


def _head(
    match: MatchRecord, frames: Sequence[Frame], chosen: Mapping[str, Value], names: Callable[[str], str]
) -> Iterator[str]:
    if match.about:
        yield f"{md(match.scenario)}. {md(match.about)}"
        yield ""
    played = f"Match `{match.id[:FINGERPRINT]}`, {md(match.engine)}, {match.rounds} rounds"
    yield f"{played}; as seen by {md(_viewer(frames))}."
    written = [frame.time for frame in frames if frame.time]
    if written:
        yield ""
        first, last = _date(min(written)), _date(max(written))
        when = f"on {first}" if first == last else f"between {first} and {last}"
        yield f"Written {when}, as the players' clocks say."
    yield ""
    yield "| seat | player |"
    yield "| --- | --- |"
    for seat in match.seats:
        name = names(seat.person)
        key = f"key `{seat.person[:FINGERPRINT]}`"
        yield f"| {_owner(frames[-1].scene.board, seat.name)} | {md(name) + ', ' if name else ''}{key} |"
    yield ""
    yield f"Options: {_options(chosen)}. Dice: {md(match.dice)}."


def _options(chosen: Mapping[str, Value]) -> str:
    """`interdiction, team three by service`; the scenario stands above."""
    told = (name if value is True else f"{name} {spell(value)}" for name, value in chosen.items() if name != "scenario")
    return md(", ".join(told).replace("_", " ")) or "as printed"


def _viewer(frames: Sequence[Frame]) -> str:
    viewer = frames[-1].scene.viewer
    names = {"public": "everybody", "auditor": "the auditor, with all secrets"}
    return names.get(viewer) or name_in(frames[-1].scene.board, viewer)


def _date(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    except (OverflowError, ValueError, OSError):
        return "no date"  # a clock may claim anything


def _in_short(chapter: Chapter) -> Iterator[str]:
    """The headlines; they stand among the facts again, in their place."""
    if chapter.headlines:
        yield "**In short**"
        yield ""
        yield from (f"- {md(told.text)}" for told in chapter.headlines)
        yield ""


def _facts(chapter: Chapter) -> Iterator[str]:
    if not chapter.told:
        yield "Nothing to tell."
    before = None
    for phase, told in chapter.told:
        if phase != before:
            yield from ([""] if before is not None else [])
            if phase:
                yield f"**{md(phase)}**"
                yield ""
            before = phase
        rule = f" ({md(told.rule)})" if told.rule else ""
        yield f"- {md(told.text)}{rule}"


def _notes(chapter: Chapter) -> Iterator[str]:
    """The players' own words."""
    for round, remark in chapter.remarks:
        yield ""
        yield f"> **{_owner(chapter.scene.board, remark.seat)}** (round {round}): {md(remark.text)}"


# ------------------------------------------------------------------ dice


def _dice(chapter: Chapter) -> Iterator[str]:
    """One line for a turn: the mean of each owner's dice, and its hits by rule and name beside those to be expected."""
    board, throws = chapter.scene.board, chapter.throws
    counts = [c for c in count_dice(throws) if c.seat]
    if not counts:
        return
    told = [f"{_owner(board, c.seat)} {c.dice}d{c.sides} mean {decimal(Fraction(c.sum, c.dice), 2)}" for c in counts]
    hits = [f"{_owner(board, c.side)} {_for(c)}: {_hits(c)}" for c in count_hits(throws)]
    yield ""
    yield f"*Dice of this turn, of all rules: {'; '.join(told)}{'. Hits: ' if hits else ''}{'; '.join(hits)}.*"


def _for(count: HitCount) -> str:
    """`desertion (14.7)`; the rule alone if the ruleset has no name for what such dice decide."""
    return f"{md(count.decides)} ({md(count.rule)})" if count.decides else md(count.rule)


def _hits(count: HitCount) -> str:
    return f"{count.hits} of {count.dice}, {hit_figures(count)['expected']} expected"


def _owner(board: Board, id: str) -> str:
    """A seat or side by its name; that of nobody is everybody's."""
    return md(name_in(board, id)) or "all"


def _luck(board: Board, throws: Sequence[Throw]) -> Iterator[str]:
    counts = count_dice(throws)
    if not counts:
        yield "No dice were rolled."
        return
    yield (
        "Dice count for the side whose they are; those of nobody count for each seat whose move led to them. A row is "
        "all of them, of whatever rule."
    )
    yield ""
    yield "| whose | dice | mean | expected | chance of a sum as far off | faces 1, 2, 3, ... |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for c in counts:
        faces = " ".join(map(str, c.faces)) if c.sides <= 20 else ""
        yield (
            f"| {_owner(board, c.seat)} | {c.dice}d{c.sides} | {decimal(Fraction(c.sum, c.dice), 3)} "
            f"| {decimal(Fraction(c.sides + 1, 2), 3)} | {decimal(two_sided(c.sum, c.dice, c.sides), 3)} | {faces} |"
        )
    yield ""
    yield from _hit_table(board, throws)
    yield "A small chance proves nothing: among many looked at some must be small."


def _hit_table(board: Board, throws: Sequence[Throw]) -> Iterator[str]:
    """Dice that hit or miss, of each side, by rule and by what they decide; not their sum: a desertion is no fire."""
    counts = count_hits(throws)
    if not counts:
        return
    yield "A die hits where it alone does what it was rolled for, under the rule and by the name that stand beside it."
    yield ""
    yield "| whose | for | rule | dice | hits | expected | chance of hits as far off |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: |"
    for c in counts:
        told = hit_figures(c)
        yield (
            f"| {_owner(board, c.side)} | {md(c.decides)} | {md(c.rule)} | {c.dice} | {c.hits} "
            f"| {told['expected']} | {told['p']} |"
        )
    yield ""
