"""`pbem play`: one screen for each decision, numbered choices, and what came of it told at once.

Belongs here: that conversation. Must not be here: what words mean in a game (desk), what a position looks like (show).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pbem.cli.asking import choice_lines, headline, report, tell_given, tell_sent
from pbem.cli.context import FolderOption, PassphraseFile, desk, game_folder, read_match
from pbem.cli.drafted import draft_lines
from pbem.cli.looking import scene_of
from pbem.cli.moving import take_back
from pbem.cli.screens import Screens
from pbem.cli.terminal import (
    ask_line,
    complain,
    height,
    is_terminal,
    side_by_side,
    talk,
    talk_drawn,
    wants_colour,
    width,
    wrapped,
)
from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.kit.spelling import plural

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.match.match import Match
    from pbem.show.text import Brief

LISTED = 99  # choices of a menu
TOLD = 40  # sentences after an answer
NARROWEST = 80  # columns that a map needs
WIDE = 140  # columns in which the lists stand beside the map
MAP = 90  # columns of a map then
HELP = (
    "a number chooses from the list; words are orders as for pbem do, the list shows some of them",
    "map   the map again                  show  everything: boxes, pools, all that lies beside the map",
    "send  signs what is drafted, and writes what to send",
    "more  the next part of what does not fit on one screen, then the question again",
    "undo  takes your last draft back; if there is none, what was sent, until a die was rolled",
    "go ?  what may follow: the beginning of an answer and a question mark",
    "?     this                           an empty line leaves; pbem play goes on later",
)


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("play")(play)


def play(folder: FolderOption = None, passphrase_file: PassphraseFile = None) -> None:
    """Asks for each decision in turn, by menus.

    A number chooses from the list, words are orders as for `pbem do`, ? helps, an empty line leaves. Answers are
    drafts until they are sent.
    """
    where = game_folder(folder)
    if not is_terminal():
        raise WrongUse("pbem play asks questions, and there is no terminal", 'give orders with: pbem do "..."')
    player = desk(passphrase_file)
    with player.game(where) as game:
        sitting = _Sitting(player, where, told=len(game.match.binding.table.story))
        game.match.run_mechanical()
    while sitting.decide():
        pass  # the log is not locked while a person thinks
    with player.game(where) as game:
        sent = player.send_from(game)
    if sitting.has_left:
        tell_sent(sent, game.match)
    else:
        report(game.match, where, sent)


class _Sitting:
    """One person at the terminal, until nothing is asked any more or he leaves.

    `told` sentences of the story are known to him, `shown` is what he has seen of the board; `given` are the rounds
    that stood before each of his answers here.
    """

    def __init__(self, player: Desk, where: Path, told: int) -> None:
        self.player, self.where, self.told = player, where, told
        self.shown: Brief | None = None
        self.screens = Screens()
        self.given: list[int] = []
        self.has_left = False

    def decide(self) -> bool:
        """Asks for one decision; False if none is left, or the person leaves."""
        from pbem.desk.drafting import Drafting
        from pbem.record.store import LOG_NAME

        match = read_match(self.where / LOG_NAME, self.player, whole=True)
        self.player.hold_back(match, self.where / LOG_NAME)
        drafting = Drafting(match, self.where)
        self._tell(match)
        duties = drafting.ahead.asked() if drafting.why is None else []
        if not duties and not (drafting.drafts or drafting.unfit):
            return False
        name, examples = (duties[0].name, self._ask(match, duties[0].name)) if duties else ("", [])
        if not duties:
            talk("", *draft_lines(drafting))
        question = f"{name}, a number or words" if duties else "send or undo"
        while True:
            typed = ask_line(f"{question} (? helps, empty leaves)")
            if not typed:
                self.has_left = True
                return False
            if typed in examples or typed in ("undo", "send") or not self._command(match, name, typed):
                break
        if typed == "undo" and typed not in examples:
            self._undo(match, name)
        elif typed == "send" and typed not in examples:
            self._send()
        elif duties:
            self._give(name, _chosen(typed, examples))
        else:
            talk("nothing more can be drafted: type send or undo")
        return True

    def _tell(self, match: Match) -> None:
        """What happened since the last question."""
        from pbem.desk.story import joined, said

        story = match.binding.table.story
        new = joined(story[self.told:])
        if len(new) > TOLD:
            talk(f"({plural(len(new) - TOLD, 'sentence')} more: pbem log)")
        for t in new[-TOLD:]:
            talk(*wrapped(said(t), indent=2, hang=2))
        self.told = len(story)

    # ------------------------------------------------------------------ the question

    def _ask(self, match: Match, name: str) -> list[str]:
        """The screen; gives the words of its numbered choices."""
        from pbem.desk.orders import examples_of
        from pbem.ruleset import without_remark

        assert match.request is not None
        peek = match.binding.table.peek
        prompt = match.ruleset.prompt(match.state, match.request, name, peek).splitlines()
        question = [line for text in prompt for line in wrapped(text)]
        examples = examples_of(match, match.request, name)
        question += choice_lines(examples[:LISTED], lambda words, number: f"  {number:3}  {words}")
        if len(examples) > LISTED:
            question.append(f"  ... and {len(examples) - LISTED} more: pbem next --json")
        talk("", headline(match))
        self._show(match, name, height() - len(question) - 3)
        talk_drawn(*self.screens.ask(question))
        return [without_remark(example)[0] for example in examples[:LISTED]]

    def _show(self, match: Match, name: str, room: int) -> None:
        """The board, if it is new to him; the map too if there is room for it, and always the first time."""
        before, now = self.shown, _drawn(match, name)
        self.shown = now
        is_together = width() >= WIDE and bool(now.board)  # the lists beside the map
        if is_together and (before is None or (now != before and max(len(now.board), len(now.beside)) <= room)):
            talk_drawn(*side_by_side(now.board, now.beside, MAP))
            return
        is_wide = width() >= NARROWEST
        if before is None:
            talk_drawn(*(now.board if is_wide else []), *(now.legend if is_wide else []), *now.beside)
            return
        if is_wide and now.board != before.board and len(now.board) + len(now.beside) <= room:
            talk_drawn(*now.board)
        if now.beside != before.beside:
            talk_drawn(*now.beside)

    def _command(self, match: Match, name: str, typed: str) -> bool:
        """Carries out a word that is for us; True if the question still stands."""
        match typed:
            case "?" | "help":
                talk(*HELP)
            case "more":
                talk_drawn(*self.screens.next())
            case "map":
                now = _drawn(match, name)
                talk_drawn(*self.screens.show([*now.board, *now.legend]))
            case "show":
                from pbem.show.text import draw

                drawn = draw(scene_of(match, name), width=width(), colour=wants_colour()).rstrip("\n")
                talk_drawn(*self.screens.show(drawn.split("\n")))
            case _ if typed.endswith("?") and match.ruleset.follow is not None:
                from pbem.cli.following import follow_lines

                talk(*follow_lines(match, name, typed[:-1]))
            case _:
                return False
        return True

    # ------------------------------------------------------------------ the answer

    def _give(self, name: str, words: str) -> None:
        from pbem.desk.automatic import carry_on
        from pbem.desk.drafting import take_orders

        told: list[str] = []
        try:
            with self.player.game(self.where) as game:
                stood = game.match.rounds.r - 1
                taken = take_orders(game, [words], name)
                if taken.signed:
                    told = carry_on(game).told
        except (IllegalMove, NotYourTurn, WrongUse) as error:
            complain(error)
            return
        if taken.signed:
            self.given.append(stood)
        tell_given(taken.given)
        talk(*told)

    def _send(self) -> None:
        """Signs what is drafted."""
        from pbem.desk.automatic import carry_on
        from pbem.desk.drafting import send_drafts

        try:
            with self.player.game(self.where) as game:
                stood = game.match.rounds.r - 1
                count = send_drafts(game)
                done = carry_on(game)
                sent = self.player.send_from(game)
        except (IllegalMove, NotYourTurn, WrongUse) as error:
            complain(error)
            return
        if count:
            self.given.append(stood)
        talk(f"signed: {plural(count, 'draft')}" if count else "nothing is signed yet", *done.told)
        tell_sent(sent, game.match)

    def _undo(self, match: Match, name: str) -> None:
        """Takes the last draft back; if there is none what was sent here last, before that as far as may be."""
        from pbem.desk.drafting import take_back_draft

        try:
            with self.player.game(self.where) as game:
                draft = take_back_draft(game)
                if draft is not None:
                    talk(f"taken back, and never sent: {draft.seat}: {draft.short}")
                    self.told = min(self.told, len(game.match.binding.table.story))
                    return
                take_back(game, match.binding.number(name), self.given[-1] if self.given else None)
                self.told = len(game.match.binding.table.story)
        except (IllegalMove, WrongUse) as error:
            complain(error)
        else:
            self.given = self.given[:-1]


def _drawn(match: Match, name: str) -> Brief:
    """What a decision needs, as wide as the terminal; if that is wide, as lines to stand side by side."""
    from pbem.show.text import Brief, draw_brief

    scene, columns, colour = scene_of(match, name), width(), wants_colour()
    if columns < WIDE:
        return draw_brief(scene, width=columns, colour=colour)
    left, right = draw_brief(scene, width=MAP, colour=colour), draw_brief(scene, width=columns - MAP - 2, colour=colour)
    return Brief([*left.board, *left.legend], [], right.beside)


def _chosen(typed: str, examples: list[str]) -> str:
    """The words of a number, else what was typed."""
    if typed.isdecimal() and 1 <= int(typed[:6]) <= len(examples) and typed not in examples:
        return examples[int(typed) - 1]
    return typed
