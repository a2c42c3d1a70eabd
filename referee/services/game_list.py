"""Lists of games, made without folding them: a few entries of a record have what the lobby shows."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gunbai.referee.v1 import game_pb2
from referee.desk.desk import Desk
from referee.errors import RecordDamaged
from referee.game.fold import followed, founded, is_own
from referee.game.game import Game
from referee.game.names import is_name
from referee.services.answers import message_of, outline_of
from store.contract import StorageCorrupt, Summary


class Listed(NamedTuple):
    """A game as the lobby shows it, and whether this is only what the catalogue has, because its record is damaged."""

    game: game_pb2.GameInfo
    damaged: bool = False


async def listed(desk: Desk, summary: Summary) -> Listed:
    """Return a game as the lobby shows it."""
    try:
        return Listed(message_of(await outlined(desk, summary)))
    except (RecordDamaged, StorageCorrupt):
        return Listed(outline_of(summary), damaged=True)


async def outlined(desk: Desk, summary: Summary) -> Game:
    """Return a game as far as the lobby shows it: creation, seats, end, head; its table is that of the set-up.

    The seats, the start and the shares that are revealed for it follow the creation or the branching; of the later
    entries only the last is read.
    Raises RecordDamaged.
    """
    creation = await desk.glimpsed(summary.game, 0, 1)
    before = max(summary.parent_version, 1)
    seated = before + 2 * summary.seats + 3
    entries = await desk.glimpsed(summary.game, before, seated)
    entries += await desk.glimpsed(summary.game, max(summary.head - 1, seated), summary.head)
    try:
        newest = (*creation, *entries)[-1]
        game = founded(desk.titles, creation[0], {})
        for entry in filter(is_own, entries):
            if not is_name(entry, 1):
                del entry.events[1:]
            game = followed(game, entry, {})
    except Exception as error:
        raise RecordDamaged(summary.game, summary.head, str(error)) from error
    return msgspec.structs.replace(
        game,
        status=summary.status,
        version=newest.version,
        digest=newest.digest,
        changed_at=newest.at_micros,
    )
