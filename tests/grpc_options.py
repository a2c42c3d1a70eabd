"""The channel options that the gRPC of this environment knows: a misspelt one is ignored by it in silence."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grpc._cython import cygrpc  # type: ignore[attr-defined]  # compiled, without stubs


def unknown(options: Iterable[tuple[str, object]]) -> list[str]:
    """Return the names of the options that the library does not contain as texts."""
    library = Path(cygrpc.__file__).read_bytes()
    return [name for name, _ in options if not name.startswith("grpc.") or name.encode() + b"\0" not in library]
