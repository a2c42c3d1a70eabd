"""Texts that are nearly alike: they come out as they were, and what they share is kept once."""

from __future__ import annotations

from typing import Any

from clients.web.saved.packing import ELEMENTS, Packer


def unpacked(pieces: list[str], packed: dict[str, Any]) -> str:
    """Return a text from what a packer made of it, as the page's script does."""
    pieces[packed["at"] :] = packed["new"]
    return "".join("".join(pieces[first : first + size]) for first, size in packed["runs"])


def test_texts_that_are_packed_come_out_as_they_were() -> None:
    texts = ["<a><b/>one</a>", "<a><b/>two</a>", "", "<b/><a>", "no tag", "<a><b/>one</a>"]
    packer, pieces = Packer(), list[str]()
    assert [unpacked(pieces, packer.pack(text, ELEMENTS)) for text in texts] == texts


def test_what_two_texts_share_is_kept_once() -> None:
    packer = Packer()
    packer.pack("<a><b/>one</a>", ELEMENTS)
    assert packer.pack("<a><b/>two</a>", ELEMENTS) == {"at": 3, "new": ["<b/>two"], "runs": [[0, 1], [3, 1], [2, 1]]}
