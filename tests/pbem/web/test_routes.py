"""docs/table.md names every route of the table, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.routing import Route

from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.web.app import app_for
from pbem.web.door import Pass
from pbem.web.room import Room

DOCS = Path(__file__).parents[3] / "docs"
ROW = re.compile(r"^\| (`(?:GET|POST) /[^|]*) \| [^|]+ \|$", re.M)
ENTER = ("GET", "/enter/TOKEN")  # the door's own


def told() -> list[tuple[str, str]]:
    """Method and path of each route that is told; in a row with several the others go on from the first's folder."""
    found = []
    for row in ROW.findall((DOCS / "table.md").read_text(encoding="utf-8")):
        method = folder = ""
        for said in re.findall(r"`([^`]+)`", row):
            first, _, path = said.partition(" ")
            method = first if path else method
            path = (path or f"{folder}{first}").partition("?")[0]
            folder = folder or path[: path.rindex("/") + 1]
            found.append((method, path))
    return found


def test_every_route_is_told_once(tmp_path):
    app = app_for(Room(Desk(Home(tmp_path / "home"), None, keeps=1)), Pass())
    routes = [route for route in app.routes if isinstance(route, Route)]
    assert len(routes) == len(app.routes)
    served = [("POST" if "POST" in (route.methods or ()) else "GET", _named(route.path)) for route in routes]
    assert sorted(told()) == sorted([ENTER, *served])


def _named(path: str) -> str:
    return re.sub(r"{(\w+)(?::\w+)?}", lambda found: found[1].upper(), path)
