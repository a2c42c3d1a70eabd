"""Receipts of refusals: what each says, who signed it, and which keys a reader accepts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.entry_pb2 import Item
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai_record.chain import leaf_of, sealed
from gunbai_record.heads import Rotation
from gunbai_record.note import NoteError, VerifierKey, sign_note
from gunbai_record.receipts import Receipt, receipt_of, vouched

PRIVATE = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(3)]
KEYS = [VerifierKey(f"{number}.example", key.public_key().public_bytes_raw()) for number, key in enumerate(PRIVATE)]
COMMAND = Item(salt=bytes(32))
COMMAND.open.type_url, COMMAND.open.value = "type.googleapis.com/gunbai.infludance_duel.v1.Step", b"\x08\x01"
RECEIPT = Receipt("nightingale", 6, 2, leaf_of(COMMAND), "IN-4.2", 1_700_000_000_123_456)


def signed(number: int = 0, receipt: Receipt = RECEIPT, rotations: list[str] | None = None) -> SignedReceipt:
    """Return a receipt, signed by a key."""
    note = sign_note(receipt.text, KEYS[number], PRIVATE[number].sign)
    return SignedReceipt(note=note, key=str(KEYS[number]), command=COMMAND, rotations=rotations or [])


def test_a_receipt_is_read_as_it_was_signed() -> None:
    assert receipt_of(signed()) == RECEIPT
    assert vouched(signed(), [KEYS[2], KEYS[0]]) == RECEIPT


def test_a_receipt_holds_with_the_leaf_of_its_command_alone() -> None:
    receipt = signed()
    receipt.command.CopyFrom(sealed(COMMAND))
    assert vouched(receipt, KEYS[:1]) == RECEIPT


def test_a_receipt_is_of_one_command() -> None:
    receipt = signed()
    receipt.command.open.value = b"\x08\x02"
    with pytest.raises(NoteError, match="for a different command"):
        receipt_of(receipt)


def test_a_receipt_counts_for_nobody_who_named_another_key() -> None:
    with pytest.raises(NoteError, match="no named key vouches"):
        vouched(signed(), KEYS[1:])
    forged = signed()
    forged.key = str(KEYS[1])
    with pytest.raises(NoteError, match="must be its only signer"):
        receipt_of(forged)


def test_a_receipt_that_was_altered_is_not_signed() -> None:
    altered = signed()
    altered.note = altered.note.replace("IN-4.2", "IN-4.3")
    with pytest.raises(NoteError, match="is not valid"):
        receipt_of(altered)


def test_a_named_key_vouches_through_the_keys_that_it_handed_over_to() -> None:
    rotations = [
        sign_note(Rotation(KEYS[old], KEYS[new]).text, KEYS[old], PRIVATE[old].sign) for old, new in pairwise(range(3))
    ]
    assert vouched(signed(2, rotations=rotations), KEYS[:1]) == RECEIPT
    with pytest.raises(NoteError, match="must lead"):
        receipt_of(signed(2, rotations=rotations[:1]))


@pytest.mark.parametrize(
    "text",
    [
        RECEIPT.text.replace("refusal", "head"),
        RECEIPT.text.replace("\n6\n", "\n06\n"),
        RECEIPT.text.replace("\n6\n", "\n0\n"),
        RECEIPT._replace(version=2**64).text,
        RECEIPT._replace(version=-6).text,
        RECEIPT._replace(seat=2**32).text,
        RECEIPT._replace(seat=-2).text,
        RECEIPT.text.replace("nightingale", ""),
        RECEIPT.text.replace("IN-4.2", ""),
        RECEIPT._replace(leaf=bytes(31)).text,
        RECEIPT.text + "\n",
        RECEIPT.text.rstrip("\n"),
        "",
    ],
)
def test_any_other_text_is_no_receipt(text: str) -> None:
    with pytest.raises(NoteError, match="not a refusal receipt"):
        Receipt.parse(text)


@pytest.mark.parametrize("place", [{"seat": 0}, {"seat": 2**32 - 1}, {"version": 1}, {"version": 2**64 - 1}])
def test_a_refusal_of_chance_and_of_the_last_seat_have_receipts_at_every_version(place: dict[str, Any]) -> None:
    receipt = RECEIPT._replace(**place)
    assert Receipt.parse(receipt.text) == receipt
