"""What a victory is worth (SS-12.1, SS-12.2)."""

from __future__ import annotations

from games.samurai_spirit.rules.table import SamuraiTable


def points(table: SamuraiTable) -> int:
    """Return the points of a victory: farms, families, and a band without a wound token (SS-12.1)."""
    if table.ending != "village_saved":
        return 0
    return len(table.farms) + len(table.families) + (not table.wounded())


def written(table: SamuraiTable) -> str:
    """Return the score of a victory with the suffix of its level (SS-12.2)."""
    return f"{points(table)}{table.level.suffix}" if table.ending == "village_saved" else ""
