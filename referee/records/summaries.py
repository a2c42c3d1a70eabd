"""Summaries: a game's row in the catalogue."""

from __future__ import annotations

from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.shares import GIVING
from referee.game.game import Game
from referee.records.provenance import standing_of
from store.contract import Opening, Summary


def summary_of(game: Game) -> Summary:
    """Return a game's row in the catalogue."""
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
        keys=tuple(sitting.public_key.hex() for sitting in game.sittings),
        has_deadlines=charter.chance_source in GIVING
        or charter.clock is not None
        or bool(game.notices or game.absences),
        held=bool(charter.holders),
        standing=standing_of(charter.provenance),
        public=not charter.private,
        parent=charter.parent,
        parent_version=charter.parent_version,
        head=game.version,
    )


def summary_of_unverified(opening: Opening) -> Summary:
    """Return the row of an unverified import, without what the record claims about itself."""
    at = Provenance.FromString(opening.provenance).import_time.ToMilliseconds()
    return Summary(
        game=opening.game,
        title=opening.title,
        status="",
        seats=0,
        created_at=at,
        changed_at=at,
        standing="unverified",
        public=opening.public,
    )
