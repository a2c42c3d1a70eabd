"""The transparency log's tree as it grows, in tiles of 256 hashes (https://c2sp.org/tlog-tiles).

For each level above the leaves, all hashes of full tiles are kept: 32 bytes for every 255 leaves. Leaves are read again
when a proof needs them, a tile at a time; only those in the last, incomplete tile are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gunbai_record.tree import ProofError, Range, hash_of, root_of

WIDTH = 256
"""The hashes in a full tile."""
LEVELS = 8
"""The levels of tiles in a tree with a 63-bit size."""

Leaves = Mapping[int, Sequence[bytes]]
"""Hashes of leaves, by tile."""


class Tiles:
    """A tree that only grows."""

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]
        """The hashes of the full tiles, from the level above the leaves on."""
        self._last: list[bytes] = []

    @property
    def size(self) -> int:
        """How many leaves the tree has."""
        return WIDTH * len(self._levels[0]) + len(self._last)

    def add(self, hashes: Iterable[bytes]) -> None:
        """Add leaves' hashes."""
        for digest in hashes:
            self._last.append(digest)
            if len(self._last) == WIDTH:
                self._fill(0, root_of(self._last))
                self._last = []

    def _fill(self, level: int, digest: bytes) -> None:
        if level == len(self._levels):
            self._levels.append([])
        self._levels[level].append(digest)
        # A tile of the level above has one hash for each full tile below it.
        if len(self._levels[level]) % WIDTH == 0:
            self._fill(level + 1, root_of(self._levels[level][-WIDTH:]))

    def needed(self, ranges: Iterable[Range]) -> set[int]:
        """Return the tiles of leaves that have to be read for the hashes of ranges."""
        # The hashes of whole tiles are in the levels above, so only the tile in which a range ends may be needed.
        ends = {(span.end - 1) // WIDTH for span in ranges if span.size and (span.size < WIDTH or span.end % WIDTH)}
        return {tile for tile in ends if tile < len(self._levels[0])}

    def hashes(self, ranges: Iterable[Range], leaves: Leaves) -> list[bytes]:
        """Return the hashes of a tree's ranges; `leaves` has the needed tiles."""
        leaf_hashes = {**leaves, len(self._levels[0]): self._last}
        return [hash_of(span, lambda part: self._find_hash(part, leaf_hashes)) for span in ranges]

    def _find_hash(self, span: Range, leaves: Leaves) -> bytes | None:
        """Return the hash of a range within a tile, at any level."""
        tile, start = divmod(span.start, WIDTH)
        if span.size < WIDTH and start + span.size <= WIDTH:
            return root_of(leaves[tile][start : start + span.size])
        for level, hashes in enumerate(self._levels, 1):
            width: int = WIDTH**level
            if span.size <= width * WIDTH and span.start % width == span.size % width == 0:
                return root_of(hashes[span.start // width : span.end // width])
        return None

    def tile(self, level: int, index: int, width: int) -> list[bytes]:
        """Return the first hashes of a tile above the leaves, or of the last tile of leaves. Raises ProofError."""
        row = self._levels[level - 1] if 0 < level <= len(self._levels) else []
        start = index * WIDTH
        if level == 0:
            row, start = self._last, 0 if index == len(self._levels[0]) else WIDTH
        tile = row[start : start + width]
        if not tile or len(tile) < width:
            raise ProofError(f"the tree has fewer than {width} hashes in tile {index} of level {level}")
        return tile
