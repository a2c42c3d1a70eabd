"""Signed heads and rotations: what each says, who signed it, and which keys a reader accepts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_record.heads import Head, Keyring, Rotation, attested, head_of, rotations_of
from gunbai_record.note import Note, NoteError, VerifierKey, sign_note

PRIVATE = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(4)]
KEYS = [VerifierKey(f"{number}.example", key.public_key().public_bytes_raw()) for number, key in enumerate(PRIVATE)]
HEAD = Head("nightingale", 6, bytes(range(32)))
ROTATIONS = [
    sign_note(Rotation(KEYS[old], KEYS[new]).text, KEYS[old], PRIVATE[old].sign) for old, new in pairwise(range(3))
]


def signed(number: int = 0, rotations: list[str] | None = None) -> SignedHead:
    """Return the head, signed by a key."""
    note = sign_note(HEAD.text, KEYS[number], PRIVATE[number].sign)
    return SignedHead(note=note, key=str(KEYS[number]), rotations=rotations or [])


def rewritten(old: str, new: str) -> str:
    """Return the first rotation with another text, signed as it is."""
    return sign_note(Rotation(KEYS[0], KEYS[1]).text.replace(old, new), KEYS[0], PRIVATE[0].sign)


def test_a_head_is_read_as_it_was_signed() -> None:
    assert head_of(signed()) == HEAD
    assert attested(signed(), [KEYS[3], KEYS[0]]) == HEAD


@pytest.mark.parametrize("version", [1, 2**64 - 1])
def test_the_first_version_and_the_last_that_a_record_can_have_have_heads(version: int) -> None:
    head = HEAD._replace(version=version)
    assert Head.parse(head.text) == head


def test_a_head_counts_for_nobody_who_named_another_key() -> None:
    with pytest.raises(NoteError, match="no named key vouches"):
        attested(signed(), KEYS[1:])
    forged = signed()
    forged.key = str(KEYS[1])
    with pytest.raises(NoteError, match=r"did not sign the head|must be its only signer"):
        head_of(forged)


def test_heads_of_one_version_with_two_digests_contradict_each_other() -> None:
    assert HEAD.contradicts(HEAD._replace(digest=bytes(32)))
    assert not HEAD.contradicts(HEAD)
    assert not HEAD.contradicts(HEAD._replace(version=7, digest=bytes(32)))
    assert not HEAD.contradicts(HEAD._replace(game="lark", digest=bytes(32)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD.text.replace("v1", "v2"),
        HEAD.text.replace("\n6\n", "\n06\n"),
        HEAD.text.replace("\n6\n", "\n+6\n"),
        HEAD.text.replace("\n6\n", "\n0\n"),
        HEAD.text.replace("\n6\n", "\n-6\n"),
        HEAD.text.replace("\n6\n", f"\n{2**64}\n"),
        HEAD.text.replace("\n6\n", "\n\N{ARABIC-INDIC DIGIT SIX}\n"),
        HEAD.text.replace("nightingale", ""),
        HEAD._replace(digest=bytes(31)).text,
        HEAD.text.replace("=", ""),
        HEAD.text.replace("=", "!="),
        HEAD.text.removesuffix("\n"),
        f"{HEAD.text}more\n",
        Rotation(KEYS[0], KEYS[1]).text,
    ],
)
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(NoteError, match="is not the head"):
        Head.parse(text)


def test_rotations_lead_from_the_key_that_was_named_to_the_one_that_signed() -> None:
    for named in KEYS[:3]:
        assert attested(signed(2, ROTATIONS), [named]) == HEAD
    with pytest.raises(NoteError, match="no named key vouches"):
        attested(signed(2, ROTATIONS), [KEYS[3]])
    assert [rotation.new for rotation in rotations_of(signed(2, ROTATIONS))] == KEYS[1:3]


def test_rotations_hand_over_in_one_direction_only() -> None:
    ring = Keyring([KEYS[1]], rotations_of(signed(2, ROTATIONS)))
    assert ring.keys == KEYS[1:3]
    assert ring.signer(Note.parse(signed(0).note)) is None
    assert ring.signer(Note.parse(signed(2).note)) == KEYS[2]


@pytest.mark.parametrize(
    ("rotations", "problem"),
    [
        (ROTATIONS[:1], "must lead to the key"),
        (ROTATIONS[::-1], "must continue the one before"),
        ([*ROTATIONS, ROTATIONS[1]], "must continue the one before"),
        (["no note"], "a note must"),
        ([signed().note], "is not a key rotation"),
        ([rewritten("v1", "v2")], "is not a key rotation"),
        ([rewritten(str(KEYS[1]), f"{KEYS[1]}\nmore")], "is not a key rotation"),
        ([sign_note(Rotation(KEYS[0], KEYS[2]).text, KEYS[2], PRIVATE[2].sign)], "not signed by the old key"),
        ([sign_note(Rotation(KEYS[0], KEYS[2]).text, KEYS[0], PRIVATE[2].sign)], "is not valid"),
    ],
)
def test_a_broken_line_of_rotations_is_not_accepted(rotations: list[str], problem: str) -> None:
    with pytest.raises(NoteError, match=problem):
        attested(signed(2, rotations), [KEYS[0], KEYS[2]])
