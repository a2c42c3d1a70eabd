"""Keys of people in PEM files, and public keys in hexadecimal digits."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from clients.cli.account.keys import make_key, private_key, public_key


def test_a_key_that_was_made_is_read_again_and_never_overwritten(tmp_path: Path) -> None:
    made = make_key(tmp_path / "key.pem")
    read = private_key(tmp_path / "key.pem")
    assert read is not None
    assert read.private_bytes_raw() == made.private_bytes_raw()
    assert private_key(None) is None
    with pytest.raises(FileExistsError):
        make_key(tmp_path / "key.pem")


def test_a_file_without_such_a_key_is_named(tmp_path: Path) -> None:
    other = generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for content, problem in (
        (b"no key", "is not an unencrypted PEM private key"),
        (other, "does not hold an Ed25519 key"),
    ):
        (tmp_path / "other.pem").write_bytes(content)
        with pytest.raises(typer.BadParameter, match=problem):
            private_key(tmp_path / "other.pem")


@pytest.mark.parametrize("digits", ["ab", "zz" * 32, "ab " * 32, "ab" * 33])
def test_a_public_key_has_64_digits(digits: str) -> None:
    assert public_key("ab" * 32) == b"\xab" * 32
    assert public_key("") == b""
    with pytest.raises(typer.BadParameter, match="64 hexadecimal digits"):
        public_key(digits)
