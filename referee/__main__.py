"""`python -m referee`: the referee's commands without the client's."""

from __future__ import annotations

import typer

from referee.commands import forget, reindex, serve
from referee.proof.verify_command import key, verify
from referee.upkeep import doctor

app = typer.Typer(no_args_is_help=True, help="Run the service, verify records, and maintain its database.")
app.command()(serve)
app.command()(verify)
app.command()(reindex)
app.command()(forget)
app.command()(doctor)
app.add_typer(key, name="key")

if __name__ == "__main__":
    app()
