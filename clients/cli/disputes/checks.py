"""The checks of a printed dispute without a service: its papers, the record, its text, and what the reader holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from clients.cli.sources.served_files import evidence_in
from clients.render.dispute_page import VERSION, Growth, Page, differing, page_in
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai.referee.v1.disputes_pb2 import Evidence, GetDisputeResponse
from gunbai_client import Gunbai
from gunbai_record.chain import items_of
from gunbai_record.checkpoint import Checkpoint, LogForked, LogReplaced, check_continued, log_signer, signed_checkpoint
from gunbai_record.disputes import Finding, check, check_log, check_papers, parties_of, receipt_shown
from gunbai_record.errors import GunbaiError
from gunbai_record.heads import Head, Keyring, attested, head_of, rotations_of, sole_signer
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.receipts import receipt_of
from gunbai_record.text.counts import counted
from gunbai_record.text_files import read_text
from gunbai_record.verify.file import verify_file

HEAD = "gunbai head"
TEXT, HEAD_ON_PAGE, RULING = "the text of the page", "the head on the page", "the ruling"


class Held(NamedTuple):
    """A head or a checkpoint that the reader has from elsewhere, with its file's name."""

    name: str
    signed: Head | Checkpoint


class Papers(NamedTuple):
    """The page to check: its text and sources, the record file with its entries, and the trusted keys."""

    text: str
    page: Page
    record: Path
    entries: Sequence[Entry]
    keys: Sequence[VerifierKey]
    again: Page | str
    """The page as the record has it, or why the record does not show it."""
    judged: Evidence | None
    """The record as the claimant may see it, for the ruling on a receipt; None without a receipt."""


def papers_in(file: Path, record: Path, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Papers:
    """Return the page in a file, ready to check. Raises typer.BadParameter."""
    page = page_in(file)
    text, answer = file.read_text(encoding="utf-8"), page.answer
    head, eyes, seat = _version(answer.evidence.head), answer.evidence.view.seat, answer.dispute.seat
    again: Page | str
    judged = None
    try:
        made = evidence_in(record, answer.dispute, eyes, head, page.accept_language)
        if receipt_shown(answer.dispute).note:
            # Nobody signs whose eyes a page was made with: that something was hidden from them is no reason to skip a
            # receipt.
            own = made if eyes == seat else evidence_in(record, answer.dispute, seat, head, page.accept_language)
            judged = own[0].evidence
        pages = [page.completed(remade.evidence, remade.title) for remade in made]
        # If facts were hidden, the page is one of several: take the one whose text is most similar.
        again = min(pages, key=lambda candidate: len(differing(text, candidate)))
    except GunbaiError as error:
        again = str(error)
    return Papers(text, page, record, entries, keys, again, judged)


def findings(papers: Papers) -> Iterator[Finding]:
    """Yield findings on each of a page's papers, on what the log and the record say about it, and last on its text."""
    answer, keys = papers.page.answer, papers.keys
    all_findings = [
        _record(papers.record),
        check_papers(answer, keys),
        *check(answer.dispute, parties_of(papers.entries), keys),
        *_ruled(papers),
        _head("the disputed version", _disputed(answer, keys), papers.entries, keys),
        _head(HEAD_ON_PAGE, _vouched(answer.evidence.head, keys), papers.entries, keys),
        *check_log(answer, papers.entries, keys),
    ]
    if not keys:
        # Anybody could have made both page and record, with their own keys for the seats.
        all_findings = [finding._replace(holds=None if finding.holds else finding.holds) for finding in all_findings]
    yield from all_findings
    yield _text(papers, all_findings)


def _record(file: Path) -> Finding:
    """Return whether a record file is sound as far as no rules are needed; `gunbai verify` judges it again."""
    report = verify_file(file)
    if report.problem:
        where = f"entry {report.bad_version}: " if report.bad_version else ""
        return Finding("the record", f"{where}{report.problem}", holds=False)
    return Finding("the record", f"{report.entries} entries, chain intact; `gunbai verify` judges them", True)


def _ruled(papers: Papers) -> Iterator[Finding]:
    """Yield whether the rules refuse what the receipt says was refused, by the same clause."""
    dispute = papers.page.answer.dispute
    if papers.judged is None:
        if dispute.receipt_sha256 and not receipt_shown(dispute).note:
            yield Finding(RULING, "not checked: the page lacks the receipt for the refusal")
        return
    clause = receipt_of(dispute.receipt).clause
    given, newest = papers.judged.given, papers.judged.newest
    # Later rules may well rule differently: that is for the arbiter to weigh.
    otherwise = False if newest.rules_version == given.rules_version else None
    rules = f"rules version {newest.rules_version}"
    if newest.refused.clause == clause:
        yield Finding(RULING, f"{rules} refuses it by {clause}, as the receipt says", holds=True)
    elif newest.HasField("refused"):
        words = f"{rules} refuses it by {newest.refused.clause}, but the receipt cites {clause}"
        yield Finding(RULING, words, otherwise)
    elif newest.HasField("accepted"):
        yield Finding(RULING, f"{rules} accepts it, but the receipt cites {clause}", otherwise)


def _text(papers: Papers, earlier: Sequence[Finding]) -> Finding:
    """Return whether the text is what the papers and the record say; `found` has checked those."""
    page = papers.page
    others = {version for version in (page.printed_by, page.answer.evidence.referee_version) if version != VERSION}
    if others:
        named = " and ".join(sorted(other or "unknown" for other in others))
        words = f"not checked: gunbai {named} wrote it, but this is gunbai {VERSION}; --output writes the rebuilt page"
        return Finding(TEXT, words)
    if isinstance(papers.again, str):
        return Finding(TEXT, f"not checked: {papers.again}")
    if parts := "; ".join(differing(papers.text, papers.again)):
        if any(item.HasField("sealed") for entry in papers.entries for item in items_of(entry)):
            words = "not checked: the page may show hidden facts, or a name that was removed from the record"
            return Finding(TEXT, f"{words}, in: {parts}")
        return Finding(TEXT, f"it does NOT match its papers and the record: {parts}", holds=False)
    if not papers.keys:
        return Finding(TEXT, "it matches its papers and the record; name the service's key to check who wrote these")
    if any(finding.holds is None for finding in earlier if finding.paper == HEAD_ON_PAGE):
        return Finding(TEXT, "not checked: the page shows more entries than the record has")
    return Finding(TEXT, "it matches its papers and the record", holds=True)


def _vouched(signed: SignedHead, keys: Sequence[VerifierKey]) -> Head | str:
    """Return a page's head if a named key vouches for it, and nobody else signed it, or why not."""
    try:
        sole_signer(signed)
        return attested(signed, keys) if keys else head_of(signed)
    except NoteError as error:
        return str(error)


def _disputed(answer: GetDisputeResponse, keys: Sequence[VerifierKey]) -> Head | str:
    """Return the disputed version's head if a named key vouches for it, or why not."""
    head = _vouched(answer.evidence.signed_head, keys)
    if isinstance(head, Head) and head.version != answer.dispute.version:
        return f"it signs entry {head.version}, but the dispute is about entry {answer.dispute.version}"
    return head


def _version(signed: SignedHead) -> int:
    """Return a signed head's version without checking its signature; 0 if there is no head."""
    try:
        return head_of(signed).version
    except NoteError:
        return 0


def _head(paper: str, head: Head | str, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Finding:
    if isinstance(head, str):
        return Finding(paper, head, holds=False)
    digest = entries[head.version - 1].digest if 0 < head.version <= len(entries) else b""
    if not digest:
        words = f"it signs entry {head.version}, but the record ends with entry {len(entries)}: use a later record"
        return Finding(paper, words)
    if digest != head.digest:
        words = f"NOT the record that was signed: entry {head.version} has the digest {digest.hex()}"
        return Finding(paper, f"{words}, but the head says {head.digest.hex()}", holds=False)
    words = f"entry {head.version} of the record is the signed one"
    return Finding(paper, words, True) if keys else Finding(paper, f"{words}; name the service's key to check this")


def held_in(files: Iterable[Path], page: Page, keys: Sequence[VerifierKey]) -> list[Held]:
    """Return the heads and checkpoints that a reader holds. Raises typer.BadParameter unless a named key signed them.

    The page's rotations lead from a named key to later ones.
    """
    if not keys:
        raise typer.BadParameter(
            "a head or checkpoint counts only if a key you named signed it: add --key", param_hint="--against"
        )
    ring = Keyring(keys, rotations_of(page.answer.evidence.checkpoint))
    return [_held(file, ring) for file in files]


def _held(file: Path, ring: Keyring) -> Held:
    try:
        note = Note.parse(read_text(file))
        if note.text.startswith(HEAD):
            signer, held = ring.signer(note), Held(file.name, Head.parse(note.text))
        else:
            signer, held = log_signer(note, ring.keys), Held(file.name, Checkpoint.parse(note.text))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(
            f"{file} is not a signed head or checkpoint: {error}", param_hint="--against"
        ) from None
    if signer is None:
        raise typer.BadParameter(f"{file} is not signed by a key you named", param_hint="--against")
    return held


def compared(held: Held, page: Page, entries: Sequence[Entry], keys: Sequence[VerifierKey]) -> Finding:
    """Return whether a page and the record agree with what the reader holds."""
    if isinstance(held.signed, Checkpoint):
        return _grown(held.name, held.signed, page, keys)
    if held.signed.game not in {entry.game for entry in entries}:
        raise typer.BadParameter(f"{held.name} belongs to a different game, {held.signed.game}", param_hint="--against")
    return _head(held.name, held.signed, entries, keys)


def _grown(paper: str, own: Checkpoint, page: Page, keys: Sequence[VerifierKey]) -> Finding:
    """Return whether a page's log and a checkpoint's are the same log."""
    try:
        shown = signed_checkpoint(page.answer.evidence.checkpoint, keys)
    except NoteError as error:
        return Finding(paper, f"it cannot be compared with the page: {error}", holds=False)
    old, new = sorted((own, shown), key=lambda checkpoint: checkpoint.size)
    hashes = _hashes(page.growth, old, new)
    if hashes is None and old.origin == new.origin:
        words = (
            f"the log has {counted(own.size, 'leaf')} in your checkpoint and {shown.size} on the page, and the page "
            "does not prove that the log only grew"
        )
        return Finding(paper, f"{words}: write the page with `gunbai dispute print --since`")
    try:
        check_continued(old, new, hashes or ())
    except LogReplaced as error:
        return Finding(paper, str(error), holds=False)
    except LogForked as error:
        return Finding(paper, f"PROOF OF FRAUD: {error}", holds=False)
    return Finding(paper, f"the log with {counted(new.size, 'leaf')} continues the one with {old.size}", holds=True)


def _hashes(growth: Growth | None, old: Checkpoint, new: Checkpoint) -> tuple[bytes, ...] | None:
    """Return the proof's hashes between two sizes: empty for equal sizes, None without a proof."""
    if old.size == new.size:
        return ()
    return growth.hashes if growth and growth[:2] == (old.size, new.size) else None


def growth_of(gunbai: Gunbai, own: Checkpoint, shown: SignedCheckpoint) -> Growth:
    """Return the proof that a page's log and a checkpoint's are the same. Raises LogForked if they are not."""
    newest = Checkpoint.parse(Note.parse(shown.note).text)
    old, new = sorted((own, newest), key=lambda checkpoint: checkpoint.size)
    hashes = gunbai.log.consistency(old.size, new.size).hashes if old.origin == new.origin else ()
    try:
        check_continued(old, new, hashes)
    except LogForked as fork:
        fork.shown = shown
        raise
    return Growth(old.size, new.size, tuple(hashes))
