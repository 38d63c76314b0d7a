"""Bundles as files: one form and no other; what is larger, named or packed otherwise is refused with one clear line."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
import zlib

import pytest

from pbem.audit.bundle import archive
from pbem.audit.bundle.archive import LOG, README, SUMS, data_of, is_name, pack, read_bundle, sums, unpack
from pbem.errors import BadRecord, WrongUse

FILES = {
    README: b"read me\n",
    LOG: b'{"c":1}\n' * 40,
    "keys.txt": b"",
    "red-3.proof.jsonl": b"proof",
    "data/map.toml": b"a=1",
}

PACKED = (
    "another program has packed it again: README.txt is compressed or locked, and in a bundle nothing is; no player is "
    "accused")


def zipped(files, *, method=zipfile.ZIP_STORED, comment=b"", **fields):
    """A zip file of anything, made as others make them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        made.comment = comment
        for name, content in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o644 << 16, method
            for field, value in fields.items():
                setattr(entry, field, value)
            made.writestr(entry, content)
    return out.getvalue()


def whole(files=FILES):
    """The files with their digests, as the bundle has them."""
    return {**files, SUMS: sums(files)}


def refusal(raw):
    with pytest.raises(BadRecord) as caught:
        unpack(raw)
    assert (caught.value.hint or "").startswith(("ask for it", f"if a {LOG} is in it")), "what to do is said"
    return caught.value.why


def test_a_bundle_comes_back_as_it_was():
    assert unpack(pack(FILES)) == whole()
    assert list(unpack(pack(FILES))) == [*FILES, SUMS]
    assert data_of(unpack(pack(FILES))) == {"map.toml": b"a=1"}


def test_the_same_files_give_the_same_bytes():
    assert pack(FILES) == pack(dict(FILES)) == zipped(whole().items())


def test_the_list_of_digests_is_one_that_sha256sum_reads():
    assert sums({"keys.txt": b""}) == b"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  keys.txt\n"


@pytest.mark.parametrize(
    "name",
    ["../game.pbem", "/etc/passwd", "data/../x.toml", "data/x/y.toml", "..\\game.pbem", "C:\\x", "game.pbem\0.txt", "",
     "x.txt", "data/", "GAME.pbem", "red-3.proof.jsonl/x", "data/.toml", "\u202etxt.emag", "-rf", "data/x.toml\n"],
)  # fmt: skip
def test_names_that_no_bundle_has(name):
    assert not is_name(name)
    if name and "\0" not in name:
        why = refusal(zipped([*whole().items(), (name, b"x")]))
        assert "which no bundle has" in why
        assert why.isprintable()


def test_a_name_that_is_cut_short_by_a_nought_is_refused():
    raw = zipped([*whole().items(), ("keys.txtX.txt", b"x")]).replace(b"keys.txtX.txt", b"keys.txt\0.txt")
    assert "which no bundle has" in refusal(raw)


def test_a_file_that_stands_there_twice():
    with pytest.warns(UserWarning, match="Duplicate name"):
        raw = zipped([*whole().items(), (LOG, b"another")])
    assert refusal(raw) == "it holds game.pbem twice"


def test_what_is_packed_is_refused_before_it_is_unpacked():
    bomb = {LOG: bytes(50_000_000)}
    raw = zipped(whole(bomb).items(), method=zipfile.ZIP_DEFLATED)
    assert len(raw) < 100_000
    assert refusal(raw) == f"game.pbem claims 50,000,000 bytes, the bundle has {len(raw):,}"
    small = zipped(whole().items(), method=zipfile.ZIP_DEFLATED)
    assert refusal(small) == PACKED


class Counted(io.BytesIO):
    """A file that counts what is read of it."""

    count = 0

    def read(self, size=-1):
        content = super().read(size)
        self.count += len(content)
        return content


HEAD, ENTRY, TAIL = struct.Struct("<4s5H3L2H"), struct.Struct("<4s6H3L5H2L"), struct.Struct("<4s4H2LH")
NAMES = (LOG, SUMS, *(f"a-{i}.proof.jsonl" for i in range(93)))


def listing(entries, at):
    """The list at the end of a zip file: of each entry the name, what its head says, and where it is said to stand."""
    made = b"".join(
        ENTRY.pack(b"PK\x01\x02", 20 | 3 << 8, *said, 0, 0, 0, 0o644 << 16, offset) + name.encode()
        for name, said, offset in entries
    )
    return made + TAIL.pack(b"PK\x05\x06", 0, 0, len(entries), len(entries), len(made), at, 0)


def overlapping(content, *, quoted):
    """A zip file of 95 files that share their bytes: each holds the heads of the next ones, or all are one."""
    entries = []
    for name in reversed(NAMES):
        said = (20, 0, 0, 0, 33, zlib.crc32(content), len(content), len(content), len(name), 0)
        entries.append((name, said, len(content)))
        if quoted:
            content = HEAD.pack(b"PK\x03\x04", *said) + name.encode() + content
    if not quoted:
        content = HEAD.pack(b"PK\x03\x04", *said) + name.encode() + content
    offsets = [len(content) - HEAD.size - len(n) - size if quoted else 0 for n, _, size in entries]
    listed = [(n, said, at) for (n, said, _), at in zip(entries, offsets, strict=True)][::-1]
    return content + listing(listed, len(content))


@pytest.mark.parametrize(("at", "said"), [(8, struct.pack("<H", 1)), (20, struct.pack("<L", 7))], ids=["lock", "size"])
def test_a_file_that_is_locked_or_shorter_than_it_says_is_refused_with_its_name(at, said):
    raw = bytearray(pack(FILES))
    entry = raw.index(b"PK\x01\x02") + at  # of the first file in the list at the end
    raw[entry : entry + len(said)] = said
    assert refusal(bytes(raw)) == PACKED


@pytest.mark.parametrize("quoted", [True, False])
def test_files_that_share_their_bytes_are_refused_before_they_are_read(quoted):
    raw = overlapping(bytes(2_000_000), quoted=quoted)
    assert len(raw) < 2_020_000
    with zipfile.ZipFile(io.BytesIO(raw)) as opened:
        entries = opened.infolist()
        assert len(entries) == 95
        assert sum(entry.file_size for entry in entries) >= 190_000_000
    stream = Counted(raw)
    with pytest.raises(BadRecord, match=r"its files would take 190,.* bytes, the bundle has 2,0") as caught:
        archive.read_stream(stream)
    assert "pbem evidence" in (caught.value.hint or "")
    assert stream.count < 5 * archive.MOST_DIRECTORY


def test_a_bundle_is_read_once_and_held_once():
    content = bytes(5_000_000)
    stream = Counted(pack({**FILES, LOG: content}))
    size = len(stream.getbuffer())
    tracemalloc.start()
    assert archive.read_stream(stream)[LOG] == content
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert stream.count < size + 5 * archive.MOST_DIRECTORY
    assert peak < size + 2**20


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 99])
def test_every_way_to_pack_is_refused(method):
    if method == 99:
        raw = bytearray(pack(FILES))
        raw[raw.index(b"PK\x01\x02") + 10] = method
    else:
        raw = zipped(whole({LOG: random.Random(1).randbytes(99)}).items(), method=method)
    assert refusal(bytes(raw)).endswith("is compressed or locked, and in a bundle nothing is; no player is accused")


@pytest.mark.parametrize("where", [6, 7])
def test_a_locked_file_is_refused(where):
    """Bit 0: encrypted. Bit 11: another alphabet of names."""
    for place, at in ((b"PK\x01\x02", where + 2), (b"PK\x03\x04", where)):
        raw = bytearray(pack(FILES))
        raw[raw.index(place) + at] |= 1 if where == 6 else 8
        assert refusal(bytes(raw)) in (
            PACKED,
            "this zip file is not packed as pbem packs it",
        )


@pytest.mark.parametrize("at", [4, 8, 10, 12, 14, 18, 22, 26, 28, 30])
def test_a_head_that_says_anything_but_the_list_is_refused(at):
    raw = bytearray(pack(FILES))
    raw[at] ^= 1
    assert refusal(bytes(raw)) == "this zip file is not packed as pbem packs it"


@pytest.mark.parametrize("size", [2**32 - 2, 10**6])
def test_huge_declared_sizes(size):
    raw = bytearray(pack(FILES))
    at = raw.index(b"PK\x01\x02", raw.index(b"PK\x01\x02") + 4)  # the log's entry in the list at the end
    raw[at + 20 : at + 28] = struct.pack("<LL", size, size)
    assert refusal(bytes(raw)) == f"game.pbem claims {size:,} bytes, the bundle has {len(raw):,}"


def test_more_files_than_a_bundle_has():
    raw = zipped([(f"a-{i}.proof.jsonl", b"") for i in range(archive.MOST_FILES + 1)])
    assert "it lists more than 96 files" in refusal(raw)
    end = bytearray(pack(FILES))
    end[-10:-6] = struct.pack("<L", 2**31)
    assert "it lists more than 96 files" in refusal(bytes(end))


def test_a_wide_zip_is_refused_before_its_list_is_read():
    raw = pack(FILES)
    wide = raw[:-22] + b"PK\x06\x07" + bytes(16) + raw[-22:]
    assert "it lists more than 96 files" in refusal(wide)


@pytest.mark.parametrize("change", ["comment", "before", "after", "owner", "date", "extra", "order"])
def test_whatever_else_can_stand_in_a_zip_file_is_refused(change):
    files = list(whole().items())
    raw = {
        "comment": lambda: zipped(files, comment=b"x"),
        "before": lambda: b"PK\x03\x04" + pack(FILES),
        "after": lambda: pack(FILES) + b"x",
        "owner": lambda: zipped(files, external_attr=0o120777 << 16),  # a link
        "date": lambda: zipped(files, date_time=(2020, 1, 1, 0, 0, 0)),
        "extra": lambda: zipped(files, extra=b"\x01\x00\x01\x00x"),
        "order": lambda: zipped([files[1], files[0], *files[2:]]),
    }[change]()
    assert refusal(raw)


def test_an_edited_file_is_named():
    files = whole()
    files[LOG] += b"more\n"
    why = "game.pbem in this bundle is not the one in its list of digests: it was changed"
    assert refusal(zipped(files.items())) == why


def test_every_bundle_has_a_log_and_digests():
    assert "there is no game.pbem in it" in refusal(zipped(whole({"keys.txt": b"x"}).items()))
    assert "there is no SHA256SUMS in it" in refusal(zipped(FILES.items()))


def test_no_flipped_bit_and_no_cut_passes():
    raw, rng = pack(FILES), random.Random(1)
    for at in rng.sample(range(len(raw)), 300):
        assert refusal(raw[:at] + bytes([raw[at] ^ (1 << rng.randrange(8))]) + raw[at + 1 :])
    for cut in rng.sample(range(len(raw)), 50):
        assert refusal(raw[:cut])
    for junk in (b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"x" * 1_000):
        assert refusal(junk)


def test_bounds(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 2**20 + 100)
    with pytest.raises(WrongUse, match="bytes at most"):
        pack(FILES)
    path = tmp_path / "big.zip"
    path.write_bytes(bytes(2**20 + 101))
    with pytest.raises(BadRecord, match=r"big.zip: 1,048,677 bytes, the limit is 1,048,676"):
        read_bundle(path)
    with pytest.raises(WrongUse, match="there is no file"):
        read_bundle(tmp_path / "none.zip")
    with pytest.raises(WrongUse, match="not a plain file"):
        read_bundle(tmp_path)
