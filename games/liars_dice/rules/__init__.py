"""How Liar's Dice is played: what the referee asks."""

from __future__ import annotations

from games.kit.rules.decider import Rules
from games.liars_dice.rules.data import EDITION
from games.liars_dice.rules.evolve import evolve
from games.liars_dice.rules.invariants import invariants
from games.liars_dice.rules.outcome import outcome
from games.liars_dice.rules.reasons import REASONS
from games.liars_dice.rules.steps import STEPS, misplaced, turn
from games.liars_dice.rules.table import DiceTable, Options, setup
from games.liars_dice.rules.view import view
from gunbai.liars_dice.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2
from gunbai.liars_dice.v1 import events as ev

RULES = Rules(
    name="liars_dice",
    code="LD",
    label="Liar's Dice",
    rules_version=1,
    seats=range(2, 7),
    seats_clause="LD-1.1",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=DiceTable,
    setup=setup,
    turn=turn,
    steps=STEPS,
    reasons=REASONS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({ev.CupsLifted}),
)
