"""Draft until sent: orders are drafted, the table plays on over them, and `send` signs all of them or none (design 10).

    drafting = Drafting(match, folder)         # the drafts that are kept, played on over
    drafting.drafts, drafting.unfit            # those that stand, those that something has overtaken
    drafting.ahead.asked()                     # what may be drafted next

Belongs here: what an order answers there, when a draft stands, signing them. Must not be here: printing, packets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from pbem.desk.ahead import Ahead
from pbem.desk.drafts import Draft, keep_drafts, keep_sent, kept_drafts, kept_sent, unsent
from pbem.desk.orders import (
    FINAL,
    Given,
    Order,
    check_seat,
    echo_of,
    is_again,
    lasting,
    orders_of,
    read_order,
    words_of,
)
from pbem.desk.repeating import keep_words
from pbem.desk.waiting import ELSEWHERE, open_duties, why_not
from pbem.errors import IllegalMove, NotYourTurn, PbemError, WrongUse
from pbem.limits import MAX_DRAFTS
from pbem.match.folder import GameFolder
from pbem.match.match import Duty, Match
from pbem.play.requests import Seal, SealMany
from pbem.play.restart import ToldSentence

SEND = "send them with: pbem send; take the last one back with: pbem undo"


class Drafting:
    """The drafts of a match, played on over as far as they stand; the match is ahead of its record until `leave`.

    `drafts` are those that stand, `told` what each brings about, `kinds` of which kind of duty it is. `unfit` are those
    that do not stand any more, the first for the reason `why`, the others because they follow it. Without a folder
    there are none yet.
    """

    def __init__(self, match: Match, folder: Path | None) -> None:
        self.match, self.ahead = match, Ahead(match)
        self.drafts: list[Draft] = []
        self.told: list[list[ToldSentence]] = []
        self.kinds: list[str] = []
        self.unfit: list[Draft] = []
        self.why: PbemError | None = None
        self.held: list[Draft] = []  # the last of them, if they were to be signed and may not be yet
        self.echo: tuple[str, ...] = ()  # what the order that was added last comes to
        self.typed: dict[tuple[str, str], str] = {}  # what was typed here, as `as last time` reads it anew
        kept = kept_drafts(folder, match.genesis.id) if folder is not None and match.keys else []
        self.sent = kept_sent(folder, match.genesis.id) if folder is not None and kept else 0  # and were held back
        waiting = unsent(match, kept)
        for at, draft in enumerate(waiting):
            try:
                self._play(self._fitting(draft), draft)
            except PbemError as error:
                self.unfit, self.why = waiting[at:], error
                break

    def leave(self) -> None:
        """The match stands where its record stands."""
        self.ahead.leave()
        self.match.left = self

    def resumes(self, drafts: list[Draft], sent: int) -> bool:
        """Goes on where this was left, if these are the drafts, all of them stand, and the record has not grown."""
        self.sent = sent if drafts else 0
        return not self.unfit and drafts == self.drafts and self.ahead.resume()

    def choose(self, seat: str | None) -> Duty:
        """The duty that an order answers here; `seat` None is whichever of ours is asked. The error says why not."""
        check_seat(self.match, seat)
        asked = self.ahead.asked()
        mine = [duty for duty in asked if seat in (None, duty.name)]
        if mine:
            return mine[0]
        if self.drafts and asked:
            raise NotYourTurn(f"{seat} is not asked here", f"asked: {', '.join(duty.name for duty in asked)}")
        if self.drafts:
            raise NotYourTurn(f"nothing more can be drafted: {self.ahead.waits_for()} must come first", SEND)
        if (reason := why_not(self.match, seat)) is not None:
            raise reason
        return open_duties(self.match, seat)[0]  # to take the seat

    def add(self, order: Order | str, seat: str | None) -> Draft:
        """Drafts one order, read for this position or not yet; IllegalMove and the like if it cannot be given here.

        Then nothing has changed.
        """
        if self.why is not None:
            raise self.overtaken()
        if len(self.drafts) >= MAX_DRAFTS:
            raise WrongUse(f"{MAX_DRAFTS} drafts are not sent yet, more are not kept", SEND)
        chosen: list[Duty] = []

        def choose(wanted: str | None) -> Duty:
            chosen.append(self.choose(wanted))
            return chosen[-1]

        try:
            if isinstance(order, str):
                order = read_order(self.match, order, seat, choose)
            else:
                chosen.append(order.duty)
            request, name = order.request, order.seat
            draft = Draft(request.about, self.ahead.round, request.rule, order.says, name)
            echo, words = echo_of(self.match, request, name, order.says), words_of(self.match, order.line)
            lasts = None if is_again(words) else lasting(self.match, request, name, words)
            self._play(order.duty, draft)
        except IllegalMove as refusal:
            if chosen and self.match.request is not None:
                from pbem.desk.truthful import add_true_words  # a refusal is seldom

                add_true_words(refusal, self.match, self.match.request, chosen[-1].name)
            if len(self.match.keys) > 1 and chosen:  # whose words these were taken for
                refusal.name_seat(chosen[-1].name)
            raise
        self.echo = echo
        if lasts is not None:
            self.typed[name, request.rule] = words if lasts else ""
        return draft

    def put(self, draft: Draft) -> None:
        """Drafts again what was drafted before, if the same is asked here and it is legal; the error says why not."""
        moved = msgspec.structs.replace(draft, round=self.ahead.round)
        self._play(self._fitting(moved), moved)

    def overtaken(self) -> PbemError:
        """Why the drafts cannot be sent, or added to; they are kept."""
        first, why = self.unfit[0], self.why
        assert why is not None
        if not isinstance(why, IllegalMove | NotYourTurn):
            return why  # the match has stopped
        because = "; ".join(line.strip() for line in str(why).splitlines())
        text = f"the draft {first.seat}: {first.text} does not stand any more: {because}"
        number = len(self.drafts) + 1
        return NotYourTurn(text, "nothing was sent, and all drafts are kept; take the last one back with: pbem undo, "
                           f"this one with: pbem undo {number}")

    def _fitting(self, draft: Draft) -> Duty:
        """The duty that a kept draft answers; the error says why it is not asked, or why its seat signs nothing."""
        check_seat(self.match, draft.seat)
        if (refusal := self.match.refusal(self.match.binding.number(draft.seat))) is not None:
            raise refusal
        request = self.match.request
        for duty in self.ahead.asked():
            assert request is not None
            if (duty.name, request.rule, request.about) == (draft.seat, draft.rule, draft.about):
                if self.ahead.round == draft.round:
                    return duty
                raise NotYourTurn(f"it was drafted for round {draft.round}, and round {self.ahead.round} is open")
        if seats := self.ahead.leaving():
            raise NotYourTurn(f"{', '.join(seats)} resigned, and the round after that is another")
        moment = f"{draft.rule} {draft.about}".rstrip()
        raise NotYourTurn(f"{draft.seat} is not asked for {moment} now")

    def _play(self, duty: Duty, draft: Draft) -> None:
        story = self.match.binding.table.story
        before = len(story)
        self.ahead.give(duty, list(draft.says))
        self.drafts.append(draft)
        self.told.append(story[before:])
        self.kinds.append(duty.kind)


def drafting_of(match: Match, folder: Path | None) -> Drafting:
    """The drafts of a match, played on over; those that were played on over already are not played again."""
    left, gid = match.left, match.genesis.id
    if not isinstance(left, Drafting) or folder is None:
        return Drafting(match, folder)
    return left if left.resumes(kept_drafts(folder, gid), kept_sent(folder, gid)) else Drafting(match, folder)


@dataclass(slots=True)
class OrdersTaken:
    """What came of some orders: each as it was taken, and whether they were signed; `signed` counts the drafts."""

    given: list[Given] = field(default_factory=list)
    signed: int = 0


def is_alone(game: GameFolder) -> bool:
    """Whether one person holds all seats, a judge's too: then nobody is waited for, and nobody is sent anything."""
    return not game.others


def take_orders(game: GameFolder, lines: list[str], seat: str | None = None, *, send: bool = False) -> OrdersTaken:
    """Drafts each line; with `send` all is signed in the end. A line may begin with `seat:`, `;` may part orders.

    Several lines may be one plan, see `orders_of`.

    Whoever plays alone signs at once what is followed by a die, an opening or the end, with the drafts before it; so
    does `send` where a further line needs that. Raises at the first line that cannot be taken: then what was drafted
    here is forgotten, but for what dice were rolled for.
    """
    drafting, taken, kept = Drafting(game.match, game.path), OrdersTaken(), 0
    typed: dict[tuple[str, str], str] = {}
    at_once = send or is_alone(game)

    def choose(wanted: str | None) -> Duty:
        return drafting.choose(wanted)

    try:
        for order in orders_of(game.match, lines, seat, choose):
            draft = drafting.add(order, seat)
            taken.given.append(Given(draft.round, draft.seat, draft.rule, draft.says, drafting.echo))
            typed |= drafting.typed
            game.match.typed = {**game.match.typed, **typed}
            if at_once and not drafting.ahead.asked():
                kept = len(taken.given) if sign(game, drafting) else kept
                taken.signed += len(drafting.drafts) - len(drafting.held)
                if drafting.held:
                    forget_signed(game, drafting.held)
                drafting = Drafting(game.match, game.path if drafting.held else None)
    except PbemError as error:
        if kept:
            before = "; ".join(one.text for one in taken.given[:kept])
            error.hint = f"given before it, and signed since dice followed: {before}"
        raise
    if send:
        sign(game, drafting)
        taken.signed += len(drafting.drafts) - len(drafting.held)
    keep_words(game.path, game.gid, typed)
    if taken.signed or drafting.held:
        forget_signed(game, drafting.held)
    if not send:
        keep_drafts(game.path, game.gid, drafting.drafts)
        drafting.leave()
    return taken


def send_drafts(game: GameFolder) -> int:
    """Signs all that is drafted, or nothing; how many. Errors as `Drafting.overtaken`.

    What a secret may decide is held back, with all that follows it, until the match lets it go (`Match.is_held`): it is
    kept as sent, and `send_held` signs it.
    """
    if not game.match.keys:
        raise NotYourTurn("no seat of this match is held here", ELSEWHERE)
    drafting = Drafting(game.match, game.path)
    sign(game, drafting)
    forget_signed(game, drafting.held)
    return len(drafting.drafts) - len(drafting.held)


def send_held(game: GameFolder) -> list[str]:
    """Signs the drafts that were sent before and held back, if they may go now; what their person is told.

    If one does not stand any more all are kept as drafts that nobody has sent.
    """
    count = kept_sent(game.path, game.gid)
    if not count or game.match.is_held() or not game.match.can_sign():
        return []
    drafting = Drafting(game.match, game.path)
    try:
        sign(game, drafting, most=count)
    except PbemError as fault:
        keep_sent(game.path, game.gid, 0)
        return ["; ".join(line.strip() for line in str(fault).splitlines())]
    gone = drafting.drafts[: count - len(drafting.held)]
    forget_signed(game, drafting.held, drafting.drafts[count:])
    return [f"sent before, now signed: {one.seat}: {one.short}" for one in gone]


def sign(game: GameFolder, drafting: Drafting, most: int = MAX_DRAFTS) -> bool:
    """Signs all drafts, which were all tried, and what follows by itself; whether that cannot be taken back.

    Dice and openings are on disk at once, in one piece with the drafts before them: nobody sees dice, and then takes
    back what they were rolled for. The rest is kept back until the folder is flushed. Only `most` are signed, and
    none from the first one on that is held back.
    """
    if drafting.why is not None:
        raise drafting.overtaken()
    match = game.match
    drafting.leave()
    chosen = drafting.drafts[:most]
    for at, draft in enumerate(chosen):
        seat = match.binding.number(draft.seat)
        if draft.round != match.rounds.r:
            match.run_mechanical()
        if match.is_held():
            drafting.held = chosen[at:]
            break
        request = match.request
        assert request is not None
        assert (match.rounds.r, request.rule, request.about) == (draft.round, draft.rule, draft.about)
        if isinstance(request, Seal | SealMany):
            match.seal(seat, list(draft.says))
        else:
            match.answer(seat, draft.says[0])
    if any(event.kind in FINAL for event in match.run_mechanical()):
        forget_signed(game, drafting.held, drafting.drafts[most:])
        return True
    return False


def forget_signed(game: GameFolder, held: Sequence[Draft] = (), others: Sequence[Draft] = ()) -> None:
    """What was signed is safe on disk, and is no draft any more. A crash before that leaves it drafted, or signed.

    What is `held` back is kept as sent, the `others` behind it as drafts that nobody has sent.
    """
    game.flush()
    keep_sent(game.path, game.gid, len(held))
    keep_drafts(game.path, game.gid, [*held, *others])


def forget_drafts_of(game: GameFolder, seat: str) -> int:
    """Forgets every draft of a seat, which gives up; how many there were."""
    drafts = unsent(game.match, kept_drafts(game.path, game.gid))
    left = [draft for draft in drafts if draft.seat != seat]
    if len(left) != len(drafts):
        sent = sum(draft.seat != seat for draft in drafts[: kept_sent(game.path, game.gid)])
        keep_sent(game.path, game.gid, sent)
        keep_drafts(game.path, game.gid, left)
    return len(drafts) - len(left)
