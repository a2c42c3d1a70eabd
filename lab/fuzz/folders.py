"""Where targets and their kept inputs are."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

CORPUS = Path(__file__).parent / "corpus"
TARGETS = sorted(file.stem for file in (Path(__file__).parent / "targets").glob("*.py"))


def load(target: str) -> ModuleType:
    """Return the module of a target: `seeds()` yields inputs to begin with, `check(data)` raises what it finds."""
    return importlib.import_module(f"lab.fuzz.targets.{target}")


def broken_inputs(target: str) -> list[Path]:
    """Return the inputs that once broke a promise, in files."""
    return sorted(file for file in (CORPUS / target).glob("*") if file.is_file())
