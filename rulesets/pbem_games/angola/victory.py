"""11 Victory: tokens, the track, who wins the turn and who the game.

Belongs here: Step A of the End Phase, and moving down the track. Must not be here: captures (markers), false claims.
"""

from __future__ import annotations

from pbem.kit.tables import clamp
from pbem.play.requests import Tell
from pbem.ruleset import Result
from pbem_games.angola.ending import won_by
from pbem_games.angola.state import State
from pbem_games.angola.words import victory as words


def tokens_of(state: State, alliance: str) -> int:
    """11.4 All Victory Tokens in front of an alliance, of whatever colour."""
    return sum(sum(state.factions[f].tokens.values()) for f in state.numbers.alliances[alliance].members)


def move_down(state: State, alliance: str, spaces: int) -> int:
    """11.3 The marker of an alliance goes down the track, to its end at most; by how many spaces it went."""
    track = state.numbers.tables.victory_track
    before = state.track[alliance]
    state.track[alliance] = clamp(before - spaces, track.end, track.start)
    return before - state.track[alliance]


async def determine(state: State) -> Result | None:
    """4.2-3A Step A: decisive victory, the winner of the turn, its track marker, and the end of the last turn."""
    if (alliance := decisive_winner(state)) is not None:  # (i)
        text = words.decisive(state, tokens_of(state, alliance), state.track[alliance])
        return won_by(state, alliance, text, "11.5", words.why_decisive(state, alliance))
    state.turn_winner = turn_winner(state)  # (ii)
    tokens = {a: tokens_of(state, a) for a in state.numbers.alliances}
    won = state.turn_winner
    spaces = move_down(state, won, spaces_won(state, tokens[won])) if won else 0  # (iii)
    await Tell(rule="11.4", text=words.turn_won(state, tokens, spaces), headline=True)
    if state.turn < state.numbers.turns.count:
        return None
    return final_result(state)  # (iv), ruling R101


def decisive_winner(state: State) -> str | None:
    """11.5 The alliance whose tokens reach the number under its marker; nobody where both do (ruling R100)."""
    reached = [a for a in state.numbers.alliances if tokens_of(state, a) >= state.track[a]]
    return reached[0] if len(reached) == 1 else None


def distance(state: State, alliance: str) -> int:
    """11.5, 11.6 How many tokens an alliance lacks for a decisive victory; in the last turn for one by its marker too.

    If both reach a decisive one, 1 (ruling R100). Whom no token more gives the last turn lacks those of a decisive one.
    """
    short = {a: max(0, state.track[a] - tokens_of(state, a)) for a in state.numbers.alliances}
    decisive = short[alliance] if any(short.values()) else 1
    if state.turn < state.numbers.turns.count:
        return decisive
    left = sum(tokens_of(state, a) for a in state.numbers.alliances if a != alliance)
    return next((more for more in range(left + 1) if _wins_last_turn(state, alliance, more)), max(1, decisive))


def reason(state: State, alliance: str) -> str:
    """11.5, 11.6 Why an alliance is as far from a victory as `distance` says, and where both markers stand."""
    far = {a: distance(state, a) for a in state.numbers.alliances}
    if state.turn < state.numbers.turns.count:
        return words.why_so_far(state, alliance, far)
    more = far[alliance]
    return words.why_last(state, alliance, more, _last_track(state, alliance, 0), _last_track(state, alliance, more))


def _wins_last_turn(state: State, alliance: str, more: int) -> bool:
    """11.4, 11.5, 11.6 Whether an alliance wins if the last turn ends when it has taken so many tokens of the other."""
    (other,) = (a for a in state.numbers.alliances if a != alliance)
    own, theirs = tokens_of(state, alliance) + more, tokens_of(state, other) - more
    is_decisive, is_lost = own >= state.track[alliance], theirs >= state.track[other]
    if is_decisive != is_lost and not state.turn_winner:
        return is_decisive
    track = _last_track(state, alliance, more)
    return track[alliance] < track[other]


def _last_track(state: State, alliance: str, more: int) -> dict[str, int]:
    """11.4 Where the markers stand if the turn ends when an alliance has taken so many tokens of the other."""
    (other,) = (a for a in state.numbers.alliances if a != alliance)
    own, theirs, track = tokens_of(state, alliance) + more, tokens_of(state, other) - more, dict(state.track)
    if own != theirs and not state.turn_winner:  # else it has ended: the marker went down
        ahead, tokens = (alliance, own) if own > theirs else (other, theirs)
        track[ahead] = max(state.numbers.tables.victory_track.end, track[ahead] - spaces_won(state, tokens))
    return track


def turn_winner(state: State) -> str:
    """11.4 The alliance with more tokens; "" if they are level."""
    one, other = state.numbers.alliances
    lead = tokens_of(state, one) - tokens_of(state, other)
    return one if lead > 0 else other if lead < 0 else ""


def spaces_won(state: State, tokens: int) -> int:
    """11.4 How far the winner of a turn moves down the track."""
    return next(row.spaces for row in state.numbers.tables.turn_win.rows if tokens >= row.tokens_at_least)


def final_result(state: State) -> Result:
    """11.6 After the last turn the lower marker wins; equal: a draw (ruling R102)."""
    one, other = state.numbers.alliances
    if state.track[one] == state.track[other]:
        return Result((), words.drawn(state.track[one]), "11.6", why=words.why_drawn(state))
    winner = one if state.track[one] < state.track[other] else other
    return won_by(state, winner, words.lower_marker(state, winner), "11.6", words.why_lower(state, winner))
