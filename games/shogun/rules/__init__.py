"""How Shogun is played: what the referee asks."""

from __future__ import annotations

from games.kit.rules.decider import Rules
from games.shogun.rules.data import EDITION
from games.shogun.rules.evolve import evolve
from games.shogun.rules.invariants import invariants
from games.shogun.rules.outcome import outcome
from games.shogun.rules.reasons import REASONS
from games.shogun.rules.steps import STEPS, misplaced, standing, turn
from games.shogun.rules.table import Options, ShogunTable, needs_dealer, setup
from games.shogun.rules.view import view
from gunbai.shogun.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2
from gunbai.shogun.v1 import events as ev

RULES = Rules(
    name="shogun",
    code="SH",
    label="Shogun",
    rules_version=1,
    seats=range(3, 6),
    seats_clause="SH-1.1",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=ShogunTable,
    setup=setup,
    needs_dealer=needs_dealer,
    turn=turn,
    standing=standing,
    steps=STEPS,
    reasons=REASONS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({ev.PlanningClosed, ev.BidsShown, ev.CardTurnedUp, ev.EmptySpaceMet}),
)
