"""What a run of the `gunbai` command leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gunbai_client import Gunbai

DUEL = "infludance_duel"


@dataclass
class Ran:
    """What a run of the command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer to a script."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The answers to a script, one for each line."""
        return list(map(json.loads, self.out.splitlines()))


Run = Callable[..., Ran]


def each_moves(run: Run, gunbai: Gunbai, game: str) -> None:
    """Let the seats of a duel make their first choices until each has made one, so that both keys have signed."""
    moved: set[int] = set()
    while len(moved) < 2:
        seat = gunbai.view(game).waiting.seats[0]
        assert run("play", game, "--seat", str(seat), typed="1\n").code == 0
        moved.add(seat)
