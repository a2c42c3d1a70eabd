"""Messages as they are in the stream: encrypted, so that a shared broker can neither read nor forge them.

XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) with a random 24-byte nonce before the ciphertext; the subject is the
associated data, so no message fits another game. All of a record's referees have the same key file.

Names are encrypted a second time, under their game's key, which is a message of its own: to remove a name, the
remaining names are written again under a new key, and the message with the old key is erased.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TypeVar

import msgspec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
    crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
)
from nacl.exceptions import CryptoError

from store.jetstream.operations import Call, Removable, with_names, without_names

_MESSAGES = b"gunbai messages at rest 1"
_NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
_NAMES = b"names"

T = TypeVar("T")


class Altered(Exception):
    """A message was altered, or written under another key."""


class NameKey(msgspec.Struct, frozen=True):
    """The key for a game's names, and how many keys the game had before."""

    generation: int
    key: bytes

    def next(self) -> NameKey:
        """Return a new key to replace this one."""
        return NameKey(self.generation + 1, secrets.token_bytes(32))


NO_KEY = NameKey(0, b"")


class Message(msgspec.Struct, frozen=True):
    """A call as it is written; its proposer finds it by its id. Names are encrypted."""

    id: str
    call: Call
    generation: int = 0
    names: bytes = b""

    def shown(self, key: NameKey | None) -> Call:
        """Return the call, with its names if their key is still there. Raises Altered."""
        if not self.names or key is None:
            return self.call
        taken = _decoded(_decrypted(key.key, self.names, _NAMES), Removable)
        return with_names(self.call, taken.apart, taken.summary)


def message_of(proposal: str, call: Call, key: NameKey) -> Message:
    """Return a call as it is written under its game's key for names."""
    bare, taken = without_names(call)
    if not taken:
        return Message(proposal, call)
    return Message(proposal, bare, key.generation, _encrypted(key.key, msgspec.msgpack.encode(taken), _NAMES))


class Sealing:
    """Encrypts and decrypts a stream's messages, under one 32-byte key."""

    def __init__(self, key: bytes) -> None:
        self._key = HKDF(SHA256(), 32, salt=None, info=_MESSAGES).derive(key)

    @property
    def fingerprint(self) -> str:
        """The part of the key that can be shown, for comparison."""
        return blake2b(_MESSAGES, key=self._key, digest_size=16).hexdigest()

    def seal(self, subject: str, value: Message | NameKey) -> bytes:
        """Return the bytes of a message on a subject."""
        return _encrypted(self._key, msgspec.msgpack.encode(value), subject.encode())

    def lock(self, subject: str, data: bytes) -> bytes:
        """Return bytes of another kind, encrypted for a subject."""
        return _encrypted(self._key, data, subject.encode())

    def unlock(self, subject: str, data: bytes) -> bytes:
        """Return the decrypted content. Raises Altered."""
        return _decrypted(self._key, data, subject.encode())

    def message(self, subject: str, data: bytes) -> Message:
        """Return a message. Raises Altered."""
        return _decoded(_decrypted(self._key, data, subject.encode()), Message)

    def name_key(self, subject: str, data: bytes) -> NameKey:
        """Return the key for a game's names. Raises Altered."""
        return _decoded(_decrypted(self._key, data, subject.encode()), NameKey)


def token_of(game: str) -> str:
    """Return a game's name as subjects have it, because a game's name may contain any character."""
    return blake2b(game.encode(), digest_size=16).hexdigest()


def _encrypted(key: bytes, data: bytes, about: bytes) -> bytes:
    # 24 random bytes do not repeat, so the referees need no counter that they share.
    nonce = secrets.token_bytes(_NONCE)
    return nonce + crypto_aead_xchacha20poly1305_ietf_encrypt(data, about, nonce, key)


def _decrypted(key: bytes, data: bytes, about: bytes) -> bytes:
    try:
        return crypto_aead_xchacha20poly1305_ietf_decrypt(data[_NONCE:], about, data[:_NONCE], key)
    except (CryptoError, ValueError, TypeError):
        raise Altered from None


def _decoded(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except msgspec.MsgspecError as error:
        raise Altered(str(error)) from error
