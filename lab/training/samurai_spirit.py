"""Samurai Spirit for the trainer: how games are played, and what is learnt from them.

A samurai who may fight looks at raiders that may come, and at where each of them is met best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from clients.bots.search import RandomDraws, after, pick, settled, useful
from games.catalogue import TITLES
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Chance
from games.samurai_spirit.bots.evaluation import met
from games.samurai_spirit.bots.facts import (
    DUE,
    KIAI,
    OF_OVERCOME,
    OVERCOME,
    ROOM,
    WOUNDS,
    facts,
    numbers,
)
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.steps import ChooseAction, DrawOpponent
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from lab.paths import ROOT
from lab.training.learning import BOLD, PRECISION, Moment, Played, Strength, Training
from lab.training.network import Numbers, Shape, Weights, padded

FACTS, NUMBERS = OVERCOME + len(OF_OVERCOME), 33
LADDERS = (range(ROOM - 1, ROOM + 10), range(WOUNDS, DUE), range(KIAI, OVERCOME), range(OVERCOME, FACTS))
SHAPE = Shape(facts=FACTS, numbers=NUMBERS, first=32, second=16, ladders=LADDERS)
WIDTH = 24
"""The most facts of a samurai."""
PLAYERS = 3
TITLE = TITLES["samurai_spirit"][1]
"""The title by the rules with which its weights are made: later versions differ in little that a bot meets."""
LOOKS = 6
"""At how many of the raiders that may come a samurai looks at most."""
HURT = 0.3
"""How often a samurai has been wounded there, and how often wounded so much as to be the animal."""
WAYS = cmd.Defend, cmd.Dismiss, cmd.Confront, cmd.Send, cmd.Swap
"""How a raider is met by habit: in the first of these ways that goes; over the kiai a samurai confronts last."""
BY_HABIT = 0.7
"""From how much they are led on games are played by habit."""
LATER = 0.3
"""How often a game begins in its second or third round when games are led no longer: late tables are rare else."""


class Game:
    """A game that is played by weights."""

    def __init__(
        self, weights: Weights, seed: int, *, bold: float = 0.0, easy: float = 0.0, by_habit: bool = False
    ) -> None:
        """Begin with the seed, on easy as often as is said; by habit the samurai do without the weights."""
        rules = TITLE.rules
        self._by_habit = by_habit
        self._weights, self._bold, self._source = weights, bold, Random(seed)
        self._draws = RandomDraws(self._source)
        options = rules.options(difficulty="easy" if self._source.random() < easy else "normal")
        self.table: Any = decider.begin(rules, rules.setup(PLAYERS, options, rules.edition)).table
        self._moments: list[Moment] = []
        self._is_met = False
        """Whether the raider of the last moment is still to be met."""

    def begin_later(self, often: float) -> None:
        """Begin so often in the second or third round, with some losses."""
        source, below = self._source, self._draws.below
        if source.random() >= often:
            return
        while not isinstance(decider.waiting(TITLE.rules, self.table), ChooseAction):
            self.table = settled(TITLE, self.table, self._draws)
        table = self.table
        for number in range(2, 3 + below(2)):
            prepared = ev.RoundPrepared(round=number, entering=table.entering(number), first_seat=1 + below(PLAYERS))
            table = TITLE.rules.evolve(table.but(agenda=()), prepared)
        farms, families = table.farms[below(3) :], table.families[below(2) :]
        table = table.but(farms=farms, families=families, barricades=below(table.barricades + 1))
        for seat in table.seats:
            table = table.but_at(seat, animal=source.random() < HURT, wounded=source.random() < HURT)
        self.table = decider.begin(TITLE.rules, table).table

    def play(self) -> Played:
        """Play to the end."""
        rules = TITLE.rules
        while (step := decider.waiting(rules, self.table)) is not None:
            if isinstance(step, Chance):
                self.table = after(TITLE, self.table, CHANCE, step.draw(self.table, self._draws))
                self._drawn(step)
                continue
            seat = pick(self._source, decider.asked(rules, self.table))
            moves = useful(TITLE, self.table, seat)
            if self._by_habit:
                self._follow_habit(step, seat, moves)
            elif isinstance(step, ChooseAction) and len(moves) > 1:
                self._act(seat, moves)
            else:
                self._best(seat, moves)
        ended = rules.outcome(self.table)
        return Played(self._moments, np.array([float(ended is not None and bool(ended.winners))]))

    def _drawn(self, step: Any) -> None:
        """Look at what a raider has done that could be met in one way only."""
        is_held = isinstance(decider.waiting(TITLE.rules, self.table), HoldRaider)
        if self._is_met and isinstance(step, DrawOpponent) and not is_held:
            self._moments[-1].came[:] = worths(self._weights, [self.table])
            self._is_met = False

    def _follow_habit(self, step: Any, seat: int, moves: Sequence[Any]) -> None:
        """Do what is usual, or sometimes anything: act by the habit, and meet a raider in the first way that goes."""
        usual: Any = TITLE.bots.habit(self.table, seat)
        if isinstance(step, ChooseAction):
            self._moments.append(Moment([0], [facts(self.table)], [numbers(self.table)], None, np.zeros(1)))
        elif isinstance(step, HoldRaider):
            fits = RAIDERS[step.raider].value <= self.table.at(seat).missing
            ways = WAYS if fits else (*WAYS[:2], *WAYS[3:], WAYS[2])
            usual = min(moves, key=lambda move: ways.index(type(move)))
        if usual is None or self._source.random() < self._bold:
            usual = pick(self._source, moves)
        self.table = after(TITLE, self.table, seat, usual)

    def _act(self, seat: int, moves: Sequence[Any]) -> None:
        """Take the action that looks best, or sometimes any."""
        looks = np.array([self._look(seat, move) for move in moves])
        best = taken = int(np.round(looks, PRECISION).argmax())
        if self._source.random() < self._bold:
            taken = self._draws.below(len(moves))
        known = [facts(self.table)], [numbers(self.table)]
        self._moments.append(Moment([0], *known, looks[best : best + 1], looks[taken : taken + 1].copy()))
        self.table = after(TITLE, self.table, seat, moves[taken])
        self._is_met = isinstance(moves[taken], cmd.Fight)

    def _look(self, seat: int, move: Any) -> float:
        """Return what an action is worth in the mean."""
        end = after(TITLE, self.table, seat, move)
        if not isinstance(decider.waiting(TITLE.rules, end), DrawOpponent):
            return float(worths(self._weights, [settled(TITLE, end, self._draws)])[0])
        top = end.raiders[0]
        raiders = [top] if isinstance(top, str) else self._draws.shuffle(end.unseen.possible(top))[:LOOKS]
        came = [after(TITLE, end, CHANCE, cmd.TurnRaider(raider=raider)) for raider in raiders]
        ends = [[*self._ends(table)] for table in came]
        best = np.zeros(len(ends))
        of_raider = np.repeat(np.arange(len(ends)), [*map(len, ends)])
        np.maximum.at(best, of_raider, worths(self._weights, [end for replies in ends for end in replies]))
        return float(best.mean())

    def _ends(self, table: SamuraiTable) -> Iterator[SamuraiTable]:
        """Yield the table with the raider in hand where it can go; the table itself if none is in hand."""
        if not isinstance(decider.waiting(TITLE.rules, table), HoldRaider):
            yield table
            return
        (seat,) = decider.asked(TITLE.rules, table)
        for move in useful(TITLE, table, seat):
            yield settled(TITLE, after(TITLE, table, seat, move), self._draws)

    def _best(self, seat: int, moves: Sequence[Any]) -> None:
        """Make the move that looks best."""
        ends = [after(TITLE, self.table, seat, move) for move in moves]
        if len(ends) == 1 and not self._is_met:
            self.table = ends[0]
            return
        looks = worths(self._weights, [settled(TITLE, end, self._draws) for end in ends])
        best = int(np.round(looks, PRECISION).argmax())
        if self._is_met:
            self._moments[-1].came[0] = looks[best]
        self._is_met = False
        self.table = ends[best]


def worths(weights: Weights, tables: Sequence[SamuraiTable]) -> Numbers:
    """Return how likely it seems of each table that the village is saved, as the evaluation says it."""
    worth = np.zeros(len(tables))
    rows: list[SamuraiTable] = []
    of_table: list[int] = []
    for place, table in enumerate(tables):
        if (ended := TITLE.rules.outcome(table)) is not None:
            worth[place] = float(bool(ended.winners))
            continue
        step = table.agenda[-1] if table.agenda else None
        seen = [*met(table, step)] if isinstance(step, HoldRaider) else [table]
        rows += seen
        of_table += [place] * len(seen)
    if rows:
        known = padded(SHAPE, [facts(row) for row in rows], PLAYERS, WIDTH)
        strengths = weights.strengths(known, np.array([numbers(row) for row in rows]))
        np.maximum.at(worth, of_table, 1 / (1 + np.exp(-strengths)))
    return worth


def play(weights: Weights, number: int, led: float) -> Played:
    """Play a game of three samurai on normal; games that are led are easier, and begin in later rounds."""
    game = Game(weights, number, bold=BOLD, easy=led, by_habit=led > BY_HABIT)
    game.begin_later(LATER + (1 - LATER) * led)
    return game.play()


def strength(weights: Weights, games: int) -> Iterator[Strength]:
    """Yield how many villages are saved by the weights."""
    saved = sum(Game(weights, number).play().result[0] for number in range(games))
    yield Strength("villages of three samurai on normal", round(saved), games)


TRAINING = Training(
    title=TITLE.name,
    shape=SHAPE,
    parts=PLAYERS,
    sides=1,
    width=WIDTH,
    trust=0.95,
    games=2_000,
    blind_times=25,
    play=play,
    strength=strength,
    seconds=0.25,
    file=ROOT / "games" / "samurai_spirit" / "bots" / "weights.py",
)
"""How Samurai Spirit is trained."""
