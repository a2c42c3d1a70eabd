"""Signed heads: a game's version and its digest, signed by a key that the reader knows from elsewhere.

A head says "entry VERSION of GAME has this digest", and so fixes every entry up to there. Two contradicting heads with
one key's signatures prove that its holder changed a record. A key hands over to the next by signing a rotation.
docs/record-format.md specifies both texts, with test vectors.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_record.note import Note, NoteError, VerifierKey

if TYPE_CHECKING:  # A message of the service, which belongs to the client.
    from gunbai.referee.v1.disputes_pb2 import SignedPapers

HEAD = "gunbai head v1"
ROTATION = "gunbai key rotation v1"


class Head(NamedTuple):
    """A game's version and its entry's digest."""

    game: str
    version: int
    digest: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{HEAD}\n{self.game}\n{self.version}\n{b64encode(self.digest).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Head:
        """Parse a head's text. Raises NoteError."""
        try:
            _, game, version, digest, _ = text.split("\n")
            head = cls(game, int(version), b64decode(digest))
        except ValueError:
            raise NoteError(f"{text[:200]!r} is not the head of a game") from None
        # Compared as text, because `int` and `b64decode` also read other spellings, for example "+1" and " 1".
        if head.text != text or not game or not 0 < head.version < 2**64 or len(head.digest) != 32:
            raise NoteError(f"{text[:200]!r} is not the head of a game")
        return head

    def contradicts(self, other: Head) -> bool:
        """Return whether the two heads cannot both be true."""
        return self[:2] == other[:2] and self.digest != other.digest


class Rotation(NamedTuple):
    """The statement that one key hands over to another."""

    old: VerifierKey
    new: VerifierKey

    @property
    def text(self) -> str:
        """The text that the old key signs."""
        return f"{ROTATION}\n{self.old}\n{self.new}\n"

    @classmethod
    def parse(cls, note: str) -> Rotation:
        """Parse a note and check that the old key signed it. Raises NoteError."""
        parsed = Note.parse(note)
        try:
            _, old, new, _ = parsed.text.split("\n")
        except ValueError:
            raise NoteError(f"{parsed.text[:200]!r} is not a key rotation") from None
        rotation = cls(VerifierKey.parse(old), VerifierKey.parse(new))
        if rotation.text != parsed.text:
            raise NoteError(f"{parsed.text[:200]!r} is not a key rotation")
        if not parsed.is_signed_by(rotation.old):
            raise NoteError(f"the rotation from {rotation.old} to {rotation.new} is not signed by the old key")
        return rotation


def rotations_of(signed: SignedHead | SignedReceipt | SignedCheckpoint | SignedPapers) -> list[Rotation]:
    """Return the rotations that lead to the signing key. Raises NoteError unless each continues the one before."""
    rotations = [*map(Rotation.parse, signed.rotations)]
    if any(before.new != after.old for before, after in pairwise(rotations)):
        raise NoteError("each rotation must continue the one before")
    if rotations and str(rotations[-1].new) != signed.key:
        raise NoteError("the rotations must lead to the key that signed")
    return rotations


def head_of(signed: SignedHead) -> Head:
    """Return a signed head; its key need not be trusted. Raises NoteError unless that key signed it."""
    note = Note.parse(signed.note)
    rotations_of(signed)
    if not note.is_signed_by(VerifierKey.parse(signed.key)):
        raise NoteError(f"{signed.key} did not sign the head")
    return Head.parse(note.text)


def sole_signer(signed: SignedHead | SignedReceipt | SignedPapers) -> VerifierKey:
    """Return the key that a signed text names. Raises NoteError unless that key, and nobody else, signed the note."""
    note, key = Note.parse(signed.note), VerifierKey.parse(signed.key)
    if len(note.signatures) != 1 or not note.is_signed_by(key):
        raise NoteError(f"{signed.key} must be its only signer")
    return key


class Keyring:
    """The keys that a reader accepts: the keys they named, and the keys to which these handed over."""

    def __init__(self, named: Iterable[VerifierKey], rotations: Sequence[Rotation] = ()) -> None:
        self.keys = [*dict.fromkeys(named)]
        # One pass is enough: rotations come in the order in which keys handed over.
        for rotation in rotations:
            if rotation.old in self.keys and rotation.new not in self.keys:
                self.keys.append(rotation.new)

    def signer(self, note: Note) -> VerifierKey | None:
        """Return an accepted key that signed a note, if any. Raises NoteError if a signature is invalid."""
        return next((key for key in self.keys if note.is_signed_by(key)), None)


def attested(signed: SignedHead, named: Iterable[VerifierKey]) -> Head:
    """Return the head that a named key vouches for, itself or through rotations. Raises NoteError if none does."""
    head = head_of(signed)
    if VerifierKey.parse(signed.key) not in Keyring(named, rotations_of(signed)).keys:
        raise NoteError(f"no named key vouches for the head; {signed.key} signed it")
    return head
