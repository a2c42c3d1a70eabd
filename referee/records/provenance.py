"""Provenance: imported games, which have another id here than in their records, and how far they can be trusted."""

from __future__ import annotations

import msgspec

from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.game_pb2 import Provenance
from referee.errors import RecordUnverified
from referee.game.entries import Added
from referee.game.game import Game
from store.contract import Opening, Standing

UNKNOWN_SECRET = bytes(32)
"""Stands for the secret of a record that does not open it."""


def standing_of(provenance: bytes) -> Standing:
    """Return how far a record can be trusted, from its provenance; b"" for one from this service."""
    if not provenance:
        return "refereed"
    origin = Provenance.FromString(provenance)
    if origin.problem:
        return "unverified"
    return "attested" if origin.attesting_key else "consistent"


def recorded_of(opening: Opening) -> str:
    """Return a game's id in its entries: its own, unless it was imported."""
    return Provenance.FromString(opening.provenance).header.game if opening.provenance else opening.game


def recorded_in(game: Game) -> frozenset[str]:
    """Return the ids of the games that a game's own entries have: several for an imported branch."""
    header = Provenance.FromString(game.charter.provenance).header
    return frozenset((game.recorded_id, *(ancestor.game for ancestor in header.ancestors)))


def secrets_in(opening: Opening) -> dict[str, bytes]:
    """Return the secrets of a game and, if it was imported, of its record's ancestors, as far as they are open."""
    header = Provenance.FromString(opening.provenance).header
    above = {ancestor.game: ancestor.secret for ancestor in header.ancestors if ancestor.secret}
    own = {recorded_of(opening): opening.secret} if opening.secret != UNKNOWN_SECRET else {}
    return above | own


def known_as(game: Game, opening: Opening) -> Game:
    """Return a game as the service knows it: under its id here, without the parent that an imported record names.

    In the record of an imported game, and of a branch of one, the games have the ids from where they were played.
    """
    charter = game.charter
    if charter.game == opening.game and charter.parent == opening.parent:
        return game
    facts = {"game": opening.game, "parent": opening.parent, "recorded": "", "provenance": opening.provenance}
    if opening.provenance:
        facts["recorded"] = recorded_of(opening)
    return msgspec.structs.replace(game, charter=msgspec.structs.replace(charter, **facts))


def check_verified(*openings: Opening) -> None:
    """Check that none of these games is an imported, unverified record. Raises RecordUnverified."""
    for opening in openings:
        if standing_of(opening.provenance) == "unverified":
            origin = Provenance.FromString(opening.provenance)
            raise RecordUnverified(opening.game, origin.bad_version, origin.problem)


def branch_of(parent: Game, added: Added) -> Added:
    """Return a new branch under its parent's id here; its entry names the parent as the record does."""
    charter = msgspec.structs.replace(added.game.charter, parent=parent.id)
    return added._replace(game=msgspec.structs.replace(added.game, charter=charter))


def begins_after(opening: Opening | None) -> int:
    """Return the version before an imported branch's first own entry in its record; 0 for other games."""
    header = Provenance.FromString(opening.provenance).header if opening is not None else FileHeader()
    return max((ancestor.version for ancestor in header.ancestors[:1]), default=0)
