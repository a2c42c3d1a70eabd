"""The key of the service: kept in a file that only its owner reads, and the signatures that it gives and knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_client.chain import signed_by
from referee.proof.identity import Identity


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    made = Identity.kept_in(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_bytes()) == 32
    assert Identity.kept_in(file).public_key == made.public_key
    assert Identity.kept_in(tmp_path / "another.key").public_key != made.public_key


@pytest.mark.parametrize("kept", [b"", b"x" * 31, b"x" * 33])
def test_a_file_that_holds_no_key_is_refused_and_left_as_it_is(tmp_path: Path, kept: bytes) -> None:
    file = tmp_path / "service.key"
    file.write_bytes(kept)
    with pytest.raises(ValueError, match=f"a key has 32 bytes, not {len(kept)}"):
        Identity.kept_in(file)
    assert file.read_bytes() == kept


def test_a_signature_is_known_by_its_key_and_its_payload() -> None:
    ours, theirs = Identity(bytes(32)), Identity(b"\x01" * 32)
    signature = ours.sign(b"a payload")
    assert ours.signed(signature, b"a payload")
    assert signed_by(ours.public_key, signature, b"a payload")
    assert not ours.signed(signature, b"another payload")
    assert not theirs.signed(signature, b"a payload")
    assert not ours.signed(b"no signature", b"a payload")
