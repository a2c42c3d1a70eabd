"""The script of a saved page has the page's modules and the whole verifier in it."""

from __future__ import annotations

import re
from graphlib import CycleError
from pathlib import Path

import pytest

from clients.web.saved import modules
from clients.web.saved.modules import CLIENTS, MAIN, packed, script


def test_a_module_stands_after_those_that_it_imports_and_the_first_one_last() -> None:
    pieces_of = list(packed(MAIN))
    assert pieces_of[-1] == MAIN
    for at, pieces in enumerate(packed(MAIN).values()):
        assert set(pieces[1::2]) <= set(pieces_of[:at])


def test_the_verifier_is_in_the_script_and_no_import_is_left_relative() -> None:
    pieces_of = packed(MAIN)
    verifier = {path.relative_to(CLIENTS).as_posix() for path in (CLIENTS / "typescript" / "verify").rglob("*.js")}
    assert verifier - pieces_of.keys() == {"typescript/verify/cli.js"}
    relative = re.compile(r"^(?:import|export|\}).*[\"']\.", re.MULTILINE)
    assert [name for name, pieces in pieces_of.items() if any(map(relative.search, pieces[::2]))] == []


def test_the_script_ends_no_element_of_a_page() -> None:
    assert "<" not in script()


def test_modules_that_import_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\n', encoding="utf-8")
    (tmp_path / "two.js").write_text('export { one } from "./one.js";\n', encoding="utf-8")
    monkeypatch.setattr(modules, "CLIENTS", tmp_path)
    with pytest.raises(CycleError):
        packed("one.js")
