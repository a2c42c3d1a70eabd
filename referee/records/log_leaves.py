"""Leaves: what the service says in the log of all games, written together with the entries concerned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.log_pb2 import KeyReplacement
from gunbai.referee.v1.disputes_pb2 import Dispute
from gunbai_record.disputes import verdict_digest
from gunbai_record.key_replacements import digest_of
from gunbai_record.leaves import Kind, leaf_entry
from referee.game.entries import Added
from referee.game.game import Game
from store.contract import Leaf

_OF_PAPERS = frozenset({"verdict", "replaced"})
"""The kinds of leaves of what is stored next to a record, and is no entry."""


def leaf(kind: Kind, game: str, version: int, digest: bytes) -> Leaf:
    """Return a game's leaf: for its entry with a version and digest, or for a verdict and its SHA-256."""
    return Leaf(game, kind, version, leaf_entry(kind, game, version, digest))


def leaves_of(added: Added) -> list[Leaf]:
    """Return the entries' leaves: one for a game's first entry, one for the last entry of a finished game."""
    game, entries = added.game, added.entries
    leaves: list[Leaf] = []
    if not entries:
        return leaves
    first, last = entries[0], entries[-1]
    if first.version == game.charter.parent_version + 1:
        leaves.append(leaf("created", game.id, first.version, first.digest))
    if game.over:
        leaves.append(leaf("abandoned" if game.status == "abandoned" else "ended", game.id, last.version, last.digest))
    return leaves


def leaf_of_import(game: Game) -> Leaf:
    """Return the leaf of an imported record."""
    return leaf("imported", game.id, game.version, game.digest)


def leaf_of_verdict(dispute: Dispute) -> Leaf:
    """Return the leaf of a dispute's verdict."""
    return leaf("verdict", dispute.game, dispute.version, verdict_digest(dispute))


def leaf_of_replacement(game: str, version: int, replacement: KeyReplacement) -> Leaf:
    """Return the leaf of a replaced key, whose seat in a game the entry with a version gave it."""
    return leaf("replaced", game, version, digest_of(replacement))


def misfit_of_replacements(game: str, leaves: Sequence[Leaf], replacements: Sequence[KeyReplacement]) -> str:
    """Return how the leaves of a game differ from the keys that were replaced in it, or ""."""
    said = [log_leaf for log_leaf in leaves if log_leaf.kind == "replaced"]
    kept = {digest_of(replacement) for replacement in replacements}
    expected = {leaf("replaced", game, log_leaf.version, digest).data for log_leaf in said for digest in kept}
    if len(said) == len(kept) and {log_leaf.data for log_leaf in said} <= expected:
        return ""
    return "the replaced keys differ from those in the log of all games: they were changed afterwards"


def misfit_of_verdicts(leaves: Sequence[Leaf], earlier: Sequence[Dispute], later: Sequence[Dispute]) -> str:
    """Return how a game's leaves differ from its disputes' verdicts, read before and after them, or ""."""
    verdicts = {log_leaf.data for log_leaf in leaves if log_leaf.kind == "verdict"}
    before, after = (
        {leaf_of_verdict(dispute).data for dispute in read if dispute.HasField("verdict")} for read in (earlier, later)
    )
    if before <= verdicts <= after:
        return ""
    return "the verdicts on its disputes differ from those in the log of all games: they were changed afterwards"


def misfit_of_leaves(game: Game, leaves: Sequence[Leaf], entries: Sequence[record.Entry]) -> str:
    """Return how a game's leaves differ from those of its entries, or ""; papers have no entries."""
    version_of: dict[str, int] = {}
    for log_leaf in leaves:
        version_of[log_leaf.kind] = log_leaf.version
        if log_leaf.kind not in _OF_PAPERS and log_leaf.data != _expected(game, log_leaf, entries):
            return f"entry {log_leaf.version} differs from the one in the log of all games: it was changed afterwards"
    needed = {} if game.charter.provenance else {"created": game.charter.parent_version + 1}
    if game.over and needed:
        needed["abandoned" if game.status == "abandoned" else "ended"] = game.version
    lacking = [kind for kind, version in needed.items() if version_of.get(kind) != version]
    return f"the log of all games does not say that it was {lacking[0]}" if lacking else ""


def _expected(game: Game, log_leaf: Leaf, entries: Sequence[record.Entry]) -> bytes:
    """Return the log entry that a leaf must have, from the record's entry with its version."""
    digest = entries[log_leaf.version - 1].digest if 0 < log_leaf.version <= len(entries) else b""
    return leaf_entry(cast("Kind", log_leaf.kind), game.id, log_leaf.version, digest)
