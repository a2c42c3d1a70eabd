"""The client's stubs come first in the namespace package `gunbai`.

A folder named `gunbai` next to a program, such as a clone of the repository, becomes a part of that package. Python
finds it first, and takes its folder `referee` for `gunbai.referee`.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path

OWN = Path(__file__).parents[1] / "gunbai"
NAME = "gunbai.referee"


def prefer() -> None:
    """Load `gunbai.referee` from the client's own folder if a different folder hides it."""
    if find_spec(f"{NAME}.v1") is not None:
        return
    spec = PathFinder.find_spec(NAME, [str(OWN)])
    if spec is not None:
        sys.modules[NAME] = sys.modules["gunbai"].referee = module_from_spec(spec)  # type: ignore[attr-defined]  # a submodule


prefer()
