"""Parameters that several subcommands take, and the values they are parsed into."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import descriptor_pool, json_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

import gunbai
from gunbai_record import text_files
from gunbai_record.messages import UnknownMessageError, import_stubs, of_title, packages_of, texts_in
from gunbai_record.notation.short_forms import Vocabulary


def installed_titles(incomplete: str) -> list[str]:
    """Return the titles with installed stubs whose names begin like this, for shell completion."""
    folders = (folder for root in gunbai.__path__ for folder in Path(root).iterdir())
    titles = {folder.name for folder in folders if (folder / "v1" / "commands_pb2.py").is_file()}
    return sorted(title for title in titles if title.startswith(incomplete))


TitleName = Annotated[
    str,
    typer.Argument(help="Title (see `gunbai title list`).", metavar="TITLE", autocompletion=installed_titles),
]
OfTitle = Annotated[
    str, typer.Option("--title", metavar="TITLE", help="Only games of this title.", autocompletion=installed_titles)
]
CommandName = Annotated[str, typer.Argument(help="Name of a command, such as Step.", metavar="COMMAND")]
FieldsJson = Annotated[str, typer.Argument(help="Fields of the command, as JSON.", metavar="FIELDS")]
DATE_LENGTHS = {4, 7, 10}
"""How long a year, a month and a day are."""

RulesVersion = Annotated[
    int, typer.Option("--rules", min=0, metavar="VERSION", help="Rules version (see `gunbai title list`).")
]
Winners = Annotated[
    list[int] | None,
    typer.Option("--winner", min=1, metavar="SEAT", help="Winning seat. Repeatable; leave out if nobody wins."),
]
Scores = Annotated[
    list[int] | None, typer.Option("--score", metavar="POINTS", help="Score of a seat. Repeat for each seat, in order.")
]

OutputFile = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write (-: stdout).")]
WholeTable = Annotated[bool, typer.Option("--table", help="Read the whole table, not the view.")]


def hash_in(text: str) -> bytes:
    """Return a token's SHA-256 from its hex digits. Raises typer.BadParameter."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise typer.BadParameter("expected 64 hexadecimal digits", param_hint="--token-hash")
    return bytes.fromhex(text)


def finite(number: float) -> float:
    """Return a number of seconds. Raises typer.BadParameter for an infinity or NaN."""
    if not isfinite(number):
        raise typer.BadParameter(f"expected a number of seconds, not {number}")
    return number


def parse_date(text: str) -> str:
    """Return a day, a month or a year in ISO 8601; "" for none. Raises typer.BadParameter."""
    try:
        # The first day that the text can mean. `fromisoformat` also accepts forms that we do not.
        sound = date.fromisoformat(text + "0001-01-01"[len(text) :]).isoformat().startswith(text)
    except ValueError:
        sound = False
    if text and not (sound and len(text) in DATE_LENGTHS):
        raise typer.BadParameter(f"expected a date such as 1972-07-11, 1972-07 or 1972, not {text!r}")
    return text


def parse_command(title: str, name: str, fields: str) -> Message:
    """Return the title's command with this name and these fields. Raises typer.BadParameter."""
    try:
        return json_format.Parse(fields, of_title(title, name))
    except UnknownMessageError:
        problem = f"{title} has no command {name!r}{_meant(title, name)}"
        raise typer.BadParameter(problem, param_hint="COMMAND") from None
    except json_format.ParseError as error:
        raise typer.BadParameter(str(error), param_hint="FIELDS") from None


def _meant(title: str, name: str) -> str:
    """Return which commands an unknown name may mean: those that begin with it, or the most similar one."""
    names = [kind.name for kind in commands_of(title)]
    begun = [candidate for candidate in names if candidate.casefold().startswith(name.casefold())]
    matches = begun or get_close_matches(name, names, 1)
    return f"; did you mean {' or '.join(matches)}?" if matches else ""


def meant_in(words: Vocabulary, move: Message) -> Iterator[str]:
    """Yield which texts of a command are the id of no component, where they are like a name: a field has its id."""
    for text in texts_in(move):
        ids = words.components(text)
        near = words.near(text, words.names)
        if text and text not in words.names and (ids or near):
            may_be = f"; did you mean {', '.join(map(repr, ids))}?" if ids else near
            yield f"this title has no component {text!r}{may_be}"


def commands_of(title: str) -> list[Descriptor]:
    """Return the command types of a title, if this client has its stubs."""
    file = None
    for package in packages_of(title):
        import_stubs(package)
        with suppress(KeyError):
            file = descriptor_pool.Default().FindFileByName(f"{package.replace('.', '/')}/commands.proto")
    if file is None:
        return []
    kinds: list[Descriptor] = list(file.message_types_by_name.values())
    parts = {field.message_type.full_name for kind in kinds for field in kind.fields if field.message_type}
    return [kind for kind in kinds if kind.full_name not in parts]


def write_table(file: Path, table: str) -> None:
    """Write a table to a file, each value on a line of its own: people edit it."""
    file.write_text(json.dumps(json.loads(table), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_text(path: Path | None) -> str:
    """Return a file's text, or "" if there is no file. Raises typer.BadParameter."""
    if path is None:
        return ""
    try:
        return text_files.read_text(path)
    except UnicodeDecodeError:
        raise typer.BadParameter(f"cannot read {path}: it is not UTF-8 text") from None
    except OSError as error:
        raise typer.BadParameter(f"cannot read {path}: {error.strerror}") from None
