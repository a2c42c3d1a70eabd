"""Standings: games with a final result count, by the names of their players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunbai.referee.v1 import game_pb2 as pb
from gunbai_client.standings import Points, Row, as_csv, standings

DECIDED = pb.GAME_STATUS_DECIDED


def game(players: Sequence[str], winners: Sequence[int] | None, **facts: Any) -> pb.GameInfo:
    """Return a game of these players; without winners it has no result."""
    seats = [pb.Seat(seat=number, player=player) for number, player in enumerate(players, 1)]
    usual: dict[str, Any] = {"status": DECIDED, "seats": seats}
    made = pb.GameInfo(**usual | facts)
    if winners is not None:
        made.result.winners.extend(winners)
        made.result.ending = "agreement"
    return made


GAMES = [
    game(["Ann", "Bob"], [1]),
    game(["Bob", "Ann", "Cyd"], [1, 3]),
    game(["Ann", "Bob"], []),
    game(["Ann", ""], [2]),
]


def test_a_game_is_won_shared_or_lost_and_one_without_winners_is_shared_by_all() -> None:
    assert standings(GAMES) == [
        Row(rank=1, player="Ann", played=4, won=1, shared=1, lost=2, points=1.5),
        Row(rank=2, player="Bob", played=3, won=0, shared=2, lost=1, points=1),
        Row(rank=3, player="Cyd", played=1, won=0, shared=1, lost=0, points=0.5),
    ]
    assert [(row.player, row.points, row.rank) for row in standings(GAMES, Points(3, 1, 0))] == [
        ("Ann", 4, 1),
        ("Bob", 2, 2),
        ("Cyd", 1, 3),
    ]
    assert [row.rank for row in standings(GAMES, Points(0, 0, 0))] == [1, 1, 1]
    assert [row.points for row in standings(GAMES, Points(0, 0, -1))] == [0, -1, -2]


def test_who_plays_together_wins_or_loses_together() -> None:
    games = [game(["Ann", "Bob"], winners, title="samurai_spirit") for winners in ([1, 2], [1, 2], [])]
    alone, together = standings(games), standings(games, cooperative={"samurai_spirit"})
    assert {(row.won, row.shared, row.lost, row.points) for row in alone} == {(0, 3, 0, 1.5)}
    assert {(row.won, row.shared, row.lost, row.points) for row in together} == {(2, 0, 1, 2)}


def test_of_players_with_as_many_points_the_one_comes_first_who_won_more_then_who_played_less_then_by_name() -> None:
    alone, drawn, lost = game(["Dee", "-"], [1]), game(["Ann", "Eve"], []), game(["Bob", "-"], [2])
    rows = standings([alone, *[drawn] * 2, lost, game(["Bob", "Cyd"], [])], Points(1, 0.5, 0))
    names = [(row.player, row.points, row.rank) for row in rows]
    assert names == [("Dee", 1, 1), ("-", 1, 1), ("Ann", 1, 1), ("Eve", 1, 1), ("Cyd", 0.5, 5), ("Bob", 0.5, 5)]


def test_what_is_not_final_or_only_a_what_if_does_not_count() -> None:
    assert standings([game(["Ann"], None), game(["Ann"], [1], parent="night")]) == []
    for status in (pb.GAME_STATUS_APPEALED, pb.GAME_STATUS_CONTINUED, pb.GAME_STATUS_SUPERSEDED):
        assert standings([game(["Ann"], [1], status=status)]) == []
    (row,) = standings([game(["Ann"], [1], parent="night", continues=True)])
    assert (row.played, row.won) == (1, 1)


def test_a_player_begins_with_nothing() -> None:
    assert Row() == Row(rank=0, player="", played=0, won=0, shared=0, lost=0, points=0)


def test_csv_has_a_head_and_no_formulas() -> None:
    rows = standings([game(["=1+1", 'A "quoted", name'], [1])])
    assert as_csv(rows) == (
        'rank,player,played,won,shared,lost,points\r\n1,\'=1+1,1,1,0,0,1\r\n2,"A ""quoted"", name",1,0,0,1,0\r\n'
    )


def test_an_imported_record_counts_only_if_it_is_attested() -> None:
    for standing, rows in ((pb.STANDING_ATTESTED, 1), (pb.STANDING_CONSISTENT, 0), (pb.STANDING_UNVERIFIED, 0)):
        assert len(standings([game(["Ann"], [1], standing=standing)])) == rows
