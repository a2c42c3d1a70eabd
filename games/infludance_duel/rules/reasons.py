"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping

from games.infludance_duel.rules.steps.choose_mover import ChooseMover
from games.infludance_duel.rules.steps.place_cowboy import PlaceCowboy
from games.infludance_duel.rules.steps.shoot import ShowToken
from games.infludance_duel.rules.table import DuelTable, other
from games.kit.rules.causes import OF_STEP, by_field
from games.kit.rules.decider import Reason, Step
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import events as ev
from gunbai_record.plain import Plain

TOKENS = {"good_shot": clause.CLAUSE_6_8, "kicker": clause.CLAUSE_6_9}
"""The tokens that move cowboys."""

VOIDS = {ev.VOID_OFF_BOARD: clause.CLAUSE_5_4, ev.VOID_BLOCKED: clause.CLAUSE_5_6}


def _of_shot(table: DuelTable, step: Step[DuelTable], event: ev.CowboyShot) -> int:
    """Return the clause of a bullet on the evaluated field, of the token fired, or of the choice between cowboys."""
    if isinstance(step, ChooseMover):
        return step.clause
    return TOKENS[table.at(step.seat).fired[-1]] if isinstance(step, ShowToken) else clause.CLAUSE_5_1


def _of_turn(table: DuelTable, step: Step[DuelTable], event: ev.TurnBegan) -> int:
    if isinstance(step, PlaceCowboy):
        return clause.CLAUSE_2_11
    return clause.CLAUSE_6_10 if event.extra else clause.CLAUSE_3_7


def _of_victory(table: DuelTable, step: Step[DuelTable], event: ev.GameWon) -> int:
    return clause.CLAUSE_7_2 if table.at(other(event.seat)).home else clause.CLAUSE_7_1


REASONS: Mapping[type[Plain], Reason] = {
    ev.StarterDrawn: OF_STEP,
    ev.FigureChosen: OF_STEP,
    ev.CowboyPlaced: OF_STEP,
    ev.MagazinesLoaded: clause.CLAUSE_2_10,
    ev.TurnBegan: _of_turn,
    ev.CowboyStepped: clause.CLAUSE_4_1,
    ev.StepPassed: clause.CLAUSE_4_5,
    ev.TriggerPulled: clause.CLAUSE_6_1,
    ev.MagazineSpun: OF_STEP,
    ev.TokenFired: OF_STEP,
    ev.ExtraTurnWon: clause.CLAUSE_6_10,
    ev.CowboyShot: _of_shot,
    ev.ShotVoided: by_field("reason", VOIDS),
    ev.ShotsMet: clause.CLAUSE_5_9,
    ev.MoverChosen: OF_STEP,
    ev.GoalReached: clause.CLAUSE_5_5,
    ev.TurnEnded: OF_STEP,
    ev.GameWon: _of_victory,
    ev.GameDrawn: clause.CLAUSE_7_5,
    ev.TokensRevealed: OF_STEP,
}
"""The reason for each event, in the order of events.proto; OF_STEP is the clause of the step that emits it."""
