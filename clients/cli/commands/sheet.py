"""`gunbai sheet`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.arguments import read_text
from clients.cli.keys import SeatKey, kept_key
from clients.cli.positions import WholeSource
from clients.cli.session import session_of
from gunbai_client.sheets import check_sheet, read_sheet, sheet_of, signed_sheet

HEADING = "Read games"


def sheet(
    context: typer.Context,
    source: WholeSource,
    file: Annotated[Path, typer.Argument(help="The file of the result sheet; it is made if there is none.")],
    *,
    seat_key: SeatKey = None,
) -> None:
    """Make the result sheet of a game, sign it with the key of a seat, or check who has signed it.

    A sheet that is not that of the game, or has a wrong signature, is refused.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        known = gunbai.game(game)
    made = read_sheet(read_text(file)) if file.exists() else sheet_of(known)
    seats = check_sheet(made, known)
    if seat_key is not None:
        made = signed_sheet(made, known, kept_key(seat_key))
        seats = check_sheet(made, known)
    if seat_key is not None or not file.exists():
        file.write_text(json.dumps(made, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    confirmed = f"signed by seat {', '.join(map(str, seats))}" if seats else "nobody has signed it"
    result = made["result"]
    won = f"won by seat {', '.join(map(str, result['winners']))}" if result["winners"] else "won by nobody"
    session.output.answer(made, f"{escape(str(file))}: {escape(result['ending'])}, {won}; {confirmed}.")
