"""Titan Race, by Julian Allain (Funforge, 2016): two to six players race six titans three times around a track."""

from __future__ import annotations

from gunbai.titan_race.v1 import clauses_pb2, commands_pb2, events_pb2, view_pb2

from games.decider import Title
from games.titan_race import words
from games.titan_race.data import EDITION
from games.titan_race.evolve import evolve
from games.titan_race.picture import picture
from games.titan_race.steps import STEPS
from games.titan_race.table import Options, RaceTable, invariants, setup
from games.titan_race.turn import misplaced, outcome, turn
from games.titan_race.view import view

TITLE: Title[RaceTable] = Title(
    name="titan_race",
    code="TR",
    label="Titan Race",
    rules_version=1,
    seats=range(2, 7),
    protos=(commands_pb2, events_pb2, view_pb2, clauses_pb2),
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
    words=words,
)
