"""Questions: what the rules wait for, whom they ask, and which commands would be accepted."""

from __future__ import annotations

from games.kit.decider import Chance, asked, legal
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1 import ruling_pb2 as rulings
from referee.game.entries import packed
from referee.game.game import Game
from referee.services.answers import STATUSES


def waiting_of(game: Game) -> rulings.Waiting:
    """Return what the rules wait for; empty before the start and after the end."""
    book, step = game.charter.rulebook, game.step
    if step is None:
        return rulings.Waiting()
    return rulings.Waiting(
        step=type(step).__name__,
        sentence=book.title.words.question(step),
        clause=book.clause_of(step),
        seats=asked(book.title, game.table),
        chance=isinstance(step, Chance),
    )


def legal_commands(game: Game, seat: int) -> list[pb.LegalCommand]:
    """Return the commands of a seat that would be accepted, those for the decision that it is asked for first."""
    if game.status != "running":
        return []
    title = game.charter.rulebook.title
    return [
        pb.LegalCommand(command=packed(move), sentence=title.words.sentence(move))
        for move in legal(title, game.table, seat)
    ]


def expected_of(game: Game, role: str | None, seat: int) -> int:
    """Return the version to expect with a command of a seat or the dealer; 0 for others, and unless the game runs."""
    if game.status != "running" or role not in {"seat", "dealer"}:
        return 0
    return game.expected(seat)


def prompt_of(game: Game, seat: int) -> pb.Prompt:
    """Return what a seat is asked, with every command that it may answer with."""
    return pb.Prompt(
        game=game.id,
        expected_version=expected_of(game, "seat", seat),
        waiting=waiting_of(game),
        commands=legal_commands(game, seat),
        status=STATUSES[game.status],
    )
