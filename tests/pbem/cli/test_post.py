"""`pbem in` and `pbem out`."""

from __future__ import annotations

import json
import shutil


def test_anything_may_come_in_any_mixture(desks):
    desks.must("ana", "do", "--send", "loose")
    desks.must("carl", "do", "--send", "loose")
    desks.must("dee", "do", "--send", "loose")
    block = desks.must("carl", "out", "--paste").out
    draft = desks.must("dee", "out", "--eml").err
    assert "mail draft: out/" in draft
    mail = next((desks.game("dee") / "out").glob("*.eml"))
    box = desks.root / "bo" / "box"
    box.mkdir()
    shutil.copy(mail, box)
    quoted = "".join(f"> {line}\n" for line in block.splitlines())
    (box / "chat.txt").write_text(f"On Monday carl wrote:\n{quoted}\ngreetings\n")
    (box / "readme.txt").write_text("nothing of ours\n")
    (box / "log").write_bytes(desks.bytes_of("ana"))
    told = desks.must("bo", "in", box).err
    assert told.startswith("records: 3 new")
    assert desks.must("bo", "in", box).err.startswith("records: 0 new")


def test_pasted_text_comes_by_standard_input(desks):
    desks.must("carl", "do", "--send", "loose")
    block = desks.must("carl", "out", "--paste").out
    assert desks.must("bo", "in", "-", stdin=f"look:\n{block}").err.startswith("records: 1 new")
    nothing = desks.run("bo", "in", "-", stdin="hello\n")
    assert (nothing.status, nothing.complaint) == (2, "pbem: error: the pasted text: no packet, log or block in it")


def test_a_match_is_found_from_anywhere(desks):
    desks.must("carl", "do", "--send", "loose")
    desks.carry("carl")
    told = desks.must("bo", "in", desks.root / "bo" / "came", at=desks.root).err
    assert told.startswith("bo/game: records: 1 new")


def test_in_as_json(desks):
    desks.must("carl", "do", "--send", "loose")
    desks.carry("carl")
    bad = desks.root / "bad.pbem"
    bad.write_bytes(b"\x89PBEM1\r\n\x1a\nrubbish")
    done = desks.run("bo", "in", "--json", desks.root / "bo" / "came", bad)
    assert done.status == 4
    told = json.loads(done.out)
    assert [m["new"] for m in told["matches"]] == [1]
    assert [t["status"] for t in told["troubles"]] == [4]


def test_what_happened_is_told_when_it_comes(desks):
    for who in ("ana", "carl", "dee", "bo"):
        desks.must(who, "do", "--send", "loose")
    for who in ("ana", "carl", "dee"):
        desks.carry(who)
    desks.must("bo", "in", desks.root / "bo" / "came")
    desks.carry("bo")
    for who in ("ana", "carl"):
        desks.must(who, "in", desks.root / who / "came")
        desks.carry(who)
    told = desks.must("dee", "in", desks.root / "dee" / "came").err
    assert "  UNITA sets up: 13 loose Units (3)\n" in told


def test_out_writes_again_what_the_others_may_lack(desks):
    desks.must("bo", "do", "--send", "loose")
    (desks.game("bo") / "out" / "angola-3-0003-fnla.pbem").unlink()
    done = desks.must("bo", "out")
    assert done.err == "send this to the others: out/angola-3-0003-fnla.pbem\n"
    small = (desks.game("bo") / "out" / "angola-3-0003-fnla.pbem").stat().st_size
    desks.must("bo", "out", "--all")
    assert (desks.game("bo") / "out" / "angola-3-0003-fnla.pbem").stat().st_size > small


def test_a_mail_draft_is_for_the_others_whose_addresses_are_known(desks):
    for who in ("bo", "carl", "dee"):
        desks.must("ana", "id", "add", desks.root / f"{who}.card")
    desks.must("ana", "do", "--send", "loose")
    desks.must("ana", "out", "--eml")
    mail = next((desks.game("ana") / "out").glob("*.eml")).read_text()
    assert "From: ana <ana@example.org>" in mail
    assert "bo@example.org" in mail
    assert "Subject: Angola!, round 3" in mail
    assert b"example.org" not in desks.bytes_of("ana")  # addresses stay out of the log


def test_where_nothing_lies_it_is_said(desks, tmp_path):
    (tmp_path / "empty").mkdir()
    assert desks.must("ana", "in", tmp_path / "empty").err == f"nothing to read in {tmp_path / 'empty'}\n"


def test_a_file_of_another_match_says_what_can_be_done_with_it(desks, tmp_path):
    desks.must("bo", "new", "fallujah", "-C", tmp_path / "other")
    done = desks.run("ana", "in", tmp_path / "other" / "game.pbem")
    assert done.status == 5
    assert "which is not known here" in done.complaint
    assert "if you were invited: pbem join FILE -C FOLDER; if a log of it lies here: pbem in FILE -C " in done.err


def test_nothing_new_is_nothing_to_send(desks):
    desks.exchange()
    again = desks.must("ana", "in", desks.root / "ana" / "came")
    assert "records: 0 new" in again.err
    assert "send this" not in again.err
    assert "send this" not in desks.must("ana", "next").out
