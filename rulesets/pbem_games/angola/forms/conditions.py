"""What an order filed ahead may depend on, and for which moments one can be filed.

Belongs here: questions about the board as the owner of the order sees it. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pbem.kit.conditions import Case, Condition, Moment, counted, moments, read_name, read_pair
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names, joined
from pbem.kit.typed import Typed
from pbem_games.angola.forms import FORMS
from pbem_games.angola.forms.coming import COMING
from pbem_games.angola.forms.names import CARDS, LETTER_NAMES, kinds, regions, units
from pbem_games.angola.forms.outlook import strength_of, who_is_met
from pbem_games.angola.map import CABINDA, enemies_in
from pbem_games.angola.numbers import FACTIONS, LETTERS, Counter, Numbers
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.operations import Card, Order

FIFTH = "fifth"
MOST = 99

_region = read_name(lambda state: regions(state.numbers), "name a region")


def _pieces(state: State) -> Names:
    """Columns by letter, and the Units of all factions by their whole ids."""
    return joined(LETTER_NAMES, *(units(state.numbers, faction) for faction in FACTIONS))


_piece = read_name(_pieces, "name a Column by its letter, or a Unit by its id")


def _read_odds(state: State, typed: Typed) -> tuple[int, int, str]:
    """`2:1`, `2:1 lucala`; "" for where the answer goes."""
    attack, defence = typed.number(1, MOST), typed.number(1, MOST)
    if attack is None or defence is None:
        raise typed.refuse_word("odds are written like 2:1")
    return attack, defence, _region(state, typed) if typed.more() else ""


def _at_odds(case: Case[State], wanted: tuple[int, int, str]) -> bool:
    """9.11.1 Printed strength against what is seen; against a hidden Column nobody knows, so it is not so."""
    attack, defence, place = wanted
    force, goes_to = _force(case)
    place = place or goes_to
    if not place:
        return False
    enemies = enemies_in(case.state, case.seat, place)
    if not enemies:
        return True
    ours = force or Sight(case.state, case.seat, case.peek).counters(
        Sight(case.state, case.seat, case.peek).units_in(place))
    met = who_is_met(case.state, enemies, place)
    if met.hidden or not ours:
        return False
    return strength_of(ours) * defence >= strength_of(met.known) * attack


def _force(case: Case[State]) -> tuple[list[Counter], str]:
    """5.2 The Units that the order of a card sends, and where they end; none and "" for any other answer."""
    order, card = case.answer, case.given
    if not isinstance(order, Order) or not isinstance(card, Card) or not order.path:
        return [], ""
    sight = Sight(case.state, case.seat, case.peek)
    inside = order.units if card.what == FIFTH else [u for u in sight.under(card.what) if u not in order.units]
    return sight.counters(inside), order.path[-1]


def _controls(case: Case[State], place: str) -> bool:
    """10 Whether a marker there is of this faction or its ally."""
    marker = case.state.markers.get(place)
    holder = case.state.cabinda_holder if place == CABINDA else marker.holder if marker is not None else ""
    return holder in (case.seat, case.state.numbers.ally(case.seat))


def _stands_at(case: Case[State], wanted: tuple[str, str]) -> bool:
    piece, place = wanted
    sight = Sight(case.state, case.seat, case.peek)
    if piece in LETTERS:
        column = sight.own.columns.get(piece)
        return column is not None and column.region == place
    return piece in sight.units_in(place)


def _is_alive(case: Case[State], piece: str) -> bool:
    if piece in LETTERS:
        return piece in case.state.factions[case.seat].columns
    return not any(piece in faction.dead for faction in case.state.factions.values())


def _aid(case: Case[State]) -> int:
    """12.1.1, ruling R103 Tokens of both colours in front of the faction."""
    return sum(case.state.factions[case.seat].tokens.values())


def _combat_round(state: State) -> int:
    return 0 if state.battle is None else state.battle.combat_round


CONDITIONS: dict[str, Condition[State]] = {
    "no enemy": Condition("no enemy REGION: no enemy Unit stands there", _region,
                          lambda case, region: not enemies_in(case.state, case.seat, region)),
    "enemy": Condition("enemy REGION: an enemy Unit stands there", _region,
                       lambda case, region: bool(enemies_in(case.state, case.seat, region))),
    "odds": Condition("odds N:M [REGION]: at least these odds where the order leads, or in that region; never so "
                      "against a hidden Column", _read_odds, _at_odds),
    "control": Condition("control REGION: its marker is yours or your ally's", _region, _controls),
    "at": Condition("at COLUMN-OR-UNIT REGION: your Column or Unit stands there", read_pair(_piece, _region),
                    _stands_at),
    "alive": Condition("alive COLUMN-OR-UNIT: your Column is on the map, the Unit is not dead", _piece, _is_alive),
    "turn": counted("turn N, turn >= N, turn <= N", lambda case: case.state.turn, MOST, least=1),
    "air": counted("air >= N: so many of your airgroups are ready",
                   lambda case: case.state.factions[case.seat].air_ready, MOST),
    "aid": counted("aid >= N: so many Victory Tokens stand in front of you, by which direct aid is counted",
                   lambda case: _aid(case), MOST),  # 12.1.1, ruling R103
    "round": counted("round N, round <= N: the round of the combat; 0 if none is fought",
                     lambda case: _combat_round(case.state), MOST),
    "track": counted("track <= N: the marker of your alliance on the Victory Track",
                     lambda case: case.state.track[case.state.numbers.alliance(case.seat)], MOST),
}


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask a faction, and about what as far as that can be told."""
    cards = [f"{seat}/{letter}" for letter in (*LETTERS, FIFTH)]
    own = state.factions[seat]
    absent = {f"{seat}/{x}": f"Column {x.upper()} is not on the map" for x in LETTERS if x not in own.columns}
    battles = list(state.numbers.regions)
    turns = [f"turn{number}" for number in range(1, MOST)]
    past = {f"turn{number}": f"it is turn {state.turn}" for number in range(1, state.turn)}
    abouts: dict[str, Any] = {
        "5.2": cards, "5.4": turns, "8.1-2": [f"{seat}/command"], "12.1.2": [seat], "12.3": [seat],
        "9.4": battles, "9.6.2": battles, "9.8": battles, "9.11.7": battles, "9.11.8": battles, "9.12": battles,
        "9.6.3": [f"{place}/missions" for place in battles], "9.10": [f"{place}/missiles" for place in battles],
        "9.7": [f"{place}/{what}" for place in battles for what in ("strikes", "missiles")],
    }  # fmt: skip
    return moments(FORMS.rules(), abouts=abouts, gone={"5.2": absent, "5.4": past}, words=_words(state.numbers),
                   words_of=FEW, coming=COMING, phases=(state.phase,))


FEW = {rule: Lexicon(FORMS.keywords(rule)) for rule in ("9.4", "9.6.2")} | {"5.4": Lexicon(CARDS)}
OTHER = (
    "go", "march", "move", "detach", "leave", "transfer", "swap", "from", "to", "at", "and", "then", "via", "under",
    "with", "less", "pool", "airgroup", "minefield", "mine", "strike", "superiority", "suppress", "lose", "ask",
    "all",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=8)
def _words(numbers: Numbers) -> Lexicon:
    """All that can be named in this game, and the keywords of its orders."""
    named = (regions(numbers), kinds(numbers), LETTER_NAMES, CARDS, *(units(numbers, one) for one in FACTIONS))
    return Lexicon(*named, numbers.factions, numbers.equipment, FORMS.keywords(), OTHER)
