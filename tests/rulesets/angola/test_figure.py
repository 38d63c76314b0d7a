"""The figure of Angola! by mail: at most 26 human hand-overs a turn with the preset `quick`, 13 with filed orders."""

from __future__ import annotations

import pytest

from pbem.lab import demo
from pbem.lab.figure import figure_of
from pbem_games.angola import RULESET


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_by_mail_has_a_human_pace(tmp_path, seed):
    report = demo.play(tmp_path, RULESET, seed=seed)
    figure = figure_of(report.folders[0] / "game.pbem", seed=seed)
    assert (figure.all, figure.human) == (report.handovers, report.human_handovers)
    assert figure.human_standing <= 26 * report.turns
    assert figure.human_filed <= 13 * report.turns
    assert figure.human_filed < figure.human_unconditional < figure.human_standing < figure.human_courier
