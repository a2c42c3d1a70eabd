"""An invitation is to one seat of one game until the seat is freed, and cannot be made without the game's secret."""

from __future__ import annotations

import hmac

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.tokens import letters, seat_of
from lab.toy_games import AT, NAME, SECRET, created, seated
from referee.access.invitations import check_invitation, invitations
from referee.errors import InvalidField, InvitationInvalid
from referee.game.game import Game
from referee.game.leaving import free_seat


def codes(game: Game) -> list[str]:
    return [invitation.code for invitation in invitations(game, "")]


def test_each_seat_has_one_that_stays_the_same_while_the_seat_is_taken() -> None:
    game = created(seats=3).game
    assert codes(game) == codes(game) == codes(seated(seats=3).game)
    assert len({*codes(game)}) == 3
    assert [seat_of(code) for code in codes(game)] == [1, 2, 3]
    assert {len(code) for code in codes(game)} == {28}


def test_a_code_is_made_of_the_secret_the_game_the_seat_and_when_it_was_last_freed() -> None:
    """The codes that hosts have sent stay good: the key is HKDF-SHA256 (RFC 5869), the code 26 letters of an HMAC."""
    key = HKDF(SHA256(), 32, None, b"gunbai invitations 1").derive(SECRET)
    game = free_seat(seated().game, 2, "r", AT).game
    for seat, freed_at in ((1, 0), (2, 4)):
        place = seat.to_bytes(4, "big") + freed_at.to_bytes(8, "big")
        made = hmac.digest(key, len(NAME).to_bytes(4, "big") + NAME.encode() + place, "sha256")
        assert codes(game)[seat - 1] == f"{seat}-{letters(made, 26)}"


def test_a_freed_seat_has_another_and_the_other_seats_keep_theirs() -> None:
    game = seated().game
    once = free_seat(game, 2, "r", AT).game
    assert codes(once)[0] == codes(game)[0]
    assert codes(once)[1] != codes(game)[1]
    with pytest.raises(InvitationInvalid):
        check_invitation(once, life.TakeSeat(), codes(game)[1])


def test_another_game_or_another_secret_has_others() -> None:
    every = [*codes(created().game), *codes(created(game="nightnightnight3").game)]
    every += codes(created(secret=bytes(32)).game)
    assert len({*every}) == 6


def test_an_invitation_names_the_seat_that_is_asked_for() -> None:
    game = created().game
    for seat, code in enumerate(codes(game), 1):
        for named in (0, seat):
            seating = life.TakeSeat(seat=named)
            check_invitation(game, seating, code)
            assert seating.seat == seat
    with pytest.raises(InvalidField, match="the invitation is for seat 2, not 1"):
        check_invitation(game, life.TakeSeat(seat=1), codes(game)[1])


@pytest.mark.parametrize("code", ["1", "2-", "1-aaaaaaaaaaaaaaaaaaaaaaaaaa", "ž"])
def test_anything_else_is_no_invitation_and_is_not_quoted(code: str) -> None:
    with pytest.raises(InvitationInvalid) as error:
        check_invitation(created().game, life.TakeSeat(), code)
    assert f"{code!r}" not in str(error.value)


def test_a_link_has_the_code_in_its_fragment() -> None:
    first = invitations(created().game, "https://example.org/gunbai")[0]
    assert first.url == f"https://example.org/gunbai/join/nightnightnight2/1#{first.code}"
