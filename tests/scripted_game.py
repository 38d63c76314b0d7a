"""The toy game of the vectors of agreements: a script says who is asked, who seals together, when dice are rolled.

`aS` asks seat S, with `r` behind it a die is rolled; `s01` is a seal of these seats, then its opening. A position is
the place in the script and what is pending there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from little import Said, little
from pbem.crypto.entropy import Chain
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import identity_seed
from pbem.crypto.seal import make_seal, seal_context
from pbem.errors import BadRules
from pbem.match.making import reveal_body
from pbem.match.match import Match
from pbem.match.start import engine_hash
from pbem.play.requests import Ask, Checkpoint, Listed, Open, Roll, Seal
from pbem.record import events as ev
from pbem.record.rounds import first_digest, round_digest
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine, say_text
from pbem.ruleset import Ruleset
from people import identity, master

NUMBERS = range(10)
PENDING = {"Ask": "ans", "Seal": "seal", "Open": "rev", "Roll": "ent"}


def scripted(script: Sequence[str], players: int, *, rests: bool = False) -> Ruleset:
    """The game of a script; one that `rests` comes to a Checkpoint before each token."""
    names = tuple(f"p{i}" for i in range(players))

    async def play(state: Said) -> str:
        begun = state.said.count("")
        for at, token in enumerate(script[begun:], begun):
            if rests:
                await Checkpoint(state)
            seats = [names[int(c)] for c in token[1:] if c.isdigit()]
            state.said.append(str(at))
            if token[0] == "a":
                state.note("said", await Ask(rule="a", seat=seats[0], legal=lambda: NUMBERS))
                if token.endswith("r"):
                    state.note("die", *await Roll(rule="r"))
            else:
                sealed = await Seal(rule="s", bucket=128, items={s: Listed(NUMBERS) for s in seats})
                opened = await Open(rule="s", sealed=dict(sealed))
                state.note("opened", *opened.values())
            state.said.append("")  # the place behind the token
        raise BadRules("the script is at its end")

    return little(play, seats=names)


def first_line(case: dict[str, Any], ruleset: Ruleset) -> GenesisLine:
    """The first line; a judge may sit who gives nothing to the dice. Of two players the next is all others."""
    names = [*ruleset.seats, *(["judge"] if case["judge"] else [])]
    seats = [ev.Seat(id=identity(p), name=n, role="judge" if n == "judge" else None)
             for p, n in zip(case["persons"], names, strict=True)]
    words = case["dice"].split("+")
    if len(words) > 1 and case["players"] == 2:
        words[0] = "others"
    by = ("mover", *sorted(words, key=["judge", "others", "next"].index))
    body = ev.GenesisBody(
        dice=ev.DicePolicy(by=by), engine="little", engine_hash=engine_hash("little", {}), host=identity(0),
        nonce=b64(bytes(16)), options={"scenario": "only"}, seats=tuple(seats))
    return CODEC.make(ev.Genesis(body=body), identity_seed(master(0)))


class Scenario:
    """A case of the vectors made real: names have become keys, ids and bytes."""

    def __init__(self, case: dict[str, Any], *, rests: bool = False) -> None:
        self.case, self.ruleset = case, scripted(case["script"], case["players"], rests=rests)
        self.genesis = first_line(case, self.ruleset)
        masters = {s: master(p) for s, p in enumerate(case["persons"])}
        self.gid = unb64(self.genesis.id, 32)
        self.oracle = self.match(masters)
        self.ids: dict[str, SeatLine] = {}
        self.digests = {"D0": first_digest(self.gid)}
        self._sts = dict[bytes, str]()  # by base the state digest that its next decision carries
        for seat in masters:
            self.ids[f"join.{seat}"] = self.oracle.join(seat)
        self._labels = {d["label"]: d for d in case["digests"]}
        for event in case["events"]:
            self.ids[event["id"]] = made = self._make(event)
            self.oracle.take([made])

    def match(self, masters: dict[int, bytes] | None = None) -> Match:
        return Match(self.genesis, self.ruleset, {}, masters=masters or {})

    @property
    def events(self) -> list[Event]:
        return [self.genesis, *self.ids.values()]

    def digest(self, label: str) -> bytes:
        """2.7 By its name, from the events that closed the round."""
        if label not in self.digests:
            one = self._labels[label]
            base = self.digest(one.get("base", "D0"))
            names = [f"join.{s}" for s in range(len(self.case["persons"]))] if one.get("joins") else one["events"]
            self.digests[label] = round_digest(self.gid, one["r"], base, [self.ids[name].id for name in names])
        return self.digests[label]

    def _make(self, event: dict[str, Any]) -> SeatLine:
        seat, base = event["seat"], self.digest(event["prev"])
        self._sts[self.oracle.rounds.digest] = self.oracle.binding.checkpoint
        keys = self.oracle.keys[seat]
        core = {
            "feed": self.ids[event["feed"]].id, "game": self.genesis.id, "n": event["n"], "prev": b64(base),
            "r": event["r"], "seat": seat, "t": 1_760_000_000 + len(self.ids),
            "inc": tuple(sorted(self.ids[name].id for name in event.get("inc", ()))),
        }
        kind, body = self._body(event, base, keys.gs)
        if event["kind"] in ("act", "seal"):
            core["st"] = self._sts.get(base) or None
        return CODEC.make(kind(**core, body=body), keys.sign_seed)

    def _body(self, event: dict[str, Any], base: bytes, gs: bytes) -> tuple[Any, Any]:
        seat, body = event["seat"], event["body"]
        match event["kind"], event.get("type"):
            case "act", "answer":
                return ev.Act, ev.Answer(rule="a", say=str(body["say"]))
            case "act", "agreed":
                return ev.Act, ev.Agreed(of=self.ids[body["of"]].id)
            case "seal", _:
                slot = f"r{event['r']}/s/0"
                item, _key = make_seal(gs, seal_context(self.gid, seat, slot, base), say_text(str(body["say"])), 128)
                sealed = {"salt": b64(item.salt), "ct": b64(item.ct), "com": b64(item.com)}
                return ev.Seal, ev.SealBody(items=(ev.SealItem(slot=slot, bucket=128, **sealed),))
            case "reveal", _:
                assert self.oracle.rounds.digest == base
                return ev.Reveal, reveal_body(self.oracle.binding, seat, gs)
            case "entropy", _:
                chain = Chain(gs, self.gid, seat, 0, self.ruleset.chain_n)
                return ev.Entropy, ev.EntropyBody(c=0, e=b64(chain.element(body["i"])), i=body["i"])
            case "agree", _ if body["do"] == "takeback":
                return ev.Agree, ev.Takeback(to=body["to"])
            case "agree", _:
                return ev.Agree, ev.AgreedResult(winners=tuple(f"p{s}" for s in body["winners"]))
            case "claim", _:
                return ev.Claim, ev.Late(whom=body["whom"])
        raise AssertionError(event)


def position(match: Match) -> str:
    """Where a match stands, in the words of the vectors."""
    if match.result is not None:
        return "result"
    at = [said for said in match.state.said if said.isdigit()][-1]  # type: ignore[attr-defined]
    return f"{at}/{PENDING[type(match.request).__name__]}"


def kinds(match: Match) -> list[str]:
    """What rounds 2 and on were, in the words of the vectors."""
    found = []
    for closed in match.rounds.closed[1:]:
        msg = closed.events[0].msg
        kind = type(msg.body).__name__.lower() if msg.kind == "act" else msg.kind
        found.append("agreed" if closed.agreed is not None else kind)
    return found


def awaited(match: Match) -> tuple[str, list[int]]:
    """What the open round is, and who owes it."""
    if match.result is not None:
        return "over", []
    names = {"act": "answer"}
    expected = match.binding.expected()
    assert expected is not None
    return names.get(expected.kinds[0], expected.kinds[0]), list(match.rounds.owing())


def later_kinds(case: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    """What of a case only a later version reads: its name, and the event."""
    for event in case["events"]:
        do = event["body"].get("do")
        if event["kind"] in ("refuse", "rekey", "escrow", "release"):
            yield f"`{event['kind']}`", event
        elif event["kind"] == "agree" and do in ("out", "seat", "keep"):
            yield f"`{do}` in an agree", event
