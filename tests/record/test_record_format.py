"""The vectors that docs/record-format.md prints are what the code makes."""

from __future__ import annotations

import io
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_record import chain, chance, heads, note, receipts, record_file, record_lines, shares

PAGE = Path(__file__).parents[2] / "docs" / "record-format.md"
VECTORS: dict[str, Any] = {
    name: json.loads(text) for name, text in re.findall(r"```json (\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
}


def raw(text: str) -> bytes:
    """Return the bytes of a vector."""
    return bytes.fromhex(text)


@pytest.fixture
def keys() -> chance.Keys:
    """Return the keys of the vector's game."""
    printed = VECTORS["keys"]
    return chance.derive(raw(printed["secret"]), [raw(share) for share in printed["entropy"]])


def test_the_keys_of_a_branch_that_shares_sealed_items() -> None:
    printed = VECTORS["inherited"]
    inherited = b"".join(map(raw, printed["inherited"]))
    keys = chance.derive(raw(printed["secret"]), [raw(share) for share in printed["entropy"]], inherited)
    assert [key.hex() for key in keys] == [printed["chance_key"], printed["salts_key"], printed["position_key"]]


@pytest.fixture
def entry(keys: chance.Keys) -> record.Entry:
    """Return the vector's entry, all of it open."""
    printed, leaves = VECTORS["entry"], VECTORS["leaves"]
    made = record.Entry(
        game=printed["game"],
        version=printed["version"],
        actor=record.Actor(kind=printed["actor_kind"], seat=printed["actor_seat"]),
        at_micros=printed["at_micros"],
        command_id=printed["command_id"],
        expected_version=printed["expected_version"],
        position_digest=raw(printed["position_digest"]),
        previous=raw(printed["previous"]),
    )
    for item, name in ((made.command, "salted"), (made.events.add(), "public")):
        item.open.type_url = f"type.googleapis.com/{leaves[name]['type']}"
        item.open.value = raw(leaves[name]["value"])
    made.command.salt = chance.salt(keys, 6, 0)
    return made


def test_every_vector_is_there() -> None:
    names = "leaves entry game keys inherited salt position stream common shares signatures head rotation receipt file"
    assert [*VECTORS] == [*names.split(), "lines"]


def test_leaves() -> None:
    for printed in VECTORS["leaves"].values():
        made = chain.leaf(printed["type"], raw(printed["value"]), raw(printed.get("salt", "")))
        assert made == raw(printed["leaf"])


def test_the_entry_open_and_sealed(entry: record.Entry) -> None:
    printed = VECTORS["entry"]
    assert chain.header(entry) == raw(printed["header"])
    assert chain.digest_of(entry) == raw(printed["digest"])
    entry.command.CopyFrom(chain.sealed(entry.command))
    assert chain.digest_of(entry) == raw(printed["digest"])


def test_keys(keys: chance.Keys) -> None:
    printed = VECTORS["keys"]
    secret = raw(printed["secret"])
    assert chance.commitment(secret) == raw(printed["commitment"])
    assert [key.hex() for key in keys] == [printed[name] for name in ("chance_key", "salts_key", "position_key")]
    shares = sha256(b"".join(len(share).to_bytes(4, "big") + share for share in (b"red", b""))).digest()
    assert HKDF(hashes.SHA256(), 32, shares, b"gunbai chance 1").derive(secret) == keys.chance
    assert HKDF(hashes.SHA256(), 32, None, b"gunbai salts 1").derive(secret) == keys.salts


def test_salts_and_positions(keys: chance.Keys) -> None:
    salt, position = VECTORS["salt"], VECTORS["position"]
    assert chance.salt(keys, salt["version"], salt["index"]) == raw(salt["salt"])
    digest = chance.position_digest(keys, position["version"], position["table_json"].encode())
    assert digest == raw(position["position_digest"])


def test_the_stream(keys: chance.Keys) -> None:
    printed = VECTORS["stream"]
    stream = chance.Stream(keys.chance, printed["ordinal"])
    assert [stream.below(bound) for bound in printed["bounds"]] == printed["numbers"]
    whole = chance.Stream(keys.chance, printed["ordinal"])
    assert whole.below(2**256) == int(printed["first_block"], 16)


def test_chance_that_is_not_the_games_own() -> None:
    printed = VECTORS["common"]
    secret, seeded = raw(printed["secret"]), chance.seed_secret(printed["seed"])
    assert chance.commitment(secret).hex() == printed["commitment"]
    assert seeded.hex() == printed["seed_secret"]
    assert [chance.common_chance(secret_given).hex() for secret_given in (secret, seeded)] == [
        printed["chance_key"],
        printed["seed_chance_key"],
    ]


def test_shares() -> None:
    printed = VECTORS["shares"]
    made = [raw(share) for share in printed["chain"]]
    assert shares.links(printed["game"], printed["seat"], made[0], 3) == made
    link = sha256(b"gunbai share 1\x00" + b"\x00\x00\x00\x0bnightingale" + b"\x00\x00\x00\x02" + made[0]).digest()
    assert link == made[1]
    keys = chance.derive(raw(VECTORS["keys"]["secret"]), [made[2], bytes(32)])
    assert keys.chance == raw(printed["chance_key"])


def test_signatures(entry: record.Entry) -> None:
    printed = VECTORS["signatures"]
    key = Ed25519PrivateKey.from_private_bytes(raw(printed["private_key"]))
    public = key.public_key().public_bytes_raw()
    payload = chain.command_payload("nightingale", 5, "c-17", "gunbai.example.v1.Bid", entry.command.open.value)
    assert public == raw(printed["public_key"])
    assert payload == raw(printed["command_payload"])
    assert key.sign(payload) == raw(printed["command_signature"])
    assert chain.signed_by(public, raw(printed["command_signature"]), payload)
    reissue = life.ReissueToken(seat=2, token_hash=raw(VECTORS["game"]["token_hash"])).SerializeToString()
    payload = chain.command_payload("nightingale", 5, "r-2", "gunbai.record.v1.ReissueToken", reissue)
    assert payload == raw(printed["reissue_payload"])
    assert key.sign(payload) == raw(printed["reissue_signature"])


def signing(printed: dict[str, Any], key: str) -> tuple[note.VerifierKey, Ed25519PrivateKey]:
    """Return the key of a vector."""
    private = Ed25519PrivateKey.from_private_bytes(raw(printed["private_key"]))
    verifier = note.VerifierKey("referee.example", private.public_key().public_bytes_raw())
    assert str(verifier) == printed[key]
    return verifier, private


def test_the_signed_head() -> None:
    printed = VECTORS["head"]
    verifier, private = signing(printed, "key")
    head = heads.Head("nightingale", 6, raw(VECTORS["entry"]["digest"]))
    assert note.sign_note(head.text, verifier, private.sign) == printed["note"]
    assert heads.attested(SignedHead(note=printed["note"], key=printed["key"]), [verifier]) == head


def test_the_rotation() -> None:
    printed = VECTORS["rotation"]
    old, private = signing(printed, "old_key")
    rotation = heads.Rotation(old, note.VerifierKey.parse(VECTORS["head"]["key"]))
    assert note.sign_note(rotation.text, old, private.sign) == printed["note"]
    assert heads.Rotation.parse(printed["note"]) == rotation
    assert str(rotation.new) == printed["new_key"]


def test_the_receipt_of_a_refusal() -> None:
    printed, leaf = VECTORS["receipt"], VECTORS["leaves"]["salted"]["leaf"]
    verifier, private = signing(printed, "key")
    receipt = receipts.Receipt(
        "nightingale", 6, printed["seat"], raw(leaf), clause=printed["clause"], at_micros=printed["at_micros"]
    )
    assert note.sign_note(receipt.text, verifier, private.sign) == printed["note"]
    assert receipts.Receipt.parse(note.Note.parse(printed["note"]).text) == receipt


def test_the_signature_of_a_private_command_is_sealed_with_it(entry: record.Entry) -> None:
    printed = VECTORS["signatures"]
    entry.signature = raw(printed["command_signature"])
    assert chain.sealed_signature(entry) == raw(printed["command_signature_seal"])
    seen = record.Entry()
    seen.CopyFrom(entry)
    seen.signature = chain.sealed_signature(entry)
    seen.command.CopyFrom(chain.sealed(entry.command))
    assert chain.digest_of(seen) == chain.digest_of(entry)


def test_the_beginning_of_a_file() -> None:
    begun = raw(VECTORS["file"]["header"])
    ancestor = file_pb2.Ancestor(game="lark", version=4)
    key, rotations = VECTORS["head"]["key"], [VECTORS["rotation"]["note"]]
    signed = SignedHead(note=VECTORS["head"]["note"], key=key, rotations=rotations)
    assert record_file.delimited(record_file.header("nightingale", 6, [ancestor], signed)) == begun
    head, _ = record_file.read(io.BytesIO(begun))
    assert (head.game, head.head, list(head.ancestors)) == ("nightingale", 6, [ancestor])
    assert heads.attested(head.signed_head, [note.VerifierKey.parse(VECTORS["rotation"]["old_key"])]).version == 6


def test_the_lines_of_the_file(entry: record.Entry) -> None:
    printed = VECTORS["lines"]
    entry.digest = raw(VECTORS["entry"]["digest"])
    head, _ = record_file.read(io.BytesIO(raw(VECTORS["file"]["header"])))
    assert record_lines.line(head) == printed["header"]
    assert record_lines.line(entry) == printed["open"]
    entry.command.CopyFrom(chain.sealed(entry.command))
    assert record_lines.line(entry) == printed["sealed"]
    assert record_lines.read_line(printed["sealed"].encode(), record.Entry) == entry
