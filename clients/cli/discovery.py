"""Find the subcommands: a module each in `clients/cli/commands`, and the entry points of the group `gunbai.commands`.

A module there is named after its command (an underscore at its end is dropped, others become hyphens) and defines

- `HEADING`: the heading of `gunbai --help` that lists it, one of `HEADINGS`;
- a function of its own name, whose docstring is the help text; it takes a `typer.Context` first if it calls a service,
  and then accepts the shared options (see `clients.cli.session`);
- or, for a command with subcommands of its own, a `typer.Typer(help=...)` of that name, whose commands that call a
  service are declared with `cls=ServiceCommand`.

An entry point names such a function or Typer in another package. `HEADING` and the help text must be literals: listing
the commands reads them from the source and imports nothing, so that `gunbai --help` stays fast.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

PACKAGE = "clients.cli.commands"
GROUP = "gunbai.commands"
HEADINGS = ("Find and join games", "Play", "Read games", "Ask the referee", "Without a service")


class Listing(NamedTuple):
    """What `gunbai --help` shows of a command."""

    heading: str
    help: str


@dataclass(frozen=True)
class Source:
    """Where a subcommand is defined."""

    name: str
    module: str
    attribute: str

    @functools.cached_property
    def listing(self) -> Listing:
        """The heading and the help text, read from the source without importing it."""
        heading = text = ""
        for node in ast.parse(_source(self.module)).body:
            match node:
                case ast.Assign(targets=[ast.Name(id="HEADING")], value=ast.Constant(value=str() as heading)):
                    pass
                case ast.FunctionDef(name=self.attribute):
                    text = ast.get_docstring(node) or ""
                case ast.Assign(targets=[ast.Name(id=self.attribute)], value=ast.Call(keywords=keywords)):
                    text = next((ast.literal_eval(each.value) for each in keywords if each.arg == "help"), "")
        return Listing(heading, text)

    def load(self) -> TyperCommand | TyperGroup:
        """Import the module and return its command."""
        found = getattr(import_module(self.module), self.attribute)
        if not isinstance(found, typer.Typer):
            found = _alone(self.name, found)
        command = get_command(found)
        command.name = self.name
        # Shell completion is installed for `gunbai` as a whole.
        command.params = [each for each in command.params if each.name not in {"install_completion", "show_completion"}]
        return command  # type: ignore[return-value]  # typer builds one of the two


def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{module}, a command of gunbai, is not installed", name=module)
    return Path(spec.origin).read_text(encoding="utf-8")


def _alone(name: str, function: Callable[..., None]) -> typer.Typer:
    """Return a Typer with this one command."""
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    first = next(iter(inspect.signature(function, eval_str=True).parameters.values()), None)
    if first is not None and first.annotation is typer.Context:
        from clients.cli.session import ServiceCommand

        app.command(name, cls=ServiceCommand)(function)
    else:
        app.command(name)(function)
    return app


class LazyCommand(TyperCommand):
    """A subcommand that is imported when it runs; until then only its listing is known."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.name, help=source.listing.help, rich_help_panel=source.listing.heading)
        self._source = source

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Return the context of the imported command, which the parent then invokes."""
        return self._source.load().make_context(*arguments, **options)


def sources() -> Mapping[str, Source]:
    """Return the subcommands by name, those of other packages included."""
    folder = Path(__file__).parent / "commands"
    own = {path.stem for path in folder.glob("*.py")}
    found = [Source(_command_name(module), f"{PACKAGE}.{module}", module) for module in own]
    found += [Source(each.name, each.module, each.attr) for each in entry_points(group=GROUP) if _is_here(each.module)]
    return {each.name: each for each in found}


def _is_here(module: str) -> bool:
    """Return whether a module is installed: some commands exist in a checkout only."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _command_name(module: str) -> str:
    return module.rstrip("_").replace("_", "-")


def order(source: Source) -> tuple[int, str]:
    """Return the sort key of a command: its heading, then its name; unknown headings come last."""
    heading = source.listing.heading
    return HEADINGS.index(heading) if heading in HEADINGS else len(HEADINGS), source.name
