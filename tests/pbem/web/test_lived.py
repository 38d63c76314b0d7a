"""Two pages, a courier and `pbem do` at one home, all at once: no order is lost, doubled, or signed unasked."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from desks import Desks
from pbem.courier.service import entrust
from pbem.desk.ahead import signed_words
from pbem.desk.automatic import carry_on
from pbem.desk.desk import Desk
from pbem.desk.drafting import take_orders
from pbem.desk.drafts import kept_drafts
from pbem.desk.reading import read
from pbem.errors import PbemError
from pbem.home import Home
from pbem.web.carrying import Carrying
from pbem.web.room import http_status
from sat_down import Visitor

REFUSED = (400, 409, 503)
GAMES = ("enduring_freedom", "fallujah")  # in one much is drafted before a die, in the other little
MATCH = 12  # rounds before another match begins
END = "stand_down"  # ends the match
BY_COMMAND = 20  # each so many rounds the order from outside is a command in a process of its own


class House:
    """Eva's home: two pages of one table, its courier, a desk beside it as `pbem do` has one; what each was told."""

    def __init__(self, root) -> None:
        self.desks = Desks(root)
        self.desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
        (root / "shared").mkdir()
        self.home = Home(self.desks.home("eva"))
        (self.home.root / "courier.toml").write_text(f'poll_seconds = 5\n[[folder]]\npath = "{root / "shared"}"\n')
        self.beside = Desk(self.home, self.home.load(None))
        self.count = 0
        self.begin()
        self.visitor = Visitor(self.home.root)
        self.works = Carrying(lambda: self.home)
        self.works.begin()

    def begin(self) -> None:
        """A new match, entrusted to the courier."""
        self.count += 1
        self.folder = self.desks.root / f"game-{self.count}"
        self.desks.must("eva", "new", GAMES[self.count % len(GAMES)], "-C", self.folder, at=self.desks.root)
        entrust(self.home, self.beside, self.folder, "")
        with self.beside.game(self.folder) as game:
            self.game = game.gid
        self.signed = 0  # as whoever gave the order was told

    def by_page(self, at: str, words: str) -> tuple[int, int, int]:
        """Drafts from a page; its status, how many were drafted, how many signed."""
        answer = self.visitor.post(self.game, "draft", at=at, text=words)
        assert answer.status == 200 or answer.status in REFUSED, answer.body
        if answer.status != 200:
            return answer.status, 0, 0
        return 200, len(answer.data["given"]), answer.data["signed"]

    def by_desk(self, words: str) -> tuple[int, int, int]:
        """The same as `pbem do` does it."""
        try:
            with self.beside.game(self.folder) as game:
                taken = take_orders(game, [words])
                if taken.signed:
                    carry_on(game)
        except PbemError as refusal:
            return http_status(refusal), 0, 0
        return 200, len(taken.given), taken.signed

    def by_command(self, words: str) -> tuple[int, int, int]:
        """The same in a process of its own, which tells by the drafts and the log what it signed."""
        command = [sys.executable, "-c", "from pbem.cli.main import run; run()", "do", words, "-C", str(self.folder)]
        environ = os.environ | self.desks.environment("eva")
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)
        assert "Traceback" not in done.stderr
        return (200, 1, -1) if done.returncode == 0 else (409, 0, 0)

    def drafts(self) -> list[str]:
        return [draft.text for draft in kept_drafts(self.folder, self.game)]

    def answers(self) -> int:
        """How many answers are signed in the log."""
        match = read(self.folder / "game.pbem", self.beside.masters, None)
        return sum(bool(signed_words(match, event)) for event in match.feeds.by_id.values())


def lived(house: House, luck: random.Random, rounds: int) -> Counter[str]:
    """So many rounds in which all three give an order at once; then what is drafted is taken back, sent or left."""
    seen = Counter[str]()
    with ThreadPoolExecutor(3) as all_at_once:
        for number in range(1, rounds + 1):
            state = house.visitor.state(house.game, page="a")
            if number % MATCH == 0 or state["result"] or not state["questions"]:
                house.begin()
                state = house.visitor.state(house.game, page="a")
            before, signed = house.drafts(), house.answers()
            assert signed == house.signed, "nothing is signed unasked"
            ready = [one["words"] for one in state["questions"][0]["ready"] if one["words"] != END]
            first, second, third = (luck.choice(ready) for _ in range(3))
            outside = house.by_command if number % BY_COMMAND == 0 else house.by_desk
            orders = [partial(house.by_page, state["at"], first), partial(house.by_page, state["at"], second),
                      partial(outside, third)]  # fmt: skip
            begun = {at: all_at_once.submit(orders[at]) for at in luck.sample(range(3), 3)}
            told = [begun[at].result() for at in range(3)]
            given = sum(one for _, one, _ in told)
            seen["given"] += given
            seen["refused"] += sum(status != 200 for status, _, _ in told)
            now, then = house.answers(), house.drafts()
            assert len(before) + given == len(then) + now - signed, "no order is lost or doubled"
            if all(one >= 0 for _, _, one in told):
                assert now - signed == sum(one for _, _, one in told), "whoever signed was told so"
            assert sum(status == 200 for status, _, _ in told[:2]) <= 1, "one page believes in what stands"
            house.signed = now
            settle(house, luck.choice(["send", "undo", "leave"]), seen)
    return seen


def settle(house: House, what: str, seen: Counter[str]) -> None:
    """Both pages send at once, or take the last draft back at once, or leave it."""
    before, at = house.drafts(), house.visitor.state(house.game, page="a")["at"]
    seen[what] += 1
    if what == "leave":
        return
    with ThreadPoolExecutor(2) as at_once:
        pages = [at_once.submit(house.visitor.post, house.game, what, at=at) for _ in range(2)]
        answers = [page.result() for page in pages]
    assert all(one.status == 200 or one.status in REFUSED for one in answers), [one.body for one in answers]
    assert not before or [one.status for one in answers].count(200) == 1, "of two that believe the same one is late"
    signed = sum(one.data["signed"] for one in answers if one.status == 200)
    gone = sum(one.data["told"][0].startswith("taken back") for one in answers if one.status == 200)
    assert house.answers() - house.signed == signed
    assert len(house.drafts()) == len(before) - signed - gone
    assert what == "undo" or signed in (0, len(before))
    house.signed += signed
    seen["sent"] += signed


@pytest.mark.parametrize("rounds", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_two_pages_a_courier_and_a_command_lose_double_and_sign_nothing_unasked(tmp_path, rounds):
    house = House(tmp_path)
    try:
        seen = lived(house, random.Random(7), rounds)
        assert house.works.told().work == "here"
    finally:
        house.works.end()
    print(f"{rounds} rounds: {dict(seen)}")
    assert seen["given"] >= rounds // 2
    assert seen["refused"] >= rounds // 2
    assert house.desks.must("eva", "verify", str(house.folder), at=tmp_path).out.startswith("sound (full)")
