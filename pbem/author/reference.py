"""The reference of what a ruleset may import, from its own docstrings: python -m pbem.author.reference > docs/kit.md

Belongs here: which modules are public, and how their names are written down. Must not be here: what they do.
A name is public if it is defined in one of these modules without an underscore; its signature and the first paragraph
of its docstring stand on the page, and `tests/pbem/author/test_reference.py` holds the page against the code.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pbem.kit

OTHERS = ("pbem.ruleset", "pbem.play.requests", "pbem.play.rulebook", "pbem.show.scene", "pbem.show.hexagons",
          "pbem.errors")
HEAD = """# What a ruleset may use

Made from the code by `python -m pbem.author.reference`; [ruleset.md](ruleset.md) tells how it fits together. A ruleset
names the version of this contract that it was written for, `Ruleset(api={api})`; what changed from one to the next
stands in the changelog, in its part for authors.
"""
_QUOTED = re.compile(r"""((?:: |-> ))("[^"]*"|'[^']*')""")  # a type that is written as text
_DEFAULT = re.compile(r"<(?:function|factory|object|class)(?:[^<>]|<[^<>]*>)*>")


def public_modules() -> tuple[str, ...]:
    """What a ruleset may import, the kit first."""
    kit = [f"pbem.kit.{found.name}" for found in pkgutil.iter_modules(pbem.kit.__path__)]
    return (*sorted(kit), *OTHERS)


def reference() -> str:
    """The whole page."""
    from pbem.ruleset import API

    return HEAD.format(api=API) + "".join(_chapter(importlib.import_module(name)) for name in public_modules())


def _chapter(module: ModuleType) -> str:
    names = [line for name, held in _public(module) for line in _entry(name, held)]
    return f"\n## {module.__name__}\n\n{_first(module)}\n\n" + "\n".join(names) + "\n"


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The classes and functions that the module defines, in the order of their lines."""
    kinds = (type, FunctionType)
    found = [(n, x) for n, x in vars(module).items() if isinstance(x, kinds) and x.__module__ == module.__name__]
    yield from sorted(((n, x) for n, x in found if not n.startswith("_")), key=lambda pair: _line(pair[1]))


def _line(held: Any) -> int:
    try:
        return inspect.getsourcelines(held)[1]
    except (OSError, TypeError):
        return 0


def _entry(name: str, held: Any) -> Iterator[str]:
    yield f"- `{name}{_signature(held)}` {_first(held)}".rstrip()
    if isinstance(held, type):
        yield from (f"  - {said}" for said in _of_arguments(held))
        for part, method in vars(held).items():
            method = method.fget if isinstance(method, property) else getattr(method, "__func__", method)
            if isinstance(method, FunctionType) and not part.startswith("_") and _first(method):
                call = "" if isinstance(vars(held)[part], property) else _signature(method)
                yield f"  - `.{part}{call}` {_first(method)}"


def _of_arguments(held: type) -> Iterator[str]:
    """What the later paragraphs of a class that is made by its own `__init__` say, and what that says of itself."""
    if _is_made_by_init(held):
        said = [*(inspect.getdoc(held) or "").split("\n\n")[1:], *(vars(held)["__init__"].__doc__ or "").split("\n\n")]
        yield from filter(None, (" ".join(paragraph.split()) for paragraph in said))


def _is_made_by_init(held: Any) -> bool:
    made_by = vars(held).get("__init__")
    is_plain = not dataclasses.is_dataclass(held) and not getattr(held, "_is_protocol", False)
    return is_plain and isinstance(made_by, FunctionType)


def _signature(held: Any) -> str:
    """As it is called, without what Python adds: `(state, *, rule: str)`; fields of a class that has some."""
    try:
        signature = inspect.signature(held)
    except (TypeError, ValueError):
        return ""
    made = isinstance(held, FunctionType) or _is_made_by_init(held)
    if made or dataclasses.is_dataclass(held) or hasattr(held, "__struct_fields__"):
        words = _QUOTED.sub(lambda found: found[1] + found[2][1:-1], re.sub(r"\(self(, )?", "(", str(signature)))
        return _DEFAULT.sub("...", words.removesuffix(" -> None"))
    return ""


def _first(held: Any) -> str:
    """The first paragraph of what it says of itself, on one line."""
    said = inspect.getdoc(held) if not isinstance(held, ModuleType) else held.__doc__
    return " ".join((said or "").strip().split("\n\n")[0].split())


if __name__ == "__main__":
    print(reference(), end="")
