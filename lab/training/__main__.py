"""Train a title's network again, from its rules alone: play games, fit the weights, and play better games.

The seed and the number of games determine everything: the same command writes the same file.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.training.learning import Training

TITLES = "king_of_tokyo", "samurai_spirit"
MEASURED = 40
"""The games by which the strength is measured."""
ONE_WAY = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "Haswell"}
"""Makes products of matrices the same on machines with more cores or later processors."""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="make train", description=__doc__)
    parser.add_argument("title", choices=TITLES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=0, help="number of games to play (0: as many as the title needs)")
    parser.add_argument("--measured", type=int, default=MEASURED, help="number of games to measure the strength with")
    parser.add_argument("--into", type=Path, help="file to write instead of the title's own")
    chosen = parser.parse_args()
    training = loaded(chosen.title)
    from lab.training.learning import trained
    from lab.training.weights_file import written

    games = chosen.games or training.games
    say(f"{training.title}: seed {chosen.seed}, {games} games")
    weights = trained(training, chosen.seed, games, say)
    strengths = []
    for strength in training.strength(weights, chosen.measured):
        say(f"{strength.won} of {strength.games}: {strength.kind}")
        strengths.append(strength)
    file = chosen.into or training.file
    file.write_text(written(training, weights, chosen.seed, games, strengths), encoding="utf-8")
    say(f"wrote {file}")


def loaded(title: str) -> Training:
    """Return how a title is trained, with numpy set to compute in a fixed order."""
    os.environ.update(ONE_WAY)
    try:
        training: Training = import_module(f"lab.training.{title}").TRAINING
    except ImportError as error:
        sys.exit(f"make train installs numpy: {error}")
    return training


def say(sentence: str) -> None:
    """Print a sentence, with the processor time used so far."""
    sys.stdout.write(f"{time.process_time() / 60:6.1f} min  {sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
