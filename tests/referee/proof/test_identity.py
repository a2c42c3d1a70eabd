"""The key of the service: kept in a file that only its owner reads, and the signatures that it gives and knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_record.chain import signed_by
from gunbai_record.heads import Rotation
from referee.proof.identity import Identity, published


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    made = Identity.kept_in(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_bytes()) == 32
    assert Identity.kept_in(file).public_key == made.public_key
    assert Identity.kept_in(tmp_path / "another.key").public_key != made.public_key


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33])
def test_a_file_that_holds_no_key_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "service.key"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=f"a key has 32 bytes, not {len(content)}"):
        Identity.kept_in(file)
    assert file.read_bytes() == content


def test_a_signature_is_known_by_its_key_and_its_payload() -> None:
    ours, theirs = Identity(bytes(32)), Identity(b"\x01" * 32)
    signature = ours.sign(b"a payload")
    assert ours.signed(signature, b"a payload")
    assert signed_by(ours.public_key, signature, b"a payload")
    assert not ours.signed(signature, b"another payload")
    assert not theirs.signed(signature, b"a payload")
    assert not ours.signed(b"no signature", b"a payload")


def test_a_key_keeps_the_name_that_it_was_made_with(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    assert Identity.kept_in(tmp_path / "another.key").verifier.name == "gunbai"
    made = Identity.kept_in(file, "one.example")
    assert Identity.kept_in(file).verifier == made.verifier == Identity.kept_in(file, "one.example").verifier
    with pytest.raises(ValueError, match="the key's name is"):
        Identity.kept_in(file, "two.example")
    for name in ("one example", "one+two", "\n"):
        with pytest.raises(ValueError, match="cannot name a key"):
            Identity.kept_in(tmp_path / "third.key", name)


def test_a_key_hands_over_to_the_next(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    first = Identity.kept_in(file, "one.example")
    second = first.rotate(file, "two.example")
    third = second.rotate(file)
    identity = Identity.kept_in(file)
    assert (identity.verifier, identity.rotations) == (third.verifier, third.rotations)
    assert [Rotation.parse(statement) for statement in identity.rotations] == [
        (first.verifier, second.verifier),
        (second.verifier, third.verifier),
    ]
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["service.key", "service.key.pub"]


def test_a_rotation_that_was_interrupted_is_taken_back(tmp_path: Path) -> None:
    """What readers may know is written first: the old key is still there, and no statement names a lost one."""
    file = tmp_path / "service.key"
    first = Identity.kept_in(file, "one.example")
    before = file.read_bytes()
    second = first.rotate(file, "two.example")
    second_key = file.read_bytes()
    second.rotate(file)
    file.write_bytes(second_key)
    identity = Identity.kept_in(file)
    assert (identity.verifier, identity.rotations) == (second.verifier, second.rotations)
    assert Identity.kept_in(file).rotations == second.rotations
    file.write_bytes(before)
    assert Identity.kept_in(file).verifier == first.verifier


def test_files_of_different_keys_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    Identity.kept_in(file)
    file.write_bytes(bytes(32))
    with pytest.raises(ValueError, match="it belongs to another key"):
        Identity.kept_in(file)
    published(file).write_text("nonsense")
    with pytest.raises(ValueError, match="not a verifier key"):
        Identity.kept_in(file)
    published(file).write_text(f"{Identity(bytes(32)).verifier}\n\na statement")
    with pytest.raises(ValueError, match="a rotation needs text and a signature"):
        Identity.kept_in(file)
