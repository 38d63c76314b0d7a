"""3.4 A match of another build at the table: it says above all else what `pbem next` says."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator

import pytest

from builds import RECORDED, Builds
from desks import Desks, people_of
from pbem.home import Home
from sat_down import Visitor

pytestmark = pytest.mark.thorough
ANSWERS = random.Random(3)


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builds]:
    made = Builds(tmp_path_factory.mktemp("builds"))
    yield made
    made.undo()


@pytest.fixture(scope="module")
def desks(builds: Builds) -> Desks:
    """Eva plays alone, with the build of before, until a few turns are over."""
    builds.use(RECORDED)
    desks = people_of(builds.root, "eva")
    desks.must("eva", "new", "tiny", "red=me", "green=me", "blue=me", "-C", desks.game("eva"), at=builds.root)
    while (now := json.loads(desks.must("eva", "next", "--json").out))["asked"]:
        asked = now["asked"][0]
        words = ANSWERS.sample(asked["legal"], len(asked["legal"]))
        assert any(desks.run("eva", "do", "--seat", asked["seat"], "--send", one).status == 0 for one in words)
    return desks


@pytest.mark.parametrize("change", ["order", "longer"])
def test_3_4_the_table_says_what_next_says_of_a_match_of_another_build(builds, desks, change):
    builds.use(change)
    listed = desks.must("eva", "status", "--json", at=builds.root).out
    shutil.rmtree(Home(desks.home("eva")).summaries.folder)
    afresh = desks.must("eva", "status", "--json", at=builds.root).out
    assert listed == afresh, "no summary of the build before is shown"
    done = desks.run("eva", "next", "--json")
    told = json.loads(done.out)
    visitor = Visitor(desks.home("eva"))
    state = visitor.ask("GET", f"/api/m/{told['game']}?page=1").data
    assert done.status == 4
    assert state["notes"][0] == told["otherwise"]
    assert "read this match with build" in state["notes"][1]
    assert [one["seat"] for one in state["questions"]] == [one["seat"] for one in told["asked"]]
