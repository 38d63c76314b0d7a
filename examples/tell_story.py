"""Replays a log and tells its story, round by round: python examples/tell_story.py game.pbem"""

from __future__ import annotations

import sys
from itertools import groupby

from pbem import library
from pbem.show.clean import clean


def main(path: str) -> None:
    """Prints each sentence under the round it belongs to, then how it ended."""
    game = library.open(path)
    if game.doubt:
        print(game.doubt)
    print(f"{game.title}, {game.rounds} rounds")
    for round, told in groupby(game.story(), key=lambda pair: pair[0]):
        print(f"round {round}")
        for _, sentence in told:
            print(f"  {clean(sentence.text)} ({sentence.rule})")
    print(f"the end: {clean(game.ending.text)}" if game.ending else f"awaited: {', '.join(game.awaited)}")


if __name__ == "__main__":
    main(sys.argv[1])
