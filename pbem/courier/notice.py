"""One notice when something is asked of a person, and not again: by mail, on his screen, or by a command of his.

It names what is asked, what happened since the last notice, and what was answered for him. It says what everybody may
see and what his own tool told him, for it goes through a mail server. Belongs here: its words, the screen, the command.
Must not be here: when it is due, mail.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.courier.report import decides, name_of, report
from pbem.desk.waiting import human_duties
from pbem.errors import Transport
from pbem.home.desktop import notification
from pbem.match.match import Match
from pbem.post.names import one_line
from pbem.show.clean import clean

PATIENCE = 30.0  # seconds that a command may take


@dataclass(frozen=True, slots=True)
class Notice:
    """What a person is told."""

    subject: str
    text: str


def notice_of(match: Match, folder: Path, since: int, answered: Sequence[str], title: str = "") -> Notice | None:
    """What is asked of the person here now; None if nothing is. `since` is the round from which on it tells."""
    duties = human_duties(match)
    if not duties:
        return None
    game = name_of(match, title)
    lines = [f"{game}: {decides(match, duties)}", f"see it with: pbem next -C {folder}", ""]
    if answered:
        lines += ["Answered for you, or passed over:", *(f"- {clean(line)}" for line in answered), ""]
    return Notice(f"[pbem] your turn: {game}: {decides(match, duties)}", "\n".join([*lines, report(match, since, {})]))


def show_on_screen(notice: Notice) -> None:
    """A notification of the desktop; Transport if there is none."""
    title, _, text = notice.subject.partition(": ")
    run_for(notification(one_line(title), one_line(text)), notice)


def run_for(command: Sequence[str], notice: Notice) -> None:
    """Runs a command without a shell: the notice comes on its standard input, the subject in the first line."""
    try:
        done = subprocess.run(
            list(command), input=f"{notice.subject}\n\n{notice.text}\n".encode(), capture_output=True,
            timeout=PATIENCE, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise Transport(f"the notice: {one_line(command[0])}: {why.lower()}", "see notify in courier.toml") from None
    if done.returncode:
        raise Transport(f"the notice: {one_line(command[0])} ended with status {done.returncode}")
