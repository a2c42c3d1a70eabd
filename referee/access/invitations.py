"""Invitations: codes for a game's seats, which only its service can make and only its host gets.

A seat's code follows from the game's secret, the seat, and the version at which the seat was last freed: the code is
the same whenever the host asks for it, until the seat is freed. Nothing is stored, so there is no table to keep, to
seal or to leak; and when the secret is opened, the game is over.
"""

from __future__ import annotations

import hmac
from struct import Struct

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.game_pb2 import Invitation
from gunbai_record.chain import field
from gunbai_record.tokens import letters
from referee.access.tokens import same
from referee.errors import InvalidField, InvitationInvalid
from referee.game.game import Game

LENGTH = 26
"""How many letters a code has: 130 bits."""

_place = Struct(">IQ").pack


def invitations(game: Game, page: str) -> list[Invitation]:
    """Return the invitations to a game's seats in order, with links below a page's address, if it is given.

    The code is in the link's fragment, which browsers send to nobody.
    """
    codes = enumerate(_codes(game), 1)
    return [
        Invitation(seat=seat, code=code, url=f"{page}/join/{game.id}/{seat}#{code}" if page else "")
        for seat, code in codes
    ]


def check_invitation(game: Game, command: life.TakeSeat, code: str) -> None:
    """Check an invitation to the requested seat; without a seat, request the invitation's.

    Raises InvitationInvalid, or InvalidField for another seat.
    """
    seats = [seat for seat, own in enumerate(_codes(game), 1) if same(own.encode(), code.encode())]
    if not seats:
        raise InvitationInvalid(game.id)
    if command.seat not in {0, seats[0]}:
        raise InvalidField("seat", f"the invitation is for seat {seats[0]}, not {command.seat}")
    command.seat = seats[0]


def _codes(game: Game) -> list[str]:
    key = HKDF(SHA256(), 32, salt=None, info=b"gunbai invitations 1").derive(game.secret)
    name = field(game.id.encode())
    return [
        f"{seat}-{letters(hmac.digest(key, name + _place(seat, sitting.freed_at), 'sha256'), LENGTH)}"
        for seat, sitting in enumerate(game.sittings, 1)
    ]
