"""What holds for all tests: they are the same each time, on each machine, however crowded it is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import luck

# Compiled code is kept, whatever the machine says: else every program that a test starts compiles all of pbem anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What tests write stands in memory: on a disk each file that takes the place of another is waited for, synced or not.
MEMORY, ROOM = "/dev/shm", 4 << 30  # bytes that must be free there
if os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
    os.environ.setdefault("TMPDIR", MEMORY)


def written(descriptor: int) -> None:
    """Instead of `os.fsync`: who is killed here leaves what was written to the system, so no test waits for a disk."""
    os.fstat(descriptor)  # what is not open cannot be synced


os.fsync = written

LUCK = luck.Luck()
luck.fixed(LUCK)

# How long an example takes is no test: machines are shared. Which examples there are is nobody's luck.
settings.register_profile(
    "pbem", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", derandomize=False, database=None, deadline=None, max_examples=2000)
settings.load_profile("search" if os.environ.get("PBEM_SEARCH") else "pbem")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    with LUCK.of(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, Any, Any]:
    """What several tests share is the same whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with LUCK.of(f"{fixturedef.baseid}::{fixturedef.argname}[{getattr(request, 'param_index', 0)}]"):
        return (yield)
