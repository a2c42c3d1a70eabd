"""Private files are replaced whole, even by several requests at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from clients.web.storage.private_files import write_private


def test_two_requests_that_write_one_file_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, replace = Barrier(2, timeout=60), Path.replace

    def replaced(path: Path, target: Path) -> Path:
        both.wait()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replaced)
    contents = [b"first" * 1000, b"second"]
    with ThreadPoolExecutor(2) as writers:
        [*writers.map(lambda content: write_private(tmp_path / "seat", content), contents)]
    assert [path.name for path in tmp_path.iterdir()] == ["seat"]
    assert (tmp_path / "seat").read_bytes() in contents
