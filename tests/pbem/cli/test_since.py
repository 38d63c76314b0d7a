"""What `next` says happened since its person looked."""

from __future__ import annotations

import random

from pbem.cli.drafted import TOLD
from pbem.cli.since import new_as_data, new_lines
from pbem.desk.since_look import SinceLook
from people import finish, invite
from tiny import TINY


def test_the_sentences_since_a_look_come_before_what_was_answered_the_newest_last():
    table = invite(ruleset=TINY, turns=1)
    finish(table, random.Random(1))
    match = table[0].match
    story = [t for t in match.binding.table.story if t.round >= 4]
    assert 0 < len(story) < TOLD
    lines = new_lines(match, SinceLook(4, ("filed early, now given: red: pass",)))
    assert lines[0] == "since you looked, in round 4:"
    assert lines[len(story)].startswith(f"  {story[-1].text}")
    assert lines[-2:] == ["answered for you, or passed over:", "  filed early, now given: red: pass"]
    assert [one["text"] for one in new_as_data(match, SinceLook(4, ()))["since_look"]["story"]] == [
        t.text for t in story]
    assert new_lines(match, SinceLook(match.rounds.r, ())) == []
    assert new_lines(match, None) == [] == list(new_as_data(match, None))


def test_of_a_long_story_the_last_sentences_are_told_and_how_to_read_the_rest():
    table = invite(ruleset=TINY, turns=1)
    finish(table, random.Random(1))
    match = table[0].match
    match.binding.table.story[:] = [match.binding.table.story[0]] * (TOLD + 3)
    lines = new_lines(match, SinceLook(0, ()))
    assert lines[1] == "  (3 sentences more: pbem log --since-look)"
    assert len(lines) == TOLD + 2
