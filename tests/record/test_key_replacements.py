"""A player's key is replaced by the word of the old key or of the operator, and both keys are one player."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.log_pb2 import KeyReplacement, LoggedReplacement
from gunbai_record.checkpoint import Checkpoint, LogProof, log_key
from gunbai_record.key_replacements import (
    ReplacementError,
    as_line,
    check_logged,
    check_replacement,
    digest_of,
    from_line,
    replacement_text,
    same_players,
)
from gunbai_record.leaves import leaf_entry
from gunbai_record.note import sign_note
from gunbai_record.tree import leaf_hash
from referee.proof.identity import Identity

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(1, 6)]
PUBLIC = [key.public_key().public_bytes_raw() for key in KEYS]
SERVICE, OTHER = Identity(bytes(range(32)), "referee.example"), Identity(bytes(32), "other.example")
ORIGIN = "gunbai/0123456789abcdef"


def replaced(old: int, new: int, at: int = 7, reason: str = "") -> KeyReplacement:
    """Return the replacement of a key by another, by its own word or for a reason."""
    made = KeyReplacement(old_key=PUBLIC[old], new_key=PUBLIC[new], time_micros=at, reason=reason)
    text = replacement_text(made)
    made.new_signature = KEYS[new].sign(text)
    if not reason:
        made.old_signature = KEYS[old].sign(text)
    return made


def logged(replacement: KeyReplacement, signer: Identity = SERVICE) -> LoggedReplacement:
    """Return a replacement that is the only leaf of a log."""
    root = leaf_hash(leaf_entry("replaced", "night", 3, digest_of(replacement)))
    key = log_key(signer.verifier, ORIGIN)
    proof = LogProof(0, (), sign_note(Checkpoint(ORIGIN, 1, root).text, key, signer.sign))
    return LoggedReplacement(replacement=replacement, game="night", version=3, proof=proof.text)


def test_the_text_and_the_digest_are_as_specified() -> None:
    made = replaced(0, 1)
    old, new = (b64encode(key).decode() for key in PUBLIC[:2])
    assert replacement_text(made).decode() == f"gunbai key replacement v1\n{old}\n{new}\n7\n"
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (b"", made.old_signature, made.new_signature))
    assert digest_of(made) == sha256(replacement_text(made) + parts).digest()


def test_both_keys_sign_or_the_new_one_and_the_operator_gives_a_reason() -> None:
    check_replacement(replaced(0, 1))
    check_replacement(replaced(0, 1, reason="The disk broke."))


def _unsigned(made: KeyReplacement) -> None:
    made.old_signature = b""


def _unwanted(made: KeyReplacement) -> None:
    made.new_signature = KEYS[2].sign(replacement_text(made))


def _moved(made: KeyReplacement) -> None:
    made.time_micros += 1


def _of_itself(made: KeyReplacement) -> None:
    made.new_key = made.old_key


def _both(made: KeyReplacement) -> None:
    made.reason = "lost"


@pytest.mark.parametrize("forge", [_unsigned, _unwanted, _moved, _of_itself, _both])
def test_anything_else_replaces_no_key(forge: Callable[[KeyReplacement], None]) -> None:
    made = replaced(0, 1)
    forge(made)
    with pytest.raises(ReplacementError):
        check_replacement(made)


def test_it_counts_by_the_log_of_a_service_that_the_reader_trusts() -> None:
    made = logged(replaced(0, 1, reason="The disk broke."))
    check_logged(made, [OTHER.verifier, SERVICE.verifier])
    with pytest.raises(ReplacementError, match="no key that you trust"):
        check_logged(made, [OTHER.verifier])
    made.replacement.reason = "The disk burned."
    with pytest.raises(ReplacementError, match="its proof does not hold"):
        check_logged(made, [SERVICE.verifier])


def test_keys_that_follow_each_other_are_one_player_in_any_order() -> None:
    chain = [replaced(0, 1, 1), replaced(1, 2, 2), replaced(3, 4, 1)]
    for order in (chain, chain[::-1]):
        assert same_players(order) == {PUBLIC[0]: PUBLIC[2], PUBLIC[1]: PUBLIC[2], PUBLIC[3]: PUBLIC[4]}


def test_the_first_replacement_counts_and_none_leads_back() -> None:
    assert same_players([replaced(0, 2, 9), replaced(0, 1, 1)]) == {PUBLIC[0]: PUBLIC[1]}
    back = [replaced(0, 1, 1), replaced(1, 2, 2), replaced(2, 0, 3)]
    assert same_players(back) == {PUBLIC[0]: PUBLIC[2], PUBLIC[1]: PUBLIC[2]}


def test_a_line_has_everything() -> None:
    for made in (logged(replaced(0, 1)), LoggedReplacement(replacement=replaced(0, 1, reason="Lost."))):
        assert from_line(as_line(made)) == made
    for line in ("{", "[]", '{"old_key": "?"}', "null"):
        with pytest.raises(ReplacementError):
            from_line(line)
