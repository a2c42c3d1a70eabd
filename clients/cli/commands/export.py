"""`gunbai export`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from clients.cli.positions import GameAtVersion
from clients.cli.session import Session, session_of
from gunbai_client import Gunbai, record_file

HEADING = "Read games"
STDOUT = Path("-")


def export(
    context: typer.Context,
    position: GameAtVersion,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for stdout.")] = None,
    table: Annotated[bool, typer.Option("--table", help="Write the table of the position as canonical JSON.")] = False,
) -> None:
    """Write the record of a game to a file; with --json and no file, print it as lines of JSON.

    With --table, print the table of a position instead, or write it to a file. Other games can start from it.
    """
    session, (game, version) = session_of(context), position
    if version and not table:
        raise typer.BadParameter(f"a record is exported whole: write {game}, or add --table", param_hint="GAME@VERSION")
    with session.connect(session.tokens.any(game)) as gunbai:
        if table:
            _export_table(session, gunbai.table(game, version), output)
        elif output == STDOUT:
            sys.stdout.buffer.writelines(gunbai.export(game))
        elif session.output.as_json and output is None:
            _print_record(session, gunbai, game)
        else:
            _write_record(session, gunbai, game, output or Path(f"{game}.gunbai"))


def _export_table(session: Session, table: str, path: Path | None) -> None:
    if path is None or path == STDOUT:
        session.output.answer(json.loads(table), escape(table))
        return
    path.write_text(table, encoding="utf-8")
    session.output.answer({"file": str(path)}, f"Wrote the table to [bold]{escape(str(path))}[/].")


def _print_record(session: Session, gunbai: Gunbai, game: str) -> None:
    header, entries = record_file.read(io.BytesIO(b"".join(gunbai.export(game))))
    session.output.answer(header)
    for entry in entries:
        session.output.answer(entry)


def _write_record(session: Session, gunbai: Gunbai, game: str, path: Path) -> None:
    with session.output.progress() as progress, path.open("wb") as file:
        pieces = progress.track(gunbai.export(game), description="writing")
        size = sum(file.write(piece) for piece in pieces)
    session.output.answer(
        {"game": game, "file": str(path), "bytes": size},
        f"Wrote {size:,} bytes to [bold]{escape(str(path))}[/].",
        f"[dim]Verify it:[/] gunbai verify {escape(str(path))}",
    )
