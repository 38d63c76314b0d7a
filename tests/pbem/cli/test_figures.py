"""`pbem demo --mail`: what it says of hand-overs."""

from __future__ import annotations

import json

import pytest

from pbem.cli.figures import figure_lines, mails_line, mails_told, told
from pbem.cli.main import status_of
from pbem.lab.figure import Figure, Rule
from pbem.lab.mails import Mails

FIGURE = Figure(
    all=240, human=104, human_courier=86, human_standing=62, human_unconditional=48, human_filed=30, filed_alike=9,
    by_rule={"9.12": Rule(10, 10, 0, 0), "5.2": Rule(34, 0, 20, 14), "5.4": Rule(8, 0, 0, 8)},
    letters={"Planning": {"turn 1": 4, "turn 2": 4}, "Operations": {"turn 1": 9, "turn 2": 6}},
)


def test_figures_are_means_over_turns_and_rules_that_ask_most_come_first():
    found = told(FIGURE, 2)
    assert found["hand_overs"] == {
        "all": 120.0, "human": 52.0, "human_courier": 43.0, "human_standing": 31.0, "human_unconditional": 24.0,
        "human_filed": 15.0}
    assert found["typed"] == {"decisions": 26.0, "asked": 11.0}
    assert list(found["by_rule"]) == ["5.2", "5.4", "9.12"]
    assert found["by_rule"]["5.2"] == {"decisions": 34, "automatic": 20, "standing": 0, "filed": 20, "asked": 14}
    assert found["letters_typed"] == {
        "Planning": {"times": 2, "letters": 8, "most": 4}, "Operations": {"times": 2, "letters": 15, "most": 9}}


def test_a_person_reads_each_way_of_playing_in_a_line():
    lines = figure_lines(FIGURE, 2)
    assert lines[0] == "hand-overs a turn:"
    assert lines[1] == "   120.0  all, of people without any help"
    assert lines[6] == "    15.0  with conditional orders filed ahead"
    assert lines[7] == "decisions a turn: 26.0, of them 11.0 typed when they are asked"
    assert [line.split() for line in lines[9:11]] == [["Planning", "2", "4.0", "4"], ["Operations", "2", "7.5", "9"]]
    assert lines[12].split() == ["5.2", "34", "0", "20", "14"]


def test_mails_are_means_over_people_and_turns():
    mails = Mails(people=4, letters=882, asking=392, bytes=5_930_190, notices=390, least=784)
    assert mails_told(mails, 7) == {
        "mails": {"all": 31.5, "asking": 14.0, "notices": 13.9, "bytes": 211_792, "least": 28.0}}
    assert mails_line(mails, 7) == (
        "mails a person and turn, by couriers: 31.5 letters, 211 kB (at the least 28.0, in whatever order they are "
        "written); 14.0 of them ask something, the others leave the inbox; 13.9 notices to oneself")


@pytest.mark.slow
def test_the_demo_counts_its_game(tmp_path, capsys):
    assert status_of(["demo", "enduring_freedom", "--mail", "--json", "--folder", str(tmp_path / "demo")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["turns"] >= 1
    assert found["hand_overs"]["all"] <= 1
    assert found["typed"]["asked"] <= 12 < found["typed"]["decisions"]
    assert found["by_rule"]["23.3"]["asked"] == 0


@pytest.mark.slow
def test_the_demo_of_anaconda_counts_at_most_four_letters_of_an_activation(tmp_path, capsys):
    """C41: reactions are filed before the marker is drawn, so its owner alone types; every letter is one of the log."""
    assert status_of(["demo", "anaconda", "--mail", "--json", "--folder", str(tmp_path / "demo")]) == 0
    found = json.loads(capsys.readouterr().out)
    acted = {phase: one for phase, one in found["letters_typed"].items() if phase.startswith(("TF ", "Al Qaeda "))}
    assert len(acted) >= 7
    assert sum(one["times"] for one in acted.values()) >= 5 * found["turns"]
    assert max(one["most"] for one in acted.values()) <= 4
