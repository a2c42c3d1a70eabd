"""A database of games has what its reader may see, in plain columns."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clients.cli.sources.sql_database import write
from gunbai.liars_dice.v1.commands_pb2 import ShakeCup
from gunbai_client import Gunbai, Seat
from gunbai_record.errors import GunbaiError
from tests.clients.cli.command_run import DUEL


def rows(path: Path, sql: str) -> list[dict[str, Any]]:
    """Return what a query answers."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(sql)]


def written(path: Path, gunbai: Gunbai, *games: str) -> Path:
    """Return a new database of games."""
    write(path, ((gunbai.game(game), gunbai.entries_in_words(game)) for game in games))
    return path


def test_a_game_has_its_facts_as_columns_and_its_moves_as_json(
    gunbai: Gunbai, seats: list[Seat], tmp_path: Path
) -> None:
    seats[0].submit(seats[0].legal().commands[0].command)
    seats[1].concede()
    game = seats[0].game
    path = written(tmp_path / "games.db", gunbai, game)
    (row,) = rows(path, "SELECT * FROM games")
    assert (row["game"], row["title"], row["status"], row["counts"]) == (game, DUEL, "decided", 1)
    assert (row["players"], row["winners"], row["seats"]) == ("Ann, Bob", "Ann", 2)
    assert row["entries"] == gunbai.game(game).head
    moves = rows(path, "SELECT * FROM moves ORDER BY version")
    assert [move["version"] for move in moves] == [*range(1, len(moves) + 1)]
    (chosen,) = [move for move in moves if move["type"] == "ChooseFigure"]
    assert (chosen["player"], chosen["sentence"]) == ("Ann", "Choose the small figure.")
    assert json.loads(chosen["command"]) == {"type": "ChooseFigure", "figure": "FIGURE_SMALL"}
    (event,) = json.loads(chosen["events"])
    assert (event["type"], event["sentence"]) == ("FigureChosen", "Ann chooses the small figure.")
    assert rows(path, "SELECT player, won FROM players ORDER BY player") == [
        {"player": "Ann", "won": 1},
        {"player": "Bob", "won": 0},
    ]


def test_what_a_reader_may_not_see_and_the_secret_of_a_game_are_not_in_it(gunbai: Gunbai, tmp_path: Path) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    running = written(tmp_path / "running.db", gunbai, made.info.game)
    assert {"sealed": True} in [json.loads(row["command"]) for row in rows(running, "SELECT command FROM moves")]
    seats[0].concede()
    over = written(tmp_path / "over.db", gunbai, made.info.game)
    moves = [*rows(over, "SELECT command, events FROM moves")]
    assert "sealed" not in str(moves)
    assert "secret" not in str(moves[-1])


def test_a_name_that_was_removed_is_none(gunbai: Gunbai, seats: list[Seat], tmp_path: Path) -> None:
    seats[0].concede()
    seats[0].remove_name()
    path = written(tmp_path / "games.db", gunbai, seats[0].game)
    assert [row["player"] for row in rows(path, "SELECT player FROM seat ORDER BY seat")] == [None, "Bob"]
    assert "Ann" not in str(rows(path, "SELECT * FROM moves"))


def test_a_file_is_not_replaced_nor_left_half_written(gunbai: Gunbai, seats: list[Seat], tmp_path: Path) -> None:
    path = written(tmp_path / "games.db", gunbai, seats[0].game)
    with pytest.raises(GunbaiError, match="exists"):
        written(path, gunbai, seats[0].game)
    with pytest.raises(GunbaiError):
        written(tmp_path / "twice.db", gunbai, seats[0].game, seats[0].game)
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_an_outcome_that_was_corrected_is_marked_and_why_a_game_was_abandoned_is_its_remark(
    gunbai: Gunbai, tmp_path: Path
) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="dealer")
    game = made.info.game
    for name in ("Ann", "Bob"):
        gunbai.join(game, name)
    host, dealer = gunbai.holding(made.host_token), gunbai.holding(made.dealer_token).seat(game, 0)
    host.start(game)
    first = dealer.submit(ShakeCup(seat=1, dice=[1, 1, 1, 1, 1])).accepted.entries[-1].version
    dealer.correct(ShakeCup(seat=1, dice=[1, 1, 1, 1, 2]), first)
    host.abandon(game, "It was late.")
    path = written(tmp_path / "games.db", gunbai, game)
    shaken = rows(path, "SELECT version, corrected_by FROM moves WHERE type = 'ShakeCup' ORDER BY version")
    assert shaken == [{"version": first, "corrected_by": first + 1}, {"version": first + 1, "corrected_by": None}]
    assert rows(path, "SELECT status, remark FROM games") == [{"status": "abandoned", "remark": "It was late."}]
