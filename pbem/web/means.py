"""What a command does, by the page's own means: the words of rules and of the desk name commands, the page has others.

Belongs here: which commands they name, and where on the page the same is done. Must not be here: the page's own texts
(`page/en.json`).
"""

from __future__ import annotations

import re

from pbem.show.clean import clean

BESIDE = "By agreement, remarks, giving up"
BEFOREHAND = "Decided beforehand"
MEANS: tuple[tuple[str, str], ...] = (  # the longer of two that begin alike first
    (r'pbem next (?:--all )?--follow "([^"]*?) ?"', r'begin with "\1" and they are offered'),
    (r"pbem next --all", "all of them are offered here"),
    (r"pbem next shows (?:what may be typed|some)", "what may be typed is offered above your order"),
    (r"pbem next shows the drafts with their numbers", "they are listed with their numbers"),
    (r"pbem next shows what is asked now, with its moment", f"{BEFOREHAND} lists the moments"),
    (r"pbem undo takes the last one, pbem undo N draft N", "each of them has a button for it"),
    (r"pbem undo --round (\d+)", rf"{BESIDE} (go back to the position after round \1)"),
    (r"pbem undo \d+", "Take this one back"),
    (r" with: pbem join\b", ""),
    (r"`pbem verify` names the proof", "Papers, Evidence holds the proof"),
    (r"pbem undo", "Take back"),
    (r"pbem send", "Send"),
    (r'pbem do --early "[^"]*"', BEFOREHAND),
    (r"pbem standing --all", BEFOREHAND),
    (r"agree with: pbem agree NUMBER; or else: pbem refuse NUMBER", f"answer it under {BESIDE}"),
    (r"pbem (?:propose|agree|refuse|clock|note|away)\b[^,;.()]*", BESIDE),
    (r"pbem log shows the rounds", "Papers, Log shows the rounds"),
    (r"(?:: )?pbem show --fire NAME tells of one", ""),
    (r"`pbem show --reach UNIT` shows", "What is lit shows"),
    (r"`pbem show` tells each number", "The board tells each number"),
    (r": pbem show\.", " are offered here."),
)
_MEANS = tuple((re.compile(command), means) for command, means in MEANS)


def here(text: str) -> str:
    """A text of one line for the page, each command in it by what does the same there."""
    if "pbem" in text:
        for command, means in _MEANS:
            text = command.sub(means, text)
        text = text.replace('begin with "" and they are offered', "they are offered here")
    return clean(text)
