"""Checkpoints of a transparency log, and proofs that something is in it, as C2SP specifies them.

A checkpoint (https://c2sp.org/tlog-checkpoint) is a signed note of the log's origin, size and root. The log's key has
the origin as its name. A witness that has seen the log only grow cosigns it (https://c2sp.org/tlog-cosignature). A
proof (https://c2sp.org/tlog-proof) holds the path from a leaf to the root.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.chain import signed_by
from gunbai_record.errors import GunbaiError
from gunbai_record.heads import Keyring, rotations_of
from gunbai_record.note import COSIGNATURE, Note, NoteError, VerifierKey, bytes_of, signature_line
from gunbai_record.text.counts import counted
from gunbai_record.tree import ProofError, check_consistency, leaf_hash, root_with

PROOF = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63
"""The maximum number of hashes in a proof, for a log whose size is a 63-bit number."""
_TIMESTAMP, _SIGNATURE = 8, 64


class LogForked(GunbaiError):
    """Two checkpoints of a log, neither of which continues the other: its holder showed two logs.

    `shown` is the signed checkpoint that does not continue the earlier one, if a service showed it. Keep it: the two
    are the evidence.
    """

    shown: SignedCheckpoint | None = None


class LogReplaced(LogForked):
    """The service began a new log, under a new name, which does not continue the earlier log.

    That is no proof of fraud: an honest operator does so after restoring a backup that lacks leaves.
    """


class Checkpoint(NamedTuple):
    """What a log says about itself: its origin, its number of leaves, and the root of their tree."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text that is signed."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, encoded(self.root), *self.extensions))

    @property
    def label(self) -> str:
        """The log and its size, in words."""
        return f"{self.origin} of {counted(self.size, 'leaf')}"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Parse a checkpoint's text. Raises NoteError."""
        try:
            origin, size, root, *extensions = text.removesuffix("\n").split("\n")
            checkpoint = cls(origin, int(size), bytes_of(root), tuple(extensions))
        except ValueError:
            raise NoteError(f"{text[:200]!r} is not a log checkpoint") from None
        sound = 0 <= checkpoint.size < 2**63 and len(checkpoint.root) == 32 and all((origin, *extensions))
        # Compared as text, because `int` also reads other spellings.
        if checkpoint.text != text or not sound:
            raise NoteError(f"{text[:200]!r} is not a log checkpoint")
        return checkpoint

    def contradicts(self, other: Checkpoint) -> bool:
        """Return whether no log can have said both."""
        return self[:2] == other[:2] and self.root != other.root


def check_continued(old: Checkpoint, new: Checkpoint, hashes: Sequence[bytes]) -> None:
    """Check with a proof that a log's later checkpoint continues an earlier one. Raises LogForked or LogReplaced."""
    if old.origin != new.origin:
        why = "ask its operator why: leaves were lost, or are being hidden"
        raise LogReplaced(f"{new.origin} is a different log than {old.origin}; {why}")
    try:
        check_consistency(old.size, old.root, new.size, new.root, hashes)
    except ProofError as error:
        raise LogForked(f"FORKED: {new.origin} showed two logs, of {old.size} and {new.size} leaves: {error}") from None


def log_key(key: VerifierKey, origin: str) -> VerifierKey:
    """Return a service's key as its log's key."""
    return VerifierKey(origin, key.public_key)


def log_signer(note: Note, keys: Iterable[VerifierKey]) -> VerifierKey | None:
    """Return which of these services' keys signed a checkpoint as its log, if any.

    Raises NoteError if it is not a checkpoint, or if a signature in the name of one of them is invalid.
    """
    origin = Checkpoint.parse(note.text).origin
    return next((key for key in keys if note.is_signed_by(log_key(key, origin))), None)


class LogProof(NamedTuple):
    """The proof that the leaf at an index is in a checkpoint's tree; the checkpoint is a signed note."""

    number: int
    hashes: tuple[bytes, ...]
    checkpoint: str
    extra: bytes = b""

    @property
    def text(self) -> str:
        """The proof as the text of a file."""
        extra = [f"extra {encoded(self.extra)}"] if self.extra else []
        lines = [PROOF, *extra, f"index {self.number}", *map(encoded, self.hashes), ""]
        return "".join(f"{line}\n" for line in lines) + self.checkpoint

    @classmethod
    def parse(cls, text: str) -> LogProof:
        """Parse a proof. Raises NoteError."""
        head, _, checkpoint = text.partition("\n\n")
        first, *lines = head.split("\n")
        extra = bytes_of(lines.pop(0).removeprefix("extra ")) if lines and lines[0].startswith("extra ") else b""
        index, *hashes = lines or [""]
        try:
            proof = cls(int(index.removeprefix("index ")), tuple(map(bytes_of, hashes)), checkpoint, extra)
        except ValueError:
            raise NoteError(f"{text[:200]!r} is not a proof of a leaf") from None
        sound = first == PROOF and 0 <= proof.number < 2**63 and len(hashes) <= MOST_HASHES
        if not sound or proof.text != text or any(len(digest) != 32 for digest in proof.hashes):
            raise NoteError(f"{text[:200]!r} is not a proof of a leaf")
        return proof

    @property
    def own(self) -> LogProof:
        """The proof with only the log's own signatures, without additions and cosignatures. Raises NoteError."""
        return self._replace(checkpoint=own_note(self.note()), extra=b"")

    def note(self) -> Note:
        """Return the checkpoint as a note. Raises NoteError."""
        return Note.parse(self.checkpoint)

    def shown(self, entry: bytes) -> Checkpoint:
        """Check that the checkpoint's tree has an entry at the index; return the checkpoint, whoever signed it.

        Raises ProofError, or NoteError if it is not a checkpoint.
        """
        checkpoint = Checkpoint.parse(self.note().text)
        if root_with(leaf_hash(entry), self.number, checkpoint.size, self.hashes) != checkpoint.root:
            raise ProofError(f"leaf {self.number} of the log {checkpoint.origin} is not the expected one")
        return checkpoint


def own_note(note: Note) -> str:
    """Return a checkpoint with only the signatures in the name of its log. Raises NoteError."""
    origin = Checkpoint.parse(note.text).origin
    return note.signed_only_by({(signed.name, signed.key_id) for signed in note.signatures if signed.name == origin})


def signed_checkpoint(signed: SignedCheckpoint, named: Iterable[VerifierKey]) -> Checkpoint:
    """Return the checkpoint that a named key vouches for, itself or through rotations. Raises NoteError."""
    note, rotations = Note.parse(signed.note), rotations_of(signed)
    key = VerifierKey.parse(signed.key)
    if key not in Keyring(named, rotations).keys or log_signer(note, [key]) is None:
        raise NoteError(f"no named key vouches for the checkpoint; {signed.key} signed it")
    return Checkpoint.parse(note.text)


def cosigned_text(seconds: int, text: str) -> bytes:
    """Return what a witness signs for a checkpoint's text at a time, in seconds since 1970 (UTC)."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def cosign(text: str, seconds: int, key: VerifierKey, sign: Callable[[bytes], bytes]) -> str:
    """Return the line with which a witness, whose key is of kind COSIGNATURE, cosigns a checkpoint's text."""
    return signature_line(key, seconds.to_bytes(_TIMESTAMP, "big") + sign(cosigned_text(seconds, text)))


def cosigned_at(note: Note, key: VerifierKey) -> int | None:
    """Return when a witness cosigned a checkpoint, in seconds since 1970; None if it did not.

    Raises NoteError if a cosignature in its name is invalid.
    """
    latest = None
    for signed in note.signatures:
        if (signed.name, signed.key_id) != (key.name, key.id):
            continue
        seconds = int.from_bytes(signed.signature[:_TIMESTAMP], "big")
        signature = signed.signature[_TIMESTAMP:]
        if len(signature) != _SIGNATURE or seconds >= 2**63:
            raise NoteError(f"a cosignature by {key.name!r} has the wrong form")
        if not signed_by(key.public_key, signature, cosigned_text(seconds, note.text)):
            raise NoteError(f"a cosignature by {key.name!r} is not valid")
        # A note may carry several by one witness, and the latest says how fresh it is.
        latest = max(latest or 0, seconds)
    return latest


def witness_key(text: str) -> VerifierKey:
    """Parse a witness's verifier key. Raises NoteError."""
    return VerifierKey.parse(text, COSIGNATURE)


def encoded(raw: bytes) -> str:
    """Return bytes in Base64."""
    return b64encode(raw).decode()
