"""How entries are written: items with their salts, the link in the chain, the position digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.chain import digest_with, leaf, type_name
from gunbai_client.chance import Keys, salt
from referee.game import Game
from referee.titles import Rulebook, url_of
from store.contract import Grant, Stored

HOST = record.Actor(kind=record.ACTOR_KIND_HOST)
CHANCE = record.Actor(kind=record.ACTOR_KIND_CHANCE)


class Added(NamedTuple):
    """What follows from a command: the game afterwards, the entries in between, and tokens that come into being."""

    game: Game
    entries: tuple[record.Entry, ...]
    grants: tuple[Grant, ...] = ()


class Deed(NamedTuple):
    """One decision as it goes into an entry."""

    actor: record.Actor
    at: int
    command: AnyMessage
    command_id: str = ""
    expected_version: int = 0
    signature: bytes = b""


def seat(number: int) -> record.Actor:
    """A seat, or chance, as an actor."""
    return record.Actor(kind=record.ACTOR_KIND_SEAT, seat=number) if number else CHANCE


def packed(message: Message) -> AnyMessage:
    """A message in an Any."""
    return AnyMessage(type_url=url_of(type(message)), value=message.SerializeToString())


def stored(entry: record.Entry) -> Stored:
    """An entry as the store keeps it."""
    return Stored(entry.version, entry.command_id, entry.SerializeToString())


def write(game: Game, deed: Deed, events: Iterable[Message], after: Callable[[record.Entry], Game]) -> Added:
    """Add one entry to a game; `after` folds it, before it has its digest."""
    entry = drafted(game.id, game.version + 1, game.digest, deed)
    leaves = [*items_of(entry, game.charter.rulebook, game.keys, events)]
    folded = after(entry)
    entry.position_digest = folded.position()
    entry.digest = digest_with(entry, leaves)
    return Added(folded.linked(entry.digest), (entry,))


def drafted(game: str, version: int, previous: bytes, deed: Deed) -> record.Entry:
    """An entry that has everything but its events and its digests."""
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


def items_of(entry: record.Entry, book: Rulebook, keys: Keys, events: Iterable[Message]) -> Iterable[bytes]:
    """Add the events, salt what one seat alone may see, and yield the leaf of every item."""
    version, private = entry.version, book.private
    item, url, value = entry.command, entry.command.open.type_url, entry.command.open.value
    yield _leaf(item, url, value, salt(keys, version, 0) if url in private else b"")
    for index, event in enumerate(events, 1):
        item, url, value = entry.events.add(), url_of(type(event)), event.SerializeToString()
        item.open.type_url, item.open.value = url, value
        yield _leaf(item, url, value, salt(keys, version, index) if url in private else b"")


def _leaf(item: record.Item, url: str, value: bytes, own_salt: bytes) -> bytes:
    if own_salt:
        item.salt = own_salt
    return leaf(type_name(url), value, own_salt)
