"""Text files that went through an editor, an email or git: heads, keys, settings, records as lines of JSON.

On the way, a text may get different line ends (CR LF) or a byte-order mark, or lose its last line end. None of this
means anything, so reading ignores it.
"""

from __future__ import annotations

import os
import secrets
from codecs import BOM_UTF8
from pathlib import Path


def read_text(file: Path) -> str:
    """Return a file's text as it was written. Raises OSError, or UnicodeDecodeError if it is not UTF-8."""
    return text_of(file.read_bytes())


def text_of(content: bytes) -> str:
    """Return the text in a file's bytes: its lines end in LF, the last one too. Raises UnicodeDecodeError."""
    text = content.removeprefix(BOM_UTF8).decode().replace("\r\n", "\n")
    return f"{text}\n" if text and not text.endswith("\n") else text


def replace_text(file: Path, text: str) -> None:
    """Replace a file atomically: a crash leaves the old one or the new one. Raises OSError."""
    # Two threads or processes may write a file at once: each writes a part of its own.
    new = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    # The new name is only durable once the folder is on the disk, too.
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
