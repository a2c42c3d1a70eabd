"""The picture of a duel: the cowboys, their magazines, the last move, and the winner on the winning line."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import COLOURS
from games.kit.board.caption import Caption
from gunbai.infludance_duel.v1 import events as ev
from gunbai_client.picture import spot_words
from titles.checks.drawing import SVG, board, draw, rings, texts
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


def fields(picture: str) -> dict[str, ET.Element]:
    """Return the fields of a picture by their names."""
    named = {node.get("data-spot", ""): node for node in ET.fromstring(picture).iter()}
    return {name.removeprefix("field:"): node for name, node in named.items() if name.startswith("field:")}


def middle_of_arrows(field: ET.Element) -> tuple[float, float]:
    """Return where the middle of a field's bullets is, from 0 to 1 across and down."""
    ground = field.find(f"{SVG}rect")
    assert ground is not None
    x, y, side = (float(ground.get(name, 0)) for name in ("x", "y", "width"))
    places = [
        tuple(map(float, path.get("transform", "").partition(")")[0].removeprefix("translate(").split()))
        for path in field.iter(f"{SVG}path")
    ]
    across, down = (sum(values) / len(values) for values in zip(*places, strict=True))
    return round((across - x) / side, 2), round((down - y) / side, 2)


def test_bullets_are_in_the_middle_of_their_fields_and_below_a_hat() -> None:
    table = TURNS[14].accepted.table
    view: Any = INFLUDANCE_DUEL.rules.view(table, None)
    standing = {field for gunman in view.gunmen for field in gunman.fields}
    shown = {
        name: field
        for name, field in fields(draw(INFLUDANCE_DUEL, table)).items()
        if field.find(f".//{SVG}path") is not None
    }
    assert standing & set(shown)
    for name, field in shown.items():
        assert middle_of_arrows(field) == (0.5, 0.72 if name in standing else 0.5)
        # A page that turns the board moves them to the other side of the hat.
        assert any(group.get("data-low") is not None for group in field) == (name in standing)


def test_bullets_are_pale_where_neither_a_cowboy_is_nor_the_active_one_can_step() -> None:
    table = TURNS[14].accepted.table
    view: Any = INFLUDANCE_DUEL.rules.view(table, None)
    (active,) = (gunman.fields for gunman in view.gunmen if gunman.seat == view.active)
    standing = {field for gunman in view.gunmen for field in gunman.fields}
    near = {name for name in fields(draw(INFLUDANCE_DUEL, table)) for own in active if _apart(name, own) <= 1}
    bright = {
        name
        for name, field in fields(draw(INFLUDANCE_DUEL, table)).items()
        if not any(group.get("opacity") for group in field)
    }
    assert bright == standing | near
    assert len(bright) < view.rows * view.columns


def _apart(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def test_a_magazine_has_six_chambers_and_the_newest_token_in_the_north() -> None:
    number = next(number for number, turn in enumerate(TURNS) if ev.TokenFired in map(type, turn.accepted.events))
    (fired,) = (event for event in TURNS[number].accepted.events if isinstance(event, ev.TokenFired))
    cylinders = [
        node
        for node in ET.fromstring(drawn(number)).iter()
        if "left" in (node.findtext(f"{SVG}title") or "") and node.get("data-box")
    ]
    assert len(cylinders) == 2
    assert all(len(node.findall(f".//{SVG}circle[@r='12']")) == 6 for node in cylinders)
    letters = {text.text: text for text in cylinders[fired.seat - 1].iter(f"{SVG}text")}
    (letter,) = letters.values()
    centre = next(node for node in cylinders[fired.seat - 1].iter(f"{SVG}circle") if node.get("r") == "6")
    assert float(letter.get("x", 0)) == pytest.approx(float(centre.get("cx", 0)))
    assert float(letter.get("y", 0)) < float(centre.get("cy", 0))


def test_the_tokens_left_are_written_once() -> None:
    shown = [text for text in texts(draw(INFLUDANCE_DUEL, TURNS[14].accepted.table)) if "token" in text]
    assert shown == [], "the figure is a number, and the magazine says the rest when pointed at"
