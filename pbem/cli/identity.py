"""`pbem id`: make, show, hand over and back up the identity; read other people's cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption, PassphraseFile
from pbem.cli.terminal import ask_line, ask_passphrase, say, say_json, short, talk
from pbem.errors import BadRecord, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.home.people import Person, PersonCard

app = typer.Typer(help="Your identity, your card, other people's cards.", no_args_is_help=True)
NoPassphrase = Annotated[bool, typer.Option("--no-passphrase", help="Leave the key unlocked on this disk.")]


def chosen_passphrase(file: Path | None, *, none: bool) -> str:
    """A passphrase for an identity, asked twice; empty if it shall have none."""
    from pbem.home import find_passphrase

    if none:
        return ""
    found = find_passphrase(file=file, ask=ask_passphrase(twice=True))
    if found is None:
        raise WrongUse(
            "there is no terminal to ask for a passphrase",
            "set PBEM_PASSPHRASE, use --passphrase-file, or say --no-passphrase if this disk is yours alone",
        )
    return found


def _mail_address(text: str) -> str:
    """The text if letters can be sent to it, or if it is empty; WrongUse otherwise."""
    from pbem.post.outgoing import checked_address

    if text:
        checked_address(text)
    return text


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="What others call you.")],
    address: Annotated[str, typer.Option("--address", help="A mail address for your card; never in a log.")] = "",
    passphrase_file: PassphraseFile = None,
    no_passphrase: NoPassphrase = False,
) -> None:
    """Makes your identity."""
    from pbem.home import Home, write_card

    home = Home.find()
    if home.exists:
        raise WrongUse(f"there is an identity in {home.root} already", "show it with: pbem id show")
    passphrase = chosen_passphrase(passphrase_file, none=no_passphrase)
    home.create(name, _mail_address(address), passphrase, no_passphrase=no_passphrase)
    say(write_card(home.card()).rstrip("\n"))
    talk(f"your identity is in {home.root}")
    where = "is the line above" if sys.stdout.isatty() else "went to standard output, as one line"
    talk(f"your card, for whoever makes a match, {where}; pbem id card > me.card writes it to a file at any time")
    talk("write down your recovery words: pbem id backup")


@app.command()
def show(json: JsonOption = False) -> None:
    """Shows who you are here, and the people you know."""
    from pbem.home import Home

    home = Home.find()
    card, people = home.card(), home.people.all()
    if json:
        say_json({"home": str(home.root), "me": card, "people": people})
        return
    say(f"{_called(card.name, card.address)}  {card.id}", f"home: {home.root}")
    for id, person in sorted(people.items(), key=lambda item: item[1].name):
        say(f"knows {_called(person.name, person.address)}  {id}")


def _called(name: str, address: str) -> str:
    """`ana <ana@example.org>`; that there is no address, if there is none."""
    return f"{clean(name)} <{clean(address)}>" if address else f"{clean(name)} (no address)"


@app.command()
def card() -> None:
    """Prints your card, to hand to others."""
    from pbem.home import Home, write_card

    say(write_card(Home.find().card()).rstrip("\n"))


@app.command()
def add(cards: Annotated[list[Path], typer.Argument(help="Files with one card each.")]) -> None:
    """Reads other people's cards into your address book."""
    from pbem.home import Home

    home = Home.find()
    for path in cards:
        found = card_in(path)
        before = home.people.put(found)
        talk(f"{'knew' if before else 'added'} {clean(found.name)}  {found.id}", *_changes(before, found))


def _changes(before: Person | None, now: PersonCard) -> list[str]:
    """What a card changed of what was known."""
    if before is None:
        return []
    pairs = (("name", before.name, now.name), ("address", before.address, now.address))
    changed = ((what, clean(old) or "unknown", clean(new) or "unknown") for what, old, new in pairs if old != new)
    return [f"  {what} was {old}, is {new}" for what, old, new in changed]


@app.command()
def change(
    name: Annotated[str | None, typer.Option("--name", help="What others call you from now on.")] = None,
    address: Annotated[str | None, typer.Option("--address", help="Your mail address from now on.")] = None,
    new_passphrase: Annotated[bool, typer.Option("--new-passphrase", help="Asks for another passphrase.")] = False,
    no_passphrase: NoPassphrase = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Changes your name, your address or your passphrase.

    Your courier tells everybody you play with: the card is signed, and goes with its next letters.
    """
    from pbem.home import Home, Person, find_passphrase

    if name is None and address is None and not new_passphrase and not no_passphrase:
        raise WrongUse("nothing is to be changed", "say --name, --address, --new-passphrase or --no-passphrase")
    home = Home.find()
    before = home.card()
    address = before.address if address is None else _mail_address(address)
    kept = None if new_passphrase or no_passphrase else home.kept_passphrase  # who changes it must know it
    old = find_passphrase(file=passphrase_file, kept=kept, ask=ask_passphrase()) if home.needs_passphrase else ""
    identity = home.load(old)
    chosen = chosen_passphrase(None, none=no_passphrase) if new_passphrase or no_passphrase else old or ""
    home.change(identity, name=before.name if name is None else name, address=address, passphrase=chosen)
    now = home.card()
    talk(f"you are {_called(now.name, now.address)}", *_changes(Person(before.address, before.name), now))
    if now != before:
        talk("your courier tells the others; who plays without one reads your new card: pbem id card > me.card")
    if now.address != before.address:
        talk("the account that your courier uses stands in courier.toml: change it there too")


@app.command()
def unlock(
    span: Annotated[str, typer.Option("--for", help="For how long, like 30m, 8h or 2d.")] = "8h",
    passphrase_file: PassphraseFile = None,
) -> None:
    """Keeps the passphrase in the system's keyring for a time.

    Then no command asks for it. pbem id lock ends it. It is never written to a file.
    """
    from pbem.desk.waiting import utc
    from pbem.home import Home, find_passphrase
    from pbem.home.unlocked import seconds_in

    home, seconds = Home.find(), seconds_in(span)
    if not home.needs_passphrase:
        raise WrongUse("your identity has no passphrase: no command asks for one",
                       "choose one with: pbem id change --new-passphrase")
    passphrase = find_passphrase(file=passphrase_file, ask=ask_passphrase())
    identity = home.load(passphrase)
    assert passphrase is not None
    until = home.unlocked.keep(identity.id, passphrase, seconds)
    talk(f"unlocked until {utc(until)}: no command here asks for your passphrase; pbem id lock ends it")


@app.command()
def lock() -> None:
    """Forgets the passphrase that the system's keyring keeps."""
    from pbem.home import Home

    home = Home.find()
    home.card()  # there is an identity
    was = home.unlocked.forget()
    talk("locked: the keyring keeps your passphrase no more" if was else "it was locked: the keyring keeps nothing")


@app.command()
def backup(passphrase_file: PassphraseFile = None) -> None:
    """Prints the 24 recovery words: whoever has them is you."""
    from pbem.home import Home, find_passphrase

    home = Home.find()
    passphrase = find_passphrase(file=passphrase_file, ask=ask_passphrase()) if home.needs_passphrase else None
    words = home.backup(passphrase)
    for i in range(0, len(words), 6):
        say(" ".join(words[i : i + 6]))
    talk("on paper, not on a disk")


@app.command()
def restore(
    name: Annotated[str, typer.Argument(help="What others call you.")],
    words: Annotated[Path | None, typer.Option("--words", help="A file with the recovery words.")] = None,
    address: Annotated[str, typer.Option("--address")] = "",
    passphrase_file: PassphraseFile = None,
    no_passphrase: NoPassphrase = False,
) -> None:
    """Makes your identity again from the recovery words.

    Over the same identity it sets a new passphrase, name and address.
    """
    from pbem.home import Home

    home = Home.find()
    text = small(words).decode("utf-8", "replace") if words is not None else ask_line("the 24 recovery words")
    address, passphrase = _mail_address(address), chosen_passphrase(passphrase_file, none=no_passphrase)
    home.restore(text, name, address, passphrase, no_passphrase=no_passphrase)
    talk(f"your identity is in {home.root}")
    talk("before you play on, for every match: read in its newest records with pbem in, then say pbem join --adopt")


@app.command()
def adopt() -> None:
    """Says that from now on this home signs here.

    On this machine and in this folder: for a home that was moved or copied. The copy it came from must sign nothing
    any more: two events that one seat signed for one place end a match for everybody.
    """
    from pbem.desk.adopting import adopt as adopt_home
    from pbem.desk.adopting import unplaced
    from pbem.home import Home

    home = Home.find()
    home.card()  # there is an identity
    if not adopt_home(home):
        talk("this home signs here already")
        return
    talk(
        f"this home signs here from now on: {home.root}",
        "where it came from nothing may be signed any more: two events for one place end a match for everybody",
        "before you play on, for every match: read in its newest records with pbem in",
        *(f"the match {id[:12]} lay in {folder}: go to its folder here, or name it with -C" for id, folder in
          unplaced(home)),
    )


def card_in(path: Path) -> PersonCard:
    """The card that is all of a file; BadRecord names the file."""
    from pbem.home import read_card

    try:
        return read_card(small(path))
    except BadRecord as error:
        hint = "a card is one line; its owner writes it with: pbem id card"
        raise BadRecord(f"no card: {error.why}", source=short(path), hint=hint) from None


def small(path: Path) -> bytes:
    """The first 64 KiB of a file: cards and words are shorter."""
    try:
        with path.open("rb") as file:
            return file.read(65_536)
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
