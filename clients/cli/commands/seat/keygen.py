"""`gunbai seat keygen`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key, make_key


def keygen(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Private key file (PEM); created if missing.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make a key for an arbiter, or print its public key. It is an Ed25519 key.

    Create games with it: `gunbai new --arbiter KEY`.
    """
    key = kept_key(file) if file.exists() else make_key(file)
    public = key.public_key().public_bytes_raw().hex()
    typer.echo(json.dumps({"public_key": public}) if as_json else public)
