"""Stores studies: comments on and variations of games, next to the records, which they do not change."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from clients.web.room import Place, Room
from clients.web.storage.private_files import storing, write_private
from gunbai_client.errors import InvalidRequest, NotAllowed, NotFound
from gunbai_record.tokens import hash_of, letters, new_token

IN_ALL = 2000
"""How many studies are stored."""
FOR_ONE = 50
"""How many of them one visitor may make."""
MOST_BYTES = 60_000
"""The maximum size of a study as JSON: below the limit of forms, so that every exported study can be imported."""
MOST_NOTES = 200
LONGEST_TEXT = 4000
MOST_SHAPES = 32
"""How many shapes a note may draw."""

Version = Annotated[int, Meta(ge=1, lt=1 << 53)]


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hypothetical command in a note; the referee judges it when the note is read."""

    seat: Annotated[int, Meta(ge=0, le=99)]
    """Its seat; 0 for chance."""
    name: Annotated[str, Meta(max_length=200)]
    """The full name of its message."""
    fields_json: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    """Its fields as protobuf's JSON."""
    sentence: Annotated[str, Meta(max_length=500)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frame around a spot of the board, or an arrow from it to another one."""

    spot: Annotated[str, Meta(min_length=1, max_length=100)]
    to: Annotated[str, Meta(max_length=100)] = ""
    """Where the arrow points; empty for a frame."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A comment on a position, with shapes on its board, and a variation: a played branch, or a command nobody gave."""

    version: Version
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    branch: Annotated[str, Meta(pattern=r"\A[a-z0-9]{16}\Z")] | None = None
    """The branch that shows how the game could have gone on."""
    what_if: WhatIf | None = None
    shapes: Annotated[tuple[Shape, ...], Meta(max_length=MOST_SHAPES)] = ()

    @property
    def mark(self) -> str:
        """What distinguishes it from a study's other notes."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:32]


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A study of a game, as it is exported and imported."""

    format: Literal["gunbai study 1"] = "gunbai study 1"
    game: Annotated[str, Meta(pattern=r"\A[a-z0-9]{16}\Z")]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    author: Annotated[str, Meta(max_length=60)] = ""
    notes: Annotated[tuple[Note, ...], Meta(max_length=MOST_NOTES)] = ()


class StoredStudy(msgspec.Struct, frozen=True):
    """A study as it is stored."""

    id: str
    token_hash: str
    """The SHA-256 of the author's token, in hexadecimal digits."""
    visitor: str
    """The author's address."""
    study: Study

    def is_writer(self, token: str) -> bool:
        """Return whether this is the author's token."""
        return secrets.compare_digest(self.token_hash, hash_of(token).hex())


def parse_study(text: str) -> Study:
    """Return the study in a file. Raises InvalidRequest."""
    try:
        return msgspec.json.decode(text, type=Study)
    except (msgspec.MsgspecError, ValueError) as error:
        raise InvalidRequest(f"study: {error}", fields={"study": str(error)}) from None


class StudyFiles:
    """Stores studies in a folder that only this user may read, one file each; without a folder, in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        self._room = Room("STUDIES", IN_ALL, FOR_ONE)
        self._places = self._read() if folder is not None and folder.is_dir() else {}

    def add(self, study: Study, visitor: str) -> tuple[str, str]:
        """Store a new study, and return its id and the author's token. Raises Exhausted."""
        study_id, token = letters(secrets.token_bytes(16), 16), new_token()
        with self._room.held(visitor) as places:
            self._write(StoredStudy(study_id, hash_of(token).hex(), visitor, study))
            self._places[study_id] = places.pop()
        return study_id, token

    def get(self, study: str) -> StoredStudy:
        """Return a study. Raises NotFound."""
        try:
            raw = self._memory[study] if self._folder is None else (self._folder / study).read_bytes()
            stored = msgspec.json.decode(raw, type=StoredStudy)
        except (KeyError, OSError, ValueError, msgspec.MsgspecError):
            raise NotFound(f"unknown study {study!r}", "STUDY_NOT_FOUND") from None
        if stored.id != study:
            raise NotFound(f"unknown study {study!r}", "STUDY_NOT_FOUND")
        return stored

    def change(self, study: str, token: str, changed: Callable[[Study], Study]) -> None:
        """Change a study as its author. Raises NotFound, NotAllowed or InvalidRequest."""
        stored = self._load_own(study, token)
        # The changed study must obey the limits for imported ones.
        sound = parse_study(msgspec.json.encode(changed(stored.study)).decode())
        self._write(StoredStudy(stored.id, stored.token_hash, stored.visitor, sound))

    def delete(self, study: str, token: str) -> None:
        """Delete a study as its author. Raises NotFound or NotAllowed."""
        self._load_own(study, token)
        self._places.pop(study).leave()
        if self._folder is None:
            del self._memory[study]
        else:
            with storing():
                (self._folder / study).unlink(missing_ok=True)

    def _load_own(self, study: str, token: str) -> StoredStudy:
        stored = self.get(study)
        if not stored.is_writer(token):
            raise NotAllowed("only the author of a study can change it", "STUDY_OF_ANOTHER")
        return stored

    def _write(self, stored: StoredStudy) -> None:
        raw = msgspec.json.encode(stored)
        if len(raw) > MOST_BYTES:
            raise InvalidRequest(f"a study has at most {MOST_BYTES} bytes", fields={"study": "too large"})
        if self._folder is None:
            self._memory[stored.id] = raw
        else:
            write_private(self._folder / stored.id, raw)

    def _read(self) -> dict[str, Place]:
        """Return the places of the folder's studies; a damaged file has none."""
        places = dict[str, Place]()
        for path in self._folder.iterdir() if self._folder is not None else ():
            with suppress(NotFound):
                (places[path.name],) = self._room.keep(self.get(path.name).visitor)
        return places
