"""Hosted bots: those that a user seated with `gunbai new --bots` play in this process while the user plays."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from clients.cli.screen.markup import escape
from clients.cli.seating.seats import take_seat, taken_by
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client import Gunbai, aio
from gunbai_client.background import meanwhile
from gunbai_record.errors import GunbaiError


def check_rules(titles: Iterable[Title], name: str) -> None:
    """Raise RulesMissingError if the service has a title whose rules the bots, which run here, lack."""
    from clients.bots.levels import RulesMissingError, rules_here

    for title in titles:
        if title.name == name:
            try:
                rules_here(name, title.rules_versions[0])
            except RulesMissingError:
                package = f"{title.distribution} {title.distribution_version}"
                raise RulesMissingError(f"bots need the rules of {name} here: install the package {package}") from None


def seat_bots(session: Session, gunbai: Gunbai, info: GameInfo, count: int, level: int | None) -> None:
    """Seat this many bots of a level (None: the default) for `gunbai play` to run."""
    from clients.bots.levels import USUAL, free_name

    chosen = USUAL if level is None else level
    names = {seat.player for seat in info.seats}
    for _ in range(count):
        name = free_name(chosen, names)
        names.add(name)
        session.tokens.save_bots(taken_by(session, gunbai, info.game, name), chosen)


@contextmanager
def playing(session: Session, game: str, own: Collection[int] = ()) -> Iterator[None]:
    """Have a game's hosted bots play, except at the person's seats, until the context is left."""
    levels = {seat: level for seat, level in session.tokens.hosted(game).items() if seat not in own}
    if not levels:
        yield
        return
    with meanwhile(_all(session, game, levels)):
        yield


async def _all(session: Session, game: str, levels: Mapping[int, int]) -> None:
    async with asyncio.TaskGroup() as group:
        for seat, level in levels.items():
            group.create_task(_play(session, game, seat, level))


async def _play(session: Session, game: str, number: int, level: int) -> None:
    from clients.bots import level_bot
    from clients.bots.levels import Bot, cache_folder

    try:
        with Bot(level, folder=cache_folder()) as chooser:
            async with aio.connect(session.target, tls=session.tls) as gunbai:
                await level_bot.play(await take_seat(session, gunbai, game, number, ""), chooser)
    except GunbaiError as error:
        session.output.remark(f"[red]The bot of seat {number} stopped:[/] {escape(str(error))}")
