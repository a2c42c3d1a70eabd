"""An action round ends after its tenth action (SH-9.8)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.data import SEASON_WORDS, SEASONS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class EndRound(Duty[ShogunTable], frozen=True):
    """All cards go back to the hands and the event card leaves the game; daimyo cards stay over the winter (SH-9.8)."""

    clause = clause.CLAUSE_9_8

    def resolve(self, play: Play[ShogunTable]) -> None:
        season = play.table.season
        following = SEASONS[SEASONS.index(season) + 1]
        play.emit(ev.RoundEnded(season=SEASON_WORDS.value(season), next_season=SEASON_WORDS.value(following)))
        if following != "winter":
            play.emit(ev.DaimyoTakenBack())
