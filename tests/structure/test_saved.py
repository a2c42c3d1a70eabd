"""The script of pages that are saved is what its sources make."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.structure import code, saved

SCRIPT = (code.ROOT / saved.SCRIPT).read_text(encoding="utf-8")


def test_the_script_is_made_of_its_sources_as_they_are() -> None:
    assert SCRIPT.startswith(saved.first_line(SCRIPT)), "`make saved` writes it"


def test_the_script_has_the_verifier_and_the_page_in_it() -> None:
    verifier = {path for path in code.files(Path("clients/typescript/verify")) if path.suffix == ".js"}
    assert verifier - set(saved.sources(SCRIPT)) == {Path("clients/typescript/verify/cli.js")}
    assert saved.SOURCE in saved.sources(SCRIPT)


def test_the_script_is_what_esbuild_writes() -> None:
    if not saved.ESBUILD.exists():
        pytest.skip("esbuild is missing: `make typescript` installs it, with Node.js and npm")
    assert saved.text() == SCRIPT, "`make saved` writes it"


def test_the_script_can_stand_within_a_page() -> None:
    assert "</script" not in SCRIPT.lower()
    assert "<!--" not in SCRIPT
