"""`gunbai game luck`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import typer
from rich.table import Table

from clients.cli.options.positions import WholeSource
from clients.cli.screen.markup import escape
from clients.cli.screen.pictures import DrawnCourse, write_drawing
from clients.cli.session import session_of
from gunbai_client.luck import Account, Luck, account, picture
from gunbai_client.picture import seat_colours
from gunbai_record.text.counts import counted

HEADING = "Look back"
LEGEND = (
    "Luck is how much more the outcomes were worth than expected, in the title's units.",
    "Deviations are luck in standard deviations.",
    "The rank of an outcome is the share of possible outcomes that are worth less, counting equal outcomes as half.",
    "The mean rank is 50% on average. It counts large and small outcomes alike, so it can disagree with luck.",
)


def luck(
    context: typer.Context,
    source: WholeSource,
    drawing: DrawnCourse = None,
) -> None:
    """Show how lucky each seat was.

    gunbai compares what each outcome of chance was worth with the average worth of all possible outcomes.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        info = gunbai.game(game)
        names = {seat.seat: seat.player for seat in info.seats}
        outcomes = gunbai.questions.luck(game)
        measured = account(session.output.followed(outcomes, lambda outcome: outcome.version, info.head, "measuring"))
        drawn = gunbai.picture(game) if drawing is not None and measured.seats else ""
    if drawing is not None:
        write_drawing(picture(measured, names, colours=seat_colours(drawn)), drawing)
        session.output.remark(f"[dim]Drew the game as a chart in {escape(str(drawing))}.[/]")
    value = {
        "outcomes": measured.outcomes,
        "bits": measured.bits,
        "seats": [_json(seat_luck) for seat_luck in measured.seats.values()],
    }
    together = (
        f"{counted(measured.outcomes, 'outcome')} of chance; together their probability was 1 in 2^{measured.bits:.1f}."
    )
    session.output.answer(value, together, *_shown(measured, names))


def _json(seat_luck: Luck) -> dict[str, Any]:
    return asdict(seat_luck) | {"score": seat_luck.score, "rank": seat_luck.rank}


def _shown(measured: Account, names: Mapping[int, str]) -> tuple[Table | str, ...]:
    """Return the figures and their meaning; nothing if no outcome was worth anything to a seat."""
    return (_table(measured, names), *(f"[dim]{line}[/]" for line in LEGEND)) if measured.seats else ()


def _table(measured: Account, names: Mapping[int, str]) -> Table:
    table = Table("seat", "outcomes", "luck", "deviations", "mean rank", box=None, header_style="dim")
    for seat, seat_luck in measured.seats.items():
        name = escape(names.get(seat) or f"seat {seat}")
        figures = (
            str(seat_luck.outcomes),
            f"{seat_luck.total:+.1f}",
            f"{seat_luck.score:+.2f}",
            f"{seat_luck.rank:.0%}",
        )
        table.add_row(f"[bold]{name}[/]", *figures)
    return table
