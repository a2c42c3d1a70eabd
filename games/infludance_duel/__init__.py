"""INFLUDANCE Duel, by Matyáš Veselý (Maty Moves): two cowboys, two players, one tiny board."""

from __future__ import annotations

from games.decider import Outcome, Title
from games.infludance_duel.data import EDITION
from games.infludance_duel.evolve import evolve
from games.infludance_duel.invariants import invariants
from games.infludance_duel.picture import picture
from games.infludance_duel.steps import STEPS, misplaced, turn
from games.infludance_duel.table import DuelTable, Options, setup
from games.infludance_duel.view import view
from games.infludance_duel.words import WORDS
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands_pb2, events_pb2, view_pb2


def outcome(table: DuelTable) -> Outcome | None:
    """Return how the duel ended, once the tokens left are shown."""
    if table.unfired:
        return None
    match table.ending:
        case "goal":
            return Outcome("goal", clause.CLAUSE_7_1, winners=(table.winner,))
        case "repetition":
            return Outcome("repetition", clause.CLAUSE_7_5)
    return None


INFLUDANCE_DUEL = Title(
    name="infludance_duel",
    code="IN",
    label="INFLUDANCE Duel",
    rules_version=1,
    seats=range(2, 3),
    protos=(commands_pb2, events_pb2, view_pb2, clause),
    options=Options,
    edition=EDITION,
    table=DuelTable,
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
