"""Shogun, by Dirk Henn (Queen Games 2006): three to five daimyo, two years of war, one cube tower."""

from __future__ import annotations

from games.decider import Title
from games.shogun.data import EDITION
from games.shogun.evolve import evolve
from games.shogun.invariants import invariants
from games.shogun.picture import picture
from games.shogun.scoring import outcome
from games.shogun.steps import STEPS, misplaced, standing, turn
from games.shogun.table import Options, ShogunTable, setup
from games.shogun.view import view
from games.shogun.words import WORDS
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands_pb2, events_pb2, view_pb2

SHOGUN = Title(
    name="shogun",
    code="SH",
    label="Shogun",
    rules_version=1,
    seats=range(3, 6),
    protos=(commands_pb2, events_pb2, view_pb2, clause),
    options=Options,
    edition=EDITION,
    table=ShogunTable,
    setup=setup,
    turn=turn,
    standing=standing,
    steps=STEPS,
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    picture=picture,
    words=WORDS,
)
