"""Records of seats that take back moves of their own turns: as often as they may, and as no verifier accepts."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record import record_file
from gunbai_record.chain import digest_of, type_name
from gunbai_record.limits import MOST_TAKEN_BACK
from gunbai_record.messages import named
from lab.signed_orders import by_seat
from lab.toy_games import Night, command
from referee.game.judge import Refused, judge
from referee.game.taking_back import take_back
from tools.fixtures.builders import abandoned, file_of, moved, opened

TITLE = "titan_race"
"""A title whose seats move again soon."""


def undone() -> bytes:
    """Return the file of a game in which a seat takes back as many moves of its turn as it can."""
    return file_of(abandoned(_at_the_limit()))


def refused() -> list[dict[str, Any]]:
    """Return records, as the lines of files, that fail because of their last entries."""
    return [
        {"has": has, "bad_version": night.game.version, "record": [*_lines(night)]}
        for has, night in (
            ("one move more than a seat takes back in a turn", _back(_uncounted(_at_the_limit()))),
            ("the wrong number of moves", _altered(_back(_begun()), moves=2)),
            ("a version that is not before a move of the turn", _altered(_back(_begun()), version=1)),
        )
    ]


def _begun() -> Night:
    """Return a game whose last entry is a move that its seat can take back."""
    night, rng = opened(TITLE), random.Random(1)
    while not night.game.own_turn.positions:
        night = moved(night, rng, night.game.version + 1)
    return night


def _at_the_limit() -> Night:
    """Return a game in which a seat took back and repeated a move, as often as it can."""
    night = _begun()
    sent = night.entries[-1].command.open
    move = type(named(type_name(sent.type_url))).FromString(sent.value)
    for _ in range(MOST_TAKEN_BACK):
        back = _back(night)
        again = command(back.game, back.game.own_turn.seat, move, command_id=f"at {back.game.version}")
        ruling = judge(back.game, again, back.game.changed_at)
        assert not isinstance(ruling, Refused), ruling
        night = back.then(ruling)
    return night


def _back(night: Night) -> Night:
    """Return a game whose last move is taken back."""
    order = life.TakeBack(version=night.game.own_turn.positions[-1].version)
    at = night.game.changed_at
    return night.then(take_back(night.game, by_seat(night.game, night.game.own_turn.seat, order, at=at)))


def _uncounted(night: Night) -> Night:
    """Return a game whose referee forgot how many moves were taken back."""
    own = msgspec.structs.replace(night.game.own_turn, taken_back=0)
    return night._replace(game=msgspec.structs.replace(night.game, own_turn=own))


def _altered(night: Night, *, moves: int = 0, version: int = 0) -> Night:
    """Return a game whose last entry takes back another number of moves, or goes back to another version."""
    entry = record.Entry()
    entry.CopyFrom(night.entries[-1])
    if moves:
        entry.events[0].open.Pack(life.MovesTakenBack(seat=entry.actor.seat, moves=moves))
    if version:
        entry.command.open.Pack(life.TakeBack(version=version))
    entry.digest = digest_of(entry)
    return night._replace(entries=(*night.entries[:-1], entry))


def _lines(night: Night) -> Iterator[str]:
    header, entries = record_file.read(io.BytesIO(file_of(night)))
    return (line.rstrip("\n") for line in record_file.as_lines(header, entries))
