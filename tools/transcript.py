"""Transcripts of seeded whole games: what one seat, or a spectator, sees from the first entry to the last.

A transcript names its game in the first lines, and is that game played again: `make playthroughs` writes all of them
anew, a test compares them line by line. A change of the rules, the sentences or the text board shows in their diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Actor, Decision, Table
from games.kit.title import Title
from games.kit.words.phrasebook import NOBODY, Sight
from gunbai_record.plain import Plain
from titles.catalogue import newest
from titles.checks.drawing import board, draw, is_for
from titles.checks.walk import set_up, walk

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
BOARD_EVERY = 30
"""Entries between two text boards."""


class Game(NamedTuple):
    """The head of a transcript: the set-up, the seed of the moves, and the seat whose view it is (0: a spectator)."""

    title: str
    seats: int
    options: str
    seed: int
    reader: int


def read_head(path: Path) -> Game:
    """Return the game of a transcript."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = dict(line.removeprefix("# ").split(": ", 1) for line in lines if line.startswith("# "))
    return Game(path.parent.name, int(head["seats"]), head["options"], int(head["seed"]), int(head["reader"]))


def tell(game: Game) -> str:
    """Return a game's whole transcript."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    title = newest(game.title)
    yield from (f"# {name}: {getattr(game, name)}" for name in ("seats", "options", "seed", "reader"))
    start = set_up(title, game.seats, game.options)
    yield from _events(title, game, start.events)
    table: Table = start.table
    events = start.events
    recalled: list[Plain] = []
    for number, turn in enumerate(walk(title, table, game.seed), 1):
        if number % BOARD_EVERY == 1:
            yield from _board(title, table, game, events, recalled)
        yield f"{number}. {_actor(turn.actor)}: {_sentence(title, game, turn.move)}"
        recalled += (event for event in events if type(event) in title.board.recalled)
        before, table, events = table, turn.accepted.table, turn.accepted.events
        yield from _events(title, game, events, before)
        yield from _waiting(title, table, game)
    yield from _board(title, table, game, events, recalled)
    yield msgspec.json.encode(title.rules.outcome(table)).decode()


def _events(title: Title[Any], game: Game, events: tuple[Plain, ...], table: Table | None = None) -> Iterator[str]:
    """Yield events, each with what everybody saw before it; `table` is the one before them, None at the start."""
    before: Plain | None = None
    for event in events:
        sight = None if table is None else partial(title.rules.view, table, None)
        yield f"    {_sentence(title, game, event, sight, before)}"
        table, before = None if table is None else title.rules.evolve(table, event), event


def _sentence(
    title: Title[Any], game: Game, message: Plain, sight: Sight | None = None, before: Plain | None = None
) -> str:
    if not is_for(message, game.reader):
        return "(sealed)"
    return f"{type(message).__name__}: {title.words.english.sentence(message, NOBODY, sight, before)}"


def _actor(actor: Actor) -> str:
    return "chance" if actor == CHANCE else f"seat {actor}"


def _waiting(title: Title[Any], table: Table, game: Game) -> Iterator[str]:
    step = decider.waiting(title.rules, table)
    if isinstance(step, Decision):
        yield f"  ? {title.words.english.question(step, {}, lambda: title.rules.view(table, game.reader or None))}"


def _board(
    title: Title[Any], table: Table, game: Game, events: Iterable[Plain], recalled: Iterable[Plain]
) -> Iterator[str]:
    lines = board(draw(title, table, game.reader or None, events, recalled=recalled))
    yield from (f"  | {line}".rstrip() for line in lines)


def main() -> None:
    """Write every transcript anew."""
    for path in sorted(FOLDER.glob("*/*.txt")):
        path.write_text(tell(read_head(path)), encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(FOLDER)}\n")


if __name__ == "__main__":
    main()
