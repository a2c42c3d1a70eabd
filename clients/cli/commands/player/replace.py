"""`gunbai player replace`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.keys import kept_key
from clients.cli.account.player import player_file
from clients.cli.account.replacements import claimed, replacements_in
from clients.cli.commands.game.abandon import OPERATORS
from clients.cli.screen.markup import escape
from clients.cli.session import Session, session_of, token_in
from gunbai.record.v1.log_pb2 import KeyReplacement
from gunbai_client import Gunbai
from gunbai_record.key_replacements import replacement_text
from gunbai_record.players import fingerprint


def replace(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Your new key (PEM) or, as the operator, the player's claim.")
    ],
    *,
    old: Annotated[
        Path | None, typer.Option("--old", metavar="FILE", help="Your old key (default: your player key).")
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="A public game with the old key (default: the newest).")
    ] = "",
    operator: Annotated[
        Path | None, typer.Option("--operator", metavar="FILE", help="Act as the operator, with this token file.")
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="As the operator: why you are replacing the lost key.")
    ] = "",
) -> None:
    """Replace a player's key. From then on, both keys count as one player.

    The old key signs for the new one. If the old key is lost, the player sends the operator a claim (`gunbai player
    claim`). Either way, the service's log shows the replacement permanently. Seats in running games keep the old key.
    """
    session = session_of(context)
    if operator is not None and not reason:
        raise typer.BadParameter("the operator must give a reason", param_hint="--reason")
    replacement = _signed(file, old) if operator is None else _of_claim(file, reason)
    token = "" if operator is None else token_in(operator, "--operator", OPERATORS)
    with session.connect(token) as gunbai:
        logged = gunbai.log.replace_key(game or _newest(gunbai, replacement.old_key), replacement)
    keys = (fingerprint(replacement.old_key), fingerprint(replacement.new_key))
    _say(session, {"game": logged.game, "old": keys[0], "new": keys[1]}, file, own=operator is None)


def _say(session: Session, facts: dict[str, str], file: Path, *, own: bool) -> None:
    lines = [f"The log says that {facts['new']} replaces {facts['old']}."]
    if own:
        lines.append(
            f"[dim]From now on, play with the new key:[/] export GUNBAI_PLAYER_KEY={escape(str(file.resolve()))}"
        )
    session.output.answer(facts, *lines)


def _signed(file: Path, old: Path | None) -> KeyReplacement:
    """Return the replacement of the user's key by the one in a file. Raises typer.BadParameter."""
    place = old or player_file()
    if place is None or not place.exists():
        raise typer.BadParameter("name your old key; if it is lost, see `gunbai player claim`", param_hint="--old")
    before = kept_key(place)
    made = claimed(before.public_key().public_bytes_raw(), kept_key(file))
    made.old_signature = before.sign(replacement_text(made))
    return made


def _of_claim(file: Path, reason: str) -> KeyReplacement:
    """Return what a player claims, with the operator's reason to believe it. Raises typer.BadParameter."""
    claims = replacements_in(file, "FILE")
    if len(claims) != 1:
        raise typer.BadParameter(f"{file} has {len(claims)} claims, not one", param_hint="FILE")
    replacement = claims[0].replacement
    replacement.reason = reason
    return replacement


def _newest(gunbai: Gunbai, key: bytes) -> str:
    """Return the newest public game in which a key has a seat. Raises typer.BadParameter."""
    for info in gunbai.games(public_key=key):
        return info.game
    raise typer.BadParameter("the old key has no seat in a public game of this service", param_hint="--game")
