"""How King of Tokyo is played: what the referee asks."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import EDITION
from games.king_of_tokyo.rules.evolve import evolve
from games.king_of_tokyo.rules.invariants import invariants
from games.king_of_tokyo.rules.outcome import outcome
from games.king_of_tokyo.rules.reasons import REASONS
from games.king_of_tokyo.rules.steps import STEPS, misplaced, standing, turn
from games.king_of_tokyo.rules.table import Options, TokyoTable, setup
from games.king_of_tokyo.rules.view import view
from games.kit.rules.decider import Rules
from gunbai.king_of_tokyo.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2
from gunbai.king_of_tokyo.v1 import events as ev

RULES = Rules(
    name="king_of_tokyo",
    code="KT",
    label="King of Tokyo",
    rules_version=1,
    seats=range(2, 7),
    seats_clause="KT-1.1",
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
    options=Options,
    edition=EDITION,
    table=TokyoTable,
    setup=setup,
    turn=turn,
    standing=standing,
    steps=STEPS,
    reasons=REASONS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({ev.CardRevealed, ev.TopCardBought}),
)
