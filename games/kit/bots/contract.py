"""What bots ask of a title: what a table might be, how it is to be judged, and what a quick player does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from games.kit.bots.solved import Keeper, Solution
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Chance, T, Table
from gunbai_record.plain import Plain

T_contra = TypeVar("T_contra", bound=Table, contravariant=True)


class Prospect(Protocol[T_contra]):
    """What a seat can expect of a legal move: the mean evaluation after it and what chance shows then.

    It is the mean over all guesses of the seat or, if it is believing, over all beliefs. Law: it depends on nothing
    that is hidden from the seat.
    """

    def __call__(self, table: T_contra, seat: int, move: Plain, *, believing: bool) -> tuple[float, ...]:
        """Return what each seat has."""


def all_alike(table: Table) -> tuple[float, ...]:
    """Return the same for every seat: the `evaluation` of titles that have none of their own."""
    return (1 / table.players,) * table.players


def quiet(table: Any) -> bool:
    """Return True: the `is_quiet` of titles whose evaluation fits every table."""
    return True


def no_habit(table: Any, seat: int) -> Plain | None:
    """Return None: the `habit` of titles in which no quick move is better than any other."""
    return None


def rests(turn: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Return the `is_quiet` of a title without habits: whether chance has shown what it must."""

    def is_quiet(table: Any) -> bool:
        return not isinstance(table.agenda[-1] if table.agenda else turn(table), Chance)

    return is_quiet


@dataclass(frozen=True, kw_only=True)
class Bots(Generic[T]):
    """What bots ask of a title, as a value. The functions are pure."""

    guess: Callable[[T, int | None, Draws], T]
    """(table, seat or None for a spectator, draws) -> a table that this reader cannot tell from it.

    What the reader does not know is drawn afresh. Laws: the reader has the same view of both, and the same legal
    moves; the guesses that can be made from one are those that can be made from the other, as likely.
    """
    belief: Callable[[T, int | None, Draws], T] | None = None
    """The same as the guess, but more often what is likelier after what others did; None where that tells nothing."""
    evaluation: Callable[[T], tuple[float, ...]] = all_alike
    """(table) -> for each seat, seat 1 first, an estimate of its share of the victory, from 0 to 1.

    Laws: after the end it is that share: 1 for a side that wins alone, 0 for one that loses. Where sides compete, their
    estimates add up to 1 while the game runs. Seats change places in it as they do on the table.
    """
    appraisal: Callable[[T], tuple[float, ...]] | None = None
    """The same under the same laws, nearer to the truth and slower: what searches go by; None for the evaluation."""
    spread: float | None = None
    """How far from their mean the evaluations lie with which playouts end: the farther, the longer each move is tried.

    None for titles that are judged wherever a playout stops: such evaluations differ by little.
    """
    is_quiet: Callable[[T], bool] = quiet
    """(table) -> whether the evaluation can be trusted here: a search plays on until it can.

    Law: a game in which every seat follows its habit, or makes any move where it has none, comes to a quiet table, or
    to its end, unless chance brings the same again and again.
    """
    habit: Callable[[T, int], Plain | None] = no_habit
    """(table, a seat that is asked) -> the legal move that a quick player makes, or None for the one that looks best.

    It follows from what the seat may know.
    """
    prospect: Prospect[T] | None = None
    """What a seat can expect of a legal move, where it is worked out; None where it is sampled."""
    solution: Callable[[Keeper], Solution] | None = None
    """(where values are kept) -> the best moves of a title that is solved; None for all others."""
