"""Hosted bots: they play while a person does, and end with the sitting."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from clients.cli.seating.hosted_bots import playing, seat_bots
from clients.cli.session import Session
from gunbai_client import Gunbai
from gunbai_client.background import start
from lab.patience import PATIENCE
from tests.clients.cli.command_run import Run


def tasks() -> set[str]:
    """Return the names of what goes on in the background, but for this question."""

    async def names_at_tasks() -> set[str]:
        return {task.get_name() for task in asyncio.all_tasks() - {asyncio.current_task()}}

    return start(names_at_tasks()).result()


def left(before: set[str]) -> set[str]:
    """Return what goes on in the background besides what did before, once calls that were cancelled have ended."""
    deadline = time.monotonic() + PATIENCE
    while (more := tasks() - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    return more


def test_bots_have_names_of_their_own_and_are_no_seats_of_the_person(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "4", "--chance", "referee", "--json").json["info"]["game"]
    run("join", game, "--player", "Greedy")
    session = Session(address)
    with session.connect() as gunbai:
        seat_bots(session, gunbai, gunbai.game(game), 3, level=1)
        assert [seat.player for seat in gunbai.game(game).seats] == ["Greedy", "Greedy 2", "Greedy 3", "Greedy 4"]
    assert session.tokens.hosted(game) == {2: 1, 3: 1, 4: 1}
    assert not session.tokens.is_bots(game, 1)


def test_bots_play_to_the_end_and_leave_nothing_behind(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    session = Session(address)
    with session.connect() as gunbai:
        seat_bots(session, gunbai, gunbai.game(game), 2, level=0)
        assert run("game", "start", game).code == 0
        before = tasks()
        with playing(session, game):
            over = _played_out(gunbai, game)
        assert over
        assert not left(before)


def test_bots_of_a_sitting_that_ends_first_are_stopped(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--bots", "1", "--chance", "referee", "--json").json["info"]["game"]
    session, before = Session(address), tasks()
    with playing(session, game):
        pass
    assert not left(before)


def test_a_bot_does_not_play_the_seat_that_a_person_plays_in_its_place(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--bots", "1", "--chance", "referee", "--json").json["info"]["game"]
    session, before = Session(address), tasks()
    with playing(session, game, own=[1]):
        assert not left(before)


def test_sittings_that_begin_and_end_side_by_side_leave_the_terminal_alone(
    run: Run, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The calls of bots that were stopped have events still to come, which no closed loop may be asked to take."""
    games = [_with_bots(run) for _ in range(4)]
    with caplog.at_level(logging.ERROR, "asyncio"), ThreadPoolExecutor(len(games)) as pool:
        assert len([*pool.map(lambda game: _sat_down(Session(address), game, (0.05,) * 6), games)]) == len(games)
    assert not caplog.records


def _with_bots(run: Run) -> str:
    made = run("new", "liars_dice", "--seats", "4", "--bots", "3", "--chance", "referee", "--json")
    game: str = made.json["info"]["game"]
    assert run("join", game, "--player", "Kim").code == 0
    return game


def _sat_down(session: Session, game: str, seconds: Sequence[float]) -> None:
    for second in seconds:
        with playing(session, game):
            time.sleep(second)


def _played_out(gunbai: Gunbai, game: str) -> bool:
    return [*gunbai.watch(game)] != [] and gunbai.game(game).HasField("result")
