"""What may be asked in Fallujah, 2004, with an answer to each: so that it can be filed before it is asked.

Belongs here: those words. Must not be here: whether a moment can come (`conditions`), what answers mean.
"""

from __future__ import annotations

from pbem.kit.conditions import Coming

OPERATIONS = ("operations",)

COMING = {
    "7.1": Coming("what you buy, and where it stands at the start", "setup", ("setup",)),
    "10.1": Coming("your next operation", "j5 netwar", OPERATIONS),
    "14.1": Coming("whether a force goes on after a won battle", "stop", OPERATIONS),
    "27.1": Coming("where a force goes on to", "stop", OPERATIONS),
    "29.1": Coming("whom a leader joins", "2-7", OPERATIONS),
    "16.1": Coming("who leads for the Tactical Edge", "2-7", OPERATIONS),
    "23.2": Coming("which strikes are committed", "none", OPERATIONS),
    "16.3": Coming("who takes hits", "2-7", OPERATIONS),
    "16.7": Coming("whether you fight on when OPFOR stands", "continue", OPERATIONS),
    "35": Coming("whether another player of your team may use your units", "yes"),
}
