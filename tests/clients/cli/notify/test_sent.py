"""What was told is remembered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clients.cli.notify.notices import Notice
from clients.cli.notify.sent import sent_notices, state_file
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.errors import GunbaiError

NOTICE = Notice("decision", "abc", "7", "Ann is asked", seat=2)


def test_what_was_told_is_remembered_by_the_next_process(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "told.json"
    with sent_notices(path) as notices:
        assert not notices.has(NOTICE)
        notices.add(NOTICE)
        assert notices.has(NOTICE)
        notices.close("old")
    with sent_notices(path) as again:
        assert again.has(NOTICE)
        assert not again.has(Notice("decision", "abc", "8", "", seat=2))
        assert (again.since, again.over) == (notices.since, {"old"})
        again.close("abc")
        assert not again.notices


def test_two_processes_do_not_tell_by_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "told.json"
    with sent_notices(path), pytest.raises(GunbaiError, match="another `gunbai game notify`"), sent_notices(path):
        pytest.fail("both tell")


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "told.json"
    path.write_text('{"since": 1}')
    with pytest.raises(GunbaiError, match=r"told\.json is damaged"), sent_notices(path):
        pytest.fail("it is read")


def test_a_game_that_was_over_before_is_no_news(tmp_path: Path) -> None:
    with sent_notices(tmp_path / "told.json") as notices:
        info = GameInfo()
        info.update_time.FromDatetime(datetime.now(UTC) - timedelta(hours=1))
        assert not notices.is_news(info)
        info.update_time.FromDatetime(datetime.now(UTC))
        assert notices.is_news(info)


def test_each_way_to_be_told_has_a_file_of_its_own() -> None:
    files = {
        state_file("a:1", "x", ""),
        state_file("a:2", "x", ""),
        state_file("a:1", "", "x"),
        state_file("a:1", "", ""),
    }
    assert len(files) == 4
