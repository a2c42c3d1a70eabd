"""`gunbai record repro`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.options.arguments import FieldsJson, OutputFile, parse_command
from clients.cli.options.positions import SourceAtVersion
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from gunbai_client.blocking.case_files import case_of_command, case_of_entry
from gunbai_client.errors import InvalidRequest


def repro(
    context: typer.Context,
    source: SourceAtVersion,
    command: Annotated[str, typer.Argument(help="Command to judge instead.", metavar="COMMAND")] = "",
    fields: FieldsJson = "{}",
    *,
    seat: Annotated[
        int, typer.Option("--seat", min=0, metavar="SEAT", help="Seat that gives the command (0: chance).")
    ] = 0,
    output: OutputFile = None,
) -> None:
    """Write a ruling as a case file.

    The case holds the ruling recorded at GAME@VERSION. With COMMAND, the case holds the ruling on that command in the
    position GAME@VERSION. Run the file with `gunbai title cases run`. You cannot write a case from a game while the
    game hides facts.
    """
    session = session_of(context)
    with session.reading(source) as (gunbai, game):
        info = gunbai.game(game)
        version = source.version or info.head
        if command:
            move = parse_command(info.title, command, fields)
            case = case_of_command(gunbai, game, version, seat, move)
        else:
            try:
                case = case_of_entry(gunbai, game, version)
            except InvalidRequest as error:
                raise typer.BadParameter(str(error)) from None
    if output == Path("-"):
        write_exactly(case.text)
        return
    file = output or Path(f"{game}-{version}.toml")
    file.write_text(case.text, encoding="utf-8")
    session.output.answer(
        {"file": str(file), "clause": case.clause}, f"Wrote the case to [bold]{escape(str(file))}[/]."
    )
