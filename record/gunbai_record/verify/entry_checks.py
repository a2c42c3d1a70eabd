"""The frame of a record: what every entry must satisfy, whether its items are open or sealed.

Games follow one another, each from its own first entry. A game commits to a secret before its seats are taken, and its
last entry opens it. Once a game's secret is open, none of its items is sealed; a branch that shares sealed items also
needs the secrets of the games that hide them. Until then, the commands of the host and the arbiter, and their first
events, are open all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import URL, items_of
from gunbai_record.chance import commitment
from gunbai_record.limits import MOST_BEFORE_START
from gunbai_record.player_names import hiding_among
from gunbai_record.verify.message_checks import BadEntry, check_contents

CREATE = f"{URL}gunbai.record.v1.CreateGame"
FORK = f"{URL}gunbai.record.v1.ForkGame"
_FOUNDING: dict[str, type[life.CreateGame | life.ForkGame]] = {CREATE: life.CreateGame, FORK: life.ForkGame}
"""The commands that begin a game, each with a commitment."""
_OPEN = frozenset({record.ACTOR_KIND_HOST, record.ACTOR_KIND_ARBITER})
"""The actors whose decisions everybody can see."""
TAKE_SEAT = f"{URL}gunbai.record.v1.TakeSeat"
_CONTINUE, _END_CONTINUATION = f"{URL}gunbai.record.v1.ContinueGame", f"{URL}gunbai.record.v1.EndContinuation"
_DEPARTURES: dict[str, type[life.FreeSeat | life.LeaveSeat]] = {
    f"{URL}gunbai.record.v1.FreeSeat": life.FreeSeat,
    f"{URL}gunbai.record.v1.LeaveSeat": life.LeaveSeat,
}
"""The commands that free a seat."""
_PUT_OFF = f"{URL}gunbai.record.v1.StartPutOff"
Ending: TypeAlias = (
    life.GameClosed
    | life.GameAbandoned
    | life.StartVoided
    | life.GameStalled
    | life.ContinuationEnded
    | results.GameDecided
)
_ENDINGS: dict[str, dict[str, type[Ending]]] = {
    f"{URL}gunbai.record.v1.CloseGame": {
        f"{URL}gunbai.record.v1.GameClosed": life.GameClosed,
        f"{URL}gunbai.record.v1.GameDecided": results.GameDecided,
    },
    f"{URL}gunbai.record.v1.AbandonGame": {f"{URL}gunbai.record.v1.GameAbandoned": life.GameAbandoned},
    _END_CONTINUATION: {f"{URL}gunbai.record.v1.ContinuationEnded": life.ContinuationEnded},
    f"{URL}gunbai.record.v1.CallTime": {
        f"{URL}gunbai.record.v1.StartVoided": life.StartVoided,
        f"{URL}gunbai.record.v1.GameStalled": life.GameStalled,
    },
}
"""The commands that end a game, each with the events that can open its secret."""


@dataclass(slots=True)
class GamePart:
    """The entries of one game in a record."""

    game: str
    first: int
    last: int
    commitment: bytes
    source: life.ChanceSource.ValueType
    hidden_by: str
    """The nearest game whose secret is missing: this one, or one whose sealed items it shares; "" if none is missing.
    """
    arbiter: bytes = b""
    """Its arbiter's key, if it names one."""
    ended: bool = False
    secrets: bytes = b""
    """Its secret, then the secrets of the games that hide its shared items; b"" unless all are open."""
    left_at: int = 0
    """The version at which the game was left for the branch that continues it."""
    sisters: int = 0
    """How many games have the common chance, itself included; 0 if its chance is its own."""
    command_ids: dict[str, bool] = field(default_factory=dict)
    """The ids in its own entries, each with whether an entry with that id is signed."""

    @property
    def opened(self) -> bool:
        """Whether everything in the part is open."""
        return not self.hidden_by

    @property
    def hidden(self) -> str:
        """Which secret is missing, in words."""
        if self.sisters and self.ended:
            return f"the secret that {self.hidden_by!r} shares opens when its sister games end"
        return f"the secret of {self.hidden_by!r} has not been opened"


class Frame:
    """The frame of the entries so far; `secrets` are the open ones, by game.

    `common` is the open secret that the first game shares with others; b"" if there is none, or it is not open.
    """

    def __init__(self, secrets: Mapping[str, bytes], common: bytes = b"") -> None:
        self._secrets, self._common = secrets, common
        self.seeded = False
        """Whether chance follows from a seed in the first entry."""
        self._at = 0
        self._has_secrets = False
        self.parts: list[GamePart] = []
        self.uncanonical: list[int] = []
        """The versions of entries whose command is not in the canonical encoding, which services used to accept."""
        self.without_entropy: list[tuple[int, int]] = []
        """The version and seat of each `TakeSeat` without entropy, where the referee resolves chance and the seat was
        not freed."""

    def follow(self, version: int, entry: record.Entry) -> bool:
        """Fit one more entry in, and return whether any of its items is sealed.

        Raises BadEntry, ForeignEntry, or DecodeError if it holds no message of its type.
        """
        items = items_of(entry)
        if not check_contents(entry, items):
            self.uncanonical.append(version)
        at, command = entry.at_micros, items[0].open
        # Clocks may stand still: entries of one moment share a time, so only an earlier one is wrong.
        if at < self._at:
            raise BadEntry("it is dated before the previous entry")
        self._at = at
        if founding := founding_of(command):
            self._begin(version, entry, founding)
        elif not self.parts or self.parts[-1].game != entry.game:
            raise BadEntry(f"no earlier entry creates the game {entry.game!r}")
        part = self.parts[-1]
        if part.ended:
            raise BadEntry("the game was already over")
        part.last = version
        self._note_id(part, entry)
        sealed = self._note_secrets(part, entry, items)
        self._note_command(version, part, entry, command)
        return sealed

    def _note_command(self, version: int, part: GamePart, entry: record.Entry, command: AnyMessage) -> None:
        kind = command.type_url
        if kind in _ENDINGS and not puts_off(entry):
            self._end(part, entry)
        elif kind == _CONTINUE:
            part.left_at = life.ContinueGame.FromString(command.value).version
        elif kind == TAKE_SEAT:
            self._note_taken(version, part, life.TakeSeat.FromString(command.value))
        elif kind in _DEPARTURES:
            self._note_freed(part, _DEPARTURES[kind].FromString(command.value).seat)

    def _begin(self, version: int, entry: record.Entry, command: life.CreateGame | life.ForkGame) -> None:
        # Ids name the parts: secrets and used command ids are looked up by them.
        if any(part.game == entry.game for part in self.parts):
            raise BadEntry(f"the game {entry.game!r} was already created")
        if isinstance(command, life.CreateGame) != (version == 1):
            raise BadEntry("only the first entry can create a game")
        if isinstance(command, life.ForkGame) and _left(command) != (version - 1, entry.previous):
            raise BadEntry("it does not branch off from the previous entry")
        if len(command.commitment) != 32:
            raise BadEntry("it does not commit to a secret")
        secret = self._secrets.get(entry.game, b"")
        if secret and commitment(secret) != command.commitment:
            raise BadEntry(f"the secret given for the game {entry.game!r} does not match its commitment")
        if isinstance(command, life.CreateGame):
            self._check_common(entry.game, command)
            sisters = len(command.duplicate.games)
        else:
            sisters = 0
            self._check_continued(command)
        # Items are shared only with a branch; without secrets above it, the branch's own secret opens everything.
        above = self.parts[-1] if self._has_secrets else None
        is_secret_known = bool(secret) and bool(self._common or not sisters)
        hidden_by = (above.hidden_by if above else "") if is_secret_known else entry.game
        part = GamePart(
            entry.game, version, version, command.commitment, command.chance_source, hidden_by, command.arbiter
        )
        part.sisters = sisters
        if part.opened:
            part.secrets = secret + (above.secrets if above else b"")
        self.parts.append(part)

    def _check_common(self, game: str, created: life.CreateGame) -> None:
        """Check the secret that a game shares with others. Raises BadEntry."""
        duplicate = created.duplicate
        self.seeded = bool(created.seed)
        if self._common and not created.HasField("duplicate"):
            raise BadEntry("a common secret is given, but the game shares none")
        if self._common and commitment(self._common) != duplicate.commitment:
            raise BadEntry("the common secret does not match its commitment")
        if created.HasField("duplicate") and game not in duplicate.games:
            raise BadEntry("its list of games with common chance does not include it")

    def _check_continued(self, fork: life.ForkGame) -> None:
        """Check that no move is taken back in a game with common chance. Raises BadEntry."""
        above = self.parts[-1]
        # The branch would draw again, and its deal would no longer be that of the sister games.
        if fork.continues and above.sisters and fork.parent == above.game:
            raise BadEntry("no move can be taken back in a game with common chance")

    def _note_id(self, part: GamePart, entry: record.Entry) -> None:
        """Note a command's id; nothing else in its game may have the id of a signed command. Raises BadEntry.

        A signature is thus good for one entry. An unsigned command proves nothing about its sender, whatever its id.
        """
        command_id, signed = entry.command_id, bool(entry.signature)
        if command_id in part.command_ids and (signed or part.command_ids[command_id]):
            raise BadEntry(f"the command_id {command_id!r} was already used in this game")
        if command_id:
            part.command_ids[command_id] = signed

    def _note_secrets(self, part: GamePart, entry: record.Entry, items: list[record.Item]) -> bool:
        """Note which items are secret, and return whether any is sealed. Raises BadEntry if none may be."""
        hiding = hiding_among(items)
        sealed = [item for item in hiding if item.sealed]
        if sealed:
            self._check_sealed(part, entry)
        self._has_secrets = self._has_secrets or bool(sealed or [item for item in hiding if item.salt])
        return bool(sealed)

    def _check_sealed(self, part: GamePart, entry: record.Entry) -> None:
        if part.opened:
            raise BadEntry("an item is sealed although its game's secret is open")
        if not entry.position_digest:
            raise BadEntry("an item is sealed before the game has begun")
        if entry.actor.kind in _OPEN and any(map(is_sealed, (entry.command, *entry.events[:1]))):
            raise BadEntry("a decision of the host or the arbiter must not be sealed")

    def _end(self, part: GamePart, entry: record.Entry) -> None:
        secret = opened_secret(entry)
        if not secret:
            raise BadEntry("it ends the game without opening its secret")
        if commitment(secret) != part.commitment:
            raise BadEntry(f"the secret that it opens does not match the commitment in entry {part.first}")
        if entry.command.open.type_url == _END_CONTINUATION:
            _check_number(part, life.EndContinuation.FromString(entry.command.open.value).branch_version)
        part.ended = True

    def _note_taken(self, version: int, part: GamePart, taken: life.TakeSeat) -> None:
        """Note a seat that is taken without entropy. Raises BadEntry if it is taken too late."""
        if version - part.first >= MOST_BEFORE_START:
            raise BadEntry(f"no seat can be taken after {MOST_BEFORE_START} entries of the game")
        own = not part.sisters and not (self.seeded and part is self.parts[0])
        if own and part.source == life.CHANCE_SOURCE_REFEREE and not taken.entropy:
            self.without_entropy.append((version, taken.seat))

    def _note_freed(self, part: GamePart, seat: int) -> None:
        """Forget that a seat gave no entropy, because it was freed."""
        still_without = ((at, number) for at, number in self.without_entropy if at < part.first or number != seat)
        self.without_entropy = [*still_without]


def _check_number(part: GamePart, last: int) -> None:
    """Check the number of the last entry of the branch that continued a game."""
    if last <= part.left_at:
        raise BadEntry(f"the branch starts after version {part.left_at}, so it cannot end with entry {last}")


def founding_of(content: AnyMessage) -> life.CreateGame | life.ForkGame | None:
    """Return the command that creates or branches a game; None for any other. Raises DecodeError."""
    kind = _FOUNDING.get(content.type_url)
    return kind.FromString(content.value) if kind is not None else None


def _left(fork: life.ForkGame) -> tuple[int, bytes]:
    return fork.parent_version, fork.parent_digest


class Openings:
    """The secrets that games' last entries open, by game, as far as they match the commitments."""

    def __init__(self) -> None:
        self._commitments: dict[str, bytes] = {}
        self.secrets: dict[str, bytes] = {}

    def note(self, entry: record.Entry) -> None:
        """Note the commitment that an entry makes, or the secret that it opens."""
        kind = entry.command.open.type_url
        if kind in _FOUNDING:
            with suppress(DecodeError):
                # Nothing is checked yet: a record that cannot be read is reported at its entry, not here.
                self._commitments[entry.game] = _FOUNDING[kind].FromString(entry.command.open.value).commitment
        if kind in _ENDINGS:
            secret = opened_secret(entry)
            if secret and self._commitments.get(entry.game) == commitment(secret):
                self.secrets[entry.game] = secret


def opened(entries: Iterable[record.Entry]) -> dict[str, bytes]:
    """Return the secrets that games' last entries open, by game, as far as they match the commitments."""
    openings = Openings()
    for entry in entries:
        openings.note(entry)
    return openings.secrets


def opened_secret(entry: record.Entry) -> bytes:
    """Return the secret that a game's last entry opens; b"" for any other entry, or if it opens none."""
    endings = _ENDINGS.get(entry.command.open.type_url)
    first = entry.events[0].open if endings and entry.events else AnyMessage()
    ending = endings.get(first.type_url) if endings else None
    with suppress(DecodeError):
        return ending.FromString(first.value).secret if ending is not None else b""
    return b""


def puts_off(entry: record.Entry) -> bool:
    """Return whether an entry puts off the start of a game."""
    return bool(entry.events) and entry.events[0].open.type_url == _PUT_OFF


def is_sealed(item: record.Item) -> bool:
    """Return whether an item is sealed."""
    return bool(item.sealed)
