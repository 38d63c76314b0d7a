"""11 Sentences about the turn's winner and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kit.spelling import plural
from pbem_games.angola.state import State
from pbem_games.angola.words.common import region_name


def turn_won(state: State, tokens: Mapping[str, int], spaces: int) -> str:
    """`spaces`: how far the winner's marker went; of each alliance what it took this month and holds."""
    counts = ", ".join(f"{_name(state, a)} {n}{_taken_places(state, a)}" for a, n in tokens.items())
    if not state.turn_winner:
        return f"Victory Tokens: {counts}; level, nobody wins turn {state.turn} and no marker moves for it"
    name, moves = _name(state, state.turn_winner), marker_goes(state, state.turn_winner, spaces)
    return f"Victory Tokens: {counts}; {name} wins turn {state.turn}: for {tokens[state.turn_winner]} {moves}"


def marker_goes(state: State, alliance: str, spaces: int) -> str:
    """`its marker goes down 2 spaces and stands on 17`."""
    goes = f"goes down {plural(spaces, 'space')} and stands" if spaces else "stays"
    return f"its marker {goes} on {state.track[alliance]}"


def decisive(state: State, tokens: int, space: int) -> str:
    return f"decisive victory in turn {state.turn} with {tokens} Victory Tokens and the marker on {space}"


def lower_marker(state: State, winner: str) -> str:
    loser = next(a for a in state.numbers.alliances if a != winner)
    return f"after the last turn the markers stand on {state.track[winner]} and {state.track[loser]}"


def drawn(space: int) -> str:
    return f"A draw: after the last turn both markers stand on {space}"


# ---------------------------------------------------------------- what decided it, for who does not know the game


def why_decisive(state: State, winner: str) -> str:
    """11.5 The tokens and the number that they reached, what was taken, and what the other alliance has left."""
    name, loser = _name(state, winner), _other(state, winner)
    members, enemies = (state.numbers.alliances[a].members for a in (winner, loser))
    taken = {enemy: sum(state.factions[f].tokens[enemy] for f in members) for enemy in enemies}
    of = " and ".join(f"{n} of {state.numbers.factions[enemy].name}'s" for enemy, n in taken.items() if n)
    whose = f" ({of})" if of else ""
    return (
        f"An alliance wins at the end of a month if it has as many Victory Tokens as the number under its marker says. "
        f"{name} needed {state.track[winner]} and has {_held(state, winner)}: it began the month with "
        f"{began(state, winner)}, took {_taken(state, winner)}{whose} for towns and cities"
        f"{_taken_places(state, winner)} and lost {_taken(state, loser)}. "
        f"{_name(state, loser)} needed {state.track[loser]} and has {_held(state, loser)}."
    )


def why_lower(state: State, winner: str) -> str:
    """11.4, 11.6 Both markers, and what moves one."""
    loser = _other(state, winner)
    return (
        f"{LAST_MONTH} {_name(state, winner)} stands on {state.track[winner]}, {_name(state, loser)} on "
        f"{state.track[loser]}. {_last_month(state)} {_moves(state)}"
    )


def why_drawn(state: State) -> str:
    """11.4, 11.6, ruling R102 Both markers stand alike; what moves one."""
    space = next(iter(state.track.values()))
    return f"{LAST_MONTH} Both stand on {space}, so neither alliance wins. {_last_month(state)} {_moves(state)}"


LAST_MONTH = "After the last month the alliance whose marker stands lower on the Victory Track wins."


def _last_month(state: State) -> str:
    """11.4 What the end of the last month did to the markers."""
    won = state.turn_winner
    if not won:
        return f"In the last month both had {_held(state, next(iter(state.track)))} tokens, so no marker moved."
    tokens = f"with {_held(state, won)} tokens to {_held(state, _other(state, won))}"
    return f"{_name(state, won)} won the last month {tokens}: its marker stands on {state.track[won]} since."


def _moves(state: State) -> str:
    least = min(row.tokens_at_least for row in state.numbers.tables.turn_win.rows if row.spaces)
    return (
        f"Both began on {state.numbers.tables.victory_track.start}; whoever has more Victory Tokens at the end of a "
        f"month, {least} or more, moves down. If one alliance alone bid the most for covert aid, the other moves "
        f"down a space (propaganda war){'; FNLA/UNITA did when Cabinda fell' if state.cabinda_fallen else ''}."
    )


def _taken_places(state: State, alliance: str) -> str:
    """` (took and holds Luanda, Malange)`: markers handed over this month lie face down (10.3); "" if there is none."""
    members = state.numbers.alliances[alliance].members
    taken = [r for r, marker in sorted(state.markers.items()) if marker.holder in members and not marker.up]
    return f" (took and holds {', '.join(region_name(state, r) for r in taken)})" if taken else ""


def _taken(state: State, alliance: str) -> int:
    """11.2, 11.4 Tokens of the enemy's colours: all were their owners' when the month began."""
    members = state.numbers.alliances[alliance].members
    return sum(n for f in members for colour, n in state.factions[f].tokens.items() if colour not in members)


def began(state: State, alliance: str) -> int:
    """11.2 How many tokens an alliance has when a month begins."""
    return sum(state.numbers.factions[f].tokens for f in state.numbers.alliances[alliance].members)


def _held(state: State, alliance: str) -> int:
    return sum(sum(state.factions[f].tokens.values()) for f in state.numbers.alliances[alliance].members)


def _other(state: State, alliance: str) -> str:
    return next(a for a in state.numbers.alliances if a != alliance)


def _name(state: State, alliance: str) -> str:
    return state.numbers.alliances[alliance].name


def why_so_far(state: State, alliance: str, far: Mapping[str, int]) -> str:
    """11.5, 11.6 What an alliance has and needs while the game goes on, and how the markers stand, which win at last.

    `far`: how many tokens each lacks. Who is not behind in these, but by the markers, is said to be so by tokens alone.
    """
    other, lower = _other(state, alliance), _least(state.track)
    is_half = lower == other and far[alliance] <= far[other]
    space, needs = state.track[alliance], f"{_needs(state, alliance)} a month's end"
    if lower == alliance:
        until = plural(state.numbers.turns.count, "month")
        return f"{needs}; its marker leads, {space} to {state.track[other]}: after {until} the lower wins"
    if not lower:  # where both began, there is nothing to tell
        return needs if space == state.numbers.tables.victory_track.start else f"{needs}; both markers on {space}"
    return f"{'by tokens alone: ' if is_half else ''}{needs}; marker on {space}"


def why_last(state: State, alliance: str, more: int, now: Mapping[str, int], then: Mapping[str, int]) -> str:
    """11.4, 11.6 The same in the last month: the markers as they stand if it ends `now`, and with `more` tokens.

    What is told is what the distance comes of: where tokens decide, no more than these.
    """
    other, held, needed = _other(state, alliance), _held(state, alliance), state.track[alliance]
    needs = f"{_needs(state, alliance)} the end of this last month"
    ends = [] if _is_decisive(state, other) else [f"{now[alliance]} against {now[other]} if it ended now"]
    is_by_marker = held + more < needed
    if is_by_marker and more and then[alliance] < then[other]:
        ends.append(f"{then[alliance]} against {then[other]} with {plural(more, 'token')} taken from the other")
    if not ends or _is_decisive(state, alliance):
        return needs
    told = ", ".join(ends)
    if is_by_marker:
        return f"by the lower marker after this last month: {told}; {needed} tokens win too, has {held}"
    return f"{needs}; else the lower marker does: {told}"


def _is_decisive(state: State, alliance: str) -> bool:
    return _held(state, alliance) >= state.track[alliance]


def _needs(state: State, alliance: str) -> str:
    return f"has {plural(_held(state, alliance), 'token')}, {state.track[alliance]} win at"


def _least(numbers: Mapping[str, int]) -> str:
    """Whose number is the lower; "" if they are level."""
    (one, low), (_, high) = sorted(numbers.items(), key=lambda item: item[1])
    return one if low < high else ""
