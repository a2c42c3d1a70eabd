"""What people at the page wait for is measured in a browser, and not where there is none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench import browsing
from bench.figures import QUICK


async def test_without_a_browser_it_says_so_and_misses_no_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    figures = await browsing.measure(tmp_path, QUICK, lambda _: None)
    assert [(figure.value, figure.missed) for figure in figures] == [(None, False)] * 5
    assert all("Chromium is missing" in figure.remark for figure in figures)


@pytest.mark.long
async def test_all_figures_are_measured(tmp_path: Path) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    figures = await browsing.measure(tmp_path, QUICK, lambda _: None)
    assert [figure.unit for figure in figures] == ["ms", "kB", "ms", "ms", "/s"]
    assert all(figure.value is not None for figure in figures)
    _, transferred, _, _, scrubbing = figures
    assert not transferred.missed
    assert scrubbing.value
