"""Games that are alike take one place in a list."""

from __future__ import annotations

from clients.web.languages import CATALOGUES
from clients.web.parts.game_groups import group_games
from clients.web.parts.game_summary import summarise
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING, GameInfo, Seat


def info(game: str, *players: str, title: str = "shogun", parent: str = "", continues: bool = False) -> GameInfo:
    """Return a game."""
    seats = [Seat(seat=number, player=player) for number, player in enumerate(players, 1)]
    return GameInfo(game=game, title=title, seats=seats, parent=parent, continues=continues, status=GAME_STATUS_RUNNING)


def grouped(*infos: GameInfo) -> list[list[str]]:
    """Return the ids of the games of each group."""
    groups = group_games(summarise(info, {}, CATALOGUES.lookup("")) for info in infos)
    return [[group.first.info.game, *(other.info.game for other in group.others)] for group in groups]


def test_games_of_the_same_players_are_one_group_where_its_first_game_stands() -> None:
    groups = grouped(info("a", "Ann", "Bob"), info("b", "Cleo", "Dan"), info("c", "Bob", "Ann"))
    assert groups == [["a", "c"], ["b"]]


def test_games_of_other_players_or_titles_are_not_alike() -> None:
    assert grouped(info("a", "Ann"), info("b", "Ann", title="titan_race"), info("c", "Bob")) == [["a"], ["b"], ["c"]]


def test_branches_of_one_game_are_one_group_whoever_plays_them() -> None:
    groups = grouped(info("a", "Ann"), info("b", "Bob", parent="x"), info("c", "", parent="x"))
    assert groups == [["a"], ["b", "c"]]


def test_a_game_that_goes_on_after_a_takeback_is_no_branch() -> None:
    groups = grouped(info("a", "Ann"), info("b", "Ann", parent="x", continues=True))
    assert groups == [["a", "b"]]
