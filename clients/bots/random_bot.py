"""A bot that gives any legal command, each with the same chance; over one stream, or with one call per command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from random import Random, SystemRandom

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai.referee.v1.ruling_pb2 import Ruling, Waiting
from gunbai_client.aio import Seat
from gunbai_client.errors import StaleVersion, Unreachable

WHIM = SystemRandom()
"""What decides unless the caller wants choices that can be repeated."""

PATIENCE = 120
"""How often a lost service is looked for again, half a second apart, before the bot gives up."""


async def play(seat: Seat, whim: Random = WHIM) -> int:
    """Play a seat to the end of the game over the Play stream, across lost connections; return the number of moves."""
    moves = 0
    for _ in range(PATIENCE):
        try:
            async with seat.play() as table:
                async for prompt in table:
                    command = _chosen(seat, prompt.waiting, prompt.commands, whim)
                    if command is not None:
                        moves += await _made(table.submit(command))
                return moves
        except Unreachable:
            await asyncio.sleep(0.5)
    raise Unreachable("the service did not come back")


async def play_unary(seat: Seat, whim: Random = WHIM) -> int:
    """Play a seat to the end of the game with one call for each question and each move; return the number of moves."""
    moves = head = 0
    caught_up = False
    async for told in seat.watch():
        caught_up = caught_up or isinstance(told, CaughtUp)
        if not caught_up or told.version < head:
            continue
        legal = await seat.legal()
        command = _chosen(seat, legal.waiting, legal.commands, whim)
        if command is not None:
            moves += await _made(seat.submit(command))
            head = seat.asked_at
    return moves


def _chosen(seat: Seat, waiting: Waiting, commands: Sequence[LegalCommand], whim: Random) -> AnyMessage | None:
    """Return any legal command, if it is the seat that the rules wait for."""
    if seat.number not in waiting.seats or not commands:
        return None
    return whim.choice(commands).command


async def _made(submitted: Awaitable[Ruling]) -> bool:
    """Return whether the command was accepted; one that came too late is not."""
    try:
        return (await submitted).HasField("accepted")
    except StaleVersion:
        return False
