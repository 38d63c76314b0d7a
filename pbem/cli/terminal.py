"""What every command shares with the person at the terminal: streams, questions, one clear line for an error.

Data goes to standard output, talk to standard error (design 6). Must not be here: matches, rules.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from pbem.errors import PbemError, WrongUse, cited
from pbem.limits import MAX_PIPED
from pbem.show.clean import clean, clean_lines, escape_json

if TYPE_CHECKING:
    from rich.progress import Progress

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
HEAD = re.compile(r" *(?:\d+  +)?")  # what stands before the words of a line: blanks, or the number of an entry
MOST_HEAD = 46  # columns before the remarks on choices
COMMAND = re.compile(r" *pbem ")  # a line to copy into a shell


def say(*texts: str) -> None:
    """Data, to standard output, each line made harmless; on a terminal no line is longer than it is wide."""
    for text in texts:
        sys.stdout.write(f"{_fitted(text, sys.stdout)}\n")


def talk(*texts: str) -> None:
    """Talk, to standard error, likewise."""
    for text in texts:
        sys.stderr.write(f"{_fitted(text, sys.stderr)}\n")


def _fitted(text: str, stream: TextIO) -> str:
    """A text made harmless; for a terminal its long lines are parted between words, elsewhere they stay whole."""
    harmless = clean_lines(text)
    if not stream.isatty():
        return harmless
    columns = _columns()
    lines = harmless.split("\n")
    return "\n".join(part for line in lines for part in ([line] if len(line) <= columns else fold(line, columns)))


def fold(line: str, columns: int) -> list[str]:
    """One line as several, no wider than that, what goes on under its words; a command can still be copied as a whole.

    Words are never broken: they may be typed back.
    """
    head, is_command = HEAD.match(line), COMMAND.match(line) is not None
    before = head[0] if head is not None else ""
    under = " " * (len(before) if before.strip() else min(len(before) + 2, columns // 2))
    room = columns - 2 if is_command else columns
    lines = textwrap.wrap(
        line, room, subsequent_indent=under, break_long_words=False, break_on_hyphens=False
    )
    return [*(f"{one} \\" for one in lines[:-1]), lines[-1]] if is_command else lines


def say_drawn(*lines: str) -> None:
    """What a painter of `pbem.show.text` drew, to standard output: it has cleaned all words and may add colours."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def talk_drawn(*lines: str) -> None:
    """The same, to standard error."""
    sys.stderr.writelines(f"{line}\n" for line in lines)


def say_json(value: Any) -> None:
    """One JSON document, to standard output; what acts on a terminal stands in it as an escape."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=2).decode()
    sys.stdout.write(escape_json(text) + "\n")


def complain(error: PbemError) -> None:
    """`pbem: error: ...` and `pbem: hint: ...`."""
    first, *rest = str(error).splitlines() or [""]
    talk(f"pbem: error: {clean(first)}")
    for line in rest:
        talk(*wrapped(line.strip(), indent=2, hang=2))
    if error.hint:
        talk(f"pbem: hint: {clean(error.hint)}")


def wrapped(text: str, *, indent: int = 0, hang: int = 0) -> list[str]:
    """One paragraph as lines within the width, made harmless; words are never broken: they may be typed back."""
    return textwrap.wrap(
        clean(text), width(), break_long_words=False, break_on_hyphens=False,
        initial_indent=" " * indent, subsequent_indent=" " * (indent + hang),
    )


def choice_lines(examples: Sequence[str], head: Callable[[str, int], str]) -> list[str]:
    """One line for each choice, as `head` writes its words and number from 1, with the remark beside or under it."""
    from pbem.ruleset import without_remark

    parted = [without_remark(clean(example)) for example in examples]
    heads = [head(words, number) for number, (words, _) in enumerate(parted, 1)]
    room = min(MOST_HEAD, max((len(h) for h, (_, remark) in zip(heads, parted, strict=True) if remark), default=0))
    lines = []
    for first, (_, remark) in zip(heads, parted, strict=True):
        line = f"{first.ljust(room)}  {remark}".rstrip()
        lines += [line] if not remark or len(line) <= width() else [first, *wrapped(remark, indent=10, hang=2)]
    return lines


def side_by_side(left: Sequence[str], right: Sequence[str], columns: int) -> list[str]:
    """Two pieces of drawn text as one, the left one so many columns wide; colours take no room."""
    def room(line: str) -> int:
        return max(0, columns - len(COLOUR.sub("", line))) + 2

    pairs = zip_longest(left, right, fillvalue="")
    return [f"{one}{' ' * room(one)}{other}" if other else one for one, other in pairs]


def told(text: str, rule: str, *, headline: bool) -> list[str]:
    """A sentence of a story with its rule; one that helps to decide the game has a `*` before it."""
    line = f"{text} ({cited(rule)})"
    return wrapped(f"* {line}", hang=4) if headline else wrapped(line, indent=2, hang=2)


def is_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def wants_colour() -> bool:
    """Whether output may be coloured: a terminal, and no NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns to write in: those of the terminal, 100 elsewhere, never more than 160."""
    return _columns() if sys.stdout.isatty() else 100


def _columns() -> int:
    return min(160, shutil.get_terminal_size((100, 40)).columns)


def height() -> int:
    """Rows of the terminal; 40 if there is none."""
    return shutil.get_terminal_size((100, 40)).lines


def ask_passphrase(*, twice: bool = False) -> Callable[[], str] | None:
    """A question for the passphrase; None if there is no terminal."""
    if not is_terminal():
        return None

    def ask() -> str:
        from getpass import getpass

        first = getpass("passphrase: ", stream=sys.stderr)
        if twice and getpass("again: ", stream=sys.stderr) != first:
            raise WrongUse("the two passphrases differ")
        return first

    return ask


def ask_line(question: str) -> str:
    """One line from the person; WrongUse if there is no terminal."""
    if not is_terminal():
        raise WrongUse(f"there is no terminal to ask for {question}")
    sys.stderr.write(f"{clean(question)}: ")
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip()


class TypedLines:
    """The lines that a person types at a prompt; without a terminal those of standard input."""

    def __init__(self) -> None:
        self.is_person = is_terminal()
        piped = "" if self.is_person or sys.stdin.isatty() else sys.stdin.read(MAX_PIPED + 1)
        if len(piped) > MAX_PIPED:
            raise WrongUse(f"more than {MAX_PIPED:,} characters come from standard input")
        self._piped = [line.strip() for line in piped.splitlines()]
        self.is_nothing = not self.is_person and not self._piped

    def next(self, question: str) -> str | None:
        """The next line; None after the last that was piped in."""
        if self.is_person:
            return ask_line(question)
        return self._piped.pop(0) if self._piped else None


@contextmanager
def busy(title: str) -> Iterator[None]:
    """Shows that something is under way once it takes longer than a second; silent if there is no terminal."""
    if not sys.stderr.isatty():
        yield
        return
    shown: list[Progress] = []

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        progress.add_task(clean(title))
        progress.start()
        shown.append(progress)

    patience = threading.Timer(1.0, show)
    patience.daemon = True
    patience.start()
    try:
        yield
    finally:
        patience.cancel()
        patience.join()
        for progress in shown:
            progress.stop()


@contextmanager
def counted(title: str, most: int) -> Iterator[Callable[[int], None]]:
    """Takes how much is done, and shows it once a second; without a thread, so that the process can be copied."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    shown = time.monotonic()

    def tell(done: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > 1:
            shown = time.monotonic()
            sys.stderr.write(f"\r{clean(title)}: {done} of {most} ")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def short(path: Path) -> str:
    """A path as short as it can be typed here."""
    try:
        return clean(str(path.relative_to(Path.cwd())))
    except ValueError:
        return clean(str(path))
