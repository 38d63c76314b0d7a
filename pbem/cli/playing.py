"""`pbem play`: one screen for each decision, numbered choices, and what came of it told at once.

Belongs here: that conversation. Must not be here: what words mean in a game (desk), what a position looks like (show).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pbem.cli.asking import headline, report, tell_given
from pbem.cli.carrying import tell_sent
from pbem.cli.choosing import Choices
from pbem.cli.context import FolderOption, PassphraseFile, desk, game_folder, read_match
from pbem.cli.drafted import draft_lines, redrafted_lines
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
QUIT = "quit"
CHANGED = "(the board has changed: type map)"
HELP = (
    "1, 2 ..  chooses from the list, if it has numbers",
    "words    are orders as for pbem do; the list shows some of them",
    "go ?     what may follow: the beginning of an answer and a question mark",
    "map      the board again",
    "show     everything: boxes, pools, all that lies beside the map",
    "send     signs what is drafted, and writes what to send",
    "undo     takes your last draft back; if there is none, what was sent, until a die was rolled",
    "more     the next part of what does not fit on one screen, as Enter alone; begins again after the last",
    "quit     leaves, as Enter does twice; pbem play goes on later",
    "?        this",
)


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command("play")(play)


def play(folder: FolderOption = None, passphrase_file: PassphraseFile = None) -> None:
    """Asks for each decision in turn, by menus.

    A number chooses from the list, words are orders as for `pbem do`, ? helps, quit leaves. Answers are drafts until
    they are sent.
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
        from pbem.record.log import LOG_NAME

        match = read_match(self.where / LOG_NAME, self.player, whole=True)
        self.player.hold_back(match, self.where / LOG_NAME)
        drafting = Drafting(match, self.where)
        self._tell(match)
        duties = drafting.ahead.asked() if drafting.why is None else []
        if not duties and not (drafting.drafts or drafting.unfit):
            return False
        name, choices = (duties[0].name, self._ask(match, duties[0].name)) if duties else ("", Choices([], LISTED))
        if not duties:
            talk("", *draft_lines(drafting))
            self.screens.ask([])
        typed = self._typed(match, name, choices)
        if typed == QUIT:
            self.has_left = True
            return False
        if typed == "undo" and typed not in choices.words:
            self._undo(match, name)
        elif typed == "send" and typed not in choices.words:
            self._send()
        elif duties:
            self._give(name, typed)
        else:
            talk("nothing more can be drafted: type send or undo")
        return True

    def _typed(self, match: Match, name: str, choices: Choices) -> str:
        """What answers the question: words, also those of a number, `undo`, `send` or `quit`."""
        how = "a number or words" if choices.is_numbered else "words"
        question = f"{name}, {how}" if name else "send or undo"
        is_leaving = False
        while True:
            typed = ask_line(f"{question} (? helps, quit leaves)")
            if typed in choices.words or typed in ("undo", "send"):
                return typed
            if typed == QUIT or (is_leaving and not typed):
                return QUIT
            is_leaving = not typed and not self.screens.has_more
            if is_leaving:
                talk("nothing is typed: Enter once more leaves, as quit does; pbem play goes on later")
            elif typed.isdecimal() and not self.screens.is_asked:
                talk(f"{typed} of what? The question comes below: Enter goes on to it")
            elif not self._command(match, name, typed):
                try:
                    return choices.meant(match, name, typed)
                except WrongUse as error:
                    complain(error)

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

    def _ask(self, match: Match, name: str) -> Choices:
        """The screen; gives what it offers."""
        from pbem.desk.orders import examples_of, eyes

        assert match.request is not None
        peek = eyes(match, name)
        prompt = match.ruleset.prompt(match.state, match.request, name, peek).splitlines()
        question = [line for text in prompt for line in wrapped(text)]
        choices = Choices(examples_of(match, match.request, name), LISTED)
        question += choices.lines
        talk("", headline(match))
        talk_drawn(*self.screens.ask(question, self._board(match, name, height() - len(question) - 3)))
        return choices

    def _board(self, match: Match, name: str, room: int) -> list[str]:
        """The board, all of it the first time; later what is new of it, as far as that fits above the question."""
        before, now = self.shown, _drawn(match, name)
        self.shown = now
        is_together = width() >= WIDE and bool(now.board)  # the lists beside the map
        whole = [*now.board, *now.legend] if width() >= NARROWEST else []
        if before is None:
            return side_by_side(now.board, now.beside, MAP) if is_together else [*whole, *now.beside]
        if is_together:
            fits = max(len(now.board), len(now.beside)) <= room
            lines = side_by_side(now.board, now.beside, MAP) if now != before and fits else []
            return lines if fits or now == before else [CHANGED]
        board = now.board if whole and now.board != before.board else []
        beside = now.beside if now.beside != before.beside else []
        if len(board) + len(beside) <= room:
            return [*board, *beside]
        return [*beside, CHANGED] if board and len(beside) < room else [CHANGED]

    def _command(self, match: Match, name: str, typed: str) -> bool:
        """Carries out a word that is for us; True if the question still stands."""
        match typed:
            case "?" | "help":
                talk(*HELP)
            case "" | "more":
                talk_drawn(*self.screens.next())
            case "map":
                now = _drawn(match, name)
                talk_drawn(*self.screens.show([*now.board, *now.legend, *now.beside]))
            case "show":
                from pbem.show.text import draw
                from pbem.viewing.scenes import scene_of

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
        from pbem.desk.redrafting import take_back_draft
        from pbem.desk.speaking import take_back

        try:
            with self.player.game(self.where) as game:
                taken = take_back_draft(game)
                if taken is not None:
                    talk(*redrafted_lines(taken))
                    self.told = min(self.told, len(game.match.binding.table.story))
                    return
                talk(take_back(game, match.binding.number(name), self.given[-1] if self.given else None))
                self.told = len(game.match.binding.table.story)
        except (IllegalMove, WrongUse) as error:
            complain(error)
        else:
            self.given = self.given[:-1]


def _drawn(match: Match, name: str) -> Brief:
    """What a decision needs, as wide as the terminal; if that is wide, as lines to stand side by side."""
    from pbem.show.text import Brief, draw_brief
    from pbem.viewing.scenes import scene_of

    scene, columns, colour = scene_of(match, name), width(), wants_colour()
    if columns < WIDE:
        return draw_brief(scene, width=columns, colour=colour)
    left, right = draw_brief(scene, width=MAP, colour=colour), draw_brief(scene, width=columns - MAP - 2, colour=colour)
    return Brief([*left.board, *left.legend], [], right.beside)
