"""The action cards of a round: five lie face up, the others follow one by one (SH-5.2, SH-9.3)."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Pick, Printed, Sample, exactly
from games.shogun.rules.data import ACTION, FACE_UP_ACTIONS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

ACTION_CARDS = Printed("the action cards", tuple(ACTION))


class LayActionCards(Chance[ShogunTable, cmd.LayActionCards], frozen=True):
    """The ten cards are shuffled, and the first five are laid face up (SH-5.2)."""

    clause = clause.CLAUSE_5_2
    takes = (cmd.LayActionCards,)
    form = Sample(exactly(FACE_UP_ACTIONS), ACTION_CARDS)

    def showing(self, table: ShogunTable, drawn: tuple[str, ...]) -> cmd.LayActionCards:
        return cmd.LayActionCards(actions=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.LayActionCards) -> Fraction:
        cards = set(outcome.actions)
        if len(outcome.actions) != FACE_UP_ACTIONS or len(cards) != FACE_UP_ACTIONS or not cards <= set(ACTION):
            return Fraction(0)
        return Fraction(1, perm(len(ACTION), FACE_UP_ACTIONS))

    def answer(self, play: Play[ShogunTable], outcome: cmd.LayActionCards) -> None:
        play.emit(ev.ActionCardsLaid(actions=outcome.actions))


class TurnUpAction(Chance[ShogunTable, cmd.TurnUpAction], frozen=True):
    """The next of the face-down cards is turned up (SH-9.3)."""

    clause = clause.CLAUSE_9_3
    takes = (cmd.TurnUpAction,)
    form = Pick(
        Known("those of the action cards that are not in `row`", lambda step, table: _face_down(table), (ACTION_CARDS,))
    )

    def showing(self, table: ShogunTable, drawn: str) -> cmd.TurnUpAction:
        return cmd.TurnUpAction(action=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.TurnUpAction) -> Fraction:
        cards = _face_down(table)
        return Fraction(cards.count(outcome.action), len(cards))

    def answer(self, play: Play[ShogunTable], outcome: cmd.TurnUpAction) -> None:
        play.emit(ev.ActionCardTurnedUp(action=outcome.action))


def _face_down(table: ShogunTable) -> list[str]:
    return [action for action in ACTION if action not in table.row]
