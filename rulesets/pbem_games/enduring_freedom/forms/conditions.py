"""What an order filed ahead may depend on, and for which moments one can be filed. All of it is public in this game.

Belongs here: questions about the board. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.conditions import Case, Condition, Moment, counted, is_so, moments, read_bound, read_name, read_pair
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.forms.coming import COMING, phases_left
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.printed import asset_kinds, kinds, places, units, zones
from pbem_games.enduring_freedom.state import BOXES, ELIMINATED, READY, State
from pbem_games.enduring_freedom.victory import awards
from pbem_games.enduring_freedom.zones import control, units_at

MOST = 999
BATTLES = ("21.1", "23.4", "25.2")  # asked about a zone


@lru_cache(maxsize=4)
def _assets(numbers: Numbers) -> Names:
    """3.5 Kinds of assets as printed, or by what their ids begin with: `uav`."""
    return Names({_kind_of(id): (_kind_of(id), asset.name) for id, asset in numbers.assets.items()})


def _kind_of(asset: str) -> str:
    return asset.partition("_")[0]


_zone = read_name(lambda state: zones(state.numbers), "name a zone")
_place = read_name(lambda state: places(state.numbers), "name a zone or a staging area")
_unit = read_name(lambda state: units(state.numbers), "name a unit")
_asset = read_name(lambda state: _assets(state.numbers), "name a kind of asset")


def _ready(state: State, kind: str) -> int:
    """8.6 Assets of a kind that can be used."""
    return sum(_kind_of(id) == kind and state.units[id].place == READY for id in state.numbers.assets)


def _lost(state: State) -> int:
    return sum(unit.place == ELIMINATED for unit in state.units.values())


def _place_of(state: State, unit: str) -> str:
    """Where a unit is, one of the Northern Alliance too; "" if it lies in no place that anybody sees."""
    if unit in state.units:
        return state.units[unit].place
    return next((zone for zone, there in state.north.items() if any(c.id == unit for c in there)), "")


def _is_alive(case: Case[State], unit: str) -> bool:
    if unit in case.state.units:
        return case.state.units[unit].place != ELIMINATED
    return unit not in case.state.eliminated_north


def _is_in_play(case: Case[State], unit: str) -> bool:
    return _place_of(case.state, unit) not in ("", *BOXES)


def _score(state: State) -> int:
    """5.0, 4.2 (2) What was booked, and the awards for what is controlled."""
    return state.np + sum(np for _, np in awards(state))


CONDITIONS: dict[str, Condition[State]] = {
    "no enemy": Condition("no enemy ZONE: no Islamist counter lies there", _zone,
                          lambda case, zone: not case.state.islamists.get(zone)),
    "enemy": Condition("enemy ZONE: an Islamist counter lies there", _zone,
                       lambda case, zone: bool(case.state.islamists.get(zone))),
    "enemies": Condition("enemies ZONE <= N: Islamist counters there, face down ones too",
                         read_pair(_zone, read_bound(0, MOST)),
                         lambda case, wanted: is_so(len(case.state.islamists.get(wanted[0], ())), wanted[1])),
    "control": Condition("control ZONE: the Coalition controls it", _zone,
                         lambda case, zone: control(case.state, zone) == "coalition"),
    "own": Condition("own PLACE: a ground unit of the Coalition is there", _place,
                     lambda case, place: bool(units_at(case.state, place))),
    "alliance": Condition("alliance ZONE: a counter of the Northern Alliance is there", _zone,
                          lambda case, zone: bool(case.state.north.get(zone))),
    "ready": Condition("ready KIND >= N: so many assets of a kind are ready", read_pair(_asset, read_bound(0, MOST)),
                       lambda case, wanted: is_so(_ready(case.state, wanted[0]), wanted[1])),
    "lost": counted("lost <= N: units, aircraft and assets eliminated", lambda case: _lost(case.state), MOST),
    "score": counted("score >= N: NetWar points if the game ended now", lambda case: _score(case.state), MOST),
    "np": counted("np >= N, np <= N: NetWar points", lambda case: case.state.np, MOST),
    "jihad": counted("jihad <= N, jihad >= N: the Jihad level", lambda case: case.state.jihad, MOST),
    "turn": counted("turn N, turn >= N, turn <= N", lambda case: case.state.turn, MOST, least=1),
    "at": Condition("at UNIT PLACE: it is there", read_pair(_unit, _place),
                    lambda case, wanted: _place_of(case.state, wanted[0]) == wanted[1]),
    "alive": Condition("alive UNIT: it is not eliminated", _unit, _is_alive),
    "in play": Condition("in play UNIT: it is in a zone or a staging area", _unit, _is_in_play),
}


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask, and about what as far as that can be told."""
    zones = list(state.numbers.zones)
    return moments(FORMS.rules(), abouts={**dict.fromkeys(BATTLES, zones), "23.3": ("attack", "counterattack")},
                   words=_words(state.numbers), coming=COMING, phases=phases_left(state.phase))


OTHER = (
    "assets", "muster", "levy", "refit", "isr", "assign", "drive", "assault", "cas", "strike", "pay", "to",
    "from", "then", "transfer", "fly", "attack", "counterattack", "fight", "battle", "buy", "base", "mobilize",
    "mobilization", "underground", "face_down", "edge", "units", "command", "coalition", "islamist", "decline",
    "attempt", "rotation",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=4)
def _words(numbers: Numbers) -> Lexicon:
    """All that can be named in this game, and the keywords of its orders."""
    named = (places(numbers), zones(numbers), units(numbers), kinds(numbers), asset_kinds(numbers))
    return Lexicon(*named, FORMS.keywords(), OTHER)
