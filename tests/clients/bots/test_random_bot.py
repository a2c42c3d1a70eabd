"""The random bot plays any title to its end, with legal commands only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from clients.bots import random_bot
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED
from gunbai_client import aio


async def commands(address: str, strategy: Callable[[aio.Seat, Random], Awaitable[int]]) -> list[bytes]:
    """Return the commands of a duel between two seeded bots with a fixed start."""
    async with aio.connect(address) as gunbai:
        created = await gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="referee")
        game = created.info.game
        seats = [await gunbai.join(game, player) for player in ("Ann", "Bob")]
        await gunbai.holding(created.host_token).start(game)
        moves = await asyncio.gather(*(strategy(seat, Random(seat.number)) for seat in seats))
        assert (await gunbai.game(game)).status == GAME_STATUS_FINISHED
        proof = await gunbai.verify(game)
        assert proof.verdict == VERDICT_CONSISTENT
        assert not [ruling async for ruling in gunbai.rulings(game, refused_only=True)]
        given = [entry.command.open.value async for entry in gunbai.entries(game) if entry.actor.seat]
        # Each seat has joined with a command, too.
        assert sum(moves) == len(given) - len(seats)
        return given[2:]


@pytest.mark.parametrize("strategy", [random_bot.play, random_bot.play_unary])
async def test_bots_play_a_game_to_its_end(
    address: str, strategy: Callable[[aio.Seat, Random], Awaitable[int]]
) -> None:
    assert await commands(address, strategy)


async def test_a_seed_repeats_the_first_choices(address: str) -> None:
    one, other = [await commands(address, random_bot.play) for _ in range(2)]
    assert one[:2] == other[:2]
