"""2.4.2, 9.9.1, 5.4 Who carries Equipment, where mines are laid, and Operations Packs with what is handed over beside.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from rulesets.angola.aid.entries import carriers_in, piece_limits
from rulesets.angola.bots import random_plans
from rulesets.angola.bots.sight import Sight
from rulesets.angola.equipment import FIELD, LOST
from rulesets.angola.exchange import MINE, as_they_are, exchange_of, unlaid
from rulesets.angola.forms.names import CARDS, LETTER_NAMES, regions
from rulesets.angola.planning import pack_size
from rulesets.angola.state import State
from rulesets.angola.words.common import equipment_name, region_name
from rulesets.angola.words.planning import card_name

NOTHING = ("none", "nothing", "keep")


class Entries(Form[State]):
    """2.4.2, 9.9.1, 12.4.2 `aa1=a at2=luanda mine3=field luanda`; pieces that are not named stay where they are."""

    keywords = (*NOTHING, "field")

    def prompt(self, asked: Asked[State]) -> str:
        return "\n".join(["Equipment: say in secret who carries each piece.", *explained(asked)])

    def read(self, asked: Asked[State], typed: Typed) -> list[str]:
        return read_entries(asked, typed)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield from _laying(asked)
        yield Offer("none", "all stays as it is")

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        request: Any = asked.request
        sight = Sight(asked.state, asked.seat, asked.peek)
        if asked.rule == "12.4.2":
            return random_plans.new_entries(sight, request, rng)
        return random_plans.hand_over(sight, request, rng)


class Pack(Form[State]):
    """5.4 `a b 5th command blank`: the cards in order; behind a `;` Equipment that changes hands."""

    keywords = (*NOTHING, "field")

    def prompt(self, asked: Asked[State]) -> str:
        state = asked.state
        size, deck = pack_size(state), state.numbers.deck(asked.seat, state.turn)
        cards = ", ".join(f"{card_name(kind)}{f' x{n}' if n > 1 else ''}" for kind, n in deck.items())
        blanks = deck.get("blank", 0)
        must = f", {'the Blank' if blanks == 1 else f'all {blanks} Blanks'} among them" if blanks else ""
        lines = [
            f"Seal your Operations Pack: {plural(size, 'card')} of {cards}{must}. They are turned up in this order, "
            "one in each round of cards.",
            f"Columns on the map: {_columns(asked)}.",
            "Type them in order: `a b 5th command blank`.",
        ]
        if _pieces_at_hand(asked):
            lines += ["Equipment may change hands too, behind a `;`.", *explained(asked)]
        return "\n".join(lines)

    def read(self, asked: Asked[State], typed: Typed) -> list[str]:
        size = pack_size(asked.state)
        deck = asked.state.numbers.deck(asked.seat, asked.state.turn)
        cards: list[str] = []
        while typed.more():
            left = [kind for kind, n in deck.items() if cards.count(kind) < n]
            if len(cards) == size:
                raise typed.refuse(f"{size} cards are needed, {len(cards) + len(typed.rest)} given")
            card = typed.name(CARDS, left, why=lambda kind: _no_card(asked, kind))
            if not card:
                raise typed.refuse_word()
            cards.append(card)
            if len(cards) == size and not typed.rest:
                break
        if len(cards) < size:
            raise typed.refuse(f"{size} cards are needed, {len(cards)} given",
                               [CARDS.shown(k) for k, n in deck.items() if cards.count(k) < n])
        missing = deck.get("blank", 0) - cards.count("blank")
        if missing > 0:
            raise typed.refuse(f"every Blank goes into the pack (5.2): {missing} more")
        count = len(asked.items()) - size
        return [*cards, *(read_entries(asked, typed, count) if count or typed.part() else [])]

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Columns that are on the map first; the quiet pack only after that."""
        state = asked.state
        deck, size = state.numbers.deck(asked.seat, state.turn), pack_size(state)
        here = [f"column_{x}" for x in sorted(state.factions[asked.seat].columns)]
        useful = [k for k in (*here, "fifth_column", "command") for _ in range(deck.get(k, 0))]
        blanks = ["blank"] * deck.get("blank", 0)
        rest = [k for k, n in deck.items() if k != "blank" for _ in range(n - useful.count(k))]
        cards = [*useful, *rest][: size - len(blanks)]
        yield Offer(" ".join(CARDS.shown(c) for c in [*cards, *blanks]), "Columns on the map first")

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        sight, request = Sight(asked.state, asked.seat, asked.peek), asked.request
        first = pack_size(asked.state)
        return [*random_plans.pack(sight, rng), *random_plans.hand_over(sight, request, rng, first=first)]  # type: ignore[arg-type]

    def quiet(self, asked: Asked[State]) -> Any:
        sight, request = Sight(asked.state, asked.seat, asked.peek), asked.request
        return random_plans.quiet_pack_and_pieces(sight, request)  # type: ignore[arg-type]


# ---------------------------------------------------------------- entries


def honest_entries(state: State, seat: str, peek: Any) -> list[str]:
    """Where the pieces are; new ones one by one where there is room for them (12.4.2)."""
    own = state.factions[seat].equipment
    entries = as_they_are(state, seat, peek)
    room = piece_limits(state, seat)
    for i, piece in enumerate(unlaid(state, seat)):
        if own[piece].entry is None and not own[piece].public:
            region = next((r for r, count in sorted(room.items(), key=lambda item: -item[1]) if count), "")  # the base
            if region:
                room[region] -= 1
                entries[i] = carriers_in(state, seat, [region])[0]
    return entries


def read_entries(asked: Asked[State], typed: Typed, count: int | None = None) -> list[str]:
    """`aa1=a mine2=field luanda`: a piece, then a Column, a region or a minefield; the others stay as they are."""
    state, seat = asked.state, asked.seat
    pieces = unlaid(state, seat) if count != 0 else []
    if not pieces:
        if typed.part() and not typed.word(*NOTHING):
            raise typed.refuse("you have no Equipment that could change hands now")
        return []
    entries = dict(zip(pieces, honest_entries(state, seat, asked.peek), strict=True))
    names = Names({p: (p, f"{equipment_name(state, _kind(p))} {p.removeprefix(_kind(p))}") for p in pieces},
                  shown={p: p for p in pieces})
    exchange = exchange_of(state, seat)
    forces = [place for place in exchange.places if len(place) > 1]
    letters = [place for place in exchange.places if len(place) == 1]
    while typed.part():
        while typed.more():
            if typed.word(*NOTHING):
                continue
            piece = typed.name(names, pieces)
            if not piece:
                raise typed.refuse_word()
            typed.skip("to", "with", "in", "column")
            if state.factions[seat].equipment[piece].kind == MINE and typed.word("field", "minefield", lay="field"):
                typed.skip("in")
                at = typed.name(regions(state.numbers), exchange.fields, why=lambda r: _no_field(state, r))
                entries[piece] = FIELD + at if at else ""
            else:
                entries[piece] = typed.name(LETTER_NAMES, letters, whole=True) or typed.name(
                    regions(state.numbers), forces, why=lambda r: f"no Force of yours is in {region_name(state, r)}")
            if not entries[piece]:
                raise typed.refuse_word(f"say who carries {piece}")
    return list(entries.values())


def explained(asked: Asked[State]) -> list[str]:
    """Where the pieces are now, how to type a hand-over; nothing for a seat without any."""
    where = dict(zip(unlaid(asked.state, asked.seat), honest_entries(asked.state, asked.seat, asked.peek), strict=True))
    if not where:
        return []
    now = ", ".join(f"{piece} {_told(asked.state, entry)}" for piece, entry in where.items())
    mine = next((p for p in where if p.startswith(MINE)), "")
    typed = [f"`{p}=a`" for p in list(where)[:1]] + ([f"`{mine}=field luanda` (a minefield)"] if mine else [])
    return [f"Now: {now}.", f"Type {', '.join(typed)}: with Column A, in a region by its name; or `none`."]


def _laying(asked: Asked[State]) -> Iterable[Offer]:
    """9.9.1 Mines that can become minefields: towns of one's own first."""
    state = asked.state
    fields = exchange_of(state, asked.seat).fields
    mines = unlaid(state, asked.seat, MINE)
    own = [r for r in fields if r in state.markers and state.markers[r].holder == asked.seat]
    for region in [*own, *(r for r in fields if r not in own)][:3] if mines else ():
        yield Offer(f"{mines[0]}=field {region_name(state, region).lower()}", "a minefield")


def _pieces_at_hand(asked: Asked[State]) -> bool:
    return len(asked.items()) > pack_size(asked.state)


def _told(state: State, entry: str) -> str:
    if entry.startswith(FIELD):
        return f"a minefield in {region_name(state, entry.removeprefix(FIELD))}"
    if entry == LOST:
        return "lost"
    return f"with Column {entry.upper()}" if len(entry) == 1 else f"in {region_name(state, entry)}"


def _kind(piece: str) -> str:
    return piece.rstrip("0123456789")


def _no_field(state: State, region: str) -> str:
    return f"no minefield can be laid in {region_name(state, region)} now"


def _no_card(asked: Asked[State], kind: str) -> str:
    n = asked.state.numbers.deck(asked.seat, asked.state.turn).get(kind, 0)
    return f"{card_name(kind)} is in your deck {n} times" if n > 1 else (
        f"{card_name(kind)} is in your deck once" if n else f"{card_name(kind)} is not in your deck")


def _columns(asked: Asked[State]) -> str:
    own = asked.state.factions[asked.seat].columns
    return ", ".join(f"{x.upper()} in {region_name(asked.state, own[x].region)}" for x in sorted(own)) or "none"
