"""Writing entries: items with their salts, the link in the chain, the position digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.chain import ORIGIN, digest_with, leaf, leaf_of, type_name
from gunbai_client.chance import Keys, derive, salt
from referee.game.game import Game
from referee.game.titles import Rulebook, url_of

BY_HOST = record.Actor(kind=record.ACTOR_KIND_HOST)
BY_CHANCE = record.Actor(kind=record.ACTOR_KIND_CHANCE)
BY_ARBITER = record.Actor(kind=record.ACTOR_KIND_ARBITER)


class Added(NamedTuple):
    """What follows from a command: the game afterwards, and the entries in between."""

    game: Game
    entries: tuple[record.Entry, ...]


class Deed(NamedTuple):
    """One decision, as it goes into an entry; its time in microseconds."""

    actor: record.Actor
    at: int
    command: AnyMessage
    command_id: str = ""
    expected_version: int = 0
    signature: bytes = b""


def moment(micros: int) -> Timestamp:
    """Return a time of the record, in microseconds since 1970-01-01 UTC, as the API has it."""
    return Timestamp(seconds=micros // 1_000_000, nanos=micros % 1_000_000 * 1000)


def seat(number: int) -> record.Actor:
    """Return a seat, or chance for 0, as an actor."""
    return record.Actor(kind=record.ACTOR_KIND_SEAT, seat=number) if number else BY_CHANCE


def substitute(number: int) -> record.Actor:
    """Return the substitute of a seat as an actor."""
    return record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=number)


def packed(message: Message) -> AnyMessage:
    """Return a message in an Any."""
    return AnyMessage(type_url=url_of(type(message)), value=message.SerializeToString())


def write(
    game: Game, deed: Deed, events: Iterable[Message | record.Item], after: Callable[[record.Entry], Game]
) -> Added:
    """Add one entry to a game; `after` folds it, before it has its digest. An event in an item is added as it is."""
    entry = _draft(game.id, game.version + 1, game.digest, deed)
    leaves = [*_items(entry, game.charter.rulebook, game.keys, events)]
    folded = after(entry)
    entry.position_digest = folded.position()
    entry.digest = digest_with(entry, leaves)
    return Added(folded.linked(entry.digest), (entry,))


def write_first(
    book: Rulebook,
    game: str,
    secret: bytes,
    deed: Deed,
    event: Message,
    *,
    version: int = 1,
    previous: bytes = ORIGIN,
) -> record.Entry:
    """Return the first entry of a game, or of a branch that continues another record; it leaves no position."""
    entry = _draft(game, version, previous, deed)
    entry.digest = digest_with(entry, [*_items(entry, book, derive(secret), [event])])
    return entry


def _draft(game: str, version: int, previous: bytes, deed: Deed) -> record.Entry:
    """Return an entry that has everything but its events and its digests."""
    entry = record.Entry(
        game=game,
        version=version,
        at_micros=deed.at,
        command_id=deed.command_id,
        expected_version=deed.expected_version,
        previous=previous,
        signature=deed.signature,
    )
    entry.actor.CopyFrom(deed.actor)
    entry.command.open.CopyFrom(deed.command)
    return entry


def _items(entry: record.Entry, book: Rulebook, keys: Keys, events: Iterable[Message | record.Item]) -> Iterable[bytes]:
    """Add the events, salt what one seat alone may see, and yield the leaf of every item."""
    version, private = entry.version, book.private
    item, url, value = entry.command, entry.command.open.type_url, entry.command.open.value
    yield _leaf(item, url, value, salt(keys, version, 0) if url in private else b"")
    for index, event in enumerate(events, 1):
        if isinstance(event, record.Item):
            entry.events.add().CopyFrom(event)
            yield leaf_of(event)
            continue
        item, url, value = entry.events.add(), url_of(type(event)), event.SerializeToString()
        item.open.type_url, item.open.value = url, value
        yield _leaf(item, url, value, salt(keys, version, index) if url in private else b"")


def _leaf(item: record.Item, url: str, value: bytes, own_salt: bytes) -> bytes:
    if own_salt:
        item.salt = own_salt
    return leaf(type_name(url), value, own_salt)
