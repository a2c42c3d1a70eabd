"""Hosted bots: they play while a person does, and end with the sitting."""

from __future__ import annotations

import threading

from clients.cli.hosted import playing, seat_bots
from clients.cli.session import Session
from gunbai_client import Gunbai
from tests.clients.cli.ran import Run


def threads() -> set[threading.Thread]:
    """Return the threads of this process, but for the one that grpc.aio keeps for all its channels."""
    return {thread for thread in threading.enumerate() if "_poll_wrapper" not in thread.name}


def test_bots_have_names_of_their_own_and_are_no_seats_of_the_person(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "4", "--chance", "referee", "--json").json["info"]["game"]
    run("join", game, "--player", "Greedy")
    session = Session(address)
    with session.connect() as gunbai:
        seat_bots(session, gunbai, gunbai.game(game), 3, level=1)
        assert [each.player for each in gunbai.game(game).seats] == ["Greedy", "Greedy 2", "Greedy 3", "Greedy 4"]
    assert session.tokens.hosted(game) == {2: 1, 3: 1, 4: 1}
    assert not session.tokens.is_bots(game, 1)


def test_bots_play_to_the_end_and_leave_no_thread(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "referee", "--json").json["info"]["game"]
    session = Session(address)
    with session.connect() as gunbai:
        seat_bots(session, gunbai, gunbai.game(game), 2, level=0)
        assert run("start", game).code == 0
        before = threads()
        with playing(session, game):
            over = _played_out(gunbai, game)
        assert over
        assert threads() <= before


def test_bots_of_a_sitting_that_ends_first_are_stopped(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--bots", "1", "--chance", "referee", "--json").json["info"]["game"]
    session, before = Session(address), threads()
    with playing(session, game):
        pass
    assert threads() <= before


def _played_out(gunbai: Gunbai, game: str) -> bool:
    return [*gunbai.watch(game)] != [] and gunbai.game(game).HasField("result")
