"""`python -m referee`: the commands of the referee without the client's."""

from __future__ import annotations

import typer

from referee.commands import serve, verify

app = typer.Typer(no_args_is_help=True, help="The referee: run the service, verify records.")
app.command()(serve)
app.command()(verify)

if __name__ == "__main__":
    app()
