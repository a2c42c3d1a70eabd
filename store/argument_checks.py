"""Argument checks for all engines: each raises ValueError and quotes the argument."""

from __future__ import annotations

from collections.abc import Sequence

from store.contract import PAPER_BYTES, Cosignature, DuplicateCommand, Grant, Leaf, Opening, Paper, Stored, Summary


def check_create(opening: Opening, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary) -> None:
    """Check an opening's name and 32-byte secret, and that entries, grants and summary belong to it."""
    if not opening.game:
        raise ValueError("a game needs a name")
    if len(opening.secret) != 32:
        raise ValueError(f"a game's secret has 32 bytes, not {len(opening.secret)}")
    if bool(opening.parent) != (opening.parent_version > 0):
        raise ValueError(f"a fork must name its parent and a version of it: {opening!r}")
    check_append(opening.game, opening.parent_version, entries, grants, summary)


def check_adopt(opening: Opening, grants: Sequence[Grant], summary: Summary) -> None:
    """Check that an opening is an imported log's, and that grants and summary belong to it."""
    check_create(opening, (), grants, summary)
    if opening.parent or not opening.provenance:
        raise ValueError(f"an imported log must have a provenance, and cannot be a fork: {opening!r}")


def check_follows(game: str, version: int, entry: Stored) -> None:
    """Check that an imported log's entry follows a version and answers no command."""
    if entry.version != version + 1 or entry.command_id:
        found = f"entry {entry.version} with {entry.command_id!r}"
        raise ValueError(f"game {game!r}: expected entry {version + 1} without a command, not {found}")


def check_append(
    game: str, expected_version: int, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary | None
) -> None:
    """Check that entries follow one another, each for its own command, and that everything belongs to one game."""
    for version, entry in enumerate(entries, expected_version + 1):
        if entry.version != version:
            raise ValueError(f"game {game!r}: entry {entry.version} cannot follow entry {version - 1}")
    for other in (*grants, *(() if summary is None else (summary,))):
        if other.game != game:
            raise ValueError(f"game {game!r}: data of game {other.game!r} in the same write")
    if len(entries) > 1:
        check_distinct_commands(game, entries)


def check_distinct_commands(game: str, entries: Sequence[Stored]) -> None:
    """Check that no two entries answer the same command. Raises DuplicateCommand."""
    seen: set[str] = set()
    for entry in entries:
        if entry.command_id in seen:
            raise DuplicateCommand(game, entry.command_id)
        # Entries of the service itself answer no command: their empty ids may repeat.
        seen |= {entry.command_id} - {""}


def check_papers(game: str, expected: int, papers: Sequence[Paper]) -> None:
    """Check that a game's papers continue from a number without a gap, and that none is too large."""
    for number, paper in enumerate(papers, expected + 1):
        if paper.number != number:
            raise ValueError(f"game {game!r}: paper {paper.number} cannot follow paper {number - 1}")
        if paper.game != game:
            raise ValueError(f"game {game!r}: data of game {paper.game!r} in the same write")
        if len(paper.data) > PAPER_BYTES:
            raise ValueError(f"game {game!r}: paper {number} has {len(paper.data)} bytes, more than {PAPER_BYTES}")


def check_leaves_of(game: str, leaves: Sequence[Leaf]) -> None:
    """Check that leaves are 32-byte hashes of one game."""
    for leaf in leaves:
        if leaf.game != game or len(leaf.data) != 32:
            raise ValueError(f"{leaf!r} is not a leaf of 32 bytes of game {game!r}")


def check_cosignature(cosignature: Cosignature) -> None:
    """Check that a cosignature has a size and names its witness."""
    if cosignature.size < 0 or not cosignature.witness:
        raise ValueError(f"a cosignature must have a size and name its witness: {cosignature!r}")


def check_page(page_size: int) -> None:
    """Check that a page, or a list with a limit, has at least one row."""
    if page_size < 1:
        raise ValueError(f"a page must show at least one row, not {page_size}")
