"""A sound little game, and twenty games each with one fault that an author might make, by name."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.conditions import Coming, moments
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy
from pbem.play.requests import Ask, Checkpoint, Listed, Open, Peek, Request, Roll, Seal, Sealed, Tell, Write
from pbem.ruleset import GameOption, Result, Ruleset
from pbem.show.scene import Board, Scene

SEATS = ("left", "right")
TURNS = 3


class State(msgspec.Struct):
    coins: dict[str, int]
    turn: int = 1
    goods: dict[str, int] = {}


class Sum:
    """`3`: a number."""

    def parse(self, say: str) -> int:
        if not say.isdecimal() or len(say) > 4:
            raise IllegalMove(say, "2.2", "that is no number")
        return int(say)

    def spell(self, answer: int) -> str:
        return str(answer)


async def play(state: State) -> Result:
    """1 Three turns, then the richer wins."""
    while state.turn <= TURNS:
        await Checkpoint(state, rule="1")
        await turn(state)
        state.turn += 1
    best = max(SEATS, key=lambda s: (state.goods.get(s, 0), s))
    return Result((best,), f"{best} has most", "1.1")


async def turn(state: State) -> None:
    """2 Both bid in secret, dice add, the winner buys."""
    bids = await Seal(rule="2.1", bucket=128, items={s: Listed(range(state.coins[s] + 1)) for s in SEATS})
    shown = await Open(rule="2.1", sealed=bids)
    dice = dict(zip(SEATS, await Roll(rule="2.1", dice=2), strict=True))
    best = max(SEATS, key=lambda s: (shown[s] + dice[s], s))
    await buy(state, best)
    again = await Ask(rule="2.3", seat=best, about=best, legal=lambda: ("rest", "work"))
    state.coins[best] += again == "work"
    await Tell(rule="2.3", text=f"{best} chooses to {again}")


async def buy(state: State, seat: str) -> None:
    """2.2 As many goods as coins."""
    most = state.coins[seat]

    def check(count: int) -> None:
        if count > most:
            raise IllegalMove(f"{seat} buys {count}", "2.2", f"it has {most} coins")

    count = await Write(rule="2.2", seat=seat, form=Sum(), check=check, draft=lambda: 0)
    state.coins[seat] -= count
    state.goods[seat] = state.goods.get(seat, 0) + count


class Bot:
    """Takes any legal answer."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        if isinstance(request, Write):
            return rng.randint(0, state.coins[self.seat])
        options = request.items[self.seat] if isinstance(request, Seal) else request.options()  # type: ignore
        return rng.choice(options.legal)


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    board = Board(title="Market", low=(0, 0), high=(1, 1), places=())
    notes = tuple(f"{s}: {state.coins[s]}" for s in SEATS)
    return Scene(title="Market", turn=str(state.turn), phase="", board=board, viewer=viewer, notes=notes)


def prompt(state: State, request: Request[Any], seat: str, peek: Peek) -> str:
    return f"{seat}: rule {request.rule} asks."


def problems(state: State) -> list[str]:
    return [f"{s} owes goods" for s in SEATS if state.coins[s] < 0 or state.goods.get(s, 0) < 0]


SOUND = Ruleset(
    name="market", version=1, title="Market", about="Two buy.", seats=SEATS, scenarios={"five": "Five coins each"},
    options=(GameOption("loud", False, (False, True), "3", "nothing else"),),
    data_files=lambda overlay: {}, new_state=lambda scenario, options, files: State(dict.fromkeys(SEATS, 5)),
    play=play, problems=problems,
    resigned=lambda state, seat: Result(tuple(s for s in SEATS if s != seat), f"{seat} resigned", "resign"),
    scene=scene, prompt=prompt, bots={"any": Bot}, chain_n=64,
)


def playing(change: Callable[[State], Any]) -> Ruleset:
    """The game with one more thing done before each turn."""

    async def changed(state: State) -> Result:
        while state.turn <= TURNS:
            await Checkpoint(state, rule="1")
            await change(state)
            await turn(state)
            state.turn += 1
        return Result(("left",), "left wins", "1.1")

    return replace(SOUND, play=changed)


async def _returns_nothing(state: State) -> Any:
    await turn(state)


async def _forgets(state: State) -> Result:
    turn(state)  # type: ignore[unused-coroutine]
    await Tell(rule="1", text="nothing")
    return Result(("left",), "left wins", "1.1")


async def _names_a_stranger(state: State) -> Result:
    await turn(state)
    return Result(("middle",), "middle wins", "1.1")


async def _never_ends(state: State) -> Result:
    while True:
        await turn(state)


async def _keeps_a_secret_beside(state: State) -> Result:
    """What outlives a checkpoint stands outside of the position."""
    turns = 0
    while turns < TURNS:
        await Checkpoint(state, rule="1")
        await turn(state)
        turns += 1
    return Result(("left",), "left wins", "1.1")


async def _shouts(state: State) -> None:
    await Ask(rule="4", seat="left", legal=lambda: ("Yes", "no (never)"))


async def _long(state: State) -> None:
    await Seal(rule="4", bucket=128, items={s: Listed(["x" * 200, "y"]) for s in SEATS})


async def _by_hash(state: State) -> None:
    state.coins["left"] += hash("market") % 3
    await Ask(rule="4", seat="left", legal=lambda: sorted({f"a{hash(x) % 7}" for x in ("p", "q", "r")} | {"b"}))


async def _by_chance(state: State) -> None:
    state.goods["left"] = random.randint(0, 1_000_000)


async def _owes(state: State) -> None:
    state.goods["right"] = -1


async def _alike(state: State) -> None:
    await Ask(rule="4", seat="left", legal=lambda: ("1", 1))  # type: ignore[arg-type]


async def _nothing_legal(state: State) -> None:
    await Ask(rule="4", seat="left", legal=lambda: ())


async def _unnamed(state: State) -> None:
    await Ask(rule="Section 4", seat="left", legal=lambda: ("a", "b"))


def _changing_prompt(state: State, request: Request[Any], seat: str, peek: Peek) -> str:
    state.goods["left"] = state.goods.get("left", 0) + 1
    return "asks"


def _blind_scene(state: State, viewer: str, peek: Peek) -> Scene:
    if viewer == "public":
        raise KeyError(viewer)
    return scene(state, viewer, peek)


def _unreadable(state: State, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    return ["as you like"]


def _fragile_orders(state: State, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    assert text != "zzz"
    return [text]


class _Stubborn(Bot):
    def choose(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        return 99 if isinstance(request, Write) else super().choose(state, request, peek, rng)


async def _hides(state: State) -> None:
    sealed = await Seal(rule="4.1", bucket=128, items={s: Listed(("p", "q")) for s in SEATS})
    await Ask(rule="4.2", seat="left", about=sealed["right"].slot, legal=lambda: ("guess_p", "guess_q"))
    await Open(rule="4.3", sealed=sealed)


def ordering(answer: Callable[[Asked[Any]], str | None], base: Ruleset = SOUND, **changes: Any) -> Ruleset:
    """The game with one standing order."""
    policy: Policy[Any] = Policy(
        name="rest", title="whether one rests", rules=("2.3", "4.2"), choices={"always": Choice("always")},
        answer=lambda asked, setting: answer(asked))
    return replace(base, policies=(replace(policy, **changes),))


def _spends(asked: Asked[Any]) -> str:
    asked.state.coins[asked.seat] += 1
    return "rest"


def _guesses(asked: Asked[Any]) -> str | None:
    theirs: Sealed[str] = Sealed("right", asked.about)
    return f"guess_{asked.peek(theirs) or 'p'}" if asked.rule == "4.2" else None


ASKING = ("2.1", "2.2", "2.3")


def coming(rules: Sequence[str], told: Sequence[str] = (), phases: tuple[str, ...] = ()) -> Ruleset:
    """The game with moments: of these rules, those that are `told` with words, in these phases; it is day."""
    words = {rule: Coming("what is done", "rest", phases) for rule in told}
    return replace(SOUND, moments=lambda state, seat: moments(rules, coming=words, phases=("day",)))


_TURNS = itertools.cycle(("rest", "work", "rest"))


def _failing_words(*_given: Any) -> Any:
    raise ZeroDivisionError


class Cases:
    """Each game has one fault; the words stand in the line that tells it."""

    returns_nothing = replace(SOUND, play=_returns_nothing), "returned nothing"
    forgotten_await = replace(SOUND, play=_forgets), "without `await`"
    strange_winner = replace(SOUND, play=_names_a_stranger), "'middle' is no seat"
    never_ends = replace(SOUND, play=_never_ends), "no end after"
    not_a_coroutine = replace(SOUND, play=lambda state: Result((), "", "")), "it is an `async def`"  # type: ignore
    cannot_restart = replace(SOUND, play=_keeps_a_secret_beside), "restart"
    outside_the_alphabet = playing(_shouts), "no event can say"
    bucket_too_small = playing(_long), "are too long, its seal takes"
    decided_by_hash = playing(_by_hash), "hash seed"
    decided_by_chance = playing(_by_chance), "another game"
    broken_invariant = playing(_owes), "right owes goods"
    spelled_alike = playing(_alike), "spelled alike"
    nothing_legal = playing(_nothing_legal), "nothing is legal"
    unnameable_rule = playing(_unnamed), "no event can name the rule"
    looking_changes = replace(SOUND, prompt=_changing_prompt), "was changed by looking"
    echo_fails = replace(SOUND, echo=_failing_words), "echo: ZeroDivisionError"
    lasting_fails = replace(SOUND, lasting=_failing_words), "lasting: ZeroDivisionError"
    scene_fails = replace(SOUND, scene=_blind_scene), "scene: KeyError"
    offered_but_illegal = replace(SOUND, examples=_unreadable), "'as you like' is offered and not legal"
    text_reaches_an_assert = replace(SOUND, read_orders=_fragile_orders), "read_orders: AssertionError"
    bot_plays_illegally = replace(SOUND, bots={"any": _Stubborn}), "bot:"
    dice_without_a_chain = replace(SOUND, chain_n=2), "asks for chance more often than 2 times"
    no_bots = replace(SOUND, bots={}), "bots: there is none"
    seat_in_capitals = replace(SOUND, seats=("Left", "right")), "'Left' is not lower case"
    resigned_winner = (
        replace(SOUND, resigned=lambda state, seat: Result(("nobody",), "over", "resign")), "'nobody' is no seat")
    order_not_legal = ordering(lambda asked: "sleep"), "standing order: rest (always): gives what is not legal"
    order_changes = ordering(_spends), "standing order: rest: changes the position"
    order_moody = ordering(lambda asked: next(_TURNS)), "gives another answer if it is asked again"
    order_peeks = ordering(_guesses, playing(_hides)), "looks into secrets that its owner may not see"
    order_fails = ordering(lambda asked: asked.state.horses), "AttributeError"
    order_is_no_text = ordering(lambda asked: 3), "it is words, or None"  # type: ignore[arg-type, return-value]
    order_without_words = ordering(lambda asked: None, title=" "), "title says nothing"
    order_unusual = ordering(lambda asked: None, usual="never"), "standing order rest: never is not understood"
    order_asks = ordering(lambda asked: None, choices={"ask": Choice("you are asked")}), "and not ask"
    moment_missing = coming(("2.1", "2.2")), "none that may: nobody can file"
    moment_without_words = coming(ASKING, told=("2.1",)), "has no words of what is to come"
    moment_not_near = coming(ASKING, told=ASKING, phases=("night",)), "says that it is not near"
    empty_prompt = replace(SOUND, prompt=lambda state, request, seat, peek: " "), "prompt: says nothing"


NAMES = sorted(name for name in vars(Cases) if not name.startswith("_"))
FAULTY = {name: getattr(Cases, name)[0] for name in NAMES}
globals().update({name.upper(): ruleset for name, ruleset in FAULTY.items()})
