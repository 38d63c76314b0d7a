"""4.2-1, 5.3, 5.4, 6 The Planning Phase: decks grow, packs are sealed card by card, a die says who begins.

Belongs here: what a pack may be, and its judging when it lies open. Must not be here: playing cards (operations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from pbem.play.requests import Late, Listed, Roll, Sealed, SealMany, Tell
from pbem_games.angola.belongings import entry_claims, entry_items, planning_exchanges, take_entries
from pbem_games.angola.ending import false_claim
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.state import State
from pbem_games.angola.words import planning as words
from pbem_games.angola.words.claims import cards_there

BLANK = "blank"
Deck = Mapping[str, int]


async def planning_phase(state: State) -> None:
    """4.2-1 New cards, packs, first player."""
    joined = {f: cards for f in FACTIONS if (cards := new_cards(state, f))}
    if joined:
        await Tell(rule="5.3", text=words.joining(state, joined))
    await create_packs(state)
    await determine_first_player(state)
    state.card, state.player = 0, 0
    state.phase = "operations"


# ---------------------------------------------------------------- 5.3, 5.4 decks and packs


def pack_size(state: State) -> int:
    """5.4, rulings R3, R5 How many cards a pack has this turn, exactly."""
    return state.numbers.tables.pack_size.by_turn[state.turn - 1]


def new_cards(state: State, faction: str) -> list[str]:
    """5.3 The kinds of which one more card joins the deck this turn."""
    cards = state.numbers.cards.operations_card
    return [c.kind for c in cards if c.faction == faction for turn in c.turns if turn == state.turn]


def quiet_pack(deck: Deck, size: int) -> list[str]:
    """Ruling R136: own Blanks, then the other cards in the order of the data, as many as needed."""
    others = [kind for kind, count in deck.items() if kind != BLANK for _ in range(count)]
    return [*[BLANK] * deck.get(BLANK, 0), *others][:size]


def is_of_deck(deck: Deck, cards: Sequence[str]) -> bool:
    """5.4 Whether no card is in the pack more often than in the deck."""
    return all(count <= deck.get(kind, 0) for kind, count in Counter(cards).items())


def has_all_blanks(deck: Deck, cards: Sequence[str]) -> bool:
    """5.2 Whether every Blank of the deck is in the pack."""
    return cards.count(BLANK) >= deck.get(BLANK, 0)


def _shows(*cards: str) -> str:
    return f"the pack is {cards_there(cards)}"


async def create_packs(state: State) -> None:
    """5.4, ruling R5 Every faction seals exactly so many cards in order, one secret a card, all at the same time.

    Ruling R70: whoever may hand over Equipment or convert mines seals that behind its cards, so that it costs no round.
    """
    size = pack_size(state)
    exchanges = planning_exchanges(state)
    decks = {f: state.numbers.deck(f, state.turn) for f in FACTIONS}
    names = {f: (words.pack_claim(state, f), words.blanks_claim(state, f)) for f in FACTIONS}

    def late(given: dict[str, tuple[Sealed[str], ...]]) -> list[Late]:
        lates: list[Late] = []
        for faction, deck in decks.items():
            of_deck, blanks = names[faction]
            cards, entries = given[faction][:size], given[faction][size:]
            lates += entry_claims(state, faction, exchanges.get(faction), entries)
            lates += [
                Late("5.4", of_deck, cards, lambda *seen, deck=deck: is_of_deck(deck, seen), shows=_shows),
                Late("5.2", blanks, cards, lambda *seen, deck=deck: has_all_blanks(deck, seen), shows=_shows),
            ]
        return lates

    items = {f: [*_items(deck, size), *entry_items(state, f, exchanges.get(f))] for f, deck in decks.items()}
    about = f"turn{state.turn}"
    sealed = await SealMany(rule="5.4", about=about, bucket=128, items=items, late=late, face_down=True)  # ruling R142
    for faction, handles in sealed.items():
        state.factions[faction].pack = list(handles[:size])
        state.factions[faction].opened = []
    await Tell(rule="5.4", text=words.packed(state, size))
    if exchanges:
        await take_entries(state, exchanges, {f: sealed[f][size:] for f in exchanges}, rule="2.4.2")


def _items(deck: Deck, size: int) -> list[Listed[str]]:
    """One list a card; its default is the card that the quiet pack has at this place (ruling R136)."""
    return [Listed((quiet, *(k for k in deck if k != quiet))) for quiet in quiet_pack(deck, size)]


async def judge_packs(state: State) -> None:
    """5.2, 5.4, e2 After the last card of the turn: was each pack, now open, one that the rules allow?"""
    for faction in FACTIONS:
        own = state.factions[faction]
        deck, opened = state.numbers.deck(faction, state.turn), own.opened
        own.pack, own.opened = [], []
        if not is_of_deck(deck, opened):
            await false_claim(state, faction, words.pack_claim(state, faction), rule="5.4")
        if not has_all_blanks(deck, opened):
            await false_claim(state, faction, words.blanks_claim(state, faction), rule="5.2")


# ---------------------------------------------------------------- 6 first player


def left_of(faction: str) -> str:
    """6, ruling R6 The next faction clockwise; "" if nobody has been first yet."""
    return FACTIONS[(FACTIONS.index(faction) + 1) % len(FACTIONS)] if faction else ""


async def determine_first_player(state: State) -> None:
    """6 A die on the First Player Chart; beyond its faces the faction left of the last first player begins."""
    chart = state.numbers.tables.first_player.faces
    reads = partial(words.read_first_player, state.numbers, left_of(state.first_player))
    (die,) = await Roll(rule="6", about=f"turn{state.turn}", reads=reads)
    while die > len(chart) and not state.first_player:
        (die,) = await Roll(rule="6", about=f"turn{state.turn}", reads=reads)  # 6: again, on turn 1
    state.first_player = chart[die - 1] if die <= len(chart) else left_of(state.first_player)
    await Tell(rule="6", text=words.begins(state, die))
