"""Entries as the store keeps them: written, parsed, and checked against the chain.

A player's name is stored separately from its entry, which has the name's leaf instead: so the name can be removed
without changing the entry. After that, the separate part is the leaf: so a missing name was lost, not removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import ChainError, check, leaf_of, sealed
from gunbai_record.player_names import PLACE, name_in
from referee.errors import RecordDamaged
from referee.game.fold import SHARES_GIVEN
from referee.game.game import Game
from store.contract import Store, Stored, Summary


def stored(entry: record.Entry) -> Stored:
    """Return an entry as the store keeps it."""
    return Stored(entry.version, entry.command_id, *_parts(entry))


def _parts(entry: record.Entry) -> tuple[bytes, bytes]:
    """Return an entry's bytes, and the separate name's, if it gives one."""
    name = name_in(entry)
    if name is None or name.WhichOneof("content") is None:
        return entry.SerializeToString(), b""
    rest = record.Entry()
    rest.CopyFrom(entry)
    rest.events[PLACE].CopyFrom(sealed(name))
    return rest.SerializeToString(), name.SerializeToString()


def as_imported(entries: Iterable[record.Entry]) -> Iterator[Stored]:
    """Yield a record's entries as the store keeps them, numbered by their places, not by their own numbers.

    Their commands cannot be found by their ids: nobody repeats them.
    """
    for version, entry in enumerate(entries, 1):
        yield Stored(version, "", *_parts(entry))


def nameless(stored: Stored) -> bytes:
    """Return an entry's separate part without the name: its leaf."""
    return sealed(record.Item.FromString(stored.apart)).SerializeToString()


async def remove_names(store: Store, row: Summary, versions: Collection[int]) -> None:
    """Remove the names that a game's entries with these versions give from its log; `row` is without them.

    Raises RecordDamaged.
    """
    entries = [entry for version in sorted(versions) for entry in await store.read(row.game, version - 1, version)]
    for entry in entries:
        as_written(row.game, entry)
    await store.replace_apart(row.game, {entry.version: nameless(entry) for entry in entries if entry.apart}, row)


def as_written(game: str, stored: Stored) -> record.Entry:
    """Parse a log's entry. Raises RecordDamaged, also if the name is missing although it was not removed."""
    try:
        entry = record.Entry.FromString(stored.data)
        if stored.apart:
            return _with_name(game, entry, record.Item.FromString(stored.apart))
    except (DecodeError, IndexError):
        raise RecordDamaged(game, stored.version, "these bytes are not an entry") from None
    name = name_in(entry)
    if name is not None and name.HasField("sealed"):
        raise RecordDamaged(game, stored.version, "the name of the player is missing, although nobody removed it")
    return entry


def _with_name(game: str, entry: record.Entry, name: record.Item) -> record.Entry:
    """Return an entry with its separate name or leaf. Raises RecordDamaged if that is a different one."""
    if leaf_of(name) != entry.events[PLACE].sealed:
        raise RecordDamaged(game, entry.version, "the name of the player was changed after it was written")
    entry.events[PLACE].CopyFrom(name)
    return entry


def check_stored(entry: record.Entry, version: int, previous: bytes) -> None:
    """Check a log's entry against the chain. Raises RecordDamaged."""
    try:
        check(entry, version, previous)
    except ChainError as error:
        raise RecordDamaged(entry.game, version, error.problem) from error


def linked(game: str, log: Sequence[Stored], after: int, digest: bytes) -> list[record.Entry]:
    """Return the entries after a version; the last one must have the digest. Raises RecordDamaged."""
    entries = [as_written(game, entry) for entry in log]
    previous = entries[0].previous if entries else b""
    for version, entry in enumerate(entries, after + 1):
        check_stored(entry, version, previous)
        previous = entry.digest
    # A truncated or older log can be sound in itself; only the digest that was known before shows it.
    if not entries or previous != digest:
        raise RecordDamaged(game, after + len(entries), "it does not lead to the head that was verified")
    return entries


def check_position(game: Game, last: record.Entry) -> None:
    """Check the position that an entry leads to, if its rules and its game's secret are known.

    Raises RecordDamaged.
    """
    if game.secret and game.charter.rulebook.served and last.position_digest != game.position():
        rules = f"{game.charter.rulebook.name}, version {game.charter.rulebook.rules_version}"
        problem = f"the installed rules of {rules} lead to a different table"
        raise RecordDamaged(game.id, game.version, problem)


def size_of(log: Sequence[Stored]) -> int:
    """Return the size of entries in bytes."""
    return sum(len(entry.data) + len(entry.apart) for entry in log)


def follows_by_itself(entry: record.Entry) -> bool:
    """Return whether the referee added an entry to the one before: chance's, a substitute's, or the closing."""
    if entry.command_id:
        return False
    by_chance = entry.actor.kind == record.ACTOR_KIND_CHANCE
    # It follows from the seats' shares, which are calls of their own.
    if by_chance and entry.events[0].open.type_url == SHARES_GIVEN:
        return False
    by_substitute = entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE
    return by_chance or by_substitute or entry.command.open.type_url.endswith("gunbai.record.v1.CloseGame")
