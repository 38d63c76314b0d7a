"""`pbem games`, `pbem new`, `pbem join`: what can be played, the first line of a log, taking a seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import DataOption, JsonOption, PassphraseFile, desk
from pbem.cli.terminal import say, say_json, short, talk
from pbem.errors import BadRecord, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.ruleset import Ruleset, Value


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(games)
    app.command()(new)
    app.command()(join)


def games(
    name: Annotated[str | None, typer.Argument(help="One game, in full.", show_default=False)] = None,
    json: JsonOption = False,
) -> None:
    """Lists the games that can be played here, with scenarios, options and seats."""
    from pbem.ruleset import find, installed

    chosen = [find(n) for n in ([name] if name else installed())]
    if json:
        say_json([_described(r) for r in chosen])
        return
    for ruleset in chosen:
        say(f"{ruleset.name}  {ruleset.title} (version {ruleset.version}), seats: {', '.join(ruleset.seats)}")
        for id, title in ruleset.scenarios.items():
            say(f"  scenario {id}: {title}")
        for option in ruleset.options:
            from pbem.ruleset import spell

            choices = " | ".join(spell(c) for c in option.choices)
            say(f"  option {option.name} = {choices}  (default {spell(option.default)}; {option.rule}) {option.text}")
            for refused, why in option.refused.items():
                say(f"    {spell(refused)} cannot be played yet: {why}")
    if not chosen:
        talk("no game is installed")


def _described(ruleset: Ruleset) -> dict[str, object]:
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "title": ruleset.title,
        "seats": list(ruleset.seats),
        "scenarios": dict(ruleset.scenarios),
        "options": [
            {"name": o.name, "default": o.default, "choices": list(o.choices), "rule": o.rule, "text": o.text}
            for o in ruleset.options
        ],
        "bots": list(ruleset.bots),
    }


def new(
    game: Annotated[str, typer.Argument(help="The game, like angola.")],
    players: Annotated[list[str], typer.Argument(help="Who plays what: fapla=me fnla=anna mpla=me unita=bob.card")],
    folder: Annotated[Path, typer.Option("--folder", "-C", help="The new game folder.")],
    scenario: Annotated[str | None, typer.Option(help="A scenario, see pbem games.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value, see pbem games.")] = None,
    dice: Annotated[str, typer.Option(help="Who makes the dice: mover+others, mover+next, mover+judge ...")] = (
        "mover+others"
    ),
    judge: Annotated[str | None, typer.Option(help="The person who is judge.")] = None,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Makes a match, joins your own seats, and writes the invitation."""
    from pbem.ruleset import find

    ruleset = find(game)
    host = desk(passphrase_file)
    people: dict[str, str] = {}
    for word in players:
        seat, equals, who = word.partition("=")
        if not equals or not who:
            raise WrongUse(f"{word!r} names no player", "write seat=person, like fapla=me")
        if seat.lower() in people:
            raise WrongUse(f"the seat {seat} is named twice")
        people[seat.lower()] = _person(host, who)
    options = _options(ruleset, option or [], scenario)
    umpire = _person(host, judge) if judge else None
    genesis = host.new_match(ruleset, people, options, folder, policy=dice, judge=umpire, overlay=data)
    joined = host.join(folder)
    talk(f"{ruleset.title}: match {genesis.id[:12]} in {short(folder)}; joined: {', '.join(joined) or 'no seat'}")
    _tell_sent(host.send(folder, everything=True))


def _person(host: Desk, text: str) -> str:
    """An identity: `me`, a card file, a name or id from the address book."""
    from pbem.cli.identity import _small
    from pbem.home import read_card

    if text == "me":
        return host.home.card().id
    path = Path(text)
    if path.is_file():
        card = read_card(_small(path))
        host.home.people.put(card)
        return card.id
    me = host.home.card()
    return me.id if text.casefold() == me.name.casefold() else host.home.people.find(text).id


def _options(ruleset: Ruleset, words: list[str], scenario: str | None) -> dict[str, Value]:
    chosen: dict[str, Value] = {} if scenario is None else {"scenario": scenario}
    for word in words:
        name, _, value = word.partition("=")
        chosen[name] = ruleset.option(name).read(value)
    return chosen


def join(
    invitation: Annotated[
        str | None, typer.Argument(help="The invitation: packet, mail, log, - for pasted text.", show_default=False)
    ] = None,
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="The game folder to make.")] = None,
    seat: Annotated[list[str] | None, typer.Option("--seat", help="Only this seat of yours.")] = None,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Takes your seats in a match you were invited to."""
    from pbem.desk.desk import _copy_overlay

    guest = desk(passphrase_file)
    where = folder or Path.cwd()
    if invitation is not None:
        lines = _lines_of(invitation)
        genesis, _ = guest.invited_to(lines)
        where = folder or Path.cwd() / f"game-{genesis.id[:6].strip('-_')}"
        if data is not None:
            _copy_overlay(data, where / "data")
        guest.start_folder(genesis, where)
        from pbem.post.intake import Found

        guest.take_in([Found(invitation, lines)], where)
    joined = guest.join(where, seat or ())
    talk(f"joined: {', '.join(joined) or 'nothing new'}; the match is in {short(where)}")
    _tell_sent(guest.send(where))


def _lines_of(invitation: str) -> list[bytes]:
    from pbem.post.intake import FoundLog, Trouble, take

    lines: list[bytes] = []
    for item in take([invitation]):
        if isinstance(item, Trouble):
            raise item.error
        if isinstance(item, FoundLog):
            with item.path.open("rb") as file:
                lines += file.readlines()
        else:
            lines += item.lines
    if not lines:
        raise BadRecord("no invitation in it", source=clean(invitation))
    return lines


def _tell_sent(paths: list[Path]) -> None:
    for path in paths:
        talk(f"send this to the others: {short(path)}")
