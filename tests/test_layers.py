"""Imports point one way (CONTRIBUTING, "Where things are")."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "rulesets" / "pbem_games"
FREE = {"pbem.errors", "pbem.limits"}
MAY_IMPORT = {
    "errors": set(),
    "limits": set(),
    "disk": set(),
    "kit": {"play", "show"},
    "crypto": set(),
    "record": {"crypto", "disk"},
    "play": set(),
    "show": set(),
    "ruleset": {"play", "show", "kit"},
    "build": {"ruleset"},
    "match": {"record", "crypto", "play", "kit", "ruleset", "build"},
    "post": {"disk"},
    "home": {"record", "crypto", "disk"},
    "reading": {"disk", "record", "crypto"},
    "audit": {"disk", "reading", "match", "record", "crypto", "play", "ruleset", "build", "show"},
    "desk": {
        "disk", "reading", "match", "record", "crypto", "play", "post", "home", "ruleset", "build", "kit", "show",
    },
    "archive": {
        "disk", "audit", "reading", "match", "record", "play", "post", "desk", "show", "ruleset", "build",
    },
    "lab": {
        "desk", "reading", "audit", "match", "record", "crypto", "play", "post", "home", "ruleset", "kit", "courier",
        "show", "build", "archive", "disk",
    },
    "viewing": {"desk", "match", "record", "crypto", "play", "show"},
    "replay": {"viewing", "disk", "audit", "desk", "match", "record", "play", "kit", "ruleset", "show"},
    "library": {"replay", "audit", "show"},
    "author": {"play", "kit", "ruleset", "build", "show", "crypto"},
    "courier": {"desk", "match", "record", "post", "home", "disk", "show"},
    "web": {
        "replay", "audit", "courier", "viewing", "desk", "match", "play", "kit", "show", "post", "home", "ruleset",
        "record", "disk",
    },
    "cli": {
        "web", "replay", "show", "audit", "post", "match", "desk", "home", "record", "play", "ruleset", "build",
        "kit", "author", "disk", "courier", "lab", "viewing", "archive",
    },
    "__main__": {"cli"},
}
ROOMS = {  # rooms of a layer, each with those it may use
    "audit": {
        "counting": set(), "findings": {"counting"}, "sheets": {"findings", "counting"},
        "bundle": {"sheets", "findings", "audit", "verify"}, "verify": {"findings"},
        "audit": {"verify", "findings", "counting"}, "bench": {"verify"},
    },
    "replay": {"films": set(), "exports": {"films"}, "whatif": {"films"}},
}
RULESET_MAY = ("pbem.ruleset", "pbem.play.requests", "pbem.play.rulebook", "pbem.show.scene", "pbem.show.hexagons",
               "pbem.kit", "pbem.errors")


@cache
def imports_of(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += names if node.module in ("pbem", "pbem_games") else [node.module]
    return found


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(*folders: str) -> list[tuple[Path, str]]:
    """(file, what it imports) of every file of some folders."""
    return [(path, name) for folder in folders for path in files(folder) for name in imports_of(path)]


def said(path: Path, name: str) -> str:
    return f"{path.relative_to(ROOT)} imports {name}"


def is_below(layer: str, name: str) -> bool:
    """Whether a layer may import this."""
    if not name.startswith(("pbem.", "pbem_games")) or name in FREE or layer == "__init__":
        return True
    other = name.split(".")[1]
    return name.startswith("pbem.") and (other == layer or other in MAY_IMPORT[layer])


def test_the_table_of_layers_allows_only_what_is_used():
    used = {(layer_of(path), name.split(".")[1]) for path, name in imported("pbem") if name.startswith("pbem.")}
    assert {(layer, other) for layer, below in MAY_IMPORT.items() for other in below} - used == set()
    assert {path.stem for path in (ROOT / "pbem").glob("*.py")} | folders() == {*MAY_IMPORT, "__init__"}


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/theory.md"])
def test_a_map_names_every_folder(page):
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / page).read_text(encoding="utf-8"), re.M)
    named = {name for row in rows for name in re.findall(r"`([a-z]+)`", row)}
    assert folders() - named == set()


def folders() -> set[str]:
    return {path.name for path in (ROOT / "pbem").iterdir() if (path / "__init__.py").exists()}


def test_no_module_needs_one_that_needs_it():
    """Not even for its types: who follows an import never comes back."""
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files("pbem")}
    left = {name: {other for other in imports_of(path) if other in modules} - {name} for name, path in modules.items()}
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        for name in free:
            del left[name]
    assert left == {}  # these, or what they need, go in a circle


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT / "pbem").with_suffix("").parts[0]


def test_a_layer_imports_only_what_lies_below():
    assert [said(path, name) for path, name in imported("pbem") if not is_below(layer_of(path), name)] == []


def test_a_room_imports_only_what_lies_below():
    wrong = []
    for path, name in imported(*(f"pbem/{layer}" for layer in ROOMS)):
        layer, room = path.relative_to(ROOT / "pbem").with_suffix("").parts[:2]
        if room != "__init__" and name.startswith(f"pbem.{layer}."):
            other = name.split(".")[2]
            if other != room and other not in ROOMS[layer][room]:
                wrong.append(said(path, name))
    assert wrong == []


def test_a_ruleset_uses_nothing_that_a_strangers_could_not():
    wrong = []
    for path, name in imported("rulesets"):
        game = path.relative_to(GAMES).parts[0].removesuffix(".py")
        ours, theirs = name.startswith("pbem."), name.startswith("pbem_games")
        if (ours and not name.startswith(RULESET_MAY)) or (theirs and not name.startswith(f"pbem_games.{game}")):
            wrong.append(said(path, name))
    assert wrong == []


RULES_MAY_NOT = {"random", "time", "datetime", "os", "asyncio", "secrets", "locale", "uuid", "socket", "threading"}


def test_rules_have_no_clock_no_chance_and_no_world():
    free = {"bots", "guesses", "forms", "prompts"}
    assert [said(path, name) for path, name in imported("rulesets")
            if not free & set(path.parts) and name.split(".")[0] in RULES_MAY_NOT] == []


def test_no_module_is_longer_than_a_reader_likes():
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
               for path in files("pbem") + files("rulesets")}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


@pytest.mark.parametrize("game", sorted(p.name for p in GAMES.iterdir() if (p / "__init__.py").exists()))
def test_no_procedure_or_question_is_longer_than_a_screen(game):
    functions = [
        (path.name, node)
        for path in sorted((GAMES / game).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [(name, n.name) for name, n in functions if (n.end_lineno or n.lineno) - n.lineno >= 40] == []


def test_seat_lines_are_typed_apart_from_the_first_line():
    """Nobody has to assert which of the two it has."""
    asserted = re.compile(r"assert isinstance\([^)]*(?:Genesis|SeatLine)")
    assert [path.name for path in files("pbem") if asserted.search(path.read_text("utf-8"))] == []


def test_who_takes_every_error_says_why():
    """On the line: what fails there, and why it may not end the program."""
    taken = re.compile(r"^.*(?:except Exception\b|suppress\(Exception\)).*$", re.MULTILINE)
    found = [(path.name, line.strip()) for path in files("pbem") + files("rulesets")
             for line in taken.findall(path.read_text("utf-8")) if not re.search(r":  # \w.{9,}$", line)]
    assert found == []


def test_what_is_installed_is_used():
    """No dependency of a player, and no extra, that nothing imports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["png"], *extras["mail"], *extras["web"], *extras["archive"],
             *extras["dask"]]
    assert set(extras) == {"png", "mail", "web", "archive", "dask", "test", "dev"}
    wanted = {re.match(r"[A-Za-z0-9-]+", one)[0] for one in named}
    used = {name.split(".")[0] for path in files("pbem") for name in imports_of(path)}
    assert {MODULE_OF.get(one, one) for one in wanted} <= used


MODULE_OF = {"resvg-py": "resvg_py", "pillow": "PIL", "imap-tools": "imap_tools", "pynacl": "nacl"}
BOUNDED = ("disk", "crypto", "record", "play", "match", "post", "home", "desk", "courier", "audit", "archive")


def test_every_bound_stands_in_limits():
    bound = re.compile(r"^_?(?:MAX|MOST|MIN)_\w+ *=.*[0-9].*$", re.MULTILINE)
    found = [(path.name, line) for layer in BOUNDED for path in files(f"pbem/{layer}")
             for line in bound.findall(path.read_text(encoding="utf-8"))]
    assert [(name, line) for name, line in found if "MAX_PAYLOAD" not in line] == []  # it follows from MAX_RAW


SYSTEMS = {"fcntl", "msvcrt", "signal", "resource", "pwd", "grp", "termios", "tty", "winreg"}
OF_SYSTEMS = {"chmod", "fchmod", "fork", "getuid", "umask", "mkfifo", "O_APPEND", "F_FULLFSYNC", "platform"}


def test_what_systems_do_otherwise_stands_on_the_disk_floor_and_at_home():
    """Locks, signals, modes and what a platform lacks: `disk/` and `home/` alone, so that one place need be tried."""
    elsewhere = [path for path in files("pbem") if path.relative_to(ROOT / "pbem").parts[0] not in ("disk", "home")]
    found = {}
    for path in elsewhere:
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        used = {name.split(".")[0] for name in imports_of(path)} & SYSTEMS
        used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)} & OF_SYSTEMS
        used |= {oct(node.value) for node in nodes if isinstance(node, ast.Constant) and node.value in (0o666, 0o600)}
        if used:
            found[path.name] = used
    assert found == {}
