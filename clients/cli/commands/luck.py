"""`gunbai luck`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from clients.cli.positions import WholeSource
from clients.cli.session import session_of
from gunbai_client.luck import Account, Luck, account, picture

HEADING = "Ask the referee"


def luck(
    context: typer.Context,
    source: WholeSource,
    svg: Annotated[Path | None, typer.Option("--svg", "-o", help="Draw the course of the game to this file.")] = None,
) -> None:
    """Say how lucky each seat of a game was: what its dice and cards were worth, beside what they could have been."""
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        info = gunbai.game(game)
        names = {seat.seat: seat.player for seat in info.seats}
        outcomes = gunbai.questions.luck(game)
        found = account(session.output.followed(outcomes, lambda each: each.version, info.head, "measuring"))
    if svg is not None:
        svg.write_text(picture(found, names), encoding="utf-8")
    value = {"outcomes": found.outcomes, "bits": found.bits, "seats": [_json(each) for each in found.seats.values()]}
    together = f"{found.outcomes} outcomes of chance; all of them together were 1 in 2^{found.bits:.1f}."
    session.output.answer(value, together, *([_table(found, names)] if found.seats else ()))


def _json(found: Luck) -> dict[str, Any]:
    return asdict(found) | {"score": found.score, "rank": found.rank}


def _table(found: Account, names: Mapping[int, str]) -> Table:
    table = Table("seat", "outcomes", "luck", "deviations", "rank", box=None, header_style="dim")
    for seat, each in found.seats.items():
        name = escape(names.get(seat) or f"seat {seat}")
        figures = (str(each.outcomes), f"{each.total:+.1f}", f"{each.score:+.2f}", f"{each.rank:.0%}")
        table.add_row(f"[bold]{name}[/]", *figures)
    return table
