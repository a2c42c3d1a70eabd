"""A saved page's script: a loader, and the modules of the page and of the JavaScript verifier, unchanged."""

from __future__ import annotations

import json
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from urllib.parse import urljoin

HERE = Path(__file__).parent
CLIENTS = HERE.parents[1]
"""The folder of all modules, in a checkout and in an installed package. A module's name is its path from here."""
MAIN = "web/saved/main.js"
IMPORTED = re.compile(r"(?<= from \")(\.[^\"]+)(?=\";$)", re.MULTILINE)
"""The address of an import, relative to the module."""


@cache
def script() -> str:
    """Return the script, without any `<`, which could end its element."""
    modules = json.dumps(list(packed(MAIN).items()), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (HERE / "loader.js").read_text(encoding="utf-8") + f"run({modules});\n"


def packed(main: str) -> dict[str, list[str]]:
    """Return a module and everything it needs, each after the modules that it imports. Raises CycleError.

    A source is cut at its imports: every second piece is the name of the imported module.
    """
    pieces_of, names = dict[str, list[str]](), [main]
    for name in names:
        pieces = IMPORTED.split(_source(name))
        pieces[1::2] = [urljoin(name, address) for address in pieces[1::2]]
        pieces_of[name] = pieces
        names += [piece for piece in pieces[1::2] if piece not in names]
    imports = {name: pieces[1::2] for name, pieces in pieces_of.items()}
    return {name: pieces_of[name] for name in TopologicalSorter(imports).static_order()}


def _source(name: str) -> str:
    """Return a module's source; a markup file becomes a module that exports its text."""
    text = (CLIENTS / name).read_text(encoding="utf-8")
    return f"export default {json.dumps(text)};\n" if name.endswith(".html") else text
