"""`gunbai log witness`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.cli.account.keys import kept_key, make_key
from clients.cli.screen.encodings import write_exactly
from clients.cli.session import session_of
from clients.cli.sources.kept_checkpoints import fork_kept, locked, replace
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_client import Gunbai
from gunbai_record.checkpoint import cosign, signed_checkpoint
from gunbai_record.note import COSIGNATURE, Note, VerifierKey

KEY, STATE = Path("witness.pem"), Path("witness.checkpoint")


def witness(
    context: typer.Context,
    log_key: Annotated[str, typer.Argument(metavar="KEY", help="Key of the service (NAME+ID+KEY).")],
    *,
    witness_key: Annotated[
        Path, typer.Option(metavar="FILE", help="The witness's private key (PEM); made if missing.")
    ] = KEY,
    state: Annotated[Path, typer.Option(metavar="FILE", help="File that keeps the last checkpoint cosigned.")] = STATE,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of the witness, such as witness.example.")
    ] = "witness",
    print_key: Annotated[bool, typer.Option("--print-key", help="Only print the witness's key.")] = False,
) -> None:
    """Check that a service's log only grew, and cosign it.

    Run it regularly. gunbai saves each checkpoint before it sends the cosignature, so the witness never vouches for two
    logs, even if two runs overlap. A contradicting checkpoint is written next to that file: both are signed and prove a
    fork. A log with a new name proves none, but its operator must say why. The operator of the service accepts the
    witness with `gunbai serve --witness KEY`.
    """
    session = session_of(context)
    own = kept_key(witness_key) if witness_key.exists() else make_key(witness_key)
    verifier = VerifierKey(name, own.public_key().public_bytes_raw(), COSIGNATURE)
    if print_key:
        session.output.answer({"key": str(verifier)}, str(verifier))
        return
    with session.connect() as gunbai:
        newest = _checkpoint(gunbai, VerifierKey.parse(log_key), state)
        answer = _cosigned(gunbai, newest, verifier, own)
    if session.output.as_json:
        session.output.answer(answer)
    else:
        write_exactly(answer.note)


def _checkpoint(gunbai: Gunbai, log_key: VerifierKey, state: Path) -> SignedCheckpoint:
    """Return the newest checkpoint, which continues the one in the state file and replaces it.

    If another run has replaced the state meanwhile, the checkpoint must continue that one. Raises OSError, NoteError or
    LogForked, after saving the evidence next to the state.
    """
    while True:
        seen = _seen(state)
        newest = _checked(gunbai, log_key, state, seen)
        with locked(state):
            if _seen(state) == seen:
                replace(state, newest.note)
                return newest


def _seen(state: Path) -> str:
    """Return the note in the state file, "" if there is none yet."""
    return state.read_text("utf-8") if state.exists() else ""


def _checked(gunbai: Gunbai, log_key: VerifierKey, state: Path, seen: str) -> SignedCheckpoint:
    """Return the newest checkpoint, which continues the earlier one, if any. Raises NoteError or LogForked."""
    newest = gunbai.log.checkpoint()
    signed_checkpoint(newest, [log_key])
    if not seen:
        return newest
    with fork_kept(state):
        checkpoint_seen = SignedCheckpoint(note=seen, key=newest.key, rotations=newest.rotations)
        return gunbai.log.since(checkpoint_seen, [log_key])


def _cosigned(
    gunbai: Gunbai, newest: SignedCheckpoint, verifier: VerifierKey, own: Ed25519PrivateKey
) -> SignedCheckpoint:
    text = Note.parse(newest.note).text
    size = int(text.split("\n")[1])
    return gunbai.log.cosign(size, cosign(text, int(time.time()), verifier, own.sign))
