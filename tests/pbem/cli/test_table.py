"""`pbem table` as a command: what it prints, how it begins and ends. What the page is told: `tests/pbem/web`."""

from __future__ import annotations

import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from at_table import started
from costs import TRIES
from desks import Desks, people_of
from pbem.disk.small import read_strict
from pbem.web.serving import FILE, PLACE, Running

BAR = 1.5  # seconds of a processor, from the command to the end
WITHOUT = "import sys; sys.modules[{!r}] = None; from pbem.cli.main import run; run()"


@pytest.fixture
def ana(tmp_path: Path) -> Desks:
    return people_of(tmp_path, "ana")


def ended(server: subprocess.Popen[str], sign: signal.Signals) -> tuple[int, str, str]:
    """Its status, what else it printed, and its complaints, after a signal."""
    server.send_signal(sign)
    out, told = server.communicate(timeout=20)
    return server.returncode, out, told


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_one_address_line_and_ends_at_a_signal_without_a_word(ana, sign):
    server, address = started(ana, "ana", anew=True)
    assert address.startswith("http://127.0.0.1:")
    file = ana.home("ana") / FILE
    assert file.stat().st_mode & 0o077 == 0
    assert ended(server, sign) == (0, "", "")
    assert not file.exists()


def test_it_starts_within_a_second_and_a_half_and_ends(ana):
    def took() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        server, _ = started(ana, "ana", anew=True)
        assert ended(server, signal.SIGTERM)[0] == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert any(took() < BAR for _ in range(TRIES))


def test_a_second_one_gives_another_address_of_the_first(ana):
    server, address = started(ana, "ana", anew=True)
    again = ana.run("ana", "table", "--no-open")
    assert (again.status, again.out.count("\n")) == (0, 1)
    assert again.err == "a table of this home runs already\n"
    other = again.out.removeprefix("open ").strip()
    assert other != address
    assert other.rpartition("/")[0] == address.rpartition("/")[0]
    assert ended(server, signal.SIGTERM) == (0, "", "")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_it_starts_again_where_it_was_for_pages_that_are_open_and_lets_nobody_in_by_the_old_cookie(ana, sign):
    server, address = started(ana, "ana")
    cookie = read_strict(ana.home("ana") / FILE, Running).cookie
    ended(server, sign)
    again, other = started(ana, "ana")
    assert other != address
    assert other.rpartition("/")[0] == address.rpartition("/")[0]
    assert read_strict(ana.home("ana") / FILE, Running).cookie != cookie
    assert ended(again, signal.SIGTERM) == (0, "", "")
    with socket.socket() as somebody:
        somebody.bind(("127.0.0.1", int(address.split(":")[2].partition("/")[0])))
        somebody.listen()
        elsewhere, third = started(ana, "ana")
    assert third.split("/")[2:4] != address.split("/")[2:4]
    assert third.split("/")[3] != address.split("/")[3], "whoever listens there now may have been told the path"
    assert ended(elsewhere, signal.SIGTERM) == (0, "", "")


@pytest.mark.parametrize("content", [
    b"no json\n", b'{"path":"/../../../etc/pass","port":80}\n', b'{"path":"/AAAAAAAAAAAAAAAA","port":-1}\n',
    b'{"path":"/AAAAAAAAAAAAAAAA","port":99999999999}\n', b'{"path":"/AAAA;Domain=evil","port":4000}\n',
])  # fmt: skip
def test_what_no_table_wrote_says_nothing_of_where_to_start(ana, content):
    (ana.home("ana") / PLACE).write_bytes(content)
    (ana.home("ana") / PLACE).chmod(0o600)
    server, address = started(ana, "ana")
    assert address.split("/")[3] not in content.decode()
    assert ended(server, signal.SIGTERM) == (0, "", "")


def test_a_port_in_use_is_said_by_its_status_and_nothing_is_left(ana):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = ana.run("ana", "table", "--no-open", "--port", port)
    assert (done.status, done.out) == (7, "")
    assert done.complaint == f"pbem: error: port {port} cannot be used: address already in use"
    assert "name another with --port" in done.err
    assert not (ana.home("ana") / FILE).exists()


@pytest.mark.parametrize("port", ["-1", "65536", "web"])
def test_what_is_no_port_is_wrong_use(ana, port):
    done = ana.run("ana", "table", "--no-open", f"--port={port}")
    assert (done.status, done.out) == (2, "")
    assert done.complaint.startswith("pbem: error: invalid value for '--port'")


@pytest.mark.parametrize("package", ["uvicorn", "starlette"])
def test_without_the_extra_it_says_how_to_install_it(ana, package):
    program = [sys.executable, "-c", WITHOUT.format(package), "table", "--no-open"]
    done = subprocess.run(program, env=ana.environment("ana"), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (8, "")
    error, hint = done.stderr.splitlines()
    assert error == f"pbem: error: the extra web is not installed ({package})"
    assert hint == "pbem: hint: pip install 'pbem[web]'"
