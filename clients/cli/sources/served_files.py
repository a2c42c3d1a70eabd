"""Files in place of a service: another package reads them in this process, by entry points of the group `gunbai.files`.

`record` names a function that takes the path of a record file and returns an asynchronous context manager. In it, a
service answers for the file's game at the address that it yields together with the game's id, so commands that read a
game from a service can read it from a file in the same way. `moves` and `notation` name functions that take the path of
a list of moves, or of a game in the notation, its arbiter's key or None, and its game's id or "", and return its record
file. `notes` names a function that takes the bytes of a record file and returns its game's notation. `evidence` names a
coroutine function that takes the path of a record file, a dispute, the seat that saw it or 0, the version that was the
head then, and the languages that were asked for. It returns what the record has on the dispute in each way in which
this seat may have seen it, with the title. `seeded` names a function that takes
the terms of a game from a seed, the players and their moves, and returns its record file (`gunbai_learn.records`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from gunbai_client.background import entered, start
from gunbai_record.errors import GunbaiError
from gunbai_record.record_file import is_record

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from gunbai.referee.v1.disputes_pb2 import Dispute, Evidence

GROUP = "gunbai.files"


class Served(NamedTuple):
    """A service for a file's game: its address, and the game's id."""

    address: str
    game: str


class Remade(Protocol):
    """What a record has on a dispute, and the title of its game."""

    @property
    def evidence(self) -> Evidence:
        """What a service with this record shows."""

    @property
    def title(self) -> str:
        """The name of the title."""


def evidence_in(file: Path, dispute: Dispute, eyes: int, head: int, accept_language: str) -> list[Remade]:
    """Return the evidence of a dispute in a file's record, as each seat and the public (0) may have seen it.

    Raises GunbaiError if the record lacks it, or no package can read one.
    """
    made = cast("Callable[..., Coroutine[Any, Any, list[Remade]]]", _reader("evidence"))
    return start(made(file, dispute, eyes, head, accept_language)).result()


def served(file: Path) -> AbstractContextManager[Served]:
    """Return the service for a record file's game. Raises GunbaiError if no package can serve one."""
    return entered(cast("Callable[[Path], AbstractAsyncContextManager[Served]]", _reader("record"))(file))


def recorded(moves: Path, key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file of the game in a list of moves, with this id or a random one, and the arbiter's key.

    Raises GunbaiError, also if no package can read one.
    """
    return cast("Callable[[Path, Ed25519PrivateKey | None, str], bytes]", _reader("moves"))(moves, key, game)


def from_notation(notes: Path, key: Ed25519PrivateKey | None = None, game: str = "") -> bytes:
    """Return the record file of the game in the notation, with this id or a random one, and an arbiter with this key.

    Raises GunbaiError, also if no package can read one.
    """
    return cast("Callable[[Path, Ed25519PrivateKey | None, str], bytes]", _reader("notation"))(notes, key, game)


def meant_as(file: Path) -> str:
    """Return the option that imports a file, "" for a record file. Raises OSError.

    A list of moves begins with a JSON object, a game in the notation with its headers.
    """
    content = file.read_bytes()
    if is_record(content):
        return ""
    begun = content.decode("utf-8-sig", "replace").lstrip()
    if begun.startswith("{") and '"players"' in begun.partition("\n")[0]:
        return "--moves"
    return "--notation" if re.search(r"(?im)^[ \t]*players[ \t]*:", begun) else ""


def notated(record: bytes) -> str:
    """Return the notation of a record file's game. Raises GunbaiError, also if no package can write it."""
    return cast("Callable[[bytes], str]", _reader("notes"))(record)


def _reader(name: str) -> object:
    for point in entry_points(group=GROUP, name=name):
        return point.load()
    raise GunbaiError("no installed package reads such files: install `gunbai`")
