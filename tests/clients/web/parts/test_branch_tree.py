"""The tree of branches: each game in a row of its own, and no line crosses another."""

from __future__ import annotations

from clients.web.parts.branch_tree import LONGEST_NAME, arrange
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import answer

LENGTH_TO_TEXT, WIDTH = 12, 340
"""How far a name is from its line, and how wide the drawing is."""


def games(*rows: tuple[str, str, int, int]) -> dict[str, GameInfo]:
    """Return games by id, from id, parent, version of the parent and head."""
    return {
        game: GameInfo(game=game, parent=parent, parent_version=version, head=head)
        for game, parent, version, head in rows
    }


def test_later_branches_are_nearer_to_their_parent_so_that_no_lines_cross() -> None:
    tree = arrange("a", games(("a", "", 0, 40), ("b", "a", 5, 9), ("c", "a", 30, 50), ("d", "c", 35, 36)))
    assert [(branch.info.game, branch.row, branch.above, branch.start) for branch in tree.branches] == [
        ("a", 0, 0, 0),
        ("c", 1, 0, 30),
        ("d", 2, 1, 35),
        ("b", 3, 0, 5),
    ]
    assert tree.across(tree.newest) > tree.across(40) > tree.across(0)
    assert tree.down(3) < tree.height


def test_a_game_is_named_by_its_label_which_is_cut() -> None:
    info_of = games(("a", "", 0, 1))
    assert arrange("a", info_of).branches[0].name == "a"
    info_of["a"].label = "x" * 100
    assert arrange("a", info_of).branches[0].name == "x" * (LONGEST_NAME - 1) + "…"


def test_the_page_of_a_game_draws_its_parent_and_its_siblings(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    seats[0].submit(seats[0].legal().commands[0].command)
    assert 'class="tree"' not in answer(f"{pages}/games/{game}")[2]
    one, two = (gunbai.fork(game, 5, label=label).info.game for label in ("one way", "another way"))
    for shown in (game, one, two):
        text = answer(f"{pages}/games/{shown}")[2]
        assert all(f'<a href="/games/{relative}"' in text for relative in (game, one, two))
        assert f'<a href="/games/{shown}" aria-current="page">' in text
        assert "one way @" in text


def test_a_game_without_a_label_is_named_by_its_players() -> None:
    info_of = games(("a", "", 0, 1))
    info_of["a"].seats.add(seat=1, player="Ann")
    info_of["a"].seats.add(seat=2, player="Bob")
    assert arrange("a", info_of).branches[0].name == "Ann, Bob"


def test_a_phone_shows_the_names_in_the_tree_whole_and_large_enough() -> None:
    info_of = games(("a", "", 0, 999))
    info_of["a"].label = "x" * 100
    tree = arrange("a", info_of)
    # A letter of 13 px is about 7 px wide, and a phone shows the 340 units in as many pixels.
    assert tree.across(tree.newest) + LENGTH_TO_TEXT + 7 * len(f"{tree.branches[0].name} @999") <= WIDTH
