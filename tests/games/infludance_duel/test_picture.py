"""The picture of a duel: the cowboys, their magazines, the last move, and the winner on the winning line."""

from __future__ import annotations

import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import COLOURS
from games.kit.board.caption import Caption
from gunbai.infludance_duel.v1 import events as ev
from gunbai_client.picture import spot_words
from titles.checks.drawing import board, draw, rings, texts
from titles.checks.walk import set_up, walk

PLAYERS = {1: "Ada", 2: "Grace"}
START = set_up(INFLUDANCE_DUEL, 2, '{"board_side": "A"}').table
TURNS = list(walk(INFLUDANCE_DUEL, START, seed=3))


def drawn(number: int) -> str:
    """Return the picture after a move of the duel."""
    accepted = TURNS[number].accepted
    return draw(INFLUDANCE_DUEL, accepted.table, None, accepted.events, PLAYERS)


def test_the_text_board_has_a_row_for_each_row_of_fields_and_a_line_for_each_player() -> None:
    lines = board(draw(INFLUDANCE_DUEL, TURNS[14].accepted.table, players=PLAYERS))
    assert lines[0] == "INFLUDANCE Duel"
    assert [line[0] for line in lines[2:7]] == ["5", "4", "3", "2", "1"]
    assert lines[7] == "  a       b       c       d       e"
    assert [line.partition(":")[0] for line in lines[8:11]] == ["Signs", "seat 1 (Ada), red", "seat 2 (Grace), blue"]


def test_the_text_board_says_for_each_player_where_ahead_is() -> None:
    red, blue = board(draw(INFLUDANCE_DUEL, TURNS[14].accepted.table, players=PLAYERS))[9:11]
    assert "; ahead is north, the winning line is beyond row 5; " in red
    assert "; ahead is south, the winning line is beyond row 1; " in blue


def test_a_field_that_a_cowboy_came_to_has_a_ring() -> None:
    stepped = next(number for number, turn in enumerate(TURNS) if ev.CowboyPlaced in map(type, turn.accepted.events))
    (field,) = (event.field for event in TURNS[stepped].accepted.events if isinstance(event, ev.CowboyPlaced))
    assert board(drawn(stepped))[-1] == f"Last move: field {field}"
    assert rings(drawn(stepped)) == 1


def test_a_fired_token_has_a_ring() -> None:
    for number, turn in enumerate(TURNS):
        for fired in (event for event in turn.accepted.events if isinstance(event, ev.TokenFired)):
            assert f"the last token of {COLOURS[fired.seat]}" in board(drawn(number))[-1]
            assert rings(drawn(number)) >= 1


def test_a_board_without_a_last_move_has_no_ring() -> None:
    svg = draw(INFLUDANCE_DUEL, TURNS[14].accepted.table)
    assert rings(svg) == 0
    assert not any(line.startswith("New") for line in board(svg))


@pytest.mark.parametrize("seed", range(3))
def test_the_winner_is_on_the_winning_line(seed: int) -> None:
    table = START
    for turn in walk(INFLUDANCE_DUEL, START, seed):
        table = turn.accepted.table
    outcome = INFLUDANCE_DUEL.rules.outcome(table)
    assert outcome is not None
    (winner,) = outcome.winners
    svg = draw(INFLUDANCE_DUEL, table, players=PLAYERS)
    assert board(svg)[1] == f"Won by {PLAYERS[winner]}, {COLOURS[winner]}"
    assert "on the winning line" in next(line for line in board(svg) if line.startswith(f"seat {winner}"))
    assert texts(svg).count(PLAYERS[winner]) == 2
    assert texts(svg).count("winner") == 1


def test_the_czech_board_has_czech_letters_for_directions_and_colours() -> None:
    table = TURNS[14].accepted.table
    czech = Caption(label=INFLUDANCE_DUEL.label, book=INFLUDANCE_DUEL.words.languages["cs"])
    svg = INFLUDANCE_DUEL.board.picture(INFLUDANCE_DUEL.rules.view(table, None), czech)
    english = board(draw(INFLUDANCE_DUEL, table))
    assert spot_words(svg)["field:e5"] == "e5: červený náboj SZ, modrý náboj JZ"
    letters = str.maketrans({"N": "S", "S": "J", "E": "V", "W": "Z", "R": "Č", "B": "M"})
    assert board(svg)[2:7] == [line.translate(letters) for line in english[2:7]]
    assert "Značky: Č a M kovboj" in board(svg)[8]
    assert "S sever" in board(svg)[8]
