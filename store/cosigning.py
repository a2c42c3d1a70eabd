"""Cosignatures of checkpoints, for all engines: which of them are kept."""

from __future__ import annotations

from collections.abc import Iterable

from store.contract import Cosignature

KEPT_COSIGNED = 64
"""For how many sizes of the log of leaves cosignatures are stored: the greatest that have any."""


def with_cosignature(stored: Iterable[Cosignature], added: Cosignature) -> list[Cosignature]:
    """Return the cosignatures to keep after a new one, by size and witness."""
    latest = {(cosignature.size, cosignature.witness): cosignature for cosignature in (*stored, added)}
    sizes = sorted({size for size, _ in latest})[-KEPT_COSIGNED:]
    return [cosignature for (size, _), cosignature in sorted(latest.items()) if size in sizes]
