"""Cards of the number step: Gourmet, Complete Destruction, Omnivore and Freeze Time (KT-5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.king_of_tokyo.rules.data import FACE, Power
from games.king_of_tokyo.rules.gains import gain_points, reward
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Play
from gunbai.king_of_tokyo.v1 import events as ev

NUMBERS = {"one": 1, "two": 2, "three": 3}
TRIPLE = 3


def scores(table: TokyoTable, number: str) -> bool:
    """Return whether the dice score a number: at least three of them show it (KT-5.3)."""
    return number in dict(scored(table.turn.dice))


def scored(dice: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each number that the dice score, with its points: one more per die beyond the third (KT-5.2, KT-5.3)."""
    for number, points in NUMBERS.items():
        if dice.count(number) >= TRIPLE:
            yield number, points + dice.count(number) - TRIPLE


def score_numbers(play: Play[TokyoTable], seat: int) -> None:
    """Score the numbers, then the cards that depend on the faces (KT-5.2, KT-5.4)."""
    table = play.table
    for _, points in scored(table.turn.dice):
        gain_points(play, seat, points)
    if table.active.cards:
        _score_cards(play, seat)


def _score_cards(play: Play[TokyoTable], seat: int) -> None:
    table = play.table
    if scores(table, "one"):
        reward(play, seat, Power.GOURMET)
    if set(FACE.words) <= set(table.turn.dice):
        reward(play, seat, Power.DESTRUCTION)
    if set(NUMBERS) <= set(table.turn.dice):
        reward(play, seat, Power.OMNIVORE)
    if scores(table, "one"):
        _earn_turn(play, seat)


def _earn_turn(play: Play[TokyoTable], seat: int) -> None:
    """Earn the extra turn of Freeze Time, one however many copies there are (KT-13.15)."""
    for held in play.table.active.copies(Power.FREEZE)[:1]:
        penalty = play.table.turn.penalty + held.acts.powers[Power.FREEZE]
        play.emit(ev.ExtraTurnEarned(seat=seat, card=held.card, penalty=penalty))
