"""`pbem out`: what a person sends: a packet file, a mail draft, a block to paste (design 6, protocol 2.13).

Belongs here: making and writing them. Must not be here: sending; a clock: the caller gives the date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from pbem.errors import WrongUse
from pbem.limits import MAX_ADDRESS
from pbem.post.armor import armor
from pbem.post.files import write_atomic
from pbem.post.names import field_text, is_file_name, one_line

_ADDRESS = re.compile(r"([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@([A-Za-z0-9.-]{1,253})")
_OUR_MARK = re.compile(r"\[(?=[\s/]{0,8}PBEM)", re.I)


def write_packet(folder: Path, name: str, payload: bytes) -> Path:
    """The payload as a file of that plain ASCII name; a file of that name is replaced."""
    return write_atomic(folder / checked_name(name), payload)


def paste(text: str, payload: bytes, label: Sequence[str]) -> str:
    """2.13 A short text and the block, to paste into a mail or a chat."""
    lines = (_indented(line) for line in text.splitlines())
    human = _OUR_MARK.sub("(", "\n".join(lines)).strip("\n")  # no second block may begin in what others wrote
    block = armor(payload, *label)
    return f"{human}\n\n{block}" if human else block


def _indented(line: str) -> str:
    """One line of a text, on its own few blanks: what is to be typed stands apart."""
    return " " * min(len(line) - len(line.lstrip(" ")), 8) + one_line(line, 4000)


def draft(
    payload: bytes, name: str, label: Sequence[str], *,
    sender: str, to: Sequence[str], subject: str, date: datetime, text: str,
) -> bytes:
    """2.13 A mail with the payload twice: a block in the text and an attachment of that name. Opens as unsent.

    `sender` and `to` are `name <address>` or an address; an empty `sender` or `to` is left for the mail program.
    `date` knows its time zone. Control characters are dropped from every field; WrongUse names a bad address.
    """
    mail = EmailMessage(policy=SMTP)
    if sender:
        mail["From"] = checked_address(sender)
    if to:
        mail["To"] = [checked_address(one) for one in to]
    mail["Subject"] = field_text(subject)
    mail["Date"] = format_datetime(date)
    mail["X-Unsent"] = "1"
    mail.set_content(paste(text, payload, label))
    mail.add_attachment(payload, maintype="application", subtype="octet-stream", filename=checked_name(name))
    return mail.as_bytes()


def write_draft(folder: Path, name: str, mail: bytes) -> Path:
    """The mail as a file beside the packet of that name: `x.pbem` gives `x.eml`."""
    return write_atomic(folder / checked_name(checked_name(name).removesuffix(".pbem") + ".eml"), mail)


def checked_name(name: str) -> str:
    """The name; WrongUse if it is no plain file name."""
    if not is_file_name(name):
        raise WrongUse(f"{one_line(name)}: not a plain file name", "use letters, digits, - _ and .")
    return name


def checked_address(text: str) -> Address:
    """`name <address>` or an address, as it stands in a field; WrongUse if it is neither."""
    clean = field_text(text, 2 * MAX_ADDRESS)
    name, bracket, rest = clean.rpartition("<")
    spec = rest.removesuffix(">") if bracket else clean
    try:
        if _ADDRESS.fullmatch(spec) is None:
            raise ValueError
        return Address(display_name=name.strip(' "'), addr_spec=spec)
    except (ValueError, MessageError):
        raise WrongUse(f"{clean}: not a mail address", "write name@example.org or Name <name@example.org>") from None
