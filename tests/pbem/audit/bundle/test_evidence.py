"""A bundle of evidence: what is in it, that it says what its log gives, and bundles that lie."""

from __future__ import annotations

import dataclasses
import json
import random
import tomllib
from importlib.metadata import version

import msgspec
import pytest

from grounds import validator
from pbem.audit.bundle.archive import LOG, PAGES, README, REPLAY, data_of, pack, unpack
from pbem.audit.bundle.evidence import compare, make_evidence
from pbem.audit.findings.proof import check_proof
from pbem.errors import BadRecord, Unsupported
from pbem.record import events as ev
from pbem.record.wire import CODEC
from pbem.show.clean import clean
from people import exchange, finish, invite, settle
from records import TINY_ONLY, decoded, finished, lines_of, only
from tiny import TINY, WORTH

HOSTILE = "<script>alert(1)</script> \u202egnp.exe \x1b[31m" + "x" * 1_900


def made(lines, find=TINY_ONLY, **more):
    return make_evidence(b"".join(lines), find_ruleset=find, **more)


@pytest.fixture(scope="module")
def honest():
    return made(finished())


REPLAYED = b"<!doctype html>"  # what the replay of any log here looks like


def check(files, find=TINY_ONLY, **changes):
    """What `pbem audit` does with a bundle of these files after the changes."""
    given = unpack(pack({**files, **changes}))
    replay = REPLAYED if REPLAY in given else None
    report, again = make_evidence(given[LOG], data=data_of(given), replay=replay, find_ruleset=find)
    compare(given, again, report)


# ------------------------------------------------------------------ what is in it


def test_what_a_bundle_holds_and_that_its_own_audit_agrees(honest):
    report, files = honest
    assert list(files) == [README, LOG, *PAGES]
    assert files[LOG] == b"".join(finished())
    assert files["report.txt"].decode().splitlines()[0] == report.talk()[0]
    assert f"\n  {report.talk()[0]}\n" in files[README].decode()
    printed = json.loads(files["report.json"])
    validator().validate(printed)
    assert json.loads(files["report.schema.json"]) == validator().schema
    assert (printed["status"], printed["game"]) == (0, report.game)
    check(files)


def test_the_same_log_gives_the_same_bytes(honest):
    assert pack(made(finished())[1]) == pack(honest[1])


def test_keys_rules_and_story(honest):
    files = honest[1]
    events = decoded(finished())
    keys = files["keys.txt"].decode()
    body = events[0].msg.body
    assert f"  identity     {body.host}\n  fingerprint  {body.host[:12]}\n" in keys
    for join in (e.msg for e in events if e.kind == "join"):
        for value in (join.body.pk, join.body.gsc, join.body.anchor, body.seats[join.seat].id):
            assert value in keys
    rules = json.loads(files["rules.json"])
    assert (rules["engine"], rules["engine_digest"]) == ("tiny/1", body.engine_hash)
    assert rules["options"] == body.options
    assert list(rules["data"]) == ["tiny.toml"]
    story = files["story.txt"].decode().splitlines()
    assert any("turn 1: " in line for line in story)
    assert [line.split(maxsplit=1)[1] for line in story[-3:]] == [
        f"{seat} remarks: remark {i}" for i, seat in enumerate(TINY.seats)
    ]


def test_hostile_remarks_are_harmless_in_every_page():
    people = invite(turns=1)
    settle(people)
    people[0].match.note(0, HOSTILE)
    exchange(people)
    finish(people, random.Random(1))
    report, files = made(lines_of(people))
    told = files["story.txt"].decode()
    assert "<script>alert(1)</script> gnp.exe [31mxxx" in told  # text in a text file
    for name in (README, *PAGES):
        page = files[name].decode()
        assert not set(page) & {"\x1b", "\u202e"}
        assert "<script" not in page or name == "story.txt"
    assert report.status == 0


@pytest.mark.parametrize("words", ["x" * 10_000, "<script>" * 1_250, "\u202e" * 3_000, '"><b onload=x>' * 500])
def test_a_remark_longer_than_any_is_a_line_that_counts_for_nothing(words):
    lines = list(finished())
    at = next(i for i, line in enumerate(lines) if b'"text":"remark 1"' in line)
    lines[at] = lines[at].replace(b'"remark 1"', json.dumps(words, ensure_ascii=False).encode(), 1)
    report, files = made(lines)
    assert report.findings[0].line == at + 1
    for name in (README, *PAGES):
        page = files[name].decode()
        assert max(map(len, page.splitlines())) < 5_000
        assert "\u202e" not in page
        assert "<script" not in page
        assert "<b" not in page.replace("<body", "")
    check(files)


@pytest.mark.parametrize(
    "texts", ["ab", ("\u00e9", "\U0001f3b2\u2028\u0085"), ("\uffff", HOSTILE)], ids=["ascii", "utf8", "odd"]
)
def test_a_fork_brings_its_proof(texts):
    people = invite(turns=1)
    finish(people, random.Random(5), until=lambda: people[0].match.rounds.r >= 8)
    match = people[1].match
    core = match._core(1) | {"inc": ()}
    pair = [CODEC.make(ev.Note(**core, body=ev.NoteBody(text=t)), match.keys[1].sign_seed) for t in texts]
    report, files = made([*lines_of(people), pair[0].line, pair[1].line])
    (name,) = [n for n in files if n.endswith(".proof.jsonl")]
    assert name == f"green-{pair[0].msg.n}.proof.jsonl"
    assert check_proof(files[name]).is_proven
    assert files[name].endswith(b"".join(sorted((e.line for e in pair), key=lambda line: CODEC.decode(line).id)))
    assert f"pbem verify {name}" in files[README].decode()
    assert name in files["report.txt"].decode()
    assert report.status == 6
    check(files)


def test_a_match_under_way_and_what_is_no_log_can_be_evidence_too():
    people = invite()
    settle(people)
    report, files = made(lines_of(people))
    assert (report.status, report.is_complete) == (9, False)
    check(files)
    for junk in (b"", b"hello\n", b"\n" * 5_000, b"\xff" * 200_000):
        report, files = made([junk])
        assert report.status == 4
        check(files)
        assert "it names nobody" in files["keys.txt"].decode()


def test_a_replay_page_may_go_with_it(honest):
    _, files = made(finished(), replay=REPLAYED)
    assert files[REPLAY] == REPLAYED
    assert "replay.html" in files[README].decode()
    check(files)


def test_corrected_data_travel_with_the_match(tmp_path):
    def read(overlay):
        worth = WORTH if overlay is None else tomllib.loads((overlay / "tiny.toml").read_text())["worth"]
        return {"tiny.toml": {"worth": worth}}

    content = b"[worth]\ncoin = 9\n"
    (tmp_path / "tiny.toml").write_bytes(content)
    corrected = dataclasses.replace(TINY, data_files=lambda _: read(tmp_path))
    installed = only(dataclasses.replace(TINY, data_files=read))
    people = invite(ruleset=corrected, turns=1)
    finish(people, random.Random(2))
    lines = lines_of(people)
    assert made(lines, installed)[0].status == 8
    report, files = made(lines, installed, data={"tiny.toml": content}, overlay=tmp_path)
    assert report.status == 0
    assert data_of(unpack(pack(files))) == {"tiny.toml": content}
    assert json.loads(files["rules.json"])["corrected"] == ["tiny.toml"]


# ------------------------------------------------------------------ bundles that lie


def refused(files, **changes):
    with pytest.raises(BadRecord) as caught:
        check(files, **changes)
    return caught.value.why


def test_a_log_that_was_edited_after_the_report(honest):
    files = honest[1]
    shorter = b"".join(finished()[:-1])
    other = b"".join(finished(8))
    for log in (shorter, other, files[LOG].replace(b'"say":"1"', b'"say":"2"', 1)):
        why = refused(files, **{LOG: log})
        assert why.endswith(" in this bundle is not what its log gives")


@pytest.mark.parametrize("name", [README, *PAGES, REPLAY])
def test_a_page_that_was_edited(name):
    files = made(finished(), replay=REPLAYED)[1]
    page = files[name].replace(b"honest", b"dishonest") if b"honest" in files[name] else files[name] + b" "
    assert refused(files, **{name: page}) == f"{name} in this bundle is not what its log gives"


def test_a_page_that_was_taken_out_or_put_in(honest):
    files = dict(honest[1])
    assert "green-1.proof.jsonl" in refused(files, **{"green-1.proof.jsonl": b"proof"})
    del files["keys.txt"]
    assert "keys.txt" in refused(files)


def not_compared(files, find=TINY_ONLY, **changes):
    with pytest.raises(Unsupported) as caught:
        check(files, find, **changes)
    assert caught.value.status == 8
    assert caught.value.hint.startswith("trust no page of it: pbem verify judges its game.pbem alone")
    return str(caught.value)


def test_pages_of_another_version_cannot_be_compared_and_are_refused_by_name(honest):
    files = honest[1]
    for maker in ("0.0.9", "0.0.9\x1b[31m\n", ""):
        rules = json.dumps(json.loads(files["rules.json"]) | {"pbem": maker}).encode()
        told = not_compared(files, **{"rules.json": rules})
        assert told == (f"pbem {clean(maker)} made the pages of this bundle, this is {version('pbem')}: they cannot be "
                        "compared with its log")
        assert not_compared(files, **{"rules.json": rules, "report.txt": b"lies", REPLAY: b"<script>"})
    for junk in (b"", b"[" * 100_000, b"\xff", b"null", b"[]", b"{}", b'{"pbem":1}'):
        assert refused(files, **{"rules.json": junk}) == "rules.json in this bundle is not what its log gives"


def test_a_replay_that_the_log_does_not_give_is_refused(honest):
    """It was made here, so it can be compared: whoever puts a page in lies."""
    assert refused(honest[1], **{REPLAY: REPLAYED}) == "README.txt in this bundle is not what its log gives"
    files = made(finished(), replay=REPLAYED)[1]
    lie = b"<script src=https://example.org/x.js></script>"
    assert refused(files, **{REPLAY: lie}) == "replay.html in this bundle is not what its log gives"


def no_ruleset(engine):
    raise Unsupported(f"ruleset {engine} is not installed")


def test_where_the_rules_are_not_here_pages_cannot_be_compared(honest):
    report, again = made(finished(), no_ruleset)
    assert report.status == 8
    assert not_compared(honest[1], no_ruleset) == (
        "the rules or the data of tiny/1 that the match is played by are not here: the pages of this bundle cannot be "
        "compared with its log")
    assert json.loads(again["rules.json"])["title"] == ""
    assert msgspec.json.decode(again["report.json"])["findings"][0]["kind"] == "ruleset"
    check(again, no_ruleset)  # it was made where they were not, too


def test_where_the_rules_are_not_here_a_worse_fault_does_not_make_honest_pages_a_lie():
    lines = [*finished(), b"junk\n"]
    report, files = made(lines)
    assert report.status == 4
    assert made(lines, no_ruleset)[0].status == 4
    not_compared(files, no_ruleset)
