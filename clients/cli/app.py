"""The `gunbai` command: its subcommands, those that other packages contribute, and what its exit codes mean."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from clients.cli import demo, lobby, playing, records
from gunbai_client import GunbaiError, NotAllowed, RequestError, Unreachable

HOLDS_NOT, MISUSED, DENIED, UNREACHABLE, INTERRUPTED = 1, 2, 3, 4, 130

EPILOG = (
    "Exit codes: 0 done; 1 something does not hold (a move was refused, a record or a case fails); 2 the command line "
    "is wrong; 3 the service did not take the request; 4 the service cannot be reached."
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gunbai {version('gunbai')}")
        raise typer.Exit


def command_line(words: Sequence[str]) -> typer.Typer:
    """Return the command with its subcommands: its own, and those of the entry-point group `gunbai.commands`.

    An entry point names a function, or a Typer of its own. Only the one that the words ask for is loaded, to start
    quickly; all are if they ask for none that is known.
    """
    app = typer.Typer(
        name="gunbai",
        epilog=EPILOG,
        no_args_is_help=True,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(gunbai)
    for group in (lobby, playing, records, demo):
        group.register(app)
    own = {command.callback.__name__ for command in app.registered_commands if command.callback}
    contributed = sorted(entry_points(group="gunbai.commands"), key=lambda each: each.name)
    wanted = next((word for word in words if not word.startswith("-")), "")
    known = own.union(each.name for each in contributed)
    for each in contributed:
        if wanted not in known - {each.name}:
            _add(app, each.name, each.load())
    return app


def gunbai(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version, and end.")
    ] = False,
) -> None:
    """A referee and a record for board games."""


def _add(app: typer.Typer, name: str, command: typer.Typer | Callable[..., None]) -> None:
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


def main() -> None:
    """Run the command line; a failure is told in a sentence that says what to do."""
    try:
        command_line(sys.argv[1:])(prog_name="gunbai")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has enough of it; nothing more is to be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(INTERRUPTED)
    except OSError as error:
        Console(stderr=True, highlight=False).print(f"[red]gunbai:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(HOLDS_NOT)
    except GunbaiError as error:
        notes = "".join(f"\n{escape(note)}" for note in getattr(error, "__notes__", ()))
        told = f"[red]gunbai:[/] {escape(str(error))}{advice(error)}{notes}"
        Console(stderr=True, highlight=False).print(told, soft_wrap=True)
        sys.exit(code_of(error))


def code_of(error: GunbaiError) -> int:
    """Return the exit code that an error ends in."""
    if isinstance(error, Unreachable):
        return UNREACHABLE
    return DENIED if isinstance(error, RequestError) else HOLDS_NOT


def advice(error: GunbaiError) -> str:
    """Return what to do about an error, as a further line, if there is something."""
    if isinstance(error, Unreachable):
        return "\nIs the service running there? `gunbai serve` starts one; --target or GUNBAI_TARGET says where it is."
    if isinstance(error, NotAllowed):
        return "\nTokens are kept by `gunbai new` and `gunbai join`; --token or GUNBAI_TOKEN gives another."
    return ""


if __name__ == "__main__":
    main()
