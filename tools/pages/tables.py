"""The schemas of the titles' tables as files, made from the code.

`make tables` writes docs/tables; `test_tables.py` compares them.
"""

from __future__ import annotations

import json
from pathlib import Path

from referee.game.table_schema import table_schema
from titles.catalogue import TITLES, newest

FOLDER = Path(__file__).parents[2] / "docs" / "tables"


def files() -> dict[str, str]:
    """Return each file's text by its name: the schema that `GetTitle` returns, on many lines."""
    schemas = {title: json.loads(table_schema(newest(title))) for title in TITLES}
    return {
        f"{title}.json": json.dumps(schema, indent=1, ensure_ascii=False) + "\n" for title, schema in schemas.items()
    }


def write() -> None:
    """Write the files, and remove those of titles that do not exist."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
