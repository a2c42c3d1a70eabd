"""Text of others reaches a terminal through one module: nothing else of the command escapes, or opens a console."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ONLY = {
    r"\bmarkup\.escape\(|from rich\.markup import": {"clients/cli/screen/markup.py"},
    r"(?<!\w)Console\(": {"clients/cli/screen/output.py", "clients/cli/screen/terminal.py"},
    r"typer\.echo\(|sys\.stdout\.write|click\.echo": {
        "clients/cli/app.py",
        "clients/cli/commands/seat/keygen.py",
        "clients/cli/screen/encodings.py",
    },
}
"""What writes on a terminal, and the modules of the command that may have it."""


@pytest.mark.parametrize("pattern", ONLY)
def test_what_writes_on_a_terminal_is_in_one_place(pattern: str) -> None:
    files = sorted((ROOT / "clients" / "cli").rglob("*.py"))
    writers = {str(file.relative_to(ROOT)) for file in files if re.search(pattern, file.read_text(encoding="utf-8"))}
    assert writers <= ONLY[pattern]
