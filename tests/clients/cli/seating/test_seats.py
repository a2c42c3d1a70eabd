"""The seats that a user holds."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from clients.cli.account.tokens import DEALER
from clients.cli.seating.seats import only_seat, own_seats
from clients.cli.session import Session
from gunbai_client import Gunbai, NotFound, Seat
from tests.clients.cli.command_run import DUEL


@pytest.fixture
def session(address: str, state: Path) -> Session:
    """Return a session without a token."""
    return Session(address)


def numbers(session: Session, gunbai: Gunbai, game: str, wanted: int = 0) -> list[int]:
    return [seat.number for seat in own_seats(session, gunbai, game, wanted)]


def test_saved_tokens_are_seats_and_the_dealer_is_the_last(session: Session, gunbai: Gunbai) -> None:
    for role in (DEALER, 2, 1):
        session.tokens.save("g", role, f"token of {role}")
    assert numbers(session, gunbai, "g") == [1, 2, 0]
    assert numbers(session, gunbai, "g", 2) == [2]
    assert own_seats(session, gunbai, "g", 2)[0].token == "token of 2"


def test_the_only_seat_is_no_dealers_place_and_one_of_several_is_named(session: Session, gunbai: Gunbai) -> None:
    session.tokens.save("g", DEALER, "token of the dealer")
    session.tokens.save("g", 2, "token of 2")
    assert only_seat(session, gunbai, "g", 0).number == 2
    session.tokens.save("g", 1, "token of 1")
    assert only_seat(session, gunbai, "g", 1).number == 1
    with pytest.raises(typer.BadParameter, match="you have 2 seats in g: name one"):
        only_seat(session, gunbai, "g", 0)


def test_without_a_token_there_is_no_seat(session: Session, gunbai: Gunbai, seats: list[Seat]) -> None:
    free, running = gunbai.create(DUEL, seats=2, chance="referee").info.game, seats[0].game
    wanted_instead = {free: f"take one with `gunbai join {free}`", running: f"watch it with `gunbai watch {running}`"}
    for game, instead in wanted_instead.items():
        for wanted in (0, 3):
            with pytest.raises(typer.BadParameter, match=f"you have no seat in {game}: {instead}"):
                own_seats(session, gunbai, game, wanted)


def test_a_seat_that_somebody_else_has_is_not_among_the_own_ones(
    session: Session, gunbai: Gunbai, seats: list[Seat]
) -> None:
    game = seats[0].game
    session.tokens.save(game, 1, seats[0].token)
    with pytest.raises(typer.BadParameter, match=f"in {game} you have seat 1, not 3"):
        own_seats(session, gunbai, game, 3)
    session.tokens.save(game, 2, seats[1].token)
    with pytest.raises(typer.BadParameter, match=f"in {game} you have seats 1 and 2, not 3"):
        own_seats(session, gunbai, game, 3)


def test_a_game_that_is_not_there_is_not_called_one_without_a_seat(session: Session, gunbai: Gunbai) -> None:
    with pytest.raises(NotFound, match="there is no game 'g'"):
        own_seats(session, gunbai, "g", 0)


def test_the_token_of_the_command_line_shows_its_own_seat(session: Session, gunbai: Gunbai, seats: list[Seat]) -> None:
    session.token = seats[1].token
    client = gunbai.holding(session.token)
    assert numbers(session, client, seats[1].game) == [2]
