"""Standing orders of Operation Anaconda that a player's own tool carries out: reactions, conditions, filings, draws.

    pbem standing reaction "by a within 2 foot hurt least 3; gunships up; show t3"
    pbem standing friendly_fire first 1808 1809
    pbem standing conditions as last time

They are written like those of C41 (`plans.standing`) and looked at in the same way, but they are no part of the match:
they may be changed at any time, and answer in both modes. What C41 has filed comes first: then nobody is asked.
Belongs here: from such orders to the answer of each kind of window. Must not be here: which groups they name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.kit.spelling import Names
from pbem.kit.typed import AGAIN, Typed
from pbem.play.requests import Peek, Request
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.forces import face_down_at, gunships, piece
from pbem_games.anaconda.forms.choices import DRAW, FRIENDLY_FIRE
from pbem_games.anaconda.forms.hexes import HexOffer
from pbem_games.anaconda.forms.standing import StandingOrders, command_names, read_filed
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import FIRE, FLIP, PASS, Order
from pbem_games.anaconda.plans.asking import AnswerOpenly, AnswerSealed, slots_of, standing_answers
from pbem_games.anaconda.plans.planned import due
from pbem_games.anaconda.plans.standing import (
    GUNSHIPS,
    WHAT,
    Filed,
    FiledForm,
    closing_of,
    groups_of,
    reaction_of,
)
from pbem_games.anaconda.plans.windows import Numbered, kinds_of
from pbem_games.anaconda.plans.written import PAUSES, REACTIONS, Conditions, Group
from pbem_games.anaconda.reactions import Window, firers
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import coalition_names, hex_names

LAST_TIME = AGAIN.replace(" ", "_")
FLIGHTS = {"isr": ("recon",), "combat": ("gunship",)}  # what a helicopter is there for, by the sub-phase


@dataclass(frozen=True, slots=True)
class Orders:
    """Standing orders as the match knows them, of units, commands and hexes that there are.

    They are typed as to the prompt of C41, or as they are spelled here.
    """

    shape: str = "WHO within N of HEX hexes HEX ... KIND hurt least N lead WHO; ..."

    def read(self, typed: Typed, state: State) -> Filed:
        words = typed.text.partition(" ")[2].replace("+", " ")
        orders = Typed(words, rule=typed.rule, keywords=StandingOrders.keywords)
        filed = read_filed(orders, lambda order: _vocabulary(state, order), _tokens(state), HexOffer(hex_names(state)))
        if not filed:
            raise typed.refuse("nothing is ordered: write it like `a within 2 foot hurt least 3`")
        if filed.friendly_fire:
            raise typed.refuse("Friendly Fire has a standing order of its own: friendly_fire first 1808 1809")
        typed.at = len(typed.words)
        return FiledForm().parse(FiledForm().spell(filed))

    def spell(self, value: Filed, state: State) -> str:
        return FiledForm().spell(value)

    def samples(self, state: State) -> list[str]:
        commands = [m.id for m in state.numbers.markers.values() if len(m.activates) in (1, 2)]
        everybody = " ; ".join(f"{id} within=2 any" for id in commands)
        return [everybody, f"{everybody} ; {GUNSHIPS}", f"{commands[0]} what=vehicular least=9"]


def _vocabulary(state: State, order: Typed) -> tuple[Names, Names]:
    """The commands and the counters of the side whose order begins here: that of who is named first."""
    at, theirs = order.at, (command_names(state, AL_QAEDA), _tokens(state))
    is_theirs = order.name(theirs[0], whole=True) or order.name(theirs[1], whole=True)
    order.at = at
    return theirs if is_theirs else (command_names(state, COALITION), coalition_names(state.numbers))


def _tokens(state: State) -> Names:
    """The counters of Al Qaeda by number: what they are is its owner's alone to know."""
    return Names({id: (id, f"token {id.removeprefix('t')}") for id in state.tokens})


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
        case Request(case=Window() as window):
            what = _what(state, window)
            return None if what is None else spelled(asked, _group(state, filed, window, what, face))
    if asked.rule == "15.2":
        return spelled(asked, _after_movement(state, filed))
    if asked.rule == "20.4":
        return spelled(asked, _cover(state, filed, asked))
    return None


def _words(number: int, group: Group) -> str:
    return REACTIONS.spell(((number, group),))


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


def conditions(asked: Asked[State], setting: Setting) -> str | None:
    """C39 When the run stops, and nothing else; or all that was sealed last time."""
    pause = next((pause for pause in PAUSES if pause == setting.choice), None)
    if pause is None:
        return AGAIN
    return spelled(asked, [Conditions(pause), *(Order(PASS) for _ in asked.items()[1:])])


REACTION: Policy[State] = Policy(
    name="reaction", title="who fires at what moves and flies, and which works are shown",
    rules=(("12.2", "write"), ("12.2-p", "write"), ("12.2-s", "seal"), ("15.2", "write"), ("17.1", "write"),
           ("17.1-s", "seal"), ("10.2-s", "seal"), ("19.1-s", "seal"), ("20.4", "write")),
    choices={
        "pass": Choice("nobody fires, no compound is shown"),
        "by": Choice(
            "in each window the first order that fits says who fires; nobody does if none fits. WHO is a command or "
            f"units (`t7+t8`), for the Coalition also `{GUNSHIPS}`; where: `within 2` hexes of each of them, `within 3 "
            f"of 1710`, `hexes 1710 1711`, else anywhere; KIND is {', '.join(WHAT[1:])}, else anything; `hurt`: who is "
            "hurt too; `least 3`: no less strength; `lead t4` turns up who leads; `show t3`: a compound is shown",
            Orders()),
    },
    answer=reaction,
)
CONDITIONS: Policy[State] = Policy(
    name="conditions", title="what is sealed with a plan of movement", rules=(("8.1-c", "seal"),),
    choices={
        **{pause: Choice(f"the run stops {when}; nobody stops or waits, no compound is shown")
           for pause, when in (("never", "for nothing"), ("loss", "if one of yours is hit"),
                               ("contact", "if anybody fires"))},
        LAST_TIME: Choice("what you sealed with the plan before, if all of it fits this one"),
    },
    answer=conditions,
)
FILING: Policy[State] = Policy(
    name="filing", title="which standing orders you file for a turn", rules=(("r110", "seal"),),
    choices={LAST_TIME: Choice("those that you filed last")}, answer=lambda asked, setting: AGAIN,
)

POLICIES = (REACTION, *FRIENDLY_FIRE.policies, *DRAW.policies, CONDITIONS, FILING)
