"""Stores studies: chapters of comments on games and variations, next to the records, which they do not change."""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Annotated, NamedTuple, Self

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
MOST_CHAPTERS = 32
"""How many chapters a study has; whether a reader may see their games is asked of the service for each."""
MOST_NOTES = 200
"""How many notes all chapters of a study have."""
LONGEST_TEXT = 4000
MOST_SHAPES = 32
"""How many shapes a note may draw."""

Version = Annotated[int, Meta(ge=1, lt=1 << 53)]
GameId = Annotated[str, Meta(pattern=r"\A[a-z0-9]{16}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Author = Annotated[str, Meta(max_length=60)]


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
    branch: GameId | None = None
    """The branch that shows how the game could have gone on."""
    what_if: WhatIf | None = None
    shapes: Annotated[tuple[Shape, ...], Meta(max_length=MOST_SHAPES)] = ()
    author: Author = ""
    """Who wrote it, if not the author of the study."""

    @property
    def mark(self) -> str:
        """What distinguishes it from a study's other notes."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:32]


Notes = Annotated[tuple[Note, ...], Meta(max_length=MOST_NOTES)]


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter of a study: a game, the position at which it opens, and the notes on it."""

    id: Annotated[str, Meta(pattern=r"\A[a-z0-9]{1,8}\Z")]
    """What distinguishes it from a study's other chapters, wherever it stands."""
    game: GameId
    name: Annotated[str, Meta(max_length=100)] = ""
    """Its title; pages number chapters without one."""
    start: Version | None = None
    """The version at which it opens; None for the newest."""
    notes: Notes = ()


class Study(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag="gunbai study 2"
):
    """A study, as it is exported and imported."""

    name: Name
    author: Author = ""
    chapters: Annotated[tuple[Chapter, ...], Meta(min_length=1, max_length=MOST_CHAPTERS)]

    def find(self, chapter: str) -> Chapter:
        """Return a chapter by its id. Raises NotFound."""
        for one in self.chapters:
            if one.id == chapter:
                return one
        raise NotFound(f"this study has no chapter {chapter!r}", "CHAPTER_NOT_FOUND")

    def add(self, chapter: Chapter) -> Self:
        """Return the study with another chapter at its end."""
        return msgspec.structs.replace(self, chapters=(*self.chapters, chapter))

    def put(self, changed: Chapter) -> Self:
        """Return the study with a changed chapter in its place."""
        chapters = tuple(changed if one.id == changed.id else one for one in self.chapters)
        return msgspec.structs.replace(self, chapters=chapters)

    def move(self, chapter: str, places: int) -> Self:
        """Return the study with a chapter moved down by some places, or up if negative, as far as it goes."""
        moved = self.find(chapter)
        others = [one for one in self.chapters if one is not moved]
        others.insert(max(self.chapters.index(moved) + places, 0), moved)
        return msgspec.structs.replace(self, chapters=tuple(others))

    def note(self, chapter: str, note: Note) -> Self:
        """Return the study with another note at the end of a chapter."""
        written = self.find(chapter)
        return self.put(msgspec.structs.replace(written, notes=(*written.notes, note)))

    def erase(self, chapter: str, mark: str) -> Self:
        """Return the study without a note of a chapter."""
        written = self.find(chapter)
        return self.put(msgspec.structs.replace(written, notes=tuple(one for one in written.notes if one.mark != mark)))

    @property
    def marks(self) -> frozenset[str]:
        """What distinguishes its notes."""
        return frozenset(note.mark for chapter in self.chapters for note in chapter.notes)

    def remove(self, chapter: str) -> Self:
        """Return the study without a chapter; parse_study refuses one without any."""
        gone = self.find(chapter)
        return msgspec.structs.replace(self, chapters=tuple(one for one in self.chapters if one is not gone))


class StudyOfOneGame(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag="gunbai study 1"
):
    """A study in the format without chapters, which is still read."""

    game: GameId
    name: Name
    author: Author = ""
    notes: Notes = ()

    def as_chapter(self) -> Study:
        """Return the study with its game as its only chapter."""
        chapter = Chapter(id=FIRST, game=self.game, notes=self.notes)
        return Study(name=self.name, author=self.author, chapters=(chapter,))


FIRST = "1"
"""The id of a study's first chapter."""


def new_chapter_id() -> str:
    """Return an id for a chapter that no other one has."""
    return letters(secrets.token_bytes(8), 8)


class Pen(NamedTuple):
    """What somebody writes with in a study."""

    token: str
    """The author's, or that of the writing link."""
    writer: str = ""
    """What distinguishes somebody who followed the link from the others who did."""


class StoredStudy(msgspec.Struct, frozen=True):
    """A study as it is stored."""

    id: str
    token_hash: str
    """The SHA-256 of the author's token, in hexadecimal digits."""
    visitor: str
    """The author's address."""
    study: Study
    link_hash: str = ""
    """The SHA-256 of the token in the writing link, in hexadecimal digits; empty without such a link."""
    links: int = 0
    """How many such links there have been."""
    writers: Mapping[str, str] = {}
    """The SHA-256 of the writer of each note that came by the link, by the note's mark."""

    def is_author(self, token: str) -> bool:
        """Return whether this is the author's token."""
        return secrets.compare_digest(self.token_hash, hash_of(token).hex())

    def may_write(self, token: str) -> bool:
        """Return whether this is the author's token, or that of the writing link."""
        return self.is_author(token) or secrets.compare_digest(self.link_hash, hash_of(token).hex())

    def may_erase(self, pen: Pen, mark: str) -> bool:
        """Return whether somebody may remove a note: the author each, others their own."""
        own = self.may_write(pen.token) and self.writers.get(mark) == _hash(pen)
        return own or self.is_author(pen.token)

    def derive_link(self, token: str) -> str:
        """Return the token in the writing link, which follows from the author's; "" if there is no such link."""
        return _derive(token, self.links) if self.link_hash else ""


def _hash(pen: Pen) -> str:
    return hash_of(pen.writer).hex()


def _derive(token: str, link: int) -> str:
    derived = digest(token.encode(), f"study link {link}".encode(), sha256)
    return urlsafe_b64encode(derived).decode().rstrip("=")


class _Stored(msgspec.Struct, frozen=True):
    """What a file holds: a study in either format."""

    id: str
    token_hash: str
    visitor: str
    study: Study | StudyOfOneGame
    link_hash: str = ""
    links: int = 0
    writers: Mapping[str, str] = {}


def _in_chapters(study: Study | StudyOfOneGame) -> Study:
    return study if isinstance(study, Study) else study.as_chapter()


def parse_study(text: str) -> Study:
    """Return the study in a file. Raises InvalidRequest."""
    try:
        study = _in_chapters(msgspec.json.decode(text, type=Study | StudyOfOneGame))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InvalidRequest(f"study: {error}", fields={"study": str(error)}) from None
    if len({chapter.id for chapter in study.chapters}) < len(study.chapters):
        raise InvalidRequest("study: two chapters have the same id", fields={"study": "repeated id"})
    if sum(len(chapter.notes) for chapter in study.chapters) > MOST_NOTES:
        raise InvalidRequest(f"study: more than {MOST_NOTES} notes", fields={"study": "too many notes"})
    return study


def check_study(study: Study) -> Study:
    """Return a study that obeys the limits for imported ones. Raises InvalidRequest."""
    return parse_study(msgspec.json.encode(study).decode())


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
        # Any other name could lead out of the folder.
        if re.fullmatch("[a-z0-9]{16}", study) is None:
            raise NotFound(f"unknown study {study!r}", "STUDY_NOT_FOUND")
        try:
            raw = self._memory[study] if self._folder is None else (self._folder / study).read_bytes()
            stored = msgspec.json.decode(raw, type=_Stored)
        except (KeyError, OSError, ValueError, msgspec.MsgspecError):
            raise NotFound(f"unknown study {study!r}", "STUDY_NOT_FOUND") from None
        if stored.id != study:
            raise NotFound(f"unknown study {study!r}", "STUDY_NOT_FOUND")
        shared = (stored.link_hash, stored.links, stored.writers)
        return StoredStudy(stored.id, stored.token_hash, stored.visitor, _in_chapters(stored.study), *shared)

    def change(self, study: str, token: str, changed: Callable[[Study], Study]) -> None:
        """Change a study as its author. Raises NotFound, NotAllowed or InvalidRequest."""
        stored = self._load_own(study, token)
        self._write(msgspec.structs.replace(stored, study=check_study(changed(stored.study))))

    def check(self, study: str, pen: Pen) -> StoredStudy:
        """Return a study in which somebody may write. Raises NotFound or NotAllowed."""
        stored = self.get(study)
        if not pen.token:
            raise NotAllowed(
                "only the author of a study and people with its writing link can write in it", "STUDY_OF_ANOTHER"
            )
        if not stored.may_write(pen.token):
            raise NotAllowed("this writing link of the study is no longer valid", "STUDY_LINK")
        return stored

    def note(self, study: str, pen: Pen, chapter: str, note: Note) -> None:
        """Add a note to a chapter. Raises NotFound, NotAllowed or InvalidRequest."""
        stored = self.check(study, pen)
        own = {} if stored.is_author(pen.token) or note.mark in stored.study.marks else {note.mark: _hash(pen)}
        noted = check_study(stored.study.note(chapter, note))
        self._write(msgspec.structs.replace(stored, study=noted, writers={**stored.writers, **own}))

    def erase(self, study: str, pen: Pen, chapter: str, mark: str) -> None:
        """Remove a note of a chapter. Raises NotFound or NotAllowed."""
        stored = self.get(study)
        if not stored.may_erase(pen, mark):
            raise NotAllowed("only the writer of a note and the author of the study can remove it", "STUDY_OF_ANOTHER")
        self._write(msgspec.structs.replace(stored, study=stored.study.erase(chapter, mark)))

    def share(self, study: str, token: str, *, writing: bool) -> None:
        """Make a new writing link as the author, or withdraw the present one. Raises NotFound or NotAllowed."""
        stored = self._load_own(study, token)
        links = stored.links + writing
        link_hash = hash_of(_derive(token, links)).hex() if writing else ""
        self._write(msgspec.structs.replace(stored, links=links, link_hash=link_hash))

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
        if not stored.is_author(token):
            raise NotAllowed("only the author of a study can change it", "STUDY_OF_ANOTHER")
        return stored

    def _write(self, stored: StoredStudy) -> None:
        left = {mark: writer for mark, writer in stored.writers.items() if mark in stored.study.marks}
        raw = msgspec.json.encode(msgspec.structs.replace(stored, writers=left))
        if len(raw) > MOST_BYTES:
            raise InvalidRequest(f"a study can have at most {MOST_BYTES} bytes", fields={"study": "too large"})
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
