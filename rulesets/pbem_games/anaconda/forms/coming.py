"""What may be asked in which phase of Operation Anaconda, with an answer to each: so that it can be filed beforehand.

Belongs here: those words. Must not be here: whether a moment can come (`conditions`), what answers mean.
"""

from __future__ import annotations

from pbem.kit.conditions import Coming

SETUP, OPERATIONS = ("setup", "start"), ("operations",)

COMING = {
    "3.4": Coming("which counters you take, and where they lie", "rest", SETUP),
    "3.5": Coming("where your units stand at the start", "rest", SETUP),
    "31.2": Coming("which more forces you take", "none", SETUP),
    "r110": Coming("which standing orders you file for a turn", "none", OPERATIONS),
    "4.2": Coming("whether you draw a marker", "draw", OPERATIONS),
    "6.2.3": Coming("whether a command goes back, or gets an order", "none", ("start", *OPERATIONS)),
    "7.3": Coming("where what was drawn is put", "rest", OPERATIONS),
    "7.4": Coming("which counters are called up, and where they lie", "rest", OPERATIONS),
    "19.1-p": Coming("the reconnaissance of an activation", "last", OPERATIONS),
    "19.1": Coming("the next reconnaissance", "done", OPERATIONS),
    "8.1-p": Coming("the movement of an activation", "last", OPERATIONS),
    "8.1-c": Coming("when that movement stops", "pause contact", OPERATIONS),
    "8.1": Coming("the next move", "done", OPERATIONS),
    "8.7": Coming("whether a unit that was fired on goes on", "stay", OPERATIONS),
    "10.2-p": Coming("the attacks of an activation", "last", OPERATIONS),
    "10.2": Coming("the next attack", "done", OPERATIONS),
    "12.2-p": Coming("who of yours fires at a movement", "none", OPERATIONS),
    "12.2-s": Coming("who of yours fires at a movement, sealed", "none", OPERATIONS),
    "12.2": Coming("who fires at what moves", "pass", OPERATIONS),
    "15.2": Coming("whether gunships fire at what moved", "pass", OPERATIONS),
    "17.1": Coming("who fires at a flight", "pass", OPERATIONS),
    "17.1-s": Coming("who fires at a flight, sealed", "none", OPERATIONS),
    "19.1-s": Coming("who fires at a reconnaissance, sealed", "none", OPERATIONS),
    "10.2-s": Coming("who fires in attacks, and which works are shown", "none", OPERATIONS),
    "20.4": Coming("which works are turned up", "none", OPERATIONS),
    "14.9": Coming("which hex Friendly Fire hits", "1710", OPERATIONS),
    "11.3": Coming("how far an attacker goes on", "stay", OPERATIONS),
    "24.2": Coming("what a leader does", "pass", OPERATIONS),
    "24.3": Coming("what a leader does", "pass", (*SETUP, *OPERATIONS)),
    "27.3": Coming("whether an attack goes on", "pass", OPERATIONS),
    "15.5": Coming("which base what returns goes to", "rest", ("return",)),
    "22.3": Coming("whether the operation goes on for a turn", "end", ("inter", "return")),
    "22.4": Coming("where what comes for the extension is put", "rest", ("inter", "return", "start")),
}
