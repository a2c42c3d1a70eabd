"""The judge: what follows from a command in a game, and what chance and the end of the game add to it at once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.chance import Draws
from games.decider import CHANCE, Actor, BrokenLawError, Chance, Outcome, Refusal, decide
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.chain import command_payload, signed_by, type_name
from gunbai_client.chance import Stream
from referee.errors import GameNotStarted, GameOver, InvalidField, SignatureInvalid, SignatureMissing, VersionConflict
from referee.game import Game, moved
from referee.writing import HOST, Added, Deed, packed, seat, write


class RefereeDraws(Stream, Draws):
    """The draws of one version from the referee's stream."""


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
    """Judge a command: the entries that follow, or the clause that it breaks.

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
    """What was added, and everything that the referee owes after it: outcomes of chance, the closing of the game."""
    game, entries = added.game, list(added.entries)
    while more := owed(game):
        game = more.game
        entries += more.entries
    return Added(game, tuple(entries), added.grants)


def owed(game: Game) -> Added | None:
    """The entry that the referee owes next: an outcome of chance, or the closing of a game that is over."""
    if game.status != "running":
        return None
    if game.step is None:
        outcome = game.charter.rulebook.title.outcome(game.table)
        return _closed(game, outcome) if outcome is not None else None
    if isinstance(game.step, Chance) and game.charter.chance_source == life.CHANCE_SOURCE_REFEREE:
        return _drawn(game, game.step)
    return None


def _drawn(game: Game, step: Chance[Any, Any]) -> Added:
    outcome = step.draw(game.table, RefereeDraws(game.keys.chance, game.version + 1))
    ruling = ruled(game, Deed(seat(CHANCE), game.changed_at, packed(outcome)), outcome)
    if isinstance(ruling, Refusal):
        raise BrokenLawError(f"{step!r} refuses what it drew: {ruling}")
    return ruling


def ruled(game: Game, deed: Deed, message: Message) -> Added | Refusal:
    """The rules' own answer to a command: its entry, or the clause that it breaks."""
    ruling = decide(game.charter.rulebook.title, game.table, deed.actor.seat, message)
    if isinstance(ruling, Refusal):
        return ruling
    return write(game, deed, ruling.events, partial(moved, game, table=ruling.table))


def _closed(game: Game, outcome: Outcome) -> Added:
    closed = life.GameClosed(
        ending=outcome.ending,
        clause=game.charter.rulebook.clauses[outcome.clause].number,
        winners=outcome.winners,
        scores=outcome.scores,
        remark=outcome.remark,
        secret=game.secret,
    )
    deed = Deed(HOST, game.changed_at, packed(life.CloseGame()))
    return write(game, deed, [closed], lambda entry: game.ended(entry, "finished", outcome))


def check_command(game: Game, command: Command) -> None:
    """Hold a command against the state of the game, the key of its seat and the question that stands.

    Raises InvalidField, VersionConflict, SignatureMissing, SignatureInvalid, GameNotStarted or GameOver.
    """
    _check_owner(game, command)
    _check_running(game)
    _check_signature(game, command)
    _check_version(game, command)


def _check_owner(game: Game, command: Command) -> None:
    """A secret command names the seat that may see it: its own."""
    if command.actor and command.sent.type_url in game.charter.rulebook.private:
        named = game.charter.rulebook.seat_of(command.sent)
        if named != command.actor:
            raise InvalidField("command.seat", f"seat {command.actor} names itself in a secret command, not {named}")


def _check_running(game: Game) -> None:
    """A game that is over by its rules still rules on commands: the title refuses them by its clause."""
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
