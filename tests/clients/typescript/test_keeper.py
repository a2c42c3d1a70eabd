"""The TypeScript client hands over the shares that the Python client does."""

from __future__ import annotations

from pathlib import Path

from lab.toy_games import NAME
from tests.clients.python.test_share_keeper import SEED, due, keeper_of, put_off
from tests.clients.typescript.conftest import facts_of


def test_when_the_start_is_put_off_the_next_share_of_the_chain_is_handed_over(programs: Path, tmp_path: Path) -> None:
    _, night = put_off()
    file = tmp_path / "entries"
    shares = []
    for entries in (night.entries[:-1], night.entries):
        file.write_text("".join(f"{entry.SerializeToString().hex()}\n" for entry in entries), encoding="utf-8")
        shares.append(facts_of(programs, "keeper.mjs", str(file), NAME, SEED.hex()))
    request = keeper_of(night.entries).handed_over(due(0))
    assert request is not None
    assert shares == ["BrokenRecord", request.share.hex()]
