"""`pbem standing`: what your own tool answers for you, as you have said; listed, set, taken back.

Belongs here: that conversation. Must not be here: what is kept (`desk.standing`), how a list is read
(`desk.standing_text`).
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.asking import report
from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, desk, game_folder, note_stop, read_match
from pbem.cli.context import reading_desk as read_only
from pbem.cli.terminal import ask_line, is_terminal, say, say_json, talk, width, wrapped
from pbem.errors import NotYourTurn, WrongUse
from pbem.kit.spelling import plural
from pbem.show.clean import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pbem.desk.standing import Change, StandingOrder
    from pbem.kit.policies import Policy, Setting
    from pbem.match.match import Match

HEAD = 26  # columns before the words of a choice
EVERY = "all"


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(standing)


def standing(
    order: Annotated[
        list[str] | None,
        typer.Argument(help="A standing order and its choice, or ask; none: all are listed.", show_default=False),
    ] = None,
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="Which of your seats; several, or all.", show_default=False)
    ] = None,
    preset: Annotated[str | None, typer.Option("--preset", help="A set of them, such as careful or quick.")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file as pbem standing prints it.", show_default=False)
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Set a preset without asking.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="With every choice of every standing order.")] = False,
    folder: FolderOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """What is answered for you without asking you.

    "pbem standing" lists what you have set, and what it would do now; "pbem standing NAME" what one may be set to,
    "--all" what all may. "pbem standing NAME CHOICE" sets one, "pbem standing NAME ask" takes it back; "--preset" sets
    all of them, and tells each first. They are kept here and shown to nobody.
    """
    words = " ".join(order or []).split()
    where, seats = game_folder(folder), [name for one in seat or [] for name in one.replace(",", " ").split()]
    ways = [bool(words), preset is not None, source is not None]
    if sum(ways) > 1:
        raise WrongUse("a standing order, a preset and a file are three ways to set some", "take one of them")
    if preset is not None:
        _set_preset(preset, seats, where, passphrase_file, yes=yes)
    elif source is not None:
        text = _read(source)
        _set(lambda match: _listed(match, where, text, seats, source), where, passphrase_file)
    elif len(words) < 2 or (len(words) < 3 and words[0].endswith(":")):
        _list(_match(where, passphrase_file), where, seats, words, everything=everything, json=json)
    else:
        _set(lambda match: _one(match, where, words, seats), where, passphrase_file)


def _match(where: Path, passphrase_file: Path | None) -> Match:
    from pbem.record.log import LOG_NAME

    reader = read_only(passphrase_file)
    match = read_match(where / LOG_NAME, reader, whole=True)
    reader.hold_back(match, where / LOG_NAME)
    note_stop(match)
    return match


# ---------------------------------------------------------------- setting some


def _set(
    wanted: Callable[[Match], Iterable[StandingOrder]], where: Path, passphrase_file: Path | None, *, told: bool = False
) -> None:
    """Sets some, all or none, and carries out what is asked already; `told`: they were told line by line before."""
    from pbem.desk.automatic import carry_on
    from pbem.desk.standing import set_standing

    player = desk(passphrase_file)
    with player.game(where) as game:
        since, match = game.match.rounds.r, game.match
        found = set_standing(where, match, wanted(match))
        done = carry_on(game)
        sent = player.send_from(game) if done.is_any else []
    if told:
        talk(f"set: {plural(sum(one.is_new for one in found), 'standing order')}")
    elif len(found) == 1:
        (one,) = found
        say(f"{one.seat}: {one.policy.name}: {one.setting.text}")
        talk(f"from now on: {one.policy.words_of(one.setting)}")
    else:
        say(*_told_changes(found))
    talk(*done.told)
    if done.is_any:
        report(match, where, sent, since)


def _set_preset(name: str, seats: Sequence[str], where: Path, passphrase_file: Path | None, *, yes: bool) -> None:
    """Tells what a preset sets, line by line, and sets it if that is meant."""
    from pbem.desk.speaking import my_seat
    from pbem.desk.standing import changes
    from pbem.desk.standing_now import is_asked, now_told

    match = _match(where, passphrase_file)
    chosen = _all_named(match, seats) if seats else [match.name(s) for s in match.keys]
    if not chosen:
        my_seat(match, None)  # says why there is none
    found = changes(where, match, _of_preset(match, name, chosen))
    say(f"# {_preset(match, name).name}: {_preset(match, name).words}", *_told_changes(found))
    for one in found:
        if one.is_new and is_asked(match, one.policy, one.seat):
            talk(*wrapped(f"asked now, {one.policy.name} would answer at once: {one.seat}: "
                          f"{now_told(match, one.policy, one.setting, one.seat)}", hang=2))
    if not any(one.is_new for one in found):
        talk("all of it is set so already")
        return
    if not yes and not is_terminal():
        raise WrongUse("nothing was set: nobody can be asked whether that is meant", "add --yes if it is")
    if not yes and ask_line("the word yes, to set all of it") != "yes":
        raise WrongUse("nothing was set")
    _set(lambda now: _of_preset(now, name, chosen), where, passphrase_file, told=True)


def _told_changes(found: Iterable[Change]) -> list[str]:
    """What is set, seat by seat, as it may be typed again; seats that set the same stand together."""
    by_seat: dict[str, list[Change]] = {}
    for one in found:
        by_seat.setdefault(one.seat, []).append(one)
    alike: dict[tuple[str, ...], list[str]] = {}
    for seat, changes in by_seat.items():
        alike.setdefault(tuple(_lines_of_changes(changes)), []).append(seat)
    return [line for lines, seats in alike.items() for line in (f"{', '.join(seats)}:", *lines)]


def _lines_of_changes(changes: Iterable[Change]) -> list[str]:
    """Those of one seat."""
    lines, asked = list[str](), list[str]()
    for one in changes:
        if one.setting.text != "ask" or one.is_new:
            was = f"was {one.before}: " if one.is_new and one.before != "ask" else ""
            lines += order_lines(one.policy.name, one.setting.text, was + one.policy.words_of(one.setting))
        else:
            asked.append(one.policy.name)
    return lines + (wrapped_remark(f"you are asked: {', '.join(asked)}") if asked else [])


def _preset(match: Match, name: str) -> Any:
    from pbem.kit.presets import preset_named

    return preset_named(match.ruleset.presets, name)


def _of_preset(match: Match, name: str, seats: Iterable[str]) -> list[StandingOrder]:
    from pbem.desk.standing_now import orders_of_preset

    return orders_of_preset(match, _preset(match, name), seats)


def _one(match: Match, where: Path, words: Sequence[str], seats: Sequence[str]) -> list[StandingOrder]:
    """`stragglers cheapest`, `fapla: stragglers cheapest`; without a seat it is for whoever is asked, as in `do`."""
    from pbem.desk.standing import StandingOrder

    seats, (name, *rest) = _and_named(match, words, seats)
    return [StandingOrder(seat, name, " ".join(rest)) for seat in _chosen(match, where, seats)]


def _and_named(match: Match, words: Sequence[str], seats: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The seats, with the one that the words may begin with; and the words behind it."""
    head = words[0].removesuffix(":") if words else ""
    if words and words[0].endswith(":") and head in match.binding.names:
        return [head], words[1:]
    return seats, words


def _listed(match: Match, where: Path, text: str, seats: Sequence[str], source: Path) -> list[StandingOrder]:
    from pbem.desk.speaking import my_seat
    from pbem.desk.standing import changes
    from pbem.desk.standing_text import read_listed

    mine = _all_named(match, seats) if seats else [match.name(s) for s in match.keys]
    if not mine:
        my_seat(match, None)  # says why there is none
    first = mine if seats else _asked_or_only(match, where)
    try:
        found = read_listed(text, match.binding.names, mine, first)
        changes(where, match, found)
    except WrongUse as fault:
        raise WrongUse(f"{source.name}: {fault}; nothing was set", fault.hint) from None
    if not found:
        raise WrongUse(f"{source.name}: there is no standing order in it", "pbem standing prints some")
    return found


def _read(source: Path) -> str:
    from pbem.disk.plain import read_small
    from pbem.limits import MAX_STANDING_FILE

    content = read_small(source, most=MAX_STANDING_FILE)
    if content is None:
        raise WrongUse(f"there is no file {source}", "pbem standing > FILE writes one")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUse(f"{source.name} is no text in UTF-8") from None


# ---------------------------------------------------------------- which seats


def _chosen(match: Match, where: Path, seats: Sequence[str]) -> list[str]:
    """The seats that are named, else the one that an order would be for."""
    from pbem.desk.speaking import my_seat

    chosen = _all_named(match, seats) or _asked_or_only(match, where)
    if not chosen:
        my_seat(match, None)  # says why there is none, or that one must be named
    return chosen


def _all_named(match: Match, seats: Sequence[str]) -> list[str]:
    from pbem.desk.speaking import my_seat

    if EVERY in seats:
        return [match.name(s) for s in match.keys]
    return list(dict.fromkeys(match.name(my_seat(match, seat)) for seat in seats))


def _asked_or_only(match: Match, where: Path) -> list[str]:
    """The only seat held here, else the one that `pbem do` would answer for; none if nothing is asked."""
    from pbem.desk.drafting import Drafting

    if len(match.keys) == 1:
        return [match.name(seat) for seat in match.keys]
    drafting = Drafting(match, where)
    try:
        return [drafting.choose(None).name]
    except NotYourTurn:
        return []
    finally:
        drafting.leave()


# ---------------------------------------------------------------- listing


def _list(
    match: Match, where: Path, seats: Sequence[str], words: Sequence[str], *, everything: bool, json: bool
) -> None:
    from pbem.desk.speaking import my_seat
    from pbem.desk.standing import settings_of, standing_orders
    from pbem.kit.policies import named

    seats, rest = _and_named(match, words, seats)
    name = rest[0] if rest else ""
    policies = [named(match.ruleset.policies, name)] if name else list(match.ruleset.policies)
    if not policies:
        raise WrongUse(f"{match.ruleset.title} has no standing orders")
    mine = _all_named(match, seats) if seats else [match.name(s) for s in match.keys]
    if not mine:
        my_seat(match, None)  # says why there is none
    if json:
        say_json({"seats": {s: [_told(match, p, settings_of(where, match, s).get(p.name), s) for p in policies]
                            for s in mine}})
        return
    if name or everything:
        for one in mine:
            settings = settings_of(where, match, one)
            say(f"{one}:")
            for policy in policies:
                say(*_lines(match, policy, settings.get(policy.name), one))
    else:
        for one in mine:
            say(*_brief(match, policies, settings_of(where, match, one), one))
    talk(*standing_orders(where, match.ruleset, match.state).spoiled)
    talk("set one with: pbem standing NAME CHOICE; take it back with: pbem standing NAME ask")
    if not name and not everything:
        talk("what each may be set to: pbem standing NAME; of all: pbem standing --all")
        for preset in match.ruleset.presets:
            talk(*wrapped(f"all of them at once: pbem standing --preset {preset.name}: {preset.words}", hang=2))


def _brief(match: Match, policies: Sequence[Policy[Any]], settings: Mapping[str, Setting], seat: str) -> list[str]:
    """One seat on a few lines: what is set, and what each choice would do now if it is asked; the names of the rest."""
    from pbem.desk.standing_now import is_asked, now_told, tried

    lines = [f"{seat}:"]
    for policy in policies:
        setting = settings.get(policy.name)
        if setting is not None:
            lines += order_lines(policy.name, setting.text, policy.words_of(setting))
        if is_asked(match, policy, seat):
            would = (f"{one.text}: {now_told(match, policy, one, seat)}"
                     for one in tried(match, policy, setting))
            lines += wrapped_remark(f"{policy.name} is asked now; {'; '.join(would)}")
    rest = [policy.name for policy in policies if policy.name not in settings]
    return lines + (wrapped_remark(f"asked: {', '.join(rest)}") if rest else [])


def order_lines(name: str, text: str, words: str) -> list[str]:
    """One order as it may be read back, with what it means as a remark: beside it, or below if there is no room."""
    line = f"  {name}: {text}"
    beside = f"{line}   # {words}"
    return [beside] if len(beside) <= width() else [line, *wrapped_remark(words, indent=6)]


def wrapped_remark(text: str, indent: int = 2) -> list[str]:
    """A remark in a list of orders, each line marked as one."""
    sign, room = f"{' ' * indent}# ", width() - indent - 2
    first, *rest = textwrap.wrap(clean(text), room, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"{sign}{first}", *(f"{sign}  {line}" for line in rest)]


def _told(match: Match, policy: Policy[Any], setting: Setting | None, seat: str) -> dict[str, object]:
    """One policy as data; `now` has what each choice would answer to what is asked now, null if the player is asked."""
    from pbem.desk.standing_now import is_asked, rules_of, tried, words_now

    found: dict[str, object] = {
        "name": policy.name, "title": policy.title, "rules": rules_of(policy),
        "set": setting.text if setting is not None else "ask",
        "choices": [{"choice": how, "words": words} for how, words in policy.usage()],
    }
    if is_asked(match, policy, seat):
        found["now"] = {one.text: words_now(match, policy, one, seat) for one in tried(match, policy, setting)}
    return found


def _lines(match: Match, policy: Policy[Any], setting: Setting | None, seat: str) -> list[str]:
    """One policy for people: what is set, then each choice with what it would do now, if it is asked."""
    from pbem.desk.standing_now import is_asked, now_told, rules_of, tried

    chosen = setting.text if setting is not None else "ask"
    lines = wrapped(f"  {policy.name}: {chosen}   {policy.title} (rule {', '.join(rules_of(policy))})", hang=4)
    now = {one.choice: now_told(match, policy, one, seat) + _when(one)
           for one in tried(match, policy, setting)} if is_asked(match, policy, seat) else {}
    for (how, words), id in zip(policy.usage(), ["ask", *policy.choices], strict=True):
        line = f"      {how.ljust(HEAD - 6)} {words}" + (f"; now: {now[id]}" if id in now else "")
        lines += wrapped(line, hang=HEAD + 1)
    return lines


def _when(setting: Setting) -> str:
    return f" ({setting.text})" if setting.value is not None else ""
