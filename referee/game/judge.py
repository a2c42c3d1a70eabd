"""The judge: what follows from a command in a game, and what chance and the game's end add to it at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from games.kit.rules.chance import Draws
from games.kit.rules.decider import (
    CHANCE,
    Actor,
    BrokenLawError,
    Chance,
    Decision,
    Play,
    Refusal,
    carried_out,
    default,
    played,
)
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1.referee_pb2 import SubmitRequest
from gunbai_record.chance import Keys, Stream, derive
from gunbai_record.messages import unpacked
from gunbai_record.plain import Plain, as_plain
from referee.errors import (
    GameNotStarted,
    GameOver,
    InvalidField,
    ShareNotDue,
)
from referee.game.absences import absent_too_long, announce_absence, call_absence
from referee.game.agreements import agree
from referee.game.chance_shares import all_revealed, ask_shares, call_time, check_all_given, shares_overdue, shares_used
from referee.game.clocks import call_clock, check_bot, check_in_time, excuse_stop, expired
from referee.game.corrections import before_outcome, corrected
from referee.game.decided_results import close_decided, concede
from referee.game.entries import Added, Deed, packed, seat, substitute, write
from referee.game.game import Game, moved
from referee.game.lifecycle import begin_game, close_game
from referee.game.orders import check_plays, check_signature, check_version
from referee.game.taking_back import take_back
from referee.game.time_control import MICROS
from referee.game.token_reissue import Absent, always_there, complete_reissues

_ORDERS: dict[type[Message], Callable[[Game, Deed], Added]] = {
    results.Concede: concede,
    results.Agree: agree,
    results.AnnounceAbsence: announce_absence,
    life.TakeBack: take_back,
}
"""What a seat may send in every title; the title's rules do not judge it."""
_DRAWN_AT_ONCE = frozenset({life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_COMMITTED})
"""The sources of chance where the referee draws as soon as it is asked."""


class RefereeDraws(Stream, Draws):
    """Draws one outcome of chance from the referee's stream."""


class Command(NamedTuple):
    """A command as a client sent it, and its message."""

    actor: Actor
    command_id: str
    expected_version: int
    sent: AnyMessage
    message: Message
    signature: bytes = b""
    corrects: int = 0
    """The version of the outcome that it replaces; 0 for none."""
    by_bot: bool = False
    """Whether the bot that took over the seat sent it, instead of the player."""

    @classmethod
    def of(cls, request: SubmitRequest, message: Message, actor: Actor, *, by_bot: bool = False) -> Self:
        """Return a request's command by an actor, with its message."""
        version, signature = request.expected_version, request.signature
        sent, corrects = request.command, request.corrects
        return cls(actor, request.command_id, version, sent, message, signature, corrects, by_bot)


class Refused(NamedTuple):
    """A command that breaks a clause, and the unchanged game that it was judged on."""

    game: Game
    refusal: Refusal


def judge(game: Game, command: Command, at: int) -> Added | Refused:
    """Judge a command, or a seat's order: return the entries that follow, or the clause that it breaks.

    Raises InvalidField, VersionConflict, SignatureMissing, SignatureInvalid, GameNotStarted, GameOver, SeatLeft,
    TimeUp or NotTakenBack.
    """
    order = _ORDERS.get(type(command.message))
    if order is not None:
        if command.corrects:
            raise InvalidField("corrects", "correct an outcome with another outcome, not with an order")
        return settled(order(game, _deed(command, at)))
    if command.corrects:
        return _correct_outcome(game, command, at)
    deed = _deed(command, game.later(at))
    check_command(game, deed)
    ruling = ruled(game, deed, as_plain(command.message))
    return Refused(game, ruling) if isinstance(ruling, Refusal) else settled(ruling)


def _correct_outcome(game: Game, command: Command, at: int) -> Added | Refused:
    """Judge a dealer's correction of the last outcome: return what follows, or the broken clause.

    Raises InvalidField, VersionConflict, GameNotStarted or GameOver.
    """
    deed = _deed(command, game.later(at))
    _check_running(game)
    base = before_outcome(game, command.actor)
    # By its own version: the command's could also be that of an answer to the chance that is asked next.
    check_version(game, command.corrects, game.version)
    check_command(game, deed)
    ruling = ruled(base, deed, as_plain(command.message), corrected(game))
    return Refused(base, ruling) if isinstance(ruling, Refusal) else settled(ruling)


def is_order(message: Message) -> bool:
    """Return whether a command is an order, not a move by the rules."""
    return type(message) in _ORDERS


def order_of(game: Game, actor: int, order: Message) -> Sequence[Message]:
    """Return the events of a seat's order, without checking the key; none for a title's command.

    Raises InvalidField, GameNotStarted or GameOver.
    """
    give = _ORDERS.get(type(order))
    if give is None:
        return ()
    # Nothing is written, so nobody needs to sign.
    keyless = tuple(msgspec.structs.replace(sitting, public_key=b"") for sitting in game.sittings)
    deed = Deed(seat(actor), game.changed_at, packed(order), "adjudicated", game.version)
    (entry,) = give(msgspec.structs.replace(game, sittings=keyless), deed).entries
    return [unpacked(event.open) for event in entry.events]


def settled(added: Added) -> Added:
    """Return the added entry and what follows at once: a game's beginning, outcomes of chance, its closing."""
    game, entries = added.game, list(added.entries)
    while more := owed(game):
        game = more.game
        entries += more.entries
    return Added(game, tuple(entries))


def owed(game: Game) -> Added | None:
    """Return the entry that the referee adds next by itself, if any.

    It begins a game whose shares are all revealed, draws an outcome that needs no share, makes the default move for a
    seat that has left or is late, or closes a game.
    """
    if game.status == "revealing" and all_revealed(game):
        return begin_game(game)
    if game.status != "running":
        return None
    # Before the step: a decided game owes no more moves.
    if game.result is not None:
        return close_decided(game, game.result)
    if game.step is None:
        outcome = game.charter.rulebook.title.rules.outcome(game.table)
        return close_game(game, outcome) if outcome is not None else None
    if isinstance(game.step, Chance) and game.charter.chance_source in _DRAWN_AT_ONCE:
        return _drawn(game, game.step, game.keys, game.changed_at)
    if isinstance(game.step, Decision):
        return _substituted(game)
    return None


def first_absent(game: Game) -> int:
    """Return the first seat that the rules wait for although it has left or is late; 0 if there is none."""
    if not (game.out or game.late) or game.result is not None or not isinstance(game.step, Decision):
        return 0
    # Always the same one, because the order of default moves stands in the record and verifiers repeat it.
    return min((seat for seat in game.step.seats(game.table) if seat in game.out or seat in game.late), default=0)


def _substituted(game: Game) -> Added | None:
    """Return the default move for a seat that cannot decide itself, or None if none is due."""
    absent = first_absent(game)
    if not absent:
        return None
    rules = game.charter.rulebook.title.rules
    move = default(rules, game.table, absent)
    play = carried_out(rules, game.table, absent, move)
    return _written(game, Deed(substitute(absent), game.changed_at, packed(move)), play)


def drawn_from(game: Game, given: Sequence[life.SeatShare], at: int) -> Added:
    """Draw the due outcome of shared chance from all seats' shares.

    Raises ShareNotDue or InvalidField.
    """
    at = game.later(at)
    check_all_given(game, given, at)
    if not isinstance(game.step, Chance):
        raise ShareNotDue(game.id, "no outcome of chance is due")
    keys = derive(game.secret, [share.share for share in given], game.inherited)
    return _drawn(shares_used(game, given), game.step, keys, at, life.SharesGiven(shares=given))


def drawn_if_complete(game: Game, given: Sequence[life.SeatShare], at: int) -> Added:
    """Return the outcome that waits for shares, and what follows from it, if each seat has given its share.

    Only timely shares are held: a service that stopped before it drew from them does so later.
    """
    if not game.deadline or not given or len(given) < len(game.sittings):
        return Added(game, ())
    # An outcome after the deadline would fail verification, and the shares came in time.
    return settled(drawn_from(game, given, min(at, game.deadline)))


def _drawn(game: Game, step: Chance[Any, Any], keys: Keys, at: int, *given: Message) -> Added:
    outcome = step.draw(game.table, RefereeDraws(keys.chance, game.drawn + 1))
    # A title from elsewhere may draw what it then refuses: write nothing, because nobody could verify such a record.
    ruling = ruled(game, Deed(seat(CHANCE), at, packed(outcome)), outcome, *given)
    if isinstance(ruling, Refusal):
        raise BrokenLawError(f"{step!r} refuses what it drew: {ruling}")
    return ruling


def ruled(game: Game, deed: Deed, move: Plain, *given: Message) -> Added | Refusal:
    """Ask only the rules: return a command's entry, or the clause that it breaks.

    `given` are the outcome's shares where chance is shared: they precede the title's events.
    """
    play = played(game.charter.rulebook.title.rules, game.table, deed.actor.seat, move)
    if isinstance(play, Refusal):
        return play
    return _written(game, deed, play, *given)


def _written(game: Game, deed: Deed, play: Play[Any], *given: Message) -> Added:
    """Return a play's entry."""
    return write(
        game, deed, (*given, *play.events), partial(moved, game, table=play.table, step=play.waits, events=play.events)
    )


def resumed(
    game: Game,
    since: int,
    given: Sequence[life.SeatShare],
    at: int,
    seen: int = 0,
    *,
    absent: Absent = always_there,
) -> Added:
    """Return what the referee adds to a game that it loads: what it owes, and the effects of deadlines.

    Shares that were asked for before the service ran (`since`) are asked for again: nobody could give them in between.
    The clocks leave out the time in which it did not run: from when it was last `seen`, 0 if that is unknown. The time
    for a veto leaves out how long it was `absent`. `given` are the shares of shared chance that have come.
    """
    added = settled(Added(game, ()))
    # A game that changed after the service came back was excused then.
    if game.changed_at < since:
        added = after_stop(added, seen, at)
    added = in_time(added, at)
    newest = added.game
    if (drawn := drawn_if_complete(newest, given, at)).entries:
        more = drawn
    # They were asked for before the stop, and shares in memory are lost with it.
    elif newest.deadline and newest.deadline - newest.charter.share_seconds * MICROS < since:
        more = ask_shares(newest, at)
    elif shares_overdue(newest, at):
        more = call_time(newest, given, at, puts_off=True)
    else:
        more = Added(newest, ())
    completed = complete_reissues(more.game, at, absent)
    return Added(completed.game, (*added.entries, *more.entries, *completed.entries))


def after_stop(added: Added, seen: int, at: int) -> Added:
    """Return the added entries, and the excuse for an outage while clocks ran."""
    game = added.game
    if not (game.times or game.notices_of_absence):
        return added
    # Between the last entry and now, whatever happened to the machine's clock.
    excused = excuse_stop(game, clocks.ExcuseStop(since_micros=min(max(seen, game.changed_at), game.later(at))), at)
    return Added(excused.game, (*added.entries, *excused.entries))


def in_time(added: Added, at: int) -> Added:
    """Return the added entries, and what follows for seats that ran out of time to decide or to come back."""
    # A game with clocks has no absences: only one of the two can be due.
    if absent_too_long(added.game, added.game.later(at)):
        called = call_absence(added.game, at)
        return Added(called.game, (*added.entries, *called.entries))
    if not expired(added.game, added.game.later(at)):
        return added
    called = settled(call_clock(added.game, at))
    return Added(called.game, (*added.entries, *called.entries))


def check_command(game: Game, deed: Deed) -> None:
    """Check a command against the game's state, its seat's key and time, and the version that it answers.

    Raises InvalidField, VersionConflict, SignatureMissing, SignatureInvalid, RoleNeeded, GameNotStarted, GameOver,
    SeatLeft or TimeUp.
    """
    actor = deed.actor.seat
    _check_running(game)
    if actor:
        _check_owner(game, actor, deed.command)
        check_plays(game, actor)
    substituted = deed.actor.kind == record.ACTOR_KIND_SUBSTITUTE
    if substituted:
        check_bot(game, actor)
    check_signature(game, deed, game.sitting(actor).public_key if actor and not substituted else b"")
    check_version(game, deed.expected_version, game.expected(actor))
    if game.clock is not None:
        check_in_time(game, actor, deed.at)


def _check_owner(game: Game, actor: int, sent: AnyMessage) -> None:
    """Check that a secret command names the seat that gives it."""
    if sent.type_url in game.charter.rulebook.private:
        named = game.charter.rulebook.seat_of(sent)
        if named != actor:
            raise InvalidField("command.seat", f"in a secret command, seat {actor} must name itself, not seat {named}")


def _check_running(game: Game) -> None:
    """Check that the rules can be asked. After the end by the rules, the title refuses every command by its clause."""
    if game.status == "appealed":
        raise GameOver(game.id, "the arbiter has decided it, and an appeal is pending")
    if game.status in {"abandoned", "decided", "continued", "superseded"}:
        raise GameOver(game.id, f"it is {game.status}")
    if game.status == "running" and game.result is not None:
        raise GameOver(game.id, "it is already decided")
    if game.status in {"voided", "stalled"}:
        raise GameOver(game.id, f"it is {game.status}, since shares of chance were missing")
    if game.status in {"open", "revealing"}:
        raise GameNotStarted(game.id, "it has not begun")


def _deed(command: Command, at: int) -> Deed:
    actor = substitute(command.actor) if command.by_bot else seat(command.actor)
    return Deed(actor, at, command.sent, command.command_id, command.expected_version, command.signature)
