"""`gunbai bot`."""

from __future__ import annotations

import asyncio
import random
from typing import Annotated

import typer

from clients.bots import random_bot
from clients.cli.positions import GameId
from clients.cli.seats import take_seat
from clients.cli.session import session_of
from gunbai_client import aio

HEADING = "Play"


def bot(
    context: typer.Context,
    *,
    game: GameId,
    seat: Annotated[
        int, typer.Option("--seat", help="The seat, which is taken if it is free; 0 for any free one.")
    ] = 0,
    player: Annotated[str, typer.Option("--player", help="The name of the bot in this game.")] = "Random",
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the choices repeatable.")] = None,
    unary: Annotated[bool, typer.Option("--unary", help="Use one call per command instead of one stream.")] = False,
) -> None:
    """Play a seat with a bot to the end of the game; the bot chooses any legal command."""
    session = session_of(context)
    if session.token and not seat:
        raise typer.BadParameter("name the seat of the token", param_hint="--seat")
    strategy = random_bot.play_unary if unary else random_bot.play
    choices = random_bot.UNSEEDED if seed is None else random.Random(seed)  # noqa: S311  # not for secrets

    async def run() -> int:
        async with aio.connect(session.target, token=session.token, tls=session.tls) as gunbai:
            return await strategy(await take_seat(session, gunbai, game, seat, player), choices)

    moves = asyncio.run(run())
    session.output.answer({"game": game, "moves": moves}, f"The game is over; the bot made {moves} moves.")
