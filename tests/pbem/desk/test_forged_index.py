"""Who owns the folder of a match, but not the key of its home, makes nothing of his count (protocol 2.14)."""

from __future__ import annotations

import shutil
from itertools import product
from typing import NamedTuple

import msgspec
import pytest

from kept_files import FILES, counts, files_of, from_start, play_on, put, same
from pbem.desk.desk import SAVED, Desk
from pbem.desk.saved import SavedPlayFile
from pbem.lab.long import _Played
from pbem.lab.march import MARCH, SEATS, installed
from pbem.match.kept_bytes import columns_in, indexed, packed, packed_columns
from pbem.record.log import LOG_NAME
from tiers import tiers

TAG = 16
QUICK = {("middle", "late", "late"), ("other", "late", "late"), ("late", "other", "late"), ("late", "late", "other")}
MIXES = list(product(("early", "middle", "late", "other"), repeat=3))


class Scene(NamedTuple):
    """A match that one person plays alone, and what lay in its folder at four moments; `other` is another way on."""

    mine: _Played
    early: dict[str, bytes]
    middle: dict[str, bytes]
    late: dict[str, bytes]
    other: dict[str, bytes]


@pytest.fixture(autouse=True)
def march():
    with installed():
        yield


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    root = tmp_path_factory.mktemp("forged")
    with installed():
        mine = _Played(root / "one", 100)
        early = files_of(mine)
        shutil.copytree(root / "one", root / "two")
        play_on(mine)
        middle = files_of(mine)
        play_on(mine)
        late = files_of(mine)
        shutil.rmtree(root / "one")
        (root / "two").rename(root / "one")
        with mine.desk.game(mine.folder) as game:
            game.match.note(0, "so this is another way on")
        play_on(mine, 80)
        return Scene(mine, early, middle, late, files_of(mine))


def test_each_moment_counts_by_itself(scene):
    for files in scene[1:]:
        put(scene.mine, files)
        assert counts(scene.mine)
    assert scene.late["game.index"] != scene.other["game.index"]


@pytest.mark.parametrize(("opened", "index", "log"), tiers(MIXES, quick=QUICK))
def test_files_of_several_moments(scene, opened, index, log):
    """What is kept counts if index and log go on from those with which it was written, and then it is the same."""
    opened, index, log = getattr(scene, opened), getattr(scene, index), getattr(scene, log)
    put(scene.mine, log, game_open=opened["game.open"], game_index=index["game.index"])
    fits = all(there[name].startswith(opened[name]) for there, name in ((index, "game.index"), (log, LOG_NAME)))
    assert counts(scene.mine) == fits
    same(scene.mine)


def test_files_sealed_anew_by_who_knows_all_but_the_key(scene):
    mine, before = scene.mine, scene.late
    put(mine, before)
    match = from_start(mine)
    file = mine.desk.saved(mine.folder)
    bound = file._bound(match.genesis, match.ruleset, match._secrets)
    found = indexed(file._open(before["game.open"], bound))
    parts = parts_of(before["game.index"])
    forger = SavedPlayFile(file.path, bytes(32))
    tag, made = bytes(TAG), b""
    for one, old in zip(parts, [bytes(TAG), *(part[-TAG:] for part in parts)], strict=False):
        content = columns_in(file._open(one[4:], bound + old))
        made += (part := forger._seal(packed_columns(content), bound + tag))
        tag = part[-TAG:]
    lie = msgspec.structs.replace(found.kept, saved=msgspec.structs.replace(found.kept.saved, takebacks=((9, 1),)))
    for kept in (found.kept, lie):
        whole = msgspec.structs.replace(found, length=len(made), tag=tag, kept=kept)
        opened = forger._seal(packed(whole), bound)[4:]
        put(mine, before, game_open=opened, game_index=made)
        assert forger.load(match.genesis, match.ruleset, match._secrets, before[LOG_NAME]) is not None, "well made"
        for files in ({"game_open": opened, "game_index": made}, {"game_open": opened}, {"game_index": made}):
            put(mine, before, **files)
            assert not counts(mine, match)
    same(mine)


def parts_of(index):
    """The parts of an index, each with its length in front."""
    found = []
    while index:
        size = 4 + int.from_bytes(index[:4], "big")
        found.append(index[:size])
        index = index[size:]
    return found


def test_parts_of_an_index_taken_out_doubled_swapped_or_of_another_length(scene):
    mine, before = scene.mine, scene.late
    put(mine, before)
    match, parts = from_start(mine), parts_of(before["game.index"])
    other = parts_of(scene.other["game.index"])
    common = next(at for at, (one, two) in enumerate(zip(parts, other, strict=False)) if one != two)
    assert 1 < common < len(parts) - 1
    forged = [[*parts[:common], other[common], *parts[common + 1 :]], [*parts[:common], *other[common:]]]
    for at in range(len(parts)):
        rest = parts[at + 1 :]
        forged += [[*parts[:at], *rest], [*parts[:at], parts[at], *parts[at:]]]
        forged += [[*parts[:at], length.to_bytes(4, "big") + parts[at][4:], *rest]
                   for length in (0, 1, len(parts[at]), 2**31, 2**32 - 1)]
        if rest:
            forged.append([*parts[:at], rest[0], parts[at], *rest[1:]])
    for one in forged:
        content = b"".join(one)
        put(mine, before, game_index=content)
        assert counts(mine, match) == content.startswith(before["game.index"])
    same(mine)


def test_another_way_on_of_the_same_length(scene):
    """The last part as this home would have written it after other rounds, byte for byte as long."""
    mine, before = scene.mine, scene.late
    put(mine, before)
    match, parts = from_start(mine), parts_of(before["game.index"])
    file = mine.desk.saved(mine.folder)
    bound = file._bound(match.genesis, match.ruleset, match._secrets) + parts[-2][-TAG:]
    columns = columns_in(file._open(parts[-1][4:], bound))
    columns.digests = bytes(32) + columns.digests[32:]
    other = file._seal(packed_columns(columns), bound)
    assert len(other) == len(parts[-1])
    put(mine, before, game_index=b"".join([*parts[:-1], other]))
    assert not counts(mine, match)
    same(mine)


def test_a_length_of_zero_does_not_go_on_for_ever(scene):
    mine = scene.mine
    put(mine, scene.late, game_index=bytes(len(scene.late["game.index"])))
    assert not counts(mine)
    same(mine)


@pytest.mark.parametrize("names", [(FILES[0],), (FILES[1],), FILES], ids=" ".join)
def test_files_of_another_match_of_this_home(scene, tmp_path, names):
    mine = scene.mine
    desk = Desk(mine.desk.home, mine.desk.identity, clock=lambda: 1_767_225_600)
    folder = tmp_path / "second"
    desk.new_match(MARCH, dict.fromkeys(SEATS, desk.home.card().id), {}, folder, policy="mover+others")
    desk.join(folder)
    second = _Played.__new__(_Played)
    second.folder, second.desk = folder, desk
    play_on(second, 60)
    assert counts(second)
    put(mine, scene.late, **{name.replace(".", "_"): (folder / name).read_bytes() for name in names})
    assert not counts(mine)
    same(mine)
    assert (folder / SAVED).exists()
