"""What a person does at the table: drafts, takes back, sends; each as the command of that name does it.

Belongs here: these, once the page believes in the position that stands. Must not be here: what is signed (`pbem.desk`).
"""

from __future__ import annotations

from pathlib import Path

from pbem.desk.automatic import carry_on
from pbem.desk.drafting import send_drafts, take_orders
from pbem.desk.drafts import Draft
from pbem.desk.packets import pasted
from pbem.desk.redrafting import take_back_draft
from pbem.desk.signing_on import adopt_match
from pbem.kit.spelling import plural
from pbem.match.folder import GameFolder
from pbem.show.clean import clean
from pbem.web.shapes import Asking, Block, Done
from pbem.web.sitting import Sitting, titles_of, told_to


def draft(sitting: Sitting, asking: Asking) -> Done:
    """Drafts an order; whoever plays alone signs what a die follows, as `pbem do` does."""
    with sitting.write(asking.at) as game:
        taken = take_orders(game, [asking.text], asking.seat or None)
        told, packets = gone(sitting, game, asking.seat) if taken.signed else ((), ())
    given = tuple(f"{one.seat}: {clean(one.text)}" for one in taken.given)
    return _done(sitting, given, taken.signed, told, packets)


def undo(sitting: Sitting, asking: Asking) -> Done:
    """Takes back the draft with the number `n`, 0: the last one; those that hang on it go with it."""
    with sitting.write(asking.at) as game:
        found = take_back_draft(game, number=asking.n or None)
    if found is None:
        return _done(sitting, told=("nothing is drafted",))

    def words(one: Draft) -> str:  # what another seat may have sealed is read as that seat alone
        return f"{one.seat}: {clean(one.short)}" if asking.seat in ("", one.seat) else f"a draft of {one.seat}"

    lost = (f"forgotten with it: {words(one)} ({clean(why)})" for one, why in found.dropped)
    return _done(sitting, told=(f"taken back, and never sent: {words(found.gone)}", *lost))


def send(sitting: Sitting, asking: Asking) -> Done:
    """Signs all drafts, or none, and writes what the others need."""
    with sitting.write(asking.at) as game:
        count = send_drafts(game)
        told, packets = gone(sitting, game, asking.seat)
    said = f"signed: {plural(count, 'draft')}" if count else "nothing was drafted"
    return _done(sitting, signed=count, told=(said, *told), packets=packets)


def adopt(sitting: Sitting, asking: Asking) -> Done:
    """The person says that nothing newer was signed elsewhere: this home signs on from this record."""
    with sitting.write(asking.at) as game:
        names = adopt_match(sitting.desk.home, game)
        game.match.run_mechanical()
        told, packets = gone(sitting, game, asking.seat)
    said = f"played on here: {', '.join(names) or 'no seat that has joined'}"
    return _done(sitting, told=(said, *told), packets=packets)


def join(sitting: Sitting, asking: Asking) -> Done:
    """The person's seats are taken: the table ended, or a command was stopped, between beginning a match and that."""
    with sitting.write(asking.at) as game:
        titles = titles_of(game.match)
        names = [clean(titles.get(name, name)) for name in sitting.desk.take_seats(game)]
        told, packets = gone(sitting, game, asking.seat)
    return _done(sitting, told=(f"taken: {', '.join(names) or 'no seat that was free'}", *told), packets=packets)


def gone(
    sitting: Sitting, game: GameFolder, seat: str, *, only_new: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What follows by itself; what a seat is told of it, and the packets to send, `only_new`: if anything did."""
    done = carry_on(game)
    sitting.answered = tuple(map(clean, done.told))
    if only_new and not done.is_any:
        return (), ()
    return told_to(game.match, sitting.answered, seat), tuple(path.name for path in sitting.desk.send_from(game))


def _done(
    sitting: Sitting, given: tuple[str, ...] = (), signed: int = 0, told: tuple[str, ...] = (),
    packets: tuple[str, ...] = (),
) -> Done:
    return Done(sitting.at, given, signed, told, packets)


def out(sitting: Sitting, asking: Asking) -> Done:
    """Writes what the others may lack, with a number: the whole log, for somebody who lost records."""
    with sitting.write(asking.at) as game:
        game.match.run_mechanical()
        packets = tuple(path.name for path in sitting.desk.send_from(game, everything=bool(asking.n)))
        others = bool(game.others)
    none = "the others have everything" if others else "all seats are yours: there is nobody to send to"
    return _done(sitting, told=() if packets else (none,), packets=packets)


def text(sitting: Sitting, name: str) -> Block | None:
    """A packet that was written, as a block to paste into a mail or a chat."""
    if (found := packet(sitting, name)) is None:
        return None
    with sitting.write() as game:
        return Block(pasted(game, found.read_bytes()))


def packet(sitting: Sitting, name: str) -> Path | None:
    """The file of a packet that was written to be sent; None if there is none of this name."""
    out = sitting.folder / "out"
    found = [path for path in out.glob("*.pbem") if path.name == name and path.is_file()] if out.is_dir() else []
    return found[0] if found else None
