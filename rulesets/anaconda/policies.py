"""Standing orders of Operation Anaconda that a player's own tool carries out: reactions by conditions, and the draw.

    pbem standing reaction "by a within=2 what=foot any least=3 ; gunship what=up ; show t3"
    pbem standing friendly_fire first 1808 1809

They are written like those of C41 (`plans.standing`) and looked at in the same way, but they are no part of the match:
they may be changed at any time, and answer in both modes. What C41 has filed comes first: then nobody is asked.
Belongs here: from such orders to the answer of each kind of window. Must not be here: which groups they name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.kit.arguments import Listing
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Peek
from rulesets.anaconda.defensive import late_targets
from rulesets.anaconda.forces import face_down_at, gunships, on_map, piece
from rulesets.anaconda.numbers import COALITION
from rulesets.anaconda.orders import FIRE, FLIP, PASS, Order
from rulesets.anaconda.plans.asking import AnswerOpenly, AnswerSealed, slots_of, standing_answers
from rulesets.anaconda.plans.planned import due
from rulesets.anaconda.plans.standing import (
    GUNSHIPS,
    WHAT,
    Filed,
    FiledForm,
    closing_of,
    friendly_fire_hex,
    groups_of,
    reaction_of,
)
from rulesets.anaconda.plans.windows import Numbered, kinds_of
from rulesets.anaconda.plans.written import Group, ReactionForm
from rulesets.anaconda.reactions import AskGroup, Window, firers
from rulesets.anaconda.state import State
from rulesets.anaconda.tokens import seen

FLIGHTS = {"isr": ("recon",), "combat": ("gunship",)}  # what a helicopter is there for, by the sub-phase


@dataclass(frozen=True, slots=True)
class Orders:
    """Standing orders as the match knows them, of units, commands and hexes that there are."""

    shape: str = "WHO within=N what=KIND any least=N ; ..."

    def read(self, typed: Typed, state: State) -> Filed:
        words = typed.text.partition(" ")[2]
        parts = [" ".join(part.split()) for part in words.split(";")]
        filed = FiledForm().parse(" ; ".join(part for part in parts if part) or PASS)
        if not filed:
            raise typed.refuse("nothing is ordered: write it like `a within=2 what=foot any least=3`")
        if filed.friendly_fire:
            raise typed.refuse("Friendly Fire has a standing order of its own: friendly_fire first 1808 1809")
        self._check(typed, state, filed)
        typed.at = len(typed.words)
        return filed

    def _check(self, typed: Typed, state: State, filed: Filed) -> None:
        known = names(state)
        for id in (*(id for order in filed.orders for id in (*order.who, order.lead) if id), *filed.show):
            if id not in known:
                near = known.near(id)
                because = f"there is no unit and no command {id}"
                raise typed.refuse(f"{because}: did you mean {' or '.join(near[:3])}?" if near else because)
        hexes = [hex for order in filed.orders for hex in (*order.at, order.of) if hex]
        for hex in hexes:
            if hex not in state.numbers.ground.hexes:
                raise typed.refuse(f"there is no hex {hex}")

    def spell(self, value: Filed, state: State) -> str:
        return FiledForm().spell(value)

    def samples(self, state: State) -> list[str]:
        commands = [m.id for m in state.numbers.markers.values() if len(m.activates) in (1, 2)]
        everybody = " ; ".join(f"{id} within=2 any" for id in commands)
        return [everybody, f"{everybody} ; {GUNSHIPS}", f"{commands[0]} what=vehicular least=9"]


def names(state: State) -> Names:
    """Everything that an order may name: commands, units, tokens, all gunships."""
    ids = [*state.numbers.markers, *state.numbers.coalition, *state.tokens, GUNSHIPS]
    return Names({id: (id,) for id in ids})


def hexes_of(state: State) -> Names:
    """Every hex, by its number."""
    return Names({hex: (hex,) for hex in state.numbers.ground.hexes.hexes})


# ---------------------------------------------------------------- answers


def reaction(asked: Asked[State], setting: Setting) -> str | None:
    """12, 15.2, 17.1, 20.4 The first order that fits names who fires; nobody does if none fits."""
    state, filed = asked.state, setting.value if setting.choice == "by" else Filed()
    face = _face(state, asked.peek)
    match asked.request:
        case AnswerSealed(windows=windows, hexes=hexes):
            return spelled(asked, standing_answers(state, filed, windows, hexes, slots_of(state), face))
        case AnswerOpenly(windows=windows, closing=closing):
            return spelled(asked, reaction_of(state, filed, windows, dict(closing), _words, face))
        case AskGroup(window=Window() as window):
            what = _what(state, window)
            return None if what is None else spelled(asked, _group(state, filed, window, what, face))
    if asked.rule == "15.2":
        return spelled(asked, _after_movement(state, filed))
    if asked.rule == "20.4":
        return spelled(asked, _cover(state, filed, asked))
    return None


def _words(number: int, group: Group) -> str:
    return ReactionForm().spell(((number, group),))


def _group(
    state: State, filed: Filed, window: Window, what: tuple[str, ...], face: Callable[[str], str]
) -> Order:
    """12.2, 17.1 In mode `step` the next group that is due now."""
    able = tuple((id, (piece(state, id).place,)) for id in firers(state, window))
    for group in groups_of(state, filed, Numbered(1, 0, 0, window, what, able), face):
        if who := due(state, window, group, face):
            return Order(FIRE, who, (), group.lead)
    return Order(PASS)


def _what(state: State, window: Window) -> tuple[str, ...] | None:
    """Of what kinds the target is, as orders name them; None if a flight may be either of two."""
    if window.kind == "defensive":
        return kinds_of(state, window.target)
    if window.target in gunships(state):
        return ("gunship",)
    sub_phase = state.operations.sub_phase if state.operations is not None else ""
    return FLIGHTS.get(sub_phase, None if state.options.casualties else ("loaded",))


def _after_movement(state: State, filed: Filed) -> Order:
    """15.2(2) Gunships at the first token that moved and for which an order fits now."""
    targets, ready = late_targets(state), gunships(state)
    for group in closing_of(state, filed, targets):
        who = tuple(id for id in group.who if id in ready)
        strength = sum(state.numbers.units[id].firepower for id in who)
        if who and strength >= group.least and (group.any or not piece(state, group.at).pinned):
            return Order(FIRE, who, (group.at,))
    return Order(PASS)


def _cover(state: State, filed: Filed, asked: Asked[State]) -> Order:
    """20.4, 20.7 Every fortification, and the compounds that are to be shown."""
    works = []
    for id in face_down_at(state, asked.about):
        printed = seen(state, id, asked.peek)
        kind = printed.type if printed is not None else ""
        if kind == "fortification" or (kind == "compound" and id in filed.show):
            works.append(id)
    return Order(FLIP, tuple(works)) if works else Order(PASS)


def _face(state: State, peek: Peek) -> Callable[[str], str]:
    """What a token is as far as its viewer sees it, else an empty text."""

    def face(id: str) -> str:
        token = state.tokens[id]
        return token.face or (peek(token.sealed) or "" if token.sealed is not None else "")

    return face


def friendly_fire(asked: Asked[State], setting: Setting) -> str | None:
    """14.9 The first hex that is named and has units of the Coalition, else that with most of them."""
    state, by_hex = asked.state, dict[str, int]()
    for id in on_map(state, COALITION):
        by_hex[state.units[id].place] = by_hex.get(state.units[id].place, 0) + 1
    return spelled(asked, friendly_fire_hex(Filed(friendly_fire=setting.value or ()), by_hex))


def draw(asked: Asked[State], setting: Setting) -> str | None:
    """4.2 A marker, as long as there are any."""
    return "draw" if "draw" in asked.says() else None


REACTION: Policy[State] = Policy(
    name="reaction", title="who fires at what moves and flies, and which works are shown",
    rules=(("12.2", "write"), ("12.2-p", "write"), ("12.2-s", "seal"), ("15.2", "write"), ("17.1", "write"),
           ("17.1-s", "seal"), ("10.2-s", "seal"), ("19.1-s", "seal"), ("20.4", "write")),
    choices={
        "pass": Choice("nobody fires, no compound is shown"),
        "by": Choice(
            "in each window the first order that fits says who fires; nobody does if none fits. WHO is a command or "
            f"units (`t7+t8`), for the Coalition also `{GUNSHIPS}`; KIND is {', '.join(WHAT[1:])}; without it, "
            "and without `within`, anything anywhere; `any`: who is hurt too", Orders()),
    },
    answer=reaction,
)
FRIENDLY_FIRE: Policy[State] = Policy(
    name="friendly_fire", title="which hex Friendly Fire hits", rules=("14.9",),
    choices={
        "most": Choice("that with most units of the Coalition, of those the lowest number"),
        "first": Choice("the first of these where the Coalition is, else as `most`", Listing(hexes_of, "HEX ...")),
    },
    answer=friendly_fire, usual="most",
)
DRAW: Policy[State] = Policy(
    name="draw", title="whether you draw a marker", rules=(("4.2", "ask"),),
    choices={"always": Choice("you draw, and never pass or file")}, answer=draw, usual="always",
)

POLICIES = (REACTION, FRIENDLY_FIRE, DRAW)
