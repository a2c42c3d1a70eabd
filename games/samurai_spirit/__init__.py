"""Samurai Spirit, by Antoine Bauza (Funforge, 2014): one to seven players defend a village together."""

from __future__ import annotations

from games.decider import Title
from games.samurai_spirit.data import EDITION
from games.samurai_spirit.evolve import evolve
from games.samurai_spirit.invariants import invariants
from games.samurai_spirit.picture import picture
from games.samurai_spirit.score import outcome
from games.samurai_spirit.steps import STEPS, misplaced, turn
from games.samurai_spirit.steps.set_up import setup
from games.samurai_spirit.table import Options, SamuraiTable
from games.samurai_spirit.view import view
from games.samurai_spirit.words import WORDS
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands_pb2, events_pb2, view_pb2

SAMURAI_SPIRIT = Title(
    name="samurai_spirit",
    code="SS",
    label="Samurai Spirit",
    rules_version=1,
    seats=range(2, 8),
    protos=(commands_pb2, events_pb2, view_pb2, clause),
    options=Options,
    edition=EDITION,
    table=SamuraiTable,
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
