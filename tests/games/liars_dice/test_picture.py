"""The picture of a game: the bid, the reader's dice, the cups of the others, the dice that were lifted last."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from games.kit.board import svg
from games.liars_dice import LIARS_DICE
from games.liars_dice.board.dice import CHALK, DEEP, IVORY, cup_beside, cup_over, grid
from games.liars_dice.board.picture import ARROW, FELT, PALE
from games.liars_dice.rules.table import Bid, Cup, Options, setup
from gunbai.liars_dice.v1 import events as ev
from titles.checks.drawing import board, caption, draw, outside, rings, texts

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


def dice_of(drawing: str, paint: str) -> int:
    """Return how many dice of a paint show a face."""
    return len(re.findall(rf'<title>a die showing [0-9]+</title><rect [^>]*fill="{paint}"', drawing))


@pytest.mark.parametrize(("quantity", "dice", "words"), [(1, 1, 0), (8, 8, 0), (9, 1, 1), (30, 1, 1)])
def test_a_bid_is_as_many_dice_or_one_with_their_number(quantity: int, dice: int, words: int) -> None:
    bid = drawn(1, bid=Bid(2, quantity, 5))
    assert dice_of(bid, IVORY) == dice
    assert texts(bid).count(f"{quantity} ×") == words
    assert sum(text.startswith("Bid: ") for text in texts(bid)) == 1


def test_before_a_bid_there_is_an_empty_place_for_its_dice() -> None:
    assert dice_of(drawn(1, bid=Bid()), IVORY) == 0
    assert "Bid: none in this round" in texts(drawn(1, bid=Bid()))


def test_a_cup_stands_over_dice_that_are_hidden_and_lies_next_to_those_that_are_shown() -> None:
    own, other = svg.seat_paint(1), svg.seat_paint(2)
    assert (cup_beside(own) in drawn(1), cup_over(own) in drawn(1), cup_over(other) in drawn(1)) == (True, False, True)
    assert (cup_over(own) in drawn(None), cup_beside(own) in drawn(None)) == (True, False)
    unshaken = drawn(1, cups=(Cup(2), Cup(1), Cup(0)))
    assert (cup_beside(own) in unshaken, cup_beside(other) in unshaken) == (True, True)


def test_a_player_without_dice_has_no_cup() -> None:
    assert cup_beside(svg.seat_paint(3)) not in drawn(1)
    assert texts(drawn(1)).count("out") == 2


def test_players_have_dice_of_their_own_paint_in_the_number_that_is_left() -> None:
    assert dice_of(drawn(1), svg.seat_paint(1)) == 2 + 3
    left = re.search(r"<title>dice left</title>(.*?)</g></g>", drawn(1))
    assert left is not None
    assert left[1].count("<rect") == 2


@pytest.mark.parametrize(
    ("reader", "seats", "order"),
    [
        (None, 2, [2, 1]),
        (2, 2, [1, 2]),
        (None, 3, [2, 3, 1]),
        (3, 3, [1, 2, 3]),
        (2, 4, [3, 4, 2, 1]),
        (1, 6, [2, 3, 4, 5, 1, 6]),
    ],
)
def test_the_reader_sits_before_the_bid_and_the_others_clockwise(
    reader: int | None, seats: int, order: list[int]
) -> None:
    table = setup(seats, Options(), LIARS_DICE.rules.edition)
    theirs = msgspec.structs.replace(caption(LIARS_DICE, table), reader=reader or 0)
    shown = LIARS_DICE.board.picture(LIARS_DICE.rules.view(table, reader), theirs)
    plates = re.findall(r"<title>seat ([0-9])[^<]*</title><rect [^>]*rx=\"12\"", shown)
    assert [int(seat) for seat in plates] == order


def test_the_table_says_once_who_is_to_act() -> None:
    assert [drawn(1).count(ARROW), drawn(None, winner=1).count(ARROW)] == [1, 0]


@pytest.mark.parametrize("ground", [FELT, DEEP])
def test_words_and_the_ring_are_seen_on_the_table(ground: str) -> None:
    assert min(svg.contrast(paint, ground) for paint in (CHALK, PALE)) >= 4.5
    assert svg.contrast(svg.GOLD, ground) >= svg.SEEN


def test_many_dice_are_smaller_and_stay_within_their_place() -> None:
    box = svg.Box(10, 20, 92, 72)
    for count in range(1, 11):
        places, size = grid(count, box, 30)
        assert len({*places}) == count
        assert 18 <= size <= 30
        assert min(x for x, _ in places) >= box.x
        assert max(x + size for x, _ in places) <= box.x + box.width + 0.01
        assert min(y for _, y in places) >= box.y - 0.01
        assert max(y + size for _, y in places) <= box.y + box.height + 0.01
