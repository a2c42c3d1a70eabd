"""An action round ends after its tenth action (SH-9.8)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.shogun.data import SEASON_WORDS
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events_pb2 as ev


class EndRound(Duty[ShogunTable], frozen=True):
    """All cards go back to the hands, and the event card leaves the game."""

    clause = clause.CLAUSE_9_8

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.RoundEnded(season=SEASON_WORDS.value(play.table.season)))
