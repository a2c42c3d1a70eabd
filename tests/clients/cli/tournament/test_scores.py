"""Points and tie-breaks follow from the tables of the rounds."""

from __future__ import annotations

import pytest

from clients.cli.tournament.plan import Round, Seats, System, Terms, Tournament
from clients.cli.tournament.scores import as_csv, table_of

TERMS = Terms(title="king_of_tokyo")


def tournament(*rounds: Round, players: str = "ABCD", system: System = "swiss") -> Tournament:
    """Return a tournament of players with one-letter names after some rounds."""
    return Tournament(name="club", system=system, terms=TERMS, players=tuple(players), length=5, rounds=rounds)


def won(pair: str, winners: str, absent: str = "") -> Seats:
    """Return a table with a result."""
    return Seats("game", tuple(pair), tuple(winners), tuple(absent))


def test_a_win_gives_a_point_and_a_shared_one_half() -> None:
    rows = table_of(tournament(Round((won("AB", "A"), won("CD", "CD")))))
    assert [(row.rank, row.player, row.points) for row in rows] == [
        (1, "A", 1),
        (2, "C", 0.5),
        (2, "D", 0.5),
        (4, "B", 0),
    ]


def test_buchholz_has_the_points_of_the_opponents_and_sonneborn_berger_of_the_beaten() -> None:
    rows = table_of(tournament(Round((won("AB", "A"), won("CD", "C"))), Round((won("AC", "AC"), won("BD", "B")))))
    scores = {row.player: (row.points, row.buchholz, row.sonneborn_berger) for row in rows}
    assert scores == {"A": (1.5, 2.5, 1.75), "C": (1.5, 1.5, 0.75), "B": (1.0, 1.5, 0.0), "D": (0.0, 2.5, 0.0)}
    assert [row.rank for row in rows] == [1, 2, 3, 4]


def test_a_bye_gives_a_point_and_a_round_away_nothing_against_somebody_as_good() -> None:
    rows = {row.player: row for row in table_of(tournament(Round((won("AB", "A"),), bye="C", away=("D",))))}
    assert (rows["C"].points, rows["C"].buchholz, rows["C"].played, rows["C"].won) == (1, 1, 0, 0)
    assert (rows["D"].points, rows["D"].buchholz) == (0, 0)


def test_who_did_not_come_loses_to_those_who_did() -> None:
    rows = {row.player: row for row in table_of(tournament(Round((won("AB", "A", "B"), won("CD", "", "CD")))))}
    assert [rows[player].points for player in "ABCD"] == [1, 0, 0, 0]
    assert rows["A"].played == 0


def test_a_table_of_several_counts_as_one_opponent() -> None:
    rows = {row.player: row for row in table_of(tournament(Round((won("ABCD", "A"),)), Round((won("ABCD", "AB"),))))}
    assert (rows["A"].points, rows["A"].buchholz) == (1.5, round(2 * 0.5 / 3, 3))
    assert rows["B"].points == 0.5


def test_a_round_robin_has_no_buchholz() -> None:
    rows = table_of(tournament(Round((won("AB", "A"), won("CD", "C"))), system="round-robin"))
    assert {row.buchholz for row in rows} == {0}


def test_a_table_without_a_result_gives_nothing_yet() -> None:
    rows = table_of(tournament(Round((Seats("game", ("A", "B")), won("CD", "C")))))
    assert {row.player: row.played for row in rows} == {"A": 0, "B": 0, "C": 1, "D": 1}


@pytest.mark.parametrize(("name", "shown"), [("Ann", "1,Ann,0,"), ("=1+1", "1,'=1+1,0,")])
def test_a_name_in_csv_is_no_formula(name: str, shown: str) -> None:
    plan = Tournament(name="club", system="swiss", terms=TERMS, players=(name,), length=1)
    assert as_csv(table_of(plan)).splitlines()[1].startswith(shown)
