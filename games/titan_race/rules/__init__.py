"""How Titan Race is played: what the referee asks."""

from __future__ import annotations

from games.kit.rules.decider import Rules
from games.titan_race.rules.data import EDITION
from games.titan_race.rules.evolve import evolve
from games.titan_race.rules.invariants import invariants
from games.titan_race.rules.outcome import outcome
from games.titan_race.rules.reasons import REASONS
from games.titan_race.rules.steps import STEPS, misplaced, turn
from games.titan_race.rules.table import Options, RaceTable, setup, sides
from games.titan_race.rules.view import view
from gunbai.titan_race.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2
from gunbai.titan_race.v1 import events as ev

RULES = Rules(
    name="titan_race",
    code="TR",
    label="Titan Race",
    rules_version=1,
    seats=range(2, 7),
    seats_clause="TR-2.10",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=RaceTable,
    setup=setup,
    turn=turn,
    sides=sides,
    steps=STEPS,
    reasons=REASONS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({ev.CardPlayed, ev.ReactionPlayed, ev.CardDiscarded, ev.PiratesPaid, ev.RaceWon}),
)
