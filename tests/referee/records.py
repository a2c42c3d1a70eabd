"""Whole records of any title, made without a service: the same secret, times and seed give the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import count

from games.kit import decider
from games.kit.decider import Decision
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.record_file import delimited, header
from referee.game.entries import packed
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.names import Name
from referee.game.titles import Titles

SECRET = bytes(range(32))
NAME = "recordrecordreco"
AT = 1_000_000


def to_the_end(_: Game) -> bool:
    """Stop nowhere before the end."""
    return False


def played(
    titles: Titles, title: str, seats: int, seed: int, until: Callable[[Game], bool] = to_the_end
) -> tuple[Game, list[record.Entry]]:
    """Return a game of random legal commands, as far as `until` or the end, with its entries."""
    rng = random.Random(seed)
    added = create_game(titles, life.CreateGame(title=title, seats=seats), NAME, SECRET, AT)
    entries = [*added.entries]
    for seat in range(1, seats + 1):
        added = take_seat(added.game, life.TakeSeat(entropy=bytes([seat]) * 32), Name(f"player {seat}", bytes(32)), AT)
        entries += added.entries
    added = settled(start_game(added.game, AT))
    entries += added.entries
    for number in count(1):
        game = added.game
        step = None if game.over or until(game) else decider.waiting(game.charter.rulebook.title, game.table)
        if not isinstance(step, Decision):
            break
        seat = rng.choice(step.seats(game.table))
        move = rng.choice(list(decider.legal(game.charter.rulebook.title, game.table, seat)))
        ruling = judge(game, Command(seat, f"command {number}", game.version, packed(move), move), AT)
        assert not isinstance(ruling, Refused), ruling
        added = ruling
        entries += added.entries
    return added.game, entries


def file_of(entries: Sequence[record.Entry]) -> bytes:
    """Return the record file of a game that was not branched."""
    last = entries[-1]
    return b"".join(map(delimited, (header(last.game, last.version), *entries)))
