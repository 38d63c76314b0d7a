"""Replays a log and tells its story, turn by turn: python examples/tell_story.py game.pbem"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from pbem.desk.reading import read
from pbem.show.clean import clean


def main(path: Path) -> None:
    """Prints each sentence under the round it belongs to, then how it ended."""
    match = read(path)
    if match.otherwise is not None and match.otherwise.is_seen:
        print(match.otherwise.sentence)
    print(f"{match.ruleset.title}, {match.rounds.r - 1} rounds")
    for round, told in groupby(match.binding.table.story, key=lambda t: t.round):
        print(f"round {round}")
        for sentence in told:
            print(f"  {clean(sentence.text)} ({sentence.rule})")
    if match.result is not None:
        print(f"the end: {clean(match.result.text)}")
    else:
        print("awaited: " + ", ".join(duty.name for duty in match.owing()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
