"""What people are asked and how they type it: one form a kind of decision, found by the rule that asks."""

from __future__ import annotations

from pbem.kit.forms import Forms
from pbem_games.anaconda.forms import answers, choices, fires, moves, placing, plans, standing
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.vocabulary import asked_in_words

FORMS: Forms[State] = Forms(
    {
        ("3.4", "write"): placing.SetUp(),
        ("3.5", "write"): placing.ToBases(),
        "22.4": placing.ToBases(),
        "6.2.3": placing.BackOrOrder(),
        "7.3": placing.ToBases(),
        "15.5": placing.ToBases(),
        "19.1": moves.Recon(),
        "8.1": moves.Move(),
        "8.7": moves.GoOn(),
        "8.1-p": plans.MovementPlan(),
        "19.1-p": plans.ReconPlan(),
        "10.2-p": plans.Fires(),
        "8.1-c": answers.PlanConditions(),
        "12.2-p": answers.Answers(),
        "12.2-s": answers.Answers(),
        "17.1-s": answers.Answers(),
        "19.1-s": answers.Answers(),
        "10.2-s": answers.Answers(),
        "r110": standing.StandingOrders(),
        "12.2": fires.Defend(),
        "17.1": fires.Flak(),
        "15.2": fires.Gunships(),
        "10.2": fires.Attack(),
        "27.3": fires.Impetus(),
        ("7.4", "write"): placing.CallUp(),
    },
    in_words=asked_in_words,
    declared=choices.DECLARED,
)
