"""Titan Race, by Julian Allain (Funforge): two to six players race six titans three times around a wrapping track."""

from __future__ import annotations

from games.decider import Outcome, Title
from games.titan_race.data import EDITION
from games.titan_race.evolve import evolve
from games.titan_race.invariants import invariants
from games.titan_race.picture import picture
from games.titan_race.steps import STEPS, misplaced, turn
from games.titan_race.table import Options, RaceTable, setup
from games.titan_race.view import view
from games.titan_race.words import WORDS
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands_pb2, events_pb2, view_pb2


def outcome(table: RaceTable) -> Outcome | None:
    """Return how the race ended, or None while it runs: the player, or team, of the titan that finished has won."""
    if not table.winner:
        return None
    winners = table.team(table.titan(table.winner).seat)
    return Outcome("finish", clause.CLAUSE_14_1, winners=winners, remark=table.winner)


TITAN_RACE = Title(
    name="titan_race",
    code="TR",
    label="Titan Race",
    rules_version=1,
    seats=range(2, 7),
    protos=(commands_pb2, events_pb2, view_pb2, clause),
    options=Options,
    edition=EDITION,
    table=RaceTable,
    setup=setup,
    turn=turn,
    steps=STEPS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    picture=picture,
    words=WORDS,
)
