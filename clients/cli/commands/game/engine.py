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
from clients.cli.screen.sentences import result_sentence
from clients.cli.seating.seats import take_seat
from clients.cli.session import Session, session_of
from clients.cli.sources.local_service import serving
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai_client import aio
from gunbai_record.text.counts import counted

HEADING = "Play"

Sit: TypeAlias = Callable[[aio.Gunbai], Awaitable[aio.Seat]]
"""Takes a seat with a client, or returns the one whose token is at hand."""


def engine(
    context: typer.Context,
    *,
    program: Annotated[
        list[str], typer.Argument(metavar="-- PROGRAM ARGUMENTS", help="Engine program and its arguments.")
    ],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Game to play (default: test the engine).")] = "",
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat to take or play (0: any free seat).")
    ] = 0,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Name of the engine in the game.")] = "Engine",
    title: Annotated[
        str,
        typer.Option(
            "--title", metavar="TITLE", help="Test the engine on this title only.", autocompletion=installed_titles
        ),
    ] = "",
    seconds: Annotated[float, typer.Option("--seconds", metavar="SECONDS", help="Time limit for an answer.")] = 60,
) -> None:
    """Let a program play, over JSON lines.

    The program reads requests on standard input and answers on standard output.

    Without --game, gunbai tests the program: it plays every title against random bots on a local service.
    """
    session = session_of(context)
    if session.token and not seat:
        raise typer.BadParameter("name the seat that the token belongs to", param_hint="--seat")
    if game:
        sit = partial(_sit, session, game=game, number=seat, player=player)
        moves = asyncio.run(_play(session, program, seconds, sit))
        session.output.answer(
            {"game": game, "moves": moves}, f"Game over after {counted(moves, 'move')} by the engine."
        )
        return
    with tempfile.TemporaryDirectory(prefix="gunbai-engine-") as folder, serving(Path(folder)) as address:
        asyncio.run(_try_out(session, address, program, seconds, title))


async def _sit(session: Session, gunbai: aio.Gunbai, *, game: str, number: int, player: str) -> aio.Seat:
    """Take a seat, or return the one that an earlier run took."""
    if not number and not session.token:
        number = _kept_seat(session, await gunbai.holding(session.tokens.any(game)).game(game), player)
    return await take_seat(session, gunbai, game, number, player)


def _kept_seat(session: Session, info: GameInfo, player: str) -> int:
    """Return the seat with the engine's name whose token is saved, once nobody can join; 0 before, or without seats.

    Raises typer.BadParameter if the saved seats have other names.
    """
    kept = session.tokens.seats(info.game)
    if not kept or (info.status == GAME_STATUS_OPEN and not all(seat.taken for seat in info.seats)):
        return 0
    for seat in info.seats:
        if seat.seat in kept and seat.player == player:
            return seat.seat
    problem = f"nobody can join {info.game}: name your seat, such as --seat {kept[0]}"
    raise typer.BadParameter(problem, param_hint="--seat")


async def _play(session: Session, program: list[str], seconds: float, sit: Sit) -> int:
    async with (
        aio.connect(session.target, token=session.token, tls=session.tls) as gunbai,
        engines.running(program, seconds) as engine,
    ):
        return await engines.play(await sit(gunbai), engine)


async def _try_out(session: Session, address: str, program: list[str], seconds: float, title: str) -> None:
    """Let an engine play a game of every title, or of one, against random bots on its own service."""
    async with aio.connect(address) as gunbai:
        for candidate in await gunbai.titles():
            if title and candidate.name != title:
                continue
            over, moves = await _tried(
                gunbai, program, seconds, candidate.name, min(max(candidate.seats_min, 2), candidate.seats_max)
            )
            made = f"{counted(moves, 'move')} by the engine; {escape(result_sentence(over))}"
            shown = f"[bold]{escape(candidate.label)}[/]: {made}"
            session.output.answer({"title": candidate.name, "moves": moves, "game": over}, shown)


async def _tried(
    gunbai: aio.Gunbai, program: list[str], seconds: float, title: str, seats: int
) -> tuple[GameInfo, int]:
    """Return an engine's finished game at seat 1, and the number of its moves."""
    created = await gunbai.create(title, seats=seats, label="test of an engine")
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
