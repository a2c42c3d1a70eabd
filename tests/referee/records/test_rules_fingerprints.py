"""Fingerprints of rules: they change with what can change a verdict, and with nothing else."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from lab.paths import ROOT
from lab.patience import PATIENCE
from lab.toy_games import TITLES as TOYS
from lab.toy_games import keep, started
from referee.records import rules_fingerprints
from referee.records.doctor import TO_COMPARE, examined_by_rules
from referee.records.rules_fingerprints import (
    Changed,
    _source,
    _Writing,
    compared_rules,
    fingerprint,
    notes_of,
    warn_of_changes,
)
from store.contract import RulesNote
from store.memory import MemoryStore
from titles.catalogue import TITLES

PLAIN = """
import math
from collections import Counter
from fractions import Fraction

class Roll(Step, frozen=True):
    seat: int
    def refuse(self, table, move):
        if move.count > 3 and math.floor(move.count) not in {1, 2}:
            raise ValueError(f"{move.count} dice are too many")
        return [f"{each!r:>{width}}" for each in table if each] or Counter(table)[Fraction(1, 2)]
"""
SAME = '''"""What it is."""
# The rules (LD-1.1).
from fractions import Fraction
from collections import Counter
from typing import TYPE_CHECKING
import math
if TYPE_CHECKING:
    from games.kit.rules.decider import Rules


class Roll(
    Step,
    frozen=True,
):
    """A roll."""

    seat: int
    """Whose it is."""

    def refuse(self, table, move):
        """Return why not."""
        if (move.count > 3 and math.floor(move.count) not in {1, 2}):  # too many
            raise ValueError(f"nobody rolls {move.count} dice")
        return ([f"{each!r:>{width}}" for each in table if each]
                or Counter(table)[Fraction(1, 2)])
'''
PRINT = "7aedeaa6f8bbe35c"
"""The fingerprint of the first: the same by every version of Python that runs this."""


def text_of(source: str | ast.AST) -> str:
    """Return a source as it is hashed, with the imports in order."""
    writing = _Writing()
    writing.node(ast.parse(source) if isinstance(source, str) else source, words=False)
    return "".join((*writing.text, *map(str, sorted(writing.imports - {("typing", "TYPE_CHECKING", "")}))))


def test_comments_words_layout_and_the_order_of_imports_say_nothing() -> None:
    assert text_of(PLAIN) == text_of(SAME)


@pytest.mark.parametrize(
    ("was", "now"),
    [("> 3", ">= 3"), ("{1, 2}", "{1, 3}"), ("math.floor", "math.ceil"), ("and", "or"), ("frozen=True", "frozen=False"),
     ("Fraction(1, 2)", "Fraction(2, 1)"), ("from fractions", "from decimals"), ("if each", "if not each"),
     ("seat: int", "seat: int = 0"), ("ValueError", "TypeError"), ("!r", "!s"), (">{width}", "<{width}")],
)  # fmt: skip
def test_what_can_change_a_verdict_changes_it(was: str, now: str) -> None:
    assert was in PLAIN
    assert text_of(PLAIN.replace(was, now, 1)) != text_of(PLAIN)


def test_it_is_the_same_by_all_versions_of_python() -> None:
    """Later ones give nodes fields that are empty here; what texts are printable changes with them, too."""
    tree = ast.parse(PLAIN)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            setattr(node, "type_params", [])  # noqa: B010  # from Python 3.12 on
            node._fields = (*type(node)._fields, "type_params")  # type: ignore[misc]  # of this node
    assert text_of(tree) == text_of(PLAIN)
    assert text_of("a = '\N{SNOWMAN}'").isascii()
    assert sha256(text_of(PLAIN).encode()).hexdigest()[:16] == PRINT


PRINTS = (
    "from titles.catalogue import TITLES; from referee.records.rules_fingerprints import fingerprint\n"
    "for versions in TITLES.values():\n"
    "    print(*(fingerprint(title.rules) for title in versions.values()))"
)


def printed(folder: Path) -> list[str]:
    """Return the fingerprints of all titles by the code in a folder, in the order of the catalogue."""
    environment = os.environ | {"PYTHONPATH": f"{folder}:{ROOT}"}
    ran = subprocess.run(
        [sys.executable, "-c", PRINTS], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE,
        check=True,
    )  # fmt: skip
    return ran.stdout.splitlines()


MORE = "from __future__ import annotations\n", "from __future__ import annotations\nMORE = 1\n"


@pytest.mark.parametrize(
    ("file", "edit", "changed"),
    [
        ("liars_dice/rules/evolve.py", ("event.quantity, event.face)", "event.quantity, max(event.face, 4))"), 1),
        ("liars_dice/rules/steps/lift_cups.py", ('"""', '"""More. '), 0),
        ("liars_dice/rules/view.py", MORE, 0),
        ("liars_dice/words/house_rulings.py", MORE, 0),
        ("liars_dice/bots/__init__.py", MORE, 0),
        ("king_of_tokyo/rules/data.py", ('"Rapid Healing", 3', '"Rapid Healing", 4'), 1),
        ("kit/rules/chance.py", MORE, 6),
        ("kit/words/phrasebook.py", MORE, 0),
    ],
)
def test_only_the_titles_change_whose_rules_did(tmp_path: Path, file: str, edit: tuple[str, str], changed: int) -> None:
    shutil.copytree(ROOT / "games", tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    code = tmp_path / "games" / file
    text = code.read_text("utf-8")
    assert edit[0] in text
    code.write_text(text.replace(*edit, 1), "utf-8")
    before = [" ".join(fingerprint(version.rules) for version in versions.values()) for versions in TITLES.values()]
    assert sum(one != other for one, other in zip(printed(tmp_path), before, strict=True)) == changed


def test_code_without_its_source_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(module: str) -> object:
        raise OSError(module)

    rules = next(iter(TITLES["liars_dice"].values())).rules
    monkeypatch.setattr(rules_fingerprints, "_source", none)
    assert fingerprint(rules) == ""
    monkeypatch.setattr(rules_fingerprints, "_source", _source)
    assert fingerprint(rules)


async def test_a_store_notes_its_rules_and_names_those_that_changed() -> None:
    store, (mine,) = MemoryStore(), notes_of(TOYS)
    other = RulesNote(mine.title, mine.rules_version, "other")
    await store.note_rules([other])
    assert (await compared_rules(store, TOYS)).changed == ()
    await warn_of_changes(store, TOYS)
    assert await store.rules() == [mine]
    await keep(store, started())
    await store.note_rules([other])
    with capture_logs() as logged:
        await warn_of_changes(store, TOYS)
    assert [(line["event"], line["title"], line["rules_version"]) for line in logged] == [
        ("rules_changed", mine.title, mine.rules_version)
    ]
    assert await store.rules() == [other]
    (fault,) = (await examined_by_rules(store, TOYS, lambda *_: None)).faults
    changed = Changed(mine.title, mine.rules_version)
    assert fault == (f"{mine.title}, rules version {mine.rules_version}", f"{changed.problem}; {TO_COMPARE}")
    assert (await examined_by_rules(store, TOYS, lambda *_: None, accepted=True)).faults == ()
    assert await store.rules() == [mine]
