"""Of what anybody sends only so much is decoded: nothing of other matches, nothing twice, little after refusals."""

from __future__ import annotations

import os

import pytest

from heavy import forged, line_of, packets, rubbish
from pbem.desk.sifting import Sifting
from pbem.errors import BadRecord, PbemError
from pbem.limits import MAX_BEGUN, MAX_SHARED_LOG, MAX_TOLD, MOST_AT_ONCE, MOST_REFUSED
from pbem.post.contents import FoundLines, FoundLog, Trouble, items
from pbem.record.wire import CODEC
from people import first_line, invite, settle

OURS, OTHER = "o" * 42 + "A", "x" * 42 + "A"


@pytest.fixture
def decoded(monkeypatch):
    """The lines that were decoded."""
    lines, decode = [], CODEC.decode

    def counted(line):
        lines.append(line)
        return decode(line)

    monkeypatch.setattr(CODEC, "decode", counted)
    return lines


def found(lines, source="a mail"):
    return FoundLines(source, lines.splitlines(keepends=True))


def sifted(sifting, *items):
    return [arrival for batch in sifting.batches(items) for arrival in batch]


def test_what_is_refused_is_told_ten_times_then_counted_and_then_not_decoded(decoded):
    sifting = Sifting("mail", [OURS])
    assert sifted(sifting, found(rubbish(5_000)), found(rubbish(5_000)), found(rubbish(5_000))) == []
    assert len(decoded) == MOST_REFUSED
    assert len(sifting.told) == MAX_TOLD
    assert (sifting.refused, sifting.is_cut) == (5_000, True)
    about, fault = sifting.told[0]
    assert (about, fault.source, fault.line) == ("mail", "a mail", 1)


def test_a_few_refusals_keep_nothing_out(decoded):
    sifting = Sifting("mail", [OURS])
    genuine = forged(3, OURS)
    assert len(sifted(sifting, found(rubbish(MOST_REFUSED - 1)), found(genuine))) == 3
    assert not sifting.is_cut


def test_records_of_other_matches_are_left_alone_undecoded(decoded):
    sifting = Sifting("mail", [OURS])
    assert sifted(sifting, found(forged(1_000, OTHER))) == []
    assert (decoded, sifting.refused) == ([], 0)


def test_a_record_that_comes_again_in_a_mail_is_not_decoded_again(decoded):
    sifting = Sifting("mail", [OURS])
    assert len(sifted(sifting, found(forged(2, OURS) * 500), found(forged(2, OURS)))) == 2
    assert len(decoded) == 2


def test_records_come_in_small_batches_and_what_a_match_refuses_counts():
    sifting = Sifting("mail", [OURS])
    sizes = []
    for batch in sifting.batches([found(forged(5_000, OURS))]):
        sizes.append(len(batch))
        for _ in batch:
            sifting.refuse(BadRecord("a wrong signature"), "game")
    assert sizes == [MOST_AT_ONCE]
    assert sifting.refused == 5_000
    assert [about for about, _ in sifting.told] == ["game"] * MAX_TOLD


def test_a_record_that_only_holds_the_name_of_a_match_served_is_not_its():
    sifting = Sifting("mail", [OURS])
    line = forged(1, OTHER).replace(b'"text":"x"', f'"text":"x{OURS}"'.encode())
    assert sifted(sifting, found(line)) == []


def test_first_lines_of_other_matches_are_found_a_few_of_them(decoded):
    people = invite()
    settle(people)
    genesis = people[0].log[0]
    decoded.clear()
    sifting = Sifting("mail", [])
    assert sifted(sifting, found(b"".join(event.line for event in people[0].log))) == []
    assert list(sifting.begun) == [genesis.id]
    assert len(decoded) == 1  # what follows it is of a match that nobody serves
    many = b"".join(first_line(nonce=bytes([n]) * 16).line for n in range(2 * MAX_BEGUN))
    sifted(sifting, found(many))
    assert len(sifting.begun) == MAX_BEGUN
    assert len(sifted(Sifting("mail", [genesis.id]), found(genesis.line))) == 1


def test_a_fault_of_this_machine_is_raised():
    sifting = Sifting("mail", [OURS])
    with pytest.raises(PbemError, match="disk is full"):
        sifting.refuse(PbemError("the disk is full"))
    sifted(sifting, Trouble("a mail", BadRecord("no packet")))
    assert sifting.refused == 1


def test_a_log_is_read_line_by_line_and_names_what_is_none(tmp_path):
    log = tmp_path / "game.pbem"
    log.write_bytes(forged(2, OURS) + b"x" * 70_000 + b"\n" + line_of("{}") + b'{"c":')
    sifting = Sifting("folder", [OURS])
    assert len(sifted(sifting, FoundLog(log))) == 2
    assert [str(fault) for _, fault in sifting.told] == [
        "game.pbem, line 3: 70,001 bytes in one line",
        str(sifting.told[1][1]),
        "game.pbem, line 5: the last line breaks off after 5 bytes",
    ]
    assert sifted(Sifting("folder", [OURS]), FoundLog(tmp_path / "gone.pbem")) == []


def test_a_log_larger_than_any_is_not_read(tmp_path):
    log = tmp_path / "game.pbem"
    log.write_bytes(forged(1, OURS))
    os.truncate(log, MAX_SHARED_LOG + 1)
    sifting = Sifting("folder", [OURS])
    assert sifted(sifting, FoundLog(log)) == []
    assert sifting.refused == 1


def test_packets_behind_too_many_refusals_are_not_unpacked(monkeypatch):
    from pbem.post import contents

    unpacked, unpack = [], contents.unpack

    def counted(payload):
        unpacked.append(payload)
        return unpack(payload)

    monkeypatch.setattr(contents, "unpack", counted)
    mail = b"From: a@b.test\nSubject: x\n\n"
    from pbem.post.armor import armor

    blocks = "".join(armor(packet, "x") for packet in packets(rubbish(3_000), 60_000))
    sifting = Sifting("mail", [OURS])
    assert sifted(sifting, *[]) == []
    for _ in sifting.batches(items(mail + blocks.encode(), "a mail")):
        pass
    assert blocks.count("[/PBEM") > 4
    assert len(unpacked) == 2
    assert sifting.is_cut


def test_lines_of_a_match_that_begins_or_is_kept_are_laid_beside_undecoded_and_bounded(decoded, monkeypatch):
    genesis, third = first_line(nonce=bytes(16)), "z" * 42 + "A"
    lines = {game: forged(3, game).splitlines(keepends=True) for game in (genesis.id, OTHER, third)}
    decoded.clear()
    sifting = Sifting("mail", [OURS], kept=[OTHER])
    assert sifted(sifting, found(b"".join([genesis.line, *(line for some in lines.values() for line in some)]))) == []
    assert sifting.beside == {OTHER: lines[OTHER], genesis.id: [genesis.line, *lines[genesis.id]]}
    assert len(decoded) == 1
    monkeypatch.setattr("pbem.desk.sifting.MOST_SHARED_BYTES", 2 * len(lines[OTHER][0]))
    short = Sifting("mail", [], kept=[OTHER])
    sifted(short, found(forged(3, OTHER)))
    assert short.beside == {OTHER: lines[OTHER][:2]}
