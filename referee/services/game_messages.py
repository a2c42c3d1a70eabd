"""Answers: games and rulings as messages of the API."""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

from games.kit.rules.decider import Outcome
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import ruling_pb2 as pb
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.entries import moment, span
from referee.game.game import Game, Status
from referee.game.translator import Translator
from referee.records import provenance
from referee.records.changes import Written
from store.contract import Opening, Standing, Summary

STATUSES: dict[Status, game_pb2.GameStatus.ValueType] = {
    "open": game_pb2.GAME_STATUS_OPEN,
    "running": game_pb2.GAME_STATUS_RUNNING,
    "finished": game_pb2.GAME_STATUS_FINISHED,
    "abandoned": game_pb2.GAME_STATUS_ABANDONED,
    "revealing": game_pb2.GAME_STATUS_REVEALING,
    "voided": game_pb2.GAME_STATUS_VOIDED,
    "stalled": game_pb2.GAME_STATUS_STALLED,
    "decided": game_pb2.GAME_STATUS_DECIDED,
    "appealed": game_pb2.GAME_STATUS_APPEALED,
    "continued": game_pb2.GAME_STATUS_CONTINUED,
    "superseded": game_pb2.GAME_STATUS_SUPERSEDED,
}

STANDINGS: dict[Standing, game_pb2.Standing.ValueType] = {
    "refereed": game_pb2.STANDING_REFEREED,
    "attested": game_pb2.STANDING_ATTESTED,
    "consistent": game_pb2.STANDING_CONSISTENT,
    "unverified": game_pb2.STANDING_UNVERIFIED,
}


def fill_accepted(accepted: pb.Accepted, answer: Written, caller: Caller, opened: Container[str]) -> None:
    """Fill in what followed from a command, as its actor can see it: in place, because copying entries takes long.

    `opened` has the games whose entries are open to everybody.
    """
    for entry in answer.entries:
        # Of all ways to copy a message this takes the least time.
        accepted.entries.add().CopyFrom(shown(answer.game, entry, caller, opened))
    if answer.repeated:
        accepted.repeated_command = True


def status_of(status: game_pb2.GameStatus.ValueType) -> str:
    """Return the catalogue's word for a status; "" if it is not given. Raises InvalidField."""
    words = {number: word for word, number in STATUSES.items()}
    if status and status not in words:
        raise InvalidField("status", f"{status} is not a status")
    return words[status] if status else ""


def standing_of(standing: game_pb2.Standing.ValueType) -> Standing | Literal[""]:
    """Return the catalogue's word for a standing; "" if it is not given. Raises InvalidField."""
    words = {number: word for word, number in STANDINGS.items()}
    if standing and standing not in words:
        raise InvalidField("standing", f"{standing} is not a standing")
    return words[standing] if standing else ""


def message_of(game: Game, translator: Translator | None = None, *, went_back: bool = False) -> game_pb2.GameInfo:
    """Return a game as clients see it, with its result in a translator's words if one is given."""
    charter, notices, absences = game.charter, game.notices, game.notices_of_absence
    return game_pb2.GameInfo(
        game=game.id,
        label=charter.label,
        title=charter.rulebook.name,
        rules_version=charter.rulebook.rules_version,
        status=STATUSES[game.status],
        seats=[
            game_pb2.Seat(
                seat=number,
                player=sitting.player,
                public_key=sitting.public_key,
                held=bool(charter.holders),
                taken=sitting.taken,
                veto_expire_time=moment(notices[number].until) if number in notices else None,
                absence_expire_time=moment(absences[number]) if number in absences else None,
                away=number in game.away,
                key_unproven=bool(sitting.public_key) and not sitting.signed,
            )
            for number, sitting in enumerate(game.sittings, 1)
        ],
        head=game.version,
        head_digest=game.digest,
        chance_source=charter.chance_source,
        private=charter.private,
        invited_only=charter.invited_only,
        parent=charter.parent,
        parent_version=charter.parent_version if charter.parent else 0,
        options_json=charter.options_json,
        edition_digest=charter.edition.digest,
        create_time=moment(charter.created_at),
        update_time=moment(game.changed_at),
        result=_result(game, game.result, translator) if game.result is not None else None,
        share_seconds=charter.share_seconds,
        reissue_seconds=charter.reissue_seconds,
        absence_seconds=charter.absence_seconds,
        went_back=went_back,
        stalled=charter.stalled,
        absent_seats=game.absent,
        played_on=charter.played_on,
        tags=charter.tags,
        arbiter=charter.arbiter,
        left_seats=game.out,
        continues=charter.continues,
        continued_by=game.continued_by,
        clock=charter.clock.message() if charter.clock is not None else None,
        standing=STANDINGS[provenance.standing_of(charter.provenance)],
        provenance=game_pb2.Provenance.FromString(charter.provenance) if charter.provenance else None,
        clocks=clocks_of(game),
        duplicate_games=charter.sisters,
        seed=charter.seed,
    )


def clocks_of(game: Game) -> game_pb2.Clocks | None:
    """Return a running game's clocks after its last entry, or None if none run."""
    clock = game.clock
    if clock is None or game.status != "running" or game.result is not None:
        return None
    times = game.times
    return game_pb2.Clocks(
        seats=[
            game_pb2.SeatClock(
                seat=seat,
                left=span(max(0, left)),
                deadline=moment(times[seat]) if seat in times else None,
                bot=seat in game.with_bot,
            )
            for seat, left in enumerate(clock.left, 1)
        ],
        pause_expire_time=moment(clock.paused_until) if clock.paused_until > game.changed_at else None,
    )


def outline_of(summary: Summary) -> game_pb2.GameInfo:
    """Return a game as far as its catalogue row has it."""
    return game_pb2.GameInfo(
        game=summary.game,
        title=summary.title,
        status=next(
            (number for word, number in STATUSES.items() if word == summary.status), game_pb2.GAME_STATUS_UNSPECIFIED
        ),
        seats=[
            game_pb2.Seat(seat=number, player=player, taken=bool(player))
            for number, player in enumerate(summary.players, 1)
        ],
        head=summary.head,
        label=summary.label,
        played_on=summary.played_on,
        tags=summary.tags,
        private=not summary.public,
        parent=summary.parent,
        parent_version=summary.parent_version,
        create_time=moment(summary.created_at * 1000),
        update_time=moment(summary.changed_at * 1000),
        standing=STANDINGS[summary.standing],
    )


def unverified_of(opening: Opening) -> game_pb2.GameInfo:
    """Return an imported, unverified record as clients see it: nobody knows the state of its game."""
    origin = game_pb2.Provenance.FromString(opening.provenance)
    return game_pb2.GameInfo(
        game=opening.game,
        title=opening.title,
        head=origin.header.head,
        private=not opening.public,
        create_time=origin.import_time,
        update_time=origin.import_time,
        standing=game_pb2.STANDING_UNVERIFIED,
        provenance=origin,
    )


def _result(game: Game, outcome: Outcome, translator: Translator | None) -> game_pb2.Result:
    result = game_pb2.Result(
        ending=outcome.ending,
        clause=game.charter.rulebook.clauses[outcome.clause].number if outcome.clause else "",
        winners=outcome.winners,
        scores=outcome.scores,
        remark=outcome.remark,
        basis=game.basis,
    )
    if translator is not None:
        translator.say_result(result)
    return result
