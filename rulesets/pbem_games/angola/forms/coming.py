"""What may be asked in which phase of Angola!, with an answer to each: so that it can be filed before it is asked.

Belongs here: those words. Must not be here: whether a moment can come (`conditions`), what answers mean.
"""

from __future__ import annotations

from pbem.kit.conditions import Coming

OPERATIONS, END = ("operations",), ("end",)

COMING = {
    "3": Coming("where your Units stand at the start", "loose", ("setup",)),
    "5.4": Coming("which cards go into your pack, in which order", "a a b blank", ("planning",)),
    "5.2": Coming("what a Column does when its card comes up", "stay", ("planning", *OPERATIONS)),
    "8.1-2": Coming("what your Command card does", "none", ("planning", *OPERATIONS)),
    "2.4.2": Coming("whether Equipment changes hands with an idle card", "nothing", OPERATIONS),
    "9.4": Coming("the strength that you claim for an automatic victory", "7", OPERATIONS),
    "9.6.2": Coming("how many airgroups fly to a combat", "1", OPERATIONS),
    "9.6.3": Coming("how many of them fly superiority, the others strike", "0", OPERATIONS),
    "9.7": Coming("how many airgroups strike, or which missiles are fired at them", "all", OPERATIONS),
    "9.8": Coming("whether a battery fires", "none", OPERATIONS),
    "9.9.1": Coming("which mines are minefields now that no Column hides them", "none", ("planning", *OPERATIONS)),
    "9.9.2": Coming("whether a minefield is declared, and what it hits", "none", OPERATIONS),
    "9.10": Coming("which missiles are fired at vehicles", "none", OPERATIONS),
    "9.3.3": Coming("which Units are lost or suppressed", "suppress inf1", OPERATIONS),
    "9.11.6": Coming("which Units are lost in the combat", "inf1", OPERATIONS),
    "9.11.7": Coming("where your defenders retreat", "to luso", OPERATIONS),
    "9.11.8": Coming("whether you fight another round", "retreat", OPERATIONS),
    "9.12": Coming("who falls behind after a combat", "inf1", OPERATIONS),
    "14.3.1": Coming("which Units are lost in Cabinda", "inf1", OPERATIONS),
    "8.1-3": Coming("how your Columns are formed anew", "none", END),
    "12.1.1": Coming("which Major Units of direct aid you draw", "all", END),
    "12.1.2": Coming("where direct aid arrives", "airgroup", END),
    "12.2": Coming("what a crisis takes or brings", "none", END),
    "12.3": Coming("where you recruit", "none", END),
    "12.3.1": Coming("where your recruits in Cabinda stand", "loose", END),
    "12.4.1": Coming("your bid for covert aid", "2", END),
    "12.4.2": Coming("what you take of covert aid, and who carries it", "none", END),
}
