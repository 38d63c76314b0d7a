"""What goes out of a match: the lines that the others may lack, as packets in the folder `out`.

Belongs here: their names and contents, writing them. Must not be here: what a packet looks like (`pbem.post`).
"""

from __future__ import annotations

from pathlib import Path

from pbem.match.folder import GameFolder
from pbem.post.names import packet_name
from pbem.post.outgoing import paste, write_packet
from pbem.post.packet import pack_all

OUT = "out"


def packets_of(game: GameFolder, *, everything: bool = False) -> list[tuple[str, bytes]]:
    """Names and contents of the packets for the others: one, unless it is more than a packet can hold."""
    lines = game.lines_for(game.others, everything=everything) if game.others else []
    name = _name_of(game)
    stem = name.removesuffix(".pbem")
    return [(name if i == 1 else f"{stem}-{i}.pbem", payload) for i, payload in enumerate(pack_all(lines), 1)]


def write_packets(game: GameFolder, *, everything: bool = False) -> list[Path]:
    """The same on disk; what was made in the match is there before it may leave."""
    game.flush()
    return [write_packet(game.path / OUT, name, payload) for name, payload in packets_of(game, everything=everything)]


def pasted(game: GameFolder, payload: bytes) -> str:
    """A packet as a block to paste into a mail or a chat."""
    match = game.match
    mine = match.name(min(match.keys)) if match.keys else "reader"
    title = f"{match.ruleset.title}, round {match.rounds.r}"
    return paste(f"{title}: read this in with pbem in.", payload, [match.ruleset.name, mine, "all"])


def _name_of(game: GameFolder) -> str:
    match = game.match
    mine = min(match.keys, default=0)
    n = max((match.feeds.feeds[s].n for s in match.keys), default=0)
    return packet_name(match.ruleset.name, match.rounds.r, n, match.name(mine))
