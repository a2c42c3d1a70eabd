"""The format of case files, and how to read them. `docs/cases.md` describes it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from gunbai_record import text_files
from gunbai_record.numerals import is_whole

Fields: TypeAlias = dict[str, Any]
"""A message's fields in protobuf's JSON mapping: names as in the proto, enums by name."""


class CaseError(ValueError):
    """A case that cannot be read or played: the message names the file, the case and the field."""


class Waits(msgspec.Struct, forbid_unknown_fields=True):
    """What the rules wait for; only the given fields are compared."""

    step: str | None = None
    seats: tuple[int, ...] | None = None
    clause: str | None = None
    chance: bool | None = None


class Offer(msgspec.Struct, forbid_unknown_fields=True):
    """A command that is or is not among a seat's legal ones; without fields, it matches any command of that name."""

    seat: int
    command: str
    fields: Fields | None = None


class Ended(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended; only the given fields are compared."""

    ending: str | None = None
    clause: str | None = None
    winners: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    remark: str | None = None


class Expectation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What must hold after a move; fields that are not given are not checked."""

    refused: str | None = None
    values: dict[str, Any] | None = None
    events: tuple[str | Fields, ...] | None = None
    events_end: tuple[str | Fields, ...] | None = None
    events_include: tuple[str | Fields, ...] | None = None
    events_exclude: tuple[str | Fields, ...] | None = None
    waits: Waits | None = None
    view: Fields | None = None
    views: dict[str, Fields] | None = None
    legal: tuple[Offer, ...] = ()
    not_legal: tuple[Offer, ...] = ()
    ended: Ended | Literal[False] | None = None


class Move(Expectation, kw_only=True):
    """An actor's command, and what must hold after it."""

    actor: int | Literal["chance"]
    command: str
    fields: Fields = {}
    fork_at: int | None = None
    """The number of moves after which the game is branched for this move; None to continue where it is."""


class Case(Expectation, kw_only=True):
    """A case: the clause that it shows, its start, its moves, and what must hold after the last of them."""

    name: str
    clause: str | tuple[str, ...]
    title: str
    rules_version: int = 0
    seats: int = 0
    options: Fields = {}
    edition: str | Fields = ""
    table: str | Fields = ""
    changes: str | Fields = ""
    pools: tuple[str, ...] = ()
    """The paths of the lists that lose the cards which `changes` puts elsewhere."""
    refused_creation: str | Literal[True] | None = None
    """The clause by which the game's creation is refused; True for a refusal without a clause."""
    before: tuple[Move, ...] = ()
    moves: tuple[Move, ...] = ()
    file: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of the clauses that the case cites, including those of the expected refusals."""
        cited = (self.clause,) if isinstance(self.clause, str) else self.clause
        return tuple(dict.fromkeys((*cited, *self.refusals)))

    @property
    def refusals(self) -> tuple[str, ...]:
        """The numbers of the clauses by which its moves, or its creation, are refused."""
        created = (self.refused_creation,) if isinstance(self.refused_creation, str) else ()
        return (*created, *(holder.refused for holder in (*self.moves, self) if holder.refused))

    @property
    def endings(self) -> tuple[str, ...]:
        """The clauses by which the case says that the game ends; where it names none, the clauses that it cites."""
        ended = [holder.ended for holder in (*self.moves, self) if holder.ended]
        return tuple(
            number for ended_case in ended for number in ((ended_case.clause,) if ended_case.clause else self.clauses)
        )

    @property
    def place(self) -> str:
        """The case's file and name, for messages."""
        return f"{self.file}: {self.name!r}"


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules_version: int | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    options: Fields | UnsetType = UNSET
    edition: str | Fields | UnsetType = UNSET
    table: str | Fields | UnsetType = UNSET
    changes: Fields | UnsetType = UNSET
    pools: tuple[str, ...] | UnsetType = UNSET


class _File(msgspec.Struct, forbid_unknown_fields=True):
    case: tuple[Fields, ...]
    title: str = ""
    start: _Start = _Start()
    positions: dict[str, _Start] = {}


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files among the paths, and the case files in the folders, sorted by path.

    A folder's case files are the `*.toml` files that contain `[[case`; hidden folders are left out. Raises CaseError
    for a path that does not exist.
    """
    for path in paths:
        if not path.exists():
            raise CaseError(f"{path}: no such file or folder")
        yield from sorted(filter(_has_cases, path.rglob("*.toml"))) if path.is_dir() else (path,)


def _has_cases(file: Path) -> bool:
    return not any(part.startswith(".") for part in file.parts) and b"[[case" in file.read_bytes()


def read_files(paths: Iterable[Path]) -> Iterator[Case]:
    """Yield the cases in files and folders. Raises CaseError at the first case that cannot be read."""
    for file in find_files(paths):
        yield from readable(read_file(file))


def readable(cases: Iterable[Case | CaseError]) -> Iterator[Case]:
    """Yield the cases. Raises CaseError at the first one that cannot be read."""
    for case in cases:
        if isinstance(case, CaseError):
            raise case
        yield case


def read_file(path: Path) -> list[Case | CaseError]:
    """Return a file's cases, with an error instead of each case that cannot be read."""
    try:
        text = text_files.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        return [CaseError(f"{path}: {error}")]
    return read_text(text, str(path), folder=path.resolve().parent.name)


def read_text(text: str, file: str, folder: str = "") -> list[Case | CaseError]:
    """Return the cases in `text`, as `read_file` does; `folder` is the title unless the text names one."""
    try:
        content = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        return [CaseError(f"{file}: {error}")]
    title = content.title or folder
    return [_read(number, fields, content, file, title) for number, fields in enumerate(content.case, start=1)]


def _read(number: int, fields: Fields, content: _File, file: str, title: str) -> Case | CaseError:
    try:
        placed = _placed(number, fields, content.positions, file)
        return _case(number, _started(msgspec.to_builtins(content.start), placed), file, title)
    except CaseError as error:
        return error


def _placed(number: int, fields: Fields, positions: dict[str, _Start], file: str) -> Fields:
    """Return a case's fields over those of the position that it names. Raises CaseError for an unknown position."""
    if "position" not in fields:
        return fields
    name, own = fields["position"], {key: value for key, value in fields.items() if key != "position"}
    if not isinstance(name, str) or name not in positions:
        raise CaseError(f"{file}: {_numbered(number, fields)}: no [positions.{name}] in this file")
    return _started(msgspec.to_builtins(positions[name]), own)


def _started(start: Fields, fields: Fields) -> Fields:
    """Return a case's fields over those of a start; the changes of both are merged."""
    own = fields.get("changes", {})
    changes = start.get("changes", {}) | own if isinstance(own, dict) else own
    return start | fields | ({"changes": changes} if changes else {})


def _case(number: int, fields: Fields, file: str, title: str) -> Case:
    try:
        case = msgspec.convert({"title": title} | fields | {"file": file}, Case)
    except msgspec.ValidationError as error:
        raise CaseError(f"{file}: {_numbered(number, fields)}: {error}") from None
    if problem := next(_problems(case), None):
        raise CaseError(f"{case.place}: {problem}")
    return case


def _numbered(number: int, fields: Fields) -> str:
    return f"case {number} ({fields.get('name', 'without a name')!r})"


def _problems(case: Case) -> Iterator[str]:
    """Yield what is wrong with a case although each field has its type."""
    if case.refused and not case.moves:
        yield "a refusal is expected, but there is no move"
    if case.refused_creation and (case.moves or case.before):
        yield "the creation should be refused, but there are moves"
    if any(move.fork_at is not None for move in case.before):
        yield "before: only `moves` may have fork_at"
    for made, move in enumerate(case.moves):
        if move.fork_at is not None and not 0 <= move.fork_at <= made:
            yield f"move {made + 1}: fork_at must be from 0 to {made}, not {move.fork_at}"
    for seat in case.views or ():
        if not is_whole(seat):
            yield f"views.{seat}: a seat is a number, counted from 1"
