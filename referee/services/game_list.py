"""Lists of games, made without folding them: a few of a record's entries have what the lobby shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import lobby_pb2 as pb
from gunbai_record.player_names import is_name
from referee.access.accept_language import Negotiation
from referee.access.fields import check_date, check_key, check_tags
from referee.errors import InvalidField, RecordDamaged
from referee.game.fold import followed, founded, is_own
from referee.game.game import Game
from referee.game.titles import Rulebook
from referee.records.games import Games
from referee.records.provenance import begins_after, known_as
from referee.services.game_messages import message_of, outline_of, standing_of, status_of, unverified_of
from store.contract import Filter, Order, StorageCorrupt, Summary

ORDERS: Mapping[pb.GameOrder.ValueType, Order] = {
    pb.GAME_ORDER_UNSPECIFIED: "newest",
    pb.GAME_ORDER_NEWEST: "newest",
    pb.GAME_ORDER_OLDEST: "oldest",
    pb.GAME_ORDER_LAST_CHANGED: "changed",
    pb.GAME_ORDER_PLAYED_ON: "played",
}


def filter_of(request: pb.ListGamesRequest) -> Filter:
    """Return a request's conditions on public games. Raises InvalidField."""
    check_date("min_played_on", request.min_played_on)
    check_date("max_played_on", request.max_played_on)
    check_tags("tags", request.tags)
    check_key("public_key", request.public_key)
    return Filter(
        title=request.title,
        status=status_of(request.status),
        standing=standing_of(request.standing),
        parent=request.parent,
        label=request.label,
        player=request.player,
        seats=request.seats,
        ending=request.ending,
        winner=request.winner,
        min_created_at=_millis(request, "min_create_time"),
        max_created_at=_millis(request, "max_create_time"),
        min_changed_at=_millis(request, "min_change_time"),
        max_changed_at=_millis(request, "max_change_time"),
        min_played_on=request.min_played_on,
        max_played_on=request.max_played_on,
        tags=tuple(request.tags),
        key=request.public_key.hex(),
        public=True,
    )


def list_order(order: pb.GameOrder.ValueType) -> Order:
    """Return the requested catalogue order. Raises InvalidField."""
    if order not in ORDERS:
        raise InvalidField("order_by", f"unknown order {order}")
    return ORDERS[order]


def _millis(request: pb.ListGamesRequest, field: str) -> int | None:
    """Return a moment as the catalogue has it, in milliseconds; None if it is not set. Raises InvalidField."""
    if not request.HasField(field):  # type: ignore[arg-type]  # the names of its fields, by name
        return None
    moment: Timestamp = getattr(request, field)
    try:
        return moment.ToMilliseconds()
    except ValueError:
        raise InvalidField(field, "expected a time between the years 1 and 9999") from None


class Listed(NamedTuple):
    """A game as the lobby shows it, and whether only the catalogue knows this, because its record is damaged."""

    game: game_pb2.GameInfo
    damaged: bool = False
    book: Rulebook | None = None
    """The rulebook that says how the game ended; None if it has not, or ended by unknown rules."""


async def listed(games: Games, summary: Summary, *, lost: bool = False) -> Listed:
    """Return a game as the lobby shows it; it may have `lost` entries."""
    try:
        if summary.standing == "unverified":
            return Listed(unverified_of(await games.store.opening(summary.game)))
        game = await outlined(games, summary)
    except (RecordDamaged, StorageCorrupt):
        return Listed(outline_of(summary), damaged=True)
    book = game.charter.rulebook
    info = message_of(game, went_back=lost and not game.over)
    for seat in info.seats:
        seat.key_unproven = False  # A list reads no moves: only the game itself tells whose key has signed.
    return Listed(info, book=book if game.result is not None and book.served else None)


async def say_results(rows: Sequence[Listed], negotiation: Negotiation) -> None:
    """Put in words how a list's games ended."""
    ended = [(row.game.result, row.book) for row in rows if row.book is not None]
    languages = await negotiation.languages(book for _, book in ended)
    for (result, book), language in zip(ended, languages, strict=True):
        book.translator(language).say_result(result)


async def outlined(games: Games, summary: Summary) -> Game:
    """Return a game as far as the lobby shows it: creation, seats, end, head; its table is the set-up's.

    The seats, the start and the shares revealed for it follow the creation or the branching; of the later entries, only
    the last is read. Raises RecordDamaged.
    """
    creation = await games.glimpsed(summary.game, 0, 1)
    opening = await games.store.opening(summary.game) if summary.standing != "refereed" or summary.parent else None
    before = max(summary.parent_version, begins_after(opening), 1)
    further = 2 * summary.seats + 3
    seated = before + further
    entries = await games.glimpsed(summary.game, before, seated)
    while seated < summary.head and all(map(is_own, entries)):
        # Players came and went.
        entries += await games.glimpsed(summary.game, seated, seated + further)
        seated += further
    entries += await games.glimpsed(summary.game, max(summary.head - 1, seated), summary.head)
    try:
        newest = (*creation, *entries)[-1]
        game = founded(games.titles, creation[0], {})
        for entry in filter(is_own, entries):
            if not is_name(entry, 1):
                del entry.events[1:]
            game = followed(game, entry, {})
    except Exception as error:
        raise RecordDamaged(summary.game, summary.head, str(error)) from error
    return msgspec.structs.replace(
        known_as(game, opening) if opening is not None else game,
        status=summary.status,
        version=newest.version,
        digest=newest.digest,
        changed_at=newest.at_micros,
    )
