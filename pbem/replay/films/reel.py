"""The frames of a game: its closed rounds gone through once more, and after each step what one viewer saw.

    reel = open_reel(path, "public")          # or a seat, or "auditor"
    for frame in reel: ...

Belongs here: which rounds are steps, what of them a viewer may know, what came before. Must not be here: painting,
files (`opening`), the rules. A viewer knows what it knew THEN: a seat its own secrets and what was public, the public
what was public, the auditor everything; what is disclosed after the end changes no frame of a seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from pbem.desk.sealed_words import counted, said_in, sealed_told
from pbem.desk.story import sentence
from pbem.match.duty import AWAITED
from pbem.match.match import Match
from pbem.play.requests import DrawSecret, Sealed, Tell
from pbem.play.restart import restored
from pbem.play.sight import PUBLIC, is_told
from pbem.record.events import Act, Agreed, Answer, Disclose, Join, Note, Priv, Resign, Reveal, Undo
from pbem.record.events import Seal as SealEvent
from pbem.record.rounds import Closed
from pbem.record.wire import Event, SeatLine
from pbem.replay.films.fights import Fights, throw_of
from pbem.replay.films.heard import Heard, Reached
from pbem.show.ended import decided
from pbem.show.frame import DONE, Deed, Ending, Frame, Kind, Remark
from pbem.show.scene import Awaited, Highlight, Scene, Score, Sentence
from pbem.show.ways import ways

NONE = "none"  # canonical words of a part that says nothing


class Reel:
    """The frames of one match for one viewer: `public`, a seat or `auditor`. Each iteration is one replay.

    `secrets` are game secrets by seat number; more of them than the viewer has change no frame. `lines` gives the
    number of the line of each event by its id, if that is known.
    """

    def __init__(
        self,
        match: Match,
        viewer: str = PUBLIC,
        *,
        secrets: Mapping[int, bytes] | None = None,
        lines: Mapping[str, int] | None = None,
    ) -> None:
        self.match, self.viewer = match, viewer
        self.secrets, self.lines = dict(secrets or {}), lines or {}

    def __len__(self) -> int:
        """How many frames there are at most: a progress bar may count on it."""
        return max(1, len(self.match.rounds.closed))

    def __iter__(self) -> Iterator[Frame]:
        """Every step in order, made as it is asked for."""
        yield from (step for step in Projector(self).steps() if isinstance(step, Frame))


@dataclass(frozen=True, slots=True)
class Passed:
    """A step that nobody wants to see, of which its turn alone is known."""

    round: int
    turn: str


class Projector:
    """One run of a reel: the engine of the match once more, and the last frame.

    Of the rounds that are not `wanted` no scene is made. The frame after one of those lacks what it is told by the
    scene before.
    """

    def __init__(self, reel: Reel, wanted: Container[int] | None = None) -> None:
        match = self._match = reel.match
        self._wanted = wanted
        self.viewer, self._lines = reel.viewer, reel.lines
        self._heard, self._fights = Heard(), Fights()
        self.binding = match.rebound(secrets=reel.secrets, listeners=[self._heard])
        self._closed = match.rounds.closed
        notes = [(e.msg.r, e.msg.seat, e.msg.n, e) for e in match.feeds.side_events() if isinstance(e.msg, Note)]
        self._notes = deque(sorted(notes, key=lambda note: note[:3]))
        self._waiting: list[Event] = [match.genesis]  # events of steps that showed nothing
        self._before: Scene | None = None
        self._made, self._turn = 0, ""  # steps so far, and the turn after the last of them
        self._last_round = self._closed[-1].r if self._closed else 0
        self._asked = ("", "")  # the rule and the subject of the request that the round answered
        self._headlined = 0  # the round of the last headline

    def steps(self) -> Iterator[Frame | Passed]:
        """Every step in order, made as it is asked for."""
        yield self.start()
        yield from (step for closed in self.rounds() if (step := self.show(closed)) is not None)

    # ------------------------------------------------------------------ one step

    def start(self) -> Frame | Passed:
        """The position before anything was decided."""
        joins = next(iter(self._closed), None)
        if joins is not None:
            self.binding.close(joins)
            self._waiting += joins.events
        return self._frame(1 if joins is not None else 0, "start", ("", ""), [])

    def rounds(self) -> Iterable[Closed]:
        """The rounds that follow the start."""
        return self._closed[1:]

    def show(self, closed: Closed) -> Frame | Passed | None:
        """Hands a closed round to the rules; None for the first half of a secret draw, which shows nothing."""
        binding, request = self.binding, self.binding.table.pending
        asked = (request.rule, request.about) if request is not None and not binding.has_ended else ("", "")
        is_draw, movers, quitters = isinstance(request, DrawSecret), binding.movers, binding.resigned
        ended = binding.has_ended
        binding.close(closed)
        self._waiting += [*closed.events, *(e for e in closed.side if isinstance(e.msg, Resign))]
        first = closed.events[0].msg
        if isinstance(first, Act) and isinstance(first.body, Priv) and binding.resigned == quitters:
            return None
        kind = _kind(first, is_draw=is_draw)
        if binding.resigned != quitters:
            kind, asked = "resign", ("", "")
        elif closed.agreed is not None:
            kind, asked = "agreed", ("", "")
        if ended:
            kind = "disclose"
        silent = kind in ("undo", "agreed", "disclose") or (kind == "resign" and binding.has_ended)
        heard = [] if silent else self._heard.take()
        self._heard.take()
        self._asked = asked
        deeds = self._deeds(kind, closed, quitters)
        names = tuple(binding.names[s] for s in movers)
        return self._frame(closed.r, kind, asked, heard, deeds, names)

    def _frame(
        self, round: int, kind: Kind, asked: tuple[str, str], heard: list[Any], deeds: tuple[Deed, ...] = (),
        movers: tuple[str, ...] = (),
    ) -> Frame | Passed:  # fmt: skip
        if kind == "start":
            heard = self._heard.take()
        told = [sentence(h) for h in heard if isinstance(h, Tell)]
        back_to = None
        if kind in ("undo", "agreed"):
            if not self.binding.has_ended:  # an agreed end is told by its result
                back_to = self.binding.undone[-1][1]
            self._fights.forget(round if back_to is None else back_to)
            told += [] if back_to is None else [self._taken_back(kind, [d.seat for d in deeds], back_to)]
        if any(one.headline for one in told):
            self._headlined = round
        remarks = tuple(self._remarks(round))
        fights = self._fights.hear(round, heard, movers)
        events, self._waiting = self._waiting, []
        number, turn_before, self._made = self._made, self._turn, self._made + 1
        if self._wanted is not None and round not in self._wanted:
            self._before, self._turn = None, self._turn_of(self.binding.state)
            return Passed(round, self._turn)
        scene = self._scene(tuple(told), deeds)
        closing: list[Any] = []
        if number and turn_before != scene.turn:
            closing = heard[: self._turned(heard, turn_before)]
        self._before, self._turn = scene, scene.turn
        result = self.binding.result if self.binding.has_ended else None
        return Frame(
            number=number,
            round=round,
            kind=kind,
            scene=scene,
            rule=asked[0],
            about=asked[1],
            deeds=deeds,
            sentences=scene.sentences,
            closing=sum(isinstance(h, Tell) for h in closing),
            dice=tuple(throw_of(h, movers) for h in heard if isinstance(h, tuple)),
            closing_dice=sum(isinstance(h, tuple) for h in closing),
            fights=fights,
            remarks=remarks,
            lines=tuple(sorted({self._lines[e.id] for e in events if e.id in self._lines})),
            time=max((e.msg.t for e in events if isinstance(e, SeatLine)), default=0),
            back_to=back_to,
            ending=None if result is None else Ending(result.winners, result.text, result.by, result.why),
        )

    def _turned(self, heard: Sequence[Any], turn: str) -> int:
        """How much of what was heard came before the first Checkpoint of another turn; nothing if there is none."""
        marks = [(i, h.state) for i, h in enumerate(heard) if isinstance(h, Reached)]
        last = marks[-1][0] if marks else 0
        return next((i for i, state in marks[:-1] if self._turn_at(state) != turn), last)

    def _turn_at(self, stored: bytes) -> str:
        """The turn of a state that was kept at a Checkpoint."""
        match, ruleset = self._match, self.binding.ruleset
        options = ruleset.full_options(match.genesis.msg.body.options)
        state = restored(ruleset.new_state(str(options["scenario"]), options, match.files), stored)
        return self._turn_of(state)

    def _turn_of(self, state: Any) -> str:
        ruleset = self.binding.ruleset
        if ruleset.turn is not None:
            return ruleset.turn(state)
        return ruleset.seen(state, self.binding.table, self.viewer).turn

    def _taken_back(self, kind: Kind, seats: list[str], to: int) -> Sentence:
        """What an undo or a takeback comes to."""
        who = f"{seats[0]} takes" if kind == "undo" else "all agree to take"
        return Sentence(text=f"{who} back what followed round {to}", rule=kind, headline=self._headlined > to)

    # ------------------------------------------------------------------ what the viewer sees

    def _scene(self, sentences: tuple[Sentence, ...], deeds: tuple[Deed, ...]) -> Scene:
        binding = self.binding
        scene = binding.ruleset.seen(binding.state, binding.table, self.viewer)
        highlights = scene.highlights or _highlights(sentences)
        before = self._before
        alone = deeds[0].seat if len(deeds) == 1 else ""
        scene = msgspec.structs.replace(
            scene, viewer=self.viewer, awaited=self._awaited(), sentences=sentences, highlights=highlights,
            arrows=(*scene.arrows, *ways(before, scene, sentences, alone)), scores=self._scores(scene),
        )  # fmt: skip
        return scene if before is None else _shared(scene, before)

    def _scores(self, scene: Scene) -> tuple[Score, ...]:
        """Those of the view; after the end of play distances from victory say who has won, by whatever rule."""
        result = self.binding.result
        if result is None or not self.binding.has_ended:
            return scene.scores
        seats, winners = set(self.binding.names), set(result.winners)
        return decided(scene.scores, seats, winners)

    def _awaited(self) -> tuple[Awaited, ...]:
        expected = self.binding.expected()
        if expected is None or self.binding.has_ended:  # what is still to be disclosed is told by `verify`
            return ()
        kind = expected.kinds[0]
        if kind == "act" and isinstance(self.binding.table.pending, DrawSecret):
            kind = "private draw"
        return tuple(Awaited(seat=self.binding.names[s], text=AWAITED[kind]) for s in expected.seats)

    def _deeds(self, kind: Kind, closed: Closed, quitters: tuple[int, ...]) -> tuple[Deed, ...]:
        names = self.binding.names
        if kind == "resign":
            return tuple(Deed(seat=names[s]) for s in self.binding.resigned if s not in quitters)
        if kind == "roll":
            return ()  # everybody gives to the dice; nobody decides anything
        if kind == "agreed":
            return tuple(Deed(seat=names[e.seat]) for e in closed.events if _is_agreed(e))
        if kind == "draw":
            draws = [e for e in self._waiting if isinstance(e, SeatLine) and _is_draw(e)]
            return tuple(Deed(seat=names[e.seat], hidden=True) for e in draws)
        return tuple(self._deed(e, names[e.seat]) for e in closed.events)

    def _deed(self, event: SeatLine, seat: str) -> Deed:
        table = self.binding.table
        match event.msg:
            case Act(body=Answer() as body):
                return Deed(seat=seat, say=body.say, told=self._told(seat, body.say))
            case SealEvent() as msg:
                handles = [Sealed[Any](seat, item.slot) for item in msg.body.items]
                if all(is_told(table, self.viewer, h) for h in handles):
                    return self._of_seals(seat, handles, "seal")
                return Deed(seat=seat, hidden=True)
            case Reveal() as msg:
                handles = [Sealed[Any](seat, opening.slot) for opening in msg.body.openings]
                return self._of_seals(seat, handles, "open")
        return Deed(seat=seat)

    def _of_seals(self, seat: str, handles: Sequence[Sealed[Any]], kind: Kind) -> Deed:
        """What was sealed or opened; in the game's own words too, if it has some for all of it."""
        ruleset, state, table = self.binding.ruleset, self.binding.state, self.binding.table
        says = [said_in(table, handle) for handle in handles]
        told = [sealed_told(ruleset, state, table, handle)
                for handle, say in zip(handles, says, strict=True) if say != NONE]
        words = f"{DONE[kind]}: {'; '.join(counted(told))}" if told and all(told) else ""
        return Deed(seat=seat, say="; ".join(says), told=words)

    def _told(self, seat: str, say: str) -> str:
        """What an answer means, in the game's own words; empty if it has none."""
        decided, (rule, about) = self.binding.ruleset.decided, self._asked
        return decided(self.binding.state, rule, seat, about, say) if decided is not None else ""

    def _remarks(self, round: int) -> Iterator[Remark]:
        """Those written while a round up to this one was open; the last frame takes what is left."""
        while self._notes:
            r, _, _, event = self._notes[0]
            if r > round and round != self._last_round:
                return
            self._notes.popleft()
            self._waiting.append(event)
            msg = cast(Note, event.msg)
            yield Remark(seat=self.binding.names[msg.seat], text=msg.body.text, time=msg.t)


def _kind(first: Any, *, is_draw: bool) -> Kind:
    match first:
        case Act(body=Undo()):
            return "undo"
        case Act():
            return "answer"
        case SealEvent():
            return "seal"
        case Disclose() | Join():
            return "disclose"
    if first.kind == "reveal":
        return "open"
    return "draw" if is_draw else "roll"


def _is_agreed(event: SeatLine) -> bool:
    return isinstance(event.msg, Act) and isinstance(event.msg.body, Agreed)


def _is_draw(event: SeatLine) -> bool:
    return isinstance(event.msg, Act) and isinstance(event.msg.body, Priv)


def _highlights(sentences: tuple[Sentence, ...]) -> tuple[Highlight, ...]:
    """Where to look, for a view that does not say: the ends of the last way, else the places told of last."""
    last = next((s for s in reversed(sentences) if s.is_way), None) or next(
        (s for s in reversed(sentences) if s.places), None)
    if last is None:
        return ()
    if last.is_way and len(last.places) > 1:
        return Highlight(kind="from", place=last.places[0]), Highlight(kind="to", place=last.places[-1])
    return tuple(Highlight(kind="to", place=place) for place in last.places)


def _shared(scene: Scene, before: Scene) -> Scene:
    """The scene with what did not change taken from the one before: one board all game long, and little memory."""
    alike = {
        name: getattr(before, name)
        for name in Scene.__struct_fields__
        if getattr(scene, name) is not getattr(before, name) and getattr(scene, name) == getattr(before, name)
    }
    return msgspec.structs.replace(scene, **alike) if alike else scene
