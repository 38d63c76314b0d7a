"""Whether an event fits what is asked: its words, its slots, its keys (protocol 3.2).

Belongs here: what makes a main event of the expected kind and seat void. Must not be here: what a good one does
(`binding`), what all agree on (`agreements`), signatures and links.
"""

from __future__ import annotations

from pbem.crypto.entropy import private_fits
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import gs_commit
from pbem.errors import BadRecord, BrokenSeal, IllegalMove
from pbem.match.played import Played
from pbem.match.steps import SealedItem
from pbem.play.requests import Ask, DrawSecret, Seal, Sealed, SealMany, Write
from pbem.record.events import Act, Answer, Disclose, Entropy, Join, Priv, Reveal, Undo
from pbem.record.events import Seal as SealEvent
from pbem.record.wire import SeatLine


def check_fits(binding: Played, event: SeatLine) -> None:
    """Raises IllegalMove or BadRecord if an event is void; what all agree on is judged elsewhere."""
    table = binding.table
    match event.msg:
        case Entropy() | Join():
            return  # the feeds have judged these
        case Act(body=Answer() as body):
            _check_request(binding, body.rule, body.about)
            if not isinstance(table.pending, Ask | Write):
                raise BadRecord("an answer where none is asked")
            table.fits(body.say)
        case Act(body=Undo() as body, seat=seat):
            binding.check_undo(seat, body.to)
        case Act(body=Priv() as body, seat=seat):
            _check_request(binding, body.rule, body.about)
            if not isinstance(table.pending, DrawSecret):
                raise BadRecord("a private draw where none is asked")
            if body.slot != table.handles(binding.names[seat])[0].slot:
                raise BadRecord(f"a private draw for another slot, {body.slot}")
        case SealEvent() as msg:
            _check_seal(binding, msg)
        case Reveal() as msg:
            _check_reveal(binding, msg)
        case Disclose() as msg:
            _check_secret(binding, msg)


def check_promises(binding: Played, event: SeatLine) -> None:
    """2.2, 2.11, 2.12 Raises BrokenSeal if a secret, key or seed is not the one promised, whether asked for or not."""
    match event.msg:
        case Disclose() as msg:
            _check_secret(binding, msg)
        case Reveal(seat=seat, body=body):
            for opening in body.openings:
                held = binding.items.get(Sealed(binding.names[seat], opening.slot))
                if held is None or opening.of != (held.event if held.item is not None else None):
                    continue
                if opening.key is not None:
                    held.open(unb64(opening.key, 32))
                elif opening.seed is not None:
                    _check_seed(binding, seat, opening.slot, held, opening.seed)


def _check_secret(binding: Played, msg: Disclose) -> None:
    gs, gsc = unb64(msg.body.gs, 32), binding.joins[msg.seat].body.gsc
    if msg.body.epoch != 0 or msg.body.more or b64(gs_commit(binding.gid, msg.seat, 0, gs)) != gsc:
        raise BrokenSeal("the disclosed secret is not the one that was committed to")


def _check_seed(binding: Played, seat: int, slot: str, held: SealedItem, seed: str) -> None:
    if not private_fits(held.commitment, binding.gid, seat, slot, unb64(seed, 32)):
        raise BrokenSeal(f"the seed of {slot} does not fit its commitment")


def _check_request(binding: Played, rule: str, about: str) -> None:
    request = binding.table.pending
    assert request is not None
    if (rule, about) != (request.rule, request.about):
        asked = f"asked is {request.rule} {request.about}".rstrip()
        raise IllegalMove(f"an answer to {rule} {about}".rstrip(), request.rule, asked)


def _check_seal(binding: Played, msg: SealEvent) -> None:
    request, name = binding.table.pending, binding.names[msg.seat]
    assert isinstance(request, Seal | SealMany)
    handles = binding.table.handles(name)
    if [i.slot for i in msg.body.items] != [h.slot for h in handles]:
        raise BadRecord(f"round {binding.r} asks for the slots {', '.join(h.slot for h in handles)}")
    for i, item in enumerate(msg.body.items):
        bucket = request.bucket_of(name, i)
        if item.bucket != bucket or len(item.ct) * 3 != (bucket + 16) * 4:
            raise BadRecord(f"the bucket of {item.slot} is {bucket}")


def _check_reveal(binding: Played, msg: Reveal) -> None:
    handles = binding.table.to_open(binding.names[msg.seat])
    shown = msg.body.openings
    if [s.slot for s in shown] != [h.slot for h in handles]:
        raise BadRecord(f"round {binding.r} opens the slots {', '.join(h.slot for h in handles)}")
    for handle, opening in zip(handles, shown, strict=True):
        held = binding.items[handle]
        if held.item is None:
            if opening.seed is None:
                raise BadRecord(f"{handle.slot} is opened by its seed")
            _check_seed(binding, msg.seat, handle.slot, held, opening.seed)
        else:
            if opening.key is None or opening.of != held.event:
                raise BadRecord(f"{handle.slot} is opened by its key and names its seal")
            if binding.texts.get(handle, ("",))[0] != opening.key:  # a good key is tried once, however often it comes
                binding.texts[handle] = opening.key, held.open(unb64(opening.key, 32))
