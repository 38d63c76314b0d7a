"""What it costs to read a move back and find it legal, in other programs and in ours: python examples/peers.py LOG...

`pip install chess diplomacy`; `npm install boardgame.io` in the folder you are in. See docs/performance.md.
"""

import io
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def timed(work: Callable[[], object], moves: int) -> float:
    """The least of five, in microseconds of the processor for one of so many moves."""
    took = []
    for _ in range(5):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took) * 1e6 / moves


def python_chess() -> float:
    import chess.pgn
    board, rng = chess.Board(), random.Random(1)
    while not board.is_game_over() and board.ply() < 300:
        board.push(rng.choice(list(board.legal_moves)))
    text = str(chess.pgn.Game.from_board(board))
    return timed(lambda: chess.pgn.read_game(io.StringIO(text)).end().board(), board.ply())

def diplomacy() -> float:
    from diplomacy import Game
    from diplomacy.utils.export import is_valid_saved_game, to_saved_game_format
    game, rng, orders = Game(), random.Random(1), 0
    for _ in range(30):
        legal = game.get_all_possible_orders()
        for power in game.powers:
            chosen = [rng.choice(legal[at]) for at in game.get_orderable_locations(power) if legal[at]]
            game.set_orders(power, chosen)
            orders += len(chosen)
        game.process()
    saved = to_saved_game_format(game)
    return timed(lambda: is_valid_saved_game(saved), orders)

def boardgame_io() -> float:
    script = Path(__file__).with_suffix(".js").read_text()
    return float(subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout)

def ours(log: Path) -> float:
    from pbem.audit.verify import verify
    return timed(lambda: verify(log, "full", helped=False), verify(log, "full").events)

for name in (python_chess, diplomacy, boardgame_io, *map(Path, sys.argv[1:])):
    try:
        print(f"{ours(name) if isinstance(name, Path) else name():9.1f} us", getattr(name, "__name__", name))
    except (ImportError, OSError, subprocess.CalledProcessError) as missing:
        print(" not here   ", getattr(name, "__name__", name), str(missing).partition("\n")[0][:60])
