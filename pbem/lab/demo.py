"""A whole match between people who carry files: one home a seat, bots at the desks, packets written, carried, read.

Belongs here: who sits down next, what is carried where, counting hand-overs. Must not be here: printing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.door import arrivals
from pbem.desk.waiting import human_duties
from pbem.home import Cost, Home
from pbem.match.binding import Binding
from pbem.match.folder import Arrival, GameFolder
from pbem.match.match import Duty
from pbem.play.listener import Listener
from pbem.play.requests import Checkpoint, SealMany
from pbem.post.intake import take
from pbem.ruleset import Bot, Result, Ruleset, Value

QUICK = Cost(iterations=1, lanes=1, memory_kib=32)
JUDGE = "judge"  # who plays nothing and gives dice, as the policies name him


@dataclass(slots=True)
class DemoReport:
    """What the demo did. A *hand-over* is one person sitting down at the desk because the others wait."""

    result: Result | None = None
    rounds: int = 0
    events: int = 0
    bytes: int = 0
    packets: int = 0
    packet_bytes: int = 0
    handovers: int = 0
    human_handovers: int = 0
    turns: int = 0  # game turns, as the ruleset's scenes name them
    looking_back: tuple[str, ...] = ()  # the ruleset's own report
    folders: list[Path] = field(default_factory=list)
    causes: dict[str, int] = field(default_factory=dict)  # what hand-overs were for -> how many


class _Turns(Listener):
    """Counts the turns of a match by what its scenes say, looking at every Checkpoint and at the end."""

    def __init__(self, binding: Binding) -> None:
        self._binding = binding
        self._named: set[str] = set()
        self._look()

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """A turn may have begun."""
        self._look()

    def _look(self) -> None:
        binding = self._binding
        self._named.add(binding.ruleset.seen(binding.state, binding.table).turn)

    def count(self) -> int:
        """Turns with a number; in a game that gives them none, all that have a name. At least 1."""
        self._look()
        numbered = [name for name in self._named if any(sign.isdecimal() for sign in name)]
        return max(1, len(numbered or [name for name in self._named if name]))


class Player:
    """One person: a home, a desk, a game folder kept open, a bot for each seat, a tray of packets that came."""

    def __init__(
        self, root: Path, name: str, bots: Mapping[str, str], ruleset: Ruleset, clock: Callable[[], int]
    ) -> None:
        self.name, self.seats, self.folder = name, list(bots), root / "game"
        home = Home(root / "home")
        identity = home.create(name, f"{name}@example.org", "", no_passphrase=True, cost=QUICK)
        self.desk = Desk(home, identity, clock=clock)
        self.bots: dict[str, Bot] = {seat: ruleset.bots[bot](seat) for seat, bot in bots.items()}
        self.tray: list[Path] = []

    def read_tray(self, game: GameFolder) -> None:
        """Takes in every packet of the tray."""
        game.take(_came(self.tray))
        self.tray.clear()

    def work(self, game: GameFolder, rng: random.Random) -> list[str]:
        """Does all that is owed; gives what the bots were asked for, as rule numbers."""
        asked: list[str] = []
        match = game.match
        match.run_mechanical()
        while duties := [d for d in human_duties(match) if d.kind != "join"]:
            asked.append(self._decide(game, duties[0], rng))
            match.run_mechanical()
        return asked

    def _decide(self, game: GameFolder, duty: Duty, rng: random.Random) -> str:
        match, request = game.match, game.match.request
        assert request is not None
        table = match.binding.table
        choice: Any = self.bots[duty.name].choose(match.state, request, table.peek, rng)
        if duty.kind == "seal":
            items = request.per_seat()[duty.name]  # type: ignore[attr-defined]
            chosen = choice if isinstance(request, SealMany) else [choice]
            match.seal(duty.seat, [c if isinstance(c, str) else i.spell(c) for i, c in zip(items, chosen, strict=True)])
        else:
            match.answer(duty.seat, choice if isinstance(choice, str) else table.options.spell(choice))
        return request.rule

    def send(self, game: GameFolder) -> list[Path]:
        """Writes what the others lack."""
        return self.desk.send_from(game)


def _came(packets: Iterable[Path]) -> list[Arrival]:
    came, troubles = arrivals(take([str(p) for p in packets]))
    for trouble in troubles:
        raise trouble.error
    return came


@contextmanager
def at_their_desks(players: list[Player]) -> Iterator[dict[str, GameFolder]]:
    """All game folders open until the end."""
    with ExitStack() as stack:
        yield {p.name: stack.enter_context(p.desk.game(p.folder)) for p in players}


def play(
    root: Path,
    ruleset: Ruleset,
    *,
    options: Mapping[str, Value] | None = None,
    policy: str = "mover+others",
    holders: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
    seed: int = 1,
    nonce: bytes | None = None,
    clock: Callable[[], int] | None = None,
    on_step: Callable[[GameFolder], None] = lambda _game: None,
    resign_at: tuple[str, int] | None = None,
) -> DemoReport:
    """Plays a match to its end and its disclosure.

    `holders` names the person of each seat, each its own by default; `bots` the bot of each, the game's first else. If
    the dice want a judge there is one, a person more.
    """
    seats = ruleset.seats_of(options or {})
    holders = dict(holders or {seat: seat for seat in seats})
    names = list(dict.fromkeys(holders[s] for s in seats))
    chosen = dict.fromkeys(seats, next(iter(ruleset.bots))) | dict(bots or {})
    seconds = iter(range(1_767_225_600, 2**40)) if clock is None else None
    tick = clock or (lambda: next(seconds) if seconds else 0)
    players = [
        Player(root / name, name, {s: chosen[s] for s in seats if holders[s] == name}, ruleset, tick)
        for name in names
    ]
    judge = Player(root / JUDGE, JUDGE, {}, ruleset, tick) if JUDGE in policy.split("+") else None
    players += [judge] if judge is not None else []
    host = players[0]
    people = {s: next(p for p in players if p.name == holders[s]).desk.home.card().id for s in seats}
    host.desk.new_match(ruleset, people, options or {}, host.folder, policy=policy, nonce=nonce,
                        judge=None if judge is None else judge.desk.home.card().id)
    invitation = host.desk.send(host.folder, everything=True)
    for guest in players[1:]:
        guest.desk.start_folder(guest.desk.invited_to(_came(invitation)), guest.folder)
    for player in players:
        player.desk.join(player.folder)
        for path in player.desk.send(player.folder, everything=True):
            _carry(path, player, players)
    report = DemoReport(folders=[p.folder for p in players])
    rng = random.Random(seed)
    with at_their_desks(players) as games:
        match = games[host.name].match
        turns = _Turns(match.binding)
        match.binding.listen(turns)
        _run(players, games, rng, report, on_step, resign_at)
        report.result, report.rounds = match.result, match.rounds.r - 1
        report.turns = turns.count()
        if match.ruleset.report is not None:
            report.looking_back = match.ruleset.report(match.state, match.binding.table.story)
        report.events = len(match.feeds.by_id) + 1
        report.bytes = sum(len(line) for line in match.feeds.lines())
    return report


def _run(
    players: list[Player], games: dict[str, GameFolder], rng: random.Random, report: DemoReport,
    on_step: Callable[[GameFolder], None], resign_at: tuple[str, int] | None,
) -> None:
    """Whoever is waited for sits down, until nobody is."""
    waiting = list(players)
    while waiting:
        player = waiting.pop(0)
        game = games[player.name]
        player.read_tray(game)
        before = game.match.rounds.r, len(game.match.feeds.by_id)
        if resign_at is not None and resign_at[0] in player.seats and game.match.rounds.r >= resign_at[1]:
            if game.match.result is None:
                game.match.resign(game.match.binding.number(resign_at[0]))
            resign_at = None
        asked = player.work(game, rng)
        sent = player.send(game)
        if len(game.match.feeds.by_id) > before[1]:
            report.handovers += 1
            report.human_handovers += bool(asked)
            unasked = "dice and openings" if game.match.ruleset.chain_n else "openings"
            cause = asked[0] if asked else unasked
            report.causes[cause] = report.causes.get(cause, 0) + 1
            for path in sent:
                report.packets += 1
                report.packet_bytes += path.stat().st_size
                _carry(path, player, players)
            on_step(game)
        waiting = _next_at_desk(players, games, player)


def _next_at_desk(players: list[Player], games: dict[str, GameFolder], last: Player) -> list[Player]:
    """Who sits down now: those whom the last one's table waits for and who have mail; else whoever has mail."""
    owing = {d.seat for d in games[last.name].match.owing()}
    with_mail = [p for p in players if p is not last and p.tray]
    return [p for p in with_mail if owing & set(games[p.name].match.keys)] or with_mail


def _carry(path: Path, sender: Player, players: list[Player]) -> None:
    """The packet reaches everybody else's tray, as a copy of their own."""
    content = path.read_bytes()
    for other in players:
        if other is not sender:
            target = other.folder.parent / "came" / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            other.tray.append(target)
