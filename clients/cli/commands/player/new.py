"""`gunbai player new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key, make_key
from clients.cli.account.player import VARIABLE, player_file
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from gunbai_record.players import fingerprint


def new(
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="File for a different key (PEM), such as a bot's.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make your player key, or print it if you have one.

    Every seat that you take from now on uses it, at every service. Anyone can use your name, but only you have your
    key. Keep a copy of the file. A lost key cannot be recovered, only replaced.
    """
    place = file or player_file()
    if place is None:
        raise typer.BadParameter(f"{VARIABLE} is empty: unset it, or name a file", param_hint="--file")
    if not place.exists():
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_key(place)
    public = kept_key(place).public_key().public_bytes_raw()
    Output(as_json).answer(
        {"file": str(place), "public_key": public.hex(), "fingerprint": fingerprint(public)},
        f"Public key: {public.hex()}",
        f"In short:   {escape(fingerprint(public))}",
        f"Keep a copy of {escape(str(place))}: a lost key cannot be recovered.",
    )
