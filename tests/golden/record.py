"""Records games for `logs/`: plays one between bots by packets and files its log, its story and what it must give.

    python tests/golden/record.py logs/angola/CASE [name=value ...]

Words: seed=N, SEAT=BOT, policy=mover+others, persons=N, resign=SEAT@ROUND, any option of the game. The dice have no
seed: until=TEXT plays again, with the next seed for the bots, until the line of the end (`nobody: Debacle with 0 VP`)
has this text in it, and tells=TEXT until a sentence of its story has. challenge=TITLE plays an entry to a challenge of
that title, whose host answers the dice; it takes no other words than seed, SEAT and options. The bots of `dishonest.py`
break a rule in secret, and their tools do not refuse to sign that. `until` and `tells` may be patterns.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from pbem.crypto.hashing import b64, th
from pbem.desk.challenges import publish
from pbem.desk.door import arrivals
from pbem.desk.reading import read
from pbem.lab.demo import DemoReport, Player, play
from pbem.match.match import Match
from pbem.post.intake import take
from pbem.record.log import LOG_NAME
from pbem.ruleset import Ruleset, Value, find

sys.path.append(str(Path(__file__).resolve().parent))

from dishonest import CHEATS, disarm

MOST_TRIES = 60


def replayed(log: Path) -> tuple[dict[str, Any], str]:
    """What a replay of this log gives, and its story."""
    match = read(log, checked=True)
    return expected(match), story(match)


def expected(match: Match) -> dict[str, Any]:
    """What must be the same for ever."""
    state = msgspec.json.encode(match.state, order="sorted")
    assert match.result is not None
    return {
        "engine": f"{match.ruleset.name}/{match.ruleset.version}",
        "rounds": match.rounds.r - 1,
        "events": len(match.feeds.by_id) + 1,
        "digest": b64(match.rounds.digest),
        "state": b64(th("state", state)[:16]),
        "winners": list(match.result.winners),
        "result": match.result.text,
        "rule": match.result.by,
    }


def story(match: Match) -> str:
    """The playthrough: one sentence for each thing that happened."""
    return "".join(f"{t.round:5}  {t.text} ({t.rule})\n" for t in match.binding.table.story)


def file_game(log: Path, case: Path) -> None:
    """Puts a log into its folder with its story and what it must give."""
    case.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(log, case / LOG_NAME)
    gives, told = replayed(log)
    (case / "story.txt").write_text(told, encoding="utf-8")
    (case / "expected.json").write_bytes(msgspec.json.format(msgspec.json.encode(gives), indent=1) + b"\n")


@contextmanager
def played(until: str, tells: str, seed: int, **how: Any) -> Iterator[DemoReport]:
    """A game whose end has the first text in its line, and its story the second; its folder is there meanwhile."""
    for tried in range(seed, seed + MOST_TRIES):
        with tempfile.TemporaryDirectory() as folder:
            report = play(Path(folder), seed=tried, **how)
            assert report.result is not None
            end = f"{', '.join(report.result.winners) or 'nobody'}: {report.result.text}"
            print(f"seed {tried}: {end}, {report.events} events, {report.bytes // report.events} bytes an event")
            if re.search(until, end) and (not tells or re.search(tells, story(report.folders[0] / LOG_NAME))):
                yield report
                return
    raise SystemExit(f"none of {MOST_TRIES} games is like that")


def entered(root: Path, ruleset: Ruleset, options: Mapping[str, Value], title: str, bot: str, seed: int) -> Path:
    """The log of an entry to a challenge, played to its end: packets go to the host and back for every die."""
    seconds = iter(range(1_767_225_600, 2**40))
    (seat,) = ruleset.seats_of(options)
    host, entrant = (Player(root / name, name, bots, ruleset, lambda: next(seconds))
                     for name, bots in (("host", {}), ("entrant", {seat: bot})))
    assert host.desk.identity is not None
    challenge, _ = publish(host.desk.home, host.desk.identity, ruleset, options, root / "entries", title=title)
    entrant.desk.enter(challenge, entrant.folder)
    entrant.desk.join(entrant.folder)
    packets, rng = entrant.desk.send(entrant.folder, everything=True), random.Random(seed)
    with entrant.desk.game(entrant.folder) as game:
        known = -1
        while len(game.match.feeds.by_id) > known:  # until nobody has anything to add
            known = len(game.match.feeds.by_id)
            receipts, troubles = host.desk.take_in(take([str(path) for path in packets]))
            assert not troubles, troubles
            came, _ = arrivals(take([str(path) for receipt in receipts for path in receipt.sent]))
            game.take(came)
            entrant.work(game, rng)
            packets = entrant.send(game)
    return entrant.folder / LOG_NAME


def main(words: list[str]) -> None:
    case = Path(words[0])
    ruleset = find(case.parent.name)
    given = dict(word.split("=", 1) for word in words[1:])
    seat, _, at = given.pop("resign", "").partition("@")
    persons = int(given.pop("persons", "0"))
    seed, policy = int(given.pop("seed", "1")), given.pop("policy", "mover+others")
    until, tells = given.pop("until", ""), given.pop("tells", "")
    title = given.pop("challenge", "")
    chosen = {n: given.pop(n) for n in [o.name for o in ruleset.options] if n in given}
    options: dict[str, Value] = {n: ruleset.option(n).read(v) for n, v in chosen.items()}
    if "scenario" in given:
        options["scenario"] = given.pop("scenario")
    seats = ruleset.seats_of(options)
    bots = {s: given.pop(s) for s in seats if s in given}
    if given:
        raise SystemExit(f"no such option or seat: {', '.join(given)}")
    if title:
        with tempfile.TemporaryDirectory() as folder:
            bot = next(iter([*bots.values(), *ruleset.bots]))
            file_game(entered(Path(folder), ruleset, options, title, bot, seed), case)
        return
    if set(bots.values()) & set(CHEATS):
        disarm(set(bots.values()))
        ruleset = replace(ruleset, bots={**ruleset.bots, **CHEATS})
    holders = {s: f"player{i % persons + 1}" for i, s in enumerate(seats)} if 0 < persons < len(seats) else None
    resign_at = (seat, int(at)) if seat else None
    how = {"options": options, "policy": policy, "holders": holders, "bots": bots, "resign_at": resign_at}
    with played(until, tells, seed, ruleset=ruleset, **how) as report:
        file_game(report.folders[0] / LOG_NAME, case)


if __name__ == "__main__":
    main(sys.argv[1:])
