"""A prompt in three parts: question, facts, typing."""

from __future__ import annotations

import pytest

from pbem.kit.parted import Prompt, parted


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Which battery fires in Huambo? Firing suppresses it.\nType the battery: `art1`, or `none`.",
         Prompt("Which battery fires in Huambo?", ("Firing suppresses it.",),
                ("Type the battery: `art1`, or `none`.",))),
        ("Column A in Ambriz: 7 infantry. It may march. Type the way: `go REGION`. Or stay.",
         Prompt("Column A in Ambriz: 7 infantry.", ("It may march.",), ("Type the way: `go REGION`. Or stay.",))),
        ("Combat in Luso, round 1.\nRetreat? Or not.\n  Bie: who? 2 points\nOr type `as last time`.",
         Prompt("Retreat?", ("Combat in Luso, round 1.", "Or not.", "  Bie: who? 2 points"),
                ("Or type `as last time`.",))),
        ("Round 2 of the fight in Luso goes on. Retreat?\n",
         Prompt("Round 2 of the fight in Luso goes on. Retreat?")),
        ("The other side moves. Answer at once. Then it moves.",
         Prompt("The other side moves. Answer at once.", ("Then it moves.",))),
        ("  a detail\nFire.", Prompt("Fire.", ("  a detail",))),
        ("Type a number.", Prompt("", (), ("Type a number.",))),
        ("  only a detail", Prompt("only a detail")),
        ("", Prompt("")),
    ],
)
def test_each_sentence_stands_in_its_part(text, parts):
    assert parted(text) == parts
