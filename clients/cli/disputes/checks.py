"""The checks of a printed dispute without a service: its text, its papers, the record, and what its reader holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import typer

from clients.render.dispute_page import Growth, Page, says_what_it_has
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai.referee.v1.disputes_pb2 import Evidence
from gunbai_client import Gunbai
from gunbai_record.chain import digest_of
from gunbai_record.checkpoint import Checkpoint, LogForked, check_continued, log_signer, signed_checkpoint
from gunbai_record.disputes import Finding, check, check_log, parties_of
from gunbai_record.heads import Head, Keyring, attested, head_of, rotations_of
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.receipts import receipt_of

HEAD = "gunbai head"


class Held(NamedTuple):
    """A head or a checkpoint that the reader has from elsewhere, with the name of its file."""

    name: str
    said: Head | Checkpoint


def findings(file: Path, page: Page, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Iterator[Finding]:
    """Yield a finding for the text of a page, for each of its papers, and for what the record has of it."""
    yield _text(says_what_it_has(file, page), page.printed_by)
    yield from check(page.answer.dispute, parties_of(entries), keys)
    yield from _ruled(page)
    yield from _recorded(page.answer.evidence, entries, keys)
    yield from check_log(page.answer, entries, keys)


def _text(holds: bool | None, printed_by: str) -> Finding:
    paper = "the text of the page"
    if holds is None:
        words = f"gunbai {printed_by} printed it: read what this version makes of it, with --output"
        return Finding(paper, words)
    return Finding(paper, "it says what its papers say" if holds else "it does NOT say what its papers say", holds)


def _ruled(page: Page) -> Iterator[Finding]:
    """Yield whether the clause that the page cites is that of the receipt, if the service signed this."""
    dispute, given = page.answer.dispute, page.answer.evidence.given
    if dispute.receipt.note and given.HasField("refused"):
        with suppress(NoteError):
            clause = receipt_of(dispute.receipt).clause
            words = f"refused by {given.refused.clause}, in the receipt by {clause}"
            yield Finding("the ruling on the page", words, clause == given.refused.clause)


def _recorded(evidence: Evidence, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Iterator[Finding]:
    """Yield whether the record has the entry and the head of a page."""
    shown = evidence.entry
    if shown.version > len(entries):
        yield Finding("the entry on the page", f"it is entry {shown.version}, and the record ends with {len(entries)}")
    elif shown.digest:
        same = digest_of(shown) == shown.digest == _digest(entries, shown.version)
        words = f"it is {'' if same else 'NOT '}entry {shown.version} of the record"
        yield Finding("the entry on the page", words, same)
    if evidence.signed_head.note:
        yield _head("the head on the page", _vouched(evidence, keys), entries, keys)


def _vouched(evidence: Evidence, keys: Sequence[VerifierKey]) -> Head | str:
    """Return the head of a page if a named key vouches for it, or why not."""
    try:
        return attested(evidence.signed_head, keys) if keys else head_of(evidence.signed_head)
    except NoteError as error:
        return str(error)


def _head(paper: str, head: Head | str, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Finding:
    if isinstance(head, str):
        return Finding(paper, head, holds=False)
    digest = _digest(entries, head.version)
    if not digest:
        words = f"it is of entry {head.version}, and the record ends with entry {len(entries)}: take a later record"
        return Finding(paper, words)
    if digest != head.digest:
        words = f"NOT the record that was signed: entry {head.version} has the digest {digest.hex()}"
        return Finding(paper, f"{words}, signed is {head.digest.hex()}", holds=False)
    words = f"entry {head.version} of the record is the one that was signed"
    return Finding(paper, words, True) if keys else Finding(paper, f"{words}; name the key of the service to check it")


def _digest(entries: Sequence[Entry], version: int) -> bytes:
    return entries[version - 1].digest if 0 < version <= len(entries) else b""


def held_in(files: Iterable[Path], page: Page, keys: Sequence[VerifierKey]) -> list[Held]:
    """Return the heads and checkpoints that a reader holds. Raises typer.BadParameter unless a named key signed them.

    The rotations of the page lead from a named key to later ones.
    """
    if not keys:
        raise typer.BadParameter(
            "what you hold counts only if a named key signed it: add --key", param_hint="--against"
        )
    ring = Keyring(keys, rotations_of(page.answer.evidence.checkpoint))
    return [_held(file, ring) for file in files]


def _held(file: Path, ring: Keyring) -> Held:
    try:
        note = Note.parse(file.read_text(encoding="utf-8"))
        if note.text.startswith(HEAD):
            signer, held = ring.signer(note), Held(file.name, Head.parse(note.text))
        else:
            signer, held = log_signer(note, ring.keys), Held(file.name, Checkpoint.parse(note.text))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{file} is no signed head or checkpoint: {error}", param_hint="--against") from None
    if signer is None:
        raise typer.BadParameter(f"{file} is not signed by a named key", param_hint="--against")
    return held


def compared(held: Held, page: Page, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Finding:
    """Return whether a page and the record agree with what its reader holds."""
    if isinstance(held.said, Checkpoint):
        return _grown(held.name, held.said, page, keys)
    if held.said.game not in {entry.game for entry in entries}:
        raise typer.BadParameter(f"{held.name} is of another game, {held.said.game}", param_hint="--against")
    return _head(held.name, held.said, entries, keys)


def _grown(paper: str, kept: Checkpoint, page: Page, keys: Sequence[VerifierKey]) -> Finding:
    """Return whether the log of a page is one log with that of a checkpoint."""
    try:
        shown = signed_checkpoint(page.answer.evidence.checkpoint, keys)
    except NoteError as error:
        return Finding(paper, f"it cannot be compared with the page: {error}", holds=False)
    old, new = sorted((kept, shown), key=lambda checkpoint: checkpoint.size)
    hashes = _hashes(page.growth, old, new)
    if hashes is None and old.origin == new.origin:
        words = f"the log had {kept.size} leaves, on the page {shown.size}, and the page has no proof that it only grew"
        return Finding(paper, f"{words}: `gunbai dispute print --since` puts it there")
    try:
        check_continued(old, new, hashes or ())
    except LogForked as error:
        return Finding(paper, f"PROOF OF FRAUD: {error}", holds=False)
    return Finding(paper, f"the log of {new.size} leaves continues that of {old.size}", holds=True)


def _hashes(growth: Growth | None, old: Checkpoint, new: Checkpoint) -> tuple[bytes, ...] | None:
    """Return the hashes of the proof for two sizes: of one size none are needed; None if there is no proof."""
    if old.size == new.size:
        return ()
    return growth.hashes if growth and growth[:2] == (old.size, new.size) else None


def growth_of(gunbai: Gunbai, kept: Checkpoint, shown: SignedCheckpoint) -> Growth:
    """Return the proof that the log of a page and that of a checkpoint are one. Raises LogForked if they are not."""
    newest = Checkpoint.parse(Note.parse(shown.note).text)
    old, new = sorted((kept, newest), key=lambda checkpoint: checkpoint.size)
    hashes = gunbai.log.consistency(old.size, new.size).hashes if old.origin == new.origin else ()
    check_continued(old, new, hashes)
    return Growth(old.size, new.size, tuple(hashes))
