"""The module with the weights of a title, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np

from games.kit.bots.network import UNIT
from lab.training.learning import Strength, Training
from lab.training.network import Numbers, Weights

LINE = 120


def written(training: Training, weights: Weights, seed: int, games: int, strengths: Sequence[Strength]) -> str:
    """Return the module, whose docstring says how it was made."""
    values = weights.values
    rows = {
        "facts": values["facts"][:-1],
        "numbers": values["numbers"].T,
        "bias": values["bias"],
        "mix": values["mix"].T,
        "mix_numbers": values["mix_numbers"].T,
        "mix_bias": values["mix_bias"],
        "out": values["out"],
        "out_numbers": values["out_numbers"],
    }
    fields = "".join(f'    {name}="""\n{_text(value)}\n""",\n' for name, value in rows.items() if value.size)
    return f'''"""{_docstring(training, seed, games, strengths)}
"""

from __future__ import annotations

from games.kit.bots.network import Network

NETWORK = Network(
{fields}    strength={_whole(values["strength"])[0]},
)
'''


def _docstring(training: Training, seed: int, games: int, strengths: Sequence[Strength]) -> str:
    name = training.title.replace("_", " ").title().replace(" Of ", " of ")
    won = "; ".join(f"{strength.won} of {strength.games} ({strength.kind})" for strength in strengths)
    made = f'''`make train ARGS="{training.title} --seed {seed} --games {games}"` writes this file, in about
    {training.minutes(games)} minutes of an idle core. One move ahead these weights won {won}.'''
    return f"The network that judges tables of {name}: its weights, in thousandths.\n\n" + textwrap.fill(
        " ".join(made.split()), LINE
    )


def _text(weights: Numbers) -> str:
    return textwrap.fill(" ".join(map(str, _whole(weights))), LINE)


def _whole(weights: Numbers) -> list[int]:
    return [int(weight) for weight in np.round(weights * UNIT).reshape(-1)]
