"""The record as far as it was checked: everything about its entries that needs no rules, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.irregularities_pb2 import PositionSet
from gunbai_record.chain import ORIGIN, check, items_of, type_name
from gunbai_record.chance import Keys, derive, salt
from gunbai_record.messages import UnknownMessageError, named, url_of
from gunbai_record.player_names import is_name
from gunbai_record.verify.actors import CHANCE, check_form, own_message, own_name
from gunbai_record.verify.entry_checks import Frame, Part, founding_of, is_sealed, opened_secret
from gunbai_record.verify.irregularities import RULE, Irregularity
from gunbai_record.verify.message_checks import BadEntry, check_title
from gunbai_record.verify.seat_checks import Seats, Signatures
from gunbai_record.verify.share_checks import Shares

_POSITION = url_of(PositionSet)
_DIGEST_BYTES = 32


@dataclass(slots=True)
class Counts:
    """How much was checked, and how much only the rules can judge."""

    linked: int = 0
    """Entries that continue the chain."""
    salts: int = 0
    """Salts that follow from the secret of their game."""
    sealed: int = 0
    """Items that are sealed, names of players apart."""
    removed: int = 0
    """Names of players that were removed."""
    signatures: Signatures = field(default_factory=Signatures)
    commands: int = 0
    """Commands of the title, which the rules judge."""
    outcomes: int = 0
    """Outcomes of chance."""
    positions: int = 0
    """Digests of positions."""
    strange: Counter[str] = field(default_factory=Counter)
    """Messages whose types have no stubs here, by type: nobody looked into them."""


class Trail:
    """A record that is followed entry by entry; `secrets` are the open ones, by game."""

    def __init__(self, secrets: Mapping[str, bytes]) -> None:
        self.frame = Frame(secrets)
        self.counts = Counts()
        self.shares = Shares()
        self.irregular: list[Irregularity] = []
        self._digest = ORIGIN
        self._founding: life.CreateGame | life.ForkGame = life.CreateGame()
        self._seats = Seats(self._founding, 0)
        self._keys: Keys | None = None
        """Those of the game, while the secrets that they depend on are open."""

    def follow(self, version: int, entry: record.Entry) -> None:
        """Check one more entry. Raises ChainError, BadEntry, or another error if it is no entry of a record at all."""
        check(entry, version, self._digest)
        self.counts.linked += 1
        self._digest = entry.digest
        self.frame.follow(version, entry)
        part = self.frame.parts[-1]
        if founding := founding_of(entry.command.open):
            self._begin(part, founding)
        check_form(entry, dealt=part.source == life.CHANCE_SOURCE_DEALER)
        self._check_title(entry)
        self._check_salts(entry)
        self._seats.check_signature(entry, self.counts.signatures)
        self.shares.follow(self._founding, self._seats, entry)
        self._seat(entry)
        self._check_position(entry)
        if entry.command.open.type_url == RULE:
            self.irregular.append(Irregularity.of(entry, part.arbiter))

    def _begin(self, part: Part, founding: life.CreateGame | life.ForkGame) -> None:
        """Begin a game, or a branch of the game before it."""
        above = self.frame.parts[-2].game if len(self.frame.parts) > 1 else ""
        if isinstance(founding, life.ForkGame):
            self._seats.check_held(founding, above)
        count = founding.seats if isinstance(founding, life.CreateGame) else self._seats.count
        self._founding, self._seats = founding, Seats(founding, count)
        self._keys = derive(part.secrets) if part.opened else None

    def _seat(self, entry: record.Entry) -> None:
        """Note who takes or frees a seat, and that the game begins."""
        match own_name(entry.command):
            case "TakeSeat":
                self._seats.take(own_message(entry.command))
            case "FreeSeat" | "LeaveSeat":
                self._seats.free(own_message(entry.command).seat)
            case "Agree" if own_name(entry.events[-1]) == "AbsenceSettled":
                self._seats.hand_over(own_message(entry.command).absence)
            case "StartGame" | "BeginGame" if own_name(entry.events[0]) == "GameStarted":
                self._seats.started = True

    def _check_title(self, entry: record.Entry) -> None:
        """Check the messages of the title, as far as they have stubs here, and count what only the rules can judge."""
        if own_name(entry.command):
            items = [item for item in entry.events if not own_name(item)]
        elif not self._seats.started:
            raise BadEntry("it has a command of the title, and the game has not begun")
        else:
            items = items_of(entry)
            chance = entry.actor.kind == CHANCE
            self.counts.outcomes += chance
            self.counts.commands += not chance
        for item in items:
            if item.HasField("open"):
                self._check_message(entry, item.open.type_url)

    def _check_message(self, entry: record.Entry, url: str) -> None:
        try:
            kind = type(named(type_name(url)))
        except UnknownMessageError:
            self.counts.strange[type_name(url)] += 1
        else:
            check_title(entry, {url: kind})

    def _check_salts(self, entry: record.Entry) -> None:
        """Check that salts follow from the secret, but for those of names and of positions that were set."""
        for index, item in enumerate(items_of(entry)):
            if is_name(entry, index - 1):
                self.counts.removed += is_sealed(item)
            elif is_sealed(item):
                self.counts.sealed += 1
            elif item.salt and self._keys and item.open.type_url != _POSITION:
                if item.salt != salt(self._keys, entry.version, index):
                    raise BadEntry("the salt of an item does not follow from the secret of its game")
                self.counts.salts += 1

    def _check_position(self, entry: record.Entry) -> None:
        ends_early = bool(opened_secret(entry))
        expected = _DIGEST_BYTES if self._seats.started or ends_early else 0
        if len(entry.position_digest) != expected:
            raise BadEntry(f"its position digest has {len(entry.position_digest)} bytes, not {expected}")
        self.counts.positions += bool(expected)
