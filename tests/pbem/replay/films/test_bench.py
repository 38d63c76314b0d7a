"""What `pbem bench --pictures` measures; how fast it is no test can say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desks import Desks

LOG = Path(__file__).parents[4] / "logs" / "fallujah" / "april_won" / "game.pbem"


@pytest.mark.thorough
def test_a_film_each_way_has_the_same_bytes_and_what_stays_costs_less(tmp_path):
    pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    told = json.loads(Desks(tmp_path).must("eva", "bench", LOG, "--pictures", "2", "--json", at=tmp_path).out)
    assert told["same"] is True
    assert told["pictures"] >= 2
    assert told["ratio_kept"] < 0.8


def test_a_turn_that_there_is_not_is_not_measured(tmp_path):
    done = Desks(tmp_path).run("eva", "bench", LOG, "--pictures", "99", at=tmp_path)
    assert (done.status, done.complaint) == (2, "pbem: error: there is no turn 99")
