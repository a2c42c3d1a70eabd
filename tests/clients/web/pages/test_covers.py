"""The covers of titles: drawn from a few large shapes, light to send, and a letter where there is none."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from games.kit.board import svg
from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer
from titles.catalogue import TITLES, newest

HEAVIEST = 4_000
"""How many bytes a cover has at most."""


@pytest.mark.parametrize("title", TITLES)
def test_each_title_has_a_cover_of_the_size_of_all(title: str, gunbai: Gunbai) -> None:
    cover = newest(title).board.cover
    root = ET.fromstring(cover)  # our own
    assert root.attrib["viewBox"] == "0 0 {} {}".format(*svg.COVER)
    assert len(root) > 4
    assert len(cover) < HEAVIEST
    assert not re.search(r"<text|<desc", cover), "a cover is read in no language"
    assert gunbai.title(title).cover_svg == cover


def test_a_cover_is_kept_by_browsers_and_a_title_without_one_is_shown_by_its_letter(pages: str) -> None:
    status, headers, _ = answer(f"{pages}/titles/shogun/cover.svg")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert "max-age=3600" in headers["cache-control"]
    assert ">H</text>" in answer(f"{pages}/titles/halma/cover.svg")[2]
    assert ">&lt;</text>" in answer(f"{pages}/titles/%3Cb%3E/cover.svg")[2]
