"""What is told of a match that was played with another build of its rules: nobody is accused of what that explains."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import tiny
from pbem.audit.verify import verify
from records import decoded, finished

SOURCE = Path(tiny.__file__).read_text(encoding="utf-8")
CHANGES = {
    "other order": ("    for i in range(2):\n        for seat in order:\n",
                    "    for seat in order:\n        for i in range(2):\n"),
    "another turn": ("while state.turn <= state.turns:", "while state.turn <= state.turns + 1:"),
    "a turn less": ("while state.turn <= state.turns:", "while state.turn < state.turns:"),
    "richer": ("raider.gold += ", "raider.gold += 1 + "),
}
OURS = "0.1.0+0123456789ab"


@pytest.fixture
def judged(monkeypatch):
    """The report of a build that has another name than the one recorded, and one change of the rules."""
    monkeypatch.setattr("pbem.match.desync.build_of", lambda ruleset: OURS)

    def report(lines, change):
        assert CHANGES[change][0] in SOURCE
        module = ModuleType("otherwise")
        monkeypatch.setitem(sys.modules, "otherwise", module)
        exec(compile(SOURCE.replace(*CHANGES[change]), "otherwise", "exec"), module.__dict__)
        return verify(lines, "full", find_ruleset=lambda engine: module.TINY)

    return report


@pytest.mark.parametrize("change", CHANGES)
def test_what_another_build_explains_is_told_once_and_nobody_signed_it_wrongly(judged, change):
    report = judged(finished(8, turns=2, notes=False), change)
    (finding,) = report.findings
    assert (finding.kind, finding.seat, report.status) == ("build", "", 4)
    assert finding.text.endswith(f"ours is {OURS}: nobody is accused")
    assert report.gaps == ()


def test_nobody_is_asked_for_what_another_build_may_not_have_waited_for(judged):
    """An event lacks which the rules here wait for, after the first position in which the two builds differ."""
    lines = finished(8, turns=2, notes=False)
    (first,) = judged(lines, "richer").findings
    events = [event for event in decoded(lines)[1:] if event.msg.r <= first.round + 5]
    last = {event.seat: event for event in events}
    missed = next(event for event in last.values() if first.round < event.msg.r < first.round + 5)
    report = judged([lines[0], *(event.line for event in events if event is not missed)], "richer")
    assert ([finding.kind for finding in report.findings], report.gaps) == (["build"], ())
