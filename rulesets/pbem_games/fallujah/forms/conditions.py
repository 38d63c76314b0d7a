"""What an order filed ahead may depend on, and for which moments one can be filed. All of it is public in this game.

Belongs here: questions about the board. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.conditions import (
    Case,
    Condition,
    Moment,
    counted,
    is_so,
    moments,
    read_bound,
    read_level,
    read_name,
    read_nothing,
    read_pair,
)
from pbem.kit.lexicon import Lexicon
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.forms.coming import COMING
from pbem_games.fallujah.forms.names import kinds, places, units
from pbem_games.fallujah.map import is_controlled
from pbem_games.fallujah.numbers import Numbers
from pbem_games.fallujah.state import BOXES, ELIMINATED, State
from pbem_games.fallujah.victory import points

MOST = 999

_place = read_name(lambda state: places(state.numbers), "name a space or a base")
_unit = read_name(lambda state: units(state.numbers), "name a unit")
_kind = read_name(lambda state: kinds(state.numbers), "name a strike, netwar or intel")
FIGHTING = ("16.1", "16.3", "16.7", "23.2", "14.1", "27.1", "29.1")  # asked about the space of the operation


def _stands_at(case: Case[State], wanted: tuple[str, str]) -> bool:
    unit, place = wanted
    return case.state.units[unit].place == place


def _is_whole(case: Case[State], unit: str) -> bool:
    known = case.state.units[unit]
    return known.place not in BOXES and not known.reduced


CONDITIONS: dict[str, Condition[State]] = {
    "ops": counted("ops >= N, ops <= N: Operations Points left", lambda case: case.state.ops, MOST),
    "kia": counted("kia <= N, kia >= N: the KIA index, below 0 too", lambda case: case.state.kia, MOST, least=-MOST),
    "morale": Condition("morale LEVEL, morale <= LEVEL: the morale of OPFOR",
                        read_level(lambda state: state.numbers.tables.morale.levels),
                        lambda case, bound: is_so(_morale(case.state), bound)),
    "vp": counted("vp >= N: Victory Points as the position stands", lambda case: points(case.state), MOST, least=-MOST),
    "turn": counted("turn N, turn >= N, turn <= N", lambda case: case.state.turn, MOST),
    "round": counted("round N, round <= N: the round of the fight", lambda case: _round(case.state), MOST),
    "enemies": counted("enemies <= N: OPFOR counters in the fight", lambda case: _enemies(case.state), MOST),
    "node": Condition("node SPACE: a node lies there", _place, lambda case, place: place in case.state.nodes),
    "nodes": counted("nodes <= N: nodes on the map", lambda case: len(case.state.nodes), MOST),
    "control": Condition("control SPACE: you have a ground unit there, and no enemy fights it", _place,
                         lambda case, place: is_controlled(case.state, place)),
    "have": Condition("have KIND >= N: so many strikes, netwar or intel are at hand",
                      read_pair(_kind, read_bound(0, MOST)),
                      lambda case, wanted: is_so(case.state.available.get(wanted[0], 0), wanted[1])),
    "lost": counted("lost <= N: units eliminated", lambda case: _lost(case.state), MOST),
    "uprising": Condition("uprising: there is one elsewhere", read_nothing, lambda case, _: case.state.uprising),
    "at": Condition("at UNIT PLACE: it stands there", read_pair(_unit, _place), _stands_at),
    "alive": Condition("alive UNIT: it is on the map", _unit,
                       lambda case, unit: case.state.units[unit].place not in BOXES),
    "whole": Condition("whole UNIT: it is on the map, and not reduced", _unit, _is_whole),
}


def _round(state: State) -> int:
    return 0 if state.operation is None else state.operation.combat_round


def _enemies(state: State) -> int:
    return 0 if state.operation is None else len(state.operation.enemies)


def _morale(state: State) -> int:
    return state.numbers.tables.morale.levels.index(state.morale)


def _lost(state: State) -> int:
    return sum(unit.place == ELIMINATED for unit in state.units.values())


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask a player, and about what as far as that can be told."""
    spaces = list(state.numbers.spaces)
    over = {} if state.phase == "setup" else {"": "the first purchase is made"}
    return moments(FORMS.rules(), abouts=dict.fromkeys(FIGHTING, spaces), gone={"7.1": over},
                   words=_words(state.numbers), coming=COMING, phases=(state.phase,))


OTHER = (
    "transfer", "setup", "path", "withdraw", "continue", "intel", "to", "always", "build",
    "ground", "interdict", "refit", "repair", "recruit", "stand_down", "stand down", "network", "networked", "amtrac",
    "kept", "sof", "fight", "retreat", "leave", "end", "then",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=4)
def _words(numbers: Numbers) -> Lexicon:
    """All that can be named in this game, and the keywords of its orders."""
    return Lexicon(places(numbers), units(numbers), kinds(numbers), FORMS.keywords(), OTHER)
