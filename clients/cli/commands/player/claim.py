"""`gunbai player claim`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key, public_key
from clients.cli.account.player import player_key_file
from clients.cli.account.replacements import claimed
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from gunbai.record.v1.log_pb2 import LoggedReplacement
from gunbai_record.key_replacements import as_line


def claim(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Public key that you lost (64 hex digits).")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File for the claim.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Claim a lost key, so that an operator can replace it.

    Your new key signs the claim. Send the file to the operator of the service, and convince them that the old key was
    yours.
    """
    own = player_key_file()
    if own is None:
        raise typer.BadParameter("make a new key first: gunbai player new")
    made = claimed(public_key(key, "KEY"), kept_key(own))
    file.write_text(as_line(LoggedReplacement(replacement=made)), encoding="utf-8")
    line = f"Wrote the claim to [bold]{escape(str(file))}[/]. Send it to the operator."
    Output(as_json).answer({"file": str(file)}, line)
