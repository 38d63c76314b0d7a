"""The build of a ruleset: which code plays here, in a few characters (protocol 2.5).

Two builds that differ may play one match differently although they bear one version, and then nobody has cheated.
A build is the version of pbem and 12 hex digits of SHA-256 over the source files of the ruleset, data apart (the first
line of a log names that). The files are those of the package in which its entry point lies, and of the packages of its
procedures if these lie elsewhere; of a module that is in no package of its own, that one file. Each counts with its
dotted path and its bytes, line ends as LF: times, folders, compiled files and the way of installing change nothing.
Belongs here: finding and hashing code, and what a package says of earlier builds.
Must not be here: what differs in a match (`pbem.match.desync`).
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from importlib import metadata
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

from pbem.ruleset import Ruleset, module_of

DIGITS = 12
MOST_VERSION = 64 - 1 - DIGITS

_KNOWN: dict[tuple[object, ...], str] = {}


def build_of(ruleset: Ruleset) -> str:
    """`0.1.0+3fa9c2d41e07`; empty if no source files can be read, and then nobody can tell."""
    procedures = _procedures(ruleset)
    key = (ruleset.name, *procedures)
    if key not in _KNOWN:
        _KNOWN[key] = build_under(sources_of(ruleset))
    return _KNOWN[key]


def sources_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The packages and modules whose files make the build of a ruleset."""
    return tuple(_roots({module_of(ruleset.name), *map(_module, _procedures(ruleset))}))


def build_under(sources: tuple[str, ...]) -> str:
    """The build that these packages are now, whether or not they are loaded; empty if none of them is here."""
    return _build_under(sources, tuple(map(sys.modules.get, sources)))


@cache
def _build_under(sources: tuple[str, ...], loaded: tuple[object, ...]) -> str:
    digest = _digest(sources)
    return f"{_program()}+{digest}" if digest else ""


def _procedures(ruleset: Ruleset) -> tuple[Any, ...]:
    return ruleset.play, ruleset.new_state, ruleset.resigned


def same_build(one: str, other: str) -> bool:
    """Whether two builds are known to be one; empty is an unknown build."""
    return bool(one) and one == other


def plays_alike(ruleset: Ruleset, build: str) -> bool:
    """Whether the makers of a ruleset vouch that games of another build are played here as they were there.

    `builds.toml` beside the `__init__.py` of its package says it: `alike = ["0.1.0+3fa9c2d41e07"]`. It never decides
    whether an event is legal, and a digest that differs is told whatever stands there.
    """
    return build in _vouched_for(sources_of(ruleset)) - {""}  # an unknown build is like no other


def _vouched_for(sources: tuple[str, ...]) -> frozenset[str]:
    """Every build that a package of these names; ValueError if it is written wrongly."""
    import tomllib

    found: set[str] = set()
    for path in (origin.with_name("builds.toml") for origin in map(_origin, sources) if origin is not None):
        try:
            said = tomllib.loads(path.read_text("utf-8")).get("alike") if path.is_file() else []
        except ValueError as error:
            raise ValueError(f"{path} cannot be read: {error}") from error
        if not isinstance(said, list) or not all(isinstance(build, str) for build in said):
            raise ValueError(f"{path} cannot be read: alike is a list of builds")
        found.update(said)
    return frozenset(found)


def _program() -> str:
    """The version of pbem in the characters that a join may have."""
    try:
        version = metadata.version("pbem")
    except metadata.PackageNotFoundError:
        version = "source"
    return re.sub(r"[^a-z0-9.+-]", "-", version.lower())[:MOST_VERSION]


def _roots(modules: set[str]) -> list[str]:
    """The packages and bare modules that these lie in, none of them in another; pbem itself is told by its version."""
    roots = {_package(module) for module in modules if module and not module.startswith("pbem.")}
    return [r for r in sorted(roots) if not any(r.startswith(f"{other}.") for other in roots)]


def _module(procedure: Any) -> str:
    """Where a procedure is written; empty if it does not say."""
    while isinstance(procedure, partial):
        procedure = procedure.func
    return getattr(procedure, "__module__", None) or ""


def _package(module: str) -> str:
    """The package that a module lies in, or is; the module itself if only a namespace is around it."""
    spec = _spec(module)
    if spec is None or spec.submodule_search_locations is not None:
        return module
    parent = module.rpartition(".")[0]
    around = _spec(parent) if parent else None
    return parent if around is not None and around.origin is not None else module


def _spec(module: str) -> ModuleSpec | None:
    loaded = sys.modules.get(module)
    try:
        return loaded.__spec__ if loaded is not None else importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None


def _digest(roots: Iterable[str]) -> str:
    """12 hex digits over the files; empty if there are none."""
    digest, count = sha256(), 0
    for name, path in sorted(found for root in roots for found in _files(root)):
        content = path.read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        digest.update(b"%s\0%d\0" % (name.encode(), len(content)))
        digest.update(content)
        count += 1
    return digest.hexdigest()[:DIGITS] if count else ""


def _files(root: str) -> Iterator[tuple[str, Path]]:
    """The source files of a package or a bare module, each with its dotted path."""
    origin = _origin(root)
    if origin is None:
        return
    if origin.name != "__init__.py":
        yield root, origin
        return
    for path in origin.parent.rglob("*.py"):
        parts = path.relative_to(origin.parent).with_suffix("").parts
        if all(part.isidentifier() for part in parts):  # what can be imported
            yield ".".join((root, *parts)), path


def _origin(root: str) -> Path | None:
    """The file of a bare module, the `__init__.py` of a package; None if it is not a source file that is here."""
    spec = _spec(root)
    origin = Path(spec.origin) if spec is not None and spec.origin else None
    return origin if origin is not None and origin.suffix == ".py" and origin.is_file() else None
