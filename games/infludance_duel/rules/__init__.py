"""How INFLUDANCE Duel is played: what the referee asks."""

from __future__ import annotations

from games.infludance_duel.rules.data import EDITION
from games.infludance_duel.rules.evolve import evolve
from games.infludance_duel.rules.invariants import invariants
from games.infludance_duel.rules.outcome import outcome
from games.infludance_duel.rules.reasons import REASONS
from games.infludance_duel.rules.steps import STEPS, misplaced, turn
from games.infludance_duel.rules.table import DuelTable, Options, setup
from games.infludance_duel.rules.view import view
from games.kit.rules.decider import Rules
from gunbai.infludance_duel.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2

RULES = Rules(
    name="infludance_duel",
    code="IN",
    label="INFLUDANCE Duel",
    rules_version=1,
    seats=range(2, 3),
    seats_clause="IN-1.1",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=DuelTable,
    setup=setup,
    turn=turn,
    steps=STEPS,
    reasons=REASONS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
)
