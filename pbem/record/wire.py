"""Lines to events and back: canonical bytes, strict decoding, size limits (protocol 2.3).

Belongs here: whether one line, alone, may be an event; its id; its signature under a given key.
Must not be here: which key a seat has, whether an event fits those before it, files.
Nothing but BadRecord and Unsupported is raised for any bytes whatever.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any, TypeAlias, overload

import msgspec

from pbem.crypto.hashing import b64, pae_head, unb64
from pbem.crypto.keys import check_pop, key_fault, sign, verify
from pbem.errors import BadRecord, Unsupported
from pbem.limits import MAX_LINE
from pbem.record.events import (
    DICE_POLICIES,
    KINDS,
    LATER_AGREED,
    LATER_KINDS,
    Act,
    Agree,
    Agreed,
    Answer,
    Claim,
    Disclose,
    Entropy,
    Genesis,
    Join,
    JoinBody,
    Message,
    Note,
    Opening,
    Priv,
    Resign,
    Reveal,
    Say,
    Seal,
    SeatMessage,
    Undo,
)

_SIGNATURE = re.compile(rb"[A-Za-z0-9_-]{85}[AQgw]")  # strict base64url of 64 bytes
_EVENT_HEAD = pae_head("event", 1)
_TO_URL = bytes.maketrans(b"+/", b"-_")
_ENCODER = msgspec.json.Encoder(order="sorted")
_PATTERN_FAULT = re.compile(r"Expected `str` matching regex '.*'", re.DOTALL)


def canonical(value: Any) -> bytes:
    """2.3 Canonical JSON (RFC 8785) of plain values: no float, no key outside ASCII, integers below 2^53."""
    return _ENCODER.encode(value)


def event_id(core: bytes) -> str:
    """2.3 The id of an event, from the bytes between `{"c":` and the signature."""
    digest = hashlib.sha256(_EVENT_HEAD + len(core).to_bytes(4, "big") + core).digest()
    return binascii.b2a_base64(digest, newline=False).translate(_TO_URL)[:43].decode("ascii")


class SealedText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.1 What the text of a seal says."""

    say: Say


_SEALED = msgspec.json.Decoder(SealedText)


class SignedLine(msgspec.Struct, gc=False):
    """2.3 One line of a log: the signed bytes, the signature, what they say, their id.

    The signature may still be wrong: `verify_event` tells. It is not in the id, so only `sig` may ever be replaced.
    """

    core: bytes
    sig: str
    msg: Message
    id: str

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return self.msg.kind

    @property
    def line(self) -> bytes:
        """The line as it stands in a file, with its line end."""
        return b"".join((b'{"c":', self.core, b',"s":"', self.sig.encode("ascii"), b'"}\n'))


class GenesisLine(SignedLine, gc=False):
    """3.6 The first line of a log; no seat writes it."""

    msg: Genesis


class SeatLine(SignedLine, gc=False):
    """2.4 A line that a seat wrote."""

    msg: SeatMessage

    @property
    def seat(self) -> int:
        """The seat that wrote it."""
        return self.msg.seat


Event: TypeAlias = GenesisLine | SeatLine


class Codec:
    """2.3 Reads and writes the lines of logs whose `act` bodies are the given structs, tagged by `type`."""

    def __init__(self, act_bodies: Sequence[type[msgspec.Struct]] = (Answer, Undo, Agreed, Priv)) -> None:
        act: Any = Act
        union: Any = Genesis | Join | Seal | Reveal | Entropy | Disclose | Resign | Note | Agree | Claim
        self._decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(union | act[reduce(or_, act_bodies)])

    def decode(self, line: bytes) -> Event:
        """2.3 Steps 1 to 4 of acceptance: all but the signature.

        BadRecord says what is wrong with the line; Unsupported, what this version cannot read.
        """
        if len(line) > MAX_LINE:
            raise BadRecord(f"a line of {len(line)} bytes, the limit is {MAX_LINE}")
        if not line.startswith(b'{"c":') or line[-95:-89] != b',"s":"' or not line.endswith(b'"}\n') or b"\r" in line:
            raise BadRecord("not framed as an event")
        signature = line[-89:-3]
        if not _SIGNATURE.fullmatch(signature):
            raise BadRecord("the signature is not canonical base64url")
        core = line[5:-95]
        try:
            msg = self._decoder.decode(core)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
            raise _reason(core, error) from None
        if _ENCODER.encode(msg) != core:
            raise BadRecord("not canonical JSON")
        if msg.kind == "genesis":
            if fault := _genesis_fault(msg):
                raise BadRecord(fault)
            return GenesisLine(core, signature.decode("ascii"), msg, event_id(core))
        if fault := _fault(msg):
            raise BadRecord(fault)
        return SeatLine(core, signature.decode("ascii"), msg, event_id(core))

    @overload
    def make(self, msg: Genesis, seed: bytes) -> GenesisLine: ...

    @overload
    def make(self, msg: SeatMessage, seed: bytes) -> SeatLine: ...

    def make(self, msg: Message, seed: bytes) -> Event:
        """2.3 Signs an event. What others would refuse is a ValueError here, before it is signed."""
        core = _ENCODER.encode(msg)
        unsigned = SignedLine(core, "A" * 86, msg, event_id(core))
        try:
            self.decode(unsigned.line)
        except (BadRecord, Unsupported) as error:
            raise ValueError(f"this event would be refused: {error}") from error
        signature = b64(sign(seed, "sign/event", core))
        if isinstance(msg, Genesis):
            return GenesisLine(core, signature, msg, unsigned.id)
        return SeatLine(core, signature, msg, unsigned.id)


CODEC = Codec()


def verify_event(event: SignedLine, pk: bytes) -> bool:
    """2.3 Step 5 of acceptance: whether the signature is that of this key."""
    return verify(pk, unb64(event.sig, 64), "sign/event", event.core)


def check_join_pop(gid: bytes, seat: int, id_pk: bytes, body: JoinBody) -> bool:
    """2.5 Whether a join proves that its signing key is its own."""
    return check_pop(
        unb64(body.pop, 64),
        gid=gid,
        seat=seat,
        epoch=body.epoch,
        id_pk=id_pk,
        pk=unb64(body.pk, 32),
        box=unb64(body.box, 32),
        gsc=unb64(body.gsc, 32),
        anchor=unb64(body.anchor, 32),
        chain_n=body.chain_n,
    )


def say_text(say: str) -> bytes:
    """3.1 The text of a seal that holds this answer."""
    return _ENCODER.encode(SealedText(say=say))


def read_say(text: bytes) -> str | None:
    """3.1 The answer in the text of a seal; None if the text is not the canonical JSON of one."""
    try:
        sealed = _SEALED.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return sealed.say if _ENCODER.encode(sealed) == text else None


def _reason(core: bytes, error: Exception) -> BadRecord | Unsupported:
    """Why a core did not decode; what belongs to the protocol but is not built yet is refused by name."""
    try:
        loose = msgspec.json.decode(core)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        return BadRecord(f"not JSON: {_plain(str(fault))}")
    kind = loose.get("kind") if isinstance(loose, dict) else None
    if not isinstance(kind, str):
        return BadRecord("not an event: it has no kind")
    if kind in LATER_KINDS:
        return Unsupported(f"this version cannot read `{kind}` yet")
    if kind not in KINDS:
        return BadRecord(f"unknown kind `{_plain(kind)}`")
    if name := _not_built(kind, loose.get("body")):
        return Unsupported(f"this version cannot read {name} yet")
    return BadRecord(f"{kind}: {_plain(_PATTERN_FAULT.sub('malformed text', str(error)))}")


def _not_built(kind: str, body: Any) -> str | None:
    """2.5, 3.6 The first part of a body that a later version reads, None if there is none."""
    if not isinstance(body, dict):
        return None
    if kind == "genesis" and isinstance(policy := body.get("policy"), dict) and (unknown := {*policy} - {"clock"}):
        return f"the policy `{_plain(min(unknown))}`"
    if kind == "agree" and (later := [do for do in LATER_AGREED if do == body.get("do")]):
        return f"`{later[0]}` in an agree"
    if kind == "note" and "to" in body:
        return "`to` in a note"
    if kind == "reveal" and any(isinstance(one, dict) and "lost" in one for one in (body, *_listed(body.get("more")))):
        return "`lost` in an opening"
    if kind == "seal" and any(isinstance(one, dict) and "to" in one for one in _listed(body.get("items"))):
        return "`to` in a seal"
    return None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(text: str) -> str:
    """Text of a log made harmless for any screen, and short."""
    return ascii(text)[1:-1][:200]


def _fault(msg: SeatMessage) -> str | None:
    """2.2, 2.4, 2.5 What bounds on single fields cannot say; None if all is well."""
    if msg.inc and any(a >= b for a, b in pairwise(msg.inc)):
        return "`inc` is not sorted"
    if msg.kind == "join" and (fault := _key_fault(msg.body.pk, msg.body.box)):
        return fault
    if msg.kind == "reveal" and not all(_opens_one_thing(opening) for opening in msg.body.openings):
        return "an opening has `of` and `key`, or `seed` alone"
    if msg.kind == "note" and (msg.inc or msg.st is not None):
        return "a note has neither `inc` nor `st`"
    if msg.kind in ("agree", "claim") and msg.st is not None:
        return f"a side event of kind {msg.kind} has no `st`"
    return None


def _genesis_fault(msg: Genesis) -> str | None:
    """3.6 Seats and dice policy that cannot be played."""
    body = msg.body
    if body.policy is not None and body.policy.clock is None:
        return "a policy that says nothing"
    if fault := _key_fault(body.host, *(seat.id for seat in body.seats)):
        return fault
    if len({seat.name for seat in body.seats}) < len(body.seats):
        return "two seats of one name"
    if any(seat.role == "judge" for seat in body.seats[:-1]):
        return "the judge is not the last seat"
    if body.dice.by not in DICE_POLICIES:
        return "an unknown dice policy"
    if "judge" in body.dice.by and body.seats[-1].role != "judge":
        return "the dice policy needs a judge"
    return None


def _key_fault(*keys: str) -> str:
    """2.2 What is wrong with the first of these keys that none may have; empty if all may be had."""
    return next(filter(None, (key_fault(unb64(key, 32)) for key in keys)), "")


def _opens_one_thing(opening: Opening) -> bool:
    """2.5 A seal is opened by its event and a key, a private draw by its seed."""
    if opening.seed is None:
        return opening.of is not None and opening.key is not None
    return opening.of is None and opening.key is None
