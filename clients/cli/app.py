"""The `gunbai` command: the group of its subcommands, and its entry point."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from clients.cli import discovery, errors

EPILOG = (
    "The service is that of --target after a subcommand, or of the variable GUNBAI_TARGET; else localhost:7070. "
    "Exit codes: 0 success; 1 a check failed (a move was refused, a record or a case is not valid); 2 wrong usage; "
    "3 the service rejected the request; 4 the service cannot be reached; 130 interrupted."
)


MEANT = {
    "create": "new",
    "host": "new",
    "list": "games",
    "resign": "concede",
    "move": "submit",
    "undo": "takeback",
    "view": "show",
    "history": "log",
    "dealer": "deal",
}
"""What other programs call subcommands of ours."""


class Subcommands(TyperGroup):
    """The subcommands, listed under their headings; a module is imported when its command runs."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._sources = discovery.sources()

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the subcommands, heading by heading."""
        del ctx
        return [each.name for each in sorted(self._sources.values(), key=discovery.order)]

    def get_command(self, ctx: Any, cmd_name: str) -> discovery.LazyCommand | None:
        """Return a subcommand that is not imported yet, or None."""
        del ctx
        if cmd_name not in self._sources:
            # The parent class suggests similar names from here.
            self.commands = {name: discovery.LazyCommand(each) for name, each in self._sources.items()}
            return None
        return discovery.LazyCommand(self._sources[cmd_name])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the subcommand that is named; of one that is called otherwise here, say how."""
        if args and args[0] in MEANT:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {MEANT[args[0]]!r}?")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="gunbai",
    cls=Subcommands,
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gunbai {version('gunbai')}")
        raise typer.Exit


@app.callback()
def gunbai(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Referee and record board games."""


def main() -> None:
    """Run the command line; print an expected error as a sentence and exit with its code."""
    try:
        app(prog_name="gunbai")
    except KeyboardInterrupt:
        sys.exit(errors.INTERRUPTED)
    except BrokenPipeError:
        # The reader of the output has closed it: write nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(errors.INTERRUPTED)
    except Exception as error:
        # The client is imported here only, so that `--help` does not wait for it.
        if (failure := errors.failure_of(error)) is None:
            raise
        failure.show()
        sys.exit(failure.code)


if __name__ == "__main__":
    main()
