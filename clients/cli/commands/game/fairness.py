"""`gunbai game fairness`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import typer

from clients.cli.options.positions import WholeSource
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_STALLED,
    GAME_STATUS_VOIDED,
    STANDING_ATTESTED,
    STANDING_REFEREED,
)
from gunbai_client import Gunbai
from gunbai_client.fairness import Account
from gunbai_record.text.counts import counted

HEADING = "Look back"

TRUSTED = {STANDING_REFEREED, STANDING_ATTESTED}
"""The standings of records that count against a player. Anyone with a game's secrets can write any other record."""
MOST = 1000
"""The most games of a player that are searched for voids."""


def fairness(
    context: typer.Context,
    source: WholeSource,
) -> None:
    """Explain who could foresee, steer or stall the dice and cards.

    The answer comes from the record. To check the record's dice, cards and signatures, use `gunbai verify`. For a game
    on a service, gunbai also counts the public games that a player of the same name stopped by withholding a share.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        account = Account(gunbai.entries(game))
        names = {} if source.file else account.names
        voids = {seat: _voids(gunbai, player) for seat, player in names.items()}
        _show(session, account, voids)


def _show(session: Session, account: Account, voids: dict[int, int]) -> None:
    rating, remarks = account.fairness, list(account.remarks())
    stopped = [
        f"{account.name(seat)}: stopped {counted(number, 'public game')} by withholding a share"
        for seat, number in sorted(voids.items())
        if number
    ]
    value: dict[str, Any] = {
        "chance": rating.name,
        "foresee": rating.foresee,
        "steer": rating.steer,
        "stall": rating.stall,
        "remarks": remarks,
        "seats": [
            {"seat": seat, "player": account.names.get(seat, ""), "voids": voids.get(seat)}
            for seat in sorted(account.players)
        ],
    }
    session.output.answer(
        value,
        f"[bold]Chance:[/] {rating.name}",
        f"[bold]Foresee:[/] {rating.foresee}",
        f"[bold]Steer:[/] {rating.steer}",
        f"[bold]Stall:[/] {rating.stall}",
        *(escape(line) for line in (*remarks, *stopped)),
    )


def _voids(gunbai: Gunbai, player: str) -> int:
    """Return in how many public games a player of this name gave no share of chance in time."""
    return sum(
        game.standing in TRUSTED
        and any(seat.player == player and seat.seat in game.absent_seats for seat in game.seats)
        for status in (GAME_STATUS_VOIDED, GAME_STATUS_STALLED)
        for game in islice(gunbai.games(status=status, player=player), MOST)
    )
