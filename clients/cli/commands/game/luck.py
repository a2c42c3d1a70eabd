"""`gunbai game luck`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import typer
from rich.markup import escape
from rich.table import Table

from clients.cli.options.positions import WholeSource
from clients.cli.screen.pictures import DrawnCourse, write_drawing
from clients.cli.session import session_of
from gunbai_client.luck import Account, Luck, account, picture
from gunbai_client.picture import seat_colours

HEADING = "Look back"
LEGEND = (
    "Luck is what outcomes were worth beyond the expectation, in units of the title; deviations are the same sum",
    "in standard deviations. The rank of an outcome is the share of all that could have come that is worth less;",
    "its mean, 50 % on average, counts all outcomes alike, large or small, and so may say otherwise.",
)


def luck(
    context: typer.Context,
    source: WholeSource,
    drawing: DrawnCourse = None,
) -> None:
    """Say how lucky each seat of a game was: what its dice and cards were worth, beside what they could have been.

    Luck and its deviations add up what outcomes were worth. The mean rank only asks how many worse ones there were.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        info = gunbai.game(game)
        names = {seat.seat: seat.player for seat in info.seats}
        outcomes = gunbai.questions.luck(game)
        found = account(session.output.followed(outcomes, lambda each: each.version, info.head, "measuring"))
        drawn = gunbai.picture(game) if drawing is not None and found.seats else ""
    if drawing is not None:
        write_drawing(picture(found, names, colours=seat_colours(drawn)), drawing)
        session.output.remark(f"[dim]Drew the course of the game to {escape(str(drawing))}.[/]")
    value = {"outcomes": found.outcomes, "bits": found.bits, "seats": [_json(each) for each in found.seats.values()]}
    together = f"{found.outcomes} outcomes of chance; all of them together were 1 in 2^{found.bits:.1f}."
    session.output.answer(value, together, *_shown(found, names))


def _json(found: Luck) -> dict[str, Any]:
    return asdict(found) | {"score": found.score, "rank": found.rank}


def _shown(found: Account, names: Mapping[int, str]) -> tuple[Table | str, ...]:
    """Return the figures and what they mean; nothing if no outcome was worth anything to a seat."""
    return (_table(found, names), *(f"[dim]{line}[/]" for line in LEGEND)) if found.seats else ()


def _table(found: Account, names: Mapping[int, str]) -> Table:
    table = Table("seat", "outcomes", "luck", "deviations", "mean rank", box=None, header_style="dim")
    for seat, each in found.seats.items():
        name = escape(names.get(seat) or f"seat {seat}")
        figures = (str(each.outcomes), f"{each.total:+.1f}", f"{each.score:+.2f}", f"{each.rank:.0%}")
        table.add_row(f"[bold]{name}[/]", *figures)
    return table
