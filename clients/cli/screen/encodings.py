"""Standard output in any encoding: sentences lose only special signs, and output for programs loses nothing."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper
from typing import TextIO
from unicodedata import normalize

from gunbai_record.text.foreign import visible_lines

_SPELLED = str.maketrans(
    {
        "\N{RIGHTWARDS ARROW}": "->",
        "\N{LEFTWARDS ARROW}": "<-",
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{PLUS-MINUS SIGN}": "+-",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{BOX DRAWINGS LIGHT VERTICAL}": "|",
        "\N{CHECK MARK}": "ok",
        "\N{BALLOT X}": "x",
    }
)
"""How our special signs are spelled if an encoding lacks them."""


def is_unicode(file: TextIO) -> bool:
    """Return whether a file takes every text."""
    return codecs.lookup(file.encoding or "utf-8").name.startswith("utf")


def spell_out() -> None:
    """Have standard output and standard error spell out what their encoding lacks, instead of failing."""
    codecs.register_error("spelled", _spelled)
    for file in (sys.stdout, sys.stderr):
        if isinstance(file, TextIOWrapper):
            file.reconfigure(errors="backslashreplace" if is_unicode(file) else "spelled")


def write_exactly(text: str) -> None:
    """Write a text for programs to standard output: unchanged, in UTF-8; a terminal shows control characters."""
    if sys.stdout.isatty():
        sys.stdout.write(visible_lines(text))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Return replacements for characters that an encoding lacks: similar characters, or escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_SPELLED)
    plain = normalize("NFKD", lacking).encode("ascii", "ignore").decode()
    return plain or lacking.encode("ascii", "backslashreplace").decode(), error.end
