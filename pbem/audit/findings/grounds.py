"""What a finding rests on: what the record claims there, what is true, and where both can be looked up.

Belongs here: putting events, seals and incidents into claims and evidence. Must not be here: what is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.audit.findings.finding import Evidence
from pbem.crypto.hashing import b64
from pbem.limits import MOST_OPENED, MOST_SHOWN
from pbem.match.binding import Binding
from pbem.play.requests import Sealed
from pbem.play.secrets import Incident
from pbem.record.events import Act, Answer, Disclose, Entropy, Priv, Reveal, Seal, Undo
from pbem.record.wire import SignedLine


def said_by(event: SignedLine) -> str:
    """What an event says, in a few words; empty if it says nothing but that it is there."""
    match event.msg:
        case Act(body=Answer(rule=rule, about=about, say=say)):
            return f'the answer to {" ".join(w for w in (rule, about) if w)} is "{say}"'
        case Act(body=Undo(to=to)):
            return f"back to the position after round {to}"
        case Act(body=Priv(slot=slot)):
            return f"a secret draw in {slot}"
        case Seal(body=body):
            return f"sealed in {', '.join(item.slot for item in body.items[:MOST_SHOWN])}"
        case Reveal(body=body):
            return f"what was sealed in {', '.join(opening.slot for opening in body.openings[:MOST_SHOWN])}"
        case Entropy(body=body):
            return f"its number {body.i} for the dice is {body.e}"
        case Disclose(body=body):
            return f"the secret is {body.gs}"
    return ""


def what_incident(
    incident: Incident, binding: Binding, line_of: Mapping[str, int]
) -> tuple[str, str, tuple[Evidence, ...]]:
    """3.2 What was claimed, what is true, the commitments and the texts behind them."""
    evidence: list[Evidence] = []
    named: list[str] = []
    unnamed: dict[str, list[str]] = {}
    for handle in incident.about[:MOST_SHOWN]:
        value = _cut(incident.said) or _text(binding, handle, is_illegal=not incident.claimed)
        evidence += _commitment(binding, handle, line_of)
        evidence.append(Evidence("opened text", value, slot=handle.slot))
        name = _named(binding.state, handle, "")
        if name:
            named.append(f'{name} is "{value}"')
        else:
            unnamed.setdefault(_sealed_where(binding, handle), []).append(f'"{value}"')
    truths = named + [f"{where} {', '.join(values)}" for where, values in unnamed.items()]
    if len(incident.about) > MOST_SHOWN:
        truths.append(f"and {len(incident.about) - MOST_SHOWN} more")
    claimed = incident.claimed or f"what is sealed is a legal text for rule {incident.rule}"
    return claimed, incident.shown or ", ".join(truths), tuple(evidence)


def _sealed_where(binding: Binding, handle: Sealed[Any]) -> str:
    """Who sealed or drew a secret that has no name, when, and by what rule (3.1)."""
    first, rule, *about = handle.slot.split("/")[:-1]
    verb = "drew" if binding.table.secrets.is_draw(handle) else "sealed"
    what = f" for {' '.join(about)}" if about else ""
    return f"{handle.seat} {verb} in round {first[1:]} under rule {rule}{what}:"


def _named(value: Any, handle: Sealed[Any], name: str) -> str:
    """The name under which a position keeps a secret: the key of the table in which it, or what holds it, stands."""
    if isinstance(value, Sealed):
        return name if value == handle else ""
    if isinstance(value, Mapping):
        inner = ((one, key if isinstance(key, str) else name) for key, one in value.items())
    elif isinstance(value, msgspec.Struct):
        inner = ((getattr(value, field), name) for field in value.__struct_fields__)
    elif isinstance(value, list | tuple):
        inner = ((one, name) for one in value)
    else:
        return ""
    return next(filter(None, (_named(one, handle, called) for one, called in inner)), "")


def _text(binding: Binding, handle: Sealed[Any], *, is_illegal: bool) -> str:
    """What a secret turned out to be, as it would be typed."""
    secrets = binding.table.secrets
    if is_illegal:
        return "what is no text of an answer"
    return _cut(" ".join(secrets.dealt(handle)) if secrets.is_draw(handle) else secrets.spelled(handle))


def _cut(words: str) -> str:
    return words if len(words) <= MOST_OPENED else words[: MOST_OPENED - 4] + " ..."


def _commitment(binding: Binding, handle: Sealed[Any], line_of: Mapping[str, int]) -> list[Evidence]:
    """What its seat signed of it; nothing if the rules left no choice and no event was needed."""
    held = binding.items.get(handle)
    if held is None:
        return []
    value = held.item.com if held.item is not None else b64(held.commitment)
    return [Evidence("commitment", value, line_of.get(held.event), handle.slot)]
