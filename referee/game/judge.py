"""The judge: what follows from a command in a game, and what chance and the end of the game add to it at once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.kit.chance import Draws
from games.kit.decider import CHANCE, Actor, BrokenLawError, Chance, Refusal, decide
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chain import command_payload, signed_by, type_name
from gunbai_client.chance import Stream
from referee.errors import GameNotStarted, GameOver, InvalidField, SignatureInvalid, SignatureMissing, VersionConflict
from referee.game.entries import Added, Deed, packed, seat, write
from referee.game.game import Game, moved
from referee.game.lifecycle import close_game


class RefereeDraws(Stream, Draws):
    """Draws from the referee's stream for one outcome of chance."""


class Command(NamedTuple):
    """A command as a client sent it, and its message."""

    actor: Actor
    command_id: str
    expected_version: int
    sent: AnyMessage
    message: Message
    signature: bytes = b""


class Refused(NamedTuple):
    """A command that breaks a clause, and the game as it was judged: nothing has changed."""

    game: Game
    refusal: Refusal


def judge(game: Game, command: Command, at: int) -> Added | Refused:
    """Judge a command: return the entries that follow, or the clause that it breaks.

    Raises InvalidField, VersionConflict, SignatureMissing, SignatureInvalid, GameNotStarted or GameOver.
    """
    check_command(game, command)
    deed = Deed(
        seat(command.actor), max(at, game.changed_at), command.sent,
        command.command_id, command.expected_version, command.signature,
    )  # fmt: skip
    ruling = ruled(game, deed, command.message)
    return Refused(game, ruling) if isinstance(ruling, Refusal) else settled(ruling)


def settled(added: Added) -> Added:
    """Return what was added, and what follows from it at once: outcomes of chance, the closing of the game."""
    game, entries = added.game, list(added.entries)
    while more := owed(game):
        game = more.game
        entries += more.entries
    return Added(game, tuple(entries))


def owed(game: Game) -> Added | None:
    """Return the entry that the referee adds next, if any: an outcome of chance, or the closing of a finished game."""
    if game.status != "running":
        return None
    if game.step is None:
        outcome = game.charter.rulebook.title.outcome(game.table)
        return close_game(game, outcome) if outcome is not None else None
    if isinstance(game.step, Chance) and game.charter.chance_source == life.CHANCE_SOURCE_REFEREE:
        return _drawn(game, game.step)
    return None


def _drawn(game: Game, step: Chance[Any, Any]) -> Added:
    outcome = step.draw(game.table, RefereeDraws(game.keys.chance, game.drawn + 1))
    ruling = ruled(game, Deed(seat(CHANCE), game.changed_at, packed(outcome)), outcome)
    if isinstance(ruling, Refusal):
        raise BrokenLawError(f"{step!r} refuses what it drew: {ruling}")
    return ruling


def ruled(game: Game, deed: Deed, message: Message) -> Added | Refusal:
    """Ask the rules alone: return the entry of a command, or the clause that it breaks."""
    ruling = decide(game.charter.rulebook.title, game.table, deed.actor.seat, message)
    if isinstance(ruling, Refusal):
        return ruling
    return write(game, deed, ruling.events, partial(moved, game, table=ruling.table))


def check_command(game: Game, command: Command) -> None:
    """Check a command against the state of the game, the key of its seat and the version that it answers.

    Raises InvalidField, VersionConflict, SignatureMissing, SignatureInvalid, GameNotStarted or GameOver.
    """
    _check_owner(game, command)
    _check_running(game)
    _check_signature(game, command)
    _check_version(game, command)


def _check_owner(game: Game, command: Command) -> None:
    """Check that a secret command names the seat that gives it."""
    if command.actor and command.sent.type_url in game.charter.rulebook.private:
        named = game.charter.rulebook.seat_of(command.sent)
        if named != command.actor:
            raise InvalidField("command.seat", f"seat {command.actor} names itself in a secret command, not {named}")


def _check_running(game: Game) -> None:
    """Check that the rules can be asked. After the end by the rules the title refuses every command by its clause."""
    if game.status == "abandoned":
        raise GameOver(game.id, "it is abandoned")
    if game.status == "open":
        raise GameNotStarted(game.id, "it has not begun")


def _check_signature(game: Game, command: Command) -> None:
    key = game.sittings[command.actor - 1].public_key if command.actor else b""
    if not key:
        return
    if not command.signature:
        raise SignatureMissing(command.actor)
    payload = command_payload(
        game.id, command.expected_version, command.command_id, type_name(command.sent.type_url), command.sent.value
    )
    if not signed_by(key, command.signature, payload):
        raise SignatureInvalid(command.actor)


def _check_version(game: Game, command: Command) -> None:
    earliest = game.expected(command.actor)
    if not earliest <= command.expected_version <= game.version:
        raise VersionConflict(game.id, command.expected_version, earliest, game.version)
