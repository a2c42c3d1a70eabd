"""Rules versions: a game's position under a different version of its title's rules."""

from __future__ import annotations

from msgspec.structs import replace

from games.kit.rules.canonical import BadTableError
from games.kit.rules.revision import carried
from referee.errors import InvalidField
from referee.game.game import Game
from referee.game.titles import Rulebook


def under(game: Game, book: Rulebook) -> Game:
    """Return a game at the same position under another rules version; it is for questions, not for a record.

    Raises InvalidField for a position that the other version does not have.
    """
    if book is game.charter.rulebook:
        return game
    try:
        table = carried(book.title.rules, game.table)
    except BadTableError as error:
        problem = f"rules version {book.rules_version} has no such position: {error}"
        raise InvalidField("rules_version", problem) from None
    step = book.waits(table) if game.step is not None else None
    return replace(game, charter=replace(game.charter, rulebook=book), table=table, step=step)
