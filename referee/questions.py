"""Questions: what the rules wait for, whom they ask, and what would be accepted."""

from __future__ import annotations

from games.decider import Chance, asked, legal
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1 import ruling_pb2 as told
from referee.game import Game
from referee.summaries import STATUSES
from referee.writing import packed


def waiting_of(game: Game) -> told.Waiting:
    """What the rules wait for; empty before the start and after the end."""
    book, step = game.charter.rulebook, game.step
    if step is None:
        return told.Waiting()
    return told.Waiting(
        step=type(step).__name__,
        sentence=book.title.words.ask(step),
        clause=book.clause_of(step),
        seats=asked(book.title, game.table),
        chance=isinstance(step, Chance),
    )


def legal_commands(game: Game, seat: int) -> list[pb.LegalCommand]:
    """The commands of a seat that would be accepted, the decision that it is asked for first."""
    if game.status != "running":
        return []
    title = game.charter.rulebook.title
    return [
        pb.LegalCommand(command=packed(move), sentence=title.words.tell(move))
        for move in legal(title, game.table, seat)
    ]


def expected_of(game: Game, role: str | None, seat: int) -> int:
    """The version to expect with a command of a seat or of the dealer; 0 for everybody else, and while nobody plays."""
    if game.status != "running" or role not in {"seat", "dealer"}:
        return 0
    return game.expected(seat)


def prompt_of(game: Game, seat: int) -> pb.Prompt:
    """What a seat is asked, with all that it may answer."""
    return pb.Prompt(
        game=game.id,
        expected_version=expected_of(game, "seat", seat),
        waiting=waiting_of(game),
        commands=legal_commands(game, seat),
        status=STATUSES[game.status],
    )
