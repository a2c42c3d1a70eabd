"""Bots at the tables of the pages: how many there are, how they sleep, and that a restart does not end their games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from clients.web.bots import bot_players
from clients.web.bots.bot_players import FOR_ONE, NO_SEAT, SLEEPS, Bots
from clients.web.storage.bot_seats import BotSeat, BotSeats
from clients.web.streams.connections import Connections
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import aio
from gunbai_client.aio import Gunbai
from gunbai_client.errors import AlreadyThere, Exhausted, NotAllowed
from gunbai_client.terms import clock
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from tests.clients.web.http_requests import NOWHERE

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest_asyncio.fixture
async def connections(address: str) -> AsyncIterator[Connections]:
    """Return connections to the service."""
    async with Connections(lambda: aio.connect(address, own_connection=True)) as opened:
        yield opened


@pytest_asyncio.fixture
async def service(connections: Connections) -> Gunbai:
    """Return a client of the service."""
    return connections.gunbai


async def sit(bots: Bots, game: str, seat: int, level: int, visitor: str = HERE) -> None:
    """Have a bot of a visitor sit down."""
    with bots.held(visitor) as places:
        await bots.sit(BotSeat(game, seat, level, visitor), places)


async def table(service: Gunbai, title: str = "infludance_duel") -> str:
    """Create a game for two, and return its id."""
    return (await service.create(title, seats=2, chance="referee")).info.game


async def gone(bots: Bots) -> None:
    """Return once no bot plays."""
    async with asyncio.timeout(PATIENCE):
        while bots.playing:  # noqa: ASYNC110  # tasks that end announce it to nobody else
            await asyncio.sleep(0.01)


async def test_bots_are_called_as_their_level_and_no_two_alike(connections: Connections, service: Gunbai) -> None:
    game = await table(service)
    async with Bots(connections) as bots:
        await sit(bots, game, 1, 2)
        await sit(bots, game, 2, 2)
        assert [seat.player for seat in (await service.game(game)).seats] == ["Searcher", "Searcher 2"]


async def test_a_burst_of_requests_gets_as_many_places_as_there_are(connections: Connections, service: Gunbai) -> None:
    games = [await table(service) for _ in range(FOR_ONE)]
    async with Bots(connections, in_all=FOR_ONE + 2) as bots:

        async def burst(visitor: str, seat: int) -> list[str]:
            calls = [sit(bots, game, seat, 0, visitor) for game in games]
            answers = await asyncio.gather(*calls, sit(bots, NOWHERE, 1, 0, visitor), return_exceptions=True)
            assert bots.playing <= FOR_ONE + 2
            return [answer.reason for answer in answers if isinstance(answer, Exhausted)]

        assert await burst(HERE, 1) == ["BOTS_OF_ONE"]
        assert await burst(THERE, 2) == ["BOTS_FULL"] * (FOR_ONE - 1)
        assert bots.playing == FOR_ONE + 2


async def test_a_bot_that_gets_no_seat_is_not_kept(connections: Connections, service: Gunbai, tmp_path: Path) -> None:
    game = await table(service)
    await service.join(game, "Ann", seat=1)
    async with Bots(connections, folder=tmp_path) as bots:
        with pytest.raises(AlreadyThere):
            await sit(bots, game, 1, 0)
        assert bots.list_at(game) == []
    assert list(BotSeats(tmp_path)) == []


async def test_a_bot_that_decides_nothing_for_long_gives_its_place_to_others_until_it_is_woken(
    connections: Connections, service: Gunbai
) -> None:
    first, second = await table(service), await table(service)
    async with Bots(connections, in_all=1) as bots:
        await sit(bots, first, 1, 0)
        bots.let_sleep(time.monotonic() + 1)
        assert [bot_state.state for bot_state in bots.list_at(first)] == [SLEEPS]
        await gone(bots)
        await sit(bots, second, 1, 0)
        bots.wake(first)
        assert [bot_state.state for bot_state in bots.list_at(first)] == [SLEEPS]
        bots.let_sleep(time.monotonic() + 1)
        await gone(bots)
        bots.wake(first)
        assert [bot_state.state for bot_state in bots.list_at(first)] == [""]


async def test_a_bot_that_waits_for_somebody_gives_its_place_to_another_of_its_visitor(
    connections: Connections, service: Gunbai, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await table(service) for _ in range(FOR_ONE + 1)]
    async with Bots(connections) as bots:
        for game in games[:-1]:
            await sit(bots, game, 1, 0)
        with pytest.raises(Exhausted):
            await sit(bots, games[-1], 1, 0)
        monkeypatch.setattr(bot_players, "UNDECIDED", -1)
        await sit(bots, games[-1], 1, 0)
        assert [bot_state.state for bot_state in bots.list_at(games[0])] == [SLEEPS]
        assert [bot_state.state for bot_state in bots.list_at(games[-1])] == [""]
        assert bots.playing == FOR_ONE
        # It goes on when somebody comes back, in place of the one that waits longest then.
        bots.wake(games[0])
        assert [bot_state.state for bot_state in bots.list_at(games[0])] == [""]
        assert [bot_state.state for bot_state in bots.list_at(games[1])] == [SLEEPS]


@pytest.mark.long
async def test_bots_play_on_after_a_restart_and_are_forgotten_after_the_end(
    connections: Connections, service: Gunbai, tmp_path: Path
) -> None:
    made = await service.create("king_of_tokyo", seats=2, chance="referee")
    game = made.info.game
    async with Bots(connections, folder=tmp_path, pause=0) as bots:
        await sit(bots, game, 1, 1)
        await sit(bots, game, 2, 0)
        begun = (await service.holding(made.host_token).start(game)).head
        async for update in service.watch(game, begun):
            if update.version > begun + 5:
                break
    head = (await service.game(game)).head
    assert [seat.seat for seat in BotSeats(tmp_path).list_at(game)] == [1, 2]
    async with Bots(connections, folder=tmp_path, pause=0) as bots:
        async for _ in service.watch(game, head):
            pass
        assert (await service.game(game)).status == GAME_STATUS_FINISHED
        await gone(bots)
    assert list(BotSeats(tmp_path)) == []


async def test_a_bot_calls_for_the_visitor_who_had_it_sit_down(connections: Connections, service: Gunbai) -> None:
    game = await table(service)
    async with Bots(connections, forwarder=new_token()) as bots:
        with pytest.raises(NotAllowed, match="only this service's forwarder can name"):
            await sit(bots, game, 1, 0)
        assert bots.playing == 0


@pytest.mark.long
async def test_a_bot_decides_for_who_is_late_to_the_end_and_does_not_sleep(
    connections: Connections, service: Gunbai
) -> None:
    made = await service.create(
        "infludance_duel", seats=2, chance="referee", clock=clock(decision_seconds=1, expiry="bot", bot_seconds=30)
    )
    game = made.info.game
    async with Bots(connections, pause=0) as bots:
        with bots.held(HERE) as places:
            bots.substitute(BotSeat(game, NO_SEAT, 0, HERE, made.bot_token), places)
        for name in ("Ann", "Bob"):
            await service.join(game, name)
        await service.holding(made.host_token).start(game)
        bots.let_sleep(time.monotonic())
        assert bots.playing == 1
        assert [(bot_state.seat, bot_state.state) for bot_state in bots.list_at(game)] == [(0, "")]
        await gone(bots)
        assert (await service.game(game)).status == GAME_STATUS_FINISHED
