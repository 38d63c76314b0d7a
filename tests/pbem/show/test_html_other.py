"""What another viewer saw, as what differs: read back it gives that viewer's steps, and it is little."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games import played
from pages import embedded
from pbem.match.match import Match as Recorded
from pbem.play.sight import AUDITOR, PUBLIC
from pbem.record.events import Disclose
from pbem.replay.exports.pages import other_eyes
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame
from pbem.show.html import Match, page
from pbem.show.html.other import PLACED, SCENE, WHOLE, differences
from pbem.show.html.parts import Reader
from pbem.viewing.viewers import disclosed
from tiers import thorough

LOGS = Path(__file__).parents[3] / "logs"
ABOUT = Match(title="Caves", id="x", engine="anaconda/1", seats=("coalition", "al_qaeda"))


def folded(records: Sequence[dict[str, Any]]) -> list[dict[Any, Any]]:
    """What is seen in each step: that of the step alone, and whatever still stands."""
    now: dict[Any, Any] = {}
    found = []
    for record in records:
        for name in SCENE:
            if name in record:
                now[name, WHOLE] = record[name]
        for name in PLACED:
            now |= {(name, place): number for place, number in record.get(name, ())}
        alone = {name: value for name, value in record.items() if name not in (*SCENE, *PLACED)}
        found.append(alone | {key: value for key, value in now.items() if value != -1})
    return found


def applied(shown: Sequence[dict[str, Any]], steps: Sequence[list[Any]]) -> list[dict[Any, Any]]:
    """The shown steps with what differs, as the page's script puts them together."""
    differs, lasting = {step[0]: step for step in steps}, dict[Any, Any]()
    found = []
    for number, seen in enumerate(folded(shown)):
        step = differs.get(number, [number])
        alone, parts, *placed = [*step[1:], *[{}, {}, [], []][len(step) - 1 :]]
        fresh = [((name, WHOLE), value) for name, value in parts.items()]
        fresh += [((kind, one[0]), one[1:]) for kind, ones in zip(PLACED, placed, strict=True) for one in ones]
        for key, value in fresh:
            if value:
                lasting[key] = value[0]
            else:
                del lasting[key]  # only what differed can be as shown again
        whole = {**seen, **alone, **lasting}
        gone = [key for key, value in whole.items() if value == -1 or (value is None and key in alone)]
        found.append({key: value for key, value in whole.items() if key not in gone})
    return found


def both(name: str) -> tuple[Reel, list[Frame], list[Frame]]:
    """The public's reel of a recorded or a toy game, what it shows, and all that was."""
    if name.isdigit():
        game = played(int(name))
        match = Recorded(game.events[0], game.ruleset, game.ruleset.data_files(None))
        match.take(game.events)
        reel = Reel(match, PUBLIC)
    else:
        reel = open_reel(LOGS / name / "game.pbem", PUBLIC)
    return reel, list(reel), list(other_eyes(reel))


GAMES = [*"012345", thorough("anaconda/neither"), thorough("angola/resignation"), thorough("fallujah/april_won")]


@pytest.mark.parametrize("name", GAMES)
def test_read_back_it_is_what_the_other_saw(name):
    _, public, auditor = both(name)
    reader = Reader()
    shown = reader.records(public)
    theirs = Reader(reader._tables).records(auditor)
    steps = differences(shown, theirs)
    assert applied(shown, steps) == folded(theirs)
    assert applied(theirs, differences(theirs, shown)) == folded(shown)
    assert differences(theirs, theirs) == []
    assert bool(steps) == (name != "fallujah/april_won")  # where nothing is secret nothing differs


def test_what_comes_and_goes():
    seen = [{"round": 1, "turn": 0, "clusters": [[5, 1]]}, {"round": 2, "clusters": [[5, 2]]}, {"round": 3, "turn": 1}]
    others = [{"round": 1, "turn": 0, "clusters": [[5, 8]], "told": [1]}, {"round": 2}, {"round": 3, "turn": 4},]
    fourth = [{"round": 4, "turn": 6, "clusters": [[5, -1]]}, {"round": 4, "turn": 6, "clusters": [[5, -1]]}]
    seen.append(fourth[0])
    others.append(fourth[1])
    assert differences(seen, others) == [
        [0, {"told": [1]}, {}, [[5, 8]]], [2, {}, {"turn": [4]}], [3, {}, {"turn": []}, [[5]]],
    ]  # fmt: skip


@pytest.mark.parametrize("name", [thorough("anaconda/neither"), thorough("angola/western_decisive")])
def test_a_public_page_holds_both_in_less_than_a_fifth_more_of_its_bytes(name):
    _, frames, auditor = both(name)
    alone, whole = page(frames, ABOUT), page(frames, ABOUT, other=auditor)
    assert embedded(whole, "data-other")["viewer"] == "auditor"
    assert len(whole) < 1.2 * len(alone)


def test_the_play_is_written_as_without_it():
    _, frames, auditor = both("0")
    alone, whole = page(frames, ABOUT), page(frames, ABOUT, other=auditor)
    assert 'id="data-other"' not in alone
    assert embedded(whole, "data-other")["viewer"] == "auditor"
    assert embedded(whole, "data-play") == embedded(alone, "data-play")
    assert embedded(whole, "data-after") == embedded(alone, "data-after")


def test_only_the_public_and_who_sees_all_have_the_other_and_only_once_all_is_disclosed():
    reel, frames, _ = both("0")
    match = reel.match
    secrets = disclosed(match)
    assert list(other_eyes(Reel(match, AUDITOR, secrets=secrets))) == frames
    assert other_eyes(Reel(match, match.binding.names[0], secrets=secrets)) == ()
    going_on = Recorded(match.genesis, match.ruleset, match.ruleset.data_files(None))
    going_on.take([e for e in (match.genesis, *match.feeds.by_id.values()) if not isinstance(e.msg, Disclose)])
    assert other_eyes(Reel(going_on, PUBLIC)) == ()
