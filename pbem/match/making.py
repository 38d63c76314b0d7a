"""What stands in the events that a seat's keys make: its join, its seals, its openings (protocol 2.5, 2.11, 2.12).

Belongs here: from keys and what is asked to a body. Must not be here: whether it may be signed (`match`).
"""

from __future__ import annotations

from typing import Literal

from pbem.build import build_of
from pbem.crypto.entropy import Chain, private_commit, private_seed
from pbem.crypto.hashing import b64
from pbem.crypto.keys import SeatKeys, make_pop, public_key
from pbem.crypto.seal import make_seal, seal_context, seal_key
from pbem.match.binding import Binding
from pbem.match.steps import SealedItem
from pbem.play.requests import DrawSecret, Open, Seal, SealMany
from pbem.record import events as ev
from pbem.record.wire import say_text
from pbem.ruleset import Ruleset

BUCKETS: dict[int, Literal[128, 512, 2048, 8192]] = {128: 128, 512: 512, 2048: 2048, 8192: 8192}


def join_body(keys: SeatKeys, identity: bytes, chain: Chain, ruleset: Ruleset) -> ev.JoinBody:
    """2.5 The keys and commitments of a seat, signed by the seed `identity` of its person."""
    return ev.JoinBody(
        anchor=b64(chain.anchor),
        box=b64(keys.box_pk),
        chain_n=ruleset.chain_n,
        epoch=0,
        gsc=b64(keys.gsc),
        pk=b64(keys.pk),
        pop=b64(make_pop(keys, public_key(identity), chain.anchor, ruleset.chain_n)),
        build=build_of(ruleset),
    )


def seal_body(binding: Binding, seat: int, gs: bytes, says: list[str], base: bytes) -> ev.SealBody:
    """2.12 The items of the pending seal, in slot order, for the round on this digest."""
    table, name, items = binding.table, binding.names[seat], []
    assert isinstance(table.pending, Seal | SealMany)
    for i, (handle, say) in enumerate(zip(table.handles(name), says, strict=True)):
        bucket = BUCKETS[table.pending.bucket_of(name, i)]
        item, _ = make_seal(gs, seal_context(binding.gid, seat, handle.slot, base), say_text(say), bucket)
        sealed = {"salt": b64(item.salt), "ct": b64(item.ct), "com": b64(item.com)}
        items.append(ev.SealItem(slot=handle.slot, bucket=bucket, **sealed))
    return ev.SealBody(items=tuple(items))


def reveal_body(binding: Binding, seat: int, gs: bytes) -> ev.RevealBody:
    """2.5 What the pending Open shows of this seat."""
    assert isinstance(binding.table.pending, Open)
    handles = binding.table.to_open(binding.names[seat])
    first, *more = [opening(gs, handle.slot, binding.items[handle]) for handle in handles]
    return ev.RevealBody(slot=first.slot, key=first.key, of=first.of, seed=first.seed, more=tuple(more))


def opening(gs: bytes, slot: str, held: SealedItem) -> ev.Opening:
    """2.5 Shows one slot: a seal by its key, a private draw by its seed."""
    if held.item is None:
        return ev.Opening(slot=slot, seed=b64(private_seed(gs, slot, held.context)))
    return ev.Opening(slot=slot, of=held.event, key=b64(seal_key(gs, held.context, held.salt)))


def priv_body(binding: Binding, seat: int, gs: bytes, base: bytes) -> ev.Priv:
    """2.11 The commitment to the seed of the pending private draw, for the round on this digest."""
    request = binding.table.pending
    assert isinstance(request, DrawSecret)
    slot = binding.table.handles(binding.names[seat])[0].slot
    com = private_commit(binding.gid, seat, slot, private_seed(gs, slot, base))
    return ev.Priv(rule=request.rule, about=request.about, slot=slot, com=b64(com))
