"""Files of text that went through an editor, a mail or git: heads, keys, settings, records as lines of JSON.

On such a way a text gets other line ends (CR LF), a byte-order mark at its beginning, or loses its last line end. None
of this says anything, so it is left out where such a file is read.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path


def read_text(file: Path) -> str:
    """Return the text of a file as it was written. Raises OSError, or UnicodeDecodeError for what is no UTF-8."""
    return text_of(file.read_bytes())


def text_of(content: bytes) -> str:
    """Return the text in the bytes of a file: its lines end in LF, the last one too. Raises UnicodeDecodeError."""
    text = content.removeprefix(BOM_UTF8).decode().replace("\r\n", "\n")
    return f"{text}\n" if text and not text.endswith("\n") else text
