"""A match in which a seat signed twice, and others built on either twin before they knew.

Belongs here: making it. Must not be here: what readers must find.
"""

from __future__ import annotations

from little import Said, bids, decides, little
from pbem.play.requests import Open
from pbem.record import events as ev
from pbem.record.wire import CODEC, Event
from people import Person, forge, invite, settle

SEATS = ("red", "green", "blue")


async def all_bid(state: Said) -> None:
    """Red decides, all seal and open, red decides."""
    state.note(await decides("red"))
    sealed = await bids(*SEATS)
    state.note(*(await Open(rule="9.2", sealed=dict(sealed))).values())
    state.note(await decides("red"))


def forked() -> tuple[list[Person], list[Event]]:
    """A match in which green remarks, then signs two remarks for one place and one behind; red had included a twin
    and blue what stands behind it, when they answered. Gives its people and those six events."""
    people = invite(ruleset=little(all_bid, seats=SEATS))
    settle(people)
    red, green, blue = (person.match for person in people)
    first = forge(green, 1, ev.Note, ev.NoteBody(text="first"), inc=())
    green.take([first])
    core = green._core(1) | {"inc": ()}
    one, two = (CODEC.make(ev.Note(**core, body=ev.NoteBody(text=t)), green.keys[1].sign_seed) for t in ("a", "b"))
    behind = CODEC.make(ev.Note(**core | {"feed": one.id, "n": core["n"] + 1}, body=ev.NoteBody(text="c")),
                        green.keys[1].sign_seed)  # fmt: skip
    answer = forge(red, 0, ev.Act, ev.Answer(rule="1", say="go"), inc=(two.id,))
    blue.take([first, two, answer])  # and builds on that
    consent = forge(blue, 2, ev.Agree, ev.Takeback(to=1), inc=(behind.id,))
    return people, [first, one, two, behind, answer, consent]
