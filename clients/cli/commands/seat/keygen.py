"""`gunbai seat keygen`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key, make_key


def keygen(
    file: Annotated[Path, typer.Argument(help="The file of the private key, in PEM; it is made if there is none.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Make an Ed25519 key to rule with as an arbiter, and print the public key, which the game is created with.

    For a file that has a key already, its public key is printed.
    """
    key = kept_key(file) if file.exists() else make_key(file)
    public = key.public_key().public_bytes_raw().hex()
    typer.echo(json.dumps({"public_key": public}) if as_json else public)
