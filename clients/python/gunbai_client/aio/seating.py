"""Seating: how the client claims a seat that commits to its shares, and gets a new token for a seat with a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.lifecycle_pb2 import ReissueToken
from gunbai.referee.v1 import lobby_pb2
from gunbai_client.aio.seat import Seat
from gunbai_client.errors import AlreadyThere
from gunbai_client.takebacks import sign_consent
from gunbai_record import chain
from gunbai_record.shares import Shares
from gunbai_record.tokens import hash_of, seat_of

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


async def committed(
    gunbai: Gunbai,
    request: lobby_pb2.JoinGameRequest,
    key: Ed25519PrivateKey | None,
    seed: bytes,
    consents_at: int,
    *,
    again: bool = False,
) -> Seat:
    """Claim a seat with a commitment bound to it; if someone else was faster, try a different seat.

    If the token may already hold a seat, try all seats.
    """
    wanted, taken = [request.seat or seat_of(request.invitation)], AlreadyThere("no seat is free")
    if not wanted[0]:
        wanted = [seat.seat for seat in (await gunbai.game(request.game)).seats if again or not seat.taken]
    for number in wanted:
        commitment = Shares(request.game, number, seed).tip()
        # A commitment is bound to its seat, so every attempt needs a new one.
        joining = lobby_pb2.JoinGameRequest()
        joining.CopyFrom(request)
        joining.seat, joining.entropy, joining.commitment = number, b"", commitment
        sign_consent(joining, key, consents_at)
        try:
            joined = await gunbai.ask(gunbai.stubs.lobby.JoinGame, joining)
        except AlreadyThere as error:
            taken = error
            continue
        return Seat(gunbai.holding(request.token), request.game, joined.seat, key, seed)
    raise taken


async def take_token(gunbai: Gunbai, request: lobby_pb2.ReissueTokenRequest, key: Ed25519PrivateKey, at: int) -> None:
    """Sign a request for a new token at a version, and send it."""
    command = ReissueToken(seat=request.seat, token_hash=hash_of(request.token))
    name, value = command.DESCRIPTOR.full_name, command.SerializeToString()
    payload = chain.command_payload(request.game, at, request.request_id, name, value)
    request.expected_version, request.signature = at, key.sign(payload)
    await gunbai.ask(gunbai.stubs.lobby.ReissueToken, request)
