"""One look of a courier at a mailbox of hostile mails, in a process of its own: what it costs.

    python tests/heavy.py HOME MAIL...   # one line of JSON: seconds, the peak of memory in bytes, what is said
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

MIB = 2**20
SIGNATURE = "A" * 86


def line_of(core: str) -> bytes:
    """A line that is framed as a record, whatever is in it."""
    return b'{"c":' + core.encode() + b',"s":"' + SIGNATURE.encode() + b'"}\n'


def rubbish(count: int, game: str = "") -> bytes:
    """So many lines that are framed as records and are none; of a match, as far as can be seen, if one is named."""
    named = f'"game":"{game}",' if game else ""
    return b"".join(line_of(f'{{{named}"n":{number}}}') for number in range(count))


def forged(count: int, game: str) -> bytes:
    """Records of a match that are right but for their signatures."""
    digest = "A" * 43
    return b"".join(
        line_of(
            f'{{"body":{{"text":"x"}},"feed":"{digest}","game":"{game}","kind":"note","n":{number},'
            f'"prev":"{digest}","r":1,"seat":1,"t":1}}')
        for number in range(1, count + 1)
    )


def packets(lines: bytes, most: int = 8 * MIB) -> list[bytes]:
    """The lines in as few packets as hold them, not looked at."""
    from pbem.post.packet import MAGIC

    made, start = [], 0
    while start < len(lines):
        end = lines.rfind(b"\n", start, start + most) + 1
        made.append(MAGIC + zlib.compress(lines[start:end], 9))
        start = end
    return made


def look(home: Path, mails: list[bytes]) -> dict[str, object]:
    """What one look at these mails costs a courier that has started in a process of its own."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.eml" for number in range(len(mails))]
        for path, mail in zip(paths, mails, strict=True):
            path.write_bytes(mail)
        ran = subprocess.run(
            [sys.executable, __file__, str(home), *map(str, paths)], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)})
    return json.loads(ran.stdout)


def _peak() -> int:
    """The most memory that this process ever had, in bytes; what `ru_maxrss` says begins with that of its parent."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _main(root: Path, mails: list[Path]) -> None:
    import time

    from mailing import SETTINGS, Clock, mail_settings
    from pbem import ruleset
    from pbem.courier.courier import Courier
    from pbem.courier.journal import Journal
    from pbem.courier.service import alone, trust_file
    from pbem.courier.ways import MailWay
    from pbem.home import Home
    from postal import FakeBox, FakeSender, Office
    from tiny import TINY

    ruleset._load = lambda name: TINY
    home, office, clock, said = Home(root), Office(), Clock(), []

    class Site:
        address = home.card().address

    class Files(FakeBox):
        """Mails that lie in files until they are fetched."""

        def whole(self, uid: int) -> bytes:
            return mails[uid - 1].read_bytes()

    for path in mails:
        with path.open("rb") as file:
            office.put(Site.address, file.read(4_096))
    sizes = [path.stat().st_size for path in mails]
    box = Files(office, Site.address)
    heads = box.heads
    import dataclasses

    box.heads = lambda uids: [dataclasses.replace(h, size=sizes[h.place - 1]) for h in heads(uids)]
    trust = trust_file(home).load()
    with alone(home) as beside:
        courier = Courier(home, SETTINGS, Journal(beside), [MailWay(mail_settings(Site), box, FakeSender(office))],
                          lambda: trust, clock, lambda one: said.append(f"{one.about}: {one.text}"))
        before = _peak()
        started = time.perf_counter()
        courier.look()
        seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "peak": _peak(), "before": before, "said": said}))


if __name__ == "__main__":
    _main(Path(sys.argv[1]), [Path(one) for one in sys.argv[2:]])
