"""Orders as lines of plain words: all or nothing, echoed back in canonical form (design 6).

Belongs here: which request a line answers, which seat it is for. Must not be here: what words mean in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pbem.desk.waiting import open_duties, why_not
from pbem.errors import IllegalMove, NotYourTurn, Unsupported, WrongUse, quoted
from pbem.kit.following import Follow, begins_again
from pbem.kit.things import placed
from pbem.kit.typed import AGAIN, PART, REMARK, Choice
from pbem.limits import MAX_PLAN_LINES, MAX_SAY
from pbem.match.match import Duty, Match
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.ruleset import Ruleset

Choose = Callable[[str | None], Duty]
"""The duty that an order for a seat answers, None: for whichever of ours is asked; raises if there is none."""

FINAL = ("entropy", "reveal", "disclose")  # what our own tools sign after an order and nobody takes back


@dataclass(frozen=True, slots=True)
class Order:
    """A line as it was read, for the position at which it was read: the duty, what is asked, the canonical words."""

    line: str
    duty: Duty
    request: Request[Any]
    says: tuple[str, ...]

    @property
    def seat(self) -> str:
        """Whose answer it is."""
        return self.duty.name


@dataclass(frozen=True, slots=True)
class Given:
    """One order as it was taken: the round it answers, the seat, the rule, the canonical words, what they come to."""

    round: int
    seat: str
    rule: str
    says: tuple[str, ...]
    echo: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The canonical words as they can be typed again."""
        return "; ".join(self.says)


def orders_of(match: Match, lines: Sequence[str], seat: str | None, choose: Choose) -> Iterator[Order | str]:
    """The orders in some lines: as many lines as are one plan if a plan is asked for, else each line by itself.

    What is one plan is found out when it is asked for: lines that are legal as parts of one answer are that answer.
    What had to be read for that comes as it was read; a text is still to be read.
    """
    waiting = list(lines)
    while waiting:
        count, plan = _plan_of(match, waiting, seat, choose)
        line, waiting = waiting[0], waiting[count:]
        if plan is not None:
            yield plan
        else:
            yield from orders_in(match, line, seat, choose)


def _plan_of(match: Match, lines: Sequence[str], seat: str | None, choose: Choose) -> tuple[int, Order | None]:
    """How many lines, the first among them, are one plan that is legal now, and this plan; 1 if none is asked for.

    The last of them must add something: what says nothing new belongs to the next question.
    """
    if not isinstance(match.request, Write | Seal | SealMany):
        return 1, None
    most = next((at for at, line in enumerate(lines) if at and _named_seat(match, line)[0]), len(lines))
    counts: list[int] = [most, *range(min(most - 1, MAX_PLAN_LINES), 1, -1)]
    for count in counts if most > 1 else counts[:0]:
        plan = _legal_plan(match, lines[:count], seat, choose)
        if plan is None:
            continue
        shorter = _legal_plan(match, lines[: count - 1], seat, choose)
        if shorter is None or plan.says != shorter.says:
            return count, plan
    return 1, None


def _legal_plan(match: Match, lines: Sequence[str], seat: str | None, choose: Choose) -> Order | None:
    """Lines that are one legal answer, as one order; None if they are none."""
    try:
        order = read_order(match, "; ".join(lines), seat, choose)
        value_of(order.request, order.seat, order.says)
    except (IllegalMove, WrongUse):
        return None
    return order


def orders_in(match: Match, line: str, seat: str | None, choose: Choose) -> Iterator[Order | str]:
    """A line; or its parts between `;`, if what is asked when they are given takes no such parts.

    A plan of several parts that is refused is refused whole: its first part alone would be another plan.
    """
    parts = [part for part in line.split(";") if part.strip()]
    while len(parts) > 1:
        whole = _tried(match, ";".join(parts), seat, choose)
        if isinstance(whole, Order):
            yield whole
            return
        first = None if isinstance(whole, IllegalMove) and whole.in_parts else _tried(match, parts[0], seat, choose)
        if not isinstance(first, Order):
            break
        yield first
        del parts[0]
    yield ";".join(parts) if parts else line


def _tried(match: Match, words: str, seat: str | None, choose: Choose) -> Order | IllegalMove | WrongUse:
    """Words as an answer to what is asked now, or why they are none; nothing is signed."""
    try:
        return read_order(match, words, seat, choose)
    except (IllegalMove, WrongUse) as refusal:
        return refusal


def give_order(match: Match, line: str, seat: str | None) -> Given:
    """Signs one answer, whole as it is typed; the errors say why it cannot be given, and then nothing has changed."""
    return sign_order(match, read_order(match, line, seat, lambda wanted: choose_duty(match, wanted)))


def sign_order(match: Match, order: Order) -> Given:
    """Signs an answer that was read for what is asked now."""
    round = match.rounds.r
    if order.duty.kind == "seal":
        match.seal(order.duty.seat, list(order.says))
    else:
        match.answer(order.duty.seat, order.says[0])
    return Given(round, order.seat, order.request.rule, order.says)


def read_order(match: Match, line: str, seat: str | None, choose: Choose) -> Order:
    """What a line answers, and in which canonical words."""
    named, words = _named_seat(match, line)
    duty = choose(named or seat)
    if duty.kind == "join":
        raise NotYourTurn(f"{duty.name} has not joined yet", "take your seat with: pbem join")
    request = match.request
    assert request is not None
    says = (repeated(match, request, duty.name) if is_again(words) else
            read_words(match.ruleset, match.state, request, duty.name, words, eyes(match, duty.name)))
    if duty.kind == "answer" and len(says) != 1:
        because = f"one answer is asked for, not {len(says)}"
        raise IllegalMove(f"{duty.name} answers {line!r}", request.rule, because)
    return Order(line, duty, request, tuple(says))


def words_of(match: Match, line: str) -> str:
    """The words of a line, without the seat that it may begin with and the remark that it may end in."""
    return _named_seat(match, line)[1].partition(REMARK)[0].strip()


def _named_seat(match: Match, line: str) -> tuple[str, str]:
    """The seat that a line begins with, "" for none, and the words behind it."""
    words = line.strip()
    head, colon, rest = words.partition(":")
    name = head.strip().lower()
    return (name, rest.strip()) if colon and name in match.binding.names else ("", words)


def read_words(ruleset: Ruleset, state: Any, request: Request[Any], seat: str, words: str, peek: Peek) -> list[str]:
    """What a person typed for a seat, as the canonical words of each item asked for; IllegalMove with help.

    WrongUse if it is longer than the record takes: no game reads it then.
    """
    check_length(words)
    says = _canonical(request, seat, words)
    return ruleset.read_orders(state, request, seat, words, peek) if says is None else says


def eyes(match: Match, seat: str) -> Peek:
    """What a seat sees, however many seats are held here: what it is asked and told hangs on nothing else."""
    return peek_of(match.binding.table, seat)


def is_again(words: str) -> bool:
    """Whether a person typed `as last time`."""
    return " ".join(words.partition(REMARK)[0].lower().split()) == AGAIN


def examples_of(match: Match, request: Request[Any], seat: str) -> list[str]:
    """What a seat may type, as its game says it; `as last time` too if that can be repeated, and what it comes to."""
    examples = match.ruleset.examples(match.state, request, seat, eyes(match, seat))
    again, _ = _repeated(match, request, seat)
    return [*examples, f"{AGAIN}  {REMARK} {again}"] if again else examples


def follow_of(match: Match, request: Request[Any] | None, seat: str, text: str) -> Follow:
    """What may follow the beginning of an answer; `as last time` first if that can be repeated, and what it comes to.

    Unsupported if the game cannot tell, or asks nothing yet.
    """
    ruleset = match.ruleset
    if ruleset.follow is None or request is None:
        raise Unsupported(f"{ruleset.title} cannot tell what may follow", "pbem next shows what may be typed")
    peek = eyes(match, seat)
    again, why_not = _repeated(match, request, seat) if begins_again(text) else ("", "")
    if is_again(text):
        return Follow((), bool(again), why_not)
    found = placed(ruleset.follow(match.state, request, seat, text, peek),
                   lambda: ruleset.scene(match.state, seat, peek))
    if not begins_again(text):
        return found
    first = (Choice(AGAIN, "answer", remark=again),) if again else ()
    return msgspec.structs.replace(found, choices=(*first, *found.choices))


def repeated(match: Match, request: Request[Any], seat: str) -> list[str]:
    """`as last time` in canonical words: what was sealed, or words read anew; IllegalMove says why not."""
    lasts = lasting(match, request, seat, AGAIN)
    if lasts is None:
        return match.ruleset.repeated(match.state, match.binding.table, request, seat)
    words = match.typed.get((seat, request.rule))
    if words is None:
        raise IllegalMove(AGAIN, request.rule, "you have typed nothing for this before")
    if not words:
        raise IllegalMove(AGAIN, request.rule, "what you typed last holds for that time alone")
    return read_words(match.ruleset, match.state, request, seat, words, eyes(match, seat))


def lasting(match: Match, request: Request[Any], seat: str, words: str) -> bool | None:
    """Whether words may be read anew for `as last time`; None if what was sealed is repeated.

    Canonical words of several items hang on what these are.
    """
    told = match.ruleset.lasting
    found = None if told is None else told(match.state, request, seat, words, eyes(match, seat))
    is_canonical = found and PART in words and isinstance(request, Seal | SealMany)
    return False if is_canonical and _canonical(request, seat, words) is not None else found


def echo_of(match: Match, request: Request[Any], seat: str, says: Sequence[str]) -> tuple[str, ...]:
    """What an answer comes to, in lines for whoever gives it; nothing if its canonical words tell it."""
    told = match.ruleset.echo
    return () if told is None else tuple(told(match.state, request, seat, says, eyes(match, seat)))


def _repeated(match: Match, request: Request[Any], seat: str) -> tuple[str, str]:
    """What `as last time` says, sealed or typed; or an empty text, and why it cannot be said."""
    try:
        says = repeated(match, request, seat)
    except IllegalMove as refusal:
        return "", refusal.because
    return match.typed[seat, request.rule] if lasting(match, request, seat, AGAIN) is not None else "; ".join(says), ""


def value_of(request: Request[Any], seat: str, says: Sequence[str]) -> Any:
    """What canonical words mean, for a seal the values of all items; IllegalMove if they are not legal."""
    if isinstance(request, Seal | SealMany):
        items = request.per_seat()[seat]
        return [item.read(say, seat, request.rule) for item, say in zip(items, says, strict=True)]
    return request.options().read(says[0], seat, request.rule)  # type: ignore[attr-defined]


def check_length(words: str) -> None:
    """WrongUse if an order is longer than a recorded answer may be (protocol 3.1)."""
    if len(words) > MAX_SAY:
        hint = "orders are a few words for each piece: pbem next shows some"
        raise WrongUse(f"an order of {len(words):,} characters; the limit is {MAX_SAY:,}", hint)


def _canonical(request: Request[Any], seat: str, words: str) -> list[str] | None:
    """What we echoed can be typed back: the canonical words as they stand; None if they are none."""
    try:
        if isinstance(request, Seal | SealMany):
            items = request.per_seat()[seat]
            says = [part.strip() for part in words.split(";")] if len(items) > 1 else [words]
            for item, say in zip(items, says, strict=True):
                item.read(say, seat, request.rule)
            return says
        assert isinstance(request, Ask | Write)
        request.options().read(words, seat, request.rule)
        return [words]
    except (IllegalMove, ValueError):  # ValueError: not as many parts as are sealed
        return None


def choose_duty(match: Match, seat: str | None) -> Duty:
    """The duty that an order answers; `seat` None is whichever of ours is asked. The error says why there is none."""
    check_seat(match, seat)
    if (reason := why_not(match, seat)) is not None:
        raise reason
    return open_duties(match, seat)[0]


def check_seat(match: Match, seat: str | None) -> None:
    """WrongUse or NotYourTurn if an order is for a seat that does not exist, or is not held here."""
    if seat is not None and match.result is None and match.keys:
        if seat not in match.binding.names:
            raise WrongUse(f"there is no seat {quoted(seat)}", f"the seats: {', '.join(match.binding.names)}")
        if match.binding.number(seat) not in match.keys:
            raise NotYourTurn(f"the seat {seat} is not held here", f"yours: {', '.join(map(match.name, match.keys))}")
