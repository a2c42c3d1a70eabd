"""King of Tokyo, by Richard Garfield: two to six giant monsters, one city; the edition of 2012 with its 66 cards."""

from __future__ import annotations

from games.decider import Outcome, Title
from games.king_of_tokyo.data import EDITION
from games.king_of_tokyo.evolve import evolve
from games.king_of_tokyo.invariants import invariants
from games.king_of_tokyo.picture import picture
from games.king_of_tokyo.steps import STEPS, misplaced, standing, turn
from games.king_of_tokyo.table import Options, TokyoTable, setup
from games.king_of_tokyo.view import view
from games.king_of_tokyo.words import WORDS
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands_pb2, events_pb2, view_pb2


def outcome(table: TokyoTable) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    scores = tuple(monster.points for monster in table.monsters)
    match table.ending:
        case "points":
            return Outcome("points", clause.CLAUSE_8_06, winners=(table.king,), scores=scores)
        case "last_alive":
            return Outcome("last_alive", clause.CLAUSE_6_13, winners=(table.king,), scores=scores)
        case "all_dead":
            return Outcome("all_dead", clause.CLAUSE_6_13, scores=scores)
    return None


KING_OF_TOKYO = Title(
    name="king_of_tokyo",
    code="KT",
    label="King of Tokyo",
    rules_version=1,
    seats=range(2, 7),
    protos=(commands_pb2, events_pb2, view_pb2, clause),
    options=Options,
    edition=EDITION,
    table=TokyoTable,
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
