"""Games that were played in a process, as records: chance follows from a seed, so the moves say everything.

The rules judge every move, and chance is drawn again. Such a record says that it comes from a seed.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence

from google.protobuf.message import Message

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.errors import GunbaiError
from gunbai_record.player_names import SALT_BYTES, Name
from gunbai_record.record_file import delimited, header
from gunbai_record.tokens import letters
from referee.game.entries import Added, packed
from referee.game.judge import Command, Refused, judge, settled
from referee.game.lifecycle import abandon_game, create_game, start_game, take_seat
from referee.game.titles import finished

UNFINISHED = "it was not played to its end"


class MoveRefused(GunbaiError):
    """A move that the rules refuse, or that comes after the end."""


def recorded(creation: life.CreateGame, players: Sequence[str], moves: Iterable[tuple[int, Message]]) -> bytes:
    """Return the record file of a game: its terms with the seed, the players by seat, and moves with their seats.

    A game that the moves do not end is abandoned. Raises MoveRefused, or RefereeError for terms that do not fit.
    """
    added = _begun(creation, players)
    game, entries = added.game, [*added.entries]
    for number, (seat, move) in enumerate(moves, 1):
        if game.over:
            raise MoveRefused(f"move {number} comes after the end")
        command = Command(seat, f"move {number}", game.expected(seat), packed(move), move)
        ruling = judge(game, command, game.changed_at)
        if isinstance(ruling, Refused):
            raise MoveRefused(f"the rules refuse move {number} of seat {seat}: {ruling.refusal}")
        game = ruling.game
        entries += ruling.entries
    if not game.over:
        ended = abandon_game(game, life.AbandonGame(reason=UNFINISHED), game.changed_at)
        game = ended.game
        entries += ended.entries
    return b"".join(map(delimited, (header(game.id, game.version), *entries)))


def _begun(creation: life.CreateGame, players: Sequence[str]) -> Added:
    """Return a game that has begun, with its entries."""
    at = time.time_ns() // 1_000
    identity, secret = letters(secrets.token_bytes(16), 16), secrets.token_bytes(32)
    added = create_game(finished(), creation, identity, secret, at)
    entries = [*added.entries]
    for seat, player in enumerate(players, 1):
        name = Name(player, secrets.token_bytes(SALT_BYTES))
        added = take_seat(added.game, life.TakeSeat(seat=seat), name, at)
        entries += added.entries
    added = settled(start_game(added.game, at))
    return Added(added.game, (*entries, *added.entries))
