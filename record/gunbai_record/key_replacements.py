"""Replaced keys: a player's statement that they have a new key, and which keys belong to one player.

Both keys sign the statement. For a lost key, the operator makes it instead, with a reason. Each statement is a leaf of
the log, whose key vouches for it. docs/record-format.md specifies the text and the leaf.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from gunbai.record.v1.log_pb2 import KeyReplacement, LoggedReplacement
from gunbai_record.chain import field, signed_by
from gunbai_record.checkpoint import LogProof, log_signer
from gunbai_record.errors import GunbaiError
from gunbai_record.leaves import leaf_entry
from gunbai_record.limits import KEY_BYTES, LONGEST_REASON
from gunbai_record.note import NoteError, VerifierKey
from gunbai_record.tree import ProofError

TITLE = "gunbai key replacement v1"
_BYTES = ("old_key", "new_key", "old_signature", "new_signature")


class ReplacementError(GunbaiError):
    """Something is not a replacement of a key, or no trusted key vouches for it."""


def replacement_text(replacement: KeyReplacement) -> bytes:
    """Return what both keys sign."""
    keys = (b64encode(key).decode() for key in (replacement.old_key, replacement.new_key))
    return "".join(f"{line}\n" for line in (TITLE, *keys, replacement.time_micros)).encode()


def digest_of(replacement: KeyReplacement) -> bytes:
    """Return the digest in a replacement's leaf, over its text, its reason and its signatures."""
    parts = (replacement.reason.encode(), replacement.old_signature, replacement.new_signature)
    return sha256(replacement_text(replacement) + b"".join(map(field, parts))).digest()


def check_replacement(replacement: KeyReplacement) -> None:
    """Check the keys and the signatures of a replacement. Raises ReplacementError."""
    keys = (replacement.old_key, replacement.new_key)
    if any(len(key) != KEY_BYTES for key in keys) or keys[0] == keys[1]:
        raise ReplacementError(f"expected two different public keys of {KEY_BYTES} bytes")
    text = replacement_text(replacement)
    # A lost key's replacement too: otherwise the statement could name somebody else's key and claim their results.
    if not signed_by(replacement.new_key, replacement.new_signature, text):
        raise ReplacementError("the new key did not sign it")
    if replacement.reason:
        if replacement.old_signature or len(replacement.reason) > LONGEST_REASON:
            raise ReplacementError(
                f"expected the old key's signature or the operator's reason (1 to {LONGEST_REASON} characters), "
                "not both"
            )
    elif not signed_by(replacement.old_key, replacement.old_signature, text):
        raise ReplacementError("the old key did not sign it, and the operator gave no reason")


def check_logged(logged: LoggedReplacement, keys: Sequence[VerifierKey]) -> None:
    """Check that the log of a service with one of these keys has a replacement. Raises ReplacementError."""
    check_replacement(logged.replacement)
    try:
        proof = LogProof.parse(logged.proof)
        proof.shown(leaf_entry("replaced", logged.game, logged.version, digest_of(logged.replacement)))
        signer = log_signer(proof.note(), keys)
    except (NoteError, ProofError) as error:
        raise ReplacementError(f"its proof does not hold: {error}") from None
    if signer is None:
        raise ReplacementError("no key that you trust signed the log that contains it")


def same_players(replacements: Iterable[KeyReplacement]) -> Mapping[bytes, bytes]:
    """Return the newest key of the player of each replaced key.

    The first replacement of a key counts; of two at the same time, the one with the smaller digest. A replacement
    that leads back to an older key of the same player is ignored.
    """
    newer: dict[bytes, bytes] = {}
    for replacement in sorted(replacements, key=lambda made: (made.time_micros, digest_of(made))):
        if replacement.old_key not in newer and _newest(newer, replacement.new_key) != replacement.old_key:
            newer[replacement.old_key] = replacement.new_key
    return {key: _newest(newer, key) for key in newer}


def _newest(newer: Mapping[bytes, bytes], key: bytes) -> bytes:
    while key in newer:
        key = newer[key]
    return key


def as_line(logged: LoggedReplacement) -> str:
    """Return a replacement as a line of JSON for a file."""
    replacement = logged.replacement
    facts: dict[str, Any] = {name: b64encode(getattr(replacement, name)).decode() for name in _BYTES}
    facts |= {"time_micros": replacement.time_micros, "reason": replacement.reason}
    facts |= {"game": logged.game, "version": logged.version, "proof": logged.proof}
    return json.dumps(facts, ensure_ascii=False) + "\n"


def from_line(line: str) -> LoggedReplacement:
    """Return the replacement in a line. Raises ReplacementError."""
    try:
        facts = json.loads(line)
        made = {name: b64decode(facts[name], validate=True) for name in _BYTES}
        replacement = KeyReplacement(time_micros=facts["time_micros"], reason=facts["reason"], **made)
        named = {name: facts.get(name, "") for name in ("game", "proof")}
        return LoggedReplacement(replacement=replacement, version=facts.get("version", 0), **named)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ReplacementError(f"not a key replacement: {line[:80]!r}") from None
