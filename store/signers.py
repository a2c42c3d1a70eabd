"""The key that signs a record, for all engines: a different key is noticed before it signs anything."""

from __future__ import annotations

from collections.abc import Container

from store.contract import StorageError


def check_signer(place: str, noted: str, verifier: str, former: Container[str], *, new: bool) -> None:
    """Check that a record's key is the noted one, or one that replaced it; or one that the operator calls `new`.

    Raises StorageError.
    """
    if noted and noted != verifier and noted not in former and not new:
        problem = f"it is signed with the key {noted}, but this key is {verifier}; restore the key files"
        raise StorageError(place, f"{problem}, or start once with --new-key and tell your readers")
