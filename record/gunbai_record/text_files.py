"""Text files that went through an editor, an email or git: heads, keys, settings, records as lines of JSON.

On the way, a text may get different line ends (CR LF) or a byte-order mark, or lose its last line end. None of this
means anything, so reading ignores it.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path


def read_text(file: Path) -> str:
    """Return a file's text as it was written. Raises OSError, or UnicodeDecodeError if it is not UTF-8."""
    return text_of(file.read_bytes())


def text_of(content: bytes) -> str:
    """Return the text in a file's bytes: its lines end in LF, the last one too. Raises UnicodeDecodeError."""
    text = content.removeprefix(BOM_UTF8).decode().replace("\r\n", "\n")
    return f"{text}\n" if text and not text.endswith("\n") else text
