"""`gunbai game sheet`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.account.keys import SeatKey, kept_key
from clients.cli.options.arguments import read_text
from clients.cli.options.positions import WholeSource
from clients.cli.screen.markup import escape
from clients.cli.seating.seats import own_seats
from clients.cli.session import Session, session_of
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai.referee.v1.results_pb2 import ResultSheet
from gunbai_client import Gunbai
from gunbai_record.sheets import check_sheet, read_sheet, sheet_of, signed_sheet, with_signatures

HEADING = "Play"


def sheet(
    context: typer.Context,
    source: WholeSource,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Result sheet; created if missing.")] = None,
    *,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm", help="Confirm the result on the service, for your seats or with the sheet's signatures."
        ),
    ] = False,
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: all your seats).")] = 0,
    seat_key: SeatKey = None,
) -> None:
    """Show, confirm or sign the result of a game.

    The sheet comes from the service or from a record file. With FILE, this also works offline: gunbai makes the sheet,
    signs it with your seat's key, or checks it. gunbai refuses a sheet that belongs to a different game or has a wrong
    signature.
    """
    session = session_of(context)
    if confirm and source.file is not None:
        raise typer.BadParameter("confirm a result on the service that holds the game", param_hint="--confirm")
    with session.reading(source) as (gunbai, game):
        info, made = gunbai.game(game), None
        if file is not None:
            made = _made(file, info)
            made = signed_sheet(made, info, kept_key(seat_key)) if seat_key is not None else made
            check_sheet(made, info)
        if confirm:
            _confirm(session, gunbai, info, made, seat=seat, key_file=seat_key)
        confirmed = gunbai.result_sheet(game)
    made = with_signatures(made or sheet_of(info), confirmed)
    seats = check_sheet(made, info)
    if file is not None and (seat_key is not None or not file.exists()):
        file.write_text(json.dumps(made, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    line = _line(made, seats, confirmed)
    if source.file is not None and seats:
        line += f". The keys of the seats come from {source.file}: `gunbai verify --key` says who vouches for that file"
    session.output.answer(made, f"{escape(str(file or source))}: {escape(line)}.")


def _made(file: Path, info: GameInfo) -> dict[str, Any]:
    """Return the sheet in a file, or a new one. Raises SheetError."""
    return read_sheet(read_text(file)) if file.exists() else sheet_of(info)


def _confirm(
    session: Session, gunbai: Gunbai, info: GameInfo, made: dict[str, Any] | None, *, seat: int, key_file: Path | None
) -> None:
    """Bring a sheet's signatures to the service; without one, confirm for this user's seats."""
    if made is not None:
        for signature in made["signatures"]:
            gunbai.confirm_result(info.game, signature["seat"], signature=bytes.fromhex(signature["signature"]))
        return
    key = kept_key(key_file) if key_file is not None else None
    for mine in own_seats(session, gunbai, info.game, seat):
        if mine.number:
            mine.gunbai.confirm_result(info.game, mine.number, key=key or mine.key)


def _line(made: dict[str, Any], seats: list[int], confirmed: ResultSheet) -> str:
    """Return a sheet in one line: the result, its signers, and the seats that the service vouches for."""
    result = made["result"]
    won = f"won by seat {_listed(result['winners'])}" if result["winners"] else "won by nobody"
    parts = [f"{result['ending']}, {won}", f"signed by seat {_listed(seats)}" if seats else "nobody has signed"]
    unsigned = [confirmation.seat for confirmation in confirmed.confirmations if not confirmation.signature]
    if unsigned:
        parts.append(f"confirmed without a key by seat {_listed(unsigned)}")
    return "; ".join(parts)


def _listed(seats: list[int]) -> str:
    return ", ".join(map(str, seats))
