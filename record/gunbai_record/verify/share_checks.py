"""The shares of chance in a record: each must match its seat's commitment and be in time.

Where chance is committed, each seat reveals one share before the game begins. Where it is shared, every outcome has a
share from each seat, and a game that ends for lack of shares names the seats whose shares are missing.
"""

from __future__ import annotations

from collections.abc import Iterable

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.shares import GIVING, SHARE_BYTES, link
from gunbai_record.verify.actors import CHANCE, own_message, own_name
from gunbai_record.verify.entry_checks import puts_off
from gunbai_record.verify.message_checks import BadEntry
from gunbai_record.verify.seat_checks import Seat, Seats

_TOKENS = frozenset({"ReissueToken", "AnnounceReissue", "VetoReissue", "CompleteReissue"})
"""Commands about a seat's token, which do not move a deadline."""
_ASKING = frozenset({"", "StartGame", "BeginGame", "AskShares"})
"""Commands after which shares for an outcome may become due; the title's are ""."""
_MICROS = 1_000_000


class RecordedShares:
    """The commitments and shares in a record, its ancestors' included."""

    def __init__(self) -> None:
        self.checked = 0
        """How many shares match their seats' commitments."""
        self.outcomes = 0
        """How many outcomes of shared chance were drawn from them."""
        self._used: set[bytes] = set()
        self._earliest = self._latest = 0
        """The bounds of when an outcome's shares can have become due: the last entry that may change the table, and the
        last one that is not about a token. Only the rules can tell which it was."""
        self._deadline = 0
        """Until when shares may be revealed before the start."""

    def begin(self) -> None:
        """Begin a game or a branch."""
        self._deadline = 0

    def follow(self, founding: life.CreateGame | life.ForkGame, seats: Seats, entry: record.Entry, name: str) -> None:
        """Check the shares in one more entry of a game; `name` is that of a record command. Raises BadEntry."""
        if founding.chance_source in GIVING:
            self._check(founding, seats, entry, name)
        elif name == "TakeSeat" and own_message(entry.command).commitment:
            raise BadEntry("a seat commits to shares, but the game uses none")
        elif name in {"AskShares", "CallTime"}:
            raise BadEntry("the game uses no shares")
        if name == "StartGame":
            _check_start(founding, entry)
        if name not in _TOKENS:
            self._latest = entry.at_micros
        if name in _ASKING:
            self._earliest = entry.at_micros

    def _check(self, founding: life.CreateGame | life.ForkGame, seats: Seats, entry: record.Entry, name: str) -> None:
        seconds = founding.share_seconds * _MICROS
        shared = founding.chance_source == life.CHANCE_SOURCE_SHARED
        if name in {"AskShares", "CallTime"} and seats.started and not shared:
            raise BadEntry("no share of chance is due")
        if name == "TakeSeat":
            self._commit(own_message(entry.command))
        elif name in {"StartGame", "AskShares"} and own_name(entry.events[0]) == "SharesAsked":
            self._ask(founding, entry)
        elif name == "RevealShare":
            self._reveal(seats, entry)
        elif name == "BeginGame" and not all(seat.share for seat in seats.taken.values()):
            raise BadEntry("it begins the game before every share was revealed")
        elif name == "CallTime":
            self._call_time(founding, seats, entry, self._earliest + seconds if seats.started else self._deadline)
        elif not name and shared and entry.actor.kind == CHANCE:
            self._give(seats, entry, self._latest + seconds)

    def _commit(self, taken: life.TakeSeat) -> None:
        if taken.entropy:
            raise BadEntry("a seat that commits to shares cannot give entropy too")
        self._once(taken.commitment, "a commitment")

    def _ask(self, founding: life.CreateGame | life.ForkGame, entry: record.Entry) -> None:
        self._deadline = entry.at_micros + founding.share_seconds * _MICROS
        if own_message(entry.events[0]).deadline_micros != self._deadline:
            raise BadEntry("the deadline for shares does not match the game's terms")

    def _reveal(self, seats: Seats, entry: record.Entry) -> None:
        revealed = own_message(entry.command)
        if entry.at_micros > self._deadline:
            raise BadEntry("the share came after the deadline")
        seat = self._fitting(seats, entry.game, revealed.seat, revealed.share)
        self._once(revealed.share, "a share")
        seat.share = revealed.share

    def _give(self, seats: Seats, entry: record.Entry, due: int) -> None:
        """Check an outcome's shares, one from each seat."""
        if not entry.events or own_name(entry.events[0]) != "SharesGiven":
            raise BadEntry("an outcome of shared chance must begin with the shares that it was drawn from")
        given = own_message(entry.events[0]).shares
        if [share.seat for share in given] != [*seats.numbers]:
            raise BadEntry("the outcome must have one share from each seat, in order")
        if entry.at_micros > due:
            raise BadEntry("the shares came after the deadline")
        self._take(seats, entry.game, given)
        self.outcomes += 1

    def _take(self, seats: Seats, game: str, given: Iterable[life.SeatShare]) -> None:
        for share in given:
            seat = self._fitting(seats, game, share.seat, share.share)
            if share.next_commitment:
                self._once(share.next_commitment, "a commitment")
            # Without a new commitment, the share is a link of its chain: the next share must hash to it.
            seat.commitment = share.next_commitment or share.share

    def _call_time(
        self, founding: life.CreateGame | life.ForkGame, seats: Seats, entry: record.Entry, due: int
    ) -> None:
        """Check that a game ends or is put off after the deadline, because of the seats whose shares are missing."""
        called, ending = own_message(entry.command), own_message(entry.events[0])
        if not seats.started and not self._deadline:
            raise BadEntry("no share of chance is due")
        # Those that came are checked like all others, or a service could accuse any seat.
        self._take(seats, entry.game, called.shares)
        given = {share.seat for share in called.shares} | {n for n, seat in seats.taken.items() if seat.share}
        absent = [number for number in seats.numbers if number not in given]
        loses = seats.started and founding.stalled == life.STALLED_RULE_LOSES
        winners = [number for number in seats.numbers if number in given] if loses else []
        if not absent or [*ending.seats] != absent or [*getattr(ending, "winners", ())] != winners:
            raise BadEntry("it must name exactly the seats whose shares are missing")
        if entry.at_micros <= due:
            raise BadEntry("it comes before the deadline for shares")
        if puts_off(entry) != called.puts_off:
            raise BadEntry("its command and its event must agree on whether it puts off the start")
        if called.puts_off and (seats.started or not given):
            raise BadEntry("it puts off the start, but the game has begun or no seat gave a share")
        if called.puts_off:
            self._put_off(seats)

    def _put_off(self, seats: Seats) -> None:
        """Take each share as its seat's commitment to the next one of its chain."""
        self._deadline = 0
        for seat in seats.taken.values():
            seat.commitment, seat.share = seat.share, b""

    def _fitting(self, seats: Seats, game: str, number: int, share: bytes) -> Seat:
        """Return the seat that committed to a share. Raises BadEntry if it did not."""
        seat = seats.taken.get(number)
        if seat is None or len(share) != SHARE_BYTES or link(game, number, share) != seat.commitment:
            raise BadEntry(f"seat {number}'s share does not match its commitment")
        self.checked += 1
        return seat

    def _once(self, value: bytes, what: str) -> None:
        if len(value) != SHARE_BYTES:
            raise BadEntry(f"{what} has {len(value)} bytes, not {SHARE_BYTES}")
        # A value that is used again would be known before it is revealed.
        if value in self._used:
            raise BadEntry(f"{what} is used twice")
        self._used.add(value)


def _check_start(founding: life.CreateGame | life.ForkGame, entry: record.Entry) -> None:
    """Check that a game asks for shares before it begins, or does not. Raises BadEntry."""
    asks = own_name(entry.events[0]) == "SharesAsked"
    if asks != (founding.chance_source == life.CHANCE_SOURCE_COMMITTED):
        raise BadEntry("it asks for shares, but chance is not committed" if asks else "it begins without shares")
