"""What may follow, over the decisions of recorded games: each thing that may be named is one of the scene."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from costs import takes
from pbem.author.choosing import beginnings
from pbem.errors import IllegalMove
from pbem.kit.choices import Choice
from pbem.kit.following import Follow
from pbem.kit.spelling import bare, fold
from pbem_games.anaconda.forms.columns import ELSEWHERE
from tiers import recorded, tiers
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")


def sampled(case: str, often: int = 1) -> Iterator[Decision]:
    """The first decisions of each kind that a person takes."""
    seen = Counter[str]()
    for decision in decisions(case):
        seen[decision.key] += 1
        if seen[decision.key] <= often and decision.is_free:
            yield decision


@pytest.mark.parametrize("case", recorded(logs(), QUICK))
def test_what_may_be_named_has_its_id_in_the_scene(case):
    lacking = dict[str, str]()
    for decision in sampled(case):
        things = decision.things()
        for beginning in beginnings(decision.ready()):
            for choice in decision.follow(beginning).choices:
                lacking |= dict.fromkeys(things.lacking(choice), f"{decision.key} {beginning!r}: {choice}")
    assert not lacking


MOVES = {"8.1-p", "19.1-p", "8.1", "8.7", "19.1"}
FIRES = {"10.2-p", "10.2", "27.3", "12.2", "15.2", "17.1", "12.2-p", "12.2-s", "10.2-s", "17.1-s", "19.1-s", "r110"}
IN_ANACONDA = [case for case in logs() if case.startswith("anaconda/")]
AT_ONCE = 60  # choices
IN_STEPS = {"anaconda/fortification_kept_down", "anaconda/step"}  # no plans
LONG = 240  # words of a plan
CLICK = 0.1  # seconds


@pytest.mark.parametrize("case", tiers(IN_ANACONDA, ["anaconda/wrong_command"]))
def test_anaconda_offers_few_things_and_its_plans_places_that_are_legal_at_once(case):
    places, legal, many = 0, 0, []
    for decision in sampled(case):
        is_plan = decision.request.rule in MOVES | FIRES
        for beginning in beginnings(decision.ready()[:2]):
            choices = decision.follow(beginning).choices
            many += [(decision.key, beginning, len(choices))] if len(choices) > AT_ONCE else []
            offered = [choice for choice in choices if choice.sort == "place" and is_plan]
            places += len(offered)
            legal += sum(is_legal_at_once(decision, f"{beginning}{choice.words}") for choice in offered)
    assert places
    assert not many
    assert legal >= 0.95 * places


def is_legal_at_once(decision: Decision, text: str) -> bool:
    """Whether a text is an answer as it stands, or, if it attacks a hex, with the first that may fire there."""
    if decision.follow(text).is_answer or decision.request.rule not in FIRES:
        return decision.follow(text).is_answer
    return any(decision.follow(f"{text} {choice.words}").is_answer
               for choice in decision.follow(f"{text} ").choices if choice.sort == "unit")


@pytest.mark.parametrize("case", tiers([case for case in IN_ANACONDA if case not in IN_STEPS], 0))
def test_a_click_on_the_longest_plan_of_a_game_of_anaconda_costs_little(case):
    longest = max(map(plan_of, decisions(case)), key=lambda plan: len(plan.split()))
    decision = next(one for one in decisions(case) if plan_of(one) == longest)
    assert len(longest.split()) > LONG
    assert takes(lambda: decision.follow(f"{longest} "), CLICK)


def plan_of(decision: Decision) -> str:
    """A plan of moves as it may be typed; "" for another answer."""
    is_plan = decision.request.rule == "8.1-p"
    return decision.says[0].partition(" ; ")[2].replace("+", ", ") if is_plan else ""


QUICK_BEGINNINGS = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")
WORDS = re.compile(r"[^\s,:=;.]+|;")
STARTS = re.compile(r"[^\s,:=;]+|;")


@pytest.mark.parametrize("case", recorded(logs(), QUICK_BEGINNINGS))
def test_each_beginning_of_a_ready_answer_offers_how_it_goes_on(case):
    missing = [f"{decision.key} {answer!r:.80} behind {beginning[-40:]!r}" for decision in sampled(case)
               for answer in decision.ready() for beginning in left_out(decision, fold(answer))]
    assert not missing


def left_out(decision: Decision, answer: str) -> Iterator[str]:
    """The beginnings of an answer behind which its next word is not offered; words that tell nothing need not be."""
    for start in STARTS.finditer(answer):
        beginning, words = answer[: start.start()], WORDS.findall(answer[start.start():])
        found = decision.follow(beginning)
        if not (goes_on(found, words) or in_a_column(decision, beginning, words)
                or tells_nothing(decision, answer, start, found)):
            yield beginning


def in_a_column(decision: Decision, beginning: str, words: list[str]) -> bool:
    """Whether a hex is among those of its column of the map, which is offered, at once or behind `elsewhere`."""
    column = words[0][:2]
    for behind in ("", f"{ELSEWHERE} "):
        if any(choice.words == column for choice in decision.follow(beginning + behind).choices):
            return goes_on(decision.follow(f"{beginning}{behind}{column} "), words)
    return False


def goes_on(found: Follow, words: list[str]) -> bool:
    """Whether the first of these words are among what may follow, one by one or so many of a kind."""
    if words[0] == ";":
        return found.more
    if counted := re.fullmatch(r"(\d+)[x*]?(\D.*)?|(.+)[x*](\d+)", words[0]):
        number, kind = int(counted[1] or counted[4]), counted[2] or counted[3]
        named = [kind] if kind else words[1:]
        if any(number <= choice.most and is_meant(choice, named) for choice in found.choices if named):
            return True
    return any(is_meant(choice, words) for choice in found.choices)


def is_meant(choice: Choice, words: list[str]) -> bool:
    """Whether some of the first words are a choice, its id or a beginning of it."""
    if choice.kind == "number":
        return words[0].isdecimal()
    ways = {bare(choice.words), bare(choice.id), *map(bare, choice.id.split())}
    begun = bare(words[0]) and any(one.startswith(bare(words[0])) for one in {*ways, *map(bare, choice.words.split())})
    return bool(begun) or any(bare("".join(words[:n])) in ways for n in range(1, len(words) + 1))


def tells_nothing(decision: Decision, answer: str, start: re.Match[str], found: Follow) -> bool:
    """Whether the answer says the same without the next word, or two, and what comes behind them is offered."""
    ends = [one.end() for one in STARTS.finditer(answer, start.start())][:2]
    for rest in (answer[end:] for end in ends):
        words = WORDS.findall(rest)
        if words and goes_on(found, words):
            with contextlib.suppress(IllegalMove):
                return decision.read(answer[: start.start()] + rest) == decision.read(answer)
    return False
