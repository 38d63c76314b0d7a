"""A small game of numbered face-down tokens, each in a commitment of its own: who is in which cave?

1 The hider draws four of six fighters in secret, and seals which of them each of the tokens t1 to t4 is.
2 Each turn it marches one token some steps, as far as its fighter can go; the seeker may turn up one token.
3 An act that an opening proves false, and a fighter seen twice, lose the game.
4 At the end all tokens are turned up. The hider wins if the chief was not found before.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pbem.kit.hidden import Act, Claims, Token, act_lates, all_different, as_drawn, note_acts, seal_tokens, turn_up
from pbem.play.requests import Ask, Checkpoint, DrawSecret, Late, Listed, Sealed, Tell
from pbem.ruleset import Result

STEPS = {"chief": 4, "guard": 3, "mule": 1, "post": 0, "runner": 5, "scout": 4}
NAMES = ("t1", "t2", "t3", "t4")
HIDER, SEEKER = "hider", "seeker"
ACTS = Claims[str, Act]({"marched": ("marches {number}", lambda fighter, act: STEPS[fighter] >= act.number)})


class Fighter(Token):
    """A token in a cave."""

    gone: int = 0  # steps


class Caves(msgspec.Struct):
    """The position."""

    turns: int = 2
    turn: int = 0
    tokens: dict[str, Fighter] = {}
    found: list[str] = []


async def play(state: Caves) -> Result:
    """1 The whole game."""
    if not state.turn:
        await hide(state)
        state.turn = 1
    while state.turn <= state.turns:
        await Checkpoint(state)
        await march(state)
        if (lost := await seek(state)) is not None:
            return lost
        state.turn += 1
    return await open_all(state)


async def hide(state: Caves) -> None:
    """1 The tokens are what was drawn, no fighter twice."""
    drawn = await DrawSecret(rule="1", seat=HIDER, pool=sorted(STEPS), count=len(NAMES))

    def late(given: dict[str, Sealed[str]]) -> Sequence[Late]:
        return [
            as_drawn("1", "the tokens are the fighters drawn", drawn, given.values()),
            all_different("1", "no fighter is two tokens", given.values()),
        ]

    sealed = await seal_tokens(HIDER, {n: Listed(sorted(STEPS)) for n in NAMES}, rule="1.1", about="tokens", late=late)
    state.tokens = {name: Fighter(sealed=handle) for name, handle in sealed.items()}


async def march(state: Caves) -> None:
    """2 One token goes; whoever is under it must be able to."""
    tokens = state.tokens

    def acts(answer: str) -> list[tuple[str, Act]]:
        name, _, steps = answer.partition(".")
        return [(name, Act("2", "marched", int(steps)))] if steps else []

    def legal() -> list[str]:
        most = {n: STEPS[t.face] if t.face else max(STEPS.values()) for n, t in tokens.items()}
        return ["stay", *(f"{n}.{k}" for n in tokens for k in range(1, most[n] + 1))]

    def late(answer: str) -> list[Late]:
        return act_lates(tokens, acts(answer), ACTS, lambda name: f"token {name}")

    answer = await Ask(rule="2", seat=HIDER, about="march", legal=legal, late=late)
    note_acts(tokens, acts(answer))
    for name, act in acts(answer):
        tokens[name].gone += act.number


async def seek(state: Caves) -> Result | None:
    """2, 3 The seeker turns up one token; what it did before is judged."""
    down = [n for n, t in state.tokens.items() if t.sealed is not None]
    name = await Ask(rule="2.1", seat=SEEKER, about="seek", legal=lambda: ["none", *down])
    if name == "none":
        return None
    lost = await turn(state, [name])
    state.found.append(state.tokens[name].face)
    return lost


async def turn(state: Caves, names: Sequence[str]) -> Result | None:
    """3 Tokens are turned up; None if all that they did was right."""
    offences = await turn_up(state.tokens, names, ACTS, rule="3", about="/".join(names), unique="1")
    for o in offences:
        await Tell(rule=o.rule, text=f"{o.token} {o.text}", headline=True)
    return Result((SEEKER,), f"{offences[0].token} {offences[0].text}", "3") if offences else None


async def open_all(state: Caves) -> Result:
    """4 Everything is shown."""
    lost = await turn(state, list(state.tokens))
    winner = SEEKER if "chief" in state.found else HIDER
    return lost or Result((winner,), f"{winner} wins", "4")
