"""What changes while a page is open, as a stream of events: a courier, a command or another tab may have been at work.

Belongs here: looking at how files lie. Must not be here: reading them.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from anyio import sleep, to_thread

from pbem.web.room import Room
from pbem.web.sitting import Lying, lying

EACH = 0.25  # seconds between two looks
OTHERS = 4  # looks after which matches are looked at too that nobody has open
ALIVE = 60  # looks after which a line says that the table still runs


async def changes(room: Room) -> AsyncIterator[str]:
    """`changed` with the id of a match whose files lie otherwise than they did; `post` when the courier has news, or a
    shared folder has.

    Until the browser is gone.
    """
    known = await to_thread.run_sync(_lying, room, True)  # before it hears of us: nothing is missed from then on
    yield "retry: 2000\n\n"
    looks, turn, shared = 0, room.carrying.turn, room.shared.stamps()
    while True:
        now = await to_thread.run_sync(_lying, room, looks % OTHERS == 0)
        for game, files in now.items():
            if known.get(game) != files:
                yield f"event: changed\ndata: {json.dumps({'game': game})}\n\n"
        known |= now
        if room.carrying.turn != turn:
            turn = room.carrying.turn
            yield "event: post\ndata: {}\n\n"
        if looks % OTHERS == 0 and (lying_now := await to_thread.run_sync(room.shared.stamps)) != shared:
            shared = lying_now
            yield "event: post\ndata: {}\n\n"
        looks += 1
        if looks % ALIVE == 0:
            yield ": still here\n\n"
        await sleep(EACH)


def _lying(room: Room, everywhere: bool) -> dict[str, Lying]:
    folders = room.open_ones() | (room.others() if everywhere else {})
    return {game: lying(folder) for game, folder in folders.items()}
