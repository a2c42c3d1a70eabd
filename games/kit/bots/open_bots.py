"""What bots need from a title that provides nothing for them: everything is known, and only the end is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from games.kit.bots.contract import Bots, all_alike, rests
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Rules
from gunbai_record.plain import Plain, is_private

Guess: TypeAlias = Callable[[Any, "int | None", Draws], Any]


class UnguessedError(TypeError):
    """A title hides something but has no guess for it."""


def open_bots(rules: Rules[Any], guess: Guess | None = None) -> Bots[Any]:
    """Return bots that judge only the end. Raises UnguessedError for a title that hides something but has no guess."""
    hidden = sorted({kind.__name__ for kind in _kinds(rules) if is_private(kind)})
    if hidden and guess is None:
        raise UnguessedError(
            f"{rules.name} hides {', '.join(hidden)}: give Title `load_bots=lambda: open_bots(RULES, guess)`, where "
            "guess(table, seat, draws) returns a table that the seat cannot tell from the real one"
        )

    def evaluation(table: Any) -> tuple[float, ...]:
        """Return each seat's share in the victory after the end; before it, the same for all."""
        end = rules.outcome(table)
        if end is None:
            return all_alike(table)
        won = [side for side in rules.sides(table) if set(side) & set(end.winners)]
        return tuple(sum(1 / len(won) for side in won if seat in side) for seat in table.seats)

    return Bots(guess=guess or all_known, evaluation=evaluation, is_quiet=rests(rules.turn))


def all_known(table: Any, seat: int | None, draws: Draws) -> Any:
    """Return the table itself: the `guess` of titles that hide nothing."""
    return table


def _kinds(rules: Rules[Any]) -> Iterator[type[Plain]]:
    for step in rules.steps:
        yield from getattr(step, "takes", ())
    yield from rules.evolve.handlers
