"""Steps of a game as frames: what each says, and who may look."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.desk.reading import read
from pbem.errors import WrongUse
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame, at_round, find_text, is_start, last_of_each
from pbem.viewing.scenes import scene_of
from pbem.viewing.viewers import default_viewer, secrets_for
from people import exchange, invite

LOGS = Path(__file__).parents[4] / "logs" / "angola"


def test_every_step_says_what_was_asked_and_who_acted(raid):
    frames = list(Reel(raid))
    assert frames[0].kind == "start"
    assert frames[0].round == 1
    kinds = {f.kind for f in frames}
    assert kinds >= {"answer", "seal", "draw", "open", "roll", "disclose"}
    for frame in frames[1:-1]:
        assert frame.rule
        assert bool(frame.seats) == (frame.kind != "roll")
        assert frame.scene.sentences == frame.sentences
    assert frames[-1].kind == "disclose"
    assert frames[-1].ending is not None


def test_dice_stand_with_the_rule_that_asked_and_the_seats_that_moved_them(raid):
    throws = [t for f in Reel(raid) for t in f.dice]
    first = next(t for t in throws if t.rule == "2.3")
    assert first.sides == 3
    assert first.seats == tuple(raid.binding.names)
    assert all(1 <= v <= t.sides for t in throws if t.sides for v in t.values)


def test_dice_stand_with_whose_they_are_what_they_mean_and_what_hit():
    throws = [t for f in open_reel(LOGS.parent / "fallujah" / "april_won" / "game.pbem") for t in f.dice]
    fire = next(t for t in throws if t.rule == "16.2")
    assert fire.side == "opfor"
    assert fire.seats == ("coalition",)
    assert fire.owners == ("opfor",)
    assert fire.reading.startswith("Combat Results: ")
    assert list(fire.did_hit) == [word == "hits" for word in re.findall("hits|misses", fire.reading)]
    assert next(t for t in throws if t.rule == "16.1").did_hit == ()


def test_a_remark_is_shown_once_in_the_round_it_was_written_in(raid):
    remarks = [(f.round, r.text) for f in Reel(raid) for r in f.remarks]
    assert [text for _, text in remarks] == ["remark 6", "remark 8"]
    written = sorted(e.msg.r for e in raid.feeds.side_events())
    assert all(round >= r for (round, _), r in zip(remarks, written, strict=True))


def test_the_auditor_reads_sealed_words_and_the_public_does_not(raid):
    secrets = secrets_for(raid, "auditor")
    public = [d for f in Reel(raid) if f.kind == "seal" for d in f.deeds]
    auditor = [d for f in Reel(raid, "auditor", secrets=secrets) if f.kind == "seal" for d in f.deeds]
    assert all(d.hidden and not d.say for d in public)
    assert all(d.say and not d.hidden for d in auditor)


def test_frames_group_by_turn_and_can_be_searched(raid):
    frames = list(Reel(raid))
    turns = list(last_of_each(frames, "turn"))
    assert [last.turn for last, _ in turns] == ["0", "1", "2", "3"]
    assert [f for _, group in turns for f in group] == frames
    assert is_start(frames[0], None, "turn")
    middle = frames[len(frames) // 2]
    assert frames[at_round(frames, middle.round)] is middle
    assert frames[at_round(frames, 0)] is frames[0]
    marches = [i for i, f in enumerate(frames) if any("marches" in s.text for s in f.sentences)]
    assert find_text(frames, "MARCHES  to", 0) == marches[0]
    assert find_text(frames, "marches to", len(frames), -1) == marches[-1]
    assert find_text(frames, "no such words", 0) is None


def test_a_running_match_has_frames_as_far_as_it_went():
    people = invite()
    exchange(people)
    assert [f.kind for f in Reel(people[0].match)] == ["start"]
    assert next(iter(Reel(people[0].match))).round in (0, 1)


def test_lines_of_the_log_are_named_each_once():
    reel = open_reel(LOGS / "wrong_on_purpose" / "game.pbem")
    lines = [n for f in reel for n in f.lines]
    assert lines == sorted(lines)
    count = len((LOGS / "wrong_on_purpose" / "game.pbem").read_bytes().splitlines())
    assert sorted(lines) == list(range(1, count + 1))
    assert len(list(reel)) <= len(reel)


def test_who_may_look_is_said_plainly(raid):
    assert secrets_for(raid, "public") == {}
    assert default_viewer(raid) == "auditor"
    with pytest.raises(WrongUse, match="there is no seat nobody"):
        secrets_for(raid, "nobody")
    people = invite()
    exchange(people)
    open_match = people[1].match
    assert default_viewer(open_match) == open_match.name(1)
    assert secrets_for(open_match, open_match.name(1)) == {1: open_match.keys[1].gs}
    with pytest.raises(WrongUse, match="full knowledge needs every secret"):
        secrets_for(open_match, "auditor")
    with pytest.raises(WrongUse, match="is not yours") as refused:
        secrets_for(open_match, open_match.name(0))
    assert "when they have disclosed" in refused.value.hint


@pytest.fixture(scope="module")
def resignation() -> list[Frame]:
    """All frames of a recorded game, as the public sees it."""
    return list(open_reel(LOGS / "resignation" / "game.pbem"))


def test_a_game_that_has_ended_awaits_nobody_though_secrets_are_still_to_be_disclosed(resignation):
    frames = resignation
    ended = next(i for i, frame in enumerate(frames) if frame.ending is not None)
    assert any(frame.kind == "disclose" for frame in frames[ended:])
    assert all(frame.scene.awaited == () for frame in frames[ended:])
    assert frames[ended - 1].scene.awaited


def test_a_picture_of_the_position_awaits_nobody_either_once_the_game_has_ended(resignation):
    log = LOGS / "resignation" / "game.pbem"
    ended = next(frame.round for frame in resignation if frame.ending is not None)
    last, over = (scene_of(read(log, checked=True, at=at), "public") for at in (ended - 1, ended))
    assert last.awaited
    assert over.awaited == ()


@pytest.mark.parametrize(("game", "round", "last", "first"), [
    ("anaconda/neither", 138, "A Sniper (token 26) is eliminated in 3011", "Turn 2, 3 March"),
    ("enduring_freedom/operational_victory", 62, "Islamists hold 4 cities", "Turn 2: 29 NP"),
])  # fmt: skip
def test_a_turn_ends_at_the_first_checkpoint_of_the_next(game, round, last, first):
    """In Anaconda a turn has two Checkpoints before it asks; in Enduring Freedom the turn before has one more."""
    frame = next(f for f in open_reel(LOGS.parent / game / "game.pbem") if f.round == round)
    assert frame.sentences[frame.closing - 1].text.startswith(last)
    assert frame.sentences[frame.closing].text.startswith(first)
