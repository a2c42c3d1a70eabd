"""Signed notes: a text with signature lines below it, as https://c2sp.org/signed-note specifies.

    some text

    — name base64(key id | signature)

A verifier key names a key: "name+id+base64(kind | Ed25519 public key)", with the id in hexadecimal. The kind is 01 for
signatures of the text, and 04 for cosignatures of a checkpoint (https://c2sp.org/tlog-cosignature).
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Container
from hashlib import sha256
from typing import NamedTuple

from gunbai_record.chain import signed_by
from gunbai_record.errors import GunbaiError

ED25519, COSIGNATURE = b"\x01", b"\x04"
"""The kinds of signatures."""
LARGEST = 64 * 1024
"""The maximum number of characters in a note."""
MOST_SIGNATURES = 16
_DASH = "\N{EM DASH} "
_BLANK = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Printable characters that show nothing: the blank Braille pattern, and those that Unicode allows to be ignored."""


class NoteError(GunbaiError, ValueError):
    """A text that is not a signed note or verifier key, or that the named key did not sign."""


class VerifierKey(NamedTuple):
    """A named Ed25519 public key."""

    name: str
    public_key: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        """The four bytes by which a signature refers to the key."""
        return sha256(self.name.encode() + b"\n" + self.kind + self.public_key).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_base64(self.kind + self.public_key)}"

    @classmethod
    def parse(cls, text: str, kind: bytes = ED25519) -> VerifierKey:
        """Parse a verifier key of a kind. Raises NoteError."""
        name, _, rest = text.partition("+")
        _, _, encoded = rest.partition("+")
        raw = bytes_of(encoded)
        if not raw.startswith(kind) or len(raw) != 33:
            what = "of a witness" if kind == COSIGNATURE else "of Ed25519"
            raise NoteError(f"{text[:200]!r} is not a verifier key {what}: write NAME+ID+KEY")
        key = cls(checked_name(name), raw[1:], kind)
        if str(key) != text:
            raise NoteError(f"the id in {text[:200]!r} does not match its name and key: expected {key}")
        return key


class Signature(NamedTuple):
    """A signature line of a note."""

    name: str
    key_id: bytes
    signature: bytes


class Note(NamedTuple):
    """A text and the signatures below it, which are not verified yet."""

    text: str
    signatures: tuple[Signature, ...]

    @classmethod
    def parse(cls, note: str) -> Note:
        """Parse a note. Raises NoteError for anything that a note must not have."""
        if len(note) > LARGEST or any(sign < " " and sign != "\n" for sign in note):
            raise NoteError("a note must have at most 65,536 characters and no control characters")
        text, _, lines = note.rpartition("\n\n")
        if not (text and lines.endswith("\n")):
            raise NoteError("a note must have text, an empty line and signature lines, in this order")
        signatures = tuple(map(_signature, lines[:-1].split("\n")))
        if len(signatures) > MOST_SIGNATURES:
            raise NoteError(f"a note can have at most {MOST_SIGNATURES} signatures, not {len(signatures)}")
        return cls(f"{text}\n", signatures)

    def is_signed_by(self, key: VerifierKey) -> bool:
        """Return whether a key signed the text. Raises NoteError if a signature in its name is invalid."""
        own = [
            signature.signature
            for signature in self.signatures
            if (signature.name, signature.key_id) == (key.name, key.id)
        ]
        # As in the reader of the Go project, one bad signature by a known key spoils the whole note.
        if not all(signed_by(key.public_key, signature, self.text.encode()) for signature in own):
            raise NoteError(f"a signature by {key.name!r} is not valid")
        return bool(own)

    def signed_only_by(self, names: Container[tuple[str, bytes]]) -> str:
        """Return the note with the signatures of keys with these names and ids, one of each, still unverified."""
        lines = {
            (name, key_id): f"{_DASH}{name} {_base64(key_id + signature)}\n"
            for name, key_id, signature in self.signatures
            if (name, key_id) in names
        }
        return f"{self.text}\n{''.join(lines.values())}"


def sign_note(text: str, key: VerifierKey, sign: Callable[[bytes], bytes]) -> str:
    """Return a text, which ends in a newline, as a note with the signature that `sign` makes."""
    return f"{text}\n{signature_line(key, sign(text.encode()))}"


def signature_line(key: VerifierKey, signature: bytes) -> str:
    """Return the note line for a key's signature."""
    return f"{_DASH}{key.name} {_base64(key.id + signature)}\n"


def checked_name(name: str) -> str:
    """Return a key's name. Raises NoteError if it is empty, or has a plus or a character that shows nothing."""
    strange = any(sign.isspace() or sign == "+" or sign in _BLANK for sign in name)
    if not name.isprintable() or not name or len(name) > 200 or strange:
        words = "use 1 to 200 characters, without plus signs, spaces or invisible characters"
        raise NoteError(f"{name[:200]!r} cannot name a key: {words}")
    return name


def _signature(line: str) -> Signature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    raw = bytes_of(encoded)
    if not line.startswith(_DASH) or len(raw) < 5:
        raise NoteError(f"{line[:200]!r} is not a signature: write — NAME SIGNATURE")
    return Signature(checked_name(name), raw[:4], raw[4:])


def _base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def bytes_of(text: str) -> bytes:
    """Return the bytes of canonical Base64 (RFC 4648, section 4), or b"" for any other text."""
    try:
        raw = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        return b""
    return raw if _base64(raw) == text else b""
