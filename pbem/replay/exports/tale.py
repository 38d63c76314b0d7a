"""The story in a report: how it began, three turning points with their battles, how far each was from victory.

Belongs here: those texts, and text of others as plain Markdown. Must not be here: which points they are (`turning`),
the list of all that happened (`report`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbem.audit.counting.luck import hit_figures
from pbem.kit.spelling import plural
from pbem.replay.exports.dice import count_hits
from pbem.replay.exports.turning import Swing, TurningPoint, turning_points, without_battle
from pbem.show.battle import Contender, TableRow
from pbem.show.clean import clean
from pbem.show.ended import won
from pbem.show.frame import Fight, Frame, last_of_each, valid
from pbem.show.goals import beaten, standing_words, swing_words
from pbem.show.luck import this_or_better
from pbem.show.moment import turn_title, when
from pbem.show.named import name_in
from pbem.show.scene import Board, Piece, Scene, Score

Picture = Callable[[str, Scene | Frame, str], str]
"""Gives the path of a picture, by its own name (`point-1`): of a position, around a place if one is given; of a frame:
the cards of its battles (`point-1-card`)."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&@]|:(?=//)|(?<=[wW]{3})\.)")
_AT_START = re.compile(r"^(\d*)([-+=.)])(?=[\s=]|$)")
MOST_TURNS = 12  # rows of the table of distances
MOST_THROWS = 8  # told one by one
MOST_TOLD = 6
MOST_PLACES = 4  # where somebody hid most
MOST_FRAMES = 60  # in which something hidden is looked for
LONGEST_RESULT = 60  # letters in a heading
ATTACKS = ("Attack", "Battle")  # not fire that answers


def md(text: str) -> str:
    """What others wrote as plain Markdown text on one line; no address in it becomes a link."""
    return _AT_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(clean(text).split())))


def stopped(text: str) -> str:
    """A sentence with one full stop."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def listed(lines: Iterable[str]) -> Iterator[str]:
    """A list with a line above it; nothing if it is empty."""
    for i, line in enumerate(lines):
        if i == 0:
            yield ""
        yield f"- {line}"


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A heading with what stands under it; nothing if nothing does."""
    found = list(lines)
    if found:
        yield from ("", f"## {title}", *([""] if found[0] else []), *found)


# ------------------------------------------------------------------ the opening


def lead(frames: Sequence[Frame]) -> Iterator[str]:
    """How it ended and where it turned, in a few lines."""
    last = frames[-1]
    found = turning_points(frames)
    ends = f"{md(stopped(last.ending.text))} " if last.ending is not None else ""
    turned = "; ".join(md(f"{_name(one)}, {_lowered(turn_title(_begun(one).turn))}") for one in found)
    told = f"{ends}It turned here: {turned}." if turned else ends
    if told:
        yield from (f"**{told.rstrip()}**", "")


def _lowered(title: str) -> str:
    """A title within a sentence; months keep their capital."""
    return title[:1].lower() + title[1:]


def opening(frames: Sequence[Frame], unaware: Iterable[Frame] = ()) -> Iterator[str]:
    """How far each was from victory, what lay hidden, who attacked where; `unaware` are the frames of the public."""
    scored = next((frame.scene for frame in frames if _distances(frame.scene.scores)), frames[0].scene)
    far = "; ".join(standing(scored))
    lines = ["", f"When play began: {far}."] if far else []
    lines += [*listed([*_bands(scored), *_attacks(frames)]), *_hidden(frames, unaware)]
    yield from section("What they were after", listed(_wants(frames[0].scene.board)))
    yield from section("How it began", lines)


def _wants(board: Board) -> Iterator[str]:
    """What wins the game for each side; of sides that want the same in one line."""
    sides: dict[str, list[str]] = {}
    for side in board.factions:
        if side.wants:
            sides.setdefault(side.wants, []).append(side.name)
    for wants, names in sides.items():
        yield f"**{md(', '.join(names))}**: {md(stopped(wants))}"


def standing(scene: Scene) -> Iterator[str]:
    """`Coalition 12 VP from victory`."""
    for score in scene.scores:
        if score.sides:
            yield md(standing_words(score.name, score.value, score.unit, score.goal))


def _bands(scene: Scene) -> Iterator[str]:
    """What a count is called from which value on."""
    for score in scene.scores:
        if score.thresholds:
            bands = ", ".join(f"{md(one.name)} from {one.value}" for one in score.thresholds)
            yield f"{md(score.name)}: {bands}."


def _hidden(frames: Sequence[Frame], unaware: Iterable[Frame]) -> Iterator[str]:
    """What the public did not see when play began, by those who saw it: where most lay, which cards."""
    lay: list[str] = []
    cards: list[str] = []
    for knows, public in zip(frames, unaware, strict=False):
        if not lay and _distances(knows.scene.scores):
            lay = list(_hiding(knows.scene, public.scene))
        cards = cards or list(_packs(knows.scene, public.scene))
        if (lay and cards) or knows.fights or knows.number == MOST_FRAMES:
            break
    if lay or cards:
        yield from ("", "What was sealed then, as it was seen later:")
        yield from listed([*lay, *cards])


def _hiding(knows: Scene, public: Scene) -> Iterator[str]:
    """For each side how much lay hidden, and where most."""
    seen = {stack.place: Counter(stack.pieces) for stack in public.stacks}
    sides: dict[str, dict[str, list[Piece]]] = {}
    for stack in knows.stacks:
        for piece in (Counter(stack.pieces) - seen.get(stack.place, Counter())).elements():
            found = piece.holds if piece.column else (piece,)
            if found:
                sides.setdefault(piece.faction, {}).setdefault(stack.place, []).extend(found)
    order = [side.id for side in knows.board.factions]
    for side in sorted(sides, key=lambda id: order.index(id) if id in order else len(order)):
        places = sides[side]
        most = sorted(places.items(), key=lambda one: -_many(one[1]))[:MOST_PLACES]
        where = "; ".join(f"{md(name_in(knows.board, place))}: {named(pieces)}" for place, pieces in most)
        many = plural(sum(map(_many, places.values())), "counter")
        whose = md(name_in(knows.board, side))
        yield f"{whose} had {many} hidden at {plural(len(places), 'place')}, most at {where}."


def _packs(knows: Scene, public: Scene) -> Iterator[str]:
    """Cards that lay there and were known to their owners alone."""
    seen = {(pack.name, pack.faction): pack for pack in public.cards}
    for pack in knows.cards:
        names = [card.name for card in pack.cards]
        if names and all(names) and seen.get((pack.name, pack.faction), pack) != pack:
            yield f"{md(name_in(knows.board, pack.faction))}, {md(pack.name)}: {md(', '.join(names))}."


def _attacks(frames: Sequence[Frame]) -> Iterator[str]:
    """Where each who attacked did so first, how often, where most."""
    attacks: dict[str, list[str]] = {}
    for frame in valid(frames):
        for fight in frame.fights:
            if fight.battle.title.startswith(ATTACKS) and fight.battle.sides[0].before:
                where = name_in(frame.scene.board, fight.battle.place)
                attacks.setdefault(fight.battle.sides[0].name, []).append(where)
    for name, places in attacks.items():
        often, most = Counter(places).most_common(1)[0]
        attacked = f"{md(name)}: {plural(len(places), 'attack')}"
        if most == 1:
            yield f"{attacked}, the first at {md(places[0])}."
        elif often == places[0]:
            yield f"{attacked}, first and most often at {md(often)} ({most} times)."
        else:
            yield f"{attacked}, the first at {md(places[0])}, most at {md(often)} ({most} of them)."


# ------------------------------------------------------------------ turning points


def points(frames: Sequence[Frame], picture: Picture | None) -> Iterator[str]:
    """A section for each: the picture, who fought, dice and tables, losses, what changed."""
    found = turning_points(frames)
    if not found:
        return
    yield from ("", "## Turning points")
    for number, point in enumerate(found, 1):
        yield from ("", f"### {number}. {md(_title(point))}", "")
        yield f"*{md(_when(point))}.*"
        if picture is not None:
            place = point.fight.battle.place if point.fight is not None else ""
            path = picture(f"point-{number}", _seen(point).scene, place)
            yield from ("", f"![The board before it was decided: {md(_title(point))}]({path})") if path else ()
            yield from _card(number, point, picture)
        yield from _battle(point.after.scene.board, point.fight) if point.fight is not None else ()
        yield from _course(point)
        yield from ("", f"**What changed.** {' '.join(_changed(one) for one in point.swings) or 'Nobody came nearer.'}")
        for frame in point.told:
            for remark in frame.remarks:
                yield from ("", f"> **{owner(frame.scene.board, (remark.seat,))}**: {md(remark.text)}")
    others = [f"{md(_when(one))}: {' '.join(_changed(swing) for swing in one.swings)}{_briefly(one)}"
              for one in without_battle(frames, found)]
    if others:
        yield from ("", "More than in one of these battles changed without any:")
        yield from listed(others)


def _card(number: int, point: TurningPoint, picture: Picture) -> Iterator[str]:
    """The picture of its battle's card."""
    if point.fight is not None:
        path = picture(f"point-{number}-card", replace(point.after, fights=(point.fight,)), "")
        yield from ("", f"![Its card: {md(point.fight.battle.title)}]({path})") if path else ()


def _name(point: TurningPoint) -> str:
    return point.fight.battle.title if point.fight is not None else next(iter(_told(point)), "a quiet step")


def _title(point: TurningPoint) -> str:
    if point.fight is not None:
        battle = point.fight.battle
        return f"{battle.title}: {battle.result}" if len(battle.result) <= LONGEST_RESULT else battle.title
    return next(iter(_told(point)), "A quiet step")


def _when(point: TurningPoint) -> str:
    """When it began: `Turn 3 of 10, September 1975, Operations Phase`."""
    words = when(_begun(point))
    return f"{words[:1].upper()}{words[1:]} (round {point.after.round} of the record)"


def _begun(point: TurningPoint) -> Scene:
    """Where it began: after its first step, or before its only one."""
    return point.told[0].scene if len(point.told) > 1 else point.before.scene


def _seen(point: TurningPoint) -> Frame:
    """The last position before it was decided."""
    return point.told[-2] if len(point.told) > 1 else point.before


def _told(point: TurningPoint) -> list[str]:
    """The headlines of its steps, else all that was told."""
    told = [one for frame in point.told for one in frame.sentences[: frame.closing or None]]
    return [one.text for one in told if one.headline] or [one.text for one in told]


def _course(point: TurningPoint) -> Iterator[str]:
    """What was told and is not said by the battle's result already."""
    battle = point.fight.battle if point.fight is not None else None
    known = [part.lower() for part in battle.result.split("; ")] if battle is not None else []
    told = [text for text in _told(point) if not any(part in text.lower() for part in known)]
    if told:
        yield from ("", "In the same steps:" if battle is not None else "What happened:")
        yield from listed(md(stopped(text)) for text in told[:MOST_TOLD])


def _briefly(point: TurningPoint) -> str:
    told = _told(point)
    return f" {md(stopped(told[0]))}" if told else ""


def _changed(one: Swing) -> str:
    """`Coalition: 12 VP nearer to victory (24 before, 12 after).`"""
    return md(swing_words(one.name, one.before, one.after, one.unit, one.goal))


def _battle(board: Board, fight: Fight) -> Iterator[str]:
    battle = fight.battle
    yield from ("", "| | counters | lost | reduced |", "| --- | --- | --- | --- |")
    for side in battle.sides:
        if side.before:
            yield f"| {_who(side)} | {named(side.before)} | {named(side.lost)} | {named(side.reduced)} |"
    rows = [f"{md(row.text)}: {md(row.cells[row.last])}, {md(row.result)} (rule {md(row.rule)})"
            f"{_likely(fight, row)}"
            for row in fight.rows if row.text]  # without a text a die beside it says so
    yield from listed([*_dice(board, fight), *rows])
    yield from ("", f"**{md(stopped(battle.result))}** {md(stopped(battle.meaning))}")


def _likely(fight: Fight, row: TableRow) -> str:
    told = this_or_better(fight, row)
    return f". {md(told)}" if told else ""


def _dice(board: Board, fight: Fight) -> Iterator[str]:
    """Each throw, or if there were many how many hit."""
    throws = fight.throws
    if len(throws) <= MOST_THROWS:
        for one in throws:
            values = " ".join(map(str, one.values))
            told = f"{md(one.reading)}" if one.reading else f"{values} of {owner(board, one.owners)}"
            yield f"{told} {_for(one.decides, one.rule, one.reading)}"
        return
    yield f"{plural(len(throws), 'throw')}, {plural(sum(len(one.values) for one in throws), 'die', 'dice')}"
    for count in count_hits(throws):
        expected = hit_figures(count)["expected"]
        dice = plural(count.dice, "die", "dice")
        whose, hits = owner(board, (count.side,) if count.side else ()), plural(count.hits, "hit")
        yield f"{whose}: {dice}, {hits}, {expected} expected {_for(count.decides, count.rule)}"


def _for(decides: str, rule: str, said: str = "") -> str:
    """`(desertion, rule 14.7)`; the rule alone if what such dice decide has no name, or it was said."""
    named = f"{md(decides)}, " if decides and decides.lower() not in said.lower() else ""
    return f"({named}rule {md(rule)})"


def owner(board: Board, owners: Sequence[str]) -> str:
    """Seats or sides by their names; nobody's is everybody's."""
    return md(" and ".join(name_in(board, one) for one in owners)) or "all"


def _who(side: Contender) -> str:
    return md(f"{side.name} {side.does}{f' with {side.strength}' if side.strength else ''}")


def named(pieces: Iterable[Piece]) -> str:
    """`2 infantry, tank`; a column by what is under it."""
    counts: Counter[str] = Counter()
    for piece in pieces:
        for one in piece.holds or (piece,):
            counts[one.name or one.code or "unseen counter"] += 1 if one.count is None else one.count
    return md(", ".join(name if many == 1 else f"{many} {name}" for name, many in counts.items())) or "none"


def _many(pieces: Iterable[Piece]) -> int:
    return sum(1 if piece.count is None else piece.count for piece in pieces)


# ------------------------------------------------------------------ the course and the end


def course(frames: Sequence[Frame]) -> Iterator[str]:
    """How far each was from victory at the end of turns, the first and the last among them."""
    rows = [(last.turn, _distances(last.scene.scores)) for last, _ in last_of_each(valid(frames), "turn")]
    rows = [row for row in rows if row[1]]
    if len(rows) < 2:
        return
    step = -(-len(rows) // MOST_TURNS)
    shown = rows[::step] if (len(rows) - 1) % step == 0 else [*rows[::step], rows[-1]]
    names = list(rows[-1][1])
    heads = {score.name: _head(score) for score in frames[-1].scene.scores if score.sides}
    yield from ("", "How far each was from victory at the end of a turn (0: it would have won):", "")
    yield f"| turn | {' | '.join(md(heads.get(name, name)) for name in names)} |"
    yield f"| --- |{' ---: |' * len(names)}"
    for turn, values in shown:
        yield f"| {md(turn_title(turn))} | {' | '.join(str(values.get(name, '')) for name in names)} |"


def _head(score: Score) -> str:
    """`Coalition, VP`, `the Coalition above defeat, VP`"""
    other = beaten(score.goal)
    return f"{f'{other} above defeat' if other else score.name}, {score.unit}"


def _distances(scores: Sequence[Score]) -> dict[str, int]:
    return {score.name: score.value for score in scores if score.sides}


def ending(frames: Sequence[Frame], looking_back: Sequence[str]) -> Iterator[str]:
    """Who won by what, the last headlines, the course, what the game itself says looking back."""
    last = frames[-1]
    yield from ("", "## The end, and why" if last.ending is not None else "## How it stands", "")
    if last.ending is None:
        yield "The match goes on."
        far = "; ".join(standing(last.scene))
        if far:
            yield from ("", f"So far: {far}.")
    else:
        winners = won(owner(last.scene.board, (seat,)) for seat in last.ending.winners)
        rule = f" (rule {md(last.ending.by)})" if last.ending.by[:1].isdecimal() else ""
        yield f"{md(last.ending.text).removesuffix('.')}{rule}. {winners[0].upper()}{winners[1:]}."
        yield from ("", md(last.ending.why)) if last.ending.why else ()
        yield from _last_words(frames)
    yield from course(frames)
    if looking_back:
        yield from ("", "Looking back:", "")
        yield from (f"    {clean(line)}".rstrip() for line in looking_back)


def _last_words(frames: Sequence[Frame]) -> Iterator[str]:
    """The headlines of the last turn."""
    played = valid(frames)
    turn = next((frame.turn for frame in reversed(played) if frame.kind not in ("resign", "agreed")), "")
    told = [one.text for frame in played if frame.turn == turn for one in frame.sentences if one.headline]
    if told:
        yield from ("", "The last headlines:")
        yield from listed(md(stopped(text)) for text in told[-MOST_TOLD:])
