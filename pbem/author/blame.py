"""Whose bug an exception is: that of a ruleset, which is then named with its rule and its line, or ours.

Belongs here: reading a traceback. Must not be here: printing, looking for faults that did not happen yet.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType

import pbem
from pbem.author.faults import LONGEST, described
from pbem.errors import BadRules, PbemError
from pbem.play.requests import Request
from pbem.play.rulebook import sections_in
from pbem.ruleset import find, installed, module_of

OURS = Path(pbem.__file__).parent
_LAST_REQUEST = "_advance"  # the table's frame that holds a request which was answered already


def authors_fault(error: BaseException) -> PbemError | None:
    """What to say of an exception that a ruleset caused; None if it is not known to be one.

    A ruleset caused it if it broke its contract (BadRules), or if the innermost frame is its own; frames of libraries
    that are neither ours nor a ruleset's do not count.
    """
    frames = [*_frames(error.__traceback__)]
    owners = [(_owner(Path(frame.f_code.co_filename)), frame, line) for frame, line in frames]
    rulesets = _places()
    of_authors = [(name, frame, line) for file, frame, line in owners if (name := _ruleset(file, rulesets))]
    counted = [file for file, _, _ in owners if _ruleset(file, rulesets) or file.is_relative_to(OURS)]
    if not of_authors or not (isinstance(error, BadRules) or _ruleset(counted[-1], rulesets)):
        return None
    name, frame, line = of_authors[-1]
    rule = _rule([frame for frame, _ in frames], rulesets)
    place = f"{Path(frame.f_code.co_filename).name}:{line}, in {frame.f_code.co_name}"
    what = described(error)[:LONGEST]
    return PbemError(
        f"the ruleset {name} fails{f' in rule {rule}' if rule else ''}: {what} ({place})",
        f"tell its author; more: pbem ruleset check {name}; the whole traceback: PBEM_TRACEBACK=1",
    )


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """The frames that an exception passed, the innermost last, each with its line."""
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _places() -> dict[Path, str]:
    """The folders, or single files, of the rulesets that were imported, each with the name of the ruleset."""
    found: dict[Path, str] = {}
    for name in installed():
        if (module := module_of(name)) in sys.modules:
            modules = [module]
            with contextlib.suppress(PbemError):
                modules.append(getattr(find(name).play, "__module__", module))
            for one in modules:
                if file := getattr(sys.modules.get(one), "__file__", None):
                    in_package = bool(getattr(sys.modules[one], "__package__", ""))
                    found[Path(file).resolve().parent if in_package else Path(file).resolve()] = name
    return found


def _owner(file: Path) -> Path:
    return file.resolve() if file.is_absolute() else file


def _ruleset(file: Path, places: dict[Path, str]) -> str:
    """The ruleset that a file belongs to; empty if to none."""
    return next((name for place, name in places.items() if file.is_relative_to(place)), "")


def _rule(frames: list[FrameType], places: dict[Path, str]) -> str:
    """The rule under way: that of the innermost request at hand, or what a procedure's docstring begins with."""
    for frame in reversed(frames):
        request = frame.f_locals.get("request")
        if isinstance(request, Request) and frame.f_code.co_name != _LAST_REQUEST:
            return request.rule
        told = frame.f_code.co_consts[0] if frame.f_code.co_consts else None
        if _ruleset(_owner(Path(frame.f_code.co_filename)), places) and isinstance(told, str):
            sections = sections_in(told)
            if sections:
                return sections[0]
    return ""
