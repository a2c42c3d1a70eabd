"""The draft ends when every group is placed (SH-3.9)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class EndDraft(Duty[ShogunTable], frozen=True):
    """The offer and the rest of the deck become the open cards of the neutral provinces (SH-3.9)."""

    clause = clause.CLAUSE_3_9

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.DraftEnded())
