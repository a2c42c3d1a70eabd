"""The commands that look after a service beside it: `config`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

HEADING = "Without a service"

config = typer.Typer(
    add_completion=False,
    rich_markup_mode="rich",
    help="Show the settings that `gunbai serve` would have with these options, and where each comes from.",
)


@config.command(context_settings={"ignore_unknown_options": True})
def settings(
    options: Annotated[
        list[str] | None, typer.Argument(help="Options of `gunbai serve`, such as --config FILE.", metavar="OPTION")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Show the settings that `gunbai serve` would have with these options, and where each comes from."""
    from rich.console import Console
    from rich.table import Table

    from referee.commands import serve
    from referee.configuration import shown

    found = shown(serve, options or ())
    if as_json:
        typer.echo(json.dumps([each._asdict() for each in found], ensure_ascii=False))
        return
    table = Table("setting", "value", "from")
    for each in found:
        table.add_row(
            each.name, json.dumps(each.value, ensure_ascii=False) if each.value is not None else "", each.source
        )
    console = Console()
    if not console.is_terminal:
        console.width = 200
    console.print(table, markup=False)
