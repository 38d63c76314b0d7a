"""The figure of Anaconda by mail: at most three letters are typed in an activation with the preset `quick`."""

from __future__ import annotations

import pytest

from pbem.lab import demo
from pbem.lab.figure import figure_of
from pbem_games.anaconda import RULESET

COMMANDS = ("TF Rakkasan", "TF Dagger", "TF 11", "TF 64", "Al Qaeda A", "Al Qaeda B", "Al Qaeda C")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_an_activation_takes_three_letters_of_both_sides_together(tmp_path, seed):
    report = demo.play(tmp_path, RULESET, seed=seed)
    letters = figure_of(report.folders[0] / "game.pbem", seed=seed).letters
    for name in COMMANDS:
        assert 0 < sum(letters[name].values()) <= 3 * len(letters[name]), (name, letters[name])
