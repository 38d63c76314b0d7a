"""An order is read once and spelled once on its way to the log; once more only where the log's own words are judged."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from desks import Desks, people_of
from pbem.kit.forms import Forms
from pbem.match.binding import Binding
from pbem.play.requests import Written


class Counting:
    """The form of an answer, which counts how often words are read and an answer is spelled."""

    def __init__(self, form: Any, counts: Counter[str]) -> None:
        self._form, self._counts = form, counts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._form, name)

    def parse(self, say: str) -> Any:
        self._counts["read"] += 1
        return self._form.parse(say)

    def spell(self, answer: Any) -> str:
        self._counts["spelled"] += 1
        say: str = self._form.spell(answer)
        return say


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often typed words and canonical words were read, answers spelled, and the table put back."""
    found: Counter[str] = Counter()
    init, read_orders, rebuild = Written.__init__, Forms.read_orders, Binding._rebuild

    def counted(self: Any, form: Any, check: Any, draft: Any) -> None:
        init(self, Counting(form, found), check, draft)

    def typed(self: Any, *given: Any) -> Any:
        found["typed"] += 1
        return read_orders(self, *given)

    def rewound(self: Any) -> None:
        found["rewound"] += 1
        rebuild(self)

    monkeypatch.setattr(Written, "__init__", counted)
    monkeypatch.setattr(Forms, "read_orders", typed)
    monkeypatch.setattr(Binding, "_rebuild", rewound)
    return found


def first_offer(desks: Desks, who: str) -> str:
    return re.findall(r'pbem do "([^"]+)"', desks.must(who, "next").out)[0]


def counted(counts: Counter[str], desks: Desks, who: str, *words: str) -> tuple[int, int, int, int]:
    counts.clear()
    desks.must(who, *words)
    return counts["typed"], counts["read"], counts["spelled"], counts["rewound"]


def test_a_sealed_set_up_of_angola(desks: Desks, counts: Counter[str]) -> None:
    """Five things are sealed. Each is written before it is drafted; `send` reads the words that were kept."""
    order = first_offer(desks, "ana")
    assert ";" in order
    tried = 1  # whether what was typed is canonical already
    assert counted(counts, desks, "ana", "do", order) == (1, 5 + tried, 5, 0)
    assert counted(counts, desks, "ana", "send") == (0, 5, 5, 0)


@pytest.fixture(scope="module")
def caves(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """A match of Anaconda, in which al Qaeda writes its set-up."""
    root = tmp_path_factory.mktemp("anaconda")
    desks = people_of(root, "ana", "bo")
    seats = ("coalition=me", f"al_qaeda={root / 'bo.card'}")
    desks.must("ana", "new", "anaconda", *seats, "-C", desks.game("ana"), at=root)
    desks.must("bo", "join", packet(desks, "ana"), "-C", desks.game("bo"), at=root)
    for _ in range(2):
        desks.must("ana", "in", packet(desks, "bo"))
        desks.must("bo", "in", packet(desks, "ana"))
    return desks


def packet(desks: Desks, who: str) -> Path:
    return max((desks.game(who) / "out").glob("*.pbem"))


def test_a_written_set_up_of_anaconda(caves: Desks, counts: Counter[str]) -> None:
    """One thing is written: the table plays on over it once, is put back once, and `send` judges it once more."""
    order = first_offer(caves, "bo")
    assert ";" in order
    tried = 1
    assert counted(counts, caves, "bo", "do", order) == (1, 1 + tried, 1, 1)
    assert counted(counts, caves, "bo", "send") == (0, 2, 2, 1)
