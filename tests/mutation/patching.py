"""Putting a mutant into a process: into functions that are already imported, or into a module before its import."""

from __future__ import annotations

import gc
import importlib.machinery
import types
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.abc import InspectLoader
from pathlib import Path

from tests.mutation.mutants import Mutant
from tools import code

Functions = dict[tuple[str, int, str], list[types.FunctionType]]
"""The functions of this process by file, first line and name of their code."""


@dataclass(frozen=True)
class Exchange:
    """A piece of code of a module, and what a mutant makes of it."""

    old: types.CodeType
    new: types.CodeType


def imported_functions(paths: list[Path]) -> Functions:
    """Return the functions of some modules that exist in this process."""
    files = {str(code.ROOT / path) for path in paths}
    found: Functions = {}
    gc.unfreeze()  # What is frozen is not listed.
    for function in gc.get_objects():
        if isinstance(function, types.FunctionType) and function.__code__.co_filename in files:
            found.setdefault(_name(function.__code__), []).append(function)
    gc.freeze()
    return found


def _name(piece: types.CodeType) -> tuple[str, int, str]:
    return piece.co_filename, piece.co_firstlineno, piece.co_qualname


def compiled(mutant: Mutant) -> types.CodeType:
    """Return the code of a module with a mistake in it."""
    return compile(mutant.tree(), str(code.ROOT / mutant.path), "exec", dont_inherit=True)


def sound(mutant: Mutant) -> types.CodeType:
    """Return the code of the module without the mistake."""
    return compile(code.tree(mutant.path), str(code.ROOT / mutant.path), "exec", dont_inherit=True)


def exchanges(mutant: Mutant) -> list[Exchange]:
    """Return the pieces of code that a mutant changes, of each module from the outermost to the innermost."""
    return [pair for place in (mutant, *mutant.also) for pair in _different(sound(place), compiled(place))]


def _different(old: types.CodeType, new: types.CodeType) -> Iterator[Exchange]:
    if old == new:
        return
    yield Exchange(old, new)
    inside = {_name(piece): piece for piece in new.co_consts if isinstance(piece, types.CodeType)}
    for piece in old.co_consts:
        if isinstance(piece, types.CodeType) and _name(piece) in inside:
            yield from _different(piece, inside[_name(piece)])


def fits(mutant: Mutant, functions: Functions) -> bool:
    """Return whether a mutant can be put into functions that exist: they keep what they close over."""
    changed = [pair for pair in exchanges(mutant) if _name(pair.old) in functions]
    return bool(changed) and all(pair.old.co_freevars == pair.new.co_freevars for pair in changed)


def patch(mutant: Mutant, functions: Functions) -> None:
    """Put a mutant into the functions that exist."""
    for pair in exchanges(mutant):
        for function in functions.get(_name(pair.old), []):
            function.__code__ = pair.new


def import_instead(mutant: Mutant) -> None:
    """Let every later import of the module find the mutant, and leave no compiled file of it."""
    mistaken = {str(code.ROOT / place.path): compiled(place) for place in (mutant, *mutant.also)}
    unchanged = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: InspectLoader, fullname: str) -> types.CodeType | None:
        found = mistaken.get(getattr(self, "path", ""))
        return found or unchanged(self, fullname)  # type: ignore[arg-type]  # A loader of source.

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]  # In a process of its own.
