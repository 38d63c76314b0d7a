"""3.4 A log read with another build of one version: what plays otherwise says so, first line and exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from builds import PLAY, RECORDED, Builds
from desks import Desks, Done
from pbem.audit.bundle.archive import pack, read_bundle
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import exchange, invite, settle
from tiny import SEATS

OTHERWISE = "this build plays otherwise than the one recorded, from round "


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builds]:
    made = Builds(tmp_path_factory.mktemp("builds"))
    yield made
    made.undo()


@pytest.fixture(scope="module", params=PLAY)
def parted(request: pytest.FixtureRequest, builds: Builds) -> tuple[str, Path]:
    """A change of the rules, and a match of the build before it that shows the change."""
    path = builds.root / f"{request.param}.pbem"
    builds.parted(path, request.param)
    return request.param, path


def run(builds: Builds, name: str, *arguments: object) -> Done:
    """A command of somebody who holds no seat, with a build."""
    builds.use(name)
    return Desks(builds.root).run("zoe", *arguments, at=builds.root)


def says_so(builds: Builds, change: str, text: str) -> int:
    """Whether a line says what differs, with both builds, and accuses nobody; gives the round it names."""
    assert text.startswith(OTHERWISE), text
    assert f"'s build is {builds.name_of(RECORDED)}, ours is {builds.name_of(change)}: nobody is accused" in text
    return int(text.removeprefix(OTHERWISE).split()[0])


def complained(builds: Builds, change: str, done: Done) -> int:
    first, *rest = done.err.splitlines()
    assert done.status == 4
    assert not [line for line in rest if line.startswith("pbem: error")]
    return says_so(builds, change, first.removeprefix("pbem: error: "))


def test_3_4_log_tells_the_story_as_far_as_it_is_the_recorded_one(builds, parted):
    change, path = parted
    whole = run(builds, RECORDED, "log", path)
    assert (whole.status, whole.err) == (0, "")
    done = run(builds, change, "log", path)
    since = complained(builds, change, done)
    assert f"pbem: hint: what is told here ends with round {since - 1}: up to there both play alike" in done.err
    told = [line for line in whole.out.splitlines() if line[:5].strip().isdigit() and int(line[:5]) < since]
    assert done.out.splitlines() == told
    listed = json.loads(run(builds, change, "log", "--json", path).out)
    assert (len(listed["story"]), listed["ended"]) == (len(told), None)


def test_3_4_show_and_export_draw_the_last_position_that_is_the_same(builds, parted, tmp_path):
    change, path = parted
    done = run(builds, change, "show", path)
    since = complained(builds, change, done)
    assert done.out == run(builds, RECORDED, "show", "--at", since - 1, path).out
    for name in (change, RECORDED):
        picture = run(builds, name, "export", "svg", "--at", since - 1, "-o", tmp_path / f"{name}.svg", path)
        assert (picture.status, OTHERWISE in picture.err) == (0, False), "that far both are the same"
    assert (tmp_path / f"{change}.svg").read_bytes() == (tmp_path / f"{RECORDED}.svg").read_bytes()
    later = run(builds, change, "show", "--at", since + 1, path)
    assert (complained(builds, change, later), later.out) == (since, done.out)
    picture = run(builds, change, "export", "svg", "-o", tmp_path / "now.svg", path)
    assert complained(builds, change, picture) == since
    assert (tmp_path / "now.svg").read_bytes() == (tmp_path / f"{RECORDED}.svg").read_bytes()


@pytest.mark.parametrize("form", ["html", "json", "markdown"])
def test_3_4_documents_end_where_the_builds_part(builds, parted, tmp_path, form):
    change, path = parted
    done = run(builds, change, "export", form, "--public", "-o", tmp_path / "other", path)
    since = complained(builds, change, done)
    assert (tmp_path / "other").stat().st_size
    if form == "json":
        frames = json.loads((tmp_path / "other").read_text())["frames"]
        assert frames[-1]["round"] < since
        assert run(builds, RECORDED, "export", form, "--public", "-o", tmp_path / "whole", path).status == 0
        assert frames == json.loads((tmp_path / "whole").read_text())["frames"][: len(frames)]


def test_3_4_replay_ends_there_too(builds, parted):
    change, path = parted
    done = run(builds, change, "replay", "--public", "--json", path)
    assert json.loads(done.out)["frames"][-1]["round"] < complained(builds, change, done)
    builds.use(change)
    walked = Desks(builds.root).run("zoe", "replay", "--public", path, at=builds.root, stdin="q\n")
    complained(builds, change, walked)


def test_3_4_next_says_it_above_all_else(builds, parted):
    change, path = parted
    done = run(builds, change, "next", path)
    said = " ".join(line.strip() for line in done.out.splitlines())
    assert done.status == 4
    assert says_so(builds, change, said.removeprefix("DESYNC: "))
    assert says_so(builds, change, json.loads(run(builds, change, "next", "--json", path).out)["otherwise"])


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_3_4_judges_say_it_and_name_nobody(builds, parted, command):
    change, path = parted
    assert run(builds, RECORDED, command, path).status == 0
    done = run(builds, change, command, path)
    assert (done.status, done.err) == (4, "")
    assert done.out.startswith(OTHERWISE)
    report = json.loads(run(builds, change, command, "--json", path).out)
    (finding,) = report["findings"]
    assert (finding["kind"], finding["severity"], finding["status"]) == ("build", "fault", 4)
    since = says_so(builds, change, finding["text"])
    assert report["verdict"].startswith(f"{OTHERWISE}{since} on")
    assert "seat" not in finding
    assert finding["line"] > 0
    assert "the build that its players had" in finding["to_do"]
    assert report["builds"] == dict.fromkeys(SEATS, builds.name_of(RECORDED))
    assert report["build"] == builds.name_of(change)
    assert (report["result"], report["awaited"], report["gaps"], report["alike"]) == ("", [], [], since - 1)


@pytest.mark.parametrize("replay", ["--replay", "--no-replay"])
def test_3_4_no_evidence_is_made_of_it(builds, parted, tmp_path, replay):
    change, path = parted
    done = run(builds, change, "evidence", replay, "-o", tmp_path / "case.zip", path)
    complained(builds, change, done)
    assert "no evidence was written: pack it with the build that its players had" in done.err
    assert not (tmp_path / "case.zip").exists()


def test_3_4_a_bundle_of_another_build_is_refused_by_name(builds, parted, tmp_path):
    change, path = parted
    bundle = tmp_path / "case.zip"
    assert run(builds, RECORDED, "evidence", "--no-replay", "-o", bundle, path).status == 0
    assert run(builds, RECORDED, "audit", bundle).status == 0
    assert json.loads(read_bundle(bundle)["rules.json"])["build"] == builds.name_of(RECORDED)
    done = run(builds, change, "audit", bundle)
    theirs, ours = builds.name_of(RECORDED), builds.name_of(change)
    assert done.status == 8
    told = f"the build {theirs} made the pages of this bundle, this is {ours}: they cannot be compared with its log"
    assert done.complaint.endswith(told)
    assert done.out == ""


def test_3_4_a_bundle_that_claims_another_build_is_not_passed(builds, tmp_path):
    path, bundle = tmp_path / "game.pbem", tmp_path / "case.zip"
    builds.record(path, 1)
    run(builds, RECORDED, "evidence", "--no-replay", "-o", bundle, path)
    files = read_bundle(bundle)
    files["rules.json"] = files["rules.json"].replace(builds.name_of(RECORDED).encode(), b"9.9.9+000000000000")
    bundle.write_bytes(pack(files))
    done = run(builds, RECORDED, "audit", bundle)
    assert (done.status, "the build 9.9.9+000000000000 made the pages of this" in done.complaint) == (8, True)


# ------------------------------------------------------------------ what is no difference, or somebody's fault


def test_2_5_other_words_are_another_build_and_the_same_game(builds, tmp_path):
    """What no digest vouches for is told with a word on it, and only then."""
    path = tmp_path / "game.pbem"
    builds.record(path, 1)
    done = run(builds, "wording", "log", path)
    assert (done.status, done.out.startswith("   ")) == (0, True)
    note, both = done.err.splitlines()
    agreed = re.fullmatch(
        r"note: no difference is known: another build played this, and its digests agree with ours up to round (\d+); "
        r"the rounds since are good here too, up to the last, (\d+)", note)
    assert agreed is not None, note
    assert "only" not in note
    assert both.split() == [
        *("red's", "build", "is"), builds.name_of(RECORDED) + ",", "ours", "is", builds.name_of("wording"),
    ]
    alike, last = map(int, agreed.groups())
    assert alike < last
    assert run(builds, "wording", "show", "--at", alike, path).err == ""
    assert run(builds, "wording", "show", "--at", alike + 1, path).err.startswith(note.split(";")[0])
    report = verify(path)
    assert (report.status, report.findings, report.alike) == (0, (), alike)
    told = run(builds, "wording", "verify", path).out.replace("\n  ", " ")
    assert f"judged with {builds.name_of('wording')}, whose digests agree up to round {alike}" in told
    assert "ended, as this build plays it: " in told
    assert run(builds, "wording", "audit", path).status == 0
    assert run(builds, "wording", "next", path).err == ""


def test_2_5_a_log_that_names_no_build_is_of_an_unknown_one(builds, tmp_path, monkeypatch):
    path = tmp_path / "game.pbem"
    with monkeypatch.context() as before:
        before.setattr("pbem.match.making.build_of", lambda ruleset: "")
        builds.parted(path, "order")
    done = run(builds, "order", "log", path)
    assert done.status == 4
    ours = builds.name_of("order")
    assert f"'s build is unknown, ours is {ours}: nobody is accused" in done.complaint
    (finding,) = verify(path).findings
    assert (finding.kind, finding.seat) == ("build", "")


def test_3_4_a_seat_of_the_same_build_that_gives_another_digest_is_named(builds, tmp_path):
    people = invite(ruleset=builds.use(RECORDED))
    settle(people)
    for person in people:
        (seat,) = person.match.keys
        if person.match.request is not None and seat in [d.seat for d in person.match.mine()]:
            person.match.seal(seat, ["1"])
    exchange(people)
    settle(people)
    red = people[0].match
    assert red.binding.checkpoint
    honest = red.seal(0, ["rest", "rest"])
    assert isinstance(honest.msg, ev.Seal)
    lie = CODEC.make(msgspec.structs.replace(honest.msg, st=b64(bytes(16))), red.keys[0].sign_seed)
    path = tmp_path / "game.pbem"
    for person in people[1:]:
        person.receive([lie])
        person.match.seal(next(iter(person.match.keys)), ["rest", "rest"])
    exchange(people[1:])
    path.write_bytes(b"".join(e.line for e in people[1].log))
    report = verify(path)
    (finding,) = [f for f in report.findings if f.severity == "fault"]
    assert (finding.kind, finding.seat, report.status) == ("desync", "red", 4)
    for command in ("log", "show", "replay"):
        more = ["--json"] if command == "replay" else []
        done = run(builds, RECORDED, command, *more, path)
        assert done.status == 4
        same = f"red has another position, with the same build {builds.name_of(RECORDED)}"
        assert done.complaint == f"pbem: error: DESYNC in round {finding.round}: {same}"
        assert done.out or command == "log", "all of it is told: it was played by these very rules"
    assert run(builds, RECORDED, "next", path).out.startswith(f"DESYNC in round {finding.round}: red has another")
