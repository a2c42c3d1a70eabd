"""Fairness: who could foresee, steer or stall a game's chance, for each source of chance and in a given record.

`gunbai game fairness` and docs/guarantees.md show the table of the sources, which is maintained only here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import type_name


class Fairness(NamedTuple):
    """The risks of one source of chance."""

    name: str
    """The name of the source, as in the options of commands."""
    foresee: str
    steer: str
    stall: str


FAIRNESS: Mapping[life.ChanceSource.ValueType, Fairness] = {
    life.CHANCE_SOURCE_REFEREE: Fairness(
        "referee",
        "The operator and anyone else with the secret, once all seats are taken.",
        "Anyone with the secret and the last seat, by choosing their entropy. Nobody once all seats are taken.",
        "The operator, by not serving the game; the host, by abandoning it.",
    ),
    life.CHANCE_SOURCE_COMMITTED: Fairness(
        "committed",
        "The operator and anyone else with the secret, once all shares are revealed.",
        "Nobody. The last seat to reveal, the operator or the host can only prevent the start, and the record counts "
        "each attempt.",
        "A seat without a share, until it is freed. Later, the operator or the host.",
    ),
    life.CHANCE_SOURCE_SHARED: Fairness(
        "shared",
        "Nobody, as long as one seat keeps its shares secret. The operator knows an outcome when all shares are in.",
        "Nobody. A seat can only withhold a share, which ends the game.",
        "Any seat, by withholding a share: the game ends and the record names the seat. The operator or the host.",
    ),
    life.CHANCE_SOURCE_DEALER: Fairness(
        "dealer",
        "Everybody at the table.",
        "The dealer, by entering any possible outcome. The record cannot prove what the dice showed.",
        "The dealer, by entering nothing. The operator or the host.",
    ),
}
"""The sources of chance, with the API's default first."""

DUPLICATE = Fairness(
    "referee",
    "The operator and anyone else with the common secret: every outcome. Anyone who saw another table: what was "
    "drawn there.",
    "The operator, who chooses the common secret before the games. The secret affects each seat in the same way at "
    "every table.",
    FAIRNESS[life.CHANCE_SOURCE_REFEREE].stall,
)
"""The risks of a game with common chance."""
SEEDED = Fairness(
    "referee",
    "Anyone: every outcome, from the seed in the first entry.",
    "The person who chose the seed.",
    FAIRNESS[life.CHANCE_SOURCE_REFEREE].stall,
)
"""The risks of a game with a seed."""

SOURCES: Mapping[str, life.ChanceSource.ValueType] = {fairness.name: source for source, fairness in FAIRNESS.items()}
"""The sources of chance by name."""


def table() -> Iterator[str]:
    """Yield the table as lines of Markdown."""
    yield "| chance | can foresee it | can steer it | can stall the game |"
    yield "| --- | --- | --- | --- |"
    for fairness in FAIRNESS.values():
        yield f"| `{fairness.name}` | {fairness.foresee} | {fairness.steer} | {fairness.stall} |"


class Account:
    """What a record's entries show about the fairness of its last game. The entries are not verified here."""

    def __init__(self, entries: Iterable[record.Entry]) -> None:
        self._begin(life.CHANCE_SOURCE_UNSPECIFIED)
        for entry in entries:
            self._note(entry.command.open)
            for event in entry.events:
                self._note_event(event.open)

    def _begin(self, source: life.ChanceSource.ValueType, created: life.CreateGame | None = None) -> None:
        """Begin a game's account, and forget the previous one."""
        self.source = source or life.CHANCE_SOURCE_REFEREE
        created = created or life.CreateGame()
        self._seeded, self._sisters = bool(created.seed), len(created.duplicate.games)
        self.players: dict[int, life.TakeSeat] = {}
        self.names: dict[int, str] = {}
        """The players' names that have not been removed."""
        self.absent: tuple[int, ...] = ()
        self._revealing = self._abandoned_revealing = False
        self._asked_again = self._put_off = 0

    @property
    def fairness(self) -> Fairness:
        """The risks of the source of chance."""
        if self._seeded:
            return SEEDED
        return DUPLICATE if self._sisters else FAIRNESS[self.source]

    def remarks(self) -> Iterator[str]:
        """Yield a sentence for each fact in this record that affects its fairness."""
        if self._seeded:
            yield "Its chance follows from a seed, for tests: the game proves nothing."
        if self._sisters:
            yield f"Its chance is common to {self._sisters} games; the secret opens when all are over."
        own = not (self._seeded or self._sisters)
        for seat, taken in sorted(self.players.items()):
            if own and self.source == life.CHANCE_SOURCE_REFEREE and not taken.entropy:
                yield f"{self.name(seat)} gave no entropy, and so adds nothing to the outcomes."
        for seat in self.absent:
            yield f"{self.name(seat)} gave no share of chance in time, which ended the game."
        yield from self._remarks_on_start()

    def _remarks_on_start(self) -> Iterator[str]:
        if self._put_off:
            yield f"The start was put off {_times(self._put_off)}, because shares of chance did not come in time."
        if self._abandoned_revealing:
            yield "The host abandoned the game while the seats revealed their shares."
        if self._asked_again:
            yield f"The service asked for shares again {_times(self._asked_again)}, because it had been stopped."

    def name(self, seat: int) -> str:
        """Return the name of a seat, with its player."""
        return f"seat {seat} ({self.names[seat]})" if seat in self.names else f"seat {seat}"

    def _note(self, command: AnyMessage) -> None:
        match type_name(command.type_url):
            case "gunbai.record.v1.CreateGame":
                created = life.CreateGame.FromString(command.value)
                self._begin(created.chance_source, created)
            case "gunbai.record.v1.ForkGame":
                self._begin(life.ForkGame.FromString(command.value).chance_source)
            case "gunbai.record.v1.TakeSeat":
                taken = life.TakeSeat.FromString(command.value)
                self.players[taken.seat] = taken
            case "gunbai.record.v1.AskShares":
                self._asked_again += 1
            case "gunbai.record.v1.AbandonGame":
                self._abandoned_revealing = self._revealing

    def _note_event(self, event: AnyMessage) -> None:
        match type_name(event.type_url):
            case "gunbai.record.v1.PlayerNamed":
                named = life.PlayerNamed.FromString(event.value)
                self.names[named.seat] = named.player
            case "gunbai.record.v1.SeatFreed":
                self._free([life.SeatFreed.FromString(event.value).seat])
            case "gunbai.record.v1.StartPutOff":
                self._put_off, self._revealing = self._put_off + 1, False
                self._free(life.StartPutOff.FromString(event.value).seats)
            case "gunbai.record.v1.SharesAsked":
                self._revealing = self.source == life.CHANCE_SOURCE_COMMITTED
            case "gunbai.record.v1.GameStarted":
                self._revealing = False
            case "gunbai.record.v1.StartVoided":
                self.absent = tuple(life.StartVoided.FromString(event.value).seats)
            case "gunbai.record.v1.GameStalled":
                self.absent = tuple(life.GameStalled.FromString(event.value).seats)

    def _free(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self.players.pop(seat, None)
            self.names.pop(seat, None)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
