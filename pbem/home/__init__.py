"""The home of one person on one machine: identity, marks, people, matches (design 7).

Imports `record` and `crypto`; nothing of `record` or `play` imports it.
"""

from pbem.home.challenges import Challenges, Published
from pbem.home.folder import Home
from pbem.home.games import Games, KnownGame
from pbem.home.identity import PRODUCTION, Cost, Identity
from pbem.home.passphrase import find_passphrase
from pbem.home.people import Card, People, Person, read_card, write_card

__all__ = [
    "PRODUCTION",
    "Card",
    "Challenges",
    "Cost",
    "Games",
    "Home",
    "Identity",
    "KnownGame",
    "People",
    "Person",
    "Published",
    "find_passphrase",
    "read_card",
    "write_card",
]
