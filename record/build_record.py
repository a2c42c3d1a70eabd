"""The build hook that generates the stubs of records: the entry, the clauses, and the messages of the titles.

Generated code is not in the repository: installation creates it, in wheels and editable checkouts alike, and `python
build_record.py` regenerates it in place. The protos are one folder up in a checkout, and next to this file in an sdist.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from gunbai_record.stubs import find_protos, generate  # noqa: E402  # this distribution builds itself


class GeneratedCode(BuildHookInterface[Any]):
    """Generates the stubs before the distribution is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the stubs: a wheel includes them, and an editable installation finds them in place."""
        make()
        build_data["artifacts"] += ["gunbai/**"]


def make() -> None:
    """Generate the stubs of every package but the service's own."""
    generate(find_protos(HERE), HERE / "gunbai", lambda package: package != "referee")


if __name__ == "__main__":
    make()
