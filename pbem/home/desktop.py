"""How the desktop of each system shows a notification.

Belongs here: that command. Must not be here: running it, what it says.
"""

from __future__ import annotations

import sys


def notification(title: str, text: str) -> tuple[str, ...]:
    """The command that shows a line of text under a title; both are of one line."""
    if sys.platform == "darwin":
        return ("osascript", "-e", f'display notification "{_quoted(text)}" with title "{_quoted(title)}"')
    return ("notify-send", "--app-name=pbem", "--", title, text)


def _quoted(text: str) -> str:
    return text.replace("\\", " ").replace('"', "'")
