"""Shares of chance in a game: committed to on joining, given when they are due, and what happens without them.

Where chance is committed, each seat reveals a share between the host's start and the game's beginning. Where it is
shared, each gives a share for every outcome; an outcome's shares are in its entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.limits import LONGEST_SHARING, MOST_BEFORE_START
from gunbai_record.shares import GIVING, SHARE_BYTES, link
from referee.errors import InvalidField, ShareNotDue
from referee.game.entries import BY_HOST, Added, Deed, packed, seat, write
from referee.game.game import Game, Sitting
from referee.game.time_control import MICROS

SHARE_SECONDS = 300
"""How long the seats have to give their shares unless the host says otherwise."""


def share_seconds(source: life.ChanceSource.ValueType, seconds: int) -> int:
    """Return how long the seats have to give shares; 0 if they give none. Raises InvalidField."""
    if source not in GIVING:
        if seconds:
            raise InvalidField("share_seconds", "this game uses no shares of chance")
        return 0
    if seconds > LONGEST_SHARING:
        raise InvalidField("share_seconds", f"expected at most {LONGEST_SHARING} seconds, not {seconds}")
    return seconds or SHARE_SECONDS


def stalled_rule(source: life.ChanceSource.ValueType, rule: life.StalledRule.ValueType) -> life.StalledRule.ValueType:
    """Return what happens to a stalled game; unspecified if no game can stall. Raises InvalidField."""
    if rule not in life.StalledRule.values():
        raise InvalidField("stalled", f"{rule} is not a rule for games that stall")
    if source == life.CHANCE_SOURCE_SHARED:
        return rule or life.STALLED_RULE_ENDS
    if rule:
        raise InvalidField("stalled", "only a game with shared chance can stall")
    return rule


def check_commitment(game: Game, command: life.TakeSeat) -> None:
    """Check what a player commits to on joining. Raises InvalidField."""
    if game.charter.chance_source not in GIVING:
        if command.commitment:
            raise InvalidField("commitment", "this game uses no shares of chance")
        return
    _check_new(game, "commitment", command.commitment)
    if not command.seat:
        raise InvalidField("seat", "name the seat: a commitment is bound to one seat")
    if command.entropy:
        raise InvalidField("entropy", "in this game the seats commit to shares and give no entropy")


def ask_shares(game: Game, at: int) -> Added:
    """Ask the seats again for the shares that are due, with a new deadline. Raises ShareNotDue."""
    _check_due(game)
    at = game.later(at)
    event = life.SharesAsked(deadline_micros=at + game.charter.share_seconds * MICROS)
    return write(game, Deed(BY_HOST, at, packed(life.AskShares())), [event], partial(shares_asked, game))


def shares_asked(game: Game, entry: record.Entry) -> Game:
    """Return the game after the seats were asked for their shares, by the start or again."""
    deadline = entry.at_micros + game.charter.share_seconds * MICROS
    committed = game.charter.chance_source == life.CHANCE_SOURCE_COMMITTED
    return game.noted(entry, deadline=deadline, status="revealing" if committed else game.status)


def reveal_share(game: Game, command: life.RevealShare, at: int) -> Added:
    """Reveal the share that a seat committed to. Raises ShareNotDue or InvalidField."""
    _check_due(game)
    at = game.later(at)
    if game.status != "revealing" or game.sitting(command.seat).share:
        raise ShareNotDue(game.id, f"seat {command.seat} has no share to reveal now")
    if at > game.deadline:
        raise ShareNotDue(game.id, "the time to reveal shares is over")
    _check_share(game, command.seat, command.share)
    if command.share in game.used:
        raise InvalidField("share", "this share has already been used")
    deed = Deed(seat(command.seat), at, packed(command))
    return write(game, deed, [life.ShareRevealed(seat=command.seat)], partial(share_revealed, game))


def share_revealed(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat revealed its share."""
    command = life.RevealShare.FromString(entry.command.open.value)
    sitting = msgspec.structs.replace(game.sitting(command.seat), share=command.share)
    return game.noted(entry, sittings=game.resat({command.seat: sitting}), used=game.used | {command.share})


def all_revealed(game: Game) -> bool:
    """Return whether every seat has revealed its share."""
    return all(sitting.share for sitting in game.sittings)


def check_given(game: Game, given: life.SeatShare) -> None:
    """Check one seat's share for the outcome that is due. Raises InvalidField."""
    _check_share(game, given.seat, given.share)
    if given.next_commitment:
        _check_new(game, "next_commitment", given.next_commitment)


def check_all_given(game: Game, given: Sequence[life.SeatShare], at: int) -> None:
    """Check all seats' shares, in order, and that they came in time. Raises ShareNotDue or InvalidField."""
    _check_due(game)
    if at > game.deadline:
        raise ShareNotDue(game.id, "the time to give shares is over")
    if [share.seat for share in given] != [*range(1, len(game.sittings) + 1)]:
        raise InvalidField("shares", "expected one share from each seat, in the order of the seats")
    _check_each(game, given)


def shares_used(game: Game, given: Iterable[life.SeatShare]) -> Game:
    """Return the game with these shares as their seats' next commitments."""
    given = tuple(given)
    following = frozenset(share.next_commitment for share in given if share.next_commitment)
    # Without a new commitment, a seat goes on along its chain: each share is the commitment to the next.
    committed = {
        share.seat: msgspec.structs.replace(game.sitting(share.seat), commitment=share.next_commitment or share.share)
        for share in given
    }
    return msgspec.structs.replace(game, sittings=game.resat(committed), used=game.used | following)


def call_time(game: Game, given: Sequence[life.SeatShare], at: int, *, puts_off: bool = False) -> Added:
    """End a game whose shares are missing after the deadline, and open its secret, or put off its start if possible.

    `given` are the shares of shared chance that came in time. Raises ShareNotDue or InvalidField.
    """
    _check_due(game)
    if at <= game.deadline:
        raise ShareNotDue(game.id, "the time to give shares is not over")
    if game.status == "revealing" and given:
        raise InvalidField("shares", "expected no shares before the start: each revealed share has its own entry")
    _check_each(game, given)
    absent = seats_without_share(game, given)
    if not absent:
        raise ShareNotDue(game.id, "every seat has given its share")
    puts_off = puts_off and _can_put_off(game, absent)
    deed = Deed(BY_HOST, at, packed(life.CallTime(shares=given, puts_off=puts_off)))
    event = life.StartPutOff(seats=absent) if puts_off else _ending(game, absent)
    return write(game, deed, [event], partial(time_called, game))


def time_called(game: Game, entry: record.Entry) -> Game:
    """Return the game after it ended, or its start was put off, for lack of shares."""
    event = entry.events[0].open
    if event.Is(life.StartPutOff.DESCRIPTOR):
        return _put_off(game, entry, life.StartPutOff.FromString(event.value).seats)
    if event.Is(life.StartVoided.DESCRIPTOR):
        voided = life.StartVoided.FromString(event.value)
        return msgspec.structs.replace(game.ended(entry, "voided"), absent=tuple(voided.seats))
    stalled = life.GameStalled.FromString(event.value)
    result = Outcome("stalled", 0, tuple(stalled.winners))
    ended = game.ended(entry, "stalled", result)
    return msgspec.structs.replace(ended, absent=tuple(stalled.seats), basis=results.RESULT_BASIS_TIME)


def _put_off(game: Game, entry: record.Entry, absent: Iterable[int]) -> Game:
    """Return the game as an open one: its absent seats are free, and the others go on along their chains."""
    sittings = {
        number: msgspec.structs.replace(sitting, commitment=sitting.share, share=b"")
        for number, sitting in enumerate(game.sittings, 1)
    }
    sittings |= {number: Sitting(freed_at=entry.version) for number in absent}
    return game.noted(entry, status="open", deadline=0, sittings=game.resat(sittings))


def _can_put_off(game: Game, absent: Sequence[int]) -> bool:
    """Return whether somebody waits for a start, and others can still take the seats of those who are absent."""
    entries = game.version - game.charter.parent_version
    waits = game.status == "revealing" and len(absent) < len(game.sittings)
    # A seat in a continuation is only its holder's, and each free one needs an entry to be taken again.
    return waits and not game.charter.continues and entries + len(absent) < MOST_BEFORE_START


def seats_without_share(game: Game, given: Iterable[life.SeatShare] = ()) -> tuple[int, ...]:
    """Return the seats whose share is due and missing, in order; `given` are shares of shared chance."""
    if not game.deadline:
        return ()
    present = {share.seat for share in given}
    return tuple(n for n, sitting in enumerate(game.sittings, 1) if n not in present and not sitting.share)


def shares_overdue(game: Game, at: int) -> bool:
    """Return whether awaited shares are late."""
    return 0 < game.deadline < at


def outcome_due(game: Game) -> int:
    """Return the number of the outcome that waits for shares; 0 if the game's start does."""
    return game.drawn + 1 if game.step is not None else 0


def _ending(game: Game, absent: Sequence[int]) -> life.StartVoided | life.GameStalled:
    if game.status == "revealing":
        return life.StartVoided(seats=absent, secret=game.secret)
    return life.GameStalled(seats=absent, winners=_winners(game, absent), secret=game.secret)


def _winners(game: Game, absent: Sequence[int]) -> tuple[int, ...]:
    if game.charter.stalled != life.STALLED_RULE_LOSES:
        return ()
    return tuple(number for number in range(1, len(game.sittings) + 1) if number not in absent)


def _check_due(game: Game) -> None:
    if not game.deadline:
        raise ShareNotDue(game.id, "no share of chance is due")


def _check_each(game: Game, given: Sequence[life.SeatShare]) -> None:
    numbers = [share.seat for share in given]
    following = [share.next_commitment for share in given if share.next_commitment]
    if numbers != sorted({*numbers}) or len(following) > len({*following}):
        raise InvalidField("shares", "expected at most one share per seat, and no repeated commitment")
    for share in given:
        check_given(game, share)


def _check_share(game: Game, number: int, share: bytes) -> None:
    if len(share) != SHARE_BYTES or link(game.id, number, share) != game.sitting(number).commitment:
        raise InvalidField("share", f"this is not the share that seat {number} committed to")


def _check_new(game: Game, field: str, commitment: bytes) -> None:
    if len(commitment) != SHARE_BYTES:
        choice = ", or create the game with chance referee" if field == "commitment" and not commitment else ""
        raise InvalidField(field, f"expected {SHARE_BYTES} bytes, not {len(commitment)}: the seats give shares{choice}")
    if commitment in game.used:
        raise InvalidField(field, "this commitment has already been used")
