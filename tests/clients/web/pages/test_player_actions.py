"""What players do beside their moves: concession, and takebacks with the word of everybody."""

from __future__ import annotations

import json

from gunbai.referee.v1.game_pb2 import GAME_STATUS_CONTINUED, GAME_STATUS_OPEN, GAME_STATUS_RUNNING
from gunbai_client import Gunbai, Seat
from gunbai_client.takebacks import is_chance
from tests.clients.web.http_requests import answer, cookies, elsewhere, posted


def test_a_seat_concedes(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    assert posted(pages, f"/games/{game}/concede", cookies(game, seats[0]), seat="1")[0] == 200
    assert gunbai.game(game).left_seats == [1] or gunbai.game(game).HasField("result")
    assert posted(pages, f"/games/{game}/concede", seat="2")[0] == 403


def test_notice_is_given_that_a_seat_is_away(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    asked_seat = seats[0].view().waiting.seats[0]
    mine = next(seat for seat in seats if seat.number != asked_seat)
    assert posted(pages, f"/games/{game}/away", cookies(game, mine), absent=str(asked_seat))[0] == 200
    assert gunbai.game(game).seats[asked_seat - 1].HasField("absence_expire_time")
    status, page = answer(f"{pages}/games/{game}", headers=cookies(game, mine))[::2]
    assert (status, f"/games/{game}/away" in str(page)) == (200, False)
    early = posted(pages, f"/games/{game}/go-on", cookies(game, mine), absent=str(asked_seat))
    assert early[0] == 400
    assert posted(pages, f"/games/{game}/away", absent=str(asked_seat))[0] == 403


def test_a_takeback_waits_for_the_word_of_everybody(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game, head = seats[0].game, gunbai.game(seats[0].game).head
    seats[0].submit(seats[0].legal().commands[0].command)
    ann, bob = (cookies(game, seat) for seat in seats)
    assert posted(pages, f"/games/{game}/takeback", ann, version=str(head))[0] == 200
    (waits,) = json.loads(answer(f"{pages}/games/{game}/takebacks", headers=bob)[2])
    assert waits["version"] == head
    assert json.loads(answer(f"{pages}/games/{game}/takebacks", headers=ann)[2]) == []
    status, _ = posted(pages, f"/games/{game}/consent", bob, branch=waits["branch"])
    assert status == 200
    assert gunbai.game(waits["branch"]).status == GAME_STATUS_RUNNING
    assert gunbai.game(game).status == GAME_STATUS_CONTINUED
    assert f'href="/games/{waits["branch"]}"' in answer(f"{pages}/games/{game}", headers=bob)[2]


def test_bots_do_not_agree_once_chance_has_shown_something(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee")
    game, host = made.info.game, gunbai.holding(made.host_token)
    ann = gunbai.join(game, "Ann")
    hosts = cookies(game, host=made.host_token) | elsewhere()
    assert posted(pages, f"/games/{game}/bots", hosts, seat="2", level="0")[0] == 200
    if gunbai.game(game).status == GAME_STATUS_OPEN:
        host.start(game)
    version = next(entry.version for entry in gunbai.entries(game) if is_chance(entry))
    status, text = posted(pages, f"/games/{game}/takeback", cookies(game, ann), version=str(version - 1))
    assert (status, "The bots do not agree: dice or cards have been revealed since that position." in text) == (
        409,
        True,
    )


def test_whoever_has_no_seat_takes_nothing_back(pages: str, seats: list[Seat]) -> None:
    assert posted(pages, f"/games/{seats[0].game}/takeback", version="3")[0] == 403
