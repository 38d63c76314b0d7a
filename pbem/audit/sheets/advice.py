"""What a director can do about a finding: one sentence or two for each kind of fault.

Belongs here: those words. Must not be here: what is found, how a sheet looks.
"""

from __future__ import annotations

from pbem.audit.findings.finding import Finding, Kind

ADVICE: dict[Kind, str] = {
    "line": "Ask whoever gave you this file for it again. No player is accused: a line that cannot be read was signed "
            "by nobody.",
    "first line": "Ask any player for the log of the match: no file is one without its first line.",
    "signature": "Blame nobody. Ask the seat, or any player who has the event, for it again: with the right one the "
                 "match goes on.",
    "forged": "Leave this line out: it counts for nothing, and nothing is missing because of it. If the key of a seat "
              "fits it, hear whoever plays that seat: nobody else can sign with that key.",
    "place": "Leave this line out: it does not belong to this match as it stands. No player is accused: anybody can "
             "put such a line into a file.",
    "link": "Ask the seat for the event that it built on. If that one is signed, too, the seat signed twice for one "
            "place.",
    "missing": "Ask the seat, or any player who has it, for what is missing, and audit again. Missing is not cheating.",
    "fork": "The seat signed both, perhaps by playing on two machines: hear its player, then decide. The proof file "
            "shows it to anybody without the rest; pbem verify LOG --proof FOLDER writes it. Nobody can play on here.",
    "void": "Ask the seat for the right one: it is still owed, and the match waits for it.",
    "base": "Ask this seat and another for their whole logs and the version of pbem that each plays with, and verify "
            "both: one record has what the other lacks, or two builds differ.",
    "desync": "Ask the seat which version of pbem and which data it plays with. The position is the one that the rules "
              "give here; a build of its own may be at fault and not its player.",
    "build": "Judge the match with the build that its players had; pbem games tells which one is installed. Nobody is "
             "accused of what two builds do otherwise.",
    "incident": "Decide about this seat by the rules of your event: what it sealed, or claimed of its secret, was not "
                "allowed, as that secret shows. Play went on, and nothing is taken back by itself. If it had another "
                "build than the one that judges here, audit with that one first.",
    "seal": "Decide about this seat by the rules of your event: its tool did not seal as pbem does, and what it sealed "
            "could not be checked then.",
    "chain": "Decide about this seat by the rules of your event: its numbers of the dice were not fixed as pbem fixes "
             "them. They were fixed before the game all the same.",
    "secret": "Ask the seat for the packet with its secret: its player runs pbem in and sends what pbem out writes.",
    "draw": "Decide about this seat by the rules of your event: it did not draw as pbem draws, and could choose.",
    "steering": "Tell the makers of the ruleset: its rules look into secrets. No player is accused.",
    "ruleset": "Get what the match is played with: this version of the ruleset, or the folder of its corrected data "
               "(--data FOLDER). Then judge again.",
    "again": "",
    "order": "",
}  # fmt: skip
JUDGED = ("The rules of the game dealt with it as the match went on: see how it ended. What this seat claimed, or "
          "sealed, was not so; if more is to follow, decide by the rules of your event.")
NO_EFFECT = "Nothing: it had no effect on the match. It stands here because it was signed."


def to_do(finding: Finding) -> str:
    """What to do about it; empty if there is nothing to say."""
    if finding.severity == "incident":
        return JUDGED if finding.kind == "incident" else NO_EFFECT
    is_damage = finding.kind == "place" and finding.severity == "fault" and bool(finding.concerns)
    return ADVICE["signature" if is_damage else finding.kind]
