"""How an arbiter's orders are carried out: only once, even if they are sent again or by somebody else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import arbiter_pb2 as pb
from referee.access.callers import Caller
from referee.access.fields import check_text
from referee.errors import (
    CommandIdReused,
    GameOver,
    GamePrivate,
    GameTooLong,
    InvalidField,
    NotAllowed,
    RoleNeeded,
    VersionConflict,
)
from referee.game.decided_results import decide_game
from referee.game.entries import BY_ARBITER, Added, Deed
from referee.game.game import Game
from referee.game.irregularities import rule_irregularity, set_position
from referee.game.judge import settled
from referee.game.orders import LONGEST_TEXT, NOBODYS_KEY, check_has_arbiter, check_signature
from referee.game.titles import parsed
from referee.records import wall_clock
from referee.records.changes import Changes, Written
from store.contract import DuplicateCommand

Order = Callable[[Game, Deed], Added]


async def ruled(changes: Changes, request: pb.RuleIrregularityRequest, caller: Caller) -> Written:
    """Return what followed from a ruling on an irregularity.

    Raises InvalidField, UnparsableCommand, CommandIdReused, GameTooLong or as `arbiters_order` does.
    """
    ruling = parsed(irregularities.RuleIrregularity, request.command)
    for field in ("clause", "done"):
        check_text(field, getattr(ruling, field), LONGEST_TEXT, at_least=1)
    if bool(ruling.position) != bool(request.table_json):
        raise InvalidField("table_json", "give both the table and its leaf (`position`), or neither")
    if request.salt and not request.table_json:
        raise InvalidField("salt", "a ruling that sets a position needs a salt")

    def rules(game: Game, deed: Deed) -> Added:
        changes.check_length(game)
        return rule_irregularity(
            game, deed, set_position(request.table_json, request.salt) if request.table_json else None
        )

    return await _carried_out(changes, request, caller, rules)


async def decided(changes: Changes, request: pb.DecideGameRequest, caller: Caller) -> Written:
    """Return what followed from a decision on a game's result.

    Raises InvalidField, UnparsableCommand, CommandIdReused, GameTooLong or as `arbiters_order` does.
    """
    decision = parsed(results.DecideGame, request.command)
    check_text("reason", decision.reason, LONGEST_TEXT, at_least=1)

    def decides(game: Game, deed: Deed) -> Added:
        if decision.appeal_pending:
            changes.check_length(game)
        return decide_game(game, deed)

    return await _carried_out(changes, request, caller, decides)


async def _carried_out(
    changes: Changes, request: pb.RuleIrregularityRequest | pb.DecideGameRequest, caller: Caller, order: Order
) -> Written:
    def deed() -> Deed:
        sent = request.command
        # Anew for each attempt: if another change was faster, the order comes after it in time too.
        return Deed(BY_ARBITER, wall_clock.now(), sent, request.command_id, request.expected_version, request.signature)

    def follows(game: Game) -> Added:
        check_arbiter(game, caller, partial(check_signature, game, deed()))
        return settled(order(game, deed()))

    try:
        added = await changes.make(request.game, follows)
    except (VersionConflict, GameOver, GameTooLong, DuplicateCommand) as error:
        first = await _before(changes, request.game, request.command_id, request.command)
        if first is not None:
            return first
        if isinstance(error, DuplicateCommand):
            raise CommandIdReused(request.game, request.command_id) from None
        raise
    return Written(added.game, added.entries)


async def _before(changes: Changes, game: str, command_id: str, command: AnyMessage) -> Written | None:
    return await changes.written_before(game, command_id, BY_ARBITER, command)


def check_arbiter(game: Game, caller: Caller, check_signed: Callable[[bytes], None]) -> None:
    """Check who acts as the arbiter, before saying anything about the game.

    A private game says nothing to anyone without a token or a valid signature: raises GamePrivate. If the game names a
    key, `check_signed` checks that it signed; otherwise raises RoleNeeded for all but the dealer, and for everybody if
    there is none.
    """
    if game.charter.private and caller.role is None:
        try:
            check_signed(game.charter.arbiter or NOBODYS_KEY)
        except (NotAllowed, InvalidField):
            raise GamePrivate(game.id) from None
    check_has_arbiter(game)
    if game.charter.arbiter:
        check_signed(game.charter.arbiter)
    elif caller.role != "dealer":
        raise RoleNeeded("the dealer's token, since the game names no arbiter")
