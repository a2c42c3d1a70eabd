"""What a run of the `gunbai` command leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
