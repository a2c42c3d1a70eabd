"""`gunbai bot`."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from clients.bots import level_bot, random_bot
from clients.bots.levels import FEW, LEVELS, MOST_SECONDS, SECONDS, USUAL, Bot, Budget, cache_folder, free_name
from clients.bots.serving import Serving
from clients.cli.account.keys import kept_key
from clients.cli.options.positions import parse_game
from clients.cli.screen.markup import escape
from clients.cli.seating.hosted_bots import playing
from clients.cli.seating.seats import bots_place, check_joining, invited_seat, key_seat, say_company, take_seat
from clients.cli.session import Session, session_of
from gunbai.referee.v1.record_pb2 import MyGame
from gunbai_client import aio
from gunbai_client.aio.watch_stream import PATIENCE
from gunbai_client.statuses import OVER
from gunbai_record.text.counts import counted

FOR_EVER = 10.0 * 365 * 24 * 60 * 60
"""Seconds that are as good as no limit, and that gRPC accepts."""


def bot(
    context: typer.Context,
    *,
    game: Annotated[
        str | None, typer.Argument(parser=parse_game, help="Game id.", metavar="GAME", show_default=False)
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            "--level",
            min=LEVELS[0],
            max=LEVELS[-1],
            help="0: random, 1: one move ahead, 2: search, 3: search on all cores.",
        ),
    ] = USUAL,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.01, max=MOST_SECONDS, metavar="SECONDS", help="Search time per decision (level 3)."
        ),
    ] = SECONDS,
    playouts: Annotated[
        int,
        typer.Option(
            "--playouts", min=0, metavar="COUNT", help=f"Playouts per search (0: {FEW}, or as time allows at level 3)."
        ),
    ] = 0,
    lines: Annotated[bool, typer.Option("--lines", help="Act as an engine: exchange JSON lines.")] = False,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat to take or play (0: any free seat).")
    ] = 0,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Name for the bot (default: named after its level).")
    ] = "",
    invitation: Annotated[
        str, typer.Option("--invitation", metavar="CODE", help="Invitation to the seat, from the host.")
    ] = "",
    seed: Annotated[int | None, typer.Option("--seed", metavar="NUMBER", help="Random seed.")] = None,
    unary: Annotated[bool, typer.Option("--unary", help="Use one call per command (only at level 0).")] = False,
    patience: Annotated[
        float,
        typer.Option(
            "--patience", min=0, metavar="SECONDS", help="Time to keep trying to reach a lost service (0: forever)."
        ),
    ] = PATIENCE,
    substitute: Annotated[bool, typer.Option("--substitute", help="Decide for seats whose time is up.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="Accept invitations and play many games at once.")] = False,
    seat_key: Annotated[
        Path | None, typer.Option("--seat-key", metavar="FILE", help="With --serve: the bot's private key file.")
    ] = None,
    games: Annotated[
        int,
        typer.Option("--games", min=1, metavar="COUNT", help="With --serve: maximum number of games to play at once."),
    ] = 100,
) -> None:
    """Play a seat with a bot until the game ends. The bot sees only what its seat can see.

    The bots that you seated with `gunbai new --bots` play too, unless --seat names the seat of one of them.

    With --substitute the bot takes no seat. It decides for players whose time is up, using the token that `gunbai new
    --expiry bot` saved.

    With --serve the bot joins every game that invites its key (`gunbai new --invite KEY`), until you stop it. Make the
    bot's key with `gunbai player new --file FILE`.
    """
    session = session_of(context)
    budget = Budget(playouts or (FEW if level == LEVELS[2] else 0), seconds)
    if lines:
        _answer_lines(Bot(level, budget, seed, folder=cache_folder()))
        return
    if serve:
        if seat_key is None:
            raise typer.BadParameter("name the bot's private key file", param_hint="--seat-key")
        with Bot(level, budget, seed, folder=cache_folder()) as chooser:
            serving = _Serving(session, seat_key, player, level)
            asyncio.run(serving.run(chooser, games, patience or FOR_EVER))
        return
    if game is None:
        raise typer.BadParameter("name a game, or use --lines or --serve", param_hint="GAME")
    if unary and level:
        raise typer.BadParameter("--unary works only with level 0", param_hint="--unary")
    patience = patience or FOR_EVER
    _check_place(session, seat, substitute=substitute, unary=unary)
    if not (seat or substitute):
        _check_free(session, game)
    name = "" if substitute else player or _name(session, game, level)
    hosted = session.tokens.hosted(game)
    # Next to a person's seat they all play, as with `gunbai play`; a hosted bot that is run by itself plays alone.
    company = () if substitute or seat in hosted else tuple(hosted)
    place = _Place(game, seat, name, invitation, company)
    with playing(session, game, hosted.keys() - company):
        if level:
            with Bot(level, budget, seed, folder=cache_folder()) as chooser:
                moves = asyncio.run(_played(session, place, chooser, patience=patience))
        else:
            moves = asyncio.run(_random(session, place, seed, unary=unary, patience=patience))
    session.output.answer({"game": game, "moves": moves}, f"Game over after {counted(moves, 'move')} by the bot.")


def _answer_lines(bot: Bot) -> None:
    with bot as chooser:
        for answer in level_bot.answers(sys.stdin, chooser):
            print(answer, flush=True)


@dataclass(frozen=True)
class _Serving:
    """How a bot with a key takes seats and holds them."""

    session: Session
    file: Path
    player: str
    level: int

    async def run(self, chooser: Bot, most: int, patience: float) -> None:
        """Take invitations and play until the process is interrupted."""
        key = kept_key(self.file)
        public = key.public_key().public_bytes_raw().hex()
        self._say(f"Invite this bot: gunbai new TITLE --invite {public}")
        async with aio.connect(self.session.target, tls=self.session.tls, deadline=patience) as gunbai:
            join, hold = partial(self._join, gunbai), partial(self._hold, gunbai)
            await Serving(chooser, join, hold, self._say, most).run(gunbai.my_games(key, patience))

    async def _join(self, gunbai: aio.Gunbai, own: MyGame) -> aio.Seat:
        name = self.player or free_name(self.level, {seat.player for seat in own.info.seats})
        return await invited_seat(self.session, gunbai, own, name, self.file)

    async def _hold(self, gunbai: aio.Gunbai, game: str, number: int) -> aio.Seat:
        return await key_seat(self.session, gunbai, game, number, self.file)

    def _say(self, text: str) -> None:
        self.session.output.remark(f"[dim]{escape(text)}[/]")


def _check_place(session: Session, seat: int, *, substitute: bool, unary: bool) -> None:
    """Check that the options name one seat, or none for the host's bot. Raises typer.BadParameter."""
    if substitute and (seat or unary):
        raise typer.BadParameter("a substitute has no seat and always streams", param_hint="--substitute")
    if session.token and not seat and not substitute:
        raise typer.BadParameter("name the seat that the token belongs to", param_hint="--seat")


def _check_free(session: Session, game: str) -> None:
    """Check that a user whose bots have seats can take one more. Raises typer.BadParameter."""
    bots = [seat for seat in session.tokens.seats(game) if session.tokens.is_bots(game, seat)]
    if bots:
        with session.connect(session.tokens.any(game)) as gunbai:
            info = gunbai.game(game)
        if info.status not in OVER:
            check_joining(session, info, bots)


def _name(session: Session, game: str, level: int) -> str:
    """Return a name for the bot that nobody in the game has."""
    with session.connect(session.tokens.any(game)) as gunbai:
        return free_name(level, {seat.player for seat in gunbai.game(game).seats})


@dataclass(frozen=True)
class _Place:
    """The seat that a bot takes or holds; without a name, the place of the host's bot."""

    game: str
    seat: int
    player: str
    invitation: str
    company: Collection[int]
    """The seats of the user's other bots, which play too."""

    async def taken(self, session: Session, gunbai: aio.Gunbai) -> aio.Seat:
        """Return the seat. Raises RequestError or typer.BadParameter."""
        if not self.player:
            return bots_place(session, gunbai, self.game)
        seat = await take_seat(session, gunbai, self.game, self.seat, self.player, invitation=self.invitation)
        await say_company(session, seat, self.company)
        return seat


async def _played(session: Session, place: _Place, chooser: Bot, *, patience: float) -> int:
    async with aio.connect(session.target, token=session.token, tls=session.tls, deadline=patience) as gunbai:
        return await level_bot.play(await place.taken(session, gunbai), chooser, patience=patience)


async def _random(session: Session, place: _Place, seed: int | None, *, unary: bool, patience: float) -> int:
    strategy = random_bot.play_unary if unary else random_bot.play
    choices = random_bot.UNSEEDED if seed is None else random.Random(seed)  # noqa: S311  # not for secrets
    async with aio.connect(session.target, token=session.token, tls=session.tls, deadline=patience) as gunbai:
        return await strategy(await place.taken(session, gunbai), choices, patience=patience)
