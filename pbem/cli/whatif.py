"""What if: playing on from a step of a replay, by bots or by hand; nothing is signed, the game is not touched.

Belongs here: typed words, printing, the file that a person names to keep what was tried. Must not be here: how a
branch is made (`pbem.replay.whatif.branch`), how many of them are told (`ways`), what a list of lines looks like
(`scratch`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import (
    TypedLines,
    busy,
    complain,
    say,
    say_drawn,
    say_json,
    short,
    talk,
    told,
    wants_colour,
    width,
    wrapped,
)
from pbem.errors import PbemError, WrongUse, cited
from pbem.show.clean import clean
from pbem.show.ended import won

if TYPE_CHECKING:
    from pbem.replay.films.reel import Reel
    from pbem.replay.whatif.branch import Branch
    from pbem.replay.whatif.scratch import Scratch, Tried

SHOWN = 12  # examples of what may be typed
TOLD = 24  # lines of what happened
MOST_GAMES = 1000
BY_HAND = (
    "words          orders, as for pbem do; `seat: words` if several are asked",
    "bots, bots 20  the bots take the next decision, or twenty of them",
    "end            the bots play to the end",
    "undo           takes the last line back      again   all of them",
    "list           what was tried so far         map     the map",
    "save FILE      keeps that list; `what-if from FILE` goes through it again",
    "q              back to the replay",
)


def what_if(reel: Reel, round: int, words: str, seed: str, typed: TypedLines, *, ascii: bool = False) -> None:
    """`bots 5 [seed]`; or by hand: `[seed]`, `from FILE`."""
    first, _, rest = words.partition(" ")
    if first == "bots":
        count, _, other = (rest.strip() or "5").partition(" ")
        if not count.isdecimal() or len(count) > 4 or not 1 <= int(count) <= MOST_GAMES:
            raise WrongUse(f"how many games? {clean(count)!r}", "like: what-if bots 5")
        bots(reel, round, other.strip() or seed, int(count))
    elif first == "from":
        tried = _kept(rest.strip())
        _by_hand(reel, tried, typed, ascii)
    else:
        from pbem.replay.whatif.scratch import Tried

        _by_hand(reel, Tried(reel.match.genesis.id, reel.viewer, round, first or seed), typed, ascii)


# ------------------------------------------------------------------ bots


def bots(reel: Reel, round: int, seed: str, count: int, *, json: bool = False) -> None:
    """What so many continuations by the bots lead to: each, then who won how often."""
    from pbem.replay.whatif.ways import WaysOn, story, taken_back

    ways = WaysOn(reel, round, seed, count)
    for number in range(1, count + 1):
        with busy(f"what if: game {number} of {count}"):
            for _ in ways.play_next():
                pass
        if not json:
            say(*wrapped(f"{number:3}  {story(ways.outcomes[-1])}", hang=5))
    if json:
        say_json(ways.as_json())
        return
    talk(*_wrapped([ways.heading(), *taken_back(reel, round)]))
    say(*ways.shares(), *_wrapped(ways.warnings()))


def _wrapped(lines: Iterable[str]) -> list[str]:
    return [part for line in lines for part in wrapped(line)]


# ------------------------------------------------------------------ by hand


def _by_hand(reel: Reel, tried: Tried, typed: TypedLines, ascii: bool) -> None:
    """Everybody's decisions, typed or left to the bots, until the person leaves."""
    from pbem.replay.whatif.scratch import Scratch
    from pbem.replay.whatif.ways import guess_told, misfits_told, taken_back

    scratch = Scratch.of(reel, tried)
    begins = f"what if, after round {tried.round}, seed {tried.seed}: nothing here is signed; h for help"
    talk(*_wrapped([begins, *taken_back(reel, tried.round)]))
    if scratch.branch.guessed:
        told = guess_told(scratch.branch.guessed, reel.viewer, "by the seed")
        talk(*_wrapped([told, *misfits_told(scratch.branch.misfits)]))
    for number, known in enumerate(tried.lines, 1):
        try:
            say(f"> {scratch.take(known)}")
        except PbemError:
            talk(f"it comes to an end with line {number} of {len(tried.lines)}: {known}")
            raise
    _tell(scratch.branch)
    while (line := typed.next("what if")) is not None and line.lower() not in ("q", "quit"):
        try:
            _carry_out(scratch, line, ascii)
        except PbemError as error:
            if not typed.is_person:
                raise
            complain(error)


def _carry_out(scratch: Scratch, line: str, ascii: bool) -> None:
    """One typed line."""
    first, _, rest = line.partition(" ")
    match line.lower():
        case "h" | "help":
            talk(*BY_HAND)
        case "list":
            from pbem.replay.whatif.scratch import encode

            say(*encode(scratch.tried()).splitlines())
        case "map":
            from pbem.show.text import draw_board

            say_drawn(*draw_board(scratch.branch.scene(), width=width(), colour=wants_colour(), ascii=ascii))
        case "undo":
            talk(f"taken back: {scratch.undo()}")
            _tell(scratch.branch)
        case "again":
            scratch.restart()
            _tell(scratch.branch)
        case "":
            _tell(scratch.branch)
        case _ if first.lower() == "save":
            _keep(scratch, rest.strip())
        case "bot" | "bots":
            _try_out(scratch, "bots 1")
        case _:
            _try_out(scratch, line)


def _try_out(scratch: Scratch, line: str) -> None:
    if scratch.branch.result is not None:
        raise WrongUse("this branch has ended", "undo takes the last line back, again all of them, q leaves")
    with busy("what if"):
        taken = scratch.take(line)
    say(f"> {taken}")
    _tell(scratch.branch)


def _kept(name: str) -> Tried:
    """What a person kept in a file."""
    from pbem.disk.plain import read_small
    from pbem.limits import MAX_TRIED
    from pbem.replay.whatif.scratch import decode

    path = _path(name)
    content = read_small(path, most=MAX_TRIED)
    if content is None:
        raise WrongUse(f"there is no file {short(path)}")
    return decode(content, path.name)


def _keep(scratch: Scratch, name: str) -> None:
    from pbem.disk.whole import disk_error
    from pbem.replay.whatif.scratch import encode

    path = _path(name)
    try:
        with path.open("x", encoding="ascii", newline="\n") as file:
            file.write(encode(scratch.tried()))
    except FileExistsError:
        raise WrongUse(f"{short(path)} is there already: nothing was written", "name another file") from None
    except OSError as error:
        raise disk_error(error, short(path)) from error
    talk(f"kept in {short(path)}; `what-if from FILE` goes through it again")


def _path(name: str) -> Path:
    if not name:
        raise WrongUse("no file is named", "like: save tried.txt, what-if from tried.txt")
    try:
        return Path(name.replace("\0", "")).expanduser()
    except RuntimeError:
        raise WrongUse(f"{clean(name)!r} is in the home folder of nobody here") from None


def _tell(branch: Branch) -> None:
    lines = [line for one in branch.told() for line in told(one.text, one.rule, headline=one.headline)]
    if len(lines) > TOLD:
        say(f"  ... {len(lines) - TOLD} lines before these")
    say(*lines[-TOLD:])
    if branch.result is not None:
        say(*wrapped(f"here it ends: {branch.result.text} (rule {branch.result.by}; {won(branch.result.winners)})"))
        return
    asked: dict[str, list[str]] = {}
    for seat in branch.asked():
        asked.setdefault(branch.prompt(seat), []).append(seat)
    for prompt, seats in asked.items():
        assert branch.request is not None
        verb = "decides" if len(seats) == 1 else "decide"
        talk("", f"{', '.join(seats)} {verb} (rule {clean(cited(branch.request.rule))}):")
        for line in prompt.splitlines():
            talk(*wrapped(line, indent=2))
        for seat in seats:
            _tell_examples(branch, seat, f"{seat}: " if len(branch.asked()) > 1 else "")


def _tell_examples(branch: Branch, seat: str, head: str) -> None:
    examples = branch.examples(seat)
    talk(*(line for text in examples[:SHOWN] for line in wrapped(f"{head}{text}", indent=4, hang=2)))
    if len(examples) > SHOWN:
        talk(f"    ... and {len(examples) - SHOWN} more")
