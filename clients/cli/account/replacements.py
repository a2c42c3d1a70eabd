"""Replaced keys of players: files of claims and of replacements in the log."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.log_pb2 import KeyReplacement, LoggedReplacement
from gunbai_client import Gunbai
from gunbai_record.key_replacements import (
    ReplacementError,
    check_logged,
    check_replacement,
    from_line,
    replacement_text,
    same_players,
)
from gunbai_record.note import VerifierKey
from gunbai_record.text_files import read_text


def claimed(old: bytes, new: Ed25519PrivateKey) -> KeyReplacement:
    """Return the claim of a new key to be that of the player who had an old one, now."""
    made = KeyReplacement(old_key=old, new_key=new.public_key().public_bytes_raw(), time_micros=time.time_ns() // 1000)
    made.new_signature = new.sign(replacement_text(made))
    return made


def replacements_in(file: Path, option: str) -> list[LoggedReplacement]:
    """Return the replacements in a file, one a line. Raises typer.BadParameter."""
    try:
        return [from_line(line) for line in read_text(file).splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError, ReplacementError) as error:
        raise typer.BadParameter(f"{file}: {error}", param_hint=option) from None


def vouched_players(file: Path | None, keys: Sequence[VerifierKey]) -> Mapping[bytes, bytes]:
    """Return the newest key of each player whose key was replaced, by a file that logs with these keys vouch for.

    Raises typer.BadParameter.
    """
    logged = replacements_in(file, "--replaced") if file is not None else []
    try:
        for listed in logged:
            check_logged(listed, keys)
    except ReplacementError as error:
        raise typer.BadParameter(f"{file}: {error}", param_hint="--replaced") from None
    return same_players(listed.replacement for listed in logged)


def players_of(gunbai: Gunbai) -> Mapping[bytes, bytes]:
    """Return the newest key of each player whose key was replaced at a service. Raises ReplacementError."""
    replacements = [listed.replacement for listed in gunbai.log.key_replacements()]
    for replacement in replacements:
        check_replacement(replacement)
    return same_players(replacements)
