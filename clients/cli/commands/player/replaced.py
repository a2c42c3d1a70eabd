"""`gunbai player replaced`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from clients.cli.screen.markup import escape
from clients.cli.session import session_of
from gunbai_record.key_replacements import as_line, check_replacement
from gunbai_record.players import fingerprint
from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible


def replaced(
    context: typer.Context,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Write the replacements, with proofs, to this file for `gunbai player ratings`.",
        ),
    ] = None,
) -> None:
    """List the replaced player keys in a service's log."""
    session = session_of(context)
    with session.connect() as gunbai:
        logged = gunbai.log.key_replacements()
    for listed in logged:
        check_replacement(listed.replacement)
    if output is not None:
        output.write_text("".join(map(as_line, logged)), encoding="utf-8")
        line = f"Wrote {counted(len(logged), 'replacement')} to [bold]{escape(str(output))}[/]."
        session.output.answer({"file": str(output), "replacements": len(logged)}, line)
        return
    table = Table("old", "new", "by", "game", box=None, header_style="dim")
    for listed in logged:
        made = listed.replacement
        by = f"operator: {made.reason}" if made.reason else "old key"
        table.add_row(fingerprint(made.old_key), fingerprint(made.new_key), escape(visible(by)), listed.game)
    session.output.answer(logged, table if logged else "No key was replaced.")
