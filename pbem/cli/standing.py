"""`pbem standing`: what your own tool answers for you, as you have said; listed, set, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.asking import report
from pbem.cli.context import FolderOption, JsonOption, PassphraseFile, desk, game_folder, note_stop, read_match
from pbem.cli.context import reading_desk as read_only
from pbem.cli.following import remark_on
from pbem.cli.moving import SeatOption, my_seat
from pbem.cli.terminal import say, say_json, talk, wrapped
from pbem.errors import IllegalMove, WrongUse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pbem.kit.policies import Policy, Setting
    from pbem.match.match import Match

HEAD = 26  # columns before the words of a choice


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(standing)


def standing(
    order: Annotated[
        list[str] | None,
        typer.Argument(help="A standing order and its choice, or ask; none: all are listed.", show_default=False),
    ] = None,
    seat: SeatOption = None,
    everything: Annotated[bool, typer.Option("--all", help="With every choice of every standing order.")] = False,
    folder: FolderOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """What is answered for you without asking you.

    "pbem standing" lists what you have set, and what it would do now; "pbem standing NAME" what one may be set to,
    "--all" what all may. "pbem standing NAME CHOICE" sets one, "pbem standing NAME ask" takes it back. They are kept
    here and shown to nobody.
    """
    from pbem.record.store import LOG_NAME

    words = " ".join(order or []).split()
    if len(words) < 2:
        where = game_folder(folder)
        reader = read_only(passphrase_file)
        match = read_match(where / LOG_NAME, reader, whole=True)
        note_stop(match)
        _list(match, where, seat, words[0] if words else "", everything=everything, json=json)
        return
    _set(words[0], " ".join(words[1:]), seat, game_folder(folder), passphrase_file)


def _set(name: str, text: str, seat: str | None, where: Path, passphrase_file: Path | None) -> None:
    from pbem.desk.automatic import carry_on
    from pbem.desk.standing import set_standing

    player = desk(passphrase_file)
    with player.game(where) as game:
        since, match = game.match.rounds.r, game.match
        mine = match.name(my_seat(match, seat))
        policy, setting = set_standing(where, match, mine, name, text)
        done = carry_on(game)
        sent = player.send_from(game) if done.is_any else []
    say(f"{mine}: {policy.name}: {setting.text}")
    talk(f"from now on: {policy.words_of(setting)}", *done.told)
    if done.is_any:
        report(match, where, sent, since)


def _list(match: Match, where: Path, seat: str | None, name: str, *, everything: bool, json: bool) -> None:
    from pbem.desk.standing import settings_of, standing_orders
    from pbem.kit.policies import named

    policies = [named(match.ruleset.policies, name)] if name else list(match.ruleset.policies)
    if not policies:
        raise WrongUse(f"{match.ruleset.title} has no standing orders")
    mine = [match.name(my_seat(match, seat))] if seat is not None else [match.name(s) for s in match.keys]
    if not mine:
        my_seat(match, seat)  # says why there is none
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


def _brief(match: Match, policies: Sequence[Policy[Any]], settings: Mapping[str, Setting], seat: str) -> list[str]:
    """One seat on a few lines: what is set, and what each choice would do now if it is asked; the names of the rest."""
    lines = [f"{seat}:"]
    for policy in policies:
        setting = settings.get(policy.name)
        if setting is not None:
            lines += wrapped(f"{policy.name}: {setting.text}   {policy.words_of(setting)}", indent=2, hang=4)
        if is_asked(match, policy, seat):
            would = (f"{one.text}: {now_told(match, policy, one, seat)}"
                     for one in tried(match, policy, setting))
            lines += wrapped(f"{policy.name} is asked now; {'; '.join(would)}", indent=2, hang=4)
    rest = [policy.name for policy in policies if policy.name not in settings]
    return lines + (wrapped(f"asked: {', '.join(rest)}", indent=2, hang=4) if rest else [])


def _told(match: Match, policy: Policy[Any], setting: Setting | None, seat: str) -> dict[str, object]:
    """One policy as data; `now` has what each choice would answer to what is asked now, null if the player is asked."""
    found: dict[str, object] = {
        "name": policy.name, "title": policy.title, "rules": rules_of(policy),
        "set": setting.text if setting is not None else "ask",
        "choices": [{"choice": how, "words": words} for how, words in policy.usage()],
    }
    if is_asked(match, policy, seat):
        found["now"] = {one.text: _now(match, policy, one, seat) for one in tried(match, policy, setting)}
    return found


def _lines(match: Match, policy: Policy[Any], setting: Setting | None, seat: str) -> list[str]:
    """One policy for people: what is set, then each choice with what it would do now, if it is asked."""
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


def is_asked(match: Match, policy: Policy[Any], seat: str) -> bool:
    """Whether a seat is asked now for what a policy decides."""
    from pbem.desk.waiting import open_duties

    return policy.may_answer(match.request) and bool(open_duties(match, seat))


def tried(match: Match, policy: Policy[Any], setting: Setting | None) -> list[Setting]:
    """What may be tried without more words: choices without an argument, and what is set."""
    bare = [policy.read(id, match.state) for id, choice in policy.choices.items() if choice.argument is None]
    return [*bare, *([setting] if setting is not None and setting.value is not None else [])]


def _now(match: Match, policy: Policy[Any], setting: Setting, seat: str) -> str | None:
    from pbem.desk.standing import would_answer

    try:
        return would_answer(match, policy, setting, seat)
    except IllegalMove:
        return None


def now_told(match: Match, policy: Policy[Any], setting: Setting, seat: str) -> str:
    """The same for people, with what the game says of that answer."""
    words = _now(match, policy, setting, seat)
    if words is None:
        return "asks you"
    remark = remark_on(match, seat, words)
    return f"{words} ({remark})" if remark else words


def rules_of(policy: Policy[Any]) -> list[str]:
    """The rules that a policy answers, each once."""
    return list(dict.fromkeys(key if isinstance(key, str) else key[0] for key in policy.rules))
