"""Continuations: a move is taken back, and the game continues with the same players in a branch from before it.

The branch names what it continues (`ForkGame.continues`), and every seat consents by taking its seat there, with new
entropy and a new token. Once the branch has begun, the parent is continued: it takes no moves, but is not over, because
its secret would open what the branch still hides. Its secret opens when the branch has ended.
"""

from __future__ import annotations

from functools import partial

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import DIGEST_BYTES
from referee.errors import GameOver, InvalidField
from referee.game.entries import BY_HOST, Added, Deed, packed, write
from referee.game.game import Game
from referee.game.orders import check_undecided


def continue_game(game: Game, command: life.ContinueGame, at: int) -> Added:
    """Let a game continue in a branch that has begun. Raises GameNotStarted, GameOver or InvalidField."""
    check_undecided(game)
    if not command.branch or command.branch == game.id:
        raise InvalidField("branch", "expected the id of the branch that continues the game")
    if not max(game.started, game.charter.parent_version + 1) <= command.version < game.version:
        raise InvalidField("version", f"expected a version of this game after its start and before {game.version}")
    seen = life.GameContinued(
        chance=game.acted[0] > command.version, hidden=game.sealed and game.moved_at > command.version
    )
    deed = Deed(BY_HOST, game.later(at), packed(command))
    return write(game, deed, [seen], partial(game_continued, game))


def game_continued(game: Game, entry: record.Entry) -> Game:
    """Return the game after it was continued in a branch."""
    branch = life.ContinueGame.FromString(entry.command.open.value).branch
    return game.noted(entry, status="continued", continued_by=branch, step=None, deadline=0, words=(), late=())


def end_continuation(game: Game, command: life.EndContinuation, at: int) -> Added:
    """Open the secret of a game whose branch has ended. Raises GameOver or InvalidField."""
    if game.status != "continued":
        raise GameOver(game.id, f"it is {game.status} and has not continued in a branch")
    if len(command.branch_digest) != DIGEST_BYTES or not command.branch_version:
        raise InvalidField("branch_digest", "expected the number and the digest of the last entry of the branch")
    deed = Deed(BY_HOST, game.later(at), packed(command))
    return write(game, deed, [life.ContinuationEnded(secret=game.secret)], partial(continuation_ended, game))


def continuation_ended(game: Game, entry: record.Entry) -> Game:
    """Return the game after the end of the branch that continued it."""
    return game.ended(entry, "superseded")
