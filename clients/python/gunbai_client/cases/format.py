"""The format of case files: what may stand in one, and the reading of it. `docs/cases.md` is its description."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

Fields: TypeAlias = dict[str, Any]
"""Fields of a message in protobuf's JSON mapping: names as in the proto, enums by name."""


class CaseError(ValueError):
    """A case file that cannot be read: the message names the file, the case and the field."""


class Waits(msgspec.Struct, forbid_unknown_fields=True):
    """What the rules wait for; only what is given is compared."""

    step: str | None = None
    seats: tuple[int, ...] | None = None
    clause: str | None = None
    chance: bool | None = None


class Offer(msgspec.Struct, forbid_unknown_fields=True):
    """A command that is, or is not, among the legal ones of a seat; without fields, any command of that name."""

    seat: int
    command: str
    fields: Fields | None = None


class Ended(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended; only what is given is compared."""

    ending: str | None = None
    clause: str | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    remark: str | None = None


class Expectation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What must hold after a move; what is not mentioned is not checked."""

    refused: str | None = None
    values: dict[str, Any] | None = None
    events: tuple[str | Fields, ...] | None = None
    events_end: tuple[str | Fields, ...] | None = None
    events_include: tuple[str | Fields, ...] | None = None
    waits: Waits | None = None
    view: Fields | None = None
    views: dict[str, Fields] | None = None
    legal: tuple[Offer, ...] = ()
    not_legal: tuple[Offer, ...] = ()
    ended: Ended | Literal[False] | None = None


class Move(Expectation, kw_only=True):
    """A command by an actor, and what must hold after it."""

    actor: int | Literal["chance"]
    command: str
    fields: Fields = {}


class Case(Expectation, kw_only=True):
    """One case: the clause that it shows, where it starts, the moves, and what must hold after the last of them."""

    name: str
    clause: str | tuple[str, ...]
    title: str = ""
    seats: int = 0
    options: Fields = {}
    edition: str | Fields = ""
    table: str | Fields = ""
    changes: str | Fields = ""
    before: tuple[Move, ...] = ()
    moves: tuple[Move, ...] = ()
    file: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of the clauses that the case cites, those by which its moves are refused included."""
        cited = (self.clause,) if isinstance(self.clause, str) else self.clause
        return tuple(dict.fromkeys((*cited, *self.refusals)))

    @property
    def refusals(self) -> tuple[str, ...]:
        """The numbers of the clauses by which its moves are refused."""
        return tuple(each.refused for each in (*self.moves, self) if each.refused)

    @property
    def place(self) -> str:
        """Where the case stands, for messages."""
        return f"{self.file}: {self.name!r}"


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seats: int = 0
    options: Fields = {}
    edition: str | Fields = ""
    table: str | Fields = ""
    changes: Fields = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    case: tuple[Fields, ...]
    title: str = ""
    start: _Start = _Start()


def read_files(paths: Iterable[Path]) -> Iterator[Case]:
    """Yield the cases of the files, and of all `*.toml` below the folders, sorted by path. Raises CaseError."""
    for path in paths:
        if not path.exists():
            raise CaseError(f"{path}: there is no such file or folder")
        for file in sorted(path.rglob("*.toml")) if path.is_dir() else (path,):
            yield from read_file(file)


def read_file(path: Path) -> list[Case]:
    """Return the cases of a file. Raises CaseError."""
    return read_text(path.read_text(encoding="utf-8"), str(path), folder=path.parent.name)


def read_text(text: str, file: str, folder: str = "") -> list[Case]:
    """Return the cases that `text` holds; `folder` names the title unless the text does. Raises CaseError."""
    try:
        content = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CaseError(f"{file}: {error}") from None
    title, start = content.title or folder, msgspec.to_builtins(content.start)
    return [_case(number, _started(start, fields), file, title) for number, fields in enumerate(content.case, start=1)]


def _started(start: Fields, fields: Fields) -> Fields:
    """Return a case's fields with those of the file's start before them: the changes of both are made."""
    own = fields.get("changes", {})
    changes = start.get("changes", {}) | own if isinstance(own, dict) else own
    return start | fields | ({"changes": changes} if changes else {})


def _case(number: int, fields: Fields, file: str, title: str) -> Case:
    try:
        case = msgspec.convert({"title": title} | fields | {"file": file}, Case)
    except msgspec.ValidationError as error:
        raise CaseError(f"{file}: case {number} ({fields.get('name', 'without a name')!r}): {error}") from None
    if case.refusals and not case.moves:
        raise CaseError(f"{case.place}: a refusal is expected, but no move is made")
    for seat in case.views or ():
        if not seat.isdecimal():
            raise CaseError(f"{case.place}: views.{seat}: a seat is a number, counted from 1")
    return case
