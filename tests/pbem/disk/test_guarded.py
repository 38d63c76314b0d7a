"""A process that does work for another: what it does when that one is gone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pbem.disk import guarded


def asks_once(said: bytes, ask: guarded.Ask) -> bytes:
    """The work of these tests."""
    return ask(said)


@pytest.mark.parametrize("heard", [False, True], ids=["nothing", "that it is ready"])
def test_a_process_whose_beginner_is_gone_ends_without_a_word(heard):
    ours, theirs = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", guarded._RUN, f"{__name__}:asks_once"], stdin=subprocess.PIPE, stdout=theirs,
        stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.path.dirname(__file__)},
    ) as begun:
        os.close(theirs)
        if heard:
            assert os.read(ours, 5) == b"\0\0\0\0r"
        os.close(ours)  # what it is given stays open: only what it says finds nobody
        if heard:
            begun.stdin.write(b"\0\0\0\1tx")
            begun.stdin.flush()
        assert begun.wait(timeout=60) == 0
        assert begun.stderr.read() == b""
