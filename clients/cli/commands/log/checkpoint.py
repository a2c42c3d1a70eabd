"""`gunbai log checkpoint`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.screen.encodings import write_exactly
from clients.cli.session import session_of
from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai_record.kept_checkpoints import fork_kept
from gunbai_record.note import VerifierKey
from gunbai_record.text_files import read_text


def checkpoint(
    context: typer.Context,
    *,
    since: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Check that the log continues this earlier checkpoint.", exists=True, dir_okay=False
        ),
    ] = None,
    service_keys: Annotated[
        list[str] | None,
        typer.Option(
            "--service-key", metavar="KEY", help="Key of the service (default: the key that the service names)."
        ),
    ] = None,
) -> None:
    """Print the newest checkpoint of the service's log. Keep it.

    With --since, check that the log has only grown since an earlier checkpoint. If the service changed the log, gunbai
    reports FORKED and writes the contradicting checkpoint next to the file in --since. The two together prove the fork.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        newest = gunbai.log.checkpoint()
        if since is not None:
            named = [*map(VerifierKey.parse, service_keys or [newest.key])]
            seen = SignedCheckpoint(note=read_text(since), key=newest.key, rotations=newest.rotations)
            with fork_kept(since):
                newest = gunbai.log.since(seen, named)
    if session.output.as_json:
        session.output.answer(newest)
    else:
        write_exactly(newest.note)
