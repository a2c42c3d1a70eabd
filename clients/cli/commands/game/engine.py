"""`gunbai game engine`."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from clients.bots import engine as engines
from clients.bots import random_bot
from clients.cli.options.arguments import installed_titles
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import counted, result_sentence
from clients.cli.seating.seats import take_seat
from clients.cli.session import Session, session_of
from clients.cli.sources.local_service import serving
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import aio

HEADING = "Play"

Sit: TypeAlias = Callable[[aio.Gunbai], Awaitable[aio.Seat]]
"""Takes a seat with a client, or returns the one whose token is at hand."""


def engine(
    context: typer.Context,
    *,
    program: Annotated[list[str], typer.Argument(metavar="-- PROGRAM ARGUMENTS", help="The engine and its arguments.")],
    game: Annotated[str, typer.Option("--game", help="The game to play; without it, the engine is tried out.")] = "",
    seat: Annotated[int, typer.Option("--seat", min=0, help="The seat, taken if it is free; 0 for any free one.")] = 0,
    player: Annotated[str, typer.Option("--player", help="The name of the engine in this game.")] = "Engine",
    title: Annotated[
        str, typer.Option("--title", help="Try the engine out at this title only.", autocompletion=installed_titles)
    ] = "",
    seconds: Annotated[float, typer.Option("--seconds", help="How long an answer may take.")] = 60,
) -> None:
    """Have a program play that reads and writes lines of JSON: a game, or one of every title against random bots."""
    session = session_of(context)
    if session.token and not seat:
        raise typer.BadParameter("name the seat of the token", param_hint="--seat")
    if game:
        sit = partial(take_seat, session, game=game, number=seat, player=player)
        moves = asyncio.run(_play(session, program, seconds, sit))
        session.output.answer(
            {"game": game, "moves": moves}, f"The game is over; the engine made {counted(moves, 'move')}."
        )
        return
    with tempfile.TemporaryDirectory(prefix="gunbai-engine-") as folder, serving(Path(folder)) as address:
        asyncio.run(_try_out(session, address, program, seconds, title))


async def _play(session: Session, program: list[str], seconds: float, sit: Sit) -> int:
    async with (
        aio.connect(session.target, token=session.token, tls=session.tls) as gunbai,
        engines.running(program, seconds) as engine,
    ):
        return await engines.play(await sit(gunbai), engine)


async def _try_out(session: Session, address: str, program: list[str], seconds: float, title: str) -> None:
    """Let an engine play a game of every title, or of one, against random bots on a service of its own."""
    async with aio.connect(address) as gunbai:
        for candidate in await gunbai.titles():
            if title and candidate.name != title:
                continue
            over, moves = await _tried(
                gunbai, program, seconds, candidate.name, min(max(candidate.seats_min, 2), candidate.seats_max)
            )
            made = f"{counted(moves, 'move')} of the engine; {escape(result_sentence(over))}"
            shown = f"[bold]{escape(candidate.label)}[/]: {made}"
            session.output.answer({"title": candidate.name, "moves": moves, "game": over}, shown)


async def _tried(
    gunbai: aio.Gunbai, program: list[str], seconds: float, title: str, seats: int
) -> tuple[GameInfo, int]:
    """Return a finished game of an engine at seat 1, and the number of its moves."""
    created = await gunbai.create(title, seats=seats, label="an engine is tried out")
    game = created.info.game
    own, *others = [await gunbai.join(game, f"Player {number}") for number in range(1, seats + 1)]
    await gunbai.holding(created.host_token).start(game)
    async with engines.running(program, seconds) as engine:
        bots = asyncio.gather(*map(random_bot.play, others))
        try:
            moves = await engines.play(own, engine)
            await bots
        finally:
            bots.cancel()
            await asyncio.gather(bots, return_exceptions=True)
    return await gunbai.game(game), moves
