"""A dispute's papers: the bytes that seats and the arbiter sign, and how to check all signatures without a service.

docs/record-format.md specifies the bytes.
"""

from __future__ import annotations

import struct
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_record.chain import field, signed_by, type_name
from gunbai_record.checkpoint import LogProof, signed_checkpoint
from gunbai_record.heads import Keyring, rotations_of, sole_signer
from gunbai_record.leaves import Kind, kind_name, leaf_entry
from gunbai_record.note import Note, NoteError, VerifierKey
from gunbai_record.receipts import receipt_of, vouched
from gunbai_record.text.counts import counted
from gunbai_record.tree import ProofError

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.disputes_pb2 import Dispute, DisputeVerdict, GetDisputeResponse, Statement

PAPERS = "gunbai papers v1"
_number = struct.Struct(">Q").pack
_time = struct.Struct(">qI").pack


def claim_payload(dispute: Dispute) -> bytes:
    """Return what a seat signs to open a dispute."""
    return b"".join(
        (
            b"gunbai dispute 1\x00",
            field(dispute.game.encode()),
            _number(dispute.version),
            field(dispute.receipt_sha256),
            field(dispute.request_id.encode()),
            field(dispute.claim.encode()),
        )
    )


def reference(dispute: Dispute) -> bytes:
    """Return the SHA-256 by which later papers refer to a dispute, over its seat and its claim."""
    return sha256(_number(dispute.seat) + claim_payload(dispute)).digest()


def statement_payload(dispute: Dispute, statement: Statement) -> bytes:
    """Return what a seat signs to add a statement."""
    allowed = bytes([statement.inspection_allowed])
    texts = field(statement.request_id.encode()) + field(statement.text.encode())
    return b"gunbai statement 1\x00" + reference(dispute) + texts + allowed


def inspection_payload(dispute: Dispute, token_sha256: bytes) -> bytes:
    """Return what the arbiter signs to see hidden parts of the game."""
    return b"gunbai inspection 1\x00" + reference(dispute) + token_sha256


def verdict_payload(dispute: Dispute, verdict: DisputeVerdict) -> bytes:
    """Return what the arbiter signs to settle a dispute."""
    place = bytes([verdict.outcome]) + _number(verdict.correction_version)
    return b"gunbai verdict 1\x00" + reference(dispute) + place + field(verdict.reason.encode())


def verdict_digest(dispute: Dispute) -> bytes:
    """Return the SHA-256 of a dispute's verdict and its signature, for the verdict's leaf in the log."""
    # The signature is included because the words alone could be guessed by anyone who knows the claim, and because one
    # text under two keys must make two leaves.
    return sha256(verdict_payload(dispute, dispute.verdict) + dispute.verdict.signature).digest()


def papers_text(dispute: Dispute) -> str:
    """Return the text that a service signs for a dispute: who said what in it and when, with all signatures."""
    filed = [(claim_payload(dispute), dispute.seat, dispute.signature, dispute.create_time)]
    filed += [
        (statement_payload(dispute, statement), statement.seat, statement.signature, statement.create_time)
        for statement in dispute.statements
    ]
    if dispute.HasField("inspection"):
        look = dispute.inspection
        filed.append((inspection_payload(dispute, look.token_sha256), 0, look.signature, look.create_time))
    if dispute.HasField("verdict"):
        given = dispute.verdict
        filed.append((verdict_payload(dispute, given), 0, given.signature, given.create_time))
    papers = (
        field(payload) + _number(seat) + field(signature) + _time(at.seconds, at.nanos)
        for payload, seat, signature, at in filed
    )
    digest = b64encode(sha256(b"".join(papers)).digest()).decode()
    return f"{PAPERS}\n{dispute.game}\n{dispute.number}\n{digest}\n"


def receipt_shown(dispute: Dispute) -> SignedReceipt:
    """Return the receipt that opened a dispute; an empty one if none did, or if it is about a different command."""
    receipt = dispute.receipt
    try:
        receipt_of(receipt)
    except NoteError:
        return SignedReceipt()
    return receipt if sha256(receipt.note.encode()).digest() == dispute.receipt_sha256 else SignedReceipt()


class Parties(NamedTuple):
    """The public keys of the signers of a game's papers, as the record names them: the seats' and the arbiter's."""

    seats: Mapping[int, bytes]
    arbiter: bytes = b""


def parties_of(entries: Iterable[record.Entry]) -> Parties:
    """Return who signs papers, from a record's entries; players who joined without a key are left out."""
    parties = Parties({})
    for entry in entries:
        parties = after(parties, entry)
    return parties


def after(parties: Parties, entry: record.Entry) -> Parties:
    """Return who signs papers after one more entry."""
    kind, value = type_name(entry.command.open.type_url), entry.command.open.value
    if kind == life.CreateGame.DESCRIPTOR.full_name:
        return Parties({}, life.CreateGame.FromString(value).arbiter)
    if kind == life.ForkGame.DESCRIPTOR.full_name:
        return Parties({}, life.ForkGame.FromString(value).arbiter)
    if kind != life.TakeSeat.DESCRIPTOR.full_name:
        return parties
    taken = life.TakeSeat.FromString(value)
    # Someone without a key may take a seat after a player with one.
    others = {seat: key for seat, key in parties.seats.items() if seat != taken.seat}
    return parties._replace(seats=others | ({taken.seat: taken.public_key} if taken.public_key else {}))


class Finding(NamedTuple):
    """Whether the right party signed a paper, in words; `holds` is None if nobody signs it."""

    paper: str
    words: str
    holds: bool | None = None


def check(dispute: Dispute, parties: Parties, keys: Iterable[VerifierKey] = ()) -> Iterator[Finding]:
    """Yield a finding for each paper of a dispute; the receipt comes first, if there is one."""
    named = [*keys]
    if dispute.receipt_sha256 or dispute.receipt.ByteSize():
        yield _receipt(dispute, named)
    payload = claim_payload(dispute)
    yield _signed("the claim", f"seat {dispute.seat}", parties.seats.get(dispute.seat), dispute.signature, payload)
    for number, statement in enumerate(dispute.statements, 1):
        payload, paper = statement_payload(dispute, statement), f"statement {number}"
        yield _signed(paper, f"seat {statement.seat}", parties.seats.get(statement.seat), statement.signature, payload)
    if dispute.HasField("inspection"):
        payload = inspection_payload(dispute, dispute.inspection.token_sha256)
        yield _signed("the inspection", "the arbiter", parties.arbiter, dispute.inspection.signature, payload)
    if dispute.HasField("verdict"):
        payload = verdict_payload(dispute, dispute.verdict)
        yield _signed("the verdict", "the arbiter", parties.arbiter, dispute.verdict.signature, payload)


def check_papers(response: GetDisputeResponse, keys: Iterable[VerifierKey] = ()) -> Finding:
    """Return whether the service, and nobody else, signed all of a dispute's papers together, with their times."""
    # Each paper's own signature does not cover its time, and seats without a key sign nothing: the service vouches for
    # both.
    paper, signed, named = "the papers", response.evidence.papers, [*keys]
    try:
        note, key = Note.parse(signed.note), sole_signer(signed)
        is_known = key in Keyring(named, rotations_of(signed)).keys
    except NoteError as error:
        return Finding(paper, f"the service did not sign the papers: {error}", holds=False)
    if note.text != papers_text(response.dispute):
        return Finding(paper, "NOT the papers that the service signed", holds=False)
    if not named:
        return Finding(paper, "name the service's key to check that the service has the same papers")
    if not is_known:
        return Finding(paper, f"no named key vouches for the papers; {signed.key} signed them", holds=False)
    return Finding(paper, f"{key.name} has the same papers, with these times", holds=True)


def check_log(
    response: GetDisputeResponse, entries: Sequence[record.Entry], keys: Iterable[VerifierKey] = ()
) -> Iterator[Finding]:
    """Yield a finding for what the log of all games should say about a dispute: the game's origin, and the verdict.

    `entries` are those of the game's record, and `keys` name its service; without them nobody vouches for the log.
    """
    dispute, evidence, named = response.dispute, response.evidence, [*keys]
    own = [entry for entry in entries if entry.game == dispute.game]
    # An imported game has no entry under its own id: the log has the last imported entry instead.
    origin: tuple[Kind, record.Entry] = ("created", own[0]) if own else ("imported", entries[-1])
    kind, entry = origin
    leaves: list[tuple[Kind, int, bytes]] = [(kind, entry.version, entry.digest)]
    if dispute.HasField("verdict"):
        leaves.append(("verdict", dispute.version, verdict_digest(dispute)))
    for kind, version, digest in leaves:
        leaf = leaf_entry(kind, dispute.game, version, digest)
        proofs = [leaf.proof for leaf in evidence.leaves if (kind_name(leaf.kind), leaf.version) == (kind, version)]
        yield _logged(f"{_SAID[kind]} in the log", leaf, proofs, evidence.checkpoint, named)
    expected = [(kind, version) for kind, version, _ in leaves]
    for shown in evidence.leaves:
        if (kind_name(shown.kind), shown.version) in expected:
            expected.remove((kind_name(shown.kind), shown.version))
        else:
            words = f"of kind {kind_name(shown.kind)!r} at version {shown.version}: nothing in the dispute confirms it"
            yield Finding("a different leaf of the log", words, holds=False)


_SAID: Mapping[Kind, str] = {"created": "the creation", "imported": "the import", "verdict": "the verdict"}


def _logged(
    paper: str, leaf: bytes, proofs: Sequence[str], checkpoint: SignedCheckpoint, keys: Sequence[VerifierKey]
) -> Finding:
    if not proofs:
        return Finding(paper, "NOT shown to be in the log", holds=False)
    try:
        proof = LogProof.parse(proofs[0])
        log = proof.shown(leaf)
        if proof.checkpoint != checkpoint.note:
            return Finding(paper, "its proof is for a different checkpoint", holds=False)
        if proof.extra:
            return Finding(paper, "its proof has extra data, which nobody signed", holds=False)
        words = f"index {proof.number} of {counted(log.size, 'leaf')} in {log.origin}"
        if not keys:
            return Finding(paper, f"{words}; name the service's key to check this")
        signed_checkpoint(checkpoint, keys)
    except (NoteError, ProofError) as error:
        return Finding(paper, str(error), holds=False)
    return Finding(paper, words, holds=True)


def _receipt(dispute: Dispute, keys: list[VerifierKey]) -> Finding:
    paper = "the receipt"
    if not dispute.receipt_sha256:
        return Finding(paper, "a dispute about an entry cannot have a receipt", holds=False)
    if not dispute.receipt.ByteSize():
        return Finding(paper, "the papers do not show the receipt")
    if sha256(dispute.receipt.note.encode()).digest() != dispute.receipt_sha256:
        return Finding(paper, "the dispute was opened with a different receipt", holds=False)
    if not keys:
        return Finding(paper, "name the service's key to check the receipt")
    try:
        receipt = vouched(dispute.receipt, keys)
    except NoteError as error:
        return Finding(paper, str(error), holds=False)
    if (receipt.game, receipt.version, receipt.seat) != (dispute.game, dispute.version, dispute.seat):
        return Finding(paper, "the receipt is for a different refusal", holds=False)
    words = f"signed by {dispute.receipt.key.partition('+')[0]}: refused by {receipt.clause}"
    return Finding(paper, words, holds=True)


def _signed(paper: str, who: str, key: bytes | None, signature: bytes, payload: bytes) -> Finding:
    if not key:
        return Finding(paper, f"{who} has no key and signs nothing")
    holds = signed_by(key, signature, payload)
    return Finding(paper, f"signed by {who}" if holds else f"NOT signed by {who}", holds=holds)
