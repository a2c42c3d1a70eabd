"""The service's key, which signs heads, receipts and consents to branches, and hands over to a successor.

The private key is in a file of 32 bytes. Next to it, `<file>.pub` has what readers can know: the verifier key, and the
rotations that lead to it. Only that file has the key's name.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import Item
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1.disputes_pb2 import Dispute, SignedPapers
from gunbai_record.chain import leaf_of, signed_by
from gunbai_record.disputes import papers_text
from gunbai_record.heads import Head, Rotation
from gunbai_record.note import NoteError, VerifierKey, checked_name, sign_note
from gunbai_record.receipts import Receipt
from gunbai_record.text_files import read_text
from store.key_files import kept_key, replace_file

NAME = "gunbai"
"""The name of a key without another one."""


class Identity:
    """A private key with its name and the rotations that lead to it: signs, and checks its own signatures."""

    def __init__(self, private_key: bytes, name: str = NAME, rotations: Sequence[str] = ()) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self.public_key = self._key.public_key().public_bytes_raw()
        self.verifier = VerifierKey(checked_name(name), self.public_key)
        self.rotations = tuple(rotations)

    @classmethod
    def kept_in(cls, file: Path, name: str = "") -> Self:
        """Read the key from its file; create it, with this name or `NAME`, if it is missing.

        Raises OSError, or ValueError if the files are damaged or the key has another name: readers name both.
        """
        private_key = kept_key(file)
        if not published(file).exists():
            made = cls(private_key, name or NAME)
            made.publish(file)
            return made
        identity = cls._published_in(file, private_key)
        if name and identity.verifier.name != name:
            raise ValueError(
                f"{file}: the key's name is {identity.verifier.name!r}; "
                "change it with `gunbai server key rotate --name`"
            )
        return identity

    @classmethod
    def _published_in(cls, file: Path, private_key: bytes) -> Self:
        """Return the key as its public file has it, undoing an interrupted rotation."""
        verifier, rotations = read_published(published(file))
        identity = cls(private_key, verifier.name, rotations)
        if identity.verifier == verifier:
            return identity
        last = Rotation.parse(rotations[-1]) if rotations else None
        if last is None or last.new != verifier or last.old.public_key != identity.public_key:
            raise ValueError(f"{published(file)}: it belongs to another key; restore both files from one backup")
        restored = cls(private_key, last.old.name, rotations[:-1])
        restored.publish(file)
        return restored

    def rotate(self, file: Path, name: str = "") -> Self:
        """Replace the key in its file with a new one that this one hands over to, and return the new one."""
        new_key = secrets.token_bytes(32)
        new = VerifierKey(
            checked_name(name or self.verifier.name),
            Ed25519PrivateKey.from_private_bytes(new_key).public_key().public_bytes_raw(),
        )
        statement = sign_note(Rotation(self.verifier, new).text, self.verifier, self.sign)
        rotated = type(self)(new_key, new.name, (*self.rotations, statement))
        # In this order: after a crash between the two, the old key is still there, and the statement is undone.
        rotated.publish(file)
        replace_file(file, new_key)
        return rotated

    def publish(self, file: Path) -> None:
        """Write what readers can know about the key next to its file."""
        replace_file(published(file), "\n".join([f"{self.verifier}\n", *self.rotations]).encode(), mode=0o644)

    def sign(self, payload: bytes) -> bytes:
        """Return a payload's signature."""
        return self._key.sign(payload)

    def signed(self, signature: bytes, payload: bytes) -> bool:
        """Return whether this key signed a payload."""
        return signed_by(self.public_key, signature, payload)

    def signed_head(self, game: str, version: int, digest: bytes) -> SignedHead:
        """Return a game's signed head at a version."""
        note = sign_note(Head(game, version, digest).text, self.verifier, self.sign)
        return SignedHead(note=note, key=str(self.verifier), rotations=self.rotations)

    def signed_receipt(
        self, game: str, version: int, seat: int, command: Item, *, clause: str, at: int
    ) -> SignedReceipt:
        """Return a refusal's receipt; `at` is in microseconds since 1970, UTC."""
        refused = Receipt(game, version, seat, leaf_of(command), clause, at)
        note = sign_note(refused.text, self.verifier, self.sign)
        return SignedReceipt(note=note, key=str(self.verifier), rotations=self.rotations, command=command)

    def signed_papers(self, dispute: Dispute) -> SignedPapers:
        """Return a dispute's papers, signed."""
        note = sign_note(papers_text(dispute), self.verifier, self.sign)
        return SignedPapers(note=note, key=str(self.verifier), rotations=self.rotations)


def published(file: Path) -> Path:
    """Return the file next to a key file that readers can have."""
    return file.with_name(f"{file.name}.pub")


def read_published(file: Path) -> tuple[VerifierKey, list[str]]:
    """Return the verifier key in a public file, and the rotations that lead to it. Raises ValueError."""
    try:
        key, *parts = read_text(file).split("\n\n")
        if len(parts) % 2:
            raise NoteError("a rotation needs text and a signature")
        rotations = [
            f"{text}\n\n{signature.removesuffix(chr(10))}\n"
            for text, signature in zip(parts[::2], parts[1::2], strict=True)
        ]
        for rotation in rotations:
            Rotation.parse(rotation)
        return VerifierKey.parse(key.strip()), rotations
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
