"""`courier.toml` in the home: the folders and mailboxes of a courier, and its manners.

Belongs here: reading it strictly, every refusal with what to write instead. Must not be here: using what it says.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from pbem.courier.places import FILE
from pbem.disk.plain import read_small
from pbem.errors import WrongUse
from pbem.limits import MAX_ADDRESS, MAX_NAME, MAX_PATH, MAX_SETTINGS, MAX_WAYS, MOST_MAILS_AN_HOUR, MOST_PATIENCE
from pbem.post.mail.server import ImapServer, SmtpServer
from pbem.post.names import one_line
from pbem.post.outgoing import checked_address

HELP = "pbem docs courier shows a whole one"

Text: TypeAlias = Annotated[str, Meta(max_length=MAX_PATH)]
Command: TypeAlias = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=MAX_PATH)], ...], Meta(max_length=64)]
Names: TypeAlias = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=MAX_PATH)], ...], Meta(max_length=500)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is not known is refused."""


class Keys(_Strict, frozen=True, kw_only=True):
    """Where the passphrase of the courier's keys comes from; neither: they have none."""

    passphrase_file: Text = ""
    keyring: bool = False


class Reminders(_Strict, frozen=True, kw_only=True):
    """After how many hours whoever is awaited is reminded, 0 for never; the people who are spared.

    `receive` is whether this home's person wants any: else each letter asks the others' couriers for none.
    """

    after_hours: Annotated[int, Meta(ge=0, le=24 * 365)] = 24
    receive: bool = True
    spare: Annotated[tuple[Annotated[str, Meta(max_length=MAX_NAME)], ...], Meta(max_length=100)] = ()


class FolderSettings(_Strict, frozen=True, kw_only=True):
    """A shared folder; `matches` are the game folders it serves, none: all."""

    path: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
    matches: Names = ()


class MailSettings(_Strict, frozen=True, kw_only=True):
    """A mail account: where mail is fetched, where it is handed in, and one source of the password."""

    address: Annotated[str, Meta(min_length=3, max_length=MAX_ADDRESS)]
    imap: ImapServer
    smtp: SmtpServer
    name: Annotated[str, Meta(max_length=MAX_NAME)] = ""
    password_command: Command = ()
    password_file: Text = ""
    keyring: bool = False
    xoauth2_command: Command = ()
    matches: Names = ()


class Settings(_Strict, frozen=True, kw_only=True):
    """The whole file.

    `pass_after_minutes` is how long an answer is held back that only a secret decides: one that comes at once would
    tell that there was nothing to decide.
    `hold_seconds` is how long a letter waits for more to go with it, `notify` how the person hears that something is
    asked: a command gets it on its standard input.
    """

    poll_seconds: Annotated[int, Meta(ge=5, le=86_400)] = 60
    pass_after_minutes: Annotated[int, Meta(ge=0, le=MOST_PATIENCE)] = 0
    hold_seconds: Annotated[int, Meta(ge=0, le=600)] = 5
    notify: Literal["mail", "desktop", "none"] | Command = "mail"
    picture: bool = True
    most_mails_an_hour: Annotated[int, Meta(ge=1, le=10_000)] = MOST_MAILS_AN_HOUR
    keys: Keys = Keys()
    reminders: Reminders = Reminders()
    folder: Annotated[tuple[FolderSettings, ...], Meta(max_length=MAX_WAYS)] = ()
    mail: Annotated[tuple[MailSettings, ...], Meta(max_length=MAX_WAYS)] = ()


def read_settings(path: Path) -> Settings:
    """The settings in the file; WrongUse names what is wrong and what would be right."""
    content = read_small(path, most=MAX_SETTINGS)
    if content is None:
        raise WrongUse(f"there is no {path}", f"it names your folders and mailboxes: {HELP}")
    try:
        settings = msgspec.convert(tomllib.loads(content.decode("utf-8")), Settings)
    except msgspec.ValidationError as error:
        raise WrongUse(f"{path.name}: {_plain(error)}", HELP) from None
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, far too deep or long
        raise WrongUse(f"{path.name} is no TOML: {_plain(error)}", HELP) from None
    _check(settings, path.name)
    return settings


def _check(settings: Settings, name: str) -> None:
    if not settings.folder and not settings.mail:
        raise WrongUse(f"{name} names no way to the others", "write a [[folder]] or a [[mail]]: " + HELP)
    if settings.keys.keyring and settings.keys.passphrase_file:
        raise WrongUse(f"{name}, keys: a passphrase_file and the keyring are named", "name one of them")
    for mail in settings.mail:
        if checked_address(mail.address).addr_spec != mail.address:
            raise WrongUse(f"{name}, mail {mail.address}: more than an address", "the name is written as name = ...")
        sources = {
            "password_command": mail.password_command, "password_file": mail.password_file, "keyring": mail.keyring,
            "xoauth2_command": mail.xoauth2_command,
        }
        named = [one for one, value in sources.items() if value]
        if len(named) != 1:
            what = "no source of the password is named" if not named else f"{' and '.join(named)} are named"
            raise WrongUse(f"{name}, mail {mail.address}: {what}", f"name one of {', '.join(sources)}")
        mail.imap.check()
        mail.smtp.check()
    ways = [str(expanded(folder.path)) for folder in settings.folder] + [mail.address for mail in settings.mail]
    if doubled := [way for way in ways if ways.count(way) > 1]:
        raise WrongUse(f"{name} names {doubled[0]} twice", "write it once, with all its matches")


def expanded(path: str) -> Path:
    """A path of the settings: `~` is the person's own folder; it must begin at the root."""
    found = Path(os.path.expanduser(path))
    if not found.is_absolute() or "\0" in path:
        raise WrongUse(f"{FILE}: {one_line(path)} is not a whole path", "begin it with / or ~")
    return found


def _plain(error: Exception) -> str:
    """`object contains unknown field x - at mail[0]`: as the decoders say it, on one line."""
    text = " ".join(str(error).split()).replace("`", "").replace(" - at $.", ", at ").replace("[...]", "")
    return text[:1].lower() + text[1:]
