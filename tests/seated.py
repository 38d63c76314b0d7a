"""People at desks of their own who play the game of orders, for tests below the command line."""

from __future__ import annotations

from pathlib import Path

from orders import ORDERS
from pbem.desk.ahead import signed_words
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.lab import demo
from pbem.post.intake import take


def people(root: Path, holders: dict[str, str]) -> dict[str, Desk]:
    """Who holds which seats of the game of orders, all joined, in folders of their names."""
    desks = {}
    for name in dict.fromkeys(holders.values()):
        home = Home(root / name / "home")
        identity = home.create(name, "", "", no_passphrase=True, cost=demo.QUICK)
        desks[name] = Desk(home, identity, clock=lambda: 1_767_225_600)
    host = next(iter(desks))
    ids = {seat: desks[name].home.card().id for seat, name in holders.items()}
    policy = "mover+others" if len(desks) > 1 else "mover"
    desks[host].new_match(ORDERS, ids, {}, root / host / "game", policy=policy, nonce=bytes(16))
    invitation = desks[host].send(root / host / "game", everything=True)
    for name, desk in desks.items():
        if name != host:
            desk.start_folder(desk.invited_to(demo._came(invitation)), root / name / "game")
        desk.join(root / name / "game")
    exchange(root, desks)
    return desks


def exchange(root: Path, desks: dict[str, Desk]) -> None:
    """Everybody reads what all have written, until nothing is new."""
    for _ in range(3):
        for name, desk in desks.items():
            packets = [p for other in desks for p in desk_out(root, other) if other != name]
            desk.take_in(take([str(p) for p in packets]), root / name / "game")
            desk.send(root / name / "game")


def desk_out(root: Path, name: str) -> list[Path]:
    return sorted((root / name / "game" / "out").glob("*.pbem"))


def said(folder: Path, desk: Desk, seat: str) -> list[list[str]]:
    """What a seat has signed, in order."""
    with desk.game(folder) as game:
        number = game.match.binding.number(seat)
        events = [e for e in game.match.feeds.by_id.values() if e.seat == number]
        return [words for e in events if (words := signed_words(game.match, e))]
