"""7.2, 9.9.1 What Columns and loose Units have in common on their way: the die in the jungle, what they leave behind.

Belongs here: those two. Must not be here: orders (operations, fifth_column), which paths are legal (movement).
"""

from __future__ import annotations

from functools import partial

from pbem.play.requests import Roll, Tell
from pbem_games.angola.belongings import return_fields, uncover_fields
from pbem_games.angola.map import stands_in
from pbem_games.angola.movement import Path, jungle_rating_needed
from pbem_games.angola.numbers import SIDES
from pbem_games.angola.state import State
from pbem_games.angola.words import operations as words


async def roll_out(state: State, faction: str, what: str, path: Path, plus: int) -> bool:
    """7.2, E3 One die and the +1 markers must reach the rating; no die where the markers alone make it certain."""
    rating = jungle_rating_needed(state, path)
    if rating is None:
        return True
    rolled = 0
    if plus + 1 < rating:
        await Tell(rule="7.2", text=words.jungle_tried(state, faction, what, path), places=(path[0], path[-1]))
        needed = range(rating - plus, SIDES + 1)
        reads = partial(words.read_jungle, rating, plus)
        (rolled,) = await Roll(
            rule="7.2", about=f"{faction}/{path[0]}", side=faction, hits=(needed,), decides="jungle", reads=reads
        )
    is_out = rolled + plus >= rating or plus + 1 >= rating
    sentence = words.jungle_opens if is_out else words.jungle_holds
    await Tell(rule="7.2", text=sentence(state, faction, what, path[0], rolled, plus, rating), places=path[:1])
    return is_out


async def leave_fields(state: State, faction: str, region: str) -> None:
    """9.9.1, rulings R68, R69 A Force has left a region: a minefield there is seen, or has nobody any more."""
    if any(stands_in(state, f, region) for f in (faction, state.numbers.ally(faction))):
        await uncover_fields(state, faction, region)
    else:
        await return_fields(state, region, alliance=state.numbers.alliance(faction))
