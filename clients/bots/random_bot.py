"""A bot that chooses any legal command with equal probability, over one stream or with one call per command."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from random import Random, SystemRandom

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.referee.v1.game_pb2 import Waiting
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio import Seat
from gunbai_client.aio.watch_stream import PATIENCE
from gunbai_client.errors import StaleVersion
from gunbai_client.reasons import RoleNeeded, TimeUp

UNSEEDED = SystemRandom()
"""The source for choices that need not be repeatable."""


async def play(seat: Seat, choices: Random = UNSEEDED, *, patience: float = PATIENCE) -> int:
    """Play a seat to the end of the game over the Play stream; return the number of moves.

    Raises Unreachable if the service is lost for `patience` seconds.
    """
    moves = 0
    async with seat.play(patience=patience) as table:
        async for prompt in table:
            command = _chosen(seat, prompt.waiting, prompt.commands, choices)
            if command is not None:
                moves += await is_accepted(table.submit(command))
    return moves


async def play_unary(seat: Seat, choices: Random = UNSEEDED, *, patience: float = PATIENCE) -> int:
    """Play a seat to the end of the game with unary calls; return the number of moves.

    Raises Unreachable as `play` does.
    """
    moves = head = 0
    caught_up = False
    async for update in seat.updates(patience=patience):
        caught_up = caught_up or isinstance(update, CaughtUp)
        # What came before the present, or before the last command, asks nothing any more.
        if not caught_up or update.version < head:
            continue
        legal = await seat.legal()
        command = _chosen(seat, legal.waiting, legal.commands, choices)
        if command is not None:
            moves += await is_accepted(seat.submit(command))
            head = seat.asked_at
    return moves


def _chosen(seat: Seat, waiting: Waiting, commands: Sequence[LegalCommand], choices: Random) -> AnyMessage | None:
    """Return any legal command if the rules wait for the seat, or None."""
    if not asked_seat(seat, waiting) or not commands:
        return None
    return choices.choice(commands).command


def asked_seat(place: Seat, waiting: Waiting) -> int:
    """Return the seat that a place's holder is asked for, 0 for none: for a substitute, the first that went to it."""
    own = [place.number] if place.number else [clock.seat for clock in waiting.clocks.seats if clock.bot]
    return min((seat for seat in own if seat in waiting.seats), default=0)


async def is_accepted(submitted: Awaitable[Ruling]) -> bool:
    """Return whether the command was accepted; it is not if it came too late, or after the player had come back."""
    try:
        return (await submitted).HasField("accepted")
    except (StaleVersion, TimeUp, RoleNeeded):
        return False
