"""How a match begins at a desk: made, entered, joined; what is refused before anything is written; where it lies."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from orders import ORDERS
from pbem.desk.adopting import adopt, unplaced
from pbem.desk.challenges import answered, entries, entry_folder, publish
from pbem.desk.desk import Desk, gid_of
from pbem.desk.door import apart, arrivals, log_in
from pbem.desk.heads import HeadsSaid, _number, heads_field, heads_of, known_of, read_heads
from pbem.desk.logged import ended_line, log_lines
from pbem.desk.overlay import keep_overlay, overlay_of
from pbem.desk.packets import packets_of, pasted, write_packets
from pbem.errors import BadRecord, MissingRecords, NotYourTurn, WrongUse
from pbem.home import Home
from pbem.lab import demo
from pbem.match.folder import Arrival
from pbem.match.start import new_genesis
from pbem.post.contents import FoundLines, FoundLog, FoundSlip, FoundText, Trouble
from people import exchange, finish, invite, settle, twins
from records import decoded, finished

NOW = 1_767_225_600


class Table:
    """Eva and Bo with homes of their own, and a match of Eva's that both play in."""

    def __init__(self, root):
        self.root, self.homes = root, {}
        for name in ("eva", "bo"):
            home = self.homes[name] = Home(root / name)
            home.create(name, f"{name}@pbem.test", "", no_passphrase=True, cost=demo.QUICK)

    def desk(self, name="eva"):
        return Desk(self.homes[name], self.homes[name].load(), clock=lambda: NOW, steady=lambda: 0)

    def people(self, who="eva bo bo"):
        return dict(zip(ORDERS.seats, (self.homes[name].card().id for name in who.split()), strict=False))

    def made(self, folder="game", **more):
        more = {"policy": "mover+others", "nonce": bytes(16)} | more
        return self.desk().new_match(ORDERS, more.pop("people", self.people()), {}, self.root / folder, **more)


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    return Table(tmp_path)


def reader(table):
    return Desk(table.homes["bo"], None, clock=lambda: NOW)


# ------------------------------------------------------------------ making and joining


def test_a_match_has_somebody_for_every_seat_and_no_other(table):
    with pytest.raises(WrongUse, match=r"^orders has no seat pink, rod$") as refused:
        table.made(people=table.people() | {"rod": "x", "pink": "x"})
    assert refused.value.hint == "its seats: red, green, blue"
    with pytest.raises(WrongUse, match=r"^who plays green, blue\?$") as refused:
        table.made(people=table.people("eva"))
    assert refused.value.hint == "name a person for every seat, like red=me green=anna"
    assert not (table.root / "game").exists()


def test_a_folder_holds_one_match(table):
    genesis = table.made()
    assert gid_of(table.root / "game") == genesis.id
    assert gid_of(table.root / "eva") is None
    assert table.homes["eva"].games.get(genesis.id).folder == str(table.root / "game")
    with pytest.raises(WrongUse, match="holds a match already") as refused:
        table.made()
    going_on = f"or go on with that match: pbem join -C {table.root / 'game'}"
    assert refused.value.hint == f"name another folder with -C; {going_on}"


def test_who_only_reads_makes_nothing_and_holds_nothing(table):
    genesis = table.made()
    desk = reader(table)
    with pytest.raises(WrongUse, match="a match is made by somebody: unlock your identity"):
        desk.new_match(ORDERS, table.people(), {}, table.root / "other", policy="mover")
    assert (desk.masters(genesis), desk.cache(table.root)) == ({}, None)
    bo = table.desk("bo")
    assert set(bo.masters(genesis)) == {1, 2}
    assert bo.cache(table.root) is not None


def test_a_match_of_others_is_started_in_a_folder_of_its_own_once(table):
    genesis, bo = table.made(), table.desk("bo")
    bo.start_folder(genesis, table.root / "bo game")
    bo.start_folder(genesis, table.root / "bo game")  # it is there
    other = table.made("second", nonce=b"2" * 16)
    with pytest.raises(WrongUse, match="holds another match already") as refused:
        bo.start_folder(other, table.root / "bo game")
    assert refused.value.hint == "name a new folder with -C FOLDER"
    with pytest.raises(WrongUse, match=r"^this match lies in .*bo game already$") as refused:
        bo.start_folder(genesis, table.root / "elsewhere")
    assert refused.value.hint == "go on there; pbem in takes what came for it"
    bo.start_folder(other, table.root / "other")


def test_a_match_without_a_seat_of_ours_or_without_a_nonce_is_not_started(table):
    bo = table.desk("bo")
    alone = table.made(people=table.people("eva eva eva"))
    with pytest.raises(NotYourTurn, match="no seat of this match is yours"):
        bo.start_folder(alone, table.root / "bo game")
    stale = SimpleNamespace(id="A" * 43, msg=SimpleNamespace(body=SimpleNamespace(nonce=None)))
    with pytest.raises(BadRecord, match="has no nonce: its dice could be known already"):
        bo.start_folder(stale, table.root / "bo game")
    assert not (table.root / "bo game").exists()


def test_what_a_desk_has_verified_is_not_verified_again_by_the_next_program(table):
    bo, genesis, folder = table.desk("bo"), table.made(), table.root / "bo game"
    bo.start_folder(genesis, folder)
    bo.cache(folder).path.unlink(missing_ok=True)
    with bo.game(folder) as game:
        lines = list(game.lines)
    assert bo.cache(folder).checked(lines) == len(lines) == 1
    bo.join(folder, ["blue"])
    with bo.game(folder) as game:
        assert bo.cache(folder).checked(game.lines) == len(game.lines) > 1


def test_a_desk_of_one_command_keeps_no_match_in_memory(table):
    bo, genesis, folder = table.desk("bo"), table.made(), table.root / "bo game"
    bo.start_folder(genesis, folder)
    with bo.game(folder) as first:
        pass
    with bo.game(folder) as second:
        assert second.match is not first.match


def test_a_match_that_was_moved_together_with_its_home_is_played_on_there(table):
    bo, genesis = table.desk("bo"), table.made()
    bo.start_folder(genesis, table.root / "bo game")
    bo.home.adopt()
    new = table.root / "new"
    new.mkdir()
    for name in ("bo", "bo game"):
        (table.root / name).rename(new / name)
    home = Home(new / "bo")
    assert home.moved() is not None
    assert adopt(home)
    assert (home.moved(), home.games.get(genesis.id).folder) == (None, str(new / "bo game"))
    assert unplaced(home) == []


def test_a_home_keeps_from_its_first_match_on_where_it_signs(table):
    home = table.homes["eva"]
    home.place.path.unlink(missing_ok=True)
    table.made()
    assert home.place.kept() == home.place.here()
    assert home.place.kept().folder == str(home.root.resolve())


def test_seats_are_joined_all_or_those_that_are_named_each_once(table):
    bo, genesis = table.desk("bo"), table.made()
    bo.start_folder(genesis, table.root / "bo game")
    assert bo.join(table.root / "bo game", ["blue"]) == ["blue"]
    assert bo.join(table.root / "bo game") == ["green"]
    assert bo.join(table.root / "bo game") == []
    assert set(bo.home.games.get(genesis.id).seats) in ({1, 2}, {"1", "2"})
    reads = Desk(table.homes["bo"], None, clock=lambda: NOW)
    with pytest.raises(NotYourTurn, match=r"^no seat of this match is yours"):
        reads.join(table.root / "bo game")


def test_the_first_line_is_found_among_what_came(table):
    genesis, desk = table.made(), table.desk()
    assert desk.invited_to([Arrival("x", 1, genesis)]) == genesis
    with pytest.raises(BadRecord, match="there is no first line of a match in it") as refused:
        desk.invited_to([])
    assert refused.value.hint == "ask the host for the invitation"


def test_where_a_match_lies_is_the_folder_here_or_what_the_home_remembers(table):
    genesis, desk, folder = table.made(), table.desk(), table.root / "game"
    assert desk.folder_of(genesis.id, None) == desk.folder_of(genesis.id, table.root) == folder
    copy = table.root / "copy"
    copy.mkdir()
    (copy / "game.pbem").write_bytes((folder / "game.pbem").read_bytes())
    assert desk.folder_of(genesis.id, copy) == copy
    unknown = "A" * 43
    with pytest.raises(MissingRecords, match=r"^a packet for the match A{12}, which is not known here") as refused:
        desk.folder_of(unknown, folder)
    assert refused.value.hint.startswith("if you were invited: pbem join FILE -C FOLDER; if a log of it lies here")
    (folder / "game.pbem").unlink()
    with pytest.raises(MissingRecords):
        desk.folder_of(genesis.id, None)
    assert unplaced(table.homes["eva"]) == []


def test_what_came_is_taken_into_its_match_and_what_has_none_is_told(table):
    genesis, eva, bo = table.made(), table.desk(), table.desk("bo")
    eva.join(table.root / "game")
    bo.start_folder(genesis, table.root / "bo game")
    bo.join(table.root / "bo game")
    lines = (table.root / "bo game" / "game.pbem").read_bytes().splitlines(keepends=True)
    other = new_genesis(table.homes["bo"].load().master, ORDERS, list(table.people("bo bo bo").values()), {},
                        nonce=bytes(16), policy="mover")
    items = [FoundLines("mail", [*lines, other.line]), Trouble("x", BadRecord("torn")),
             FoundSlip("y", "invitation", b""), FoundSlip("y", "answer", b""), FoundSlip("y", "beside", b"")]
    (receipt,), troubles = eva.take_in(items)
    assert (receipt.new, receipt.known, receipt.folder) == (2, 1, table.root / "game")
    told = [(one.source, str(one.error), one.error.hint) for one in troubles]
    assert told[0] == ("x", "torn", None)
    assert told[1] == ("y", "y: it asks whether you come, and is no record of a match", "answer it: pbem accept FILE")
    assert told[2] == ("y", "y: it answers an invitation, and is no record of a match", "take it in with: pbem in FILE")
    assert told[3][1].startswith(f"a packet for the match {other.id[:12]}, which is not known here")
    assert len(told) == 4


def test_packets_for_the_others_are_written_and_pasted(table):
    table.made()
    desk, folder = table.desk(), table.root / "game"
    desk.join(folder)
    with desk.game(folder) as game:
        ((name, payload),) = packets_of(game, everything=True)
        assert name.startswith("orders-")
        assert name.endswith("-red.pbem")
        (path,) = write_packets(game, everything=True)
        assert (path.parent, path.read_bytes()) == (folder / "out", payload)
        block = pasted(game, payload)
        assert block.startswith(f"Orders, round {game.match.rounds.r}: read this in with pbem in.\n")
        assert "[PBEM:" in block
    assert desk.send(folder, everything=True) == [path]


def test_corrected_data_lie_beside_the_log_as_its_own(tmp_path):
    source = tmp_path / "mine"
    source.mkdir()
    (source / "map.toml").write_text("x = 1\n")
    (source / "notes.txt").write_text("no data")
    assert overlay_of(tmp_path / "game") is None
    keep_overlay(source, tmp_path / "game")
    assert overlay_of(tmp_path / "game") == tmp_path / "game" / "data"
    assert [path.name for path in (tmp_path / "game" / "data").iterdir()] == ["map.toml"]


# ------------------------------------------------------------------ challenges


@pytest.fixture
def challenge(table, monkeypatch):
    monkeypatch.setattr("pbem.desk.challenges.find_engine", lambda engine: ORDERS)
    return table


def published(table, **more):
    home = table.homes["eva"]
    return publish(home, home.load(), ORDERS, {}, table.root / "entries", **more)


def test_a_challenge_is_published_in_a_folder_of_its_own(challenge, monkeypatch):
    monkeypatch.setattr("pbem.desk.challenges.new_challenge", lambda master, ruleset, options, **more: more)
    monkeypatch.setattr("pbem.desk.challenges.write_challenge", lambda challenge, seed: b"the file")
    kept = []
    home = challenge.homes["eva"]
    monkeypatch.setattr(type(home.challenges), "put", lambda self, challenge, folder: kept.append(folder))
    plain = type(ORDERS)(**{field: getattr(ORDERS, field) for field in ORDERS.__dataclass_fields__} | {
        "scenarios": {"all": "The whole war " + "x" * 99}})
    monkeypatch.setattr(type(ORDERS), "full_options", lambda self, options: {"scenario": "all"})
    made, content = publish(home, home.load(), plain, {}, challenge.root / "entries")
    assert made["title"] == f"Orders: The whole war {'x' * 99}"[:80]
    assert (content, kept, (challenge.root / "entries").is_dir()) == (b"the file", [challenge.root / "entries"], True)
    mine = challenge.root / "mine"
    mine.mkdir()
    (mine / "map.toml").write_text("x = 1\n")
    made, _ = publish(home, home.load(), plain, {}, challenge.root / "second", title="The bridge", overlay=mine)
    assert (made["title"], made["overlay"]) == ("The bridge", mine)
    assert (challenge.root / "second" / "data" / "map.toml").read_text() == "x = 1\n"
    (challenge.root / "entries" / "x").write_text("")
    with pytest.raises(WrongUse, match="entries is not empty") as refused:
        publish(home, home.load(), plain, {}, challenge.root / "entries")
    assert refused.value.hint == "name a new folder for the entries with -C FOLDER"


def test_entries_lie_side_by_side_each_in_the_folder_of_its_host(table, monkeypatch):
    class Known:
        folder, challenge = str(table.root / "entries"), type("C", (), {"title": "The bridge"})

    genesis = table.made()
    folder = entry_folder(Known, genesis)
    assert folder.parent == table.root / "entries"
    assert folder.name.startswith("entry-")
    assert len(folder.name) == len("entry-") + 16
    for name in ("entry-b", "entry-a", "other"):
        (table.root / "entries" / name).mkdir(parents=True)
    assert entries(Known) == [table.root / "entries" / name / "game.pbem" for name in ("entry-a", "entry-b")]
    monkeypatch.setattr("pbem.desk.challenges.MAX_ENTRIES", 3)
    assert entry_folder(Known, genesis) == folder
    monkeypatch.setattr("pbem.desk.challenges.MAX_ENTRIES", 2)
    with pytest.raises(WrongUse, match=r"^the challenge 'The bridge' has 2 entries, more are not taken$"):
        entry_folder(Known, genesis)
    assert answered(table.homes["eva"], genesis) is None


# ------------------------------------------------------------------ the door


LINES = finished()[:6]


def test_records_of_every_kind_of_finding_come_with_their_places(tmp_path):
    (tmp_path / "game.pbem").write_bytes(b"".join(LINES))
    for item, source in ((FoundLines("mail", list(LINES)), "mail"), (FoundLog(tmp_path / "game.pbem"), "game.pbem"),
                         (FoundText("mail", b"".join(LINES).decode()), "mail")):
        came, troubles = arrivals([item])
        assert [(one.source, one.line, one.event.id) for one in came] == [
            (source, number, event.id) for number, event in enumerate(decoded(LINES), 1)]
        assert troubles == []
    (tmp_path / "game.pbem").write_bytes(b"".join(LINES[:3]) + b"junk\n" + b"".join(LINES[3:]))
    came, troubles = arrivals([FoundLog(tmp_path / "game.pbem")])
    assert len(came) == 6
    assert [one.source for one in troubles] == ["game.pbem"]


def test_what_was_done_to_a_log_is_told():
    raw = b"".join(LINES)
    assert [piece.line for piece in log_in(raw, "x").pieces] == list(LINES)
    windows = log_in(raw.replace(b"\n", b"\r\n"), "x")
    assert [piece.line for piece in windows.pieces] == list(LINES)
    assert "line ends of Windows" in windows.changed
    assert "line ends of Windows" not in log_in(raw, "x").changed
    assert log_in(b"", "x").pieces == []


def test_slips_are_put_apart_so_many_at_most(monkeypatch):
    monkeypatch.setattr("pbem.desk.door.MAX_CALLS", 2)
    found, slips = [FoundSlip("x", "answer", bytes([n])) for n in range(3)], []
    lines = FoundLines("x", [])
    assert list(apart([found[0], lines, *found[1:]], slips)) == [lines]
    assert slips == found[:2]


# ------------------------------------------------------------------ what letters say of their writer


@pytest.fixture(scope="module")
def red():
    people = invite(turns=1)
    settle(people)
    return people[0].match


def test_what_somebody_has_is_said_by_seat_with_the_beginning_of_the_last_id(red):
    heads = heads_of(red)
    assert heads == tuple((feed.n, feed.ids[-1][:6]) for feed in red.feeds.feeds)
    assert heads_of(invite(turns=1)[0].match) == ((0, ""),) * 3


def said(red, **fields):
    return HeadsSaid(**{"time": 100, "seat": 0, "heads": heads_of(red), "alike": frozenset({2, 1}),
                        "through": ((1, 2), (2, 1)), "reach": frozenset()} | fields)


def test_what_is_said_is_written_in_one_way_and_read_back(red):
    field = heads_field(red, said(red))
    heads = ",".join(f"{n}.{short}" for n, short in heads_of(red))
    assert field.split()[:6] == ["100", "0", heads, "1,2", "1>2,2>1", "-"]
    assert read_heads(red, field) == said(red)
    for fields in ({"alike": frozenset()}, {"through": ()}, {"reach": frozenset({0, 1, 2})}, {"time": 0},
                   {"heads": ((0, ""), (2**32 - 2, "abcdef"), (1, "=twins"))}, {"time": 2**40 - 1}):
        assert read_heads(red, heads_field(red, said(red, **fields))) == said(red, **fields)
    assert read_heads(red, heads_field(red, said(red, time=2**40))) is None
    assert read_heads(red, heads_field(red, said(red, heads=heads_of(red)[:2]))) is None
    assert read_heads(red, heads_field(red, said(red, heads=((2**32 - 1, "abcdef"), *heads_of(red)[1:])))) is None
    assert read_heads(red, heads_field(red, said(red, reach=frozenset({3})))) is None


@pytest.mark.parametrize("word", ["+1", "-1", "1_0", "", "x", "٣", "7", "0" * 14])
def test_a_number_of_a_field_is_plain_short_and_below_its_bound(word):
    assert (_number("6", 7), _number("0" * 13, 7)) == (6, 0)
    with pytest.raises(ValueError, match=r"^$"):
        _number(word, 7)


def test_who_has_another_event_than_ours_at_the_end_has_one_less(red):
    heads = heads_of(red)
    n, short = heads[0]
    for head, known in (((n, short), n), ((n, "xxxxxx"), n - 1), ((n + 1, "xxxxxx"), n + 1), ((0, ""), 0),
                        ((1, red.feeds.feeds[0].ids[0][:6]), 1), ((1, "xxxxxx"), 0)):
        assert known_of(red, said(red, heads=(head, *heads[1:])))[0] == known


def test_who_holds_the_proof_that_a_seat_signed_twice_has_one_more():
    people, pair = twins()
    match = people[0].match
    match.take(pair)
    cut = match.feeds.feeds[1].cut
    assert heads_of(match)[1] == (cut + 1, "=twins")
    heads = heads_of(match)
    assert known_of(match, said(match))[1] == cut + 1
    for head, known in (((cut + 5, "abcdef"), cut), ((cut - 1, "abcdef"), cut - 1)):
        assert known_of(match, said(match, heads=(heads[0], head, heads[2])))[1] == known


# ------------------------------------------------------------------ the story line by line


@pytest.fixture(scope="module")
def played():
    people = invite(turns=1)
    finish(people, random.Random(7), until=lambda: people[0].match.rounds.r >= 9)
    people[1].match.note(1, "well played")
    exchange(people)
    finish(people, random.Random(7))
    return people[0].match


def test_the_story_has_its_sentences_and_remarks_in_order(played):
    lines = log_lines(played)
    (remark,) = [line for line in lines if "remarks" in line]
    r = next(e.msg.r for e in played.feeds.side_events())
    assert remark == f"{r:5}  green remarks: well played"
    numbers = [int(line[:5]) for line in lines]
    assert len(numbers) > 2
    at = lines.index(remark)
    assert all(int(line[:5]) <= r for line in lines[:at])
    assert log_lines(played, since=r + 1) == [line for line in lines if int(line[:5]) > r]
    assert remark in log_lines(played, since=r)
    gone = {id(t) for t in played.binding.table.story[:3]}
    assert len(log_lines(played, without=gone)) < len(lines)
    assert len(log_lines(played, headlines=True)) <= len(lines)


def test_a_seat_sees_what_it_sealed_and_no_other(played):
    public, mine = log_lines(played), log_lines(played, "red")
    sealed = [line for line in mine if " seals: " in line]
    assert [line for line in mine if line not in sealed] == public
    assert sealed
    assert all(line[7:].startswith("red seals: ") for line in sealed)
    first = next(c for c in played.rounds.closed if c.events[0].kind == "seal")
    assert sealed[0].startswith(f"{first.r:5}  red seals: ")
    later = log_lines(played, "red", since=first.r + 1)
    assert len([line for line in later if " seals: " in line]) == len(sealed) - 1


def test_how_a_match_ended_is_said_with_its_rule(played, red):
    result = played.binding.result
    assert ended_line(played) == f"ended: {result.text} (rule {result.by})"
    assert ended_line(red) == ""
