"""The end of a race: who has won (TR-14.1)."""

from __future__ import annotations

from games.kit.rules.decider import Outcome
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause


def outcome(table: RaceTable) -> Outcome | None:
    """Return how the race ended, or None while it runs: the player or team of the titan that finished has won.

    With two titans a player needs only one of them (TR-15.6); a team wins together (TR-17.3).
    """
    if not table.winner:
        return None
    winners = table.team(table.titan(table.winner).seat)
    return Outcome("finish", clause.CLAUSE_14_1, winners=winners, remark=table.winner)
