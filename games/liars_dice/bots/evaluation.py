"""A table's value to each player: their dice, what the bid costs whom if it is challenged, and what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, exp, inf, log

from games.kit.bots.estimate import shares, won
from games.kit.rules.chance import Draws
from games.liars_dice.bots.guess import guess
from games.liars_dice.rules.data import WILD
from games.liars_dice.rules.outcome import outcome
from games.liars_dice.rules.table import Bid, DiceTable
from gunbai.liars_dice.v1 import commands as cmd
from gunbai_record.plain import Plain

CHALLENGED = 0.5
"""How often a bid is assumed to be challenged."""
DICE = 1.5
"""The strength of the logarithm of the number of dice."""
PARTS = 10_000
"""Into how many parts a probability is divided for drawing."""
BASE, NEEDED = -0.2, 1.5
"""The logit of one of the bidder's dice counting for the bid, and what is added for each of those dice that the bid
needs beyond what can be expected of all others, divided by the number of the bidder's dice.

From 4,000 bids of bots of level 1, grouped by what they needed: 45 % of the dice counted if the bid needed none, 61 %
at one half, 83 % at 1.
"""


def evaluation(table: DiceTable) -> tuple[float, ...]:
    """Return each seat's share. This looks under the cups: the mean over guesses is what a player expects."""
    if (ended := outcome(table)) is not None:
        return won(ended, table.players)
    if not table.bid.quantity:
        return _shares(table)
    return _shares(table, table.active if table.count() >= table.bid.quantity else table.bid.seat, CHALLENGED)


def belief(table: DiceTable, reader: int | None, draws: Draws) -> DiceTable:
    """Return a guess in which the bidder's dice are likelier to count for the bid: whoever bids usually has some."""
    guessed, bidder = guess(table, reader, draws), table.bid.seat
    if not bidder or bidder == reader:
        return guessed
    return guessed.but_at(bidder, hand=tuple(_die(table, draws) for _ in table.at(bidder).hand))


def prospect(table: DiceTable, seat: int, move: Plain, *, believing: bool) -> tuple[float, ...]:
    """Return the mean evaluation after a legal move of a seat, over guesses or beliefs (LD-4.5, LD-5.2)."""
    bid = table.bid
    bidder = bid.seat if believing and bid.seat != seat else 0
    match move:
        case cmd.MakeBid():
            sure = _at_least(table, seat, Bid(seat, move.quantity, move.face), bidder)
            return _mixed(sure, _shares(table, table.after(seat), CHALLENGED), _shares(table, seat, CHALLENGED))
        case cmd.ChallengeBid():
            return _mixed(_at_least(table, seat, bid, bidder), _lost(table, seat), _lost(table, bid.seat))
        case _:
            more = Bid(bid.seat, bid.quantity + 1, bid.face)
            exact = _at_least(table, seat, bid, bidder) - _at_least(table, seat, more, bidder)
            others = [other for other in table.left if other != seat]
            return _mixed(exact, _lost(table, *others), _lost(table, seat))


def _shares(table: DiceTable, loser: int = 0, lost: float = 0.0) -> tuple[float, ...]:
    """Return the shares if a seat loses this part of a die."""
    dice = [cup.dice - lost * (seat == loser) for seat, cup in enumerate(table.cups, 1)]
    return shares([DICE * log(count) if count > 0 else -inf for count in dice])


def _lost(table: DiceTable, *losers: int) -> tuple[float, ...]:
    """Return the shares after these seats have lost a die."""
    dice = [cup.dice - (seat in losers) for seat, cup in enumerate(table.cups, 1)]
    return shares([DICE * log(count) if count > 0 else -inf for count in dice])


def _mixed(chance: float, one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return the mean of the shares of two cases, the first of which has this probability."""
    return tuple([chance * share + (1 - chance) * also for share, also in zip(one, other, strict=True)])


def _at_least(table: DiceTable, seat: int, bid: Bid, bidder: int) -> float:
    """Return how likely a bid is to be true for a seat, which believes the last bidder, if one is given (LD-4.3)."""
    count = _counting(table, bid.face)
    needed = bid.quantity - sum(die in count for die in table.at(seat).hand)
    others = [other for other in table.left if other != seat]
    dice_told = table.at(bidder).dice if bidder else 0
    untold = sum(table.at(other).dice for other in others) - dice_told
    return _tail(untold, _evenly(table, bid.face), dice_told, _of_bidder(table, count) if dice_told else 0.0, needed)


def _of_bidder(table: DiceTable, count: Sequence[int]) -> float:
    """Return how likely one of the bidder's dice shows one of the faces that count for another bid."""
    held, faces = _counting(table, table.bid.face), table.edition.data.faces
    inside, rest = _believed(table), faces - len(held)
    if not rest:
        return 1.0
    shown = sum(face in held for face in count)
    return inside * shown / len(held) + (1 - inside) * (len(count) - shown) / rest


@lru_cache(maxsize=1 << 14)
def _tail(one: int, chance: float, other: int, also: float, needed: int) -> float:
    """Return how likely two groups of dice, each with its own probability, together show at least what is needed."""
    if needed <= 0:
        return 1.0
    return sum(
        _exactly(one, chance, first) * _exactly(other, also, second)
        for first in range(one + 1)
        for second in range(max(0, needed - first), other + 1)
    )


def _exactly(dice: int, chance: float, shown: int) -> float:
    return comb(dice, shown) * chance**shown * (1 - chance) ** (dice - shown)


def _counting(table: DiceTable, face: int) -> tuple[int, ...]:
    """Return the faces that count for a bid of a face (LD-4.3, LD-4.4)."""
    return (face, WILD) if table.ones_wild and face != WILD else (face,)


def _evenly(table: DiceTable, face: int) -> float:
    """Return how likely any die is to count for a bid of a face."""
    return len(_counting(table, face)) / table.edition.data.faces


def _believed(table: DiceTable) -> float:
    """Return how likely each of the bidder's dice is to count for the bid, to those who do not see it."""
    bid, dice = table.bid, table.at(table.bid.seat).dice
    needed = bid.quantity - _evenly(table, bid.face) * (table.dice - dice)
    return 1 / (1 + exp(-BASE - NEEDED * needed / dice))


def _die(table: DiceTable, draws: Draws) -> int:
    """Return what one of the bidder's dice may show."""
    count = _counting(table, table.bid.face)
    rest = [face for face in range(1, table.edition.data.faces + 1) if face not in count]
    if not rest or draws.below(PARTS) < _believed(table) * PARTS:
        return draws.pick(count)
    return draws.pick(rest)
