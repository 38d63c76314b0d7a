"""No answer of the table holds a secret of a seat that is not looked through, though one person holds both.

A match is played twice at two copies of a home that holds all seats: the same clicks, the same dice, but the seats that
are not looked through seal something else. To the same questions the table gives the same bytes, until an opening shows
everybody the difference; from there the second is a copy of the first again.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desks import CHEAP
from pbem.crypto.hashing import kdf, th, u64
from pbem.desk.drafting import Drafting
from pbem.errors import IllegalMove
from pbem.home import Home
from pbem.match import binding, making
from pbem.match.match import Duty, Match
from pbem.play.requests import SealMany
from pbem.play.sight import PUBLIC, peek_of
from pbem.viewing.scenes import scene_of
from sat_down import Answer, Visitor
from tiers import thorough

TRIES = 40  # for something else to seal
PAPERS = (  # the others are for everybody
    "replay.html", "log.txt", "report.md", "report.html", "board.svg", "game.csv", "game.json",
)  # fmt: skip
RECORD = re.compile(rb'<script type="[^"]*" id="log">[^<]*</script>')  # sealed, in a replay that can be checked
LATER = 7  # looks from one at all else that a page can ask to the next


@pytest.fixture
def draws(monkeypatch):
    """What is rolled for all hangs on the round alone: else it hangs on what was sealed, too."""
    monkeypatch.setattr(binding, "combine", lambda gid, r, base, elements: th("draw", u64(r)))
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: bytes(count))
    return Draws(monkeypatch)


class Draws:
    """What lots a home draws in secret: each home its own, but for what was drawn before one was made of the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.are_alike, self.salts = "", False, {"one": dict[str, str](), "two": dict[str, str]()}
        for module in (binding, making):
            monkeypatch.setattr(module, "private_seed", self.seed)

    def seed(self, gs: bytes, slot: str, base: bytes) -> bytes:
        salt = self.salts[self.home].setdefault(slot, "one" if self.are_alike else self.home)
        return kdf(gs, salt, slot.encode("ascii"))

    def copy(self) -> None:
        self.salts["two"] = dict(self.salts["one"])


class Place:
    """One of the two: a home, and somebody at its table."""

    def __init__(self, root: Path, draws: Draws, game: str = "") -> None:
        self.root, self.draws = root, draws
        self.visitor = Visitor(root)
        self.game = game

    def ask(self, method: str, path: str, **body: Any) -> Answer:
        self.draws.home = self.root.name
        content = json.dumps(body).encode() if method == "POST" else b""
        return self.visitor.ask(method, path.replace("GAME", self.game), content)

    def look(self) -> Drafting:
        self.draws.home = self.root.name
        return self.visitor.room.sitting(self.game).look()

    @property
    def match(self) -> Match:
        return self.look().match

    @property
    def at(self) -> str:
        self.look()
        return self.visitor.room.sitting(self.game).at

    def asked(self) -> list[Duty]:
        return self.look().ahead.asked()

    def would_take(self, seat: str, text: str) -> bool:
        return self.ask("POST", "/api/m/GAME/preview", at=self.at, seat=seat, text=text).status == 200

    def give(self, seat: str, text: str) -> Answer:
        return self.ask("POST", "/api/m/GAME/draft", at=self.at, seat=seat, text=text)



class Twice:
    """The two, as one seat looks at them. `compared` counts answers, `other` what was sealed otherwise.

    `apart` is how many answers were compared before the two first differed for everybody.
    """

    def __init__(self, root: Path, draws: Draws, game: str, seat: str, options: dict[str, str], seed: int) -> None:
        one, two = root / "one", root / "two"
        for home in (one, two):  # the same keys
            Home(home).create("ana", "", "", cost=CHEAP, no_passphrase=True)
        seats = dict.fromkeys(("fapla", "mpla", "fnla", "unita", "coalition", "al_qaeda"), "me")
        self.seat, self.draws, self.compared, self.other, self.apart, self.looks = seat, draws, 0, 0, 0, 0
        self.tried = 0
        draws.are_alike = seat == "al_qaeda"
        self.one, self.two = (Place(home, draws) for home in (one, two))
        for place in (self.one, self.two):
            begun = place.ask("POST", "/api/new", game=game, people=seats, options=options)
            place.game = begun.data.get("game") or str(begun.data)
        assert self.one.game == self.two.game
        board = scene_of(self.one.match, PUBLIC).board
        self.places = sorted((one.id for one in board.places), key=lambda id: th("place", id.encode()))
        self.rng, self.else_rng = random.Random(seed), random.Random(-seed)
        ruleset = self.one.match.ruleset
        self.bots = {s: ruleset.bots["random"](s) for s in ruleset.seats_of(self.one.match.genesis.msg.body.options)}

    def again(self) -> None:
        """The second is as the first is, and nobody has looked at either."""
        here, there = self.one.root, self.one.root.with_name("two")
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(here, there)
        for file in (there / "games.json", there / "machine.json"):
            file.write_text(file.read_text().replace(str(here), str(there)))
        self.draws.copy()
        self.one, self.two = (Place(home, self.draws, self.one.game) for home in (here, there))

    def same(self, method: str, path: str, **body: Any) -> None:
        """Asks both the same; the answers are the same but for the name of the position."""
        found = []
        for home in (self.one, self.two):
            answer = home.ask(method, path, **{"at": home.at, "seat": self.seat, **body})
            shown = RECORD.sub(b"", re.sub(rb'("at":"\d+\.\d+)\.\w+', rb"\1", answer.body))
            found.append((answer.status, answer.headers | {"content-length": ""}, shown))
        if path.endswith(("draft", "send")) and not self.are_alike():
            return  # what followed by itself has opened what was sealed
        one, other = (answer for _, _, answer in found)
        assert one == other, (path, *_around_first_difference(one, other))
        assert found[0][:2] == found[1][:2], path
        assert method == "POST" or found[0][0] == 200, path
        self.compared += 1

    def look(self) -> None:
        """All that a page asks, when nothing is clicked."""
        self.same("GET", "/api/matches")
        self.same("GET", f"/api/m/GAME?page=p&seat={self.seat}")
        self.same("GET", f"/api/m/GAME?page=q&seat={self.seat}&fresh=1")
        self.same("POST", "/api/m/GAME/follow", text="")
        place = self.places[self.looks % len(self.places)]
        self.same("GET", f"/api/m/GAME/look?place={place}&seat={self.seat}")
        self.looks += 1
        if self.looks % LATER == 1:
            self.look_further()
        if self.other and not self.tried and self.are_alike():
            self.try_out()

    def look_further(self) -> None:
        """All else: what is decided, agreed, carried and written."""
        for path in ("/api/m/GAME/beside", f"/api/m/GAME/decided?seat={self.seat}", "/api/me", "/api/post"):
            self.same("GET", path)
        for path in ("filed/follow", "filed", "preset", "standing", "propose", "resign", "undo"):
            self.same("POST", f"/api/m/GAME/{path}", text="" if path in ("filed/follow", "undo") else "nonsense")
        for at, name in enumerate(PAPERS):  # half for this seat and half for everybody, the other way round next time
            viewer = self.seat if (at + self.looks // LATER) % 2 else ""
            self.same("GET", f"/m/GAME/paper/{name}?seat={viewer}")

    def try_out(self) -> None:
        """How bots would play on, from where something else is sealed at the two."""
        found = []
        for home in (self.one, self.two):
            begun = home.ask("POST", "/api/m/GAME/whatif/begin", at=home.at, seat=self.seat, text="7", n=1)
            assert begun.status == 200
            while (told := home.ask("GET", f"/api/m/GAME/whatif?seat={self.seat}")).data["runs"]:
                time.sleep(0.05)
            found.append(told.body)
        assert found[0] == found[1]
        assert told.data["played"] == 1 or self.seat.encode() in found[0]  # or says what this seat does not know
        self.tried += 1

    def step(self) -> bool:
        """The first of those who are asked decides; False if nobody is."""
        asked = self.one.asked()
        if not asked:
            return False
        duty = next((one for one in asked if one.name != self.seat), asked[0])  # the others first
        words = self.words(duty, self.rng)
        for _ in range(TRIES if duty.kind == "answer" and duty.name != self.seat else 0):
            if all(place.would_take(duty.name, words) for place in (self.one, self.two)):
                break
            words = self.words(duty, self.rng)  # what everybody sees is the same, though other secrets allow it
        if duty.name == self.seat:
            self.clicks(words)
            self.same("POST", "/api/m/GAME/draft", text=words)
        else:
            others = self.something_else(duty, words) if duty.kind == "seal" else words
            self.other += others != words
            assert self.one.give(duty.name, words).status == 200
            if self.two.give(duty.name, others).status != 200:  # a secret forbids it here
                self.again()
                self.apart = self.apart or self.compared
        self.look_if_alike()
        if not self.one.asked():
            self.same("POST", "/api/m/GAME/send", seat="")
            self.look_if_alike()
        return True

    def are_alike(self) -> bool:
        """Whether everybody may see the same at both."""
        one, two = self.one.match, self.two.match
        return _public(one) == _public(two)

    def look_if_alike(self) -> None:
        if not self.are_alike():
            self.apart = self.apart or self.compared
            self.again()  # what everybody may see is another by now
        self.look()

    def clicks(self, words: str) -> None:
        """The order word by word, then what it would bring about."""
        parts = words.split(" ")
        for count in {1, len(parts) // 2, len(parts) - 1, len(parts)}:
            self.same("POST", "/api/m/GAME/follow", text=" ".join(parts[:count]))
        self.same("POST", "/api/m/GAME/preview", text=words)
        self.same("POST", "/api/m/GAME/draft", text="no such words")

    def words(self, duty: Duty, rng: random.Random) -> str:
        match = self.one.match
        request, table = match.request, match.binding.table
        choice: Any = self.bots[duty.name].choose(match.state, request, peek_of(table, duty.name), rng)
        if duty.kind != "seal":
            return choice if isinstance(choice, str) else table.options.spell(choice)
        items = request.per_seat()[duty.name]  # type: ignore[union-attr]
        chosen = choice if isinstance(request, SealMany) else [choice]
        return "; ".join(c if isinstance(c, str) else i.spell(c) for i, c in zip(items, chosen, strict=True))

    def something_else(self, duty: Duty, words: str) -> str:
        """Other words that may be sealed as well; the same if none are found."""
        for _ in range(TRIES):
            try:
                found = self.words(duty, self.else_rng)
            except IllegalMove:
                continue
            if found != words:
                return found
        return words


def _around_first_difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 150) : at + 80], other[at : at + 80]


def _public(match: Match) -> object:
    """All that is open to everybody: the position, the story, the words of what was opened, and what was drawn."""
    hidden = match.binding.table.secrets
    seen = [handle for seat in match.binding.seats for handle in hidden.of(seat.name) if hidden.is_public(handle)]
    opened = [hidden.dealt(one) if hidden.is_draw(one) else hidden.spelled(one) for one in seen]
    return match.rounds.r, match.binding.table.story, opened, msgspec.json.encode(match.state)


@pytest.mark.parametrize(
    ("game", "seat", "options", "steps", "others"),
    [
        ("angola", "fapla", {}, 4, 0),
        thorough("angola", "fapla", {}, 6, 2),
        thorough("angola", "fapla", {}, 12, 4),
        thorough("angola", "unita", {}, 60, 8),
        thorough("anaconda", "coalition", {}, 3, 0),
        thorough("anaconda", "coalition", {}, 36, 2),
        thorough("anaconda", "al_qaeda", {}, 60, 4),
    ],
)
def test_other_secrets_of_other_seats_change_no_byte(tmp_path, draws, game, seat, options, steps, others):
    twice = Twice(tmp_path, draws, game, seat, options, seed=1)
    twice.tried = int(not others)  # how bots would play on costs most
    twice.look()
    for _ in range(steps):
        if not twice.step():
            break
    assert twice.other >= others
    assert twice.compared > 4 * steps
    assert twice.apart >= 4
    assert twice.tried
