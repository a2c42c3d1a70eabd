"""Players are paired by the rules of FIDE, or sit at tables with people whom they have seldom met."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from clients.cli.tournament.pairing import paired, sizes
from clients.cli.tournament.plan import Round, Seats, System, Terms, Tournament, TournamentError
from clients.cli.tournament.scores import table_of

TERMS = Terms(title="king_of_tokyo")


def planned(count: int, system: System, length: int, seats: int = 2, fewest: int = 2) -> Tournament:
    """Return a tournament of players that has not begun."""
    players = tuple(f"P{number}" for number in range(1, count + 1))
    return Tournament(
        name="club", system=system, terms=TERMS, players=players, length=length, seats=seats, fewest=fewest
    )


def played(plan: Tournament, source: Random) -> Tournament:
    """Return a tournament after one more round, in which luck decides."""
    pairing = paired(plan)
    tables = tuple(Seats("game", table, (source.choice(table),)) for table in pairing.tables)
    seated = {player for table in tables for player in table.players}
    away = tuple(player for player in plan.players if player not in seated and player != pairing.bye)
    return replace(plan, rounds=(*plan.rounds, Round(tables, pairing.bye, away)))


def meetings(plan: Tournament) -> Counter[frozenset[str]]:
    """Return how often two players met."""
    pairs = (pair for round_ in plan.rounds for table in round_.tables for pair in combinations(table.players, 2))
    return Counter(map(frozenset, pairs))


@pytest.mark.parametrize("count", [7, 8, 13])
def test_in_a_swiss_nobody_meets_twice_and_nobody_has_two_byes(count: int) -> None:
    plan, source = planned(count, "swiss", 5), Random(count)
    for _ in range(5):
        plan = played(plan, source)
    assert set(meetings(plan).values()) == {1}
    byes = [round_.bye for round_ in plan.rounds if round_.bye]
    assert len(byes) == len({*byes}) == (5 if count % 2 else 0)


def test_a_swiss_pairs_those_with_as_many_points() -> None:
    plan = played(planned(8, "swiss", 3), Random(1))
    points = {row.player: row.points for row in table_of(plan)}
    assert all(points[one] == points[other] for one, other in paired(plan).tables)


def test_in_a_round_robin_all_meet_once() -> None:
    plan, source = planned(5, "round-robin", 5), Random(2)
    for _ in range(5):
        plan = played(plan, source)
    assert len(meetings(plan)) == 10
    assert {round_.bye for round_ in plan.rounds} == {*plan.players}
    with pytest.raises(TournamentError, match="the last round, 5, has been played"):
        paired(plan)


def test_who_is_away_is_not_paired_in_a_swiss() -> None:
    pairing = paired(replace(planned(5, "swiss", 3), away=("P2",)))
    assert sorted(player for table in pairing.tables for player in table) == ["P1", "P3", "P4", "P5"]
    assert pairing.bye == ""


@pytest.mark.parametrize(
    ("count", "fewest", "most", "expected"),
    [(8, 3, 4, [4, 4]), (9, 3, 4, [3, 3, 3]), (10, 3, 4, [4, 3, 3]), (11, 3, 6, [6, 5]), (3, 3, 6, [3])],
)
def test_tables_are_as_even_as_can_be(count: int, fewest: int, most: int, expected: list[int]) -> None:
    assert sizes(count, fewest, most) == expected


def test_too_few_players_fill_no_tables() -> None:
    with pytest.raises(TournamentError, match="5 players do not fill tables of 3 to 4"):
        sizes(5, 3, 4)


def test_at_tables_people_meet_as_rarely_as_can_be() -> None:
    """Sixteen players at four tables can play three rounds in which no two meet twice."""
    plan, source = planned(16, "tables", 3, seats=4, fewest=3), Random(3)
    for _ in range(3):
        plan = played(plan, source)
    assert max(meetings(plan).values()) == 1


def test_at_tables_nobody_sits_first_again_before_the_others() -> None:
    plan, source = planned(4, "tables", 4, seats=4, fewest=3), Random(4)
    for _ in range(4):
        plan = played(plan, source)
    assert len({round_.tables[0].players[0] for round_ in plan.rounds}) == 4


def test_a_round_begins_after_the_one_before() -> None:
    plan = planned(4, "swiss", 2)
    open_round = Round((Seats("game", ("P1", "P3")), Seats("other", ("P2", "P4"), ("P2",))))
    with pytest.raises(TournamentError, match="round 1 is not over"):
        paired(replace(plan, rounds=(open_round,)))
