"""2.4.2, 9.9.1, 5.4 Who carries Equipment, where mines are laid, and Operations Packs with what is handed over beside.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.kit.bots import may_seal
from pbem.kit.choices import Row
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import SealMany
from pbem_games.angola.aid.entries import carriers_in, piece_limits
from pbem_games.angola.equipment import FIELD, LOST
from pbem_games.angola.exchange import MINE, as_they_are, unlaid
from pbem_games.angola.forms import random_plans
from pbem_games.angola.forms.names import CARDS, column_names, regions
from pbem_games.angola.planning import pack_size
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.common import piece_name, region_name
from pbem_games.angola.words.planning import blanks_named, card_name

MOST_FIELDS = 3  # places offered for one mine


class Entries(Form[State]):
    """2.4.2, 9.9.1, 12.4.2 `aa1=a at2=luanda mine3=field luanda`; pieces that are not named stay where they are."""

    keywords = ("field",)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return Prompt("Equipment: say in secret who carries each piece.", *explained(asked))

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

    keywords = ("field",)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state = asked.state
        size, deck = pack_size(state), state.numbers.deck(asked.seat, state.turn)
        cards = ", ".join(f"{card_name(kind)}{f' x{n}' if n > 1 else ''}" for kind, n in deck.items())
        blanks = deck.get("blank", 0)
        must = f"; {blanks_named(blanks)} must be among them" if blanks else ""
        prompt = Prompt(
            f"Seal your Operations Pack: {plural(size, 'card')} of {cards}{must}.",
            " The pack is what may move this turn: its cards are turned up in this order, one in each round of cards. "
            "A Column marches by its own card, a Blank moves nobody.",
            f"Columns on the map: {_columns(asked)}.",
            How(f"Type them in order: `{next(iter(self.offers(asked))).words}`."))
        if _pieces_at_hand(asked):
            behind = How(" Type that behind a `;`.")
            return prompt.with_parts("Equipment may change hands too.", behind, *explained(asked))
        return prompt

    def read(self, asked: Asked[State], typed: Typed) -> list[str]:
        size = pack_size(asked.state)
        deck = asked.state.numbers.deck(asked.seat, asked.state.turn)
        cards: list[str] = []
        typed.laid.slots("card", size)
        while typed.more():
            left = [kind for kind, n in deck.items() if cards.count(kind) < n]
            if len(cards) == size:
                raise typed.refuse(f"{size} cards are needed, {len(cards) + len(typed.rest)} given")
            card = typed.name(CARDS, left, why=lambda kind: _no_card(asked, kind))
            if not card:
                raise typed.refuse_word()
            cards.append(card)
            typed.laid.fill(CARDS.shown(card), CARDS.label(card))
            if len(cards) == size and not typed.rest:
                break
        if len(cards) < size:
            raise typed.refuse(f"{size} cards are needed, {len(cards)} given",
                               [CARDS.shown(k) for k, n in deck.items() if cards.count(k) < n])
        missing = deck.get("blank", 0) - cards.count("blank")
        if missing > 0:
            raise typed.refuse(f"every Blank goes into the pack (5.2): {missing} more")
        count = len(asked.items()) - size
        return [*cards, *(read_entries(asked, typed, count, cards) if count or typed.part() else [])]

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Columns that are on the map first; the quiet pack only after that."""
        state = asked.state
        deck, size = state.numbers.deck(asked.seat, state.turn), pack_size(state)
        here = [f"column_{x}" for x in sorted(state.factions[asked.seat].columns)]
        useful = [k for k in (*here, "fifth_column", "command") for _ in range(deck.get(k, 0))]
        blanks = ["blank"] * deck.get("blank", 0)
        rest = [k for k, n in deck.items() if k != "blank" for _ in range(n - useful.count(k))]
        cards = [*useful, *rest][: size - len(blanks)]
        pack = [*cards, *blanks]
        words = " ".join(CARDS.shown(c) for c in pack)
        yield Offer(words, "Columns on the map first" if here else "the first cards of your deck")
        for offer in list(_laying(asked, pack))[:MOST_FIELDS] if _pieces_at_hand(asked) else ():
            yield Offer(f"{words}; {offer.words}", "and a minefield")

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


def read_entries(
    asked: Asked[State], typed: Typed, count: int | None = None, cards: Sequence[str] = ()
) -> list[str]:
    """`aa1=a mine2=field luanda`: a piece, then a Column, a region or a minefield; the others stay as they are.

    `count` is how many entries are sealed, None for as many as there are pieces; `cards` is what is sealed before them.
    """
    state, seat = asked.state, asked.seat
    pieces = unlaid(state, seat) if count != 0 else []
    if not pieces:
        if typed.part() and not typed.word("none"):
            raise typed.refuse("you have no Equipment that could change hands now")
        return []
    entries = dict(zip(pieces, honest_entries(state, seat, asked.peek), strict=True))
    names = Names({p: (p, piece_name(state, p)) for p in pieces}, labels={p: piece_name(state, p) for p in pieces})
    legal = dict(zip(pieces, (item.says() for item in asked.items()[-len(pieces):]), strict=True))
    now = dict(entries)
    typed.laid.rows("piece of Equipment", lambda: _rows(asked, now, legal, cards))
    while typed.part():
        while typed.more():
            if typed.word("none"):
                continue
            since = typed.at
            piece = typed.name(names, pieces)
            if not piece:
                raise typed.refuse_word()
            typed.laid.row(piece, since)
            typed.skip("to", "with", "in", "column")
            true = _true_entries(asked, piece, legal[piece], cards)
            entries[piece] = _read_entry(state, seat, typed, true, [e for e in legal[piece] if e not in true])
            if not entries[piece]:
                raise typed.refuse_word(f"say who carries {piece}")
            if entries[piece] not in true:
                raise typed.refuse(_cannot_come(asked, piece, entries[piece]))
    return list(entries.values())


def _rows(
    asked: Asked[State], now: Mapping[str, str], legal: Mapping[str, Sequence[str]], cards: Sequence[str]
) -> Iterator[Row]:
    """Each piece with those who may carry it, and where it may lie as a minefield."""
    state = asked.state
    for piece, says in legal.items():
        ready = [(_typed_entry(state, entry), _told(state, entry)) for entry in _true_entries(asked, piece, says, cards)
                 if entry != LOST]
        yield Row(piece, f"{piece_name(state, piece)}, now {_told(state, now[piece])}", tuple(ready))


def _typed_entry(state: State, entry: str) -> str:
    """An entry as it is typed behind its piece: `a`, `nova lisboa`, `field luanda`."""
    if entry.startswith(FIELD):
        return f"field {regions(state.numbers).shown(entry.removeprefix(FIELD))}"
    return entry if len(entry) == 1 else regions(state.numbers).shown(entry)


def _true_entries(asked: Asked[State], piece: str, legal: Sequence[str], cards: Sequence[str]) -> list[str]:
    """2.4.2 The entries that its owner may claim: a piece goes where its carrier is; others would be sealed falsely."""
    state, seat, request = asked.state, asked.seat, asked.request
    own = state.factions[seat].equipment[piece]
    if not isinstance(request, SealMany) or (own.entry is None and not own.public):
        return list(legal)  # 12.4.2: a new piece, which nobody carries yet
    kept = dict(zip(unlaid(state, seat), honest_entries(state, seat, asked.peek), strict=True))
    return [entry for entry in legal
            if may_seal(request, seat, [*cards, *(kept | {piece: entry}).values()], asked.peek)]


def _cannot_come(asked: Asked[State], piece: str, entry: str) -> str:
    state, seat = asked.state, asked.seat
    kept = dict(zip(unlaid(state, seat), honest_entries(state, seat, asked.peek), strict=True))
    return (f"{piece} is {_told(state, kept[piece])}, and cannot come {_told(state, entry)}: it goes to Forces in its "
            "region, or where its carrier has marched (2.4.2)")


def _read_entry(state: State, seat: str, typed: Typed, true: Sequence[str], untrue: Sequence[str]) -> str:
    """A Column, a region, or `field` and a region: an entry out of those that are legal for a piece; "" for none.

    Those that are not true are read, so that it can be said why, and not offered.
    """
    names = regions(state.numbers)
    fields, false_fields = ([e.removeprefix(FIELD) for e in some if e.startswith(FIELD)] for some in (true, untrue))
    if (fields or false_fields) and typed.word("field", also=("minefield",), remark=lambda _: "a minefield is laid"):
        typed.skip("in")
        at = typed.name(names, fields, also=false_fields, why=lambda r: _no_field(state, r))
        return FIELD + at if at else ""
    columns, false_columns = ([e for e in some if len(e) == 1] for some in (true, untrue))
    forces, false_forces = ([e for e in some if e in state.numbers.regions] for some in (true, untrue))
    return typed.name(column_names(seat), columns, also=false_columns, whole=True) or typed.name(
        names, forces, also=false_forces, why=lambda r: f"no Force of yours is in {region_name(state, r)}")


def explained(asked: Asked[State]) -> list[str]:
    """Where the pieces are now, how to type a hand-over; nothing for a seat without any."""
    where = dict(zip(unlaid(asked.state, asked.seat), honest_entries(asked.state, asked.seat, asked.peek), strict=True))
    if not where:
        return []
    state = asked.state
    now = ", ".join(f"{piece_name(state, piece)} {_told(state, entry)}" for piece, entry in where.items())
    mine = next((p for p in where if p.startswith(MINE)), "")
    typed = [f"`{p}=COLUMN`, `{p}=REGION` for loose Units there" for p in list(where)[:1]]
    typed += [f"`{mine}=field REGION` for a minefield"] if mine else []
    return [f"Now: {now}.", How(f"Type {', '.join(typed)}; or `none`.")]


def _laying(asked: Asked[State], pack: Sequence[str] = ()) -> Iterable[Offer]:
    """9.9.1 Mines that can become minefields where that is legal and true: towns of one's own first.

    `pack` is what is sealed before the entries.
    """
    state, request = asked.state, asked.request
    assert isinstance(request, SealMany)
    pieces = unlaid(state, asked.seat)
    entries = honest_entries(state, asked.seat, asked.peek)
    items = asked.items()[-len(pieces):] if pieces else ()  # behind the cards of a pack
    for i, (piece, item) in enumerate(zip(pieces, items, strict=True)):
        fields = [say.removeprefix(FIELD) for say in item.says() if say.startswith(FIELD) and say != entries[i]]
        own = [r for r in fields if r in state.markers and state.markers[r].holder == asked.seat]
        for region in [*own, *(r for r in fields if r not in own)][:MOST_FIELDS]:
            laid = [*entries[:i], FIELD + region, *entries[i + 1:]]
            if may_seal(request, asked.seat, [*pack, *laid], asked.peek):
                yield Offer(f"{piece}=field {region_name(state, region).lower()}", "a minefield")


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
