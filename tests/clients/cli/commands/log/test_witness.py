"""`gunbai log witness`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from clients.cli.commands.log import witness
from clients.cli.witnessing import LogWitness
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.checkpoint import Checkpoint, cosigned_at, log_key, signed_checkpoint, witness_key
from gunbai_record.note import Note, VerifierKey, sign_note
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


@pytest.mark.parametrize("grown", [0, 1])
def test_a_fork_leaves_the_signed_checkpoint_that_proves_it(
    run: Run, finished: str, service_folder: Path, tmp_path: Path, grown: int
) -> None:
    """Whoever has both files and the key of the service needs to believe nobody, though the log has grown since."""
    options, seen = witness_in(tmp_path), tmp_path / "seen"
    key = VerifierKey.parse(run("log", "checkpoint", "--json").json["key"])
    shown = Checkpoint.parse(Note.parse(run("log", "checkpoint").out).text)
    other = shown._replace(size=shown.size - grown, root=bytes(32))
    identity = Identity.kept_in(service_folder / "games.key")
    before = sign_note(other.text, log_key(identity.verifier, other.origin), identity.sign)
    for command in (("log", "witness", str(key), *options), ("log", "checkpoint", "--since", str(seen))):
        seen.write_text(before, "utf-8")
        ran = run(*command)
        assert (ran.code, "FORKED" in ran.err, finished != "") == (1, True, True)
        assert seen.read_text("utf-8") == before
        (evidence,) = tmp_path.glob("seen.forked-*")
        assert evidence.name in ran.err
        checkpoint = signed_checkpoint(SignedCheckpoint(note=evidence.read_text("utf-8"), key=str(key)), [key])
        assert checkpoint.contradicts(other)
        assert "together they prove that the log forked" in ran.err
        assert run("log", "compare", str(seen), str(evidence), "--service-key", str(key)).code == 1
        evidence.unlink()


def test_a_log_that_shrank_is_no_proof_by_itself(run: Run, finished: str, service_folder: Path, tmp_path: Path) -> None:
    options, seen = witness_in(tmp_path), tmp_path / "seen"
    key = VerifierKey.parse(run("log", "checkpoint", "--json").json["key"])
    shown = Checkpoint.parse(Note.parse(run("log", "checkpoint").out).text)
    identity, larger = Identity.kept_in(service_folder / "games.key"), shown._replace(size=shown.size + 1000)
    seen.write_text(sign_note(larger.text, log_key(identity.verifier, larger.origin), identity.sign), "utf-8")
    ran = run("log", "witness", str(key), *options)
    assert (ran.code, "FORKED" in ran.err, finished != "") == (1, True, True)
    assert "prove the fork only together with the log itself" in ran.err


def test_a_new_log_of_the_same_service_is_no_proof_of_a_fork(
    run: Run, finished: str, service_folder: Path, tmp_path: Path
) -> None:
    """So it is after an honest operator restored an older backup."""
    options, seen = witness_in(tmp_path), tmp_path / "seen"
    key = VerifierKey.parse(run("log", "checkpoint", "--json").json["key"])
    shown = Checkpoint.parse(Note.parse(run("log", "checkpoint").out).text)
    other = shown._replace(origin="gunbai/before")
    identity = Identity.kept_in(service_folder / "games.key")
    seen.write_text(sign_note(other.text, log_key(identity.verifier, other.origin), identity.sign), "utf-8")
    run("log", "witness", str(key), *options)
    ran = run("log", "witness", str(key), *options)
    assert (ran.code, finished != "") == (1, True)
    assert "is a different log than gunbai/before" in ran.err
    assert "move" in ran.err
    assert "FORKED" not in ran.err
    (evidence,) = tmp_path.glob("seen.replaced-*")
    assert evidence.name in ran.err
    seen.rename(tmp_path / "before")
    assert run("log", "witness", str(key), *options).code == 0


class Log:
    """A log that grows by a leaf each time it is asked, while something else happens."""

    def __init__(self, meanwhile: Any) -> None:
        self.identity, self.size, self._meanwhile = Identity(bytes(32), "club"), 0, meanwhile

    def note(self, size: int) -> SignedCheckpoint:
        """Return the signed checkpoint of a size."""
        signed = Checkpoint("gunbai/0123456789abcdef", size, bytes([size]) * 32)
        signer = log_key(self.identity.verifier, signed.origin)
        return SignedCheckpoint(
            note=sign_note(signed.text, signer, self.identity.sign), key=str(self.identity.verifier)
        )

    def checkpoint(self) -> SignedCheckpoint:
        """Return the newest checkpoint."""
        self.size += 1
        shown = self.note(self.size)
        self._meanwhile(self)
        return shown

    def cosign(self, size: int, line: str) -> SignedCheckpoint:
        """Return the checkpoint of a size with a cosignature."""
        return SignedCheckpoint(note=self.note(size).note + line)

    def since(self, earlier: SignedCheckpoint, keys: Sequence[VerifierKey]) -> SignedCheckpoint:
        """Return the newest checkpoint, which continues one of a smaller size."""
        assert signed_checkpoint(earlier, keys).size <= self.size + 1
        return self.checkpoint()


@pytest.mark.parametrize("begun", [False, True])
def test_a_slow_run_never_puts_an_older_checkpoint_back(tmp_path: Path, begun: bool) -> None:  # noqa: FBT001  # a case
    """Another run keeps a later checkpoint while it waits for the service: it asks again, from that one on."""
    state, overtaken = tmp_path / "state", list[int]()

    def other_run(log: Log) -> None:
        if not overtaken:
            log.size += 5
            overtaken.append(log.size)
            state.write_text(log.note(log.size).note, "utf-8")

    log = Log(other_run)
    if begun:
        state.write_text(log.note(0).note, "utf-8")
    own = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
    asked = LogWitness(witness_key(WITNESS), own, (log.identity.verifier,), state)
    kept = witness._cosigned(SimpleNamespace(log=log), asked)  # type: ignore[arg-type]  # its log alone
    assert state.read_text("utf-8") == kept.note
    assert Checkpoint.parse(Note.parse(kept.note).text).size > overtaken[0]
