"""What a step told: who did what, the dice with the rule that asked, the sentences, remarks, the end.

Belongs here: a frame without its scene, as numbers of texts. Must not be here: the scene (`moving`, `beside`).
"""

from __future__ import annotations

from typing import Any

from pbem.show.frame import DONE, Deed, Frame, Kind, spans
from pbem.show.html.battles import card, throw
from pbem.show.html.tables import Tables
from pbem.show.scene import Sentence

WAY, BATTLE = 1, 2
DECIDED = ("answer", "seal", "undo", "agreed", "resign")
"""The kinds of steps in which somebody decides; openings and draws come by themselves."""


def step(tables: Tables, frame: Frame) -> dict[str, Any]:
    """The record of a frame; what is empty is left out."""
    text = tables.text
    ending = frame.ending
    record = {
        "round": frame.round,
        "kind": frame.kind,
        "rule": text(frame.rule) if frame.rule else None,
        "about": text(frame.about) if frame.about else None,
        "deeds": [_deed(tables, frame.kind, deed) for deed in frame.deeds],
        "moved": int(frame.kind in DECIDED),
        "told": [
            [text(s.text), text(s.rule), [text(place) for place in s.places], *_signs(s)]
            for s in frame.sentences
        ],
        "heads": [i for i, s in enumerate(frame.sentences) if s.headline],
        "closing": frame.closing,
        "dice": [throw(tables, one) for one in frame.dice],
        "fights": [card(tables, frame.scene.board, fight) for fight in frame.fights],
        "remarks": [[text(remark.seat), text(remark.text), remark.time] for remark in frame.remarks],
        "lines": spans(frame.lines),
        "time": frame.time,
        "ending": None if ending is None else [text(ending.text), text(ending.by), [text(s) for s in ending.winners],
                                               *([text(ending.why)] if ending.why else [])],
    }
    return {name: value for name, value in record.items() if value not in (None, [], 0, "")}


def _signs(told: Sentence) -> list[int]:
    """1 for a way, 2 for a battle that was decided, as one number; none for neither."""
    signs = (WAY if told.is_way else 0) + (BATTLE if told.is_battle else 0)
    return [signs] if signs else []


def _deed(tables: Tables, kind: Kind, deed: Deed) -> list[int]:
    """Seat, what it did, its words (or -1 if there are none to be seen), 1 if the game says what it did."""
    is_seen = deed.say and not deed.hidden
    done = tables.text(deed.told or DONE.get(kind, "acts"))
    is_told = [1] if deed.told else []
    return [tables.text(deed.seat), done, tables.text(deed.say) if is_seen else -1, *is_told]
