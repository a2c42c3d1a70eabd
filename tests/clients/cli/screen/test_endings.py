"""The end of a game as players are told it."""

from __future__ import annotations

from clients.cli.screen.endings import elsewhere_lines, goes_on_elsewhere
from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.record.v1.lifecycle_pb2 import GameContinued, GameStarted
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.messages import packed
from tests.clients.cli.command_run import Run

ENDS = {
    "Won by ": (" won: goal (IN-7.1).", "IN-7.1: The player whose cowboy is first to reach its winning line"),
    "Drawn by repetition": ("Nobody won: repetition (IN-7.5).", "IN-7.5: The game is a draw when"),
}
"""What is said of the two ends that such a duel may have, by how its heading begins; what is fired decides which."""


def test_the_end_is_told_once_with_the_board_the_clause_and_what_shows_more(run: Run, duel: str) -> None:
    printed = run("play", duel, typed="1\n" * 300).out
    end = printed.rpartition("INFLUDANCE Duel, game ")[2].splitlines()
    ((result, clause),) = [ending for heading, ending in ENDS.items() if end[1].startswith(heading)]
    assert any(line.endswith(result) for line in end)
    assert end[-3].startswith(clause)
    assert end[-1] == f"`gunbai record export {duel} -o {duel}.gunbai` writes its record, which `gunbai verify` checks."
    assert (
        end[-2]
        == f"`gunbai game replay {duel}` steps through the game; `gunbai game analyse {duel}` shows what decided it."
    )
    assert "The game ends: " not in printed


def test_of_a_game_without_a_result_its_state_alone_is_said(run: Run, duel: str) -> None:
    run("game", "abandon", duel)
    printed = run("play", duel, typed="").out
    assert printed.splitlines()[-1] == "abandoned"
    assert "steps through the game" not in printed


def test_where_a_game_goes_on_is_said_once_it_does() -> None:
    assert goes_on_elsewhere(Entry(events=[Item(open=packed(GameContinued()))]))
    assert not goes_on_elsewhere(Entry(events=[Item(open=packed(GameStarted()))]))
    assert [*elsewhere_lines(GameInfo(continued_by="4ethzj23jknwd7uk"))][1].endswith("gunbai watch 4ethzj23jknwd7uk")
