"""Files of the pages: their addresses change with their content, browsers keep them, and answers are compressed."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.request import Request, urlopen

from clients.web.frame.static_files import FOLDER, KEPT, PATH, find_digest
from gunbai_client import connect
from tests.clients.web.http_requests import answer

ZIPPED = {"accept-encoding": "gzip"}


def test_a_change_of_any_file_changes_the_addresses_of_all(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("2")
    before = find_digest(tmp_path)
    (tmp_path / "b.js").write_text("3")
    changed = find_digest(tmp_path)
    (tmp_path / "b.js").rename(tmp_path / "c.js")
    assert len({before, changed, find_digest(tmp_path)}) == 3


def test_a_page_names_its_files_by_addresses_that_are_kept_for_good(pages: str) -> None:
    assert f'"{PATH}/frame.css"' in answer(pages)[2]
    _, headers, text = answer(f"{pages}{PATH}/frame.css")
    assert headers["cache-control"] == KEPT["cache-control"]
    assert text == (FOLDER / "frame.css").read_text(encoding="utf-8")
    assert answer(f"{pages}/static/000000000000/frame.css")[0] == 404


def test_a_page_itself_is_asked_for_again(pages: str) -> None:
    assert answer(pages)[1]["cache-control"] == "private, no-cache"


def test_answers_are_compressed_for_a_browser_that_reads_it(pages: str) -> None:
    for path in ("/", f"{PATH}/game.js", f"{PATH}/frame.css"):
        _, headers, packed = answer(pages + path, headers=ZIPPED, binary=True)
        assert headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in headers["vary"]
        _, plain_headers, plain = answer(pages + path, binary=True)
        assert plain_headers["content-encoding"] is None
        assert gzip.decompress(packed.encode("latin-1")) == plain.encode("latin-1")
        assert len(packed) < len(plain) / 2


def test_a_stream_of_events_is_not_compressed(pages: str, address: str) -> None:
    with connect(address) as gunbai:
        made = gunbai.create("infludance_duel", seats=2, chance="referee")
    with urlopen(Request(f"{pages}/heads?game={made.info.game}@1", headers=ZIPPED)) as stream:
        assert stream.headers["content-encoding"] is None
        assert stream.readline() == b"{}\n"
