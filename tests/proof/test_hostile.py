"""Files that want to harm the page's reader: bounded, linear, one clear line (2.18)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from second import MODULES, Second, second

from pbem.audit.verify import verify
from pbem.show.html.document import READER
from records import TINY_ONLY, finished


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Second]:
    with second(tmp_path_factory.mktemp("proof")) as reader:
        yield reader


GOOD = b"".join(finished())
FRAME = b'{"c":%b,"s":"' + b"A" * 86 + b'"}\n'
HOSTILE = {
    "nothing": b"",
    "newlines": b"\n" * 60_000,
    "a PDF": b"%PDF-1.7\n" + random.Random(1).randbytes(200_000),
    "deep": FRAME % (b"[" * 60_000),
    "deep and closed": FRAME % (b"[" * 32_000 + b"]" * 32_000),
    "long numbers": FRAME % (b'{"kind":"note","n":' + b"9" * 5_000 + b"}"),
    "half a character": FRAME % rb'{"kind":"\ud800"}',
    "no UTF-8": FRAME % b'{"kind":"\xff\xfe"}',
    "a long line": b"x" * 3_000_000 + b"\n",
    "proto": FRAME % b'{"__proto__":{"kind":"note"},"kind":"constructor"}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_log_is_told_in_a_line(page, tmp_path, name):
    log = tmp_path / "hostile.pbem"
    log.write_bytes(HOSTILE[name])
    found = page.read(log)
    assert found["verdict"] == "damaged"
    assert found["line"].startswith("This is no log of a match that can be judged: ")
    assert len(found["line"]) < 200


@pytest.mark.parametrize("name", HOSTILE)
def test_behind_a_good_log_it_is_damage_as_for_verify(page, tmp_path, name):
    log = tmp_path / "hostile.pbem"
    log.write_bytes(GOOD + HOSTILE[name])
    report, found = verify(log, "full", find_ruleset=TINY_ONLY), page.read(log)
    assert found["verdict"] == ("damaged" if HOSTILE[name] else "sound")
    assert (found["records"], found["signatures"]) == (report.events, report.signatures)
    assert not found["accused"]


@pytest.mark.slow
@pytest.mark.parametrize("tail", [GOOD, b"{}\n", b"x" * 65_000 + b"\n"], ids=["again", "no events", "long"])
def test_fifty_megabytes_end(page, tmp_path, tail):
    log = tmp_path / "large.pbem"
    log.write_bytes(GOOD + tail * (50_000_000 // len(tail)))
    found = page.read(log)
    assert found["verdict"] == ("sound" if tail == GOOD else "damaged")
    assert found["records"] == len(finished())


def test_the_reader_is_small_and_all_of_it_is_in_the_page():
    files = sorted(file.relative_to(MODULES).with_suffix("").as_posix() for file in MODULES.rglob("*.js"))
    assert files == sorted(READER)
    own = [Path(MODULES / f"{name}.js") for name in READER if not name.startswith("vendor")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in own) <= 900
