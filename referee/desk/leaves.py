"""Leaves: what the service says in the log of all games, written together with the entries that it is about."""

from __future__ import annotations

from gunbai_client.leaves import Kind, leaf_entry
from referee.game.entries import Added
from referee.game.game import Game
from store.contract import Leaf


def leaf(kind: Kind, game: str, version: int, digest: bytes) -> Leaf:
    """Return a leaf of a game: of its entry with a version and its digest, or of a verdict and its SHA-256."""
    return Leaf(game, kind, version, leaf_entry(kind, game, version, digest))


def leaves_of(added: Added) -> list[Leaf]:
    """Return the leaves of entries: one for the first of a game, one for the last of a game that is over."""
    game, found = added.game, list[Leaf]()
    if not added.entries:
        return found
    first, last = added.entries[0], added.entries[-1]
    if first.version == game.charter.parent_version + 1:
        found.append(leaf("created", game.id, first.version, first.digest))
    if game.over:
        found.append(leaf("abandoned" if game.status == "abandoned" else "ended", game.id, last.version, last.digest))
    return found


def leaf_of_import(game: Game) -> Leaf:
    """Return the leaf of a record that was imported."""
    return leaf("imported", game.id, game.version, game.digest)
