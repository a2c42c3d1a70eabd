"""King of Tokyo for the trainer: how games are played, and what is learnt from them.

A rolling monster knows the exact mean over all possible throws, for dice resolved as the appraisal resolves them. It
decides everything else by the appraisal of the tables after each move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from clients.bots.levels import greedy
from clients.bots.search import RandomDraws, after, pick, settled, useful
from games.king_of_tokyo.bots.appraisal import FALLEN
from games.king_of_tokyo.bots.evaluation import CROWN
from games.king_of_tokyo.bots.facts import (
    ENERGY,
    FEWEST,
    IN_TOKYO,
    LIFE,
    MOST,
    MOST_ENERGY,
    OTHER,
    OWNED,
    POINTS,
    ROW,
    WITHIN_REACH,
    facts,
)
from games.king_of_tokyo.bots.standing import heir, standing_of
from games.king_of_tokyo.rules.data import CARDS, FACE, MIMIC, MOST_DICE, MOST_LIFE, MOST_POINTS, Power
from games.king_of_tokyo.rules.steps import BuyCards, RerollDice, RollDice
from games.king_of_tokyo.rules.steps.throw_dice import NUMBERS
from games.king_of_tokyo.rules.table import CITY, Held, TokyoTable
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Chance
from gunbai.king_of_tokyo.v1 import commands as cmd
from lab.paths import ROOT
from lab.training.learning import BOLD, PRECISION, Moment, Played, Strength, Training, positions
from lab.training.network import Numbers, Places, Positions, Shape, Weights, padded, shares
from titles.catalogue import TITLES

LADDERS = tuple(
    range(first + of_other, after + of_other)
    for of_other in (0, OTHER)
    for first, after in ((LIFE, IN_TOKYO), (IN_TOKYO, POINTS), (POINTS, ENERGY), (ENERGY, OWNED))
)
SHAPE = Shape(facts=WITHIN_REACH + len(CARDS), numbers=0, first=24, second=12, ladders=LADDERS)
WIDTH = 64
"""The most facts about a monster."""
TRUST = 0.9
"""How much a position learns from what comes after its action: all (1), or nothing (0)."""
TITLE = TITLES["king_of_tokyo"][1]
"""The title with the rules for which its weights were made: later versions differ in little that a bot meets."""
FACES = FACE.words
LIVES = (10, 10, 9, 8, 7, 6, 5, 4, 3, 2)
ENERGIES = (0, 0, 1, 2, 3, 4, 5, 6, 8, 10)
CARDS_OF_ONE = (0, 0, 1, 1, 2, 3)
POINTS_OF_ALL = (2, 8, 14, 17)
"""What monsters have at the beginning of every other game, equally likely; up to this many points."""


class Hands(NamedTuple):
    """Everything that this many dice can show, ignoring order, and what can be kept of it."""

    place: dict[tuple[int, ...], int]
    """The number of each hand: how many dice show each face."""
    keeps: list[tuple[int, ...]]
    """What can be kept of any hand."""
    of_hand: Places
    """What can be kept of each hand, by numbers in `keeps`; a last one repeated where others have more."""
    with_one: list[Places]
    """For each number of dice that are kept, the fewest first: what is kept with a die more, by face."""
    gives: list[tuple[int, int, int, int]]
    """What hands give: points, energy, hearts and attacks, each combination once."""
    given: Places
    """The number in `gives` of each hand."""


def _counts(dice: int) -> list[tuple[int, ...]]:
    """Return all hands of so many dice: how many show each face."""
    hands = combinations_with_replacement(range(len(FACES)), dice)
    return [tuple(map(Counter(hand).__getitem__, range(len(FACES)))) for hand in hands]


@cache
def hands_of(dice: int) -> Hands:
    """Return all that so many dice can show."""
    hands = _counts(dice)
    place = {hand: number for number, hand in enumerate(hands)}
    keeps = [keep for count in range(dice + 1) for keep in _counts(count)]
    number = {keep: place for place, keep in enumerate(keeps)}
    with_one = [
        np.array(
            [
                [number[(*keep[:face], keep[face] + 1, *keep[face + 1 :])] for face in range(len(FACES))]
                for keep in _counts(count)
            ]
        )
        for count in range(dice)
    ]
    choices = [[number[keep] for keep in product(*(range(count + 1) for count in hand))] for hand in hands]
    most = max(map(len, choices))
    of_hand = np.array([row + row[-1:] * (most - len(row)) for row in choices])
    gives = [_gives(hand) for hand in hands]
    distinct = list(dict.fromkeys(gives))
    return Hands(place, keeps, of_hand, with_one, distinct, np.array([distinct.index(give) for give in gives]))


def _gives(hand: Sequence[int]) -> tuple[int, int, int, int]:
    shown = dict(zip(FACES, hand, strict=True))
    points = sum(number + shown[face] - 3 for number, face in NUMBERS if shown[face] >= 3)
    return points, shown["energy"], shown["heart"], shown["attack"]


class Rolling(NamedTuple):
    """What the dice of a turn are worth to each living monster, by the weights."""

    seats: tuple[int, ...]
    dice: int
    worth: Numbers
    """What each hand is worth to each of the seats once nothing is rolled again."""
    best: list[Places]
    """By rerolls that are left, from one on: what is best kept of each hand, as its number in `keeps`."""
    before: Numbers
    """What the turn is worth before the first throw."""


def _hand(faces: Sequence[str]) -> tuple[int, ...]:
    """Return how many dice show each face."""
    return tuple([faces.count(face) for face in FACES])


def rolling(weights: Weights, table: TokyoTable) -> Rolling:
    """Return what the dice of a turn are worth, from a table on which they lie."""
    hands = hands_of(len(table.turn.dice))
    seats, worth = _resolved(weights, table, hands)
    mover = seats.index(table.turn.seat)
    now, best = worth[hands.given], []
    for _ in range(table.turn.rerolls):
        means = _means(hands, now)
        choices = np.round(means[:, mover], PRECISION)[hands.of_hand]
        best.append(hands.of_hand[np.arange(len(choices)), choices.argmax(axis=1)])
        now = means[best[-1]]
    return Rolling(seats, len(table.turn.dice), worth[hands.given], best, _means(hands, now)[0])


def _means(hands: Hands, worth: Numbers) -> Numbers:
    """Return what everything that can be kept is worth in the mean once the other dice are rolled."""
    means = [worth]
    for with_one in reversed(hands.with_one):
        means.append(means[-1][with_one - with_one[0, 0]].mean(axis=1))
    return np.concatenate(means[::-1])


class Lot(NamedTuple):
    """What a monster may have once the dice are resolved, possibility by possibility."""

    life: Places
    points: Places
    energy: Places
    inside: Places


def _resolved(weights: Weights, table: TokyoTable, hands: Hands) -> tuple[tuple[int, ...], Numbers]:
    """Return the living seats, and what it is worth to each to resolve what the dice give."""
    turn, gives = table.turn, np.array(hands.gives).T
    still = table.but(turn=msgspec.structs.replace(turn, rerolls=0), agenda=())
    facts_by_seat = facts(still, standing_of(still))
    seats = tuple(sorted(facts_by_seat))
    to_self, to_others, bent = [], [], []
    for seat in seats:
        if seat == turn.seat:
            lot, rows = _of_mover(table, gives), np.arange(len(hands.gives))
            bent.append(CROWN * ((lot.points >= MOST_POINTS) & (not table.summit)))
        else:
            lot, rows = _of_other(table, seat), gives[3]
            bent.append(FALLEN * (lot.life <= 0)[rows])
        own, other = _sums(weights, lot)
        to_self.append((own + _reach(weights, table, seat, lot.energy) + _still(weights, facts_by_seat[seat]))[rows])
        to_others.append(other[rows])
    together = np.sum(to_others, axis=0)
    sums: Numbers = np.concatenate([own + together - other for own, other in zip(to_self, to_others, strict=True)])
    strengths = weights.from_sums(sums[:, None, :], np.zeros((len(sums), 0)), np.ones((len(sums), 1), dtype=bool))
    return seats, shares(strengths.reshape(len(seats), -1).T + np.array(bent).T)


def _of_mover(table: TokyoTable, gives: Places) -> Lot:
    """Return what the monster may have that rolls, by what the dice give."""
    active, (points, energy, hearts, attacks) = table.active, gives
    life, enters = np.full(len(points), active.life), np.zeros(len(points), dtype=bool)
    if not active.in_tokyo:
        life = np.maximum(life, np.minimum(life + hearts, active.most_life))
        enters = (attacks > 0) & (not table.in_place(CITY))
    return Lot(life, active.points + points + enters, active.energy + energy, enters | active.in_tokyo)


def _of_other(table: TokyoTable, seat: int) -> Lot:
    """Return what another monster may have, by the number of attacks."""
    monster, attacks = table.at(seat), np.arange(MOST_DICE + 1)
    life = monster.life - attacks * (monster.in_tokyo != table.active.in_tokyo)
    constant = np.ones(len(attacks), dtype=int)
    return Lot(life, monster.points * constant, monster.energy * constant, monster.in_tokyo * constant)


def _sums(weights: Weights, lot: Lot) -> tuple[Numbers, Numbers]:
    """Return what such a monster adds to the sums of its own strength, and to those of the others."""
    life = np.clip(lot.life, 1, MOST_LIFE) - 1
    points, energy = np.minimum(lot.points, MOST_POINTS), np.minimum(lot.energy, MOST_ENERGY)
    inside = lot.inside[:, None]
    of_own, of_other = weights.table[:OTHER], weights.table[OTHER : 2 * OTHER]
    own, other = [
        rows[LIFE + life] + rows[POINTS + points] + rows[ENERGY + energy] + rows[IN_TOKYO + life] * inside
        for rows in (of_own, of_other)
    ]
    return own, other


def _reach(weights: Weights, table: TokyoTable, seat: int, energy: Places) -> Numbers:
    """Return what the cards add to the sums of a monster that it can pay with so much energy."""
    sums = np.zeros((len(energy), weights.shape.first))
    for card in filter(None, table.market):
        sums += weights.table[WITHIN_REACH + ROW[card]] * (energy >= table.price(seat, card))[:, None]
    return sums


def _still(weights: Weights, own_facts: Sequence[int]) -> Numbers:
    """Return what the facts add up to that dice do not change."""
    return np.asarray(weights.table[[fact for fact in own_facts if not _is_of_dice(fact)]].sum(axis=0))


def _is_of_dice(fact: int) -> bool:
    """Return whether the dice may change a fact."""
    return fact < OWNED or OTHER <= fact < OTHER + OWNED or fact >= WITHIN_REACH


def worth(weights: Weights, table: TokyoTable) -> Numbers:
    """Return what each seat has of a table, as the appraisal says it where dice lie still."""
    shared = np.zeros(table.players)
    if TITLE.rules.outcome(table) is not None or len(table.living) < FEWEST:
        return _ended(table)
    standing = standing_of(table)
    facts_by_seat = facts(table, standing)
    rows = padded(SHAPE, [[of_one] for of_one in facts_by_seat.values()], 1, WIDTH)
    first = heir(table, standing)
    bent = [(standing.life[seat - 1] <= 0) * FALLEN + (seat == first) * CROWN for seat in facts_by_seat]
    shared[[seat - 1 for seat in facts_by_seat]] = shares(
        weights.strengths(rows, np.zeros((len(facts_by_seat), 0))) + bent
    )
    return shared


def _ended(table: TokyoTable) -> Numbers:
    """Return what each seat has of a game that is over, or is about to be since one monster is left."""
    ended = TITLE.rules.outcome(table)
    winners = table.living if ended is None else ended.winners
    return np.array([float(seat in winners) for seat in table.seats])


class Game:
    """A game that is played by weights, seat by seat; None are the weights of level 1."""

    def __init__(self, seats: int, seed: int, by: Mapping[int, Weights | None], *, bold: float = 0.0) -> None:
        """Begin with the seats and the seed."""
        self._by, self._bold, self._source = by, bold, Random(seed)
        self._draws = RandomDraws(self._source)
        self.table = self._first_turn(seats)
        self._moments: list[Moment] = []
        self._facts: dict[int, list[int]] | None = None
        self._rolling: Rolling | None = None
        self._dice: tuple[str, ...] = ()
        self._cost = np.zeros(seats)

    def _first_turn(self, seats: int) -> TokyoTable:
        """Return a table at which the first turn is about to be rolled."""
        rules = TITLE.rules
        table: TokyoTable = decider.begin(rules, rules.setup(seats, rules.options(), rules.edition)).table
        while not isinstance(step := decider.waiting(rules, table), RollDice):
            if isinstance(step, Chance):
                table = after(TITLE, table, CHANCE, step.draw(table, self._draws))
            else:
                seat = pick(self._source, decider.asked_seats(rules, table))
                table = after(TITLE, table, seat, pick(self._source, list(decider.legal(rules, table, seat))))
        return table

    def mix(self) -> None:
        """Give every monster anything, so that the game begins in its middle."""
        source, table = self._source, self.table
        free = iter(self._draws.shuffle([card for card in table.unseen if CARDS[card].keep and card != MIMIC]))
        points = pick(source, POINTS_OF_ALL)
        for seat in table.seats:
            cards = tuple([_loaded(next(free)) for _ in range(pick(source, CARDS_OF_ONE))])
            has = {"life": pick(source, LIVES), "energy": pick(source, ENERGIES), "cards": cards}
            table = table.but_at(seat, points=self._draws.below(points + 1), **has)
        inside = pick(source, (0, *table.seats))
        self.table = table.but_at(inside, place=CITY) if inside else table

    def play(self) -> Played:
        """Play to the end."""
        rules = TITLE.rules
        while (step := decider.waiting(rules, self.table)) is not None:
            dice = self.table.turn.dice
            if self._rolling is not None and len(dice) == self._rolling.dice and all(dice):
                self._dice = dice
            if isinstance(step, Chance):
                self.table = after(TITLE, self.table, CHANCE, step.draw(self.table, self._draws))
            else:
                self._decide(step, pick(self._source, decider.asked_seats(rules, self.table)))
        self._close()
        return Played(self._moments, _ended(self.table))

    def _decide(self, step: Any, seat: int) -> None:
        table, weights = self.table, self._by[seat]
        if isinstance(step, RollDice):
            self._close()
            if FEWEST <= len(table.living) <= MOST:
                self._facts = facts(table, standing_of(table))
        if weights is not None and isinstance(step, RerollDice) and table.turn.rerolls:
            self.table = after(TITLE, table, seat, self._reroll(weights))
            return
        moves = useful(TITLE, table, seat)
        if len(moves) == 1:
            self.table = after(TITLE, table, seat, moves[0])
        elif weights is None:
            self.table = after(TITLE, table, seat, greedy(TITLE, table, seat, moves, self._source))
        else:
            self.table = self._best(weights, step, seat, moves)

    def _reroll(self, weights: Weights) -> cmd.Reroll | cmd.StopRolling:
        """Return what is best rolled again, or sometimes anything."""
        table = self.table
        if self._rolling is None or self._rolling.dice != len(table.turn.dice):
            self._rolling, self._dice = rolling(weights, table), table.turn.dice
        hands, now = hands_of(self._rolling.dice), self._rolling
        hand = hands.place[_hand(table.turn.dice)]
        if self._source.random() < self._bold:
            left = [*hands.keeps[pick(self._source, hands.of_hand[hand])]]
        else:
            left = [*hands.keeps[now.best[min(table.turn.rerolls, len(now.best)) - 1][hand]]]
        again = []
        for die, face in enumerate(table.turn.dice, 1):
            if left[FACES.index(face)]:
                left[FACES.index(face)] -= 1
            else:
                again.append(die)
        return cmd.Reroll(dice=tuple(again)) if again else cmd.StopRolling()

    def _best(self, weights: Weights, step: Any, seat: int, moves: Sequence[Any]) -> TokyoTable:
        """Return the table after the move that looks best, or sometimes after any purchase; cards reroll nothing."""
        moves = [move for move in moves if not isinstance(move, cmd.Reroll)]
        ends: list[TokyoTable] = [after(TITLE, self.table, seat, move) for move in moves]
        looks = np.array([worth(weights, settled(TITLE, end, self._draws)) for end in ends])
        best = taken = int(np.round(looks[:, seat - 1], PRECISION).argmax())
        if isinstance(step, BuyCards) and self._source.random() < self._bold:
            taken = self._draws.below(len(ends))
            self._cost += looks[best] - looks[taken]
        return ends[taken]

    def _close(self) -> None:
        """Write down the turn that is over."""
        if self._facts is not None:
            expected, came = None, np.zeros(self.table.players)
            if (now := self._rolling) is not None:
                expected = came.copy()
                places = [seat - 1 for seat in now.seats]
                expected[places] = now.before
                came[places] = now.worth[hands_of(now.dice).place[_hand(self._dice)]]
            seats = sorted(self._facts)
            rows = [[self._facts[seat]] for seat in seats]
            self._moments.append(
                Moment([seat - 1 for seat in seats], rows, [()] * len(seats), expected, came - self._cost)
            )
        self._facts = self._rolling = None
        self._cost = np.zeros(self.table.players)


def _loaded(card: str) -> Held:
    """Return a Keep card in front of a monster, with what lies on it at first."""
    powers = CARDS[card].powers
    return Held(card, counters=powers.get(Power.SMOKE, 0) + 3 * powers.get(Power.BATTERIES, 0))


def played(weights: Weights, first: int, games: int, *, led: float, blind: bool) -> Positions:
    """Return what games teach; they are not led."""
    return positions(TRAINING, [play(weights, number) for number in range(first, first + games)], TRUST, blind=blind)


def play(weights: Weights, number: int) -> Played:
    """Play a game of two, three or four by the weights; every other one begins in its middle."""
    seats = FEWEST + number % (MOST - FEWEST + 1)
    game = Game(seats, number, dict.fromkeys(range(1, seats + 1), weights), bold=BOLD)
    if number // (MOST - FEWEST + 1) % 2:
        game.mix()
    return game.play()


def strength(weights: Weights, games: int) -> Iterator[Strength]:
    """Yield how many games a monster won by the weights against others of level 1."""
    for seats in range(FEWEST, MOST + 1):
        won = 0.0
        for number in range(games):
            own = 1 + number % seats
            by = {seat: weights if seat == own else None for seat in range(1, seats + 1)}
            won += Game(seats, number, by).play().result[own - 1]
        yield Strength(f"{seats} monsters, the others of level 1", round(won), games)


TRAINING = Training(
    title=TITLE.name,
    shape=SHAPE,
    parts=1,
    sides=MOST,
    width=WIDTH,
    games=5_000,
    blind_times=1,
    epochs=6,
    last_epochs=8,
    decay=1e-4,
    played=played,
    strength=strength,
    seconds=0.045,
    file=ROOT / "games" / "king_of_tokyo" / "bots" / "weights.py",
)
"""How King of Tokyo is trained."""
