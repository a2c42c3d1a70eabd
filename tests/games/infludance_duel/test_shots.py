"""Shots at the same time, against a reading of IN-5 that knows nothing of how the title carries them out.

The reading: a set of cowboys can move together if each that moves ends on the board or on its winning line, and nobody
ends where another is. What happens is the largest such set of those that are shot; where there are two, each with one
cowboy, the active player chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import EDITION, Board, Components
from games.infludance_duel.rules.shots import fire
from games.infludance_duel.rules.table import DuelTable, Gunman, Options, setup
from games.kit.rules.decider import Accepted, Play, decide
from games.kit.rules.edition import Edition
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev

Fields: TypeAlias = frozenset[tuple[int, int]]

OFFSETS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0)}
OFFSETS |= {"NW": (-1, 1)}
TINY = Edition(
    Components(
        name="three by four",
        reconstructed=True,
        boards=dict.fromkeys(("A", "B"), Board(("N/S N/S N/S",) * 4)),
        tokens=EDITION.data.tokens,
    )
)
FIGURES = [pytest.param(red, blue, id=f"{red}-{blue}") for red, blue in product(("small", "large"), repeat=2)]
SHOTS = [
    dict(zip(seats, bearings, strict=True))
    for seats in ((1,), (2,), (1, 2))
    for bearings in product(OFFSETS, repeat=len(seats))
]


def standing(figure: str, field: str) -> Fields:
    """Return the fields under a figure."""
    column, row = "abcdefghi".index(field[0]), int(field[1])
    return frozenset((column + east, row) for east in range(2 if figure == "large" else 1))


def ends(seat: int, fields: Fields, columns: int, rows: int) -> bool:
    """Return whether a cowboy may end there: on the board, or on its winning line."""
    home = rows + 1 if seat == 1 else 0
    rows_of = {row for _, row in fields}
    return all(0 <= column < columns for column, _ in fields) and (
        rows_of == {home} or rows_of <= {*range(1, rows + 1)}
    )


def largest(table: DuelTable, shots: dict[int, str]) -> list[dict[int, Fields]]:
    """Return where the cowboys end, in each of the largest sets of them that can move together."""
    here = {seat: standing(table.at(seat).figure, table.at(seat).field) for seat in (1, 2)}
    size = (table.grid.columns, table.grid.rows)
    possible = {}
    for movers in chain.from_iterable(combinations(shots, count) for count in range(len(shots) + 1)):
        after = here | {seat: shifted(here[seat], shots[seat]) for seat in movers}
        if all(ends(seat, after[seat], *size) for seat in movers) and not after[1] & after[2]:
            possible[frozenset(movers)] = after
    most = max(map(len, possible))
    return [after for movers, after in possible.items() if len(movers) == most]


def shifted(fields: Fields, bearing: str) -> Fields:
    east, north = OFFSETS[bearing]
    return frozenset((column + east, row + north) for column, row in fields)


def duel(
    edition: Edition[Components], side: Any, red: tuple[Any, str], blue: tuple[Any, str], active: int
) -> DuelTable:
    table = setup(2, Options(side, "red"), edition)
    return table.but(gunmen=(Gunman(*red), Gunman(*blue)), active=active, phase="end")


def placed(edition: Edition[Components], side: Any, red: Any, blue: Any, active: int) -> Iterator[DuelTable]:
    """Yield every table on which both cowboys stand on the board, apart."""
    fields = list(duel(edition, side, (red, ""), (blue, ""), active).grid.bullets)
    for one, other in product(fields, repeat=2):
        table = duel(edition, side, (red, one), (blue, other), active)
        apart = not standing(red, one) & standing(blue, other)
        if apart and all(table.grid.holds(gunman.covers) for gunman in table.gunmen):
            yield table


def outcomes(table: DuelTable, shots: dict[int, str]) -> list[DuelTable]:
    """Return the tables that the shots can lead to: one, or one for each choice of the active player."""
    play = Play(INFLUDANCE_DUEL.rules.evolve, table)
    fire(play, shots)
    if not isinstance(play.events[-1], ev.ShotsMet):
        return [play.table]
    rulings = [decide(INFLUDANCE_DUEL.rules, play.table, table.active, cmd.ChooseMover(seat=seat)) for seat in (1, 2)]
    return [ruling.table for ruling in rulings if isinstance(ruling, Accepted)]


def agree(table: DuelTable, shots: dict[int, str]) -> None:
    expected = largest(table, shots)
    tables = outcomes(table, shots)
    assert len(tables) == len(expected)
    for after, fields in zip(tables, expected, strict=True):
        goals = [seat for seat in (1, 2) if not _on_board(table, fields[seat])]
        for seat in (1, 2):
            gunman = after.at(seat)
            assert frozenset((column - 1, row) for column, row in gunman.covers) == (
                frozenset() if seat in goals else fields[seat]
            )
        assert after.winner == (table.active if table.active in goals else sum(goals))


def _on_board(table: DuelTable, fields: Fields) -> bool:
    return all(1 <= row <= table.grid.rows for _, row in fields)


@pytest.mark.parametrize("active", [1, 2])
@pytest.mark.parametrize(("red", "blue"), FIGURES)
def test_every_batch_of_shots_on_a_tiny_board_is_as_the_rules_read(red: str, blue: str, active: int) -> None:
    for table in placed(TINY, "A", red, blue, active):
        for shots in SHOTS:
            agree(table, shots)


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(("red", "blue"), FIGURES)
def test_batches_of_shots_on_the_printed_boards_are_as_the_rules_read(red: str, blue: str, side: str) -> None:
    tables = list(placed(EDITION, side, red, blue, 1))

    @given(table=st.sampled_from(tables), shots=st.sampled_from(SHOTS), active=st.sampled_from([1, 2]))
    def holds(table: DuelTable, shots: dict[int, str], active: int) -> None:
        agree(table.but(active=active), shots)

    holds()


def test_two_cowboys_that_are_shot_onto_each_other_change_places() -> None:
    table = duel(EDITION, "A", ("small", "c2"), ("small", "c3"), 1)
    (after,) = outcomes(table, {1: "N", 2: "S"})
    assert [gunman.field for gunman in after.gunmen] == ["c3", "c2"]


def test_both_on_their_winning_lines_is_a_win_of_the_active_player() -> None:
    for active in (1, 2):
        table = duel(EDITION, "A", ("small", "a5"), ("small", "e1"), active)
        (after,) = outcomes(table, {1: "N", 2: "S"})
        assert (after.ending, after.winner) == ("goal", active)
