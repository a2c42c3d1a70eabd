"""`gunbai record export`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from clients.cli.options.arguments import OutputFile, write_table
from clients.cli.options.positions import Source, SourceAtVersion
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from gunbai_client import Gunbai
from gunbai_record import record_file

STDOUT = Path("-")
compact = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


def export(
    context: typer.Context,
    source: SourceAtVersion,
    output: OutputFile = None,
    *,
    table: Annotated[bool, typer.Option("--table", help="Write the table of one position (canonical JSON).")] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Write the tables of all positions (JSON lines).")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Write the record as JSON lines.")] = False,
) -> None:
    """Export the record of a game to a file.

    With --json and no file, gunbai prints the record as JSON. With --table, gunbai exports the table of one position,
    which other games can start from. With --tables, gunbai exports all tables of a finished game: other verifiers need
    the tables to check dice and cards.
    """
    session = session_of(context)
    if sum((table, tables, jsonl)) > 1:
        raise typer.BadParameter("choose one of --table, --tables and --jsonl")
    _check_source(source, table=table, tables=tables)
    with session.reading(source) as (gunbai, game):
        if table:
            _export_table(session, gunbai.table(game, source.version), output)
        elif tables:
            name = source.file.stem if source.file else game
            _write_lines(session, _tables(gunbai, game), output or Path(f"{name}.tables.jsonl"))
        elif jsonl:
            _write_lines(session, _lines(gunbai, game), output or Path(f"{game}.jsonl"))
        elif output == STDOUT:
            sys.stdout.buffer.writelines(gunbai.export(game))
        elif session.output.as_json and output is None:
            _print_record(session, gunbai, game)
        else:
            _write_record(session, gunbai, game, output or Path(f"{game}.gunbai"))


def _check_source(source: Source, *, table: bool, tables: bool) -> None:
    """Check that what is exported can have a version, or come from a file. Raises typer.BadParameter."""
    if source.version and not table:
        problem = f"a record is exported whole: write {source._replace(version=0)}, or add --table"
        raise typer.BadParameter(problem, param_hint="GAME@VERSION")
    if source.file is not None and not (table or tables):
        raise typer.BadParameter(f"{source.file} is already a record file: add --table or --tables")


def _export_table(session: Session, table: str, path: Path | None) -> None:
    if path is None or path == STDOUT:
        if session.output.as_json:
            session.output.answer(json.loads(table))
        else:
            write_exactly(f"{table}\n")
        return
    write_table(path, table)
    session.output.answer({"file": str(path)}, f"Wrote the table to [bold]{escape(str(path))}[/].")


def _tables(gunbai: Gunbai, game: str) -> Iterator[str]:
    """Yield a line for each position: its table, what the rules wait for there, and whose decision it is."""
    for position in gunbai.replay(game, tables=True):
        table = position.table
        fields = {"table": table.table_json, "step": table.step_json, "seats": [*table.seats]}
        yield f"{compact({'version': position.version} | fields)}\n"


def _lines(gunbai: Gunbai, game: str) -> Iterator[str]:
    """Yield a record's lines."""
    return record_file.as_lines(*record_file.read(io.BytesIO(b"".join(gunbai.export(game)))))


def _write_lines(session: Session, lines: Iterator[str], path: Path) -> None:
    if path == STDOUT:
        for line in lines:
            write_exactly(line)
        return
    with session.output.progress() as progress, path.open("w", encoding="utf-8", newline="\n") as file:
        count = sum(1 for line in progress.track(lines, description="writing") if file.write(line))
    session.output.answer(
        {"file": str(path), "lines": count}, f"Wrote {count:,} lines to [bold]{escape(str(path))}[/]."
    )


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
        f"[dim]Verify it:[/] gunbai verify {escape(quote(str(path)))}",
    )
