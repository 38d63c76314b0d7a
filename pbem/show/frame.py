"""A frame: one step of a game as one viewer saw it, with what led to it. All that films of a game are made of.

`pbem.replay.films.reel` makes frames; the terminal replay, HTML, JSON, reports and moving pictures read them.
Belongs here: the structs, and what can be said of frames without a game. Must not be here: records, rules, painting.
Texts in a frame may come from other people: whoever shows one cleans it (`pbem.show.clean`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from pbem.show.battle import Battle, TableRow
from pbem.show.scene import Scene, Sentence, Shown

Kind = Literal["start", "answer", "seal", "draw", "open", "roll", "undo", "agreed", "resign", "disclose"]
"""start: before anything was decided. open: what was sealed is shown to all. draw: one in secret. roll: public dice.
agreed: all together go back to an earlier round, or end the match."""

DONE: dict[Kind, str] = {
    "answer": "decides", "seal": "seals orders", "draw": "draws in secret", "open": "opens", "undo": "takes back",
    "agreed": "does what all agreed to",
    "resign": "resigns", "disclose": "discloses",
}  # fmt: skip
"""What a seat does in a step of each kind, in words; in the others no seat does anything."""

By = Literal["event", "phase", "turn"]


class Deed(Shown, frozen=True):
    """What a seat did in the step: the canonical words of its answer, sealed order or opening.

    `say` is empty if there are none or the viewer may not know them: then `hidden` is true. `told` says it as the game
    does: `holds its fire`; empty if it has no words for it.
    """

    seat: str
    say: str = ""
    hidden: bool = False
    told: str = ""


class Throw(Shown, frozen=True):
    """Dice, or if `sides` is 0 things drawn at random; the rule that asked, and the seats whose move led to it.

    `side` is whose they are, a faction of the board or words for several; empty if nobody's. `reading` says in words
    what they mean: the table and the row they hit, or the names of what was drawn. `hits` has for each die the faces on
    which it hits, if each succeeds or fails by itself; `decides` names what they decide then.
    """

    rule: str
    values: tuple[int | str, ...]
    sides: int = 0
    about: str = ""
    seats: tuple[str, ...] = ()
    side: str = ""
    reading: str = ""
    hits: tuple[tuple[int, ...], ...] = ()
    decides: str = ""

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose luck it is: the side, else those whose move led to it."""
        return (self.side,) if self.side else self.seats

    @property
    def did_hit(self) -> tuple[bool, ...]:
        """For each die whether it hit; empty if dice do not hit by themselves."""
        return tuple(value in faces for value, faces in zip(self.values, self.hits, strict=True)) if self.hits else ()


class Fight(Shown, frozen=True):
    """A battle that ended in a step, with its dice and the tables that were looked up, in order.

    `begun` is the round of the record in which it began.
    """

    battle: Battle
    begun: int
    steps: tuple[Throw | TableRow, ...]

    @property
    def throws(self) -> tuple[Throw, ...]:
        return tuple(step for step in self.steps if isinstance(step, Throw))

    @property
    def rows(self) -> tuple[TableRow, ...]:
        return tuple(step for step in self.steps if isinstance(step, TableRow))


class Remark(Shown, frozen=True):
    """A note that a player wrote for all seats (`pbem note`) while this round was open."""

    seat: str
    text: str
    time: int = 0


class Ending(Shown, frozen=True):
    """How the match ended: the winning seats, in words, and by what section; `why` tells what decided it."""

    winners: tuple[str, ...]
    text: str
    by: str
    why: str = ""


class Frame(Shown, frozen=True):
    """One step of a game: the position after it, as `scene.viewer` saw it then, and what happened since the last frame.

    `number` counts frames from 0; `round` is the round of the record that closed, `lines` the lines of the log that it
    took (empty if nobody told the reel). `rule` and `about` are those of the request that was answered. `sentences`
    are also those of the scene; the first `closing` of them, and `closing_dice` of the dice, still belong to the turn
    before (0 if no turn ended). `fights` are the battles that ended in the step.
    `time` is when the last of the events was written, as its seat claims: Unix seconds, 0 if it says nothing.
    `back_to` is the round up to which play stands if the step took back what followed it; None for any other step.
    `ending` stands in every frame from the end on. The board of all scenes is one object as long as it does not change.
    """

    number: int
    round: int
    kind: Kind
    scene: Scene
    rule: str = ""
    about: str = ""
    deeds: tuple[Deed, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    closing: int = 0
    dice: tuple[Throw, ...] = ()
    closing_dice: int = 0
    fights: tuple[Fight, ...] = ()
    remarks: tuple[Remark, ...] = ()
    lines: tuple[int, ...] = ()
    time: int = 0
    back_to: int | None = None
    ending: Ending | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Who acted."""
        return tuple(deed.seat for deed in self.deeds)

    @property
    def turn(self) -> str:
        return self.scene.turn

    @property
    def phase(self) -> str:
        return self.scene.phase


def valid(frames: Sequence[Frame]) -> list[Frame]:
    """The frames up to the end of play without those that were taken back."""
    kept: list[Frame] = []
    for frame in frames:
        if frame.back_to is not None:
            kept = [one for one in kept if one.round <= frame.back_to]
        kept.append(frame)
        if frame.ending is not None:
            break
    return kept


def is_start(frame: Frame, before: Frame | None, by: By) -> bool:
    """Whether a frame begins a turn, a phase, or a step."""
    if before is None or by == "event":
        return True
    return frame.turn != before.turn or (by == "phase" and frame.phase != before.phase)


def last_of_each(frames: Iterable[Frame], by: By) -> Iterator[tuple[Frame, tuple[Frame, ...]]]:
    """The last frame of each turn, phase or step, with all frames of it."""
    group: list[Frame] = []
    for frame in frames:
        if group and is_start(frame, group[-1], by):
            yield group[-1], tuple(group)
            group = []
        group.append(frame)
    if group:
        yield group[-1], tuple(group)


def whole_steps(frames: Iterable[Frame], by: By) -> Iterator[Frame]:
    """One frame for each turn, phase or step: its last, with all that happened in it, first to last."""
    for last, group in last_of_each(frames, by):
        if len(group) == 1:
            yield last
            continue
        yield msgspec.structs.replace(
            last,
            deeds=tuple(x for f in group for x in f.deeds),
            sentences=tuple(x for f in group for x in f.sentences),
            closing=group[0].closing,
            dice=tuple(x for f in group for x in f.dice),
            closing_dice=group[0].closing_dice,
            fights=tuple(x for f in group for x in f.fights),
            remarks=tuple(x for f in group for x in f.remarks),
            lines=tuple(sorted({n for f in group for n in f.lines})),
        )


def at_round(frames: Sequence[Frame], round: int) -> int:
    """Where the frame of a round stands: the last that is not later, else the first."""
    return max((i for i, frame in enumerate(frames) if frame.round <= round), default=0)


def is_headline(frame: Frame) -> bool:
    """Whether something was told in it that helps to decide the game."""
    return any(one.headline for one in frame.sentences)


def find_text(frames: Sequence[Frame], words: str, start: int, step: Literal[1, -1] = 1) -> int | None:
    """The next frame after `start` (before it if `step` is -1) whose story holds the words; None if none does.

    Sentences, remarks, canonical words and what dice meant are searched, in any case of letters.
    """
    wanted = " ".join(words.lower().split())
    at = start + step
    while 0 <= at < len(frames):
        if any(wanted in text.lower() for text in texts(frames[at])):
            return at
        at += step
    return None


def texts(frame: Frame) -> Iterator[str]:
    """Everything that was said in a step."""
    yield from (sentence.text for sentence in frame.sentences)
    yield from (remark.text for remark in frame.remarks)
    yield from (deed.say for deed in frame.deeds)
    yield from (throw.reading for throw in frame.dice)
    if frame.ending is not None:
        yield frame.ending.text


def spans(numbers: tuple[int, ...]) -> str:
    """Numbers in order as words, runs of them as one: `3-6, 9`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)
