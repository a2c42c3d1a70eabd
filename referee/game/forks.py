"""Branches: the first entry of a game that leaves another at a version, written and folded."""

from __future__ import annotations

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chance import commitment, derive
from referee.errors import GameNotStarted
from referee.game.entries import BY_HOST, Added, Deed, packed, write_first
from referee.game.game import Game, Sitting
from referee.game.lifecycle import check_dealer


def fork_game(parent: Game, asked: life.ForkGame, game: str, secret: bytes, at: int) -> Added:
    """Return a new game that leaves `parent` at its version, with its first entry.

    `asked` is the command as far as the host fills it in: label, source of chance, privacy, and the game that they
    branch, which has the position from an ancestor if it was branched later. Raises GameNotStarted or InvalidField.
    """
    if not parent.started:
        raise GameNotStarted(parent.id, f"it had not started at version {parent.version}")
    check_dealer(parent.charter.rulebook, parent.table, asked.chance_source)
    command = life.ForkGame(
        parent=asked.parent,
        parent_version=parent.version,
        parent_digest=parent.digest,
        chance_source=asked.chance_source,
        private=asked.private,
        commitment=commitment(secret),
        label=asked.label,
    )
    deed = Deed(BY_HOST, max(at, parent.changed_at), packed(command))
    entry = write_first(
        parent.charter.rulebook,
        game,
        secret,
        deed,
        life.GameForked(),
        version=parent.version + 1,
        previous=parent.digest,
    )
    return Added(game_forked(parent, entry, secret), (entry,))


def game_forked(parent: Game, entry: record.Entry, secret: bytes) -> Game:
    """Return the branch after its first entry: the parent's table, with all seats free."""
    fork = life.ForkGame.FromString(entry.command.open.value)
    charter = msgspec.structs.replace(
        parent.charter,
        game=entry.game,
        label=fork.label,
        chance_source=fork.chance_source,
        private=fork.private,
        commitment=fork.commitment,
        created_at=entry.at_micros,
        parent=fork.parent,
        parent_version=fork.parent_version,
    )
    return parent.noted(
        entry,
        charter=charter,
        secret=secret,
        keys=derive(secret),
        status="open",
        sittings=(Sitting(),) * charter.seats,
        step=None,
        acted=(0,) * len(parent.acted),
        result=None,
    )
