"""Find the commands: modules in `clients/cli/commands`, and the entry points of the group `gunbai.commands`.

A folder there is a noun, such as `game`; a module in it is a verb of this noun, such as `gunbai game draw`, and a
module beside the folders is an everyday command, such as `gunbai play`. A module is named after its command (an
underscore at its end is dropped, others become hyphens) and defines

- a function of its own name, whose docstring is the help text; it takes a `typer.Context` first if it calls a service,
  and then accepts the shared options (see `clients.cli.session`);
- or, for a command with subcommands of its own, a `typer.Typer(help=...)` of that name, whose commands that call a
  service are declared with `cls=ServiceCommand`;
- where its noun has many verbs, `HEADING`: the heading that lists it, one of `HEADINGS`.

An entry point names such a function or Typer in another package. Its own name is the command's, with a dot after the
noun: `server.backup`, or `serve` for an everyday one. `HEADING` and the help text must be literals: listing the
commands reads them from the source and imports nothing, so that `gunbai --help` stays fast.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

PACKAGE = "clients.cli.commands"
GROUP = "gunbai.commands"
EVERYDAY = ("new", "join", "play", "watch", "bot", "verify", "serve", "web", "demo")
"""The commands without a noun, in listing order."""
NOUNS = {
    "game": "Find, start, play, end and study games.",
    "player": "Make your player key; rate players from records.",
    "seat": "Invite players, free seats, replace lost tokens.",
    "record": "Read, check, export and import records of games.",
    "dispute": "Dispute a ruling, see the evidence, settle it.",
    "log": "Check and witness the service's log of all games.",
    "server": "Configure, back up, restore and examine a service.",
    "tournament": "Run a club tournament: pair players, keep the table.",
    "title": "List titles, rules and rule cases; write new titles.",
    "dev": "Measure and load a service; run a test cluster.",
}
"""The nouns, and what their commands do. The commands of `dev` exist only in a checkout."""
HEADINGS = ("Commands", "Find and start", "Play", "Look back", "Arbiter and dealer")
"""The headings in a noun's help; commands without one stand under the first."""


class Listing(NamedTuple):
    """What a noun's help shows of a command."""

    heading: str
    help: str

    @property
    def summary(self) -> str:
        """The help's first sentence."""
        return summary_of(self.help)


def summary_of(text: str) -> str:
    """Return a help text's first sentence."""
    return f"{' '.join(text.split()).split('. ')[0].rstrip('.')}."


@dataclass(frozen=True)
class CommandSource:
    """Where a command is defined."""

    name: str
    """The command's words after `gunbai`, for example `game draw`."""
    module: str
    attribute: str

    @property
    def noun(self) -> str:
        """The noun; "" for an everyday command."""
        return self.name.rpartition(" ")[0]

    @property
    def verb(self) -> str:
        """The last word."""
        return self.name.rpartition(" ")[2]

    @functools.cached_property
    def listing(self) -> Listing:
        """The heading and the help text, read from the source without importing it."""
        heading, text = HEADINGS[0], ""
        for node in ast.parse(_source(self.module)).body:
            match node:
                case ast.Assign(targets=[ast.Name(id="HEADING")], value=ast.Constant(value=str() as heading)):
                    pass
                case ast.FunctionDef(name=self.attribute):
                    text = ast.get_docstring(node) or ""
                case ast.Assign(targets=[ast.Name(id=self.attribute)], value=ast.Call(keywords=keywords)):
                    text = next((ast.literal_eval(keyword.value) for keyword in keywords if keyword.arg == "help"), "")
        return Listing(heading, text)

    def load(self) -> TyperCommand | TyperGroup:
        """Import the module and return its command."""
        target = getattr(import_module(self.module), self.attribute)
        if not isinstance(target, typer.Typer):
            target = _alone(self.verb, target)
        command = get_command(target)
        command.name = self.verb
        _write_plainly(command)
        # Shell completion is installed for the whole of `gunbai`.
        command.params = [
            param for param in command.params if param.name not in {"install_completion", "show_completion"}
        ]
        return command  # type: ignore[return-value]  # typer builds one of the two


def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{module}, a command of gunbai, is not installed", name=module)
    return Path(spec.origin).read_text(encoding="utf-8")


def _alone(name: str, function: Callable[..., None]) -> typer.Typer:
    """Return a Typer with only this command."""
    app = typer.Typer(add_completion=False)
    first = next(iter(inspect.signature(function, eval_str=True).parameters.values()), None)
    if first is not None and first.annotation is typer.Context:
        from clients.cli.session import ServiceCommand

        app.command(name, cls=ServiceCommand)(function)
    else:
        app.command(name)(function)
    return app


def _write_plainly(command: Any) -> None:
    """Make a command and its subcommands write their help as plain text, without what the words already say."""
    command.rich_markup_mode = None
    for param in command.params:
        # Neither `x>=0` nor a default of 0, which means "not given", tells a person anything.
        if getattr(param, "max", 0) is None:
            param._get_number_range_help_str = str  # noqa: SLF001  # the library has no option for this
        if param.default == 0:
            param.show_default = False
    for within in getattr(command, "commands", {}).values():
        within.short_help = summary_of(within.help or "")
        _write_plainly(within)


_NAMING_FILES = frozenset({"path", "file", "directory"})
"""The types of parameters that name files, in any bytes."""


def is_unicode_text(value: Any) -> bool:
    """Return whether every text in a parameter's value is Unicode: other bytes can only name files."""
    if isinstance(value, str):
        return not any("\ud800" <= sign <= "\udfff" for sign in value)
    return all(map(is_unicode_text, value)) if isinstance(value, list | tuple) else True


class LazyCommand(TyperCommand):
    """A command that is imported when it runs; until then only its listing is known."""

    def __init__(self, source: CommandSource) -> None:
        super().__init__(source.verb, help=source.listing.help, rich_help_panel=source.listing.heading)
        self._source = source

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Return the imported command's context, which the parent then invokes."""
        context: Any = self._source.load().make_context(*arguments, **options)
        for param in context.command.params:
            if param.type.name not in _NAMING_FILES and not is_unicode_text(context.params.get(param.name)):
                raise typer.BadParameter("not UTF-8", context, param)
        from clients.cli.options.effects import check_effects

        check_effects(self._source.name, context)
        return context


@functools.cache
def sources() -> Mapping[str, CommandSource]:
    """Return the commands by name, other packages' included."""
    contributed = (
        CommandSource(point.name.replace(".", " "), point.module, point.attr)
        for point in entry_points(group=GROUP)
        if _is_here(point.module)
    )
    return {source.name: source for source in (*_own(), *contributed)}


def _own() -> Iterator[CommandSource]:
    """Yield the commands in the folder of commands."""
    folder = Path(__file__).parent / "commands"
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        yield CommandSource(" ".join(map(_command_name, parts)), ".".join((PACKAGE, *parts)), path.stem)


def _is_here(module: str) -> bool:
    """Return whether a module is installed: some commands exist only in a checkout."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _command_name(module: str) -> str:
    return module.rstrip("_").replace("_", "-")


def everyday() -> list[str]:
    """Return the commands without a noun: ours in their order, then those of other packages."""
    nounless = sorted(source.name for source in sources().values() if not source.noun)
    return sorted(nounless, key=lambda name: EVERYDAY.index(name) if name in EVERYDAY else len(EVERYDAY))


def nouns() -> list[str]:
    """Return the nouns that have commands: ours in their order, then those of other packages."""
    words = sorted({source.noun for source in sources().values()} - {""})
    order = [*NOUNS]
    return sorted(words, key=lambda name: order.index(name) if name in NOUNS else len(order))


def verbs(noun: str) -> list[str]:
    """Return a noun's verbs, heading by heading; unknown headings come last."""
    return [source.verb for _, under in headed(noun) for source in under]


def headed(noun: str) -> Iterator[tuple[str, list[CommandSource]]]:
    """Yield a noun's headings with the commands under each."""
    of_noun = sorted((source for source in sources().values() if source.noun == noun), key=_order)
    for heading, under in groupby(of_noun, lambda source: source.listing.heading):
        yield heading, list(under)


def names() -> list[str]:
    """Return all commands in listing order."""
    return [*everyday(), *(f"{noun} {verb}" for noun in nouns() for verb in verbs(noun))]


def _order(source: CommandSource) -> tuple[int, str]:
    heading = source.listing.heading
    return HEADINGS.index(heading) if heading in HEADINGS else len(HEADINGS), source.verb
