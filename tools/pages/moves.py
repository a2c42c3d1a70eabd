"""Writes docs/moves: a list of moves for each title, made from the record of a game of random legal commands."""

from __future__ import annotations

from pathlib import Path

from lab.recorded_games import played
from referee.files.move_lists import moves_of
from referee.game.titles import finished
from titles.catalogue import TITLES

FOLDER = Path(__file__).parents[2] / "docs" / "moves"
SEED = 1


def written() -> dict[str, str]:
    """Return the lists by title."""
    return {name: "".join(f"{line}\n" for line in lines_of(name)) for name in sorted(TITLES)}


def lines_of(name: str) -> list[str]:
    """Return the lines of a title's game with the fewest players."""
    titles = finished()
    seats = max(2, titles.rulebook(name).title.rules.seats[0])
    return [*moves_of(titles, played(titles, name, seats, SEED)[1])]


if __name__ == "__main__":
    for name, text in written().items():
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")
