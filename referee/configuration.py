"""A service's settings: from flags, the environment, a file and the defaults, in this order.

A setting has its flag's name: `--tls-key` is `tls-key` in the file (TOML, without tables) and `GUNBAI_SERVE_TLS_KEY` in
the environment. Unknown names and values of the wrong type are refused.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

import typer
from typer.core import TyperCommand
from typer.main import get_command

from gunbai_record.text_files import read_text

PREFIX = "GUNBAI_SERVE_"
"""How a setting's name begins in the environment."""
FILE = "config"
"""The option that names the file; it is not itself a setting."""
FLAG, DEFAULT = "flag", "default"
SHARED = frozenset(
    {"database", "key", "operator", "forwarder", "store", "store-key", "store-name", "store-monitor", "probes"}
) | frozenset({"tls-certificate", "tls-key"})
"""The service's settings that its other commands take as well: they name its files and its stream."""
SECRET_PART = re.compile(r"(?<=://)[^,\s]*(?=@)")
"""An address's secret part: user and password, or a token."""

_SOURCES = "gunbai.sources"

Kind = type[bool] | type[int] | type[float] | type[str] | type[list[str]] | type[Path]
Value = bool | int | float | str | list[str]
TRUE, FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})
WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
    list[str]: "a list of strings",
    Path: "a path",
}


class Setting(NamedTuple):
    """A setting: its name, the command parameter that takes it, and the kind of its values."""

    name: str
    parameter: str
    kind: Kind

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.name.replace("-", "_").upper()


class Given(NamedTuple):
    """A given value, and where it was given."""

    value: Value
    source: str


class Shown(NamedTuple):
    """A setting for display: its name, its value without secrets, and its source."""

    name: str
    value: Value | None
    source: str


def command_of(function: Callable[..., None]) -> TyperCommand:
    """Return a function's command, without the options for completion."""
    app = typer.Typer(add_completion=False)
    app.command("serve")(function)
    command = get_command(app)
    assert isinstance(command, TyperCommand)  # noqa: S101  # typer makes one of a single function
    return command


def settings_of(function: Callable[..., None]) -> Mapping[str, Setting]:
    """Return a command's settings, by name."""
    hints = {name: _kind(hint) for name, hint in get_type_hints(function).items() if name != "return"}
    named = {param.name: max(param.opts, key=len).removeprefix("--") for param in command_of(function).params}
    return {
        name: Setting(name, parameter, hints[parameter])
        for parameter, name in named.items()
        if parameter in hints and name != FILE
    }


def _kind(hint: Any) -> Any:
    """Return the kind of values that a parameter takes: without None, and a text for a choice."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType] or [hint]
    return str if inspect.isclass(kinds[0]) and issubclass(kinds[0], Enum) else kinds[0]


def given(settings: Mapping[str, Setting], file: Path | None, environment: Mapping[str, str]) -> dict[str, Given]:
    """Return the settings in the environment and the file, by name. Raises BadParameter."""
    return (_of_file(settings, file) if file else {}) | _of_environment(settings, environment)


def _of_file(settings: Mapping[str, Setting], file: Path) -> dict[str, Given]:
    try:
        content = tomllib.loads(read_text(file))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"cannot read it: {error}", param_hint=str(file)) from None
    return {name: Given(_checked(settings, file, name, value), str(file)) for name, value in content.items()}


def _checked(settings: Mapping[str, Setting], file: Path, name: str, value: Any) -> Value:
    """Return a value from the file; a path is relative to the file's folder. Raises BadParameter."""
    if name not in settings:
        raise typer.BadParameter(f"unknown setting {name!r}{_similar(name, settings)}", param_hint=str(file))
    kind = settings[name].kind
    wanted: Any = (int, float) if kind is float else str if kind is Path else list if kind == list[str] else kind
    parts = value if isinstance(value, list) else [""]
    sound = isinstance(value, wanted) and all(isinstance(part, str) for part in parts)
    if not sound or (isinstance(value, bool) and kind is not bool):
        raise typer.BadParameter(f"{name} takes {WORDS[kind]}, not {value!r}", param_hint=str(file))
    return str(file.parent / value) if kind is Path else value


def _of_environment(settings: Mapping[str, Setting], environment: Mapping[str, str]) -> dict[str, Given]:
    """Return the settings in the environment; an empty variable does not count. Raises BadParameter."""
    named = {setting.variable: setting for setting in settings.values()}
    values = {}
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX) or not text:
            continue
        if variable not in named:
            raise typer.BadParameter(f"not the name of a setting{_similar(variable, named)}", param_hint=variable)
        values[named[variable].name] = Given(_parsed(named[variable], text), variable)
    return values


def _parsed(setting: Setting, text: str) -> Value:
    """Return a variable's value; spaces separate the values of a list. Raises BadParameter."""
    try:
        if setting.kind is bool:
            return {word: word in TRUE for word in TRUE | FALSE}[text.lower()]
        if setting.kind is int or setting.kind is float:
            return setting.kind(text)
    except (KeyError, ValueError):
        problem = f"it takes {WORDS[setting.kind]}, not {text!r}"
        raise typer.BadParameter(problem, param_hint=setting.variable) from None
    return text.split() if setting.kind == list[str] else text


def _similar(name: str, names: Mapping[str, Any]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, names, 1)
    return f"; did you mean {close[0]}?" if close else ""


def apply(context: typer.Context, values: Mapping[str, Given], settings: Mapping[str, Setting]) -> None:
    """Apply the given values where a command has no flag. Commands other than `serve` take the shared settings."""
    serves = {param.name for param in context.command.params} >= {setting.parameter for setting in settings.values()}
    taken = {settings[name].parameter: choice for name, choice in values.items() if serves or name in SHARED}
    context.default_map = {parameter: choice.value for parameter, choice in taken.items()}
    context.meta[_SOURCES] = {parameter: choice.source for parameter, choice in taken.items()}


def reread(function: Callable[..., None], file: Path | None) -> Mapping[str, Any]:
    """Return a command's parameters from the environment and the file as it is now. Raises UsageError."""
    return command_of(function).make_context("gunbai serve", ["--config", str(file)] if file else []).params


def is_flag(context: typer.Context, parameter: str) -> bool:
    """Return whether a parameter was given on the command line."""
    return getattr(context.get_parameter_source(parameter), "name", "") == "COMMANDLINE"


def shown(function: Callable[..., None], options: Sequence[str]) -> list[Shown]:
    """Return all of a command's settings with these options, in the order of its flags. Raises UsageError."""
    command = command_of(function)
    context = command.make_context("gunbai serve", [*options])
    sources: Mapping[str, str] = context.meta[_SOURCES]
    variables = {param.name: str(param.envvar) for param in command.params}

    def source_of(parameter: str) -> str:
        how = getattr(context.get_parameter_source(parameter), "name", "")
        named = {"COMMANDLINE": FLAG, "ENVIRONMENT": variables[parameter], "DEFAULT_MAP": sources.get(parameter)}
        return named.get(how) or DEFAULT

    return [
        Shown(name, plain(context.params[parameter]), source_of(parameter))
        for name, parameter, _ in settings_of(function).values()
    ]


def plain(value: Any) -> Value | None:
    """Return a value for display, without an address's secret part."""
    match value:
        case Enum():
            return str(value.value)
        case Path():
            return str(value)
        case str():
            return SECRET_PART.sub("***", value)
        case list():
            return [str(plain(item)) for item in value]
    scalar: Value | None = value
    return scalar
