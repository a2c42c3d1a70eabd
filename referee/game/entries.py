"""Writing entries: items with their salts, the link in the chain, the position digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import ORIGIN, digest_with, leaf, leaf_of
from gunbai_record.chance import Keys, derive, salt
from gunbai_record.messages import url_of
from gunbai_record.plain import Content, Plain, UnfitValueError, as_message
from referee.errors import TitleFaulty
from referee.game.game import Game
from referee.game.titles import Rulebook

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
    """Return a record's time, in microseconds since 1970-01-01 UTC, as the API has it."""
    return Timestamp(seconds=micros // 1_000_000, nanos=micros % 1_000_000 * 1000)


def span(micros: int) -> Duration:
    """Return a duration in microseconds as the API has it."""
    return Duration(seconds=micros // 1_000_000, nanos=micros % 1_000_000 * 1000)


# Most entries are by one of few seats; the message is copied into each entry and never changed.
@lru_cache(16)
def seat(number: int) -> record.Actor:
    """Return a seat, or chance for 0, as an actor, which nobody changes."""
    return record.Actor(kind=record.ACTOR_KIND_SEAT, seat=number) if number else BY_CHANCE


def is_default(entry: record.Entry) -> bool:
    """Return whether an entry is a seat's default move; a bot's decision for the seat has an id."""
    return entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE and not entry.command_id


def substitute(number: int) -> record.Actor:
    """Return a seat's substitute as an actor."""
    return record.Actor(kind=record.ACTOR_KIND_SUBSTITUTE, seat=number)


def packed(content: Content) -> AnyMessage:
    """Return a command or event in an Any."""
    message, made = message_of(content), AnyMessage()
    made.type_url, made.value = url_of(type(message)), message.SerializeToString()
    return made


def message_of(content: Content) -> Message:
    """Return a command or event as the message that is recorded. Raises TitleFaulty."""
    if not isinstance(content, Plain):
        return content
    try:
        return as_message(content)
    except UnfitValueError as error:
        title = error.message.split(".")[-3]
        raise TitleFaulty(title, error.message, error.field, str(error)) from error


def write(
    game: Game, deed: Deed, events: Iterable[Content | record.Item], after: Callable[[record.Entry], Game]
) -> Added:
    """Add one entry to a game; `after` folds it, before it has its digest. An event in an item is added unchanged."""
    entry = _draft(game.id, game.version + 1, game.digest, deed)
    leaves = _items(entry, game.charter.rulebook, game.keys, events)
    # Before the digests: the position digest is of the table after the entry, and the entry's digest covers it.
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
    entry.digest = digest_with(entry, _items(entry, book, derive(secret), [event]))
    return entry


def _draft(game: str, version: int, previous: bytes, deed: Deed) -> record.Entry:
    """Return an entry without its events and digests."""
    entry = record.Entry()
    entry.game, entry.version, entry.previous = game, version, previous
    entry.at_micros, entry.command_id, entry.expected_version = deed.at, deed.command_id, deed.expected_version
    entry.signature = deed.signature
    entry.actor.CopyFrom(deed.actor)
    entry.command.open.CopyFrom(deed.command)
    return entry


def _items(entry: record.Entry, book: Rulebook, keys: Keys, events: Iterable[Content | record.Item]) -> list[bytes]:
    """Add the events, salt those for one seat only, and return every item's leaf."""
    version, private, added = entry.version, book.private, entry.events
    command, own_salt = entry.command.open, b""
    url = command.type_url
    if url in private:
        own_salt = entry.command.salt = salt(keys, version, 0)
    leaves = [leaf(url, command.value, own_salt)]
    for index, event in enumerate(events, 1):
        item = added.add()
        # Names and set positions bring a random salt: one from the game's secret could be computed once that opens.
        if type(event) is record.Item:
            item.CopyFrom(event)
            leaves.append(leaf_of(item))
            continue
        message, content, own_salt = message_of(event), item.open, b""
        content.type_url, content.value = url, value = url_of(type(message)), message.SerializeToString()
        if url in private:
            own_salt = item.salt = salt(keys, version, index)
        leaves.append(leaf(url, value, own_salt))
    return leaves
