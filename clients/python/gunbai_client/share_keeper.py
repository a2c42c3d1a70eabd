"""The keeper of a seat's shares of chance, which hands over a share only when it is due.

From a later share, a service could compute all earlier shares and foresee their outcomes. So a `Keeper` hands over a
share only if the record, which it verifies itself, shows that the share is due.
"""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.game_pb2 import ShareDue
from gunbai.referee.v1.referee_pb2 import GiveShareRequest
from gunbai_record import chain
from gunbai_record.errors import BrokenRecord
from gunbai_record.shares import Shares


class Keeper:
    """One seat's shares. The part of the record that the seat has verified shows which shares are due."""

    def __init__(self, game: str, seat: int, seed: bytes) -> None:
        self._game, self._seat = game, seat
        self._shares = Shares(game, seat, seed)
        self.version = 0
        """The newest verified version of the record."""
        self._digest = chain.ORIGIN
        self._terms = life.CreateGame()
        self._committed: dict[int, bytes] = {}
        self._revealed: dict[int, bytes] = {}
        """The shares that were revealed for the start."""
        self._outcomes = self._chains = 0
        self._shares_asked = False

    def take(self, entry: record.Entry) -> None:
        """Verify the next entry, and note what it shows about shares. Raises BrokenRecord."""
        try:
            chain.check(entry, self.version + 1, self._digest)
        except chain.ChainError as error:
            raise BrokenRecord(self._game, error.version, error.problem) from None
        self.version, self._digest = entry.version, entry.digest
        self._note(entry)

    def handed_over(self, due: ShareDue) -> GiveShareRequest | None:
        """Return the requested share, or None if the seat has none to give or has already given it.

        Raises BrokenRecord if the record does not show that the share is due.
        """
        # The next outcome that may need a share; 0 is the start.
        expected = self._outcomes + 1 if self._terms.chance_source == life.CHANCE_SOURCE_SHARED else 0
        if self._seat not in due.seats or due.outcome < expected:
            return None
        if due.outcome > expected or not self._shares_asked:
            raise self._broken(
                f"the service asks for a share for outcome {due.outcome}, which is not the next in the record"
            )
        # If a share is known before the last seat commits, that seat can choose the outcome.
        if len(self._committed) < self._terms.seats:
            raise self._broken("the service asks for a share before every seat has committed to one")
        pair = self._shares.before(self._committed[self._seat], self._chains)
        if pair is None:
            raise self._broken("the record has a commitment for this seat that the seat did not make")
        share, following = pair
        return GiveShareRequest(game=self._game, outcome=due.outcome, share=share, next_commitment=following)

    def _note(self, entry: record.Entry) -> None:
        value = entry.command.open.value
        match chain.type_name(entry.command.open.type_url):
            case "gunbai.record.v1.CreateGame":
                self._terms.ParseFromString(value)
            case "gunbai.record.v1.ForkGame":
                self._terms.chance_source = life.ForkGame.FromString(value).chance_source
                # A branch's seats commit again.
                self._committed, self._revealed, self._shares_asked, self._chains = {}, {}, False, 0
            case "gunbai.record.v1.TakeSeat":
                taken = life.TakeSeat.FromString(value)
                self._committed[taken.seat] = taken.commitment
            case "gunbai.record.v1.FreeSeat" | "gunbai.record.v1.LeaveSeat":
                self._committed.pop(life.SeatFreed.FromString(entry.events[0].open.value).seat, None)
            case "gunbai.record.v1.StartGame" | "gunbai.record.v1.RevealShare" | "gunbai.record.v1.CallTime":
                self._note_start(entry.events[0].open, value)
            case _ if entry.actor.kind == record.ACTOR_KIND_CHANCE:
                self._outcomes += 1
                self._note_shares(entry)

    def _note_start(self, event: AnyMessage, command: bytes) -> None:
        """Note what happens at a start. If it is put off, revealed shares become commitments to the next shares."""
        match chain.type_name(event.type_url):
            case "gunbai.record.v1.ShareRevealed":
                revealed = life.RevealShare.FromString(command)
                self._revealed[revealed.seat] = revealed.share
            case "gunbai.record.v1.StartPutOff":
                self._committed, self._revealed, self._shares_asked = self._revealed, {}, False
            case _:
                self._shares_asked = True

    def _note_shares(self, entry: record.Entry) -> None:
        first = entry.events[0].open if entry.events else entry.command.open
        if chain.type_name(first.type_url) != life.SharesGiven.DESCRIPTOR.full_name:
            return
        for given in life.SharesGiven.FromString(first.value).shares:
            self._committed[given.seat] = given.next_commitment or given.share
            self._chains += given.seat == self._seat and bool(given.next_commitment)

    def _broken(self, problem: str) -> BrokenRecord:
        return BrokenRecord(self._game, self.version, problem)
