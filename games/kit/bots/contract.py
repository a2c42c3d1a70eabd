"""The contract with bots: what a table might be, how to evaluate it, and how a quick player moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.kit.bots.solved import Keeper, Solution
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Chance, T, Table
from gunbai_record.plain import Plain

T_contra = TypeVar("T_contra", bound=Table, contravariant=True)


class Prospect(Protocol[T_contra]):
    """The value of a legal move for a seat: the mean evaluation after it and after the chance that follows.

    It is the mean over all guesses of the seat or, if it is believing, over all beliefs. Law: it depends on nothing
    that is hidden from the seat.
    """

    def __call__(self, table: T_contra, seat: int, move: Plain, *, believing: bool) -> tuple[float, ...]:
        """Return what each seat has."""


Build: TypeAlias = "Callable[[T, int, tuple[Any, ...]], Iterable[Any]]"
"""(table, seat, the items so far) -> the items that may come next in the list of a move.

Laws: a legal move begins with every list of items that it offers so; it offers those of every legal move.
"""


def all_alike(table: Table) -> tuple[float, ...]:
    """Return the same for every seat: the `evaluation` of titles that have none of their own."""
    return (1 / table.players,) * table.players


def quiet(table: Any) -> bool:
    """Return True: the `is_quiet` of titles whose evaluation fits every table."""
    return True


def no_habit(table: Any, seat: int) -> Plain | None:
    """Return None: the `habit` of titles without a preferred quick move."""
    return None


def rests(turn: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Return the `is_quiet` of a title without habits: whether no chance is due."""

    def is_quiet(table: Any) -> bool:
        return not isinstance(table.agenda[-1] if table.agenda else turn(table), Chance)

    return is_quiet


@dataclass(frozen=True, kw_only=True)
class Bots(Generic[T]):
    """What bots need from a title, as a value. The functions are pure."""

    guess: Callable[[T, int | None, Draws], T]
    """(table, seat or None for a spectator, draws) -> a table that this reader cannot tell from it.

    Everything the reader does not know is drawn again. Laws: the reader has the same view and the same legal moves in
    both; both tables have the same guesses, with the same probabilities.
    """
    belief: Callable[[T, int | None, Draws], T] | None = None
    """Like the guess, but weighted by what the moves of others suggest; None if they suggest nothing."""
    evaluation: Callable[[T], tuple[float, ...]] = all_alike
    """(table) -> for each seat, seat 1 first, an estimate of its share of the victory, from 0 to 1.

    Laws: after the end it is that share: 1 for a side that wins alone, 0 for one that loses. Where sides compete, their
    estimates add up to 1 while the game runs. Seats change places in it as they do on the table.
    """
    appraisal: Callable[[T], tuple[float, ...]] | None = None
    """The same under the same laws, closer to the truth but slower: searches go by it; None for the evaluation."""
    spread: float | None = None
    """The spread of the evaluations at the end of playouts: the larger, the longer each move is tried.

    None for titles evaluated wherever a playout stops: such evaluations differ little.
    """
    is_quiet: Callable[[T], bool] = quiet
    """(table) -> whether the evaluation can be trusted here: a search plays on until it can.

    Law: a game where every seat follows its habit, or makes any move without one, reaches a quiet table or its end,
    unless chance repeats itself forever.
    """
    habit: Callable[[T, int], Plain | None] = no_habit
    """(table, a seat to act) -> the legal move of a quick player, or None for the best-looking one.

    It depends only on what the seat can know.
    """
    prospect: Prospect[T] | None = None
    """The value of a legal move, if the title computes it; None if it is sampled."""
    solution: Callable[[Keeper], Solution] | None = None
    """(where values are kept) -> the best moves of a solved title; None for all others."""
    builds: Mapping[type[Plain], Build[T]] = field(default_factory=dict, hash=False)
    """How the one list of a move is built, for a type with too many legal moves to list as candidates."""
