"""What may follow, over the decisions of recorded games: each thing that may be named is one of the scene."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.author.choosing import beginnings
from pbem.kit.spelling import Names, bare
from tiers import tiers
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")


def sampled(case: str, often: int = 1) -> Iterator[Decision]:
    """The first decisions of each kind that a person takes."""
    seen = Counter[str]()
    for decision in decisions(case):
        seen[decision.key] += 1
        if seen[decision.key] <= often and decision.is_free:
            yield decision


@pytest.mark.parametrize("case", tiers(logs(), QUICK))
def test_what_may_be_named_has_its_id_in_the_scene(case):
    lacking = dict[str, str]()
    for decision in sampled(case):
        things = decision.things()
        for beginning in beginnings(decision.ready()):
            for choice in decision.follow(beginning).choices:
                lacking |= dict.fromkeys(things.lacking(choice), f"{decision.key} {beginning!r}: {choice}")
    assert not lacking


PLANS = ("8.1-p askplan", "19.1-p write")
NO_PLANS = ("anaconda/coalition_wins", "anaconda/fortification_kept_down", "anaconda/step")  # none among the first
IN_ANACONDA = [case for case in logs() if case.startswith("anaconda/")]


@pytest.mark.parametrize("case", tiers(IN_ANACONDA, ["anaconda/wrong_command"]))
def test_plans_of_anaconda_offer_few_things_and_places_that_are_legal_at_once(case):
    places = legal = most = 0
    for decision in sampled(case):
        if decision.key not in PLANS:
            continue
        for beginning in beginnings(decision.ready()[:1]):
            choices = decision.follow(beginning).choices
            most = max(most, len(choices))
            for choice in choices:
                if choice.sort == "place":
                    places += 1
                    legal += decision.follow(f"{beginning}{choice.words}").is_answer
    assert places or case in NO_PLANS
    assert most <= 60
    assert legal >= 0.95 * places


@pytest.mark.parametrize("case", tiers(logs(), QUICK))
def test_the_empty_text_offers_how_each_ready_answer_begins(case):
    missing = []
    for decision in sampled(case):
        choices = decision.follow("").choices
        known = Names({choice.words: (choice.words, *choice.id.split()) for choice in choices})
        kinds = {bare(choice.words) for choice in choices}
        for answer in decision.ready():
            first = bare(re.split(r"[\s;,:=.*]+", answer.removeprefix("to ").removeprefix("roll "))[0])  # passed over
            begun = {first, first.lstrip("0123456789x")} & kinds or known.begun(first) or known.exact(first)
            missing += [] if begun or first.isdecimal() else [(decision.key, answer, [c.words for c in choices][:9])]
    assert not missing
