"""A record file in place of a service: another package serves it in this process, by an entry point `gunbai.files`.

The entry point names a function that takes the path of a file and returns a context manager, in which a service answers
for the game of that file at the address that it yields, together with the id of the game. So whatever reads a game of a
service reads a file in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple, cast

from gunbai_client import GunbaiError

GROUP = "gunbai.files"


class Served(NamedTuple):
    """A service for the game of a file: its address, and the id of the game."""

    address: str
    game: str


def served(file: Path) -> AbstractContextManager[Served]:
    """Return the service for the game of a file. Raises GunbaiError where no package can serve one."""
    for each in entry_points(group=GROUP):
        return cast("Callable[[Path], AbstractContextManager[Served]]", each.load())(file)
    raise GunbaiError("no package that reads record files is installed: the distribution `gunbai` has one")
