"""A game's numbers: a folder of TOML files, read once into frozen structs.

Every number stands in a file with its `source`; what a rule reads is a whole number, a word or a list of such.
Drawing coordinates, the only decimals, stand under a key `draw`, which no struct of the rules ever sees.
A person may correct numbers by an overlay folder: a file of the same name replaces the whole file (whole files, so that
what counts can be read in one place); a TOML file that the ruleset does not have is refused, anything else is ignored.
Belongs here: reading, checking, the bytes that are digested. Must not be here: what any number means.
Source: protocol 3.6, README "Data".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from pbem.errors import WrongUse
from pbem.limits import MAX_COORDINATE, MAX_DATA, MAX_DATA_DEPTH, MAX_DOTS, MAX_NUMBER

Files = dict[str, dict[str, Any]]
"""File name (`map.toml`) -> what it says, as parsed."""

class Keeper(Protocol):
    """Keeps what was parsed, by the digest of the files that it was parsed from."""

    def parsed(self, digest: bytes) -> Files | None:
        """What was kept, the same in every part; None if it is not there."""
        ...

    def keep(self, digest: bytes, parsed: Files) -> None:
        """Keeps it if it can, and never fails."""
        ...


_keeper: Keeper | None = None
_writes = False

NOT_DIGESTED = ("source", "note", "draw")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every struct that is read from a file: frozen, and refuses keys it does not know."""


E = TypeVar("E", bound=Entry)
S = TypeVar("S", bound=msgspec.Struct)


def read(folder: Traversable, overlay: Path | None = None) -> Files:
    """All TOML files of a folder, in order of name; those of `overlay` replace their namesakes.

    WrongUse names the fault. A ruleset passes `importlib.resources.files(package) / "data"`; a Path will do as well.
    """
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    ours = {entry.name: entry for entry in entries if entry.name.endswith(".toml")}
    theirs = {} if overlay is None else _overlay_files(overlay)
    for name, path in theirs.items():
        if name not in ours:
            raise WrongUse(f"{path}: this ruleset has no data file {name}", hint=f"it has {', '.join(ours)}")
    contents = {name: _content(name, theirs.get(name, entry)) for name, entry in ours.items()}
    parsed = _parsed(contents)
    for name in theirs:
        _check_drawn(name, parsed[name])
    return parsed


def keep_parsed(keeper: Keeper | None, *, writes: bool = False) -> None:
    """From now on what is kept there is not parsed again in this process, and if it `writes`, what is new is kept."""
    global _keeper, _writes
    _keeper, _writes = keeper, writes


def _parsed(contents: Mapping[str, bytes]) -> Files:
    """What files of these names and contents say."""
    if (keeper := _keeper) is None:
        return {name: _parse(name, raw) for name, raw in contents.items()}
    digest = _digest(contents)
    if (known := keeper.parsed(digest)) is not None:
        return known
    parsed = {name: _parse(name, raw) for name, raw in contents.items()}
    if _writes:
        keeper.keep(digest, parsed)
    return parsed


def _digest(contents: Mapping[str, bytes]) -> bytes:
    """SHA-256 of all names and contents, told apart by their lengths."""
    digest = sha256()
    for name, raw in contents.items():
        for part in (name.encode("utf-8", "surrogateescape"), raw):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def _overlay_files(overlay: Path) -> dict[str, Path]:
    if not overlay.is_dir():
        raise WrongUse(f"{overlay}: no such data folder")
    paths = {path.name: path for path in sorted(overlay.iterdir()) if path.suffix.lower() == ".toml"}
    if not paths:
        raise WrongUse(f"{overlay}: holds no TOML file", hint="files there replace data files of the same name")
    return paths


def _content(name: str, path: Traversable) -> bytes:
    """The bytes of a file, which a stranger may have put beside a log: bounded before it is read (2.18)."""
    if not path.is_file():
        raise WrongUse(f"{name}: not a plain file")
    with path.open("rb") as stream:
        raw = stream.read(MAX_DATA + 1)
    if len(raw) > MAX_DATA:
        raise WrongUse(f"{name}: larger than {MAX_DATA:,} bytes")
    return raw


def _parse(name: str, raw: bytes) -> dict[str, Any]:
    """What the bytes of a file say."""
    try:
        text = raw.decode("utf-8-sig")
        for number, line in enumerate(text.split("\n"), 1):
            if line.count(".") > MAX_DOTS and _DECIMAL.sub("", line).count(".") > MAX_DOTS:
                raise WrongUse(f"{name}: line {number} has more than {MAX_DOTS} dots")
        parsed = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise WrongUse(f"{name}: not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise WrongUse(f"{name}: nested too deep") from None
    except ValueError as error:  # a number of thousands of digits is no error of TOML's own
        raise WrongUse(f"{name}: {error}") from None
    if _is_deep(parsed):
        raise WrongUse(f"{name}: nested too deep")
    return parsed


def _check_drawn(name: str, parsed: dict[str, Any]) -> None:
    """WrongUse for a number that nothing can be drawn with: what is not digested may be anything."""
    for path, value in _leaves(parsed, ()):
        if "draw" in path and isinstance(value, int | float) and not abs(value) <= MAX_COORDINATE:
            raise WrongUse(f"{_where(name, parsed, path)}: {str(value)[:40]} is no coordinate")


def _is_deep(parsed: dict[str, Any]) -> bool:
    """Whether tables and lists stand one in another more often than anybody needs."""
    level: list[Any] = [parsed]
    for _ in range(MAX_DATA_DEPTH):
        inner = (value.values() if isinstance(value, dict) else value for value in level)
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
    return bool(level)


def strip(parsed: Any) -> Any:
    """The same without the keys `source`, `note` and `draw` at any depth (protocol 3.6)."""
    match parsed:
        case dict():
            return {key: strip(value) for key, value in parsed.items() if key not in NOT_DIGESTED}
        case list():
            return [strip(value) for value in parsed]
    return parsed


def canonical(files: Files) -> bytes:
    """The canonical JSON that the data digest is taken of (protocol 3.6); WrongUse if a value has no such form."""
    stripped: Files = strip(files)
    for name, parsed in stripped.items():
        for path, value in _leaves(parsed, ()):
            if fault := _fault(path, value):
                raise WrongUse(f"{_where(name, parsed, path)}: {fault}")
    return msgspec.json.encode(stripped, order="sorted")


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _leaves(inner, (*path, key))
        case list():
            for i, inner in enumerate(value):
                yield from _leaves(inner, (*path, i))
        case _:
            yield path, value


def _fault(path: tuple[str | int, ...], value: Any) -> str:
    if not all(isinstance(step, int) or step.isascii() for step in path):
        return "keys are ASCII"
    if isinstance(value, float):
        return f"{value} is a decimal; rules read whole numbers, and drawing coordinates stand under `draw`"
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        return f"{value} is too large"
    return "" if isinstance(value, str | int) else f"{value} is a date; write it as a string"


def require_sources(files: Files) -> None:
    """Every entry says where it comes from: it, or a table around it, has `source`; WrongUse names the first without.

    A `source` at the top of a file covers only what stands there itself, no table below.
    """
    for name, parsed in files.items():
        _require(name, parsed, (), parsed, covered=False)


def _require(name: str, parsed: dict[str, Any], path: tuple[str | int, ...], value: Any, *, covered: bool) -> None:
    if isinstance(value, list):
        for i, inner in enumerate(value):
            _require(name, parsed, (*path, i), inner, covered=covered)
    elif isinstance(value, dict):
        sourced = covered or "source" in value
        facts = [key for key, inner in value.items() if key not in NOT_DIGESTED and not _is_tables(inner)]
        if facts and not sourced:
            raise WrongUse(f"{_where(name, parsed, path)}: no `source` for `{facts[0]}`")
        for key, inner in value.items():
            if key not in NOT_DIGESTED:
                _require(name, parsed, (*path, key), inner, covered=sourced and bool(path))


def _is_tables(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(inner, dict) for inner in value)
    return isinstance(value, dict)


def load(files: Files, kind: type[E]) -> E:
    """The files as one struct that has a field for each (`map` for `map.toml`); all structs in it derive from Entry.

    The keys `source`, `note` and `draw` are left out: rules cannot see them. WrongUse names file, entry and key.
    """
    require_sources(files)
    fields = {f"{field.name}.toml": field for field in msgspec.structs.fields(kind)}
    for name in files:
        if name not in fields:
            raise WrongUse(f"{name}: this ruleset has no such data file", hint=f"it has {', '.join(fields)}")
    parts: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in files:
            raise WrongUse(f"{name}: this data file is missing")
        parts[field.name] = _convert(name, strip(files[name]), field.type)
    return kind(**parts)


def drawings(files: Files, name: str, table: str, kind: type[S], key: str = "id") -> dict[str, S]:
    """What the entries of one table of a file (`map.toml`) keep under `draw`, by their `key`: for displays only.

    WrongUse names the file or the table that it should be.
    """
    if name not in files:
        raise WrongUse(f"there is no data file {name!r}", _instead(name, files))
    entries = files[name].get(table)
    if not isinstance(entries, list):
        raise WrongUse(f"{name}: there is no table of entries {table!r}", _instead(table, files[name]))
    return {str(entry[key]): _convert(name, strip(entry["draw"]), kind, (table, i, "draw"), files[name])
            for i, entry in enumerate(entries) if "draw" in entry}


def drawing(files: Files, name: str, kind: type[S]) -> S:
    """What a file keeps under `draw` at its top, for the map as a whole; as `kind` is by itself if there is nothing."""
    if name not in files:
        raise WrongUse(f"there is no data file {name!r}", _instead(name, files))
    drawn: S = _convert(name, strip(files[name].get("draw", {})), kind, ("draw",), files[name])
    return drawn


def _instead(name: str, known: Iterable[str]) -> str:
    """The names that there are, the one first that was meant."""
    there = list(known)
    meant = [one for one in there if one.partition(".")[0] == name.partition(".")[0]]
    return f"did you mean {meant[0]!r}?" if meant else f"there is {', '.join(map(repr, there)) or 'none'}"


def _convert(name: str, value: Any, kind: Any, above: tuple[str | int, ...] = (), root: Any = None) -> Any:
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `")
        path: list[str | int] = [*above]
        for word, index, unknown in re.findall(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])", where):
            if unknown:
                break
            path.append(word or int(index))
        said = said[0].lower() + said[1:]
        raise WrongUse(f"{_where(name, value if root is None else root, path)}: {said}") from None


def _where(name: str, parsed: Any, path: Sequence[str | int]) -> str:
    """`map.toml, region "huambo", terrain`: entries of a list by their id, else by their number from 1."""
    words = [name]
    for step in path:
        parsed = _inner(parsed, step)
        if isinstance(step, str):
            words.append(step)
        elif isinstance(parsed, dict) and "id" in parsed:
            words[-1] += f' "{parsed["id"]}"'
        else:
            words[-1] += f" {step + 1}"
    return ", ".join(words)


def _inner(parsed: Any, step: str | int) -> Any:
    if isinstance(step, int):
        return parsed[step] if isinstance(parsed, list) and step < len(parsed) else None
    return parsed.get(step) if isinstance(parsed, dict) else None
