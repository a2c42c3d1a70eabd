"""Results that do not come from the rules: seats concede, the arbiter decides, and the referee closes the game.

One entry decides a game and another one closes it and opens its secret, as with the last move and the end by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as pb
from referee.errors import InvalidField
from referee.game.entries import BY_HOST, Added, Deed, packed, write
from referee.game.game import Game
from referee.game.orders import arbiters_order, at_rest, check_text, check_version, later, seats_order

ENDINGS = {
    pb.RESULT_BASIS_CONCESSION: "concession",
    pb.RESULT_BASIS_AGREEMENT: "agreement",
    pb.RESULT_BASIS_ADJUDICATION: "adjudication",
    pb.RESULT_BASIS_FORFEIT: "forfeit",
    pb.RESULT_BASIS_PENALTY: "penalty",
    pb.RESULT_BASIS_TIME: "time",
}
"""The names of the endings that are not a title's."""
_BY_ARBITER = frozenset({pb.RESULT_BASIS_ADJUDICATION, pb.RESULT_BASIS_FORFEIT, pb.RESULT_BASIS_PENALTY})


def concede(game: Game, deed: Deed) -> Added:
    """Take a seat out of the game. Raises VersionConflict or as `seats_order` does."""
    seats_order(game, deed, pb.Concede)
    check_version(game, deed.expected_version, game.expected(deed.actor.seat))
    return write(game, later(game, deed), [pb.SeatConceded(seat=deed.actor.seat)], partial(seat_conceded, game))


def seat_conceded(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat conceded."""
    # Words were given while this seat played: without it, they might suddenly be all that are needed.
    return left(game.noted(entry, words=()), [entry.actor.seat], pb.RESULT_BASIS_CONCESSION)


def left(game: Game, seats: Sequence[int], basis: pb.ResultBasis.ValueType) -> Game:
    """Return the game without these seats: decided once only one side, or nobody, is left."""
    game = msgspec.structs.replace(game, out=tuple(sorted({*game.out, *seats})))
    if not game.charter.rulebook.served:
        # Only the rules could say who is left, and they are unknown: the entry that closes the game says it.
        return game
    sides = game.charter.rulebook.title.rules.sides(game.table)
    playing = [side for side in sides if not set(side) <= set(game.out)]
    # Where all win or lose together, the others play on until nobody is left.
    if playing and (len(playing) > 1 or len(sides) == 1):
        return game
    return decided(game, basis, playing[0] if playing else ())


def decide_game(game: Game, deed: Deed) -> Added:
    """Decide a game, finally or with an appeal pending. Raises InvalidField or as `arbiters_order` does."""
    decision = arbiters_order(game, deed, pb.DecideGame)
    if decision.basis not in _BY_ARBITER:
        raise InvalidField("basis", "an arbiter decides by adjudication, forfeit or penalty")
    if bool(decision.seats) == (decision.basis == pb.RESULT_BASIS_ADJUDICATION):
        raise InvalidField("seats", "a forfeit or a penalty names its seats; an adjudication names none")
    check_seats(game, "seats", decision.seats)
    check_result(game, decision.winners, decision.scores)
    if set(decision.seats) & set(decision.winners):
        raise InvalidField("winners", "a seat that forfeits or is penalised cannot win")
    check_text("reason", decision.reason)
    return write(game, later(game, deed), [pb.ResultDecided()], partial(result_decided, game))


def result_decided(game: Game, entry: record.Entry) -> Game:
    """Return the game after the arbiter decided its result."""
    decision = pb.DecideGame.FromString(entry.command.open.value)
    game = game.noted(entry, status="appealed" if decision.appeal_pending else "running")
    return decided(game, decision.basis, decision.winners, decision.scores)


def decided(game: Game, basis: pb.ResultBasis.ValueType, winners: Sequence[int], scores: Sequence[int] = ()) -> Game:
    """Return a game whose result is known: it waits only to be closed."""
    return at_rest(game, basis=basis, result=Outcome(ENDINGS[basis], 0, tuple(winners), tuple(scores)))


def close_decided(game: Game, result: Outcome) -> Added:
    """Close a decided game; the entry opens its secret."""
    closed = pb.GameDecided(basis=game.basis, winners=result.winners, scores=result.scores, secret=game.secret)
    # At the time of the decision, which verifiers demand: the operator has no say in it.
    deed = Deed(BY_HOST, game.changed_at, packed(life.CloseGame()))
    return write(game, deed, [closed], partial(game_decided, game))


def game_decided(game: Game, entry: record.Entry) -> Game:
    """Return the game after it was closed as decided. The entry says who won: the rules may be unknown here."""
    closed = pb.GameDecided.FromString(entry.events[0].open.value)
    result = Outcome(ENDINGS[closed.basis], 0, tuple(closed.winners), tuple(closed.scores))
    return msgspec.structs.replace(game.ended(entry, "decided", result), basis=closed.basis)


def check_seats(game: Game, field: str, seats: Sequence[int]) -> None:
    """Check a list of seats: each at most once, in order. Raises InvalidField."""
    if [*seats] != sorted({*seats} & {*range(1, len(game.sittings) + 1)}):
        raise InvalidField(field, f"expected seats of the game in order, each once, not {[*seats]}")


def check_result(game: Game, winners: Sequence[int], scores: Sequence[int]) -> None:
    """Check the winners and the scores. Raises InvalidField."""
    check_seats(game, "winners", winners)
    if len(scores) not in {0, len(game.sittings)}:
        raise InvalidField("scores", f"expected one score per seat or none, not {len(scores)}")
