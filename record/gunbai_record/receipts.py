"""Receipts of refusals: what a service refused, signed by a key that the reader knows from elsewhere.

A receipt says "at VERSION of GAME this command of SEAT broke CLAUSE". docs/record-format.md specifies the text, with a
test vector.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import NamedTuple

from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_record.chain import leaf_of
from gunbai_record.heads import Keyring, rotations_of, sole_signer
from gunbai_record.note import Note, NoteError, VerifierKey

REFUSAL = "gunbai refusal v1"


class Receipt(NamedTuple):
    """A refusal: the game, the version it was judged on, the seat (0 for the dealer), and the broken clause.

    `leaf` is the command's; `at_micros` is when it was judged, in microseconds since 1970, UTC.
    """

    game: str
    version: int
    seat: int
    leaf: bytes
    clause: str
    at_micros: int

    @property
    def text(self) -> str:
        """The text that is signed."""
        leaf = b64encode(self.leaf).decode()
        lines = (REFUSAL, self.game, self.version, self.seat, leaf, self.clause, self.at_micros)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def parse(cls, text: str) -> Receipt:
        """Parse a receipt's text. Raises NoteError."""
        try:
            _, game, version, seat, leaf, clause, at, _ = text.split("\n")
            receipt = cls(game, int(version), int(seat), b64decode(leaf), clause, int(at))
        except ValueError:
            raise NoteError(f"{text[:200]!r} is not a refusal receipt") from None
        in_range = 0 < receipt.version < 2**64 and 0 <= receipt.seat < 2**32 and len(receipt.leaf) == 32
        # Compared as text, because `int` and `b64decode` also read other spellings.
        if receipt.text != text or not (game and clause and in_range):
            raise NoteError(f"{text[:200]!r} is not a refusal receipt")
        return receipt


def receipt_of(signed: SignedReceipt) -> Receipt:
    """Return a signed refusal; its key need not be trusted.

    Raises NoteError unless the named key, and no other, signed it, or if it is for a different command.
    """
    rotations_of(signed)
    sole_signer(signed)
    receipt = Receipt.parse(Note.parse(signed.note).text)
    if leaf_of(signed.command) != receipt.leaf:
        raise NoteError("the receipt is for a different command: its leaf differs")
    return receipt


def vouched(signed: SignedReceipt, named: Iterable[VerifierKey]) -> Receipt:
    """Return the refusal that a named key vouches for, itself or through rotations. Raises NoteError if none does."""
    receipt = receipt_of(signed)
    if Keyring(named, rotations_of(signed)).signer(Note.parse(signed.note)) is None:
        raise NoteError(f"no named key vouches for the receipt; {signed.key} signed it")
    return receipt
