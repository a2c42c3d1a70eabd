"""The user's player key: it identifies them, in every game and at every service.

`gunbai player new` makes it. Every seat that they take from then on uses it.
"""

from __future__ import annotations

import os
from pathlib import Path

import typer

VARIABLE = "GUNBAI_PLAYER_KEY"
"""Names another file with the key; if it is empty, no key is used."""


def player_file() -> Path | None:
    """Return the file of the player's key, which may not exist yet; None if they play without one."""
    if VARIABLE in os.environ:
        return Path(os.environ[VARIABLE]) if os.environ[VARIABLE] else None
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "gunbai" / "player.pem"


def player_key_file() -> Path | None:
    """Return the file with the player's key; None if they have none.

    Raises typer.BadParameter if the variable names a missing file: without its key, a seat would be somebody else's.
    """
    file = player_file()
    if file is None or file.exists():
        return file
    if VARIABLE in os.environ:
        raise typer.BadParameter(f"no file {file}: name your key file, or unset {VARIABLE}", param_hint=VARIABLE)
    return None
