"""`gunbai title show`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from shlex import quote
from typing import Any

import typer
from rich.table import Table

from clients.cli.options.arguments import TitleName
from clients.cli.screen.markup import escape
from clients.cli.screen.titles import seats_of, versions_of
from clients.cli.session import session_of
from clients.cli.sources.title_names import titles_meant
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai_client.fairness import SOURCES


def show(context: typer.Context, title: TitleName) -> None:
    """Show a title: aim, seats, rules versions, languages, options."""
    session = session_of(context)
    with session.connect() as gunbai:
        with titles_meant(gunbai.titles(), title):
            answer = gunbai.title(title)
        session.say_what_is_spoken(gunbai, answer.title.name)
        options = [_options(answer, gunbai.clauses(title))] if _properties(answer) else []
        session.output.answer(answer, *_lines(answer), *options)


def _lines(answer: GetTitleResponse) -> Iterator[str]:
    """Yield what a title's games are created with, as lines of markup."""
    title = answer.title
    yield f"[bold]{title.name}[/]: {escape(title.label)}"
    if answer.aim:
        yield escape(answer.aim)
    yield f"Seats: {seats_of(title)}; versions of the rules: {versions_of(title)}; chance: {', '.join(SOURCES)}"
    yield f"Package: {escape(title.distribution)} {escape(title.distribution_version)}"
    yield f"Languages: {', '.join(answer.languages)}"
    first = next(iter(_properties(answer).items()), None)
    if first is None:
        yield "It has no options."
        return
    name, option = first
    given = next((value for value in _allowed(option) if value != option["default"]), option["default"])
    example = json.dumps({name: given}, ensure_ascii=False)
    yield f"[dim]Give options as JSON:[/] gunbai new {title.name} --options {escape(quote(example))}"


def _properties(answer: GetTitleResponse) -> Mapping[str, Mapping[str, Any]]:
    """Return the JSON Schema of each option by name."""
    schema = json.loads(answer.options_schema_json)
    properties: Mapping[str, Mapping[str, Any]] = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return properties


def _options(answer: GetTitleResponse, rules: ListClausesResponse) -> Table:
    table = Table("option", "values", "default", "clause", "meaning", box=None, header_style="dim")
    for name, option in _properties(answer).items():
        default = json.dumps(option["default"], ensure_ascii=False)
        meaning = f"{option.get('title', '')}. {option.get('description', '')}"
        clauses = ", ".join([*option.get("clauses", ()), *_clauses_of(name, rules)])
        table.add_row(f"[bold]{name}[/]", escape(_values(option)), escape(default), clauses, escape(meaning))
    return table


def _clauses_of(option: str, rules: ListClausesResponse) -> Iterator[str]:
    """Yield the numbers of an option's clauses, and then of the house ruling that it switches."""
    for ruling in rules.house_rulings:
        if ruling.option == option:
            yield from (clause.number for clause in rules.clauses if clause.house_ruling == ruling.number)
            yield ruling.number


def _allowed(option: Mapping[str, Any]) -> list[Any]:
    """Return an option's possible values, as far as they are listed."""
    if option.get("type") == "boolean":
        return [True, False]
    return [choice["const"] for choice in option.get("oneOf", ())] or list(option.get("enum", ()))


def _values(option: Mapping[str, Any]) -> str:
    """Return an option's possible values in words or as JSON."""
    if allowed := _allowed(option):
        return ", ".join(json.dumps(value, ensure_ascii=False) for value in allowed)
    if "anyOf" in option:
        return " or ".join(map(_values, option["anyOf"]))
    if option.get("type") == "array":
        items = option["items"]
        values = [
            json.dumps(choice["const"], ensure_ascii=False) for choice in items.get("anyOf", ()) if "const" in choice
        ]
        return f"a list of {', '.join(values) or _values(items)}"
    return f"{_KINDS.get(option.get('type', ''), 'JSON')}{_bounds(option)}"


_KINDS = {"integer": "numbers", "number": "numbers", "string": "text", "null": "null"}
"""What values of a type are called."""


def _bounds(option: Mapping[str, Any]) -> str:
    """Return in words the bounds of a number, which exclude it where they say so."""
    bounds = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "exclusiveMaximum": "below"}
    return "".join(f" {word} {option[name]}" for name, word in bounds.items() if name in option)
