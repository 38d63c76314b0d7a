"""Browsers, and pages of recorded games to open in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from at_table import LOADED, STARTED
from browsing import (
    BROWSERS,
    CASES,
    FIREFOX_OPENS,
    FIREFOX_OPENS_ALL,
    LOGS,
    LONG,
    QUICK,
    RECORDED,
    Opened,
    closed_others,
    missing,
)
from pbem.cli.main import status_of

HERE = Path(__file__).parent


def is_left_out(item: pytest.Function, chosen: dict[str, Any]) -> bool:
    """Firefox opens two of the four games, but for a few tests that step through each."""
    game = chosen.get("game", chosen.get("name", chosen.get("seats")))
    return (chosen.get("browser") == "firefox" and item.originalname not in FIREFOX_OPENS_ALL
            and game in RECORDED and game not in FIREFOX_OPENS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is in a browser has the marker `browser`, but for a few tests with one game in Chromium."""
    left_out = list[pytest.Item]()
    ranks = {name: rank for rank, name in enumerate(LONG)}
    items.sort(key=lambda item: ranks.get(getattr(item, "originalname", ""), len(ranks)))
    for item in items:
        if isinstance(item, pytest.Function) and item.path.parent == HERE and "driver" in item.fixturenames:
            chosen = item.callspec.params if hasattr(item, "callspec") else {}
            if is_left_out(item, chosen):
                left_out.append(item)
            is_quick = all(chosen[name] in those for name, those in CASES.items() if name in chosen)
            if item.originalname not in QUICK or not is_quick:
                item.add_marker("browser")
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver
    while LOADED:
        LOADED.pop().end()


@pytest.fixture(scope="session")
def launched(driver: Any) -> Iterator[Callable[[str], Any]]:
    """Gives a browser by its name: the one that runs already, unless it broke down."""
    running: dict[str, Any] = {}
    with ExitStack() as stack:

        def give(name: str) -> Any:
            if name not in running or not running[name].is_connected():
                running[name] = stack.enter_context(BROWSERS[name](driver))
            return running[name]

        yield give


@pytest.fixture(scope="module", params=sorted(BROWSERS))
def browser(request: pytest.FixtureRequest, launched: Callable[[str], Any]) -> Any:
    return launched(request.param)


@pytest.fixture(scope="module")
def chromium(launched: Callable[[str], Any]) -> Any:
    """For what only one browser can be asked: dark from the start, paper, fingers."""
    return launched("chromium")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A function that gives the page of a recorded game of a ruleset, for its seat or another viewer."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[tuple[str, str], Path] = {}

    def log_of(game: str) -> Path:
        case, _ = RECORDED[game]
        found = sorted((LOGS / game).glob(f"{case or '*'}/game.pbem"), key=lambda path: path.stat().st_size)
        return found[0]

    def give(game: str, viewer: str = "") -> Path:
        viewer = viewer or RECORDED[game][1]
        if (game, viewer) not in made:
            target = folder / f"{game}-{viewer}.html"
            assert status_of(["export", "html", str(log_of(game)), "-o", str(target), "--as", viewer]) == 0
            made[game, viewer] = target
        return made[game, viewer]

    return give


@pytest.fixture(params=sorted(RECORDED))
def game(request: pytest.FixtureRequest, browser: Any, written: Any) -> Iterator[Opened]:
    opened = Opened(browser, written(request.param))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def axe() -> str:
    """The text of axe-core, as a package of the tests ships it."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        missing("axe-core is not installed: pip install '.[test]'")
    assert found
    assert found.origin
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def nothing_runs_on() -> Iterator[None]:
    """Whatever a test has left: in a window behind another's Firefox does not do all that keys ask for."""
    yield
    closed_others()
    for server in STARTED:
        if server.poll() is None:
            server.kill()
            server.communicate()
    STARTED.clear()
