"""Verification: check a record against its chain, its rules and its chance, entry by entry.

Each entry is written anew from its command and compared with the recorded one. If the secret of its game is open,
nothing may differ, salts and digests included; otherwise the events and the chain are compared. From the first entry
with sealed items on, the rules cannot be asked, and only the chain is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError

from games.kit.decider import Refusal
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chain import ORIGIN, check
from referee.game.entries import Added, Deed, seat
from referee.game.fold import followed, founded
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.judge import Command, check_command, owed, ruled
from referee.game.lifecycle import abandon_game, create_game, start_game, take_seat
from referee.game.refusals import refused_of
from referee.game.titles import URL, Titles

Progress = Callable[[int], None]
"""Called with the number of entries verified so far."""


class Report(msgspec.Struct, kw_only=True):
    """What was checked, and the first thing that is wrong."""

    entries: int = 0
    linked: int = 0
    adjudicated: int = 0
    chance_recomputed: int = 0
    secret_opened: bool = False
    bad_version: int = 0
    problem: str = ""
    remarks: list[str] = []

    @property
    def valid(self) -> bool:
        """Return whether everything that could be checked holds."""
        return not self.problem


class BadEntry(Exception):
    """An entry that does not follow from the ones before; the message says how."""


def verify(
    titles: Titles,
    entries: Iterable[record.Entry],
    secrets: Mapping[str, bytes],
    progress: Progress = lambda _: None,
) -> Report:
    """Verify the entries of one record from the first; `secrets` are those that are open, by game."""
    report, trail = Report(), Trail(titles, secrets)
    for version, entry in enumerate(entries, 1):
        report.entries = version
        try:
            trail.follow(version, entry, report)
        except Exception as error:  # noqa: BLE001  # whatever a foreign record breaks is the record's fault
            report.bad_version, report.problem = version, str(error) or type(error).__name__
            break
        progress(version)
    report.secret_opened = report.valid and bool(secrets.get(trail.owner))
    report.remarks = remarks(report, trail) if report.valid else []
    return report


class Trail:
    """The game as far as it was verified; None once its table is not known."""

    def __init__(self, titles: Titles, secrets: Mapping[str, bytes]) -> None:
        self._titles, self._secrets = titles, secrets
        self._digest = ORIGIN
        self.game: Game | None = None
        self.blind = False
        self.owner = ""

    def follow(self, version: int, entry: record.Entry, report: Report) -> None:
        """Verify one more entry. Raises an error whose message says what is wrong."""
        self.blind = self.blind or has_sealed(entry)
        self.owner = entry.game
        if self.blind or not self._secrets.get(entry.game):
            check(entry, version, self._digest)
        if not self.blind:
            self.game = self._adjudicated(version, entry, report)
            report.adjudicated += 1
        self._digest = entry.digest
        report.linked += 1

    def _adjudicated(self, version: int, entry: record.Entry, report: Report) -> Game:
        before, secret = self.game, self._secrets.get(entry.game, b"")
        if before is not None and entry.at_micros < before.changed_at:
            raise BadEntry("it was accepted before the entry before it")
        if entry.command.open.type_url not in _CREATING:
            anew = repeated(self._titles, before, entry, secret)
        elif secret:
            anew = created(self._titles, before, entry, secret)
        else:
            return followed(before, entry, {}) if before is not None else founded(self._titles, entry, {})
        self._compare(version, entry, anew.entries[0], bare=not secret)
        report.chance_recomputed += bool(secret) and by_stream(before, entry)
        return anew.game.linked(entry.digest)

    def _compare(self, version: int, entry: record.Entry, anew: record.Entry, *, bare: bool) -> None:
        """Compare an entry with what follows from its command. Raises BadEntry, or ChainError if it was altered."""
        if bare:
            entry, anew = bared(entry), bared(anew)
        if entry != anew:
            if not bare:
                check(entry, version, self._digest)
            raise BadEntry(difference(entry, anew))


def created(titles: Titles, before: Game | None, entry: record.Entry, secret: bytes) -> Added:
    """Return the first entry of a game or a branch, written anew from its command."""
    content = entry.command.open
    if before is not None:
        return fork_game(before, life.ForkGame.FromString(content.value), entry.game, secret, entry.at_micros)
    return create_game(titles, life.CreateGame.FromString(content.value), entry.game, secret, entry.at_micros)


def repeated(titles: Titles, game: Game | None, entry: record.Entry, secret: bytes) -> Added:
    """Return any other entry, written anew from its command."""
    if game is None:
        raise BadEntry("it is the first, and creates no game")
    own = _OWN.get(entry.command.open.type_url)
    if own is not None:
        return own(game, entry.command.open, entry.at_micros)
    if secret and by_stream(game, entry):
        return or_bad(owed(game), "chance is not asked")
    message = titles.parse(game.charter.rulebook, entry.command.open)
    actor = entry.actor.seat
    if entry.command_id:
        check_command(
            game,
            Command(actor, entry.command_id, entry.expected_version, entry.command.open, message, entry.signature),
        )
    deed = Deed(
        seat(actor), entry.at_micros, entry.command.open, entry.command_id, entry.expected_version, entry.signature
    )
    ruling = ruled(game, deed, message)
    if isinstance(ruling, Refusal):
        refused = refused_of(game, ruling)
        raise BadEntry(f"the rules refuse its command: {refused.clause}, {refused.sentence}")
    return ruling


def by_stream(game: Game | None, entry: record.Entry) -> bool:
    """Return whether an entry is an outcome that the referee drew."""
    drawn = game is not None and game.charter.chance_source == life.CHANCE_SOURCE_REFEREE
    return drawn and entry.actor.kind == record.ACTOR_KIND_CHANCE


def has_sealed(entry: record.Entry) -> bool:
    """Return whether any item of an entry is sealed."""
    return any(item.HasField("sealed") for item in (entry.command, *entry.events))


def bared(entry: record.Entry) -> record.Entry:
    """Return an entry without salts and digests, which depend on the game's secret."""
    copied = record.Entry()
    copied.CopyFrom(entry)
    for name in ("position_digest", "digest"):
        copied.ClearField(name)
    for item in (copied.command, *copied.events):
        item.ClearField("salt")
    return copied


def difference(entry: record.Entry, anew: record.Entry) -> str:
    """Return which field of an entry differs from what follows from its command."""
    for field in record.Entry.DESCRIPTOR.fields:
        if getattr(entry, field.name) != getattr(anew, field.name):
            return f"its {field.name} is not what follows from its command"
    return "it is not what follows from its command"


def remarks(report: Report, trail: Trail) -> list[str]:
    """Return what could not be checked, and why."""
    found = []
    if trail.blind:
        found.append("items are sealed: from the first of them on only the chain was checked")
    if not report.secret_opened:
        found.append("the secret of the game is not open yet: neither chance nor positions could be recomputed")
    return found


def opened_secret(entry: record.Entry) -> bytes:
    """Return the secret that the last entry of a game opens, or b"" if it is not the last or cannot be parsed."""
    content = entry.events[0].open if entry.events else AnyMessage()
    with suppress(DecodeError):
        match content.type_url.removeprefix(URL):
            case "gunbai.record.v1.GameClosed":
                return life.GameClosed.FromString(content.value).secret
            case "gunbai.record.v1.GameAbandoned":
                return life.GameAbandoned.FromString(content.value).secret
    return b""


def or_bad(added: Added | None, problem: str) -> Added:
    """Return what the referee added. Raises BadEntry if it added nothing."""
    if added is None:
        raise BadEntry(problem)
    return added


_CREATING = {f"{URL}gunbai.record.v1.CreateGame", f"{URL}gunbai.record.v1.ForkGame"}
_OWN: dict[str, Callable[[Game, AnyMessage, int], Added]] = {
    f"{URL}gunbai.record.v1.TakeSeat": lambda game, command, at: take_seat(
        game, life.TakeSeat.FromString(command.value), at
    ),
    f"{URL}gunbai.record.v1.StartGame": lambda game, _, at: start_game(game, at),
    f"{URL}gunbai.record.v1.CloseGame": lambda game, _, at: or_bad(owed(game), "the game is not over"),
    f"{URL}gunbai.record.v1.AbandonGame": lambda game, command, at: abandon_game(
        game, life.AbandonGame.FromString(command.value), at
    ),
}
