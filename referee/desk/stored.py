"""Entries as the store keeps them: written, parsed, and checked against the chain."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.chain import ChainError, check
from referee.errors import RecordDamaged
from referee.game.game import Game
from store.contract import Stored


def stored(entry: record.Entry) -> Stored:
    """Return an entry as the store keeps it."""
    return Stored(entry.version, entry.command_id, entry.SerializeToString())


def as_written(game: str, stored: Stored) -> record.Entry:
    """Parse an entry of a log. Raises RecordDamaged."""
    try:
        return record.Entry.FromString(stored.data)
    except DecodeError:
        raise RecordDamaged(game, stored.version, "these bytes are no entry") from None


def check_stored(entry: record.Entry, version: int, previous: bytes) -> None:
    """Check an entry of a log against the chain. Raises RecordDamaged."""
    try:
        check(entry, version, previous)
    except ChainError as error:
        raise RecordDamaged(entry.game, version, error.problem) from error


def linked(game: str, log: Sequence[Stored], after: int, digest: bytes) -> list[record.Entry]:
    """Return the entries of a log after a version, the last of which must have a digest. Raises RecordDamaged."""
    entries = [as_written(game, entry) for entry in log]
    previous = entries[0].previous if entries else b""
    for version, entry in enumerate(entries, after + 1):
        check_stored(entry, version, previous)
        previous = entry.digest
    if not entries or previous != digest:
        raise RecordDamaged(game, after + len(entries), "it does not lead to the head that was verified")
    return entries


def check_position(game: Game, last: record.Entry) -> None:
    """Check the position that an entry leads to, if its rules and the secret of its game are known.

    Raises RecordDamaged.
    """
    if game.secret and game.charter.rulebook.served and last.position_digest != game.position():
        raise RecordDamaged(game.id, game.version, "the table that it leads to is another one")
