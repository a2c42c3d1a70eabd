"""The verifier in JavaScript agrees with every vector, and with none that was changed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lab.patience import PATIENCE
from tests.clients.typescript.verifier import NEEDS_NODE, NODE
from tools.vectors.write import FOLDER

SCRIPT = Path(__file__).parent / "vectors.mjs"
DIGITS = re.compile(r'"(leaf|header|chance_key|reference|digest)": "[0-9a-f]{40,}')

pytestmark = NEEDS_NODE


def checked(folder: Path, *parts: str) -> dict[str, Any]:
    """Return how many checks of the vectors in a folder, or of some parts of them, were made, and which do not hold."""
    done = subprocess.run(
        [str(NODE), str(SCRIPT), str(folder), *parts], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_every_vector_holds() -> None:
    report = checked(FOLDER)
    assert report["wrong"] == []
    assert report["checked"] > 150


@pytest.mark.parametrize(
    "name",
    [
        *("format", "common", "chain", "modes", "forms", "log", "policies", "papers", "imported"),
        *("outcomes/shogun", "outcomes/shogun.tower", "records/signed", "records/paused"),
    ],
)
def test_a_changed_vector_does_not_hold(name: str, tmp_path: Path) -> None:
    part = name.partition("/")[0]
    shutil.copytree(FOLDER, tmp_path / "vectors")
    (file,) = (tmp_path / "vectors").glob(f"{name}.json*")
    text = file.read_text(encoding="utf-8")
    digits = DIGITS.search(text)
    if digits:
        place = digits.end() - 8
        other = "0" if text[place] != "0" else "1"
    elif name == "policies":
        place = text.index('"needed": "') + 11
        other = "9"
    else:
        place = text.index('"digest":"') + 15
        other = "A" if text[place] != "A" else "B"
    file.write_text(text[:place] + other + text[place + 1 :], encoding="utf-8")
    assert checked(tmp_path / "vectors", part)["wrong"]
