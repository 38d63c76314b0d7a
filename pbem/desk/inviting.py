"""The words of the mails around an invitation, for somebody who has never heard of us.

Belongs here: these texts, and how this program is installed (docs/install.md has the same lines). Must not be here:
mails, who is invited.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from pbem.desk.waiting import utc
from pbem.errors import PbemError
from pbem.home.cards import SignedCard
from pbem.home.invitation import Invitation, InvitationAnswer
from pbem.home.people import PersonCard
from pbem.ruleset import Ruleset, find_engine
from pbem.show.clean import clean, clean_lines

INSTALL = {  # three lines for each system
    "Linux": ("python3 -m venv ~/pbem-env", "~/pbem-env/bin/pip install '.[mail,png]'", "~/pbem-env/bin/pbem games"),
    "macOS": ("brew install python pipx", "pipx install '.[mail,png]'", "pbem games"),
    "Windows": (
        "py -m pip install --user pipx", 'py -m pipx ensurepath; py -m pipx install ".[mail,png]"', "pbem games"),
}
WIDTH = 78
_COMMAND = re.compile(r"(?<=:) (pbem [^;.]+(?:\.[^;. ]+)*)[;.]?")
WHAT = (
    "You play board wargames by mail, each in your own time: there is no server, and you need not be on line together. "
    "A program on your own machine knows the rules and says what is asked of you. Nobody chooses dice, nobody sees "
    "secrets early, and afterwards anybody can check that it was fair."
)


def subject_of(invitation: Invitation) -> str:
    """`[pbem] ana invites you to Autumn cup`."""
    return f"[pbem] {clean(invitation.host.name)} invites you: {clean(invitation.title)}"


def invitation_text(invitation: Invitation, remark: str, file: str) -> str:
    """What stands before the block; `file` is the name of the attachment."""
    host, ruleset = invitation.host, find_engine(invitation.engine)
    who = f"{clean(host.name)} <{clean(host.address)}>"
    lines = _filled(f"{who} invites you to play {ruleset.title}, a board wargame by mail.")
    if invitation.title != ruleset.title:
        lines.append(f"The match: {clean(invitation.title)}.")
    lines += ["", *_filled(f"The game: {clean(ruleset.about)}")] if ruleset.about else []
    lines += ["", *_filled(f"You would play {_listed(invitation.seats)}. {_others(ruleset, invitation)}")]
    lines += [*settled(ruleset, invitation)]
    if remark:
        lines += ["", f"{clean(host.name)} writes:", *(clean_lines(remark)).split("\n")]
    lines += ["", *_filled(WHAT), ""]
    lines += _filled("1. Install it. You need Python 3.11 or newer, and the folder with the program's sources: your "
                     "host tells you where to get it. In a terminal, in that folder:", "", "   ")
    for system, commands in INSTALL.items():
        lines += ["", f"   {system}", *(f"     {command}" for command in commands)]
    lines += [
        "",
        *_filled("On Windows take Python from the Store, and a new terminal for the last line.", "   "),
        "",
        *_filled(f"2. Save the attachment {file}, or this whole mail, as a file. Accept with one command:", "", "   "),
        "",
        f"     pbem accept {file} --name YOURNAME",
        "",
        *_filled("--name makes you an identity of that name; leave it out if you have one. On Linux, type "
                 "~/pbem-env/bin/pbem for pbem. If you would rather paste: pbem accept - --name YOURNAME, then "
                 "paste the block below and end with Ctrl-D (on Windows Ctrl-Z and Enter).", "   "),
        "",
        f"   No, thank you: pbem decline {file}. If you install nothing, just write back.",
        "",
        *_filled("3. The program says how your answer reaches the host. When all have accepted, a mail brings the "
                 "match.", "", "   "),
        "",
        f"Please answer until {utc(invitation.expires)[:10]}.",
    ]
    return "\n".join(lines)


def settled(ruleset: Ruleset, invitation: Invitation) -> list[str]:
    """What is settled besides: scenario and options that differ, a clock."""
    from pbem.ruleset import spell

    lines = []
    scenario = invitation.options.get("scenario")
    if isinstance(scenario, str) and len(ruleset.scenarios) > 1:
        lines.append(f"Scenario: {ruleset.scenarios.get(scenario, scenario)}.")
    chosen = [f"{name}={spell(value)}" for name, value in invitation.options.items() if name != "scenario"]
    lines += [f"Options: {clean(', '.join(chosen))}."] if chosen else []
    if (clock := invitation.clock) is not None:
        lines.append(f"A clock: {clock.days} days to answer each time, {clock.grace} of grace, {clock.leave} of leave.")
    return lines


def _others(ruleset: Ruleset, invitation: Invitation) -> str:
    host = clean(invitation.host.name)
    try:
        seats = ruleset.seats_of(invitation.options)
    except PbemError:
        seats = ()
    rest = [seat for seat in seats if seat not in (*invitation.seats, *invitation.own)]
    others = f"; others play {_listed(rest)}" if rest else ""
    return f"{host} plays {_listed(invitation.own)}{others}."


def _listed(seats: tuple[str, ...] | list[str]) -> str:
    *first, last = seats or ("nobody",)
    return f"{', '.join(first)} and {last}" if first else last


def answer_text(
    invitation: Invitation, answer: InvitationAnswer, card: SignedCard | PersonCard | None, file: str
) -> tuple[str, str]:
    """Subject and text of an answer."""
    who = "Somebody" if card is None else clean(card.name)
    comes = "comes" if answer.accepts else "does not come"
    title = clean(invitation.title)
    text = [f"{who} {comes}: {title}, {_listed(invitation.seats)}.", "",
            "The courier of the host reads this mail by itself; else save it, or its attachment, and type:", "",
            f"  pbem in {file}"]
    return f"[pbem] {who} {comes}: {title}", "\n".join(text)


def match_text(title: str, host: str, file: str, folder: Path) -> str:
    """What stands before the blocks that bring a match by hand."""
    return "\n".join([
        f"{clean(host)}: all have come to {clean(title)}: the match begins.", "",
        "Save this text as a file, and take your seat with:", "", f"  pbem join {file} -C {folder.name}"])


def apart(said: str) -> str:
    """A sentence with commands in it, each on a line of its own."""
    pieces = _COMMAND.split(said)
    lines = [line for at, piece in enumerate(pieces) if piece.strip()
             for line in (["", f"  {piece}", ""] if at % 2 else _filled(piece.strip()))]
    return "\n".join(lines).strip("\n")


def _filled(text: str, first: str = "", hang: str | None = None) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=first if hang is None else hang,
                         break_long_words=False, break_on_hyphens=False)
