"""Sets of standing orders: what each says for a seat, and that those of our games can be set as they stand."""

from __future__ import annotations

import pytest

from pbem.author.faults import Faults
from pbem.author.policies import check_presets
from pbem.errors import WrongUse
from pbem.kit.policies import Choice, Policy
from pbem.kit.presets import QUICK, Preset, preset_named
from pbem.ruleset import find

GAMES = ("anaconda", "angola", "enduring_freedom", "fallujah")


def policy(name):
    return Policy(name=name, title=name, rules=("1",), choices={"yes": Choice("yes"), "no": Choice("no")},
                  answer=lambda asked, setting: None)


FIRE, FLEE = policy("fire"), policy("flee")


def test_a_preset_says_something_of_every_order_and_otherwise_for_a_seat():
    preset = Preset(name="bold", words="all", orders={"fire": "yes"}, for_seat={"red": {"flee": "no"}})
    assert preset.choices((FIRE, FLEE), "blue") == {"fire": "yes", "flee": "ask"}
    assert preset.choices((FIRE, FLEE), "red") == {"fire": "yes", "flee": "no"}


def test_a_preset_is_found_by_the_beginning_of_its_name():
    presets = [Preset(name=name, words=name, orders={"fire": "yes"}) for name in ("careful", "quick")]
    assert preset_named(presets, "car").name == "careful"
    with pytest.raises(WrongUse, match="there is no preset 'c4'") as refusal:
        preset_named(presets, "c4")
    assert refusal.value.hint == "there are: careful, quick"
    with pytest.raises(WrongUse, match="this game has no presets"):
        preset_named((), "quick")


def start(name):
    ruleset = find(name)
    options = ruleset.full_options({})
    return ruleset, ruleset.new_state(str(options["scenario"]), options, ruleset.data_files(None))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_careful_and_a_quick_preset_that_can_be_set(game):
    ruleset, state = start(game)
    assert [preset.name for preset in ruleset.presets] == ["careful", QUICK]
    faults = Faults(None)
    check_presets(ruleset, state, faults)
    assert faults.lines() == []
    known = {policy.name: policy for policy in ruleset.policies}
    for seat in ruleset.seats:
        careful, quick = (preset.choices(ruleset.policies, seat) for preset in ruleset.presets)
        asked = [sum(known[name].read(text, state).text == "ask" for name, text in given.items())
                 for given in (careful, quick)]
        assert asked[1] < asked[0] < len(known)


@pytest.mark.parametrize(
    ("preset", "fault"),
    [
        (Preset(name="Bold", words="x", orders={"draw": "always"}), "Bold: its name is not lower case letters"),
        (Preset(name="bold", words=" ", orders={"draw": "always"}), "bold: its words say nothing"),
        (Preset(name="bold", words="x", orders={"dance": "yes"}), "bold: there is no standing order 'dance'"),
        (Preset(name="bold", words="x", orders={"draw": "twice"}), "bold: draw 'twice' cannot be set"),
        (Preset(name="bold", words="x", orders={}, for_seat={"taliban": {"draw": "always"}}),
         "bold: there is no seat 'taliban'"),
        (Preset(name="bold", words="x", orders={}), "bold: it sets nothing"),
    ],
)
def test_a_fault_of_a_preset_is_found_by_the_check(preset, fault):
    import dataclasses

    ruleset, state = start("anaconda")
    faults = Faults(None)
    check_presets(dataclasses.replace(ruleset, presets=(preset,)), state, faults)
    (line,) = faults.lines()
    assert fault in line
