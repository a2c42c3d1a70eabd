"""The `gunbai` command: its subcommands, those that other packages contribute, and what its exit codes mean."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import entry_points

import typer
from rich.console import Console

from clients.cli import demo, lobby, playing, records
from gunbai_client import GunbaiError, NotAllowed, RequestError, Unreachable

HOLDS_NOT, MISUSED, DENIED, UNREACHABLE, INTERRUPTED = 1, 2, 3, 4, 130

EPILOG = (
    "Exit codes: 0 done; 1 something does not hold (a move was refused, a record or a case fails); 2 the command line "
    "is wrong; 3 the service did not take the request; 4 the service cannot be reached."
)

app = typer.Typer(
    name="gunbai",
    help="A referee and a record for board games.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (lobby, playing, records, demo):
    group.register(app)


def contribute(commands: typer.Typer, line: Sequence[str]) -> None:
    """Add the subcommands of the entry-point group `gunbai.commands`: each names a function, or a Typer of its own.

    Only the one that the command line names is loaded, to start quickly; all are, if it names none that is known here.
    """
    own = {command.callback.__name__ for command in commands.registered_commands if command.callback}
    wanted = next((word for word in line if not word.startswith("-")), "")
    contributed = sorted(entry_points(group="gunbai.commands"), key=lambda each: each.name)
    known = own | {entry_point.name for entry_point in contributed}
    for entry_point in contributed:
        if wanted in known - {entry_point.name}:
            continue
        command = entry_point.load()
        if isinstance(command, typer.Typer):
            commands.add_typer(command, name=entry_point.name)
        else:
            commands.command(entry_point.name)(command)


def main() -> None:
    """Run the command line; a failure is told in a sentence that says what to do."""
    contribute(app, sys.argv[1:])
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(INTERRUPTED)
    except GunbaiError as error:
        Console(stderr=True, highlight=False).print(f"[red]gunbai:[/] {error}{advice(error)}", soft_wrap=True)
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
