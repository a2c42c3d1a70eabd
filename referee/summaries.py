"""Games as the catalogue and the clients are told of them."""

from __future__ import annotations

from games.decider import Outcome
from gunbai.referee.v1 import ruling_pb2 as told
from referee.errors import InvalidField
from referee.game import Game, Status
from store.contract import Summary

STATUSES: dict[Status, told.GameStatus.ValueType] = {
    "open": told.GAME_STATUS_OPEN,
    "running": told.GAME_STATUS_RUNNING,
    "finished": told.GAME_STATUS_FINISHED,
    "abandoned": told.GAME_STATUS_ABANDONED,
}


def summary_of(game: Game) -> Summary:
    """The game's row of the catalogue."""
    charter = game.charter
    return Summary(
        game=game.id,
        title=charter.rulebook.title.name,
        status=game.status,
        seats=charter.seats,
        created_at=charter.created_at // 1000,
        changed_at=game.changed_at // 1000,
        players=tuple(sitting.player for sitting in game.sittings),
        winners=game.result.winners if game.result is not None else (),
        public=not charter.private,
        parent=charter.parent,
        parent_version=charter.parent_version,
        head=game.version,
    )


def status_of(status: told.GameStatus.ValueType) -> str:
    """The word of the catalogue for a status; "" if it is not given. Raises InvalidField."""
    words = {number: word for word, number in STATUSES.items()}
    if status and status not in words:
        raise InvalidField("status", f"{status} is no status")
    return words[status] if status else ""


def message_of(game: Game) -> told.Game:
    """The game as clients are told of it."""
    charter = game.charter
    return told.Game(
        game=game.id,
        label=charter.label,
        title=charter.rulebook.title.name,
        rules_version=charter.rulebook.title.rules_version,
        status=STATUSES[game.status],
        seats=[
            told.Seat(seat=number, player=sitting.player, public_key=sitting.public_key)
            for number, sitting in enumerate(game.sittings, 1)
        ],
        head=game.version,
        head_digest=game.digest,
        chance_source=charter.chance_source,
        private=charter.private,
        parent=charter.parent,
        parent_version=charter.parent_version,
        options_json=charter.options_json,
        edition_digest=charter.edition.digest,
        created_at_micros=charter.created_at,
        changed_at_micros=game.changed_at,
        result=_result(game, game.result) if game.result is not None else None,
    )


def outline_of(summary: Summary) -> told.Game:
    """The game as far as its row of the catalogue tells of it."""
    return told.Game(
        game=summary.game,
        title=summary.title,
        status=next(
            (number for word, number in STATUSES.items() if word == summary.status), told.GAME_STATUS_UNSPECIFIED
        ),
        seats=[told.Seat(seat=number, player=player) for number, player in enumerate(summary.players, 1)],
        head=summary.head,
        private=not summary.public,
        parent=summary.parent,
        parent_version=summary.parent_version,
        created_at_micros=summary.created_at * 1000,
        changed_at_micros=summary.changed_at * 1000,
    )


def _result(game: Game, outcome: Outcome) -> told.Result:
    return told.Result(
        ending=outcome.ending,
        clause=game.charter.rulebook.clauses[outcome.clause].number,
        winners=outcome.winners,
        scores=outcome.scores,
        remark=outcome.remark,
    )
