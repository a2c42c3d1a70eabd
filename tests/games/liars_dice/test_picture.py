"""The picture of a game: the bid, the reader's dice, the cups of the others, the dice that were lifted last."""

from __future__ import annotations

from typing import Any

from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.table import Bid, Cup, Options, setup
from gunbai.liars_dice.v1 import events as ev
from titles.checks.drawing import board, draw, outside, rings, texts

PLAYERS = {1: "Ada", 2: "Grace", 3: "Edsger"}
TABLE = setup(3, Options(spot_on=True), LIARS_DICE.rules.edition).but(
    cups=(Cup(2, hand=(3, 4), lifted=(1, 1, 6)), Cup(1, hand=(6,)), Cup(0, lifted=(2,))),
    bid=Bid(2, 1, 5),
    round=4,
)


def drawn(reader: int | None, *events: Any, **changes: Any) -> str:
    return draw(LIARS_DICE, TABLE.but(**changes), reader, events, PLAYERS)


def test_the_text_board_shows_the_bid_and_the_readers_dice() -> None:
    assert board(drawn(1))[1:] == [
        "Round 4, turn of Ada; to act: Ada",
        "Bid: 1 die showing 5, by Grace; 3 dice in the game, ones are wild, a bid may be called spot-on",
        "seat 1 (Ada): 3 4 (lifted last: 1 1 6)",
        "seat 2 (Grace): ?",
        "seat 3 (Edsger): out (lifted last: 2)",
    ]


def test_a_spectator_sees_cups_only() -> None:
    assert board(drawn(None))[3:5] == ["seat 1 (Ada): ? ? (lifted last: 1 1 6)", "seat 2 (Grace): ?"]
    assert texts(drawn(None)).count("?") == 3
    assert texts(drawn(1)).count("?") == 1


def test_a_cup_that_is_not_shaken_has_its_dice_beside_it() -> None:
    cups = (Cup(2), Cup(1), Cup(0))
    assert board(drawn(1, cups=cups, bid=Bid()))[2:5] == [
        "Bid: none in this round; 3 dice in the game, ones are wild, a bid may be called spot-on",
        "seat 1 (Ada): 2 dice, not shaken",
        "seat 2 (Grace): 1 die, not shaken",
    ]


def test_the_last_move_has_a_ring() -> None:
    assert rings(drawn(1)) == 0
    bid = drawn(1, ev.BidMade(seat=2, quantity=1, face=5), ev.TurnPassed(seat=1))
    assert board(bid)[-1] == "Last move: the bid"
    assert rings(bid) == 1
    lost = drawn(1, ev.DieLost(seat=2))
    assert board(lost)[-1] == "Last move: the cup of Grace"
    assert rings(lost) == 1


def test_the_winner_is_named() -> None:
    won = drawn(None, cups=(Cup(2), Cup(0), Cup(0)), winner=1, active=1)
    assert board(won)[1] == "Won by Ada"
    assert texts(won).count("winner") == 1


def test_dice_of_any_edition_fit_into_the_picture() -> None:
    edition = LIARS_DICE.rules.edition.read('{"dice": 10, "faces": 20}')
    table = setup(6, Options(), edition)
    full = table.but(cups=tuple(Cup(10, hand=(20,) * 10, lifted=(19,) * 10) for _ in table.seats))
    picture = draw(LIARS_DICE, full, 1, players=PLAYERS)
    assert outside(picture) == []
    assert texts(picture).count("20") == 10
