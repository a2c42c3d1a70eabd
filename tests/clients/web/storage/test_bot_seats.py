"""What is stored of the bots at the tables, so that they go on after a restart."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from clients.web.storage.bot_seats import BotSeat, BotSeats

GAME = "aaaaaaaaaaaaaaaa"
FIRST, SECOND = BotSeat(GAME, 2, 1, "192.0.2.1"), BotSeat(GAME, 1, 3, "192.0.2.2")


def test_what_was_kept_is_read_again_by_table_and_seat(tmp_path: Path) -> None:
    stored = BotSeats(tmp_path / "bots")
    stored.add(FIRST)
    stored.add(SECOND)
    stored.add(BotSeat("bbbbbbbbbbbbbbbb", 1, 0, "192.0.2.1"))
    assert BotSeats(tmp_path / "bots").list_at(GAME) == [SECOND, FIRST]


def test_what_is_forgotten_is_not_read_again(tmp_path: Path) -> None:
    stored = BotSeats(tmp_path)
    stored.add(FIRST)
    stored.remove(FIRST)
    stored.remove(FIRST)
    assert (list(stored), list(BotSeats(tmp_path))) == ([], [])


def test_nobody_else_reads_the_tokens_of_bots(tmp_path: Path) -> None:
    BotSeats(tmp_path).add(FIRST)
    assert (tmp_path / FIRST.name).stat().st_mode & 0o777 == 0o600
    assert FIRST.token not in repr(FIRST)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"game": 1}', json.dumps(asdict(SECOND)), json.dumps({**asdict(FIRST), "more": 1})]
)
def test_a_damaged_file_is_no_seat(tmp_path: Path, text: str) -> None:
    (tmp_path / FIRST.name).write_text(text)
    assert list(BotSeats(tmp_path)) == []


def test_without_a_folder_seats_are_kept_in_memory() -> None:
    stored = BotSeats(None)
    stored.add(FIRST)
    assert list(stored) == [FIRST]
