"""`pbem demo anaconda`: a whole match by packets, verified and audited, within its bar."""

from __future__ import annotations

import resource

import pytest

from desks import Desks

BAR = 60  # seconds of processors, of which a run takes about a quarter


def cpu() -> float:
    """What this process and those that it waited for have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.mark.slow
def test_the_demo_is_verified_and_audited_within_a_minute(tmp_path):
    before = cpu()
    said = Desks(tmp_path).must("zoe", "demo", "anaconda", "--folder", tmp_path / "played", at=tmp_path)
    assert cpu() - before < BAR
    assert "verify: sound (full); dice witnessed (mover+others)" in said.out
    assert "audit: honest (audit)" in said.out
