"""Provinces, buildings and majorities score, and the most points win (SH-16.2, SH-17, SH-18)."""

from __future__ import annotations

from games.shogun.rules.data import SUPPLY_TABLE
from games.shogun.rules.outcome import outcome
from games.shogun.rules.scoring import (
    Majority,
    building_points,
    majorities,
    province_points,
    rice_lost,
    supply_row,
    unsupplied,
    winners,
)
from games.shogun.rules.table import Land
from gunbai.rules.v1 import options_pb2 as options
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1.clauses_pb2 import Clause
from tests.games.shogun.positions import on_board, opened

BUILT = on_board(
    opened(),
    Land("mino", 1, 2, ("castle",)),
    Land("omi", 1, 2, ("castle", "temple")),
    Land("owari", 2, 2, ("castle", "theatre")),
    Land("hida", 3, 2, ("temple",)),
    Land("kii", 3, 1),
)


def test_each_province_and_each_building_is_a_point() -> None:
    assert [province_points(BUILT, seat) for seat in (1, 2, 3)] == [2, 1, 2]
    assert [building_points(BUILT, seat) for seat in (1, 2, 3)] == [3, 2, 1]


def test_the_most_buildings_of_a_kind_in_a_region_score_and_ties_score_one_less() -> None:
    assert list(majorities(BUILT)) == [
        Majority(1, "red", "castle", 3, tied=False),
        Majority(1, "red", "temple", 1, tied=True),
        Majority(3, "red", "temple", 1, tied=True),
        Majority(2, "red", "theatre", 1, tied=False),
    ]


def test_regions_are_those_of_the_side_played_on() -> None:
    moon = BUILT.but(side="moon")
    assert Majority(2, "purple", "castle", 3, tied=False) in list(majorities(moon))


def test_rice_is_lost_down_to_zero() -> None:
    table = opened().but_at(1, rice=2).but_at(2, rice=9)
    assert rice_lost(table, "E2") == (2, 7, 0)


def test_missing_rice_is_provinces_less_rice() -> None:
    table = opened().but_at(1, rice=8)
    assert unsupplied(table, 1, lost=2) == 3
    assert unsupplied(table.but_at(1, rice=20), 1, lost=2) < 1


def test_the_supply_table_has_a_row_for_every_shortage() -> None:
    rows = [supply_row(missing) for missing in range(1, 46)]
    assert [(row.revolts, row.extra_farmers) for row in rows[:7]] == [
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 2),
        (2, 3),
        (2, 3),
        (3, 3),
    ]
    assert all(row == rows[6] for row in rows[6:])


def test_points_then_chests_then_a_shared_victory() -> None:
    table = opened().but_at(1, points=20, chests=3).but_at(3, points=20, chests=4)
    assert winners(table) == (3,)
    assert winners(table.but_at(1, chests=4)) == (1, 3)
    assert winners(table.but_at(2, points=21)) == (2,)


def test_a_running_game_has_no_outcome_and_an_ended_one_tells_how() -> None:
    table = opened().but_at(1, points=20, chests=3).but_at(3, points=20, chests=4)
    assert outcome(table) is None
    ended = outcome(table.but(winners=(3,)))
    assert ended is not None
    assert (ended.ending, ended.clause, ended.scores) == ("chests", clause.CLAUSE_18_2, (20, 0, 20))


def test_the_clause_on_revolts_has_the_columns_of_the_supply_table() -> None:
    sentence = Clause.DESCRIPTOR.values_by_name["CLAUSE_16_4"].GetOptions().Extensions[options.clause].sentence
    columns = {
        1: "1 unsupplied province brings 1 revolt with 1 extra farmer",
        2: "2 provinces bring 1 revolt with 2",
        4: "3 or 4 bring 2 revolts with 2 each",
        6: "5 or 6 bring 2 with 3 each",
        99: "7 or more bring 3 with 3 each",
    }
    assert "; ".join(columns.values()) in sentence
    for row in SUPPLY_TABLE:
        figures = columns[row.unsupplied].partition(" bring")[2]
        assert [int(word) for word in figures.split() if word.isdecimal()] == [row.revolts, row.extra_farmers]
