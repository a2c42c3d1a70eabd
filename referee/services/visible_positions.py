"""Sights: what a caller can see of a position: its view, its picture, its table, and the entry that led to it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from msgspec import structs

from games.kit.board.caption import Caption
from games.kit.rules import canonical
from games.kit.rules.chance import Zeros
from games.kit.rules.decider import asked_seats, owed_steps
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1.questions_pb2 import FindPositionsRequest
from gunbai_record.text.foreign import visible
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.entries import packed
from referee.game.game import Game
from referee.game.translator import Translator
from referee.records.replaying import Moment
from referee.services.entry_sentences import Says
from referee.services.game_messages import STATUSES
from referee.services.prompts import expected_of, sight_of, waiting_of
from store.contract import VersionNotFound


class Sight(NamedTuple):
    """What a caller asks to see of the positions of a game whose head is `newest`.

    `given` are the shares of chance that have come for it.
    """

    request: pb.ReplayGameRequest
    newest: Game
    caller: Caller
    opened: Container[str]
    translator: Translator
    says: Says
    given: Sequence[life.SeatShare]

    def response(self, moment: Moment) -> pb.ReplayGameResponse:
        """Return the requested parts of one position."""
        response = pb.ReplayGameResponse(version=moment.game.version)
        if self.request.views:
            response.view.CopyFrom(view_of(self.newest, moment.game, self.caller, self.translator, self.given))
        if self.request.pictures:
            response.picture.CopyFrom(self._picture(moment))
        if self.request.sentences:
            seen = self._shown(moment.entry)
            response.entry.CopyFrom(pb.ReadEntriesResponse(entry=seen, sentences=self.says(seen, moment.base)))
        if self.request.tables:
            response.table.CopyFrom(table_of(moment.game))
        return response

    def _picture(self, moment: Moment) -> pb.DrawPositionResponse:
        last = last_move(moment.game)
        moves = [entry for entry in (moment.entry, moment.before) if entry is not None and entry.version == last]
        return picture_of(self.newest, moment.game, self.caller, map(self._shown, moves), self.translator)

    def _shown(self, entry: record.Entry) -> record.Entry:
        return shown(self.newest, entry, self.caller, self.opened)


def check_parts(request: pb.ReplayGameRequest) -> None:
    """Check that a replay is asked for something. Raises InvalidField."""
    if not (request.views or request.pictures or request.sentences or request.tables):
        raise InvalidField("views", "expected at least one of views, pictures, sentences and tables")


def span_of(request: pb.ReplayGameRequest | FindPositionsRequest, newest: Game) -> tuple[int, int]:
    """Return the first and the last requested version. Raises InvalidField or VersionNotFound."""
    first, last = request.from_version or 1, request.to_version or newest.version
    if request.to_version and first > last:
        raise InvalidField("to_version", f"expected version {first} or later, not {last}")
    for version in (first, last):
        if version > newest.version:
            raise VersionNotFound(newest.id, version, newest.version)
    return first, last


def view_of(
    newest: Game, game: Game, caller: Caller, translator: Translator, given: Sequence[life.SeatShare]
) -> pb.GetViewResponse:
    """Return a position as the caller can see it; `given` are the shares of chance that came for the newest."""
    is_newest, sight = game.version == newest.version, sight_of(game, caller.seat or None)
    # The question reads the same view, before its words are translated.
    waiting = waiting_of(game, translator, sight, given if is_newest else ())
    return pb.GetViewResponse(
        view=packed(translator.view(sight())),
        version=game.version,
        waiting=waiting,
        expected_version=expected_of(game, caller.role, caller.seat) if is_newest else 0,
        seat=caller.seat,
        status=STATUSES[game.status],
    )


def table_of(game: Game) -> pb.GetTableResponse:
    """Return the whole table of a position without hidden facts."""
    return pb.GetTableResponse(
        table_json=canonical.encode(game.table).decode(),
        version=game.version,
        step_json=canonical.encode(game.step).decode() if game.step is not None else "",
        seats=sorted(asked_seats(game.charter.rulebook.title.rules, game.table)) if game.step is not None else (),
    )


def guess_of(game: Game, caller: Caller) -> pb.GetTableResponse:
    """Return a table that the caller cannot tell from the position's: the same for all that look alike to them."""
    guess = game.charter.rulebook.title.bots.guess
    # Draws of 0, so that the answer depends only on what the caller may know, and repeats.
    table = table_of(structs.replace(game, table=guess(game.table, caller.seat or None, Zeros())))
    table.guess = True
    return table


def last_move(game: Game) -> int:
    """Return the version of the last move that led to a position; closing or abandoning a game is not a move."""
    return game.version - game.over


def picture_of(
    newest: Game, game: Game, caller: Caller, moves: Iterable[record.Entry], translator: Translator
) -> pb.DrawPositionResponse:
    """Return a position's picture as the caller can see it, and likewise its last moves."""
    book = game.charter.rulebook
    items = [item.open for entry in moves for item in entry.events if item.open.type_url in book.events]
    caption = Caption(
        label=book.title.label,
        game=newest.id,
        version=game.version,
        players={seat: visible(sitting.player) for seat, sitting in enumerate(game.sittings, 1) if sitting.player},
        reader=caller.seat,
        asked_seats=asked_seats(book.title.rules, game.table) if game.step else (),
        steps=owed_steps(book.title.rules, game.table) if game.step else (),
        events=tuple(map(book.event, items)),
        recalled=tuple(book.event(AnyMessage.FromString(event)) for _, event in game.recalled),
        book=translator.book,
    )
    svg = book.title.board.picture(translator.view(book.title.rules.view(game.table, caller.seat or None)), caption)
    return pb.DrawPositionResponse(svg=svg, version=game.version)
