"""The tower gets its first cubes (SH-3.12)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.cubes import as_plain
from games.shogun.rules.data import FEED_ARMIES, FEED_FARMERS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class FeedTower(Duty[ShogunTable], frozen=True):
    """Armies of every player and farmers are put before the tower, to be thrown at once (SH-3.12)."""

    clause = clause.CLAUSE_3_12

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.TowerFed(armies=FEED_ARMIES, farmers=FEED_FARMERS))


class ClearTray(Duty[ShogunTable], frozen=True):
    """What fell out at the feeding goes back, and the set-up is over (SH-3.12)."""

    clause = clause.CLAUSE_3_12
    closed_by = (ev.TrayCleared,)

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.TrayCleared(cubes=as_plain(play.table.tray)))
