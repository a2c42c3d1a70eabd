"""How Samurai Spirit is played: what the referee asks."""

from __future__ import annotations

from games.kit.rules.decider import Rules
from games.samurai_spirit.rules.data import EDITION
from games.samurai_spirit.rules.evolve import evolve
from games.samurai_spirit.rules.invariants import invariants
from games.samurai_spirit.rules.outcome import outcome
from games.samurai_spirit.rules.reasons import REASONS
from games.samurai_spirit.rules.steps import STEPS, misplaced, turn
from games.samurai_spirit.rules.table import Options, SamuraiTable, setup, sides
from games.samurai_spirit.rules.view import view
from gunbai.samurai_spirit.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2

RULES = Rules(
    name="samurai_spirit",
    code="SS",
    label="Samurai Spirit",
    rules_version=1,
    seats=range(2, 8),
    seats_clause="SS-2.1",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=SamuraiTable,
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
)
