"""Importing: the record of a game from elsewhere, judged again entry by entry, then written as a whole.

The incoming record is kept in a nameless file while it is judged, because the last entry opens the secret that the
first outcome of chance needs. It is read three times, an entry at a time: for the secrets, the verification, and the
store.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.chain import field
from gunbai_record.disputes import Parties, after
from gunbai_record.note import VerifierKey
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.tokens import letters
from gunbai_record.verify.attestation import Evidence, attest
from gunbai_record.verify.entry_checks import Openings, opened_secret
from gunbai_record.verify.header import misfit_of
from referee.errors import InvalidField, RecordRefused, RequestTooLarge
from referee.game.entries import moment
from referee.game.game import Game
from referee.game.titles import Titles
from referee.proof.verification import JudgedTrail, verify_once
from referee.records.log_leaves import leaf, leaf_of_import
from referee.records.provenance import UNKNOWN_SECRET, known_as, standing_of
from referee.records.workers import Work
from store.contract import Leaf, Opening
from store.sqlite.sqlite_errors import system_error

LARGEST_RECORD = 512 * 1024 * 1024
"""The largest record file in bytes."""
IMPORTED = b"gunbai import 1"
"""The prefix of the hash that gives a verified import its id."""
VOUCHED = b"gunbai import vouched later 1"
"""The same for one that was imported before without a key that vouches for it."""


class Spool:
    """An incoming record file: it has no name, and is gone when it is closed or the service ends."""

    def __init__(self, folder: Path | None) -> None:
        """Create the file. Raises StorageFull or StorageError."""
        self._place, self.size = str(folder or tempfile.gettempdir()), 0
        with self._on_disk():
            self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115  # closed by `close`

    def add(self, piece: bytes) -> None:
        """Add the next bytes. Raises RequestTooLarge, StorageFull or StorageError."""
        self.size += len(piece)
        if self.size > LARGEST_RECORD:
            raise RequestTooLarge("ImportRecord", self.size, LARGEST_RECORD)
        with self._on_disk():
            self._file.write(piece)
            # There may be no room for what is buffered: report that for this piece.
            self._file.flush()

    def read(self) -> tuple[FileHeader, Iterator[record.Entry]]:
        """Return the header, and the entries as they are read. Both raise RecordFileError."""
        self._file.seek(0)
        return read(self._file)  # type: ignore[arg-type]  # it reads bytes

    def close(self) -> None:
        """Drop the file, and whatever could not be written to it."""
        with suppress(OSError):
            self._file.close()

    @contextmanager
    def _on_disk(self) -> Iterator[None]:
        """Raise a disk error of the operating system as an error of the store."""
        try:
            yield
        except OSError as error:
            raise system_error(error, self._place) from error


class ImportTerms(NamedTuple):
    """The terms of an import: the trusted keys, and whether to keep an unverified record."""

    keys: tuple[VerifierKey, ...]
    keep_unverified: bool
    longest: int
    """A game's greatest length in entries."""
    now: int
    """The time in microseconds since 1970."""


class JudgedRecord(NamedTuple):
    """A record that may be written: its opening, its catalogue row, and its verification."""

    opening: Opening
    game: Game | None
    """The game at its end; None if the record is not verified."""
    verification: pb.Verification
    private: bool
    leaf: Leaf
    """Its leaf in the log of all games."""


class _Outline(NamedTuple):
    """What the first reading of a record finds: its secrets, its first entries, its last, and its signer."""

    header: FileHeader
    openings: Openings
    firsts: dict[str, record.Entry]
    last: record.Entry
    parties: Parties
    length: int


def judged(spool: Spool, titles: Titles, terms: ImportTerms, work: Work) -> JudgedRecord:
    """Judge a whole record again. Raises RecordRefused if these terms do not allow the import."""
    try:
        return _judged(spool, titles, terms, work)
    except RecordFileError as error:
        raise RecordRefused(str(error)) from None


def _judged(spool: Spool, titles: Titles, terms: ImportTerms, work: Work) -> JudgedRecord:
    outline = _outlined(spool, terms, work)
    header = outline.header
    ancestors = {ancestor.game: ancestor.secret for ancestor in header.ancestors if ancestor.secret}
    trail = JudgedTrail(titles, outline.openings.secrets | ancestors, header.common_secret)
    # Read again: a record may be larger than memory, and its last entry has the secret that the first ones need.
    report = verify_once(trail, work.pieces(spool.read()[1]))
    problem = _problem(report) or misfit_of(outline.firsts, header, outline.last, outline.parties.seats)
    provenance = Provenance(header=header, import_time=moment(terms.now))
    if not problem and trail.game is not None:
        return _verified(trail.game, outline, provenance, report, terms)
    if not terms.keep_unverified:
        raise RecordRefused(problem, report.bad_version, report.expected, report.found)
    provenance.MergeFrom(Provenance(problem=problem, bad_version=report.bad_version))
    return _unverified(outline, _content(spool, work), provenance, report)


def _problem(report: pb.Verification) -> str:
    """Return why a record cannot be imported: the problem, or the check that could not be made."""
    return report.problem or "; ".join(dict.fromkeys(gap.sentence for gap in report.unchecked))


def _verified(
    game: Game, outline: _Outline, provenance: Provenance, report: pb.Verification, terms: ImportTerms
) -> JudgedRecord:
    """Return a record that passed every check."""
    header, last = outline.header, outline.last
    signer = attest(header, [last], 1, Evidence(terms.keys)).signer
    # Nobody can vouch for a game whose chance was known to everybody before.
    provenance.attesting_key = "" if report.seeded else signer
    if provenance.attesting_key:
        report.verdict = pb.VERDICT_ATTESTED
    opening = Opening(
        game=local_id(IMPORTED, header.game, last.digest),
        title=game.charter.rulebook.name,
        secret=outline.openings.secrets[header.game],
        public=not game.charter.private,
        provenance=provenance.SerializeToString(deterministic=True),
    )
    local = known_as(game, opening)
    return JudgedRecord(opening, local, report, game.charter.private, leaf_of_import(local))


def vouched_later(judged: JudgedRecord) -> JudgedRecord | None:
    """Return an attested record under the id of its earlier import without a key; None without one.

    The earlier game stays unchanged: its branches and evidence rest on it.
    """
    opening, game = judged.opening, judged.game
    if game is None or standing_of(opening.provenance) != "attested":
        return None
    again = msgspec.structs.replace(opening, game=local_id(VOUCHED, game.recorded_id, game.digest))
    local = known_as(game, again)
    return judged._replace(opening=again, game=local, leaf=leaf_of_import(local))


def _outlined(spool: Spool, terms: ImportTerms, work: Work) -> _Outline:
    """Read a record for the first time. Raises RecordRefused if it is too long or its game is not over."""
    header, entries = spool.read()
    if header.head > terms.longest:
        raise RecordRefused(f"it has {header.head} entries, but this service's limit is {terms.longest}")
    openings, firsts, last = Openings(), dict[str, record.Entry](), record.Entry()
    parties, length = Parties({}), 0
    for last in work.pieces(entries):
        length += 1
        openings.note(last)
        parties = after(parties, last)
        if last.game not in firsts:
            # The youngest first, as the header has its ancestors.
            firsts = {last.game: last, **firsts}
    if last.game != header.game or not opened_secret(last):
        raise RecordRefused(f"game {header.game!r} is not over: only finished games can be imported")
    return _Outline(header, openings, firsts, last, parties, length)


def _content(spool: Spool, work: Work) -> bytes:
    """Return the hash of all of a record's entries, whichever form it came in."""
    content = sha256()
    for entry in work.pieces(spool.read()[1]):
        content.update(field(entry.SerializeToString(deterministic=True)))
    return content.digest()


def _unverified(outline: _Outline, content: bytes, provenance: Provenance, report: pb.Verification) -> JudgedRecord:
    """Return a record that is kept although it is not verified, under an id that no verified one can have."""
    first = next(reversed(outline.firsts.values()))
    try:
        created = life.CreateGame.FromString(first.command.open.value)
    except DecodeError:
        created = life.CreateGame()
    opening = Opening(
        game=local_id(b"gunbai unverified import 1", outline.header.game, content),
        # Nothing in an unverified record is known to be of a sensible length.
        title=created.title[:100],
        secret=UNKNOWN_SECRET,
        public=not created.private,
        provenance=provenance.SerializeToString(deterministic=True),
    )
    log_leaf = leaf("imported", opening.game, outline.length, outline.last.digest)
    return JudgedRecord(opening, None, report, created.private, log_leaf)


def local_id(purpose: bytes, game: str, digest: bytes) -> str:
    """Return a record's id here: it follows from the content, so that no other record can take its place."""
    return letters(sha256(purpose + b"\x00" + field(game.encode()) + field(digest)).digest(), 16)


def keys_of(texts: Sequence[str]) -> tuple[VerifierKey, ...]:
    """Return the verifier keys that an operator names. Raises InvalidField."""
    try:
        return tuple(map(VerifierKey.parse, texts))
    except ValueError as error:
        raise InvalidField("terms.keys", str(error)) from None
