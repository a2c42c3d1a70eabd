"""The rules of the Royal Game of Ur: the functions that the referee calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kit.rules.decider import Outcome, Rules
from games.kit.rules.faults import first_faults
from gunbai.titles.ur.v1 import clauses_pb2 as clause
from gunbai.titles.ur.v1 import events as ev
from gunbai_ur.rules.evolve import evolve
from gunbai_ur.rules.steps import DICE, STEPS, MovePiece, turn
from gunbai_ur.rules.table import PIECES, Options, UrTable, setup


def outcome(table: UrTable) -> Outcome | None:
    """Return the outcome once a player has all pieces home (UR-4.1), or None while the game runs."""
    if not table.winner:
        return None
    homes = tuple(side.home for side in table.sides)
    return Outcome("all_home", clause.CLAUSE_4_1, winners=(table.winner,), scores=homes)


def invariants(table: UrTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    return first_faults(table, _piece_faults, _turn_faults)


def _piece_faults(table: UrTable) -> Iterator[str]:
    for seat, side in enumerate(table.sides, 1):
        path = table.path(seat)
        if not {*side.squares} <= {*path} or sorted({*side.squares}, key=path.index) != [*side.squares]:
            yield f"the pieces of seat {seat} are on different squares of its path, in its order (UR-1.2)"
        elif side.home < 0 or side.waiting < 0:
            yield f"seat {seat} has {PIECES} pieces (UR-1.1)"
    if {*table.at(1).squares} & {*table.at(2).squares}:
        yield "no two pieces are on one square (UR-3.3)"


def _turn_faults(table: UrTable) -> Iterator[str]:
    done = [seat for seat in table.seats if table.at(seat).home == PIECES]
    if table.active not in table.seats or done != ([table.winner] if table.winner else []):
        yield "a seat is to play, and the winner alone has all pieces home (UR-4.1)"
    if len(table.agenda) > 1 or (table.agenda and table.winner):
        yield "one piece moves at a time (UR-2.2)"
    for step in table.agenda:
        if not isinstance(step, MovePiece) or step.seat != table.active or not 1 <= step.count <= DICE:
            yield f"the active player moves by 1 to {DICE} squares (UR-2.2)"
        elif step.is_stuck(table):
            yield "a player who can move no piece has lost the turn (UR-2.3)"


def _of_turn(table: UrTable, step: Any, event: ev.TurnBegan) -> int:
    """Return why a turn begins: by a rosette, or because the other one is over."""
    return clause.CLAUSE_3_5 if event.seat == table.active else clause.CLAUSE_2_1


RULES = Rules(
    name="ur",
    label="The Royal Game of Ur",
    seats=range(2, 3),
    options=Options,
    table=UrTable,
    setup=setup,
    turn=turn,
    steps=STEPS,
    reasons={
        ev.TurnLost: clause.CLAUSE_2_3,
        ev.PieceCaptured: clause.CLAUSE_3_3,
        ev.PieceHome: clause.CLAUSE_3_6,
        ev.TurnBegan: _of_turn,
        ev.GameWon: clause.CLAUSE_4_1,
    },
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
)
