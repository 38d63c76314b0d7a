"""The home of one person on one machine: identity, marks, people, matches (design 7).

Imports `record` and `crypto`; nothing of `record` or `play` imports it.
"""

from pbem.home.folder import Home
from pbem.home.games import Games, KnownGame
from pbem.home.identity import PRODUCTION, Cost, Identity
from pbem.home.passphrase import find_passphrase
from pbem.home.people import People, Person, PersonCard, read_card, write_card

__all__ = [
    "PRODUCTION",
    "Cost",
    "Games",
    "Home",
    "Identity",
    "KnownGame",
    "People",
    "Person",
    "PersonCard",
    "find_passphrase",
    "read_card",
    "write_card",
]
