"""A checkpoint that the operator kept: whether a store's log still contains what the checkpoint shows."""

from __future__ import annotations

from pathlib import Path

from gunbai_record.checkpoint import Checkpoint, log_signer
from gunbai_record.heads import Rotation
from gunbai_record.note import Note, NoteError
from gunbai_record.text.counts import counted
from gunbai_record.text_files import read_text
from gunbai_record.tree import Range, leaf_hash
from referee.proof.identity import published, read_published
from referee.proof.tiles import Tiles
from store.contract import StorageError, Store

OTHER_LOG = (
    "Accepting a loss renames the log. If the record is newer than the checkpoint, name a checkpoint of its log. If it "
    "is older, move away the files that show how far it had come (the mark and the copy of a stream, the heads of a "
    "database), and accept the loss."
)
_AT_ONCE = 4096
"""How many leaves are read at a time."""


async def lack_of(store: Store, checkpoint: Path, key: Path) -> str:
    """Return what a store's log lacks compared with the checkpoint in a file, or "".

    Raises StorageError if the file has no checkpoint, or none that the service's key signed; or one of another log,
    which does not show which of the two is older: if that counted as a lack, an acceptance could be repeated at each
    start.
    """
    shown = _signed(checkpoint, key)
    log = await store.leaf_log()
    if shown.origin != f"gunbai/{log.name}":
        problem = f"the checkpoint belongs to the log {shown.origin}, but the record has the log gunbai/{log.name}"
        raise StorageError(str(checkpoint), f"{problem}. {OTHER_LOG}")
    if log.size < shown.size:
        return f"the checkpoint {checkpoint} shows {counted(shown.size, 'leaf')}, but the log has only {log.size:,}"
    if await _root(store, shown.size) != shown.root:
        return f"the log does not contain the {counted(shown.size, 'leaf')} of the checkpoint {checkpoint}"
    return ""


def _signed(file: Path, key: Path) -> Checkpoint:
    """Return the checkpoint in a file that the service signed, by its key or an earlier one. Raises StorageError."""
    try:
        verifier, rotations = read_published(published(key))
        note = Note.parse(read_text(file))
        if log_signer(note, [verifier, *(Rotation.parse(rotation).old for rotation in rotations)]) is None:
            raise NoteError(f"{verifier} did not sign it")
        return Checkpoint.parse(note.text)
    except (ValueError, OSError) as error:
        raise StorageError(str(file), f"no checkpoint to compare the record with: {error}") from None


async def _root(store: Store, size: int) -> bytes:
    """Return the root of a log's first leaves."""
    tiles = Tiles()
    while tiles.size < size:
        leaves = await store.leaves(tiles.size, min(_AT_ONCE, size - tiles.size))
        tiles.add(leaf_hash(leaf.data) for leaf in leaves)
    (root,) = tiles.hashes([Range(0, size)], {})
    return root
