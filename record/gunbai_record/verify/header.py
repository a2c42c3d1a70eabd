"""The header of a record file, compared with its entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import ForkGame
from gunbai.record.v1.log_pb2 import LeafProof
from gunbai_record.checkpoint import LogProof, log_signer
from gunbai_record.disputes import parties_of
from gunbai_record.heads import Head, head_of
from gunbai_record.leaves import Kind, kind_name, leaf_entry
from gunbai_record.note import NoteError, VerifierKey
from gunbai_record.sheets import misfit_of_signatures
from gunbai_record.tree import ProofError
from gunbai_record.verify.entry_checks import founding_of
from gunbai_record.verify.message_checks import is_foreign


def misfit(header: FileHeader, entries: Sequence[record.Entry]) -> str:
    """Return how a file's header contradicts its verified entries, or "".

    If an entry cannot be read, only the signed head is compared.
    """
    if any(map(is_foreign, entries)):
        return _misfit_of_head(header, entries[-1])
    firsts = {entry.game: entry for entry in reversed(entries)}
    return misfit_of(firsts, header, entries[-1], parties_of(entries).seats)


def misfit_of(
    firsts: Mapping[str, record.Entry], header: FileHeader, last: record.Entry, keys: Mapping[int, bytes]
) -> str:
    """Return the same from each game's first entry (youngest game first), the last entry, and the seats' keys."""
    return (
        _misfit_of_line(header, firsts)
        or _misfit_of_head(header, last)
        or _misfit_of_leaves(header, firsts, last)
        or misfit_of_signatures(header, last, keys)
    )


def _misfit_of_line(header: FileHeader, firsts: Mapping[str, record.Entry]) -> str:
    line = [header.game, *(ancestor.game for ancestor in header.ancestors)]
    if [game for game in line if game in firsts] != [*firsts] or not {line[0], line[-1]} <= firsts.keys():
        return f"the header has the games {line}, but the entries have {[*firsts]}"
    shared = firsts[header.game].version - 1
    for below, ancestor in zip(line, header.ancestors, strict=False):
        if below in firsts and parent_of(firsts[below]) != ancestor.game:
            return f"the header says that {below!r} was branched from {ancestor.game!r}, but its first entry does not"
        if ancestor.version != shared:
            return f"the header has {ancestor.game!r} up to entry {ancestor.version}, but the entries go up to {shared}"
        if ancestor.game in firsts:
            shared = firsts[ancestor.game].version - 1
        elif ancestor.secret:
            return f"the header has a secret of {ancestor.game!r}, but the file has no entry of it"
    return ""


def parent_of(first: record.Entry) -> str:
    """Return the game that a game was branched from, according to its first entry, or ""."""
    founding = founding_of(first.command.open)
    return founding.parent if isinstance(founding, ForkGame) else ""


def _misfit_of_head(header: FileHeader, last: record.Entry) -> str:
    """Return what is wrong with a file's signed head, whoever signed it, or ""."""
    if not header.HasField("signed_head"):
        return ""
    try:
        head = head_of(header.signed_head)
    except NoteError as error:
        return f"the signed head: {error}"
    if head != Head(last.game, last.version, last.digest):
        return (
            f"the signed head is of {head.game}@{head.version}, digest {head.digest.hex()}: that is not the last entry"
        )
    return ""


def _misfit_of_leaves(header: FileHeader, firsts: Mapping[str, record.Entry], last: record.Entry) -> str:
    """Return which of a file's proofs does not show that its entry is in a log, or ""."""
    about: dict[Kind, record.Entry] = {"created": firsts[header.game], "ended": last, "abandoned": last}
    for leaf in header.leaves:
        entry = about.get(kind_name(leaf.kind))
        if entry is None or entry.version != leaf.version:
            return f"the header has a leaf of kind {leaf.kind} for entry {leaf.version}, which cannot have one"
        if problem := _misfit_of_leaf(leaf, header, entry):
            return f"the leaf for entry {leaf.version}: {problem}"
    return ""


def _misfit_of_leaf(leaf: LeafProof, header: FileHeader, entry: record.Entry) -> str:
    try:
        proof = LogProof.parse(leaf.proof)
        proof.shown(leaf_entry(kind_name(leaf.kind), header.game, entry.version, entry.digest))
        if log_signer(proof.note(), [VerifierKey.parse(header.signed_head.key)]) is not None:
            return ""
    except (NoteError, ProofError) as error:
        return str(error)
    return "its checkpoint is not signed by the key of the signed head"
