"""10.1, 30.1, ruling R27 Who lies face down is drawn when it is seen, not before: bags of counters and of tickets.

A bag holds as many tokens as there are face-down places that lead to it. A token is a counter, or the name of another
bag: a ticket, to draw from that one instead. Whatever enters a display is mixed with what lies there: a new bag with
its id if it was ever seen, else a ticket for where it would have been drawn from. The joint distribution is that of
shuffling all counters at the start, and nobody knows a counter before it is turned up.
Belongs here: drawing, mixing, picking. Must not be here: what a counter does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.play.requests import Draw
from pbem_games.enduring_freedom.state import Counter, Display, State
from pbem_games.enduring_freedom.words.dice import drawn_in_words

FACE_DOWN = "face_down"


async def draw_identity(state: State, counter: Counter, *, rule: str, about: str) -> None:
    """10.1, 20.0 Turns up a counter; one that was never seen is drawn."""
    if not counter.id:
        counter.id, counter.bag = await _draw_from(state, counter.bag, rule=rule, about=about), ""
    counter.up = True


async def look_into(state: State, display: Display, *, rule: str, about: str) -> str:
    """13.1 (2) One of those that lie face down in a display is turned up; "" if there is none."""
    if not display.down:
        return ""
    id = await _draw_from(state, display.bag, rule=rule, about=about)
    display.down -= 1
    display.up.append(id)
    return id


async def _draw_from(state: State, bag: str, *, rule: str, about: str) -> str:
    """A counter out of a bag, by way of tickets if need be; nothing changes before all is drawn."""
    drawn = [(bag, await _draw(state, state.bags[bag], rule=rule, about=about))]
    while (ticket := drawn[-1][1]) in state.bags:
        drawn.append((ticket, await _draw(state, state.bags[ticket], rule=rule, about=about)))
    for place, token in drawn:
        state.bags[place].remove(token)
        if not state.bags[place]:
            del state.bags[place]
    return drawn[-1][1]


async def _draw(state: State, pool: Iterable[str], *, rule: str, about: str) -> str:
    """3.9, ruling R4 One of these at random; nothing is drawn if they are all alike."""
    tokens = tuple(pool)
    if len(set(tokens)) == 1:
        return tokens[0]
    (token,) = await Draw(rule=rule, about=about, pool=tokens, reads=partial(drawn_in_words, state.numbers))
    return token


def enter(state: State, display: Display, counters: Iterable[Counter]) -> None:
    """30.1, 25.2, ruling R27 Counters go face down into a display and are mixed with those that lie face down there."""
    entering = [counter.id or counter.bag for counter in counters]
    if not entering:
        return
    tokens = _dissolved(state, entering + [display.bag] * display.down)
    name = f"bag_{state.bags_made}"
    state.bags_made += 1
    state.bags[name] = tokens
    display.bag, display.down = name, display.down + len(entering)


def _dissolved(state: State, tokens: list[str]) -> list[str]:
    """The same chances with fewer bags: a bag to which only these tickets lead gives its tokens to this one."""
    while whole := next((b for b in dict.fromkeys(tokens) if b in state.bags
                         and tokens.count(b) == len(state.bags[b])), ""):  # fmt: skip
        tokens = [token for token in tokens if token != whole] + state.bags.pop(whole)
    return tokens


def turn_down(state: State, display: Display) -> None:
    """Ruling R100 What lies face up in a display is turned down and mixed in."""
    up, display.up = display.up, []
    enter(state, display, [Counter(id=id) for id in up])


async def pick(state: State, display: Display, *, rule: str, about: str) -> Counter | None:
    """3.7, 30.1, ruling R27 A counter picked blindly out of a display, face down; None if it is empty (30.3).

    One that lay face up there is known when it arrives.
    """
    if display.up:
        pool = [FACE_DOWN] * display.down + display.up
        taken = await _draw(state, pool, rule=rule, about=about)
        if taken != FACE_DOWN:
            display.up.remove(taken)
            return Counter(id=taken)
    return take_face_down(display)


def take_face_down(display: Display) -> Counter | None:
    """One of those that lie face down, never mind which: they are all drawn from the same bag."""
    if not display.down:
        return None
    display.down -= 1
    return Counter(bag=display.bag)
