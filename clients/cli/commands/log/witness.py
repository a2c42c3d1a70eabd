"""`gunbai log witness`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key, make_key
from clients.cli.screen.encodings import write_exactly
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of
from clients.cli.witnessing import LogWitness, WitnessPort
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_client import Gunbai
from gunbai_record.checkpoint import own_note, signed_checkpoint
from gunbai_record.kept_checkpoints import fork_kept, locked
from gunbai_record.note import COSIGNATURE, Note, VerifierKey
from gunbai_record.numerals import is_whole
from gunbai_record.text.foreign import visible

KEY, STATE = Path("witness.pem"), Path("witness.checkpoint")


def witness(
    context: typer.Context,
    log_keys: Annotated[list[str], typer.Argument(metavar="KEY...", help="Keys of the service (NAME+ID+KEY).")],
    *,
    witness_key: Annotated[
        Path, typer.Option(metavar="FILE", help="The witness's private key (PEM); created if missing.")
    ] = KEY,
    state: Annotated[Path, typer.Option(metavar="FILE", help="File for the last cosigned checkpoint.")] = STATE,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of the witness, such as witness.example.")
    ] = "witness",
    listen: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Address to listen on for checkpoints from the service.")
    ] = "",
    print_key: Annotated[bool, typer.Option("--print-key", help="Only print the witness's key.")] = False,
) -> None:
    """Check that a service's log has only grown, and cosign the log.

    Run this command regularly, or all the time with --listen (c2sp.org/tlog-witness). gunbai saves each checkpoint
    before it sends the cosignature, so the witness never vouches for two logs, even if two runs overlap. If a new
    checkpoint contradicts the saved one, gunbai writes it to a file next to --state. Both checkpoints are signed, and
    together they prove a fork. A new name for the log does not prove a fork, but ask the operator why the name changed.
    To accept the witness, the operator of the service runs `gunbai serve --witness KEY`. To have the service ask the
    witness, the operator runs `gunbai serve --policy FILE`.
    """
    session = session_of(context)
    own = kept_key(witness_key) if witness_key.exists() else make_key(witness_key)
    verifier = VerifierKey(name, own.public_key().public_bytes_raw(), COSIGNATURE)
    if print_key:
        session.output.answer({"key": str(verifier)}, str(verifier))
        return
    witness = LogWitness(verifier, own, tuple(map(VerifierKey.parse, log_keys)), state)
    if listen:
        _listen(session, witness, listen)
        return
    with session.connect() as gunbai:
        answer = _cosigned(gunbai, witness)
    if session.output.as_json:
        session.output.answer(answer)
    else:
        write_exactly(answer.note)


def _cosigned(gunbai: Gunbai, witness: LogWitness) -> SignedCheckpoint:
    """Send the cosignature of the newest checkpoint, which continues the one in the state and has replaced it.

    If another run has replaced the state meanwhile, the checkpoint must continue that one. Raises OSError, NoteError or
    LogForked, after saving the evidence next to the state.
    """
    while True:
        seen = witness.seen()
        newest = _checked(gunbai, witness, seen)
        with locked(witness.state):
            if witness.seen() != seen:
                continue
            note = Note.parse(newest.note)
            line = witness.keep(own_note(note))
        return gunbai.log.cosign(int(note.text.split("\n")[1]), line)


def _checked(gunbai: Gunbai, witness: LogWitness, seen: str) -> SignedCheckpoint:
    """Return the newest checkpoint, which continues the one that was seen, if any. Raises NoteError or LogForked."""
    newest = gunbai.log.checkpoint()
    signed_checkpoint(newest, witness.keys)
    if not seen:
        return newest
    with fork_kept(witness.state):
        kept = SignedCheckpoint(note=seen, key=newest.key, rotations=newest.rotations)
        return gunbai.log.since(kept, witness.keys)


def _listen(session: Session, witness: LogWitness, address: str) -> None:
    """Answer submissions until the process is interrupted. Raises BadParameter or OSError."""
    host, _, port = address.rpartition(":")
    if not (host and is_whole(port) and int(port) < 2**16):
        raise typer.BadParameter(f"write HOST:PORT, not {address!r}", param_hint="--listen")

    def said(words: str) -> None:
        session.output.answer({"said": words}, escape(visible(words)))

    with WitnessPort((host, int(port)), witness, said) as served:
        url = f"http://{host}:{served.server_port}"
        key = str(witness.name)
        session.output.answer({"address": url, "key": key}, f"{escape(key)} cosigns at {escape(url)}")
        served.serve_forever()
