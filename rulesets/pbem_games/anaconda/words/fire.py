"""What dice of fires mean, in words: strength, column, modifiers, result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.kit.tables import Drm, total
from pbem_games.anaconda.drms import Shot
from pbem_games.anaconda.forces import piece
from pbem_games.anaconda.printed import Column
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, place_name


def fire_read(
    state: State, shot: Shot, target: str, lines: Sequence[Drm], column: Column
) -> Callable[[tuple[int, ...]], str]:
    """For a Roll: `strength 7 on token 3 in 1710: 4, +1 town (10.23), is 5: no effect`."""
    name, pinned = counter_name(state, target), piece(state, target).pinned
    place = place_name(state, shot.hex)
    leaders = {d.text: counter_name(state, d.text) for d in lines if d.text in state.units or d.text in state.tokens}
    added = "".join(f", {d.value:+d} {leaders.get(d.text, d.text)} ({d.rule})" for d in lines)
    drm = total(lines)

    def reads(dice: tuple[int, ...]) -> str:
        modified = dice[0] + drm
        steps = (("E", column.e), ("P/E", column.pe), ("P", column.p))
        result = next((name for name, most in steps if modified <= most), "-")
        is_out = result == "E" or (result == "P/E" and pinned)
        means = "eliminated" if is_out else "pinned" if result in ("P", "P/E") and not pinned else "no effect"
        return f"strength {shot.strength} on {name} in {place}: {dice[0]}{added}, is {modified}, {result}: {means}"

    return reads


def flak_read(
    state: State, shot: Shot, target: str, lines: Sequence[Drm], column: Column
) -> Callable[[tuple[int, ...]], str]:
    """17.4 For a Roll against a helicopter."""
    name, place = counter_name(state, target), place_name(state, shot.hex)
    added = "".join(f", {d.value:+d} {d.text} ({d.rule})" for d in lines)
    drm = total(lines)

    def reads(dice: tuple[int, ...]) -> str:
        modified = dice[0] + drm
        means = "shot down" if modified <= column.e else "damaged" if modified <= column.p else "no effect"
        return f"strength {shot.strength} on {name} over {place}: {dice[0]}{added}, is {modified}: {means}"

    return reads
