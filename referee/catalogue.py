"""Listing games without folding them: what the lobby tells of a game stands in a few entries of its record."""

from __future__ import annotations

import msgspec

from referee.desk import Desk
from referee.game import Game, followed, founded, is_own
from store.contract import Summary


async def listed(desk: Desk, summary: Summary) -> Game:
    """A game as far as the lobby tells of it: its creation, its seats, its end, its head; its table is the set-up's.

    After its creation or its branching come its seats and its start; of later entries only the last is looked at.
    """
    (creation,) = await desk.entries(summary.game, 0, 1)
    before = max(summary.parent_version, 1)
    seated = before + summary.seats + 2
    entries = await desk.entries(summary.game, before, seated)
    entries += await desk.entries(summary.game, max(summary.head - 1, seated), summary.head)
    game = founded(desk.titles, creation, {})
    for entry in entries:
        if is_own(entry):
            del entry.events[1:]
            game = followed(game, entry, {})
    newest = (creation, *entries)[-1]
    return msgspec.structs.replace(game, version=newest.version, digest=newest.digest, changed_at=newest.at_micros)
