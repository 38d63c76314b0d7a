"""A game as data for the page: the match, the play, and what came after its end.

The play is written without a look at what followed: as seen by a seat, its bytes are the same before and after secrets
are disclosed. Each part holds what is new in the tables, and frames as changes; a last one, if there is another viewer,
what differs for him. Belongs here: those parts and their JSON, which no HTML parser can misread. Must not be here: the
page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbem.show.clean import clean
from pbem.show.frame import Frame
from pbem.show.html.beside import Beside
from pbem.show.html.moving import Moving
from pbem.show.html.other import differences
from pbem.show.html.steps import step
from pbem.show.html.tables import Tables
from pbem.show.scene import Scene, Score, Shown

FORMAT = "pbem-replay/1"
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


class Ends(Shown, frozen=True):
    """How so many games by bots ended from a round on: for each set of winners how many, the most frequent first.

    `remark` says what must be known of them, such as that secrets were guessed.
    """

    round: int
    seed: str
    games: int
    won: tuple[tuple[tuple[str, ...], int], ...]
    remark: str = ""


class Match(Shown, frozen=True):
    """What was played, as its first line says: title, id, `name/version` of the ruleset, seats that play.

    `about` tells a stranger what the game is, `scenario` names the one played; `players` are words for who held each
    seat, as long as `seats`, or empty. `state` says how it stands by the rules. `log` is the name of its log
    (or folder) as one types it in a command, empty if none is known. `ends` are games that bots played on.
    `terms` are words of the game, each with its meaning and the rule that says it, or "".
    """

    title: str
    id: str
    engine: str
    seats: tuple[str, ...]
    about: str = ""
    scenario: str = ""
    players: tuple[str, ...] = ()
    state: str = ""
    log: str = ""
    ends: tuple[Ends, ...] = ()
    terms: tuple[tuple[str, str, str], ...] = ()


class Reader:
    """Frames as changes, with the tables they share."""

    def __init__(self, tables: Tables | None = None) -> None:
        self._tables = tables or Tables()
        self._moving, self._beside = Moving(self._tables), Beside(self._tables)
        self._now: Scene | None = None

    def part(self, frames: Iterable[Frame]) -> dict[str, Any]:
        """The next part of the game."""
        return self.written(self.records(frames))

    def records(self, frames: Iterable[Frame]) -> list[dict[str, Any]]:
        """A record of each, with what differs from the one before."""
        return [self._record(frame) for frame in frames]

    def written(self, records: Iterable[dict[str, Any]]) -> dict[str, Any]:
        """Records as a part, with what is new in the tables."""
        told, expected = [], -1
        for record in records:  # the round after that of the step before goes without saying
            told.append({key: value for key, value in record.items() if key != "round" or value != expected})
            expected = record["round"] + 1
        return {"tables": self._tables.take(), "frames": told}

    def differing(self, shown: Sequence[dict[str, Any]], other: Sequence[Frame]) -> dict[str, Any] | None:
        """What another viewer saw of the steps with these records, all of them; None if nothing differs."""
        steps = differences(shown, Reader(self._tables).records(other))
        return {"viewer": other[0].scene.viewer, "tables": self._tables.take(), "steps": steps} if steps else None

    def _score(self, score: Score) -> list[Any]:
        """Name, value, for whom high is good, for whom low, thresholds; of a distance unit, goal, why, sides."""
        text = self._tables.text
        named = self._tables.row([[text(one.name), one.value] for one in score.thresholds])
        unit = [text(one) for one in (score.unit, score.goal, score.why, *score.sides)] if score.sides else []
        return [text(score.name), score.value, text(score.high), text(score.low), named, *unit]

    def _record(self, frame: Frame) -> dict[str, Any]:
        scene, before = frame.scene, self._now
        record = step(self._tables, frame)
        if before is None or before.turn != scene.turn:
            record["turn"] = self._tables.text(scene.turn)
        if before is None or before.phase != scene.phase:
            record["phase"] = self._tables.text(scene.phase)
        if before is None or before.scores != scene.scores:
            record["scores"] = [self._score(score) for score in scene.scores]
        target, was = _target(scene), _target(before)
        if target != was:
            record["target"] = [self._tables.text(target)] if target else None
        record |= self._moving.changes(scene) | self._beside.changes(scene)
        self._now = scene
        return record


def _target(scene: Scene | None) -> str:
    """The place that is fought for: of several that are attacked in turn the last; empty if there is none."""
    return next((one.place for one in reversed(scene.highlights) if one.kind == "target"), "") if scene else ""


def parts(frames: Iterable[Frame], match: Match, other: Iterable[Frame] = ()) -> tuple[str, str, str, str]:
    """The match, the play, what came after, what `other` eyes saw of the same steps (empty if the same), as JSON."""
    played: list[Frame] = []
    after: list[Frame] = []
    for frame in frames:
        (after if frame.kind == "disclose" or after else played).append(frame)
    reader = Reader()
    viewer = played[0].scene.viewer if played else "public"
    head = {
        "format": FORMAT,
        "title": clean(match.title),
        "id": clean(match.id),
        "engine": clean(match.engine),
        "viewer": clean(viewer),
        "seats": [clean(seat) for seat in match.seats],
        "about": clean(match.about),
        "scenario": clean(match.scenario),
        "players": [clean(player) for player in match.players],
        "state": clean(match.state),
        "log": clean(match.log),
    } | ({"ends": [_ends(one) for one in match.ends]} if match.ends else {}) | (
        {"terms": [[clean(part) for part in term] for term in match.terms]} if match.terms else {}
    )
    told = reader.records(played)
    play = embedded(reader.written(told))
    later = reader.records(after)
    seen = list(other)
    shown = embedded(head), play, embedded(reader.written(later))
    differs = reader.differing([*told, *later], seen) if seen else None
    return *shown, "" if differs is None else embedded(differs)


def _ends(ends: Ends) -> list[Any]:
    """Round, seed, games, winners with how many of them, what must be known."""
    won = [[[clean(seat) for seat in seats], many] for seats, many in ends.won]
    return [ends.round, clean(ends.seed), ends.games, won, clean(ends.remark)]


def embedded(value: Any) -> str:
    """JSON that may stand in a page: no sign in it can end a script element or begin a comment."""
    return msgspec.json.encode(value).decode().translate(_ESCAPES)
