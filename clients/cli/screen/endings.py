"""The end of a game for its players and watchers: the board, the result, and commands that show more."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from clients.cli.screen.boards import board_lines
from clients.cli.screen.explanations import explain
from clients.cli.screen.markup import escape
from clients.cli.screen.sentences import result_lines
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.lifecycle_pb2 import GameContinued
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GAME_STATUS_FINISHED, GameInfo
from gunbai_client import Gunbai

OPENED = (GAME_STATUS_FINISHED, GAME_STATUS_ABANDONED)
"""The states of a game in which its record no longer hides anything."""


def end_lines(gunbai: Gunbai, game: GameInfo, own: Collection[int]) -> Iterator[str]:
    """Yield a game's end as lines of markup, for the holder of these seats."""
    if game.HasField("result"):
        yield from ("", *board_lines(gunbai.picture(game.game)), "")
    yield from result_lines(game, own)
    if game.HasField("result"):
        yield from _clause_lines(gunbai, game)
        yield (
            f"[dim]`gunbai game replay {game.game}` steps through the game; `gunbai game analyse "
            f"{game.game}` shows what decided it.[/]"
        )
        yield (
            f"[dim]`gunbai record export {game.game} -o {game.game}.gunbai` writes its record, which "
            "`gunbai verify` checks.[/]"
        )


def goes_on_elsewhere(entry: Entry) -> bool:
    """Return whether an entry takes a move back, so that the game continues in a branch."""
    return any(event.open.Is(GameContinued.DESCRIPTOR) for event in entry.events)


def elsewhere_lines(game: GameInfo) -> Iterator[str]:
    """Yield the branch where a game continues, as lines of markup for a watcher."""
    yield f"[bold]The game continues in {game.continued_by}.[/]"
    yield f"[dim]Watch it:[/] gunbai watch {game.continued_by}"


def opened_lines(gunbai: Gunbai, game: GameInfo, seat: int = 0) -> Iterator[str]:
    """Yield how to see a finished game's hidden facts, unless a seat's own view is shown."""
    if not seat and game.status in OPENED and gunbai.title(game.title, game.rules_version).secret_messages:
        yield (
            "[dim]Hidden facts stay hidden here. `--seat N` shows what a seat saw, and `gunbai record "
            f"show {game.game}` shows everything.[/]"
        )


def _clause_lines(gunbai: Gunbai, game: GameInfo) -> Iterator[str]:
    """Yield the clause that ended a game, if any."""
    explanation = (
        explain(gunbai.clauses(game.title, game.rules_version), game.result.clause) if game.result.clause else None
    )
    for clause in explanation.clauses if explanation else ():
        yield f"[dim]{clause.number}: {escape(clause.sentence)}[/]"
