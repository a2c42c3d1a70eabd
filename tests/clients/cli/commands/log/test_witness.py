"""`gunbai log witness`."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from gunbai_record.checkpoint import cosigned_at, witness_key
from gunbai_record.note import Note
from referee.proof.identity import Identity
from tests.clients.cli.command_run import Run
from tests.clients.conftest import WITNESS


def witness_in(folder: Path) -> list[str]:
    """Return the options of the witness that the service was told of."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "witness.pem").write_bytes(pem)
    (folder / "witness.pem").chmod(0o600)
    return ["--witness-key", str(folder / "witness.pem"), "--state", str(folder / "seen"), "--name", "witness.example"]


def test_a_witness_cosigns_a_log_that_only_grows(run: Run, finished: str, tmp_path: Path) -> None:
    options = witness_in(tmp_path)
    key = run("log", "checkpoint", "--json").json["key"]
    assert finished
    for _ in range(2):
        run("new", "liars_dice")
        ran = run("log", "witness", key, *options)
        assert ran.code == 0, ran.err
        assert cosigned_at(Note.parse(ran.out), witness_key(WITNESS)) is not None
        assert Note.parse(ran.out).text == Note.parse((tmp_path / "seen").read_text("utf-8")).text
    assert run("log", "witness", key, *options, "--print-key").out == f"{WITNESS}\n"


def test_a_witness_does_not_vouch_for_another_log_than_it_saw(run: Run, finished: str, tmp_path: Path) -> None:
    options = witness_in(tmp_path)
    key = run("log", "checkpoint", "--json").json["key"]
    other = run("log", "checkpoint").out.replace("\n", "x\n", 1)
    (tmp_path / "seen").write_text(other, encoding="utf-8")
    ran = run("log", "witness", key, *options)
    assert (ran.code != 0, "no named key vouches for the checkpoint" in ran.err) == (True, True), finished
    assert (tmp_path / "seen").read_text("utf-8") == other
    (tmp_path / "seen").unlink()
    ran = run("log", "witness", str(Identity(bytes(32), "another.example").verifier), *options)
    assert "no named key vouches for the checkpoint" in ran.err
    assert not (tmp_path / "seen").exists()
