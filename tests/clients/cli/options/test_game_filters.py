"""The options by which games are chosen are the same for every command that goes through the list of games."""

from __future__ import annotations

import inspect
from datetime import UTC, datetime

import pytest
import typer

from clients.cli.commands.game.list_ import list_
from clients.cli.commands.record.find import find
from clients.cli.options.game_filters import wanted_games
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING, STANDING_ATTESTED


def test_every_command_that_lists_games_takes_all_conditions() -> None:
    options = inspect.signature(wanted_games).parameters.keys()
    for command in (list_, find):
        assert options <= inspect.signature(command).parameters.keys()
        assert "wanted" not in inspect.signature(command).parameters


def test_words_and_local_times_become_conditions() -> None:
    moment = datetime(2020, 1, 2)  # noqa: DTZ001  # the clock on the wall
    wanted = wanted_games(status="running", standing="attested", created_from=moment, most=3)
    assert (wanted.conditions["status"], wanted.conditions["standing"]) == (GAME_STATUS_RUNNING, STANDING_ATTESTED)
    since, until = wanted.conditions["created"]
    assert since is not None
    assert (since.astimezone(UTC), until, wanted.most) == (moment.astimezone().astimezone(UTC), None, 3)
    for wrong in ({"status": "lost"}, {"standing": "good"}):
        with pytest.raises(typer.BadParameter):
            wanted_games(**wrong)  # type: ignore[arg-type]  # words
