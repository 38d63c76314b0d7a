"""A courier's keys: they play the seats entrusted, and are good for nothing else."""

from __future__ import annotations

import stat

import pytest

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import SeatKeys, keys_of
from pbem.desk.entrusted import EntrustedDesk, hand_over
from pbem.desk.reading import read
from pbem.errors import NotYourTurn, WrongUse
from pbem.home.entrusted import TrustFile
from pbem.lab import demo
from pbem.lab.demo import QUICK
from pbem.match.match import Match
from pbem.match.start import new_genesis
from pbem.record import feeds
from pbem.record.log import LogFile
from pbem.record.wire import CODEC
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


@pytest.fixture
def table(tmp_path):
    """Three players who have joined; the first one's desk and folder."""
    clock = iter(range(1_767_225_600, 2**40))
    players = [demo.Player(tmp_path / s, s, {s: "random"}, TINY, lambda: next(clock)) for s in TINY.seats]
    host = players[0]
    host.desk.new_match(
        TINY, {p.name: p.desk.home.card().id for p in players}, {}, host.folder, policy="mover+others", nonce=bytes(16)
    )
    invitation = host.desk.send(host.folder, everything=True)
    for guest in players[1:]:
        guest.desk.start_folder(guest.desk.invited_to(demo._came(invitation)), guest.folder)
    for player in players:
        player.desk.join(player.folder)
        for path in player.desk.send(player.folder, everything=True):
            demo._carry(path, player, players)
    return players


def trusted(player, path, passphrase=""):
    file = TrustFile(path)
    with file.changing(passphrase, cost=QUICK) as trust:
        gid, match = hand_over(player.desk, player.folder)
        trust.matches[gid] = match
    return file, gid


def test_the_file_is_private_and_never_holds_the_master(table, tmp_path):
    player = table[0]
    file, gid = trusted(player, tmp_path / "courier" / "keys.json")
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    trust = file.load()
    master = player.desk.identity.master
    roots = [r.encode() for r in trust.matches[gid].roots.values()]
    for held in (file.path.read_bytes(), repr(trust).encode(), *roots):
        assert master not in held
        assert b64(master).encode() not in held
    assert b64(master) not in str(trust.matches)
    assert [unb64(r) for r in trust.matches[gid].roots.values()] != [master]
    assert trust.keys(gid) == {0: SeatKeys.derive(master, unb64(gid), 0)}


def test_what_is_entrusted_stays_out_of_a_repr(table, tmp_path):
    file, gid = trusted(table[0], tmp_path / "keys.json")
    root = file.load().matches[gid].roots["0"]
    assert root not in repr(file.load()) + repr(file.load().matches)


def test_a_passphrase_locks_the_keys(table, tmp_path):
    file, gid = trusted(table[0], tmp_path / "keys.json", "a long way")
    assert b"roots" not in file.path.read_bytes()
    assert file.needs_passphrase
    with pytest.raises(WrongUse, match="are locked"):
        file.load()
    with pytest.raises(WrongUse, match="does not open"):
        file.load("a short way")
    with pytest.raises(WrongUse, match="have a passphrase"), file.changing("", cost=QUICK):
        pass
    assert list(file.load("a long way").matches) == [gid]


def test_the_entrusted_keys_do_all_that_needs_no_human(table, tmp_path):
    desks = []
    for player in table:
        file, _gid = trusted(player, tmp_path / player.name / "keys.json")
        desks.append(EntrustedDesk(player.desk.home, file.load(), clock=lambda: 1_800_000_000))
    made = dict.fromkeys(TINY.seats, 0)
    for _ in range(8):
        for player, desk in zip(table, desks, strict=True):
            receipts, troubles = desk.take_arrivals(demo._came(player.tray))
            player.tray.clear()
            assert troubles == []
            assert [r.sent for r in receipts if r.sent] == []  # the courier sends, not the desk
            made[player.name] += sum(r.made for r in receipts)
            for path in player.desk.send(player.folder):
                demo._carry(path, player, table)
    assert all(made.values())
    for player in table:  # the persons' own desks go on from there: everybody is asked for something
        with player.desk.game(player.folder) as game:
            assert [d.kind for d in game.match.mine()] == ["seal"]
            assert game.match.held_back == {}


def test_the_entrusted_keys_sign_in_no_other_match(table, tmp_path):
    player = table[0]
    file, gid = trusted(player, tmp_path / "keys.json")
    people = [p.desk.home.card().id for p in table]
    other = new_genesis(player.desk.identity.master, TINY, people, {}, nonce=bytes(15) + b"x")
    desk = EntrustedDesk(player.desk.home, file.load())
    assert desk.masters(other) == {}
    (keys,) = file.load().keys(gid).values()
    with pytest.raises(ValueError, match="another seat or match"):
        keys_of(keys, unb64(other.id), 0)
    with pytest.raises(ValueError, match="another seat or match"):
        keys_of(keys, keys.gid, 1)
    theirs = SeatKeys.derive(player.desk.identity.master, unb64(other.id), 0)
    assert not {keys.sign_seed, keys.gs, keys.box_seed} & {theirs.sign_seed, theirs.gs, theirs.box_seed}


def test_the_entrusted_keys_take_no_seat(table):
    player = table[0]
    people = [p.desk.home.card().id for p in table]
    genesis = new_genesis(player.desk.identity.master, TINY, people, {}, nonce=bytes(16))
    keys = SeatKeys.derive(player.desk.identity.master, unb64(genesis.id), 0)
    match = Match(genesis, TINY, TINY.data_files(None), masters={0: keys})
    with pytest.raises(NotYourTurn, match="identity of its person"):
        match.join(0)
    assert match.feeds.by_id == {}


def test_nothing_is_entrusted_before_a_seat_is_taken(tmp_path):
    player = demo.Player(tmp_path / "a", "a", {"red": "random"}, TINY, lambda: 1_767_225_600)
    me = player.desk.home.card().id
    player.desk.new_match(TINY, dict.fromkeys(TINY.seats, me), {}, player.folder, policy="mover")
    with pytest.raises(NotYourTurn, match="no seat of this match is taken"):
        hand_over(player.desk, player.folder)


def test_a_match_kept_in_memory_sees_what_the_person_wrote(table, tmp_path):
    player = table[1]
    file, _gid = trusted(player, tmp_path / "keys.json")
    desk = EntrustedDesk(player.desk.home, file.load(), clock=lambda: 1_800_000_000)
    desk.take_arrivals(demo._came(player.tray))
    with desk.game(player.folder) as game:
        held = game.match
    with player.desk.game(player.folder) as game:
        game.match.note(1, "I was here")
        count = len(game.match.feeds.by_id)
    with desk.game(player.folder) as game:
        assert game.match is held
        assert len(held.feeds.by_id) == count
    text = (player.folder / "game.pbem").read_bytes()
    (player.folder / "game.pbem").write_bytes(text[: -len(text.splitlines(keepends=True)[-1])])
    with desk.game(player.folder) as game:  # shortened by hand: read anew, and it may not sign before it has all again
        assert game.match is not held
        assert set(game.match.held_back) == {1}


def test_what_is_verified_while_a_match_stays_in_memory_is_noted(table, tmp_path, monkeypatch):
    player = table[1]
    file, _gid = trusted(player, tmp_path / "keys.json")
    desk = EntrustedDesk(player.desk.home, file.load(), clock=lambda: 1_800_000_000)
    with desk.game(player.folder):
        pass
    desk.take_arrivals(demo._came(player.tray))  # others' records, signatures checked, while the match is kept
    checks = counted(monkeypatch)
    with EntrustedDesk(player.desk.home, file.load()).game(player.folder) as game:
        assert len(game.match.feeds.by_id) > 2
    assert checks == []


def test_what_a_reading_verified_the_next_one_does_not_verify(table, monkeypatch):
    player = table[1]
    log, cache = player.folder / "game.pbem", player.desk.cache(player.folder)
    cache.path.unlink()
    checks = counted(monkeypatch)
    first = read(log, player.desk.masters, cache=cache)
    assert len(checks) == len(first.feeds.by_id) > 0
    again = read(log, player.desk.masters, cache=cache)
    assert len(checks) == len(first.feeds.by_id)
    assert again.rounds.digest == first.rounds.digest


def test_what_was_not_signed_is_not_noted_by_a_reading(table):
    player = table[1]
    log, cache = player.folder / "game.pbem", player.desk.cache(player.folder)
    lines = log.read_bytes().splitlines(keepends=True)
    sig = lines[-1].index(b'"s":"') + 5
    log.write_bytes(b"".join(lines[:-1]) + lines[-1][:sig] + b"A" * 86 + lines[-1][sig + 86 :])
    cache.path.unlink()
    read(log, player.desk.masters, cache=cache)
    assert cache.checked(LogFile(log, CODEC.decode).read().events) == len(lines) - 1


def counted(monkeypatch):
    """The ids of the events whose signatures are verified from now on."""
    seen = []

    def counting(event, pk):
        seen.append(event.id)
        return original(event, pk)

    original = feeds.verify_event
    monkeypatch.setattr(feeds, "verify_event", counting)
    return seen
