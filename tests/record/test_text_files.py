"""What editors, mails and git do to a text is left out where it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai_record.text_files import read_text, text_of


@pytest.mark.parametrize("content", [b"a\nb\n", b"a\r\nb\r\n", b"a\nb", b"\xef\xbb\xbfa\r\nb"])
def test_a_text_is_read_however_it_came(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(content)
    assert read_text(file) == text_of(content) == "a\nb\n"


def test_nothing_is_added_to_an_empty_text_and_nothing_else_is_changed() -> None:
    assert text_of(b"") == ""
    assert text_of(b"\r a\rb\n") == "\r a\rb\n"
    with pytest.raises(UnicodeDecodeError):
        text_of(b"\xff")
