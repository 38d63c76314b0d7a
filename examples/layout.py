"""Finds out where names and sites stand on the map of a game: python examples/layout.py GAME

A line for each place with an outline. A ruleset that gives these numbers as `Place.laid` has its pictures drawn sooner,
and the same; they are found anew whenever an outline, a road, a name or a site changes.
"""

import argparse

from msgspec.structs import replace

from pbem.ruleset import find
from pbem.show.scene import Board
from pbem.show.svg.layout import layout


def board_of(game: str) -> Board:
    """The map at the start of the first scenario."""
    rules = find(game)
    options = rules.full_options({})
    state = rules.new_state(next(iter(rules.scenarios)), options, rules.data_files(None))
    return rules.scene(state, "public", lambda _sealed: None).board


def found_anew(board: Board) -> dict[str, tuple[int, ...]]:
    """What the search finds for each place that it has a choice for, whatever the board says itself."""
    bare = replace(board, places=tuple(replace(place, laid=()) for place in board.places))
    return {id: spot.laid for id, spot in layout(bare).spots.items() if spot.laid}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", metavar="GAME")
    for id, laid in found_anew(board_of(parser.parse_args().game)).items():
        print(f"{id}: laid = {list(laid)}")
