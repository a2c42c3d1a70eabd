"""INFLUDANCE Duel solved: every position's value if both sides play best, computed from the rules themselves.

Neither player knows more than the other, and every fired token leaves fewer. The positions with the same tokens left
form a layer, in which play can go round in circles without chance: a deterministic graphical game whose exits are wins,
losses and the means of later layers (A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990);
endless play is a draw. Its values are found by looking one turn further until nothing changes, starting with a draw
everywhere: whoever can force more than a draw can do so without repeating a situation. A situation that has begun two
turns is a draw when it recurs (IN-7.5), and is treated as one in the layer that is being played.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from importlib import import_module
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.infludance_duel.rules.data import AMMUNITION, BLUE, COLOURS, FIGURES, RED
from games.infludance_duel.rules.steps import ChooseMover, ShowToken, SpinMagazine, TakeStep
from games.infludance_duel.rules.table import DuelTable, Gunman, other
from games.kit.bots.solved import Keeper
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Actor, BrokenLawError, Chance, Refusal, Step
from games.kit.rules.luck import weighed
from games.kit.title import Title
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai_record.plain import Plain

WON = {RED: 1.0, BLUE: 0.0}
"""What a seat's victory is worth to red."""
DRAW = 0.5
SEATS = (RED, BLUE)
GOALS = array("d", WON.values())
"""What the states after a victory, of red and of blue, are worth to red."""
CHOOSE: tuple[Callable[[Iterable[float]], float], ...] = (max, min)
"""How red and blue choose: red's states are even, blue's are odd."""
REMEMBERED = 16
"""How many layers with drawn situations are remembered."""
KEPT_AT_ONCE = 100
"""How many layers are solved before they are saved again: some seconds of work."""
EVEN = 1e-12
"""By how much two equal values may differ because they were added up in a different order."""

State = int
"""The beginning of a turn: twice the number of the cowboys' place, plus 1 if it is blue's turn. Or a goal."""
Worths: TypeAlias = "array[float]"
"""What each of a layer's states is worth to red."""


@cache
def _title() -> Title[DuelTable]:
    """Return the title to which this module's package belongs, which exists only once all of it has been imported."""
    title: Title[DuelTable] = import_module("games.infludance_duel").INFLUDANCE_DUEL
    return title


def _waiting(table: DuelTable) -> Step[DuelTable] | None:
    return decider.waiting(_title().rules, table)


def _legal(table: DuelTable, seat: int) -> Iterator[Plain]:
    return decider.legal(_title().rules, table, seat)


def _after(table: DuelTable, actor: Actor, move: Plain) -> DuelTable:
    """Return the table after a legal move. Raises BrokenLawError if the rules refuse it."""
    ruling = decider.decide(_title().rules, table, actor, move)
    if isinstance(ruling, Refusal):
        raise BrokenLawError(f"the duel refuses what it offers: {ruling}")
    return ruling.table


class Tokens(NamedTuple):
    """What is left in the magazines: the tokens that nobody has seen, and how many each magazine holds."""

    unfired: tuple[str, ...]
    red: int
    blue: int

    def left(self, seat: int) -> int:
        """Return how many tokens a seat's magazine holds."""
        return self.red if seat == RED else self.blue

    def without(self, token: str, seat: int) -> Tokens:
        """Return what is left once a seat has fired a token."""
        unfired = list(self.unfired)
        unfired.remove(token)
        return Tokens(tuple(unfired), self.red - (seat == RED), self.blue - (seat == BLUE))

    def following(self) -> list[Tokens]:
        """Return what may be left later, the fewest first, with these tokens last."""
        reached, new = {self}, [self]
        while new:
            tokens = new.pop()
            after = {tokens.without(token, seat) for token in {*tokens.unfired} for seat in SEATS if tokens.left(seat)}
            new += after - reached
            reached |= after
        return sorted(reached, key=lambda token_state: (len(token_state.unfired), token_state))

    @property
    def name(self) -> str:
        """The tokens as text."""
        return f"{','.join(self.unfired)};{self.red};{self.blue}"


class Ends(NamedTuple):
    """Where a step or a token leads, as the active seat chooses: to goals, and to states, by whose turn comes next."""

    passed: tuple[State, ...]
    """The other seat has the next turn."""
    again: tuple[State, ...]
    """The active seat has it, or continues its turn."""


class Shots(NamedTuple):
    """What a shot is worth to red at each state, before the step and after it; without tokens, a value never chosen."""

    before: Worths
    after: Worths


class Solver:
    """The values of a board and two figures; layers are solved on request, and kept."""

    def __init__(self, table: DuelTable) -> None:
        """Learn from the rules where steps and tokens lead, on a table's board and with its figures."""
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
        self.states = range(2 * len(self._places))
        """The beginnings of turns; the two states after them are red's and blue's goals."""
        self._steps = [self._stepped(place, seat) for place in self._places for seat in SEATS]
        self._fired: dict[str, list[Ends]] = {
            token: [self._shot(place, seat, token) for place in self._places for seat in SEATS]
            for token in sorted({*table.edition.data.tokens})
        }
        self._from: list[list[State]] = [[] for _ in (*self.states, *GOALS)]
        """The states from which a step leads to each state."""
        for state, ends in enumerate(self._steps):
            for end in ends.passed:
                self._from[end].append(state)
        self._layers: dict[Tokens, Worths] = {}
        self._repeating: dict[tuple[Tokens, frozenset[State]], tuple[Worths, Worths]] = {}
        """The layers that were solved with drawn situations, and their exits."""
        self.saved = 0
        """How many of its layers have been saved to a file."""

    @property
    def solved(self) -> int:
        """How many layers are solved."""
        return len(self._layers)

    def has(self, tokens: Tokens) -> bool:
        """Return whether a layer is solved, and so everything that can follow it."""
        return tokens in self._layers

    def begins(self, tokens: Tokens, place: tuple[str, str], seat: int, drawn: Iterable[tuple[Any, int]] = ()) -> float:
        """Return what it is worth to red that a seat begins its turn; situations in `drawn` have begun two turns."""
        state, met = self._state(place, seat), frozenset(self._state(*situation) for situation in drawn)
        if not met:
            return self._layer(tokens)[state]
        if (tokens, met) not in self._repeating:
            exits = self._exits(tokens)
            if len(self._repeating) >= REMEMBERED:
                self._repeating.clear()
            self._repeating[tokens, met] = self._solved(exits, met), exits
        return self._best(*self._repeating[tokens, met], state)

    def solve(self, tokens: Tokens) -> None:
        """Solve a layer, which is quick once those that can follow it are solved."""
        self._layer(tokens)

    def packed(self) -> bytes:
        """Return the solved layers."""
        return msgspec.msgpack.encode({tokens.name: worths.tobytes() for tokens, worths in self._layers.items()})

    def unpack(self, packed: bytes) -> None:
        """Take over layers that were solved before. Raises ValueError for invalid bytes."""
        try:
            unpacked = msgspec.msgpack.decode(packed, type=dict[str, bytes])
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from None
        for name, text in unpacked.items():
            unfired, red, blue = name.split(";")
            worths = array("d", text)
            if len(worths) != len(self._from):
                raise ValueError(f"{len(worths)} values for {len(self._from)} states")
            self._layers[Tokens(tuple(filter(None, unfired.split(","))), int(red), int(blue))] = worths

    def _state(self, place: tuple[str, str], seat: int) -> State:
        return 2 * self._places[place] + (seat == BLUE)

    def _at(self, place: tuple[str, str], seat: int, unfired: tuple[str, ...]) -> DuelTable:
        """Return a table in the turn of a seat that has used its shot, with loaded magazines."""
        gunmen = tuple(
            Gunman(figure=figure, field=field, spun=1) for figure, field in zip(self._figures, place, strict=True)
        )
        return self._table.but(gunmen=gunmen, active=seat, unfired=unfired, shot_used=True, extra_turn=False)

    def _stepped(self, place: tuple[str, str], seat: int) -> Ends:
        """Return where a turn's step leads."""
        table = self._at(place, seat, self._table.unfired)
        return self._ends(seat, [_after(table, seat, move) for move in _legal(table, seat)])

    def _shot(self, place: tuple[str, str], seat: int, token: str) -> Ends:
        """Return where a token leads."""
        table = self._at(place, seat, (token, token)).but(agenda=(ShowToken(seat),))
        return self._ends(seat, [_after(table, CHANCE, cmd.ShowToken(ammunition=AMMUNITION.value(token)))])

    def _ends(self, seat: int, tables: Sequence[DuelTable]) -> Ends:
        ends = list(dict.fromkeys(end for table in tables for end in _ends(table)))
        goals = tuple(len(self.states) + SEATS.index(end) for end in ends if isinstance(end, int))
        places = [end for end in ends if not isinstance(end, int)]
        passed, again = (tuple(self._state(place, next_seat) for place in places) for next_seat in (other(seat), seat))
        return Ends((*goals, *passed), (*goals, *again))

    def _layer(self, tokens: Tokens) -> Worths:
        if tokens not in self._layers:
            self._layers[tokens] = self._solved(self._exits(tokens), frozenset())
        return self._layers[tokens]

    def _solved(self, exits: Worths, drawn: frozenset[State]) -> Worths:
        """Return the value of each of a layer's states, where some situations are a draw when they recur.

        A state is examined again when one to which its step leads has changed.
        """
        worths = array("d", [DRAW]) * len(self.states) + GOALS
        waiting = deque(state for state in self.states if state not in drawn)
        is_waiting = bytearray(state not in drawn for state in self.states)
        while waiting:
            state = waiting.popleft()
            is_waiting[state] = False
            best = self._best(worths, exits, state)
            if best != worths[state]:
                worths[state] = best
                for before in self._from[state]:
                    if not is_waiting[before] and before not in drawn:
                        is_waiting[before] = True
                        waiting.append(before)
        return worths

    def _best(self, worths: Worths, exits: Worths, state: State) -> float:
        """Return what the best turn from a state is worth to red, given the values of the turns after it."""
        return CHOOSE[state & 1]((exits[state], *map(worths.__getitem__, self._steps[state].passed)))

    def _exits(self, tokens: Tokens) -> Worths:
        """Return what the best turn with a shot from each state is worth to red."""
        before, after = self._shots(tokens)
        return array(
            "d",
            [
                CHOOSE[state & 1]((before[state], *map(after.__getitem__, self._steps[state].again)))
                for state in self.states
            ],
        )

    def _shots(self, tokens: Tokens) -> Shots:
        """Return what shots are worth: the mean over the tokens, after each of which the seat continues as it likes."""
        never = array("d", [-1.0, 2.0]) * len(self._places) + GOALS
        shots, counts = Shots(array("d", never), array("d", never)), Counter(tokens.unfired)
        chances = [count / len(tokens.unfired) for count in counts.values()]
        for seat in SEATS:
            if tokens.left(seat):
                own = self.states[seat == BLUE :: 2]
                pairs = [self._token(self._layer(tokens.without(token, seat)), token, own) for token in counts]
                for worths, columns in zip(shots, zip(*pairs, strict=True), strict=True):
                    means = [sum(map(mul, chances, row)) for row in zip(*columns, strict=True)]
                    worths[own.start : own.stop : 2] = array("d", means)
        return shots

    def _token(self, worths: Worths, token: str, own: range) -> tuple[list[float], list[float]]:
        """Return what a token is worth to red at a seat's states, fired before its step and after it."""
        choose, fired = CHOOSE[own.start], self._fired[token]
        turn = Ends._fields.index("again" if token == "double_shot" else "passed")  # noqa: S105  # a token (IN-6.10)
        stepped = worths[:]
        steps = [choose(map(worths.__getitem__, self._steps[state][turn])) for state in own]
        stepped[own.start : own.stop : 2] = array("d", steps)
        first = [choose(map(stepped.__getitem__, fired[state].again)) for state in own]
        return first, [choose(map(worths.__getitem__, fired[state][turn])) for state in own]


def _ends(table: DuelTable) -> Iterator[tuple[str, str] | int]:
    """Yield where a table leads, the cowboys' places or who has won, whatever is chosen when two shots meet."""
    step = _waiting(table)
    if table.winner:
        yield table.winner
    elif isinstance(step, ChooseMover):
        for move in _legal(table, step.seat):
            yield from _ends(_after(table, step.seat, move))
    else:
        red, blue = table.gunmen
        yield red.field, blue.field


class Solution:
    """The value of any table of the duel, from the choice of figures to the end. What was solved is kept."""

    def __init__(self, keeper: Keeper) -> None:
        self._solvers: dict[str, Solver] = {}
        self._keeper = keeper

    def prepare(self, table: DuelTable, progress: Callable[[int, int], None]) -> None:
        """Work out everything that can follow a table, for all figures that can be chosen, saving it on the way."""
        if table.ending:
            return
        new = []
        for figure in _with_figures(table):
            red, blue = figure.gunmen
            solver, tokens = self._for(figure), Tokens(figure.unfired, red.left, blue.left)
            if not solver.has(tokens):
                new += [(solver, left) for left in tokens.following() if not solver.has(left)]
        for done, (solver, tokens) in enumerate(new, 1):
            solver.solve(tokens)
            if not done % KEPT_AT_ONCE or done == len(new):
                self._keep()
            progress(done, len(new))

    def worth(self, table: DuelTable, seat: int) -> float:
        """Return a seat's share of the victory if both play best: a win is 1, a draw one half."""
        red = self._red(table)
        return red if seat == RED else 1 - red

    def best(self, table: DuelTable, seat: int) -> Plain:
        """Return a seat's move that loses nothing: of several, the one to which a random reply loses most."""
        self.prepare(table, lambda _done, _whole: None)
        best = self._lossless(table, seat)
        hopes = [self._hope(end, seat) if len(best) > 1 else 0.0 for _, end in best]
        self._keep()
        return best[hopes.index(max(hopes))][0]

    def _lossless(self, table: DuelTable, seat: int) -> list[tuple[Plain, DuelTable]]:
        """Return a seat's moves that lose nothing of the table's value, and where they lead."""
        moves = [(move, _after(table, seat, move)) for move in _legal(table, seat)]
        worths = [self.worth(end, seat) for _, end in moves]
        return [move for move, worth in zip(moves, worths, strict=True) if worth >= max(worths) - EVEN]

    def _hope(self, table: DuelTable, seat: int) -> float:
        """Return a table's value to a seat if the opponent's next move is random, and both play best otherwise."""
        step = _waiting(table)
        if table.ending or (isinstance(step, TakeStep) and step.seat == seat and not table.shot_used):
            return self.worth(table, seat)
        if isinstance(step, Chance):
            return sum(chance * self._hope(after, seat) for after, chance in _outcomes(table, step))
        (actor,) = decider.asked_seats(_title().rules, table)
        if actor == seat:
            return max(self._hope(end, seat) for _, end in self._lossless(table, seat))
        worths = [self.worth(_after(table, actor, move), seat) for move in _legal(table, actor)]
        return sum(worths) / len(worths)

    def _red(self, table: DuelTable) -> float:
        if table.ending:
            return WON[table.winner] if table.winner else DRAW
        step = _waiting(table)
        if isinstance(step, Chance):
            return sum(chance * self._red(after) for after, chance in _outcomes(table, step))
        if isinstance(step, TakeStep) and not table.shot_used:
            return self._begins(table)
        (seat,) = decider.asked_seats(_title().rules, table)
        return CHOOSE[seat == BLUE](self._red(_after(table, seat, move)) for move in _legal(table, seat))

    def _begins(self, table: DuelTable) -> float:
        red, blue = table.gunmen
        counts = Counter(table.noted)
        drawn = [_read(situation) for situation, count in counts.items() if count > 1]
        return self._for(table).begins(
            Tokens(table.unfired, red.left, blue.left), (red.field, blue.field), table.active, drawn
        )

    def _for(self, table: DuelTable) -> Solver:
        """Return the solver for a board and its figures."""
        red, blue = table.gunmen
        name = f"duel-{table.edition.digest[:16]}-{table.side}-{red.figure}-{blue.figure}"
        return self._solvers.get(name) or self._solver(name, table)

    def _solver(self, name: str, table: DuelTable) -> Solver:
        """Return a new solver, which knows what was saved of it. What cannot be read is solved again."""
        solver = self._solvers[name] = Solver(table)
        with suppress(ValueError):
            solver.unpack(self._keeper.read(name))
        solver.saved = solver.solved
        return solver

    def _keep(self) -> None:
        """Save what has been solved since the last time."""
        for name, solver in self._solvers.items():
            if solver.saved != solver.solved:
                self._keeper.write(name, solver.packed())
                solver.saved = solver.solved


def _with_figures(table: DuelTable) -> list[DuelTable]:
    """Return a table with each of the figures that can still be chosen."""
    for seat in SEATS:
        if not table.at(seat).figure:
            chosen = [table.but_at(seat, figure=figure) for figure in FIGURES.words]
            return [figure for one in chosen for figure in _with_figures(one)]
    return [table]


def _outcomes(table: DuelTable, step: Chance[DuelTable, Any]) -> list[tuple[DuelTable, float]]:
    """Return where chance may lead, and how likely each is.

    The chamber at which a magazine stops makes no difference.
    """
    every = [(1, Fraction(1))] if isinstance(step, SpinMagazine) else weighed(step.form, step, table) or ()
    return [(_after(table, CHANCE, step.showing(table, drawn)), float(chance)) for drawn, chance in every]


def _read(situation: str) -> tuple[tuple[str, str], int]:
    """Return a situation as the cowboys' places and the seat whose turn it is."""
    red, blue, colour = situation.split("-")
    return (red, blue), next(seat for seat in SEATS if COLOURS[seat] == colour)
