"""2.10 Who makes the dice if nobody has chosen."""

from __future__ import annotations

import pytest

from pbem.match.policy import POLICIES, default_policy


@pytest.mark.parametrize(
    ("people", "judge", "policy"),
    [
        (["ann", "bo"], None, "mover+others"), (["ann", "bo", "ann"], None, "mover+others"),
        (["ann", "bo"], "cy", "mover+judge+others"), (["ann"], None, "mover"), (["ann", "ann"], None, "mover"),
        (["ann", "ann"], "cy", "mover+judge"),
    ],
)  # fmt: skip
def test_2_10_all_make_the_dice_and_one_alone_rolls_solo_or_with_the_judge(people, judge, policy):
    assert default_policy(people, judge) == policy
    assert policy in POLICIES
