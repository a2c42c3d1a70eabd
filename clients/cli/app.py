"""The `gunbai` command: its everyday commands, its nouns with their verbs, and its entry point."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from clients.cli import discovery, errors
from clients.cli.screen.encodings import spell_out
from clients.cli.suggestions import no_command

EPILOG = (
    "The service is --target, or else GUNBAI_TARGET, or else localhost:7070. Exit codes: 0 success; 1 a "
    "check failed or a move was refused; 2 wrong usage; 3 the service rejected the request; 4 the "
    "service cannot be reached; 130 interrupted."
)
EXIT_SECONDS = 5.0
"""How long an ended command may take to close its connections."""
COLLECTED_AFTER = 20_000
"""How many objects are made before Python looks for unreachable ones among them."""
USAGE = "Usage: gunbai [--version | --install-completion | --help] COMMAND [ARGS]..."


class Words(TyperGroup):
    """Commands that are imported when they run; an unknown one is answered with the nearest."""

    noun = ""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command that is not imported yet, or None."""
        del ctx
        source = discovery.sources().get(f"{self.noun} {cmd_name}".strip())
        return discovery.LazyCommand(source) if source is not None else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the named command; for an unknown one, say which may be meant."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            ctx.fail(no_command(args[0], discovery.names(), self.noun))
        return super().resolve_command(ctx, args)


class Noun(Words):
    """A noun's commands, under their headings."""

    def __init__(self, noun: str) -> None:
        text = discovery.NOUNS.get(noun, "")
        super().__init__(name=noun, help=text, epilog=EPILOG, no_args_is_help=True, rich_markup_mode=None)
        self.noun = noun

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the verbs, heading by heading."""
        del ctx
        return discovery.verbs(self.noun)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the verbs, at least a line for each, heading by heading."""
        del ctx
        width = max(map(len, discovery.verbs(self.noun)))
        for heading, verbs in discovery.headed(self.noun):
            with formatter.section(heading):
                formatter.write_dl([(f"{source.verb:<{width}}", source.listing.summary) for source in verbs])


class Everything(Words):
    """The everyday commands and the nouns, listed on one screen."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the everyday commands, then the nouns."""
        del ctx
        return [*discovery.everyday(), *discovery.nouns()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return an everyday command or a noun, or None."""
        return Noun(cmd_name) if cmd_name in discovery.nouns() else super().get_command(ctx, cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help: a line for each command, cut to the terminal."""
        lines = (USAGE, "Everyday commands:", *map(self._everyday_line, discovery.everyday()))
        lines += ("", "More commands, by noun (try `gunbai game --help`):", *map(self._noun_line, discovery.nouns()))
        formatter.write("".join(f"{line[: ctx.terminal_width or formatter.width]}\n" for line in lines))

    def _everyday_line(self, name: str) -> str:
        return f"  {name:<11}{discovery.sources()[name].listing.summary}"

    def _noun_line(self, name: str) -> str:
        return f"  {name:<11}{discovery.NOUNS.get(name, '')}"


app = typer.Typer(
    name="gunbai",
    cls=Everything,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gunbai {version('gunbai')}")
        raise typer.Exit


@app.callback()
def gunbai(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Referee and record board games."""


def main() -> None:
    """Run the command line; print an expected error as a sentence and exit with its code."""
    # What is imported stays: looking for garbage among it takes a twentieth of a start.
    gc.set_threshold(COLLECTED_AFTER)
    # A container's first process ignores a signal without a handler.
    signal.signal(signal.SIGTERM, _exit)
    spell_out()
    try:
        sys.exit(app(prog_name="gunbai", standalone_mode=False))
    except typer.Abort:
        sys.exit(_shown(errors.Failure(errors.FAILED, "nothing was done")))
    except KeyboardInterrupt:
        sys.exit(errors.INTERRUPTED)
    except BrokenPipeError:
        # The reader of the output has closed it: write nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(errors.INTERRUPTED)
    except Exception as error:
        # Import the client only here, so that `--help` does not wait for it.
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error, err=True)
            sys.exit(errors.MISUSED)
        if (failure := errors.failure_of(error)) is None:
            raise
        sys.exit(_shown(failure))


def _shown(failure: errors.Failure) -> int:
    """Print a failure, and return its exit code."""
    # Import Rich only here, so that `--help` does not wait for it.
    from clients.cli.screen.failures import show_failure

    show_failure(failure)
    return failure.code


def _exit(number: int, _: object) -> None:
    # gRPC can wait forever for a stream that was interrupted.
    overdue = threading.Timer(EXIT_SECONDS, os._exit, (128 + number,))
    overdue.daemon = True
    overdue.start()
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
