"""What is asked, what may follow a beginning, what an order would bring about: as data for the page.

Belongs here: these answers, none of which changes anything. Must not be here: the board (`seeing`), signing (`giving`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice

from pbem.desk.drafting import Drafting
from pbem.desk.orders import echo_of, examples_of, eyes, follow_of, read_order
from pbem.desk.story import joined, said, sentence
from pbem.errors import NotYourTurn, PbemError
from pbem.kit.prompts import Prompt
from pbem.kit.things import NO_LABELS, Labels, all_labels, has_codes, in_plain_words, in_sentence, labels_of, named
from pbem.limits import MOST_CHOICES, MOST_READY
from pbem.match.match import Duty
from pbem.play.requests import Open, Roll
from pbem.play.sight import PUBLIC
from pbem.ruleset import without_remark
from pbem.show.clean import clean
from pbem.show.scene import Arrow, Scene
from pbem.show.ways import ways
from pbem.viewing.scenes import scene_of
from pbem.web.means import here
from pbem.web.shapes import Asking, Drafted, Following, Previewed, Question, ReadyAnswer, WayShown
from pbem.web.sitting import Sitting, seat_of, titles_of, with_titles


def questions(drafting: Drafting, seat: str) -> tuple[Question, ...]:
    """What the seats held here are asked, after what is drafted; of others than this seat only by which rule."""
    return tuple(_question(drafting, duty, seat) for duty in drafting.ahead.asked() if duty.kind != "join")


def _question(drafting: Drafting, duty: Duty, seat: str) -> Question:
    match, request = drafting.match, drafting.match.request
    assert request is not None
    if duty.name != seat:
        return Question(duty.name, request.rule, request.about)
    prompt = Prompt.of(match.ruleset.prompt(match.state, request, duty.name, eyes(match, duty.name)))
    examples = [without_remark(clean(one)) for one in islice(examples_of(match, request, duty.name), MOST_READY)]
    scene = scene_of(match, seat)
    labels = NO_LABELS
    if match.ruleset.follow is not None:
        labels = all_labels(partial(follow_of, match, request, duty.name), (words for words, _ in examples))
    ready = (ReadyAnswer(words, remark, _by_names(words, scene, labels)) for words, remark in examples)
    question, *facts = (here(in_sentence(one, scene, labels)) for one in (prompt.question, *prompt.facts))
    return Question(
        duty.name, request.rule, request.about, question, tuple(facts), tuple(map(here, prompt.typing)),
        tuple(one for one in ready if one.words),
    )


def _by_names(words: str, scene: Scene, labels: Labels = NO_LABELS) -> str:
    """What a seat may type, by the names of what it means; "" if that is no other than the words."""
    told = clean(in_plain_words(words, scene, labels))
    return told if told.casefold() != words.casefold() else ""


def drafted(drafting: Drafting, seat: str) -> tuple[Drafted, ...]:
    """What is drafted, and what each draft brings about; what another seat seals is read as that seat alone."""
    found = list[Drafted]()
    for draft, told, kind in zip(drafting.drafts, drafting.told, drafting.kinds, strict=True):
        words, lines = draft.short, tuple(clean(said(one)) for one in joined(told))
        if kind == "seal" and draft.seat == seat:
            names = _by_names(words, scene_of(drafting.match, seat))
            lines = (*([names] if names else []), "Sealed: nobody else reads it before it is opened.", *lines)
        elif kind == "seal":
            words = "sealed: that seat alone reads it"
        found.append(Drafted(draft.seat, words, draft.rule, lines))
    return tuple(found)


def following(sitting: Sitting, asking: Asking) -> Following:
    """What may follow a beginning, and what it says if it is a whole answer."""
    drafting = sitting.believe(asking.at)
    match = drafting.match
    duty = _asked(drafting, asking.seat)
    found = follow_of(match, match.request, duty.name, asking.text)
    says, echo, why, refused = "", tuple[str, ...](), found.why, list[str]()
    leads_on = bool(found.choices) or found.more
    if asking.text.strip() and (found.is_answer or not leads_on):
        try:
            choose = drafting.choose if found.is_answer else lambda _: duty  # refused as this seat alone sees it
            read = read_order(match, asking.text, duty.name, choose)
            if found.is_answer:
                says, echo = "; ".join(read.says), echo_of(match, read.request, duty.name, read.says)
        except PbemError as refusal:  # a late check says no where the form said yes
            why = " ".join(str(refusal).split()) if found.is_answer else why
            refused = [line.strip() for line in str(refusal).splitlines()]
    if any(map(has_codes, (why, *refused[1:]))):  # what was typed stands first, and stays
        scene, labels = scene_of(match, duty.name), labels_of(follow_of(match, match.request, duty.name, ""))
        labels |= labels_of(found)
        why, *told = (in_sentence(one, scene, labels) for one in (why, *refused[1:]))
        refused[1:] = told
    return Following(
        n=asking.n, at=asking.at, choices=tuple(found.choices[:MOST_CHOICES]),
        left=max(0, len(found.choices) - MOST_CHOICES), begun=found.begun, is_answer=found.is_answer and bool(says),
        more=found.more, why=here(why), refused=tuple(map(here, refused)), says=clean(says),
        echo=tuple(map(clean, echo)),
        named=clean(named(says, scene_of(match, duty.name))) if says else "",
        then=tuple(found.then[:MOST_CHOICES]), parts=found.parts, slots=found.slots, rows=found.rows,
    )


def preview(sitting: Sitting, asking: Asking) -> Previewed:
    """What an order would bring about; nothing is kept of it."""
    drafting = sitting.believe(asking.at)
    try:
        seat = seat_of(drafting, asking.seat)
        before = scene_of(drafting.match, seat or PUBLIC)
        drafting.add(asking.text, asking.seat or None)
        told = joined(drafting.told[-1])
        after = scene_of(drafting.match, seat or PUBLIC)
        arrows = [one for one in after.arrows if one not in before.arrows]
        arrows += ways(before, after, tuple(map(sentence, told)), seat)
        waits = with_titles(drafting.ahead.waits_for(), titles_of(drafting.match))
        lines = tuple(clean(said(one)) for one in told)
        return Previewed(asking.at, lines, here(waits), _shown(arrows), _signs(drafting))
    finally:
        sitting.again()


def _signs(drafting: Drafting) -> str:
    """For what the drafts would be signed at once, as `take_orders` does for whoever holds all seats; "" if not."""
    match, request = drafting.match, drafting.match.request
    if len(match.keys) < len(match.binding.seats) or drafting.ahead.asked():
        return ""
    if match.result is not None or drafting.ahead.leaving() or request is None or isinstance(request, Open):
        return "now"
    return "dice" if isinstance(request, Roll) else "draw"


def _shown(arrows: Iterable[Arrow]) -> tuple[WayShown, ...]:
    """Each once, as the page draws it."""
    return tuple(WayShown(kind, places) for kind, places in dict.fromkeys((one.kind, one.places) for one in arrows))


def _asked(drafting: Drafting, seat: str) -> Duty:
    """The duty of a seat that is asked here, "": of the first."""
    for duty in drafting.ahead.asked():
        if seat in ("", duty.name):
            return duty
    raise NotYourTurn(f"nothing is asked of {clean(seat) or 'you'} now", drafting.ahead.waits_for() or None)
