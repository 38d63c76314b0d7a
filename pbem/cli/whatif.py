"""What if: playing on from a step of a replay, by bots or by hand; nothing is signed, the game is not touched.

Belongs here: typed words and printing. Must not be here: how a branch is made (`pbem.replay.branch`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.cli.terminal import ask_line, busy, complain, is_terminal, say, talk, wants_colour, width, wrapped
from pbem.errors import PbemError, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.replay.branch import Branch, Outcome
    from pbem.replay.reel import Reel

SHOWN = 12  # examples of what may be typed
TOLD = 24  # lines of what happened
MOST_GAMES = 1000
BY_HAND = (
    "words          orders, as for pbem do; `seat: words` where several are asked",
    "bot            the bots decide what is pending        bots 20   the next twenty decisions",
    "end            the bots play to the end               again     back to where this began",
    "map            the map                                q         back to the replay",
)


def what_if(reel: Reel, round: int, words: Sequence[str], seed: str, *, ascii: bool = False) -> None:
    """`what-if bots 5 [seed]`, or by hand: `what-if [seed]`."""
    if words[:1] == ["bots"]:
        count = words[1] if len(words) > 1 else "5"
        if not count.isdecimal() or not 1 <= int(count[:5]) <= MOST_GAMES:
            raise WrongUse(f"how many games? {count!r}", "like: what-if bots 5")
        bots(reel, round, words[2] if len(words) > 2 else seed, int(count))
        return
    _by_hand(reel, round, words[0] if words else seed, ascii)


def bots(reel: Reel, round: int, seed: str, count: int) -> None:
    """What so many continuations by the bots lead to: each, then who won how often."""
    from pbem.replay.branch import Branch

    won: Counter[str] = Counter()
    guessed: tuple[str, ...] = ()
    for number in range(1, count + 1):
        branch = Branch(reel, round, f"{seed}/{number}")
        with busy(f"what if: game {number} of {count}"):
            for _ in branch.play_on():
                pass
        outcome, guessed = branch.outcome(), branch.guessed
        won[_winners(outcome)] += 1
        say(*wrapped(f"{number:3}  {_story(outcome)}", hang=5))
    talk(f"after round {round}, seed {clean(seed)}, {count} games played on by bots; nothing of it is in the record")
    say(*(f"{times} of {count}: {who}" for who, times in won.most_common()))
    if guessed:
        say(*_guess(guessed, reel.viewer, "in each game anew"))


def _guess(seats: Sequence[str], viewer: str, how: str) -> list[str]:
    """What must be known of a branch in which secrets were made up."""
    whose = ", ".join(seats)
    return wrapped(
        f"guessed {how}: what {whose} had sealed, which {viewer} did not know; it may have been quite different, and "
        "so may have been what comes of it"
    )


def _winners(outcome: Outcome) -> str:
    if outcome.result is None:
        return "no end"
    return ", ".join(outcome.result.winners) or "nobody"


def _story(outcome: Outcome) -> str:
    turn = f"turn {outcome.turn}" if outcome.turn[:1].isdigit() else outcome.turn
    if outcome.result is None:
        return f"no end after {outcome.answers} answers ({turn})"
    return f"{outcome.result.text} ({turn}, {outcome.answers} answers on)"


def _by_hand(reel: Reel, round: int, seed: str, ascii: bool) -> None:
    """Everybody's decisions, typed or left to the bots, until the person leaves."""
    from pbem.replay.branch import Branch

    if not is_terminal():
        raise WrongUse("playing on by hand asks for orders, and there is no terminal", "like: --what-if 5")
    branch = Branch(reel, round, seed)
    talk(f"what if, after round {round}, seed {clean(seed)}: nothing here is signed or kept; h for help")
    if branch.guessed:
        talk(*_guess(branch.guessed, reel.viewer, "by the seed"))
    while True:
        _tell(branch)
        typed = ask_line("what if")
        word = typed.strip().lower()
        try:
            if word in ("", "q", "quit"):
                return
            if word in ("h", "help"):
                talk(*BY_HAND)
            elif word == "again":
                branch = Branch(reel, round, seed)
            elif word == "map":
                from pbem.show.text import draw_board

                say(*draw_board(branch.scene(), width=width(), colour=wants_colour(), ascii=ascii))
            elif branch.result is not None:
                talk("this branch has ended; again begins it anew, q leaves")
            elif not _leave_to_bots(branch, word.split()):
                say(branch.order(typed))
        except PbemError as error:
            complain(error)


def _leave_to_bots(branch: Branch, words: list[str]) -> bool:
    """`bot`, `bots 20` or `end`; False for anything else."""
    if words == ["end"]:
        with busy("the bots play on"):
            for _ in branch.play_on():
                pass
        return True
    if words[:1] not in (["bot"], ["bots"]) or len(words) > 2:
        return False
    count = words[1] if len(words) > 1 else "1"
    if not count.isdecimal():
        return False
    for _ in range(min(int(count[:5]), MOST_GAMES)):
        if branch.request is not None:
            branch.bot_answers()
    return True


def _tell(branch: Branch) -> None:
    told = [line for one in branch.told() for line in wrapped(f"{one.text} ({one.rule})", indent=2, hang=2)]
    if len(told) > TOLD:
        say(f"  ... {len(told) - TOLD} lines before these")
    say(*told[-TOLD:])
    if branch.result is not None:
        winners = ", ".join(branch.result.winners) or "nobody"
        say(*wrapped(f"here it ends: {branch.result.text} (rule {branch.result.by}; winners: {winners})"))
        return
    for seat in branch.asked():
        assert branch.request is not None
        talk("", f"{seat} decides (rule {clean(branch.request.rule)}):")
        for line in branch.prompt(seat).splitlines():
            talk(*wrapped(line, indent=2))
        examples = branch.examples(seat)
        talk(*(f"    {clean(text)}" for text in examples[:SHOWN]))
        if len(examples) > SHOWN:
            talk(f"    ... and {len(examples) - SHOWN} more")
