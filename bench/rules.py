"""Random legal play in process: each title next to python-chess, whose legal move generator is a model of its kind."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figure, Pace, Samples, Trial, alternate, at_least, ratio, trial
from bench.games import decisions, random_game
from clients.bots.search import Search, useful
from games.kit.rules.decider import CHANCE
from games.kit.title import Title
from titles.catalogue import TITLES, newest
from titles.checks.walk import pick

CHESS = "python-chess"
SLOWER = ("king_of_tokyo", "titan_race")
"""The titles that need not quite match python-chess: a turn's dice and cards are more than a move."""
PLAYOUTS = 50
"""How many playouts a search has."""


async def measure(_: Path, pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Return random players' decisions per second, per title, and their ratio to python-chess's moves."""
    trials: dict[str, Trial] = {name: trial(random_player(newest(name)), pace.seconds) for name in TITLES}
    if find_spec("chess"):
        trials[CHESS] = trial(chess_player(), pace.seconds)
    trials |= {f"{name}, search": trial(_searcher(newest(name)), pace.seconds) for name in TITLES}
    samples = await alternate(trials, pace.rounds, progress)
    searched = [
        Figure(f"playouts of a search, {name}", median(samples[f"{name}, search"]), "playouts/s") for name in TITLES
    ]
    played = [Figure(f"random play, {name}", median(samples[name]), "decisions/s") for name in TITLES]
    if CHESS not in samples:
        return [*played, *searched, Figure("random play, python-chess", None, "moves/s", remark="needs the extra dev")]
    chess = Figure("random play, python-chess", median(samples[CHESS]), "moves/s", remark="peer")
    return [*played, *searched, chess, *(_share(samples, name) for name in TITLES)]


def _share(samples: Samples, name: str) -> Figure:
    return Figure(f"{name} / python-chess", ratio(samples, name, CHESS), "x", at_least(0.95 if name in SLOWER else 1))


def random_player(title: Title[Any]) -> Callable[[], int]:
    """Return what plays a game to its end and counts the seats' decisions: chance costs time, but is not counted."""
    source = random.Random(7)
    return lambda: sum(ply.actor != CHANCE for ply in random_game(title, source))


def _searcher(title: Title[Any]) -> Callable[[], int]:
    """Return what searches at a decision of a random game, a new one each time, and counts one core's playouts."""
    source, questions = random.Random(7), deque[tuple[Any, int]]()

    def searched() -> int:
        while not questions:
            questions.extend(islice(decisions(title, source), 10, 200, 7))
        table, seat = questions.popleft()
        search = Search(title, table, seat, useful(title, table, seat), source)
        for _ in range(PLAYOUTS):
            search.play()
        return PLAYOUTS

    return searched


def chess_player() -> Callable[[], int]:
    """Return what plays a game of python-chess at random and counts its moves."""
    import chess

    source = random.Random(7)

    def played() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(pick(source, tuple(board.legal_moves)))
        return len(board.move_stack)

    return played
