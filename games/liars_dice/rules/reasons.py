"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kit.rules.decider import Reason
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import events as ev
from gunbai_record.plain import Plain


def _of_lifting(table: DiceTable, step: Any, event: ev.CupsLifted) -> int:
    return clause.CLAUSE_5_2 if step.spot_on else clause.CLAUSE_4_2


def _of_loss(table: DiceTable, step: Any, event: ev.DieLost) -> int:
    return clause.CLAUSE_5_2 if step.spot_on else clause.CLAUSE_4_5


REASONS: Mapping[type[Plain], Reason] = {
    ev.CupShaken: clause.CLAUSE_2_1,
    ev.DiceSeen: clause.CLAUSE_1_2,
    ev.BidMade: clause.CLAUSE_3_1,
    ev.TurnPassed: clause.CLAUSE_2_4,
    ev.BidChallenged: clause.CLAUSE_4_1,
    ev.SpotOnCalled: clause.CLAUSE_5_1,
    ev.CupsLifted: _of_lifting,
    ev.DiceCounted: clause.CLAUSE_4_3,
    ev.DieLost: _of_loss,
    ev.PlayerOut: clause.CLAUSE_6_1,
    ev.RoundBegan: clause.CLAUSE_6_2,
    ev.GameWon: clause.CLAUSE_7_1,
}
"""The reason for each event, in the order of events.proto."""
