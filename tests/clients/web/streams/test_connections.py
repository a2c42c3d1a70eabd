"""Connections to the service: calls that last take none of the room of the others."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from clients.web.streams.connections import LASTING, Connections
from gunbai_client import aio
from gunbai_client.aio import Gunbai

ON_A_CONNECTION = 100
"""How many calls a service takes at once on a connection."""


async def watched(gunbai: Gunbai, game: str) -> None:
    """Watch a game as long as the test lasts."""
    async for _ in gunbai.watch(game, verify=False):
        pass


async def test_more_calls_that_last_than_a_connection_takes_hold_up_nothing(address: str) -> None:
    async with Connections(lambda: aio.connect(address, own_connection=True)) as connections, AsyncExitStack() as held:
        game = (await connections.gunbai.create("liars_dice", seats=2, chance="referee")).info.game
        clients = [await held.enter_async_context(connections.lasting()) for _ in range(2 * ON_A_CONNECTION)]
        watches = [asyncio.create_task(watched(client, game)) for client in clients]
        async with asyncio.timeout(10):
            assert (await connections.gunbai.game(game)).head == 1
            for client in clients[:: LASTING // 2]:
                assert (await client.game(game)).head == 1
        for watch in watches:
            watch.cancel()
        await asyncio.gather(*watches, return_exceptions=True)


async def test_a_connection_whose_calls_have_ended_is_used_again(address: str) -> None:
    async with Connections(lambda: aio.connect(address, own_connection=True)) as connections:
        async with connections.lasting() as first:
            pass
        async with connections.lasting() as second:
            assert second.stubs is first.stubs
        assert first.stubs is not connections.gunbai.stubs
