"""Summaries: the row of the catalogue for a game."""

from __future__ import annotations

from gunbai_client.shares import GIVING
from referee.game.game import Game
from store.contract import Summary


def summary_of(game: Game) -> Summary:
    """Return the row of a game in the catalogue."""
    charter = game.charter
    return Summary(
        game=game.id,
        title=charter.rulebook.name,
        status=game.status,
        seats=charter.seats,
        created_at=charter.created_at // 1000,
        changed_at=game.changed_at // 1000,
        label=charter.label,
        players=tuple(sitting.player for sitting in game.sittings),
        ending=game.result.ending if game.result is not None else "",
        winners=game.result.winners if game.result is not None else (),
        played_on=charter.played_on,
        tags=charter.tags,
        absent=game.absent,
        has_deadlines=charter.chance_source in GIVING or bool(game.notices),
        held=bool(charter.holders),
        public=not charter.private,
        parent=charter.parent,
        parent_version=charter.parent_version,
        head=game.version,
    )
