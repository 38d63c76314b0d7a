"""How a game's numbers reach its rules, words and scene: by one way, `state.numbers`.

    DATA = Data("pbem_games.angola", Numbers)     # the folder `data` of this package, and what is made of it
    class State(msgspec.Struct, dict=True): numbers: ClassVar[Numbers]; ...
    def new_state(scenario, options, files): return bind(State(...), DATA.numbers(files))
    RULESET = Ruleset(data_files=DATA.files, new_state=new_state, ...)

The record names the digest of the files, so a match is played with the files it began with. From there on nobody reads
files: whoever has the position has its numbers. They belong to each position and are no field of it, so no digest holds
them: hence `dict=True` and the ClassVar.
Belongs here: that way. Must not be here: reading TOML (`data`), what any number means.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from pbem.kit.data import Files, read

N = TypeVar("N")


S = TypeVar("S", bound=msgspec.Struct)


def bind(state: S, numbers: object) -> S:
    """The state with the data it is played with, as `state.numbers`."""
    state.__dict__["numbers"] = numbers
    return state


def copy_of(state: S) -> S:
    """A position of its own with the same content and data."""
    numbers: Any = state.__dict__["numbers"]
    return bind(msgspec.convert(msgspec.to_builtins(state), type(state)), numbers)


class Data(Generic[N]):
    """The data of a ruleset: the folder `data` of its package, and `make`, which builds its numbers from the files."""

    def __init__(self, package: str, make: Callable[[Files], N]) -> None:
        """Reads nothing yet."""
        self._package, self._make = package, make

    def files(self, overlay: Path | None = None) -> Files:
        """The installed files, those of an overlay in place of their namesakes; WrongUse as `pbem.kit.data.read`."""
        return self._installed if overlay is None else read(package_files(self._package) / "data", overlay)

    def numbers(self, files: Files | None = None) -> N:
        """The numbers of a match; without files the installed ones, which are made once in a process."""
        return self._made if files is None or files is self._installed else self._make(files)

    @cached_property
    def _installed(self) -> Files:
        return read(package_files(self._package) / "data")

    @cached_property
    def _made(self) -> N:
        return self._make(self._installed)
