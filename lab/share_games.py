"""Nights whose seats give shares of chance: what the tests of committed and shared chance play with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.shares import Shares, link
from lab.toy_games import AT, NAME, Night, bid, created, named, next_move
from referee.game.chance_shares import SHARE_SECONDS, reveal_share
from referee.game.judge import drawn_from, settled
from referee.game.lifecycle import start_game, take_seat
from referee.game.time_control import MICROS

COMMITTED, SHARED = life.CHANCE_SOURCE_COMMITTED, life.CHANCE_SOURCE_SHARED
DEADLINE = AT + SHARE_SECONDS * MICROS
LENGTH = 1
"""The shares of a chain: so few that a night uses up more than one chain."""


def share(seat: int) -> bytes:
    """Return the share that a seat commits to where chance is committed."""
    return bytes([seat]) * 32


def chains(seat: int, game: str = NAME) -> Shares:
    """Return the chains of a seat where chance is shared."""
    return Shares(game, seat, share(seat), LENGTH)


def commitment(seat: int, source: life.ChanceSource.ValueType, game: str = NAME) -> bytes:
    """Return what a seat commits to when joining."""
    return link(game, seat, share(seat)) if source == COMMITTED else chains(seat, game).tip()


def committed(seats: int = 2, source: life.ChanceSource.ValueType = COMMITTED, **terms: Any) -> Night:
    """Return a game whose seats are taken and have committed to their shares."""
    return joined(created(seats, chance_source=source, **terms), source)


def joined(night: Night, source: life.ChanceSource.ValueType) -> Night:
    """Return the game after players took all seats and committed to shares."""
    for seat in range(1, night.game.charter.seats + 1):
        made = commitment(seat, source, night.game.id)
        taken = life.TakeSeat(seat=seat, commitment=made)
        night = night.then(take_seat(night.game, taken, named(f"player {seat}"), AT))
    return night


def revealing(seats: int = 2) -> Night:
    """Return a game whose seats are asked to reveal their shares."""
    night = committed(seats)
    return night.then(settled(start_game(night.game, AT)))


def reveal(night: Night, seat: int, at: int = AT) -> Night:
    """Return the game after a seat revealed its share."""
    return night.then(settled(reveal_share(night.game, life.RevealShare(seat=seat, share=share(seat)), at)))


def all_revealed(seats: int = 2) -> Night:
    """Return a game that began when all seats had revealed their shares."""
    night = revealing(seats)
    for seat in range(1, seats + 1):
        night = reveal(night, seat)
    return night


def asking(seats: int = 2, **terms: Any) -> Night:
    """Return a game of shared chance that waits for the shares of its first outcome."""
    night = committed(seats, SHARED, **terms)
    night = night.then(settled(start_game(night.game, AT)))
    return night.play(*(bid(seat, seat) for seat in range(1, seats + 1)))


def given(night: Night, *, without: Iterable[int] = ()) -> list[life.SeatShare]:
    """Return the shares of the outcome that is due, in the order of the seats."""
    return [_given(night, seat) for seat in range(1, night.game.charter.seats + 1) if seat not in without]


def _given(night: Night, seat: int) -> life.SeatShare:
    made, committed = chains(seat, night.game.id), night.game.sittings[seat - 1].commitment
    pair = next(pair for number in range(9) if (pair := made.before(committed, number)))
    return life.SeatShare(seat=seat, share=pair[0], next_commitment=pair[1])


def drawn(night: Night, at: int = AT) -> Night:
    """Return the game after the outcome that is due was drawn from the shares of all seats."""
    return night.then(settled(drawn_from(night.game, given(night), at)))


def played_out(night: Night) -> Night:
    """Return the game after its end: seats do what they must, and every outcome is drawn from shares."""
    while not night.game.over:
        if night.game.deadline:
            night = drawn(night)
            continue
        night = night.play(next_move(night.game))
    return night
