"""`pbem replay`: walking through a game at a terminal, what others may see, what could have been."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import jsonschema
import pytest

from pbem.cli import terminal
from pbem.cli.replay import reel_for
from pbem.replay.exports.document import shipped_schema
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame
from tiers import thorough, tiers

LOGS = Path(__file__).parents[3] / "logs" / "angola"
SHORT, SMALL, OVER = (LOGS / case for case in ("wrong_on_purpose", "resignation", "western_decisive"))


FALLUJAH = LOGS.parent / "fallujah" / "april_won"


class KeptReel(Reel):
    """The reel of a recorded game whose frames are made once for all tests."""

    @cached_property
    def frames(self) -> list[Frame]:
        return list(super().__iter__())

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.frames)


@cache
def kept(log: Path, viewer: str | None) -> KeptReel:
    reel = reel_for(log, viewer, None, None)
    return KeptReel(reel.match, reel.viewer, secrets=reel.secrets, lines=reel.lines)


@pytest.fixture(autouse=True)
def recorded_games_are_read_once(monkeypatch):
    """What nobody here plays in looks the same to all."""

    def give(log: Path, viewer: str | None, *rest: Path | None) -> Reel:
        return kept(log, viewer) if LOGS.parent in log.parents else reel_for(log, viewer, *rest)

    monkeypatch.setattr("pbem.cli.replay.reel_for", give)


@pytest.fixture
def typing(monkeypatch, desks):
    """Runs `pbem replay` of somebody who sits at a terminal and types these lines."""

    def run(who: str, *arguments: object, lines: str, at: Path | None = None):
        typed: Iterator[str] = iter(lines.split("|"))
        monkeypatch.setattr(terminal, "is_terminal", lambda: True)
        monkeypatch.setattr(terminal, "ask_line", lambda _question: next(typed))
        done = desks.run(who, "replay", *arguments, at=at)
        assert not list(typed), "it was left before everything was typed"
        return done

    return run


def places(out: str) -> list[int]:
    """The numbers of the steps that were shown."""
    return [int(number) for number in re.findall(r"^\[(\d+)/", out, re.M)]


def test_without_a_terminal_it_is_wrong_use(desks):
    done = desks.run("zoe", "replay", SHORT, at=desks.root)
    assert (done.status, done.out) == (2, "")
    assert done.complaint == "pbem: error: pbem replay asks where to go, and there is no terminal"
    assert "pbem: hint: see pbem log, pbem show --at, --json" in done.err


def test_forwards_and_backwards(typing, desks):
    done = typing("zoe", SMALL, lines="||p|turn|-turn|r20|last|q", at=desks.root)
    assert done.status == 0, done.err
    one, two, three, back, turn, begin, twenty, last = places(done.out)
    assert (one, two, three, back, begin) == (1, 2, 3, 2, 1)
    assert two < twenty < turn < last
    assert "round 20 (line" in done.out
    assert "; Setting up; next: FAPLA, FNLA, MPLA, UNITA" in done.out
    assert "Angola!, " in done.err
    assert "as seen by auditor" in done.err


def test_the_map_is_shown_where_there_is_room_and_left_out_on_demand(typing, desks):
    shown = typing("zoe", SHORT, lines="q", at=desks.root).out
    assert "QUSc" in shown  # in the part of the map where something happens
    assert max(map(len, shown.splitlines())) <= 100
    hidden = typing("zoe", SHORT, lines="map|n|q", at=desks.root).out
    assert hidden.count("QUSc") == 1
    assert typing("zoe", SHORT, "--ascii", lines="all|q", at=desks.root).out.isascii()


def test_words_are_searched_for_in_the_story(typing, desks):
    done = typing("zoe", SMALL, lines="/captures|/|?|/no such thing|/|dance|r99999|h|q", at=desks.root)
    _, first, second, again = places(done.out)
    assert first == again < second
    assert "captures" in done.out
    assert done.err.count("nothing after this step tells of 'no such thing'") == 2
    assert "'dance' is no command; h lists them" in done.err
    assert "there is no round 99999 yet: the last closed one is" in done.err
    assert "r123     to round 123" in done.err
    assert max(map(len, done.err[done.err.index("pbem: error"):].splitlines())) < 80


def test_headlines_are_marked_and_walked_to(typing, desks):
    done = typing("zoe", SMALL, lines="headline|headline|-headline|q", at=desks.root)
    _, first, second, again = places(done.out)
    assert first == again < second
    assert len(re.findall(r"^\* .*(?:captures|is over)", done.out, re.M)) == 3


def test_dice_are_shown_with_the_rule_that_asked(typing, desks):
    out = typing("zoe", SMALL, lines="/begins (die|q", at=desks.root).out
    assert re.search(r"^1d6: \d: First Player Chart: \d is .* \(6, turn1\)$", out, re.M)


def test_it_starts_where_one_wants_and_steps_as_far(typing, desks):
    out = typing("zoe", SMALL, "--at", "30", "--by", "phase", lines="n|q", at=desks.root).out
    first, second = places(out)
    assert second > first
    assert "round 30 (" in out
    done = desks.run("zoe", "replay", SMALL, "--at", "30", "--from-last-seen", "--what-if", "1", at=desks.root)
    assert done.complaint == "pbem: error: only one of --at and --from-last-seen can be meant"


def test_a_seat_sees_what_it_saw_then(typing, desks):
    hidden = typing("zoe", SHORT, "--as", "fapla", lines="n|n|q", at=desks.root).out
    known = typing("zoe", SHORT, "--auditor", lines="n|n|q", at=desks.root).out
    assert "FAPLA seals orders: Column A in " in hidden
    assert "UNITA seals orders (3)\n" in hidden
    assert "UNITA seals orders: Column A in " in known
    done = desks.run("bo", "replay", "--as", "unita", "--json")
    assert (done.status, done.complaint) == (2, "pbem: error: the seat unita is not yours")
    done = desks.run("bo", "replay", "--as", "fnla", "--public", "--json")
    assert done.complaint == "pbem: error: only one of --as, --public and --auditor can be meant"
    done = desks.run("bo", "replay", "--auditor", "--json")
    assert done.status == 2
    assert "not disclosed: fapla, mpla, unita" in done.complaint


def test_the_public_is_asked_for_no_passphrase(desks):
    assert desks.must("dee", "replay", "--public", "--json", PBEM_PASSPHRASE="wrong").out
    assert desks.run("dee", "replay", "--json", PBEM_PASSPHRASE="wrong").status == 2


def test_frames_as_json_keep_to_the_schema(desks):
    written = json.loads(desks.must("bo", "replay", "--json").out)
    jsonschema.Draft202012Validator(json.loads(shipped_schema())).validate(written)
    assert written["viewer"] == "fnla"
    assert [f["round"] for f in written["frames"]] == [1, 2]
    later = json.loads(desks.must("bo", "replay", "--json", "--at", "2").out)
    assert [f["round"] for f in later["frames"]] == [2]


def test_how_far_one_looked_is_kept_in_ones_own_folder_only(typing, desks):
    typing("bo", lines="n|p|q")
    assert (desks.game("bo") / "seen").exists()
    assert places(typing("bo", "--from-last-seen", lines="q").out) == [2]
    copy = desks.root / "copy"
    copy.mkdir()
    (copy / "game.pbem").write_bytes(desks.bytes_of("bo"))
    typing("zoe", copy, lines="n|q", at=desks.root)
    assert not (copy / "seen").exists()
    done = typing("zoe", copy, "--from-last-seen", lines="n|q", at=desks.root)
    assert "nothing of this match was seen yet" in done.err
    assert (copy / "seen").exists()


def test_nothing_that_people_wrote_steers_the_terminal(typing, desks):
    desks.must("bo", "note", "\x1b[2J\u202eevil\x07\nAna: I resign" + "x" * 1900)
    out = typing("bo", lines="n|q").out
    assert "FNLA remarks: [2Jevil Ana: I resignxxx" in " ".join(out.split())
    assert not set(out) & set("\x1b\u202e\x07")


@pytest.mark.parametrize(("log", "at"), [(FALLUJAH, "150"), thorough(OVER, "1100")], ids=["fallujah", "angola"])
def test_what_if_bots_says_what_it_leads_to_and_changes_nothing(typing, desks, log, at):
    before = (log / "game.pbem").read_bytes()
    done = typing("zoe", log, "--at", at, lines="what-if bots 2 x|what-if bots none|q", at=desks.root)
    assert len(re.findall(r"^  [12]  .*", done.out, re.M)) == 2
    assert re.search(r"^[12] of 2: ", done.out, re.M)
    assert "seed x, 2 games played on by bots; nothing of it is in the record" in done.err
    assert "how many games? 'none'" in done.err
    again = desks.must("zoe", "replay", log, "--at", at, "--what-if", "2", "--seed", "x", at=desks.root)
    assert again.out in done.out
    assert (log / "game.pbem").read_bytes() == before
    assert sorted(p.name for p in log.iterdir()) == ["expected.json", "game.pbem", "story.txt"]


@pytest.mark.thorough
def test_what_if_says_whose_secrets_were_guessed(typing, desks):
    done = desks.must("zoe", "replay", SMALL, "--at", "30", "--as", "fapla", "--what-if", "1", at=desks.root)
    told = " ".join(done.out.split())
    assert "guessed in each game anew: what fnla, mpla, unita had sealed, which fapla did not know" in told
    done = typing("zoe", SMALL, "--at", "30", "--public", lines="what-if|q|q", at=desks.root)
    told = " ".join(done.err.split())
    assert "guessed by the seed: what fapla, fnla, mpla, unita had sealed, which public did not know" in told
    for known in (("--at", "30"), ("--at", "2", "--public")):
        done = desks.must("zoe", "replay", SMALL, *known, "--what-if", "1", at=desks.root)
        assert "guessed" not in done.out + done.err


def test_what_if_by_hand_takes_orders_as_the_game_does(typing, desks):
    lines = "what-if|unita: loose|fapla: a nowhere 3inf|xyzzy: 1|map|h|bot|again|end|bot|q|q"
    done = typing("zoe", SMALL, "--at", "2", lines=lines, at=desks.root)
    assert done.status == 0, done.err
    assert "unita: " in done.out
    assert "nothing here is signed" in done.err
    deciding = re.findall(r"^(\w+) decides \(rule 3\):$", done.err, re.M)
    assert deciding[:4] == ["fapla", "fnla", "mpla", "unita"]
    assert deciding[4:7] == ["fapla", "fnla", "mpla"]  # what was typed for unita is sealed
    assert deciding[7:] == ["fapla", "fnla", "mpla", "unita"]  # again
    assert "pbem: error: " in done.err
    story, _, end = done.out.partition("> end\n")[2].partition("here it ends: ")
    assert re.match(r"  \.\.\. \d{3,} lines before these\n", story)
    _, *sentences = re.sub(r"\n {3,}", " ", story).splitlines()  # what is folded is one again
    assert 12 <= len(sentences) <= 24
    assert all(re.search(r" \(\d[\d.-]*\)$", one) for one in sentences), sentences  # each with its section
    assert "winners: " in end
    assert "here it ends: " in done.out
    assert "pbem: error: this branch has ended" in done.err


@pytest.mark.thorough
def test_what_was_tried_is_listed_taken_back_kept_and_gone_through_again(typing, desks):
    before = (SMALL / "game.pbem").read_bytes()
    lines = "what-if 7|unita: loose|bots 2|undo|bots|list|save tried.txt|save tried.txt|bots 9|q|q"
    first = typing("zoe", SMALL, "--at", "2", lines=lines, at=desks.root)
    kept = (desks.root / "tried.txt").read_text()
    assert kept.splitlines()[0] == "what-if tried by hand: no record of any match, and nobody has signed it"
    assert [line.partition(" ")[0] for line in kept.splitlines()[5:]] == ["", "unita:", "bots"]
    assert kept in first.out
    assert "taken back: bots 2" in first.err
    assert "pbem: error: tried.txt is there already: nothing was written" in first.err
    lines = "what-if from tried.txt|list|bots 9|q|what-if from none.txt|q"
    again = typing("zoe", SMALL, lines=lines, at=desks.root)
    assert kept in again.out
    ends = [done.out.partition("> bots 9\n")[2] for done in (first, again)]
    assert ends[0] == ends[1] != ""
    assert "pbem: error: there is no file none.txt" in again.err
    other = typing("zoe", SMALL, "--public", lines="what-if from tried.txt|q", at=desks.root)
    assert "pbem: error: that was tried as seen by auditor, not by public" in other.err
    other = typing("zoe", OVER, lines="what-if from tried.txt|q", at=desks.root)
    assert "pbem: error: that was tried in another match" in other.err
    assert (SMALL / "game.pbem").read_bytes() == before
    assert sorted(p.name for p in SMALL.iterdir()) == ["expected.json", "game.pbem", "story.txt"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("what-if bots 5 two words", "a seed is a word of 64 letters, digits and signs at most"),
        ("what-if bots 2 \udcff", "a seed is a word of 64 letters, digits and signs at most"),
        ("what-if bots 99999", "how many games? '99999'"),
        ("what-if from ~nobody_here/tried.txt", "'~nobody_here/tried.txt' is in the home folder of nobody here"),
        ("what-if from a\0b.txt", "there is no file ab.txt"),
    ],
)
def test_odd_words_after_what_if_are_told_so(typing, desks, line, complaint):
    done = typing("zoe", SHORT, "--at", "2", lines=f"{line}|q", at=desks.root)
    assert f"pbem: error: {complaint}" in done.err


@pytest.mark.thorough
def test_before_anybody_has_joined_there_is_something_to_try(typing, desks):
    first = desks.root / "first.pbem"
    first.write_bytes((SHORT / "game.pbem").read_bytes().splitlines(keepends=True)[0])
    done = desks.must("zoe", "replay", first, "--public", "--what-if", "1", at=desks.root)
    assert "after round 0, seed 1, 1 game played on by bots" in done.err
    typing("zoe", first, "--public", lines="what-if|unita: loose|save tried.txt|q|q", at=desks.root)
    again = typing("zoe", first, "--public", lines="what-if from tried.txt|q|q", at=desks.root)
    assert again.status == 0, again.err
    assert "> unita: benguela=" in again.out


def test_commands_come_from_standard_input_where_there_is_no_terminal(desks):
    done = desks.must("zoe", "replay", SHORT, "--at", "2", at=desks.root, stdin="what-if\nunita: loose\nq\nn\nr9\n")
    assert [step for step, _ in zip(places(done.out), range(2), strict=False)] == [2, 3]
    assert "> unita: " in done.out
    assert "replay: " not in done.err
    done = desks.run("zoe", "replay", SHORT, at=desks.root, stdin="n\ndance\nn\n")
    assert (done.status, done.complaint) == (2, "pbem: error: 'dance' is no command; h lists them")
    assert places(done.out) == [1, 2]


def test_what_if_as_json(desks):
    done = desks.must("zoe", "replay", OVER, "--public", "--at", "1100", "--what-if", "2", "--json", at=desks.root)
    written = json.loads(done.out)
    assert written["format"] == "pbem-what-if/1"
    assert (written["viewer"], written["round"], written["seed"]) == ("public", 1100, "1")
    assert written["guessed_seats"] == ["fapla", "fnla", "mpla", "unita"]
    assert [game["seed"] for game in written["games"]] == ["1/1", "1/2"]
    assert all(game["result"]["text"] for game in written["games"])


def test_after_the_end_there_is_nothing_to_try(typing, desks):
    done = typing("zoe", SMALL, lines="last|what-if bots 1|q", at=desks.root)
    assert "pbem: error: the match has ended here: nothing is left to try" in done.err


def test_ones_own_game_under_way_can_be_tried_out(typing, desks):
    for who in ("ana", "bo", "carl", "dee"):
        desks.must(who, "do", "--send", "loose")
    desks.exchange(4)
    packs = ("blank command a a", "command a a b", "blank command a a", "blank blank command a")
    for who, pack in zip(("ana", "bo", "carl", "dee"), packs, strict=True):
        desks.must(who, "do", "--send", pack)
    desks.exchange(4)
    before = files_of(desks.game("bo"))
    done = typing("bo", lines="last|what-if 3|bots 9|list|q|what-if bots 1|q")
    told = " ".join((done.out + done.err).split())
    assert "guessed by the seed: what fapla, mpla, unita had sealed, which fnla did not know" in told
    assert "guessed in each game anew: what fapla, mpla, unita had sealed, which fnla did not know" in told
    assert "viewer fnla" in done.out
    after = files_of(desks.game("bo"))
    assert after.pop("seen")
    assert after == before


def files_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    """All files of a folder, with when they were changed."""
    found = sorted(p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): (p.read_bytes(), p.stat().st_mtime_ns) for p in found}


def test_more_than_a_person_types_is_refused(desks):
    done = desks.run("zoe", "replay", SHORT, at=desks.root, stdin="n\n" * 500_001)
    assert (done.status, done.complaint) == (2, "pbem: error: more than 1,000,000 characters come from standard input")


@pytest.mark.parametrize("rows", [40, 200])
def test_a_map_higher_than_the_terminal_shows_where_things_happen(typing, monkeypatch, desks, rows):
    monkeypatch.setattr("pbem.cli.replay.height", lambda: rows)
    shown = typing("zoe", SHORT, "--public", lines="n|q", at=desks.root).out
    assert ("\n   . . .\n" in shown) == (rows == 40)
    assert ("IONj4" in shown) == (rows == 200)  # in the far south: nothing happens there yet


@pytest.mark.parametrize("way", tiers(["r{}", "last|r{}", "last|r{}|n|p"], ["last|r{}|n|p"]))
def test_after_a_leap_too_the_part_of_the_map_is_shown_where_things_happen(typing, monkeypatch, desks, way):
    """Wherever one comes from, the place where a round happened stands on the lines that are kept."""
    monkeypatch.setattr("pbem.cli.replay.height", lambda: 40)
    monkeypatch.setattr("pbem.cli.replay.width", lambda: 80)
    for goal, code, elsewhere in ((467, "PEEc", "SAAs"), (49, "SAAs", "PEEc")):  # far south, far north
        shown = typing("zoe", SMALL, "--public", lines=f"{way.format(goal)}|q", at=desks.root).out
        last, where = shown.split("\n[")[-2:]
        assert f"round {goal} " in where
        assert "\n   . . .\n" in last
        assert code in last
        assert elsewhere not in last
