"""How seats are taken and freed: a token gets one seat, and gives it up once, even if its client asks again."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.lobby_pb2 import AnnounceReissueRequest, ReissueTokenRequest
from gunbai_record.chain import command_payload, signed_by, type_name
from gunbai_record.player_names import SALT_BYTES, Name
from gunbai_record.tokens import hash_of
from referee.access.callers import Caller, check_standing
from referee.access.invitations import check_invitation
from referee.access.tokens import grant
from referee.errors import (
    CommandIdReused,
    GameNotOpen,
    GameOver,
    GamePrivate,
    NoticeNotRunning,
    OrdersUsedUp,
    SeatNotTaken,
    SeatTaken,
    TokenRevoked,
    TokenUsed,
    VersionConflict,
)
from referee.game.entries import Added, Deed, packed
from referee.game.game import Game
from referee.game.leaving import free_seat, leave_seat
from referee.game.lifecycle import NO_CONSENT, Consent, take_seat
from referee.game.orders import NOBODYS_KEY
from referee.game.token_reissue import announce_reissue, check_veto_in_time, reissue_token, veto_reissue
from referee.records import wall_clock
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.takebacks import check_not_gone_on, consented
from store.contract import DuplicateCommand, DuplicateToken, Grant

MOST_REISSUES = 16
"""How often a seat's player can get a new token by their key, and how often the host can announce one."""


class Seated(NamedTuple):
    """A token's seat, and its game as it is now."""

    seat: int
    game: Game


async def seated(
    changes: Changes,
    game: str,
    command: life.TakeSeat,
    player: str,
    token: str,
    *,
    invitation: str = "",
    consent: Consent = NO_CONSENT,
) -> Seated:
    """Return a token's seat after a player took it with this request, with an invitation if one is given.

    A branch that continues its game starts by itself with the last seat. Raises GameNotFound, GameNotOpen, SeatTaken,
    InvitationInvalid, VersionConflict, SignatureMissing, SignatureInvalid, InvalidField, CommandIdReused, or TokenUsed
    if the token already has a role.
    """
    # A random salt, because one from the game's secret would let anybody try names on the leaf after the end.
    name = Name(player, secrets.token_bytes(SALT_BYTES))

    def joined(newest: Game) -> Added:
        if invitation:
            check_invitation(newest, command, invitation)
        added = take_seat(newest, command, name, wall_clock.now(), consent)
        return consented(added, wall_clock.now()) if newest.charter.continues else added

    def granted(added: Added) -> tuple[Grant]:
        entry = added.entries[0]
        return (grant(token, game, "seat", entry.actor.seat, entry.version),)

    branch = await changes.games.game(game)
    if branch.charter.continues and branch.status == "open":
        check_not_gone_on(await changes.games.game(branch.charter.parent), branch)
    try:
        added = await changes.make(game, joined, granted)
    except (SeatTaken, GameNotOpen, DuplicateToken, DuplicateCommand) as error:
        # The same request may have come a moment ago.
        before = await seated_before(changes.games, game, command, player, token)
        if before is not None:
            return before
        if isinstance(error, DuplicateCommand):
            raise CommandIdReused(game, consent.command_id) from None
        raise
    return Seated(added.entries[0].actor.seat, added.game)


async def seated_before(games: Games, game: str, command: life.TakeSeat, player: str, token: str) -> Seated | None:
    """Return the seat that a token took earlier with the same request, or None if it has no role.

    Raises TokenUsed if it has another role, or took the seat with another request; TokenRevoked or TokenPending if it
    does not hold the seat.
    """
    token_grant = await games.store.grant(hash_of(token))
    if token_grant is None:
        return None
    if token_grant.game != game or token_grant.role != "seat":
        raise TokenUsed("token")
    now = await games.game(game)
    check_standing(now, Caller("", "seat", token_grant.seat, token_grant.since))
    if not _same(now, token_grant.seat, command, player):
        raise TokenUsed("token", f"seat {token_grant.seat}, by another request,")
    return Seated(token_grant.seat, now)


async def freed(changes: Changes, game: str, seat: int, request_id: str) -> Game:
    """Return a game after its host freed a seat with this request.

    Raises GameNotOpen, SeatNotTaken, CommandIdReused or InvalidField.
    """
    command = packed(life.FreeSeat(seat=seat))
    return await _freed(
        changes, game, request_id, command, lambda newest: free_seat(newest, seat, request_id, wall_clock.now())
    )


async def left(changes: Changes, game: str, caller: Caller, request_id: str) -> Game:
    """Return a game after a seat's player left it with this request.

    Raises GameNotOpen, TokenRevoked, CommandIdReused or InvalidField.
    """

    def leaves(newest: Game) -> Added:
        check_standing(newest, caller)
        return leave_seat(newest, caller.seat, request_id, wall_clock.now())

    command = packed(life.LeaveSeat(seat=caller.seat, since=caller.since))
    return await _freed(changes, game, request_id, command, leaves)


async def _freed(
    changes: Changes, game: str, request_id: str, command: AnyMessage, change: Callable[[Game], Added]
) -> Game:
    try:
        return (await changes.make(game, change)).game
    except (GameNotOpen, SeatNotTaken, TokenRevoked, DuplicateCommand) as error:
        return await _repeated(changes, game, request_id, command, error)


async def _repeated(changes: Changes, game: str, request_id: str, command: AnyMessage, error: Exception) -> Game:
    """Return the game of an earlier request. Raises CommandIdReused, or the error if it was not carried out."""
    entries = await changes.answered(game, request_id)
    if entries and entries[0].command.open == command:
        return await changes.games.game(game)
    if isinstance(error, DuplicateCommand):
        raise CommandIdReused(game, request_id) from None
    raise error


def check_reissuing(game: Game, request: ReissueTokenRequest) -> None:
    """Check that a key asks for a private game's new token, before the answer shows anything.

    Raises GamePrivate. A missing seat, or one without a key, takes as long as one with a key.
    """
    if not game.charter.private:
        return
    seat = request.seat
    key = game.sittings[seat - 1].public_key if 1 <= seat <= len(game.sittings) else b""
    command = packed(life.ReissueToken(seat=seat, token_hash=hash_of(request.token)))
    payload = command_payload(
        game.id, request.expected_version, request.request_id, type_name(command.type_url), command.value
    )
    # In this order: a signature is checked even without a key, so the time of the answer tells nothing.
    if not signed_by(key or NOBODYS_KEY, request.signature, payload) or not key:
        raise GamePrivate(game.id)


async def reissued(changes: Changes, request: ReissueTokenRequest) -> Game:
    """Return a game after a seat got a new token with this request.

    Raises GameOver, OrdersUsedUp, SeatNotTaken, SignatureMissing, SignatureInvalid, VersionConflict, CommandIdReused,
    TokenUsed or InvalidField.
    """
    command = packed(life.ReissueToken(seat=request.seat, token_hash=hash_of(request.token)))
    actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=request.seat)

    def reissues(newest: Game) -> Added:
        deed = Deed(actor, wall_clock.now(), command, request.request_id, request.expected_version, request.signature)
        # Before the limit: only the key's holder may use up what is counted.
        added = reissue_token(newest, deed)
        check_reissues(newest, request.seat, newest.sitting(request.seat).reissues)
        return added

    def granted(added: Added) -> tuple[Grant]:
        return (grant(request.token, request.game, "seat", request.seat, added.game.version),)

    try:
        return (await changes.make(request.game, reissues, granted)).game
    except (GameOver, OrdersUsedUp, VersionConflict, DuplicateCommand) as error:
        # The key has signed it, and the same request may have come before.
        return await _repeated(changes, request.game, request.request_id, command, error)
    except DuplicateToken:
        raise TokenUsed("token") from None


async def announced(changes: Changes, request: AnnounceReissueRequest) -> Game:
    """Return a game after this request announced a seat's new token.

    Raises ReissueNotAllowed, GameOver, OrdersUsedUp, SeatNotTaken, CommandIdReused, TokenUsed or InvalidField.
    """
    notice = life.AnnounceReissue(seat=request.seat, token_hash=request.token_hash)

    def announces(newest: Game) -> Added:
        added = announce_reissue(newest, notice, request.request_id, wall_clock.now())
        check_reissues(newest, request.seat, newest.sitting(request.seat).notices)
        return added

    def granted(added: Added) -> tuple[Grant]:
        # Only the entry that completes the reissue gives the seat to this token.
        return (Grant(request.token_hash, request.game, "seat", request.seat, added.game.version),)

    try:
        return (await changes.make(request.game, announces, granted)).game
    except (GameOver, OrdersUsedUp, SeatNotTaken, DuplicateCommand) as error:
        return await _repeated(changes, request.game, request.request_id, packed(notice), error)
    except DuplicateToken:
        raise TokenUsed("token_hash") from None


async def vetoed(changes: Changes, game: str, caller: Caller, request_id: str) -> Game:
    """Return a game after a seat kept its token with this request.

    Raises GameOver, NoticeNotRunning, TokenRevoked, TokenPending, CommandIdReused or InvalidField.
    """

    def keeps(newest: Game) -> Added:
        check_standing(newest, caller)
        at = newest.later(wall_clock.now())
        added = veto_reissue(newest, caller.seat, request_id, at)
        check_veto_in_time(newest, caller.seat, at, changes.presence.absent)
        return added

    try:
        return (await changes.make(game, keeps)).game
    except DuplicateCommand:
        # The earlier request with this id vetoed another announcement.
        raise CommandIdReused(game, request_id) from None
    except (GameOver, NoticeNotRunning, TokenRevoked) as error:
        return await _repeated(changes, game, request_id, packed(life.VetoReissue(seat=caller.seat)), error)


def check_reissues(game: Game, seat: int, so_far: int) -> None:
    """Check that a seat may get, or be announced, another token. Raises OrdersUsedUp."""
    if so_far >= MOST_REISSUES:
        raise OrdersUsedUp(game.id, seat, MOST_REISSUES, "replaced or announced tokens")


def _same(game: Game, seat: int, command: life.TakeSeat, player: str) -> bool:
    """Return whether a request asks for what was recorded when the seat was taken; a held seat only needs to be named.

    A removed name is not compared.

    Nor can the commitment be: the game uses it up, and every commitment in a record is different and names its seat.
    """
    sitting, held = game.sittings[seat - 1], bool(game.charter.holders)
    return (
        command.seat in {0, seat}
        and (player == sitting.player or not sitting.player or (held and not player))
        and (command.public_key == sitting.public_key or (held and not command.public_key))
        and command.entropy == sitting.entropy
        and bool(command.commitment) == bool(sitting.commitment)
        and (not command.commitment or command.commitment in game.used)
    )
