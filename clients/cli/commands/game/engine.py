"""`gunbai game engine`."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from clients.bots import engine as engines
from clients.bots import random_bot
from clients.cli.options.arguments import installed_titles
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import result_sentence
from clients.cli.seating.hosted_bots import playing
from clients.cli.seating.seats import check_joining, is_joinable, say_company, take_seat
from clients.cli.session import Session, session_of
from clients.cli.sources.local_service import serving
from gunbai.referee.v1.game_pb2 import GameInfo
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

    With --game, the bots that you seated with `gunbai new --bots` play too.

    Without --game, gunbai tests the program: it plays every title against random bots on a local service.
    """
    session = session_of(context)
    if session.token and not seat:
        raise typer.BadParameter("name the seat that the token belongs to", param_hint="--seat")
    if game:
        hosted = session.tokens.hosted(game)
        company = () if seat in hosted else tuple(hosted)
        sit = partial(_sit, session, game=game, number=seat, player=player, company=company)
        with playing(session, game, hosted.keys() - company):
            moves = asyncio.run(_play(session, program, seconds, sit))
        session.output.answer(
            {"game": game, "moves": moves}, f"Game over after {counted(moves, 'move')} by the engine."
        )
        return
    engines.check_program(program[0])
    with tempfile.TemporaryDirectory(prefix="gunbai-engine-") as folder, serving(Path(folder)) as address:
        asyncio.run(_try_out(session, address, program, seconds, title))


async def _sit(
    session: Session, gunbai: aio.Gunbai, *, game: str, number: int, player: str, company: Collection[int]
) -> aio.Seat:
    """Take a seat, or return the one that an earlier run took."""
    if not number and not session.token:
        number = _kept_seat(session, await gunbai.holding(session.tokens.any(game)).game(game), player)
    seat = await take_seat(session, gunbai, game, number, player)
    await say_company(session, seat, company)
    return seat


def _kept_seat(session: Session, info: GameInfo, player: str) -> int:
    """Return the seat of an earlier run, once nobody can join; 0 before, or without seats.

    It is the saved seat with the engine's name, or the only one that was taken for a program.

    Raises typer.BadParameter if no saved seat is such a one.
    """
    kept, hosted = session.tokens.seats(info.game), session.tokens.hosted(info.game)
    if is_joinable(info):
        return 0
    for seat in info.seats:
        if seat.seat in kept and seat.player == player:
            return seat.seat
    programs = [seat for seat in kept if session.tokens.is_bots(info.game, seat) and seat not in hosted]
    if len(programs) == 1:
        return programs[0]
    check_joining(session, info, programs or kept)
    return 0


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
