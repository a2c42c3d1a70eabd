"""INFLUDANCE Duel solved: what every position is worth if both sides play best, from the rules themselves.

Nobody knows more than another here, and each token that is fired leaves fewer. The positions with the same tokens left
are a layer, in which play can go round in circles without chance: a deterministic graphical game whose exits are wins,
losses and the means of later layers (A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990);
endless play is a draw. Its values are found by looking a turn further until nothing changes, from a draw everywhere:
who can force more than a draw can force it without coming back to a situation. A situation that has begun two turns is
a draw when it comes again (IN-7.5), and is one in the layer that is being played.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import msgspec
from google.protobuf.message import Message

from games.infludance_duel.data import AMMUNITION, BLUE, COLOURS, RED
from games.infludance_duel.steps import ChooseFigure, ChooseMover, PlaceCowboy, ShowToken, SpinMagazine, TakeStep
from games.infludance_duel.table import DuelTable, Gunman
from games.kit import decider
from games.kit.decider import CHANCE, Actor, BrokenLawError, Chance, Refusal, Step, Title
from games.kit.solved import Keeper
from gunbai.infludance_duel.v1 import commands_pb2 as cmd

WON = {RED: 1.0, BLUE: 0.0}
"""What the victory of a seat is worth to red."""
DRAW = 0.5
SEATS = (RED, BLUE)
KEPT_AT_ONCE = 100
"""How many layers are solved between two times that they are kept: some seconds of work."""
EVEN = 1e-12
"""By how much two equal worths may differ for having been added up in another order."""

State = int
"""The beginning of a turn: twice the number of the place of the cowboys, and 1 more if it is blue's turn."""
Worths: TypeAlias = "array[float]"
"""What each state of a layer is worth to red."""


@cache
def _title() -> Title[DuelTable]:
    """Return the title whose package this module belongs to, which is there once all of it is imported."""
    title: Title[DuelTable] = import_module(__name__.rpartition(".")[0]).INFLUDANCE_DUEL
    return title


def _waiting(table: DuelTable) -> Step[DuelTable] | None:
    return decider.waiting(_title(), table)


def _legal(table: DuelTable, seat: int) -> Iterator[Message]:
    return decider.legal(_title(), table, seat)


def _after(table: DuelTable, actor: Actor, move: Message) -> DuelTable:
    """Return the table after a move that is legal. Raises BrokenLawError if the rules refuse it."""
    ruling = decider.decide(_title(), table, actor, move)
    if isinstance(ruling, Refusal):
        raise BrokenLawError(f"the duel refuses what it offers: {ruling}")
    return ruling.table


class Tokens(NamedTuple):
    """What is left in the magazines: the tokens that nobody has seen, and how many each magazine holds."""

    unfired: tuple[str, ...]
    red: int
    blue: int

    def left(self, seat: int) -> int:
        """Return how many tokens the magazine of a seat holds."""
        return self.red if seat == RED else self.blue

    def without(self, token: str, seat: int) -> Tokens:
        """Return what is left once a seat has fired a token."""
        unfired = list(self.unfired)
        unfired.remove(token)
        return Tokens(tuple(unfired), self.red - (seat == RED), self.blue - (seat == BLUE))

    def following(self) -> list[Tokens]:
        """Return what may be left later, the least first, and this last."""
        found, new = {self}, [self]
        while new:
            each = new.pop()
            after = {each.without(token, seat) for token in {*each.unfired} for seat in SEATS if each.left(seat)}
            new += after - found
            found |= after
        return sorted(found, key=lambda each: (len(each.unfired), each))

    @property
    def name(self) -> str:
        """The tokens as text."""
        return f"{','.join(self.unfired)};{self.red};{self.blue}"


class Ends(NamedTuple):
    """Where a step or token leads, as the active seat chooses: to places, or to a victory."""

    places: tuple[int, ...]
    goals: tuple[float, ...]


class Shots(NamedTuple):
    """What a shot is worth to red at each state, before the step and after it; what is never chosen without a token."""

    before: Sequence[float]
    after: Sequence[float]


class Solver:
    """The values of a board and two figures; layers are solved when they are asked for, and kept."""

    def __init__(self, table: DuelTable) -> None:
        """Learn from the rules where steps and tokens lead, on the board and with the figures of a table."""
        self._table = table.but(agenda=(), starter=RED, phase="start", ending="", winner=0, situations=())
        self._figures = tuple(gunman.figure for gunman in table.gunmen)
        cowboys = [
            [
                cowboy
                for field in table.grid.bullets
                if table.grid.holds((cowboy := Gunman(figure=figure, field=field, spun=1)).covers)
            ]
            for figure in self._figures
        ]
        pairs = ((red, blue) for red in cowboys[0] for blue in cowboys[1] if not {*red.covers} & {*blue.covers})
        self._places = {(red.field, blue.field): number for number, (red, blue) in enumerate(pairs)}
        self._steps = [self._stepped(place, seat) for place in self._places for seat in SEATS]
        self._fired = {
            token: [self._shot(place, seat, token) for place in self._places for seat in SEATS]
            for token in ("good_shot", "kicker")
        }
        self._layers: dict[Tokens, Worths] = {}
        self.kept = 0
        """How many of its layers are kept in a file."""

    @property
    def solved(self) -> int:
        """How many layers are solved."""
        return len(self._layers)

    @property
    def states(self) -> range:
        """All states."""
        return range(2 * len(self._places))

    def begins(self, tokens: Tokens, place: tuple[str, str], seat: int, drawn: Iterable[tuple[Any, int]] = ()) -> float:
        """Return what it is worth to red that a seat begins its turn; `drawn` are the situations of two turns."""
        met = frozenset(self._state(*situation) for situation in drawn)
        shots = self._shots(tokens)
        worths = self._solved(shots, met) if met else self._layer(tokens)
        return self._best(worths, shots, self._state(place, seat))

    def solve(self, tokens: Tokens) -> None:
        """Solve a layer, which is quick where those that may follow it are solved."""
        self._layer(tokens)

    def packed(self) -> bytes:
        """Return the layers that were solved."""
        return msgspec.msgpack.encode({tokens.name: worths.tobytes() for tokens, worths in self._layers.items()})

    def unpack(self, packed: bytes) -> None:
        """Take over layers that were solved before. Raises ValueError for bytes that are none."""
        try:
            found = msgspec.msgpack.decode(packed, type=dict[str, bytes])
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None
        for name, text in found.items():
            unfired, red, blue = name.split(";")
            worths = array("d", text)
            if len(worths) != len(self.states):
                raise ValueError(f"{len(worths)} values for {len(self.states)} states")
            self._layers[Tokens(tuple(filter(None, unfired.split(","))), int(red), int(blue))] = worths

    def _state(self, place: tuple[str, str], seat: int) -> State:
        return 2 * self._places[place] + (seat == BLUE)

    def _at(self, place: tuple[str, str], seat: int, unfired: tuple[str, ...]) -> DuelTable:
        """Return a table in a turn of a seat that has used its shot, with loaded magazines."""
        gunmen = tuple(
            Gunman(figure=figure, field=field, spun=1) for figure, field in zip(self._figures, place, strict=True)
        )
        return self._table.but(gunmen=gunmen, active=seat, unfired=unfired, shot_used=True, extra_turn=False)

    def _stepped(self, place: tuple[str, str], seat: int) -> Ends:
        """Return where the step of a turn leads."""
        table = self._at(place, seat, self._table.unfired)
        tables = [_after(table, seat, move) for move in _legal(table, seat)]
        return self._ends([end for each in tables for end in _ends(each)])

    def _shot(self, place: tuple[str, str], seat: int, token: str) -> Ends:
        """Return where a token leads that moves a cowboy."""
        table = self._at(place, seat, (token, token)).but(agenda=(ShowToken(seat),))
        fired = _after(table, CHANCE, cmd.ShowToken(ammunition=AMMUNITION.value(token)))
        return self._ends(list(_ends(fired)))

    def _ends(self, ends: Sequence[tuple[str, str] | float]) -> Ends:
        places = tuple({self._places[end]: None for end in ends if not isinstance(end, float)})
        return Ends(places, tuple(end for end in ends if isinstance(end, float)))

    def _layer(self, tokens: Tokens) -> Worths:
        if tokens not in self._layers:
            self._layers[tokens] = self._solved(self._shots(tokens), frozenset())
        return self._layers[tokens]

    def _solved(self, shots: Shots, drawn: frozenset[State]) -> Worths:
        """Return the worth of each state of a layer, in which some situations are a draw when they come again."""
        worths = array("d", [DRAW]) * len(self.states)
        free = [state for state in self.states if state not in drawn]
        changed = True
        while changed:
            changed = False
            for state in free:
                best = self._best(worths, shots, state)
                if best != worths[state]:
                    worths[state], changed = best, True
        return worths

    def _best(self, worths: Sequence[float], shots: Shots, state: State) -> float:
        """Return what the best turn from a state is worth to red, if the turns after it are worth what is given."""
        blue, ends = state & 1, self._steps[state]
        choose = min if blue else max
        best = choose((shots.before[state], *ends.goals))
        for place in ends.places:
            passed, shot = worths[2 * place + 1 - blue], shots.after[2 * place + blue]
            best = choose(best, passed, shot)
        return best

    def _shots(self, tokens: Tokens) -> Shots:
        """Return what shots are worth: the mean over the tokens, after each of which the seat goes on as it likes."""
        never = array("d", [-1.0, 2.0]) * len(self._places)
        before, ending = array("d", never), array("d", never)
        for seat in SEATS:
            own = self.states[seat == BLUE :: 2]
            if not tokens.left(seat):
                continue
            sums = [[0.0] * len(self.states), [0.0] * len(self.states)]
            for token, count in Counter(tokens.unfired).items():
                worths = self._layer(tokens.without(token, seat))
                for state in own:
                    first, last = self._token(worths, token, state)
                    sums[0][state] += count * first
                    sums[1][state] += count * last
            for state in own:
                before[state], ending[state] = (each[state] / len(tokens.unfired) for each in sums)
        return Shots(before, ending)

    def _token(self, worths: Sequence[float], token: str, state: State) -> tuple[float, float]:
        """Return what a token is worth to red, fired before the step of the turn and after it."""
        blue = state & 1
        following = blue if token == "double_shot" else 1 - blue  # noqa: S105  # a token of the game (IN-6.10)
        choose = min if blue else max
        ends = self._fired[token][state] if token in self._fired else Ends((state >> 1,), ())
        last = choose((*ends.goals, *(worths[2 * place + following] for place in ends.places)))
        first = list(ends.goals)
        for place in ends.places:
            steps = self._steps[2 * place + blue]
            first += [*steps.goals, *(worths[2 * each + following] for each in steps.places)]
        return choose(first), last


def _ends(table: DuelTable) -> Iterator[tuple[str, str] | float]:
    """Yield where a table leads, whatever the active seat chooses when two shots meet."""
    step = _waiting(table)
    if table.winner:
        yield WON[table.winner]
    elif isinstance(step, ChooseMover):
        for move in _legal(table, step.seat):
            yield from _ends(_after(table, step.seat, move))
    else:
        red, blue = table.gunmen
        yield red.field, blue.field


class Solution:
    """What any table of the duel is worth once the cowboys are placed. What was solved is kept."""

    def __init__(self, keeper: Keeper) -> None:
        self._solvers: dict[str, Solver] = {}
        self._keeper = keeper

    def knows(self, table: DuelTable) -> bool:
        """Return whether the cowboys are placed."""
        return bool(table.active) and not isinstance(_waiting(table), ChooseFigure | PlaceCowboy)

    def prepare(self, table: DuelTable, told: Callable[[int, int], None]) -> bool:
        """Work out all that can follow a table at the beginning of a turn, and keep it on the way.

        Any other table is left to its `worth`.
        """
        if not self.knows(table) or not isinstance(_waiting(table), TakeStep) or table.shot_used:
            return False
        red, blue = table.gunmen
        solver, layers = self._for(table), Tokens(table.unfired, red.left, blue.left).following()
        for done, tokens in enumerate(layers, 1):
            solver.solve(tokens)
            if solver.solved - solver.kept >= KEPT_AT_ONCE or done == len(layers):
                self._keep()
            told(done, len(layers))
        return True

    def worth(self, table: DuelTable, seat: int) -> float:
        """Return the share of the victory that a seat has if both play best: a win is 1, a draw one half."""
        red = self._red(table)
        return red if seat == RED else 1 - red

    def best(self, table: DuelTable, seat: int) -> Message | None:
        """Return the first of the moves of a seat that lose nothing of what the table is worth; None in the set-up."""
        if not self.knows(table):
            return None
        moves = list(_legal(table, seat))
        worths = [self.worth(_after(table, seat, move), seat) for move in moves]
        self._keep()
        return next(move for move, worth in zip(moves, worths, strict=True) if worth >= max(worths) - EVEN)

    def _red(self, table: DuelTable) -> float:
        if table.winner or table.ending:
            return WON[table.winner] if table.winner else DRAW
        step = _waiting(table)
        if isinstance(step, SpinMagazine):
            return self._red(_after(table, CHANCE, cmd.SpinMagazine(chamber=1)))
        if isinstance(step, Chance):
            return self._mean(table, step)
        if isinstance(step, TakeStep) and not table.shot_used:
            return self._begins(table)
        (seat,) = decider.asked(_title(), table)
        worths = [self._red(_after(table, seat, move)) for move in _legal(table, seat)]
        return max(worths) if seat == RED else min(worths)

    def _mean(self, table: DuelTable, step: Chance[Any, Any]) -> float:
        """Return the mean over the tokens that a shot may show."""
        outcomes = [cmd.ShowToken(ammunition=AMMUNITION.value(token)) for token in sorted(set(table.unfired))]
        worths = [self._red(_after(table, CHANCE, outcome)) for outcome in outcomes]
        chances = [float(step.probability(table, outcome)) for outcome in outcomes]
        return sum(chance * worth for chance, worth in zip(chances, worths, strict=True))

    def _begins(self, table: DuelTable) -> float:
        red, blue = table.gunmen
        counts = Counter(table.noted)
        drawn = [_read(situation) for situation, count in counts.items() if count > 1]
        return self._for(table).begins(
            Tokens(table.unfired, red.left, blue.left), (red.field, blue.field), table.active, drawn
        )

    def _for(self, table: DuelTable) -> Solver:
        """Return the solver of a board and its figures."""
        red, blue = table.gunmen
        name = f"duel-{table.edition.digest[:16]}-{table.side}-{red.figure}-{blue.figure}"
        return self._solvers.get(name) or self._solver(name, table)

    def _solver(self, name: str, table: DuelTable) -> Solver:
        """Return a new solver, which knows what was kept of it. What cannot be read is solved again."""
        solver = self._solvers[name] = Solver(table)
        with suppress(ValueError):
            solver.unpack(self._keeper.read(name))
        solver.kept = solver.solved
        return solver

    def _keep(self) -> None:
        """Keep what was solved since it was kept last."""
        for name, solver in self._solvers.items():
            if solver.kept != solver.solved:
                self._keeper.write(name, solver.packed())
                solver.kept = solver.solved


def _read(situation: str) -> tuple[tuple[str, str], int]:
    """Return a situation as the places of the cowboys and the seat in turn."""
    red, blue, colour = situation.split("-")
    return (red, blue), next(seat for seat in SEATS if COLOURS[seat] == colour)
