"""Questions: what the rules wait for, whom they ask, and which commands would be accepted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

from games.kit.rules.chance import Zeros
from games.kit.rules.changes_of_mind import taking_back
from games.kit.rules.decider import Chance, Decision, asked_seats, legal
from games.kit.rules.luck import weighed
from games.kit.words.phrasebook import Sight
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai_record.plain import Plain, full_name
from referee.access.callers import Caller
from referee.errors import HiddenFacts
from referee.game.chance_shares import outcome_due, seats_without_share
from referee.game.entries import moment, packed
from referee.game.game import Game
from referee.game.taking_back import reach
from referee.game.translator import Translator
from referee.records.games import Games
from referee.services.game_messages import STATUSES, clocks_of

MOST_OUTCOMES = 100
"""The maximum number of outcomes of chance that are listed to a dealer."""


def waiting_of(
    game: Game, translator: Translator, sight: Sight, given: Sequence[life.SeatShare] = ()
) -> game_pb2.Waiting:
    """Return what the rules wait for, in words to a reader with this sight; empty before the start and after the end.

    `given` are the shares that have come for the due outcome of shared chance.
    """
    book, step = game.charter.rulebook, game.step
    if step is None:
        return game_pb2.Waiting(share_due=share_due(game, given), clocks=clocks_of(game))
    takes = step.takes if isinstance(step, Decision | Chance) else ()
    return game_pb2.Waiting(
        step=type(step).__name__,
        sentence=translator.question(step, translator.players(game.sittings), sight),
        clause=book.clause_due(game.table),
        seats=asked_seats(book.title.rules, game.table),
        chance=isinstance(step, Chance),
        share_due=share_due(game, given),
        clocks=clocks_of(game),
        commands=[*map(full_name, takes)],
    )


def sight_of(game: Game, reader: int | None) -> Sight:
    """Return a position's sight: its view for a seat, or None for a spectator, computed when it is first needed."""
    return cache(lambda: game.charter.rulebook.title.rules.view(game.table, reader))


def share_due(game: Game, given: Sequence[life.SeatShare]) -> game_pb2.ShareDue | None:
    """Return the awaited shares of chance, or None; `given` are those of shared chance that have come."""
    if not game.deadline:
        return None
    return game_pb2.ShareDue(
        game=game.id,
        outcome=outcome_due(game),
        seats=seats_without_share(game, given),
        deadline=moment(game.deadline),
    )


def legal_commands(game: Game, seat: int, translator: Translator) -> list[pb.LegalCommand]:
    """Return a seat's commands that would be accepted, those for its present decision first."""
    if game.status != "running":
        return []
    return _listed(game, translator, legal(game.charter.rulebook.title.rules, game.table, seat), seat)


def undoing(game: Game, seat: int, translator: Translator) -> pb.LegalCommand | None:
    """Return the order with which a seat takes back its last move by itself; None if it cannot."""
    version = reach(game, seat)
    if not version:
        return None
    order = life.TakeBack(version=version)
    return pb.LegalCommand(
        command=packed(order),
        sentence=translator.sentence(order, translator.players(game.sittings)),
        takes_back=True,
    )


def outcomes(game: Game, translator: Translator) -> list[pb.LegalCommand]:
    """Return the possible outcomes of chance, for the dealer only.

    Nothing unless chance is due, or if there are too many.
    """
    step = game.step
    if game.status != "running" or not isinstance(step, Chance):
        return []
    # One more than allowed shows that there are too many, without making them all.
    drawn = list(islice(weighed(step.form, step, game.table) or (), MOST_OUTCOMES + 1))
    if len(drawn) > MOST_OUTCOMES:
        return []
    return _listed(game, translator, (step.showing(game.table, what) for what, _ in drawn))


def example_of(game: Game, translator: Translator) -> pb.LegalCommand | None:
    """Return one possible outcome of chance, for the dealer only; None unless chance is due."""
    step = game.step
    if game.status != "running" or not isinstance(step, Chance):
        return None
    return _listed(game, translator, (step.draw(game.table, Zeros()),))[0]


def _listed(
    game: Game, translator: Translator, moves: Iterable[Plain], reader: int | None = None
) -> list[pb.LegalCommand]:
    title, players = game.charter.rulebook.title, translator.players(game.sittings)
    undoing, sight = taking_back(title.rules, game.table), sight_of(game, reader)
    return [
        pb.LegalCommand(
            command=packed(move),
            sentence=translator.sentence(move, players, sight, game.step),
            spots=title.board.spots(game.table, move),
            takes_back=type(move) in undoing,
        )
        for move in moves
    ]


async def asks_for_actor(games: Games, newest: Game, position: Game, caller: Caller, actor: int) -> bool:
    """Return whether a position hides facts from somebody who asks what an actor may do there.

    If so, it is a seat's own secret. Raises HiddenFacts for anybody but the seat's holder.
    """
    hidden = await games.hides(newest, position)
    if hidden and not (caller.plays and caller.seat == actor):
        raise HiddenFacts(newest.id)
    return hidden


def expected_of(game: Game, role: str | None, seat: int) -> int:
    """Return the version to expect with a player's or dealer's command; 0 for others, and unless the game runs."""
    if game.status != "running" or role not in {"seat", "dealer", "bot"}:
        return 0
    return game.expected(seat)


def prompt_of(game: Game, seat: int, translator: Translator) -> pb.Prompt:
    """Return what a seat is asked, with every possible answering command."""
    return pb.Prompt(
        game=game.id,
        expected_version=expected_of(game, "seat", seat),
        waiting=waiting_of(game, translator, sight_of(game, seat)),
        commands=legal_commands(game, seat, translator),
        status=STATUSES[game.status],
        take_back=undoing(game, seat, translator),
    )
