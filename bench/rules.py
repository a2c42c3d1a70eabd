"""Random legal play in process: each title beside python-chess, whose legal move generator is the model of its kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

from bench.figures import Figure, Pace, Samples, Trial, alternate, at_least, ratio, trial
from bench.games import pick, random_game
from games.catalogue import TITLES, newest
from games.kit.decider import CHANCE, Title

CHESS = "python-chess"
TARGETS = {"shogun": 0.25}
"""Titles whose share of python-chess's rate is not the usual half."""


async def measure(pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Return the decisions a second of random players, per title, and their share of python-chess's moves."""
    trials: dict[str, Trial] = {name: trial(_player(newest(name)), pace.seconds) for name in TITLES}
    if find_spec("chess"):
        trials[CHESS] = trial(_chess_player(), pace.seconds)
    samples = await alternate(trials, pace.rounds, progress)
    played = [Figure(f"random play, {name}", median(samples[name]), "decisions/s") for name in TITLES]
    if CHESS not in samples:
        return [*played, Figure("random play, python-chess", None, "moves/s", remark="needs the extra dev")]
    chess = Figure("random play, python-chess", median(samples[CHESS]), "moves/s", remark="peer")
    return [*played, chess, *(_share(samples, name) for name in TITLES)]


def _share(samples: Samples, name: str) -> Figure:
    return Figure(f"{name} / python-chess", ratio(samples, name, CHESS), "x", at_least(TARGETS.get(name, 0.5)))


def _player(title: Title[Any]) -> Callable[[], int]:
    """Return what plays a game to its end and counts the decisions of seats: chance costs time, but is not counted."""
    source = random.Random(7)
    return lambda: sum(ply.actor != CHANCE for ply in random_game(title, source))


def _chess_player() -> Callable[[], int]:
    import chess

    source = random.Random(7)

    def played() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(pick(source, tuple(board.legal_moves)))
        return len(board.move_stack)

    return played
