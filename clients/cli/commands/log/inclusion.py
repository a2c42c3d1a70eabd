"""`gunbai log inclusion`."""

from __future__ import annotations

from typing import Any

import typer

from clients.cli.options.positions import GameId
from clients.cli.session import session_of
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.log_pb2 import LeafProof
from gunbai_record.checkpoint import LogProof
from gunbai_record.leaves import kind_name, leaf_entry
from gunbai_record.text.counts import counted


def inclusion(context: typer.Context, game: GameId) -> None:
    """Check that the service's log contains a game's creation and end.

    gunbai recomputes each proof from the game's entries. What gunbai prints about imports and verdicts comes from the
    log and is not checked.
    """
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai:
        proven = gunbai.log.inclusion(game)
        entries = {entry.version: entry for entry in gunbai.entries(game)}
    rows = [_checked(game, leaf, entries.get(leaf.version)) for leaf in proven.leaves]
    lines = [
        f"{row['kind']} at entry {row['version']}: "
        f"index {row['leaf']} of {counted(row['size'], 'leaf')} in {row['origin']}"
        + ("" if row["checked"] else " (from the log, not checked)")
        for row in rows
    ]
    session.output.answer({"game": game, "leaves": rows}, *lines)


def _checked(game: str, leaf: LeafProof, entry: Entry | None) -> dict[str, Any]:
    """Return what a leaf says after checking its proof. Raises ProofError."""
    kind, proof = kind_name(leaf.kind), LogProof.parse(leaf.proof)
    origin, size, *_ = proof.note().text.split("\n")
    own = entry is not None and entry.game == game and kind != "verdict"
    if entry is not None and own:
        proof.shown(leaf_entry(kind, game, leaf.version, entry.digest))
    return {
        "kind": kind,
        "version": leaf.version,
        "leaf": proof.number,
        "size": int(size),
        "origin": origin,
        "checked": own,
    }
