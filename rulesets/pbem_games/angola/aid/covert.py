"""12.4 Covert foreign aid: sealed bids, Reinforcement Cards, deployment, propaganda.

Belongs here: the order of Step E and what each faction may take. Must not be here: who carries Equipment (entries).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Draw, Listed, Open, Seal, Tell, Write
from pbem_games.angola.aid.arrival import arrive, bases, counters_in_reserve, places, ports_with_units
from pbem_games.angola.aid.entries import piece_limits, seal_entries
from pbem_games.angola.map import stands_in
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.state import Piece, State
from pbem_games.angola.victory import move_down
from pbem_games.angola.words import aid_covert as words
from pbem_games.angola.words.aid_covert import DELIVERY, Delivery
from pbem_games.angola.words.aid_recruitment import Place, places_told, split_place

AIRGROUP = "airgroup"


async def covert_foreign_aid(state: State) -> None:
    """12.4, ruling R116 All bids, all draws, all deployment, each in turn order; then propaganda."""
    bids = await bid(state)
    drawn = await draw_cards(state, bids)
    for faction in state.turn_order():
        await deploy(state, faction, gains(state, faction, drawn[faction]), drawn[faction])
    await propaganda(state, bids)


async def bid(state: State) -> dict[str, int]:
    """12.4.1 Every faction seals a bid; all are opened together."""
    items = {f: Listed(legal_bids(state, f)) for f in FACTIONS}
    sealed = await Seal(rule="12.4.1", about="bids", bucket=128, items=items)
    bids = await Open(rule="12.4.1", about="bids", sealed=sealed)
    await Tell(rule="12.4.1", text=words.bids_told(state, bids))
    return bids


def legal_bids(state: State, faction: str) -> range:
    """12.4.1, ruling R117 A penalty lowers cards, not the bid; who is cut off bids nothing."""
    return range(1 if state.factions[faction].crisis.cut_off else state.numbers.limits.bid_max + 1)


async def draw_cards(state: State, bids: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """12.4.1 Cards are drawn openly in turn order, without putting back; afterwards all twenty are in again."""
    left = sorted(state.numbers.reinforcement_cards)
    drawn: dict[str, tuple[str, ...]] = {}
    for faction in state.turn_order():
        count = max(0, bids[faction] - state.factions[faction].crisis.card_penalty)  # 12.2 note 3, ruling R109
        reads = partial(words.read_cards, state.numbers)
        drawn[faction] = await Draw(rule="12.4.1", about=faction, pool=left, count=count, side=faction, reads=reads)
        left = [card for card in left if card not in drawn[faction]]
        await Tell(rule="12.4.1", text=words.cards_told(state, faction, drawn[faction]))
    return drawn


def gains(state: State, faction: str, cards: tuple[str, ...]) -> dict[str, int]:
    """12.4.1 What cards bring to a faction this turn: amounts by type of Unit or Equipment."""
    found: dict[str, int] = {}
    for card in cards:
        for gain in state.numbers.reinforcement_cards[card].gain:
            if faction in gain.factions:
                amount = [step.amount for step in gain.steps if step.from_turn <= state.turn][-1]
                found[gain.item] = found.get(gain.item, 0) + amount
    return found


async def deploy(state: State, faction: str, gained: Mapping[str, int], cards: tuple[str, ...] = ()) -> None:
    """12.4.2 One faction places its Units, takes Equipment, and seals who carries it (ruling R122).

    `cards` are those that brought the gains.
    """
    await receive_airgroups(state, faction, gained.get(AIRGROUP, 0))
    offer = Offer.made(state, faction, gained, cards)
    if not offer.is_worth_asking():
        return
    delivery = await Write(
        rule="12.4.2", seat=faction, about=faction, form=DELIVERY, check=offer, case=offer, draft=offer.default,
    )
    spots = places_told(place for _, place, _ in delivery if place)
    await Tell(rule="12.4.2", text=words.delivery_told(state, faction, delivery), places=spots)
    pieces: list[str] = []
    for item, place, count in delivery:
        if place:
            arrive(state, faction, counters_in_reserve(state, faction, item)[:count], place)
        else:
            pieces += _take_from_pool(state, faction, item, count)
    if pieces:
        await seal_entries(state, faction, pieces)


async def receive_airgroups(state: State, faction: str, count: int) -> None:
    """Ruling R105: airgroups need no place, but some place for a Unit must be open."""
    own = state.factions[faction]
    count = min(count, state.numbers.airgroups(faction) - own.air_ready - own.air_done)  # 16
    if count > 0 and (bases(state, faction) or _ports(state, faction)):
        own.air_ready += count
        await Tell(rule="12.4.2", text=words.airgroups_told(state, faction, count))


def _take_from_pool(state: State, faction: str, kind: str, count: int) -> list[str]:
    """2.4.2 Pieces of the common pool come into the faction's hands."""
    taken = _in_pool(state, kind)[:count]
    state.equipment_pool = [p for p in state.equipment_pool if p not in taken]
    for piece in taken:
        state.factions[faction].equipment[piece] = Piece(kind)
    return taken


def _in_pool(state: State, kind: str) -> list[str]:
    return [p for p in state.equipment_pool if p.rstrip("0123456789") == kind]


def _ports(state: State, faction: str) -> list[str]:
    """12.4.2, ruling R120 Ports where FAPLA or MPLA may land a Unit, where Luanda is not their base anyway."""
    about = state.numbers.factions[faction]
    if about.may_enter_zaire or about.may_enter_south_west_africa:
        return []
    return [r for r in ports_with_units(state, faction) if r not in bases(state, faction)]


class Offer(msgspec.Struct, frozen=True):
    """12.4.2 What a faction may take of its gains: how many of each item there are, and where Units may land.

    Called with a delivery, it refuses a wrong one.
    """

    state: State
    faction: str
    units: dict[str, int]
    equipment: dict[str, int]
    cards: tuple[str, ...] = ()

    @property
    def in_all(self) -> dict[str, int]:
        """How many there are of each item, Units first."""
        return self.units | self.equipment

    @classmethod
    def made(cls, state: State, faction: str, gained: Mapping[str, int], cards: tuple[str, ...] = ()) -> Offer:
        """16, ruling R115 The gains as far as counters go."""
        equipment = {k: min(n, len(_in_pool(state, k))) for k, n in gained.items() if k in state.numbers.equipment}
        units = {
            t: min(n, len(counters_in_reserve(state, faction, t)))
            for t, n in gained.items()
            if t not in state.numbers.equipment and t != AIRGROUP
        }
        units, equipment = ({item: n for item, n in lot.items() if n} for lot in (units, equipment))
        return cls(state, faction, units, equipment, cards)

    def unit_places(self) -> list[Place]:
        """Every place where a Unit may land."""
        regions = [*bases(self.state, self.faction), *_ports(self.state, self.faction)]
        return places(self.state, self.faction, sorted(regions))

    def piece_room(self, landed: tuple[str, ...]) -> int:
        """Ruling R138: how many pieces of Equipment have a place, once Units stand in the regions of `landed` too."""
        return sum(piece_limits(self.state, self.faction, landed).values())

    def is_worth_asking(self) -> bool:
        """Ruling R121: whether anything can be placed at all."""
        landing = bool(self.units) and bool(self.unit_places())
        return landing or (bool(self.equipment) and self.piece_room(()) > 0)

    def default(self) -> Delivery:
        """Ruling R136: everything in the base, loose; what has no place there is not received."""
        base = bases(self.state, self.faction)
        if not base:
            return ()
        delivery = [(t, base[0], n) for t, n in self.units.items()]
        if delivery or any(stands_in(self.state, self.faction, r) for r in base):  # ruling R138
            delivery += [(kind, "", n) for kind, n in self.equipment.items()]
        return tuple(sorted(delivery))

    def __call__(self, delivery: Delivery) -> None:
        """12.4.2 Whether the faction may take this, there; raises IllegalMove."""
        tried = f"{self.state.numbers.factions[self.faction].name} takes {DELIVERY.spell(delivery)}"
        if len({(item, place) for item, place, _ in delivery}) != len(delivery):
            raise IllegalMove(tried, "12.4.2", "something is named twice")
        self._check_amounts(delivery, tried)
        landed = self._check_landing(delivery, tried)
        room = self.piece_room(landed)
        pieces = sum(count for _, place, count in delivery if not place)
        if pieces > room:
            raise IllegalMove(tried, "12.4.2", f"there is room for {room} pieces of Equipment with own Units")

    def _check_amounts(self, delivery: Delivery, tried: str) -> None:
        there = {**self.units, **self.equipment}
        for item, place, count in delivery:
            if (item in self.equipment) == bool(place) or item not in there or count < 1:
                legal = [*(f"{t}:place:{n}" for t, n in self.units.items()),
                         *(f"{k}:{n}" for k, n in self.equipment.items())]
                raise IllegalMove(tried, "12.4.1", f"{item} cannot be taken so", legal=legal)
            if sum(n for i, _, n in delivery if i == item) > there[item]:
                raise IllegalMove(tried, "12.4.1", f"the cards and the counters give {there[item]} {item}")

    def _check_landing(self, delivery: Delivery, tried: str) -> tuple[str, ...]:
        legal = self.unit_places()
        landed: dict[str, int] = {}
        for _, place, count in delivery:
            if place and place not in legal:
                raise IllegalMove(tried, "12.4.2", f"no Unit may be deployed in {place}", legal=legal)
            if place:
                region = split_place(place)[0]
                landed[region] = landed.get(region, 0) + count
        limit = self.state.numbers.limits.covert_units_per_port
        for port in _ports(self.state, self.faction):
            if landed.get(port, 0) > limit:
                raise IllegalMove(tried, "12.4.2", f"a port takes {limit} Unit")
        return tuple(sorted(landed))


async def propaganda(state: State, bids: Mapping[str, int]) -> None:
    """12.4.3, ruling R118 Where one alliance alone bid the most, the other one gains a space."""
    highest = max(bids.values())
    greedy = {state.numbers.alliance(f) for f in FACTIONS if bids[f] == highest}
    if len(greedy) > 1:
        await Tell(rule="12.4.3", text=words.no_propaganda_told())
        return
    winner = next(a for a in state.numbers.alliances if a not in greedy)
    spaces = move_down(state, winner, 1)
    await Tell(rule="12.4.3", text=words.propaganda_told(state, winner, spaces), headline=True)
