"""Bots of a level play whole games at a service, over its stream and as engines by lines of JSON."""

from __future__ import annotations

import asyncio
import sys

import pytest

from clients.bots import engine as engines
from clients.bots import level_bot, random_bot
from clients.bots.levels import Bot, Budget
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client import aio
from lab.patience import PATIENCE
from titles.catalogue import TITLES, newest

TINY = Budget(playouts=2)


async def seated(gunbai: aio.Gunbai, title: str) -> list[aio.Seat]:
    """Return the seats of a game that has just begun."""
    created = await gunbai.create(title, seats=newest(title).rules.seats[0])
    count = range(1, newest(title).rules.seats[0] + 1)
    seats = [await gunbai.join(created.info.game, f"Player {number}") for number in count]
    await gunbai.holding(created.host_token).start(created.info.game)
    return seats


async def played(address: str, title: str, level: int) -> None:
    """Have a bot of a level play against random bots to the end; nothing that it does is refused."""
    async with aio.connect(address) as gunbai:
        own, *others = await seated(gunbai, title)
        with Bot(level, TINY, seed=1, cores=1) as bot:
            moves, *_ = await asyncio.gather(level_bot.play(own, bot), *map(random_bot.play, others))
        assert moves
        assert (await gunbai.verify(own.game)).verdict == VERDICT_CONSISTENT
        assert not [ruling async for ruling in gunbai.rulings(own.game, refused_only=True)]


async def test_a_bot_that_searches_plays_a_duel(address: str) -> None:
    await played(address, "infludance_duel", 2)


@pytest.mark.long
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("title", TITLES)
async def test_a_bot_plays_every_title(address: str, title: str, level: int) -> None:
    await played(address, title, level)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
async def test_a_bot_plays_every_title_as_an_engine(address: str, title: str) -> None:
    program = [sys.executable, "-m", "clients.cli", "bot", "--lines", "--level", "2", "--playouts", "1"]
    async with aio.connect(address) as gunbai:
        own, *others = await seated(gunbai, title)
        async with engines.running(program, PATIENCE) as engine:
            moves, *_ = await asyncio.gather(engines.play(own, engine), *map(random_bot.play, others))
        assert moves
        assert (await gunbai.verify(own.game)).verdict == VERDICT_CONSISTENT


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a move, please", "line 2 is not JSON"),
        ("[]", "line 2 is not a message to an engine"),
        ('{"seat": 1}', "line 2 is not a message to an engine"),
        ('{"type": "game"}', "line 2 lacks 'seat'"),
        ('{"type": "ask", "entries": []}', "line 2 lacks 'table'"),
        (
            '{"type": "ask", "entries": [], "table": "{}"}',
            "line 2 asks a question, but no earlier line began a game and gave a seat",
        ),
    ],
)
def test_a_line_that_is_no_message_to_an_engine_is_named(line: str, problem: str) -> None:
    with Bot(0) as bot, pytest.raises(level_bot.NoMessage, match=problem):
        list(level_bot.answers(['{"type": "over"}', line], bot))
