"""Listing games without folding them: what the lobby tells of a game stands in a few entries of its record."""

from __future__ import annotations

import msgspec

from gunbai.referee.v1 import ruling_pb2 as told
from referee.desk import Desk
from referee.errors import RecordDamaged
from referee.game import Game, followed, founded, is_own
from referee.summaries import message_of, outline_of
from store.contract import StorageCorrupt, Summary


async def listed(desk: Desk, summary: Summary) -> told.Game:
    """A game as the lobby tells of it; of one whose record is damaged, what the catalogue knows."""
    try:
        return message_of(await outlined(desk, summary))
    except (RecordDamaged, StorageCorrupt):
        return outline_of(summary)


async def outlined(desk: Desk, summary: Summary) -> Game:
    """A game as far as the lobby tells of it: its creation, its seats, its end, its head; its table is the set-up's.

    After its creation or its branching come its seats and its start; of later entries only the last is looked at.
    Raises RecordDamaged.
    """
    creation = await desk.entries(summary.game, 0, 1)
    before = max(summary.parent_version, 1)
    seated = before + summary.seats + 2
    entries = await desk.entries(summary.game, before, seated)
    entries += await desk.entries(summary.game, max(summary.head - 1, seated), summary.head)
    try:
        newest = (*creation, *entries)[-1]
        game = founded(desk.titles, creation[0], {})
        for entry in filter(is_own, entries):
            del entry.events[1:]
            game = followed(game, entry, {})
    except Exception as error:
        raise RecordDamaged(summary.game, summary.head, str(error)) from error
    return msgspec.structs.replace(game, version=newest.version, digest=newest.digest, changed_at=newest.at_micros)
