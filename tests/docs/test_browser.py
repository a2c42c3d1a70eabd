"""docs/browser.md names buttons and headings as the pages have them in English."""

from __future__ import annotations

import re

import pytest

from clients.web import languages
from gunbai_record.text.negotiation import ENGLISH
from tools import code

PAGE = (code.ROOT / "docs" / "browser.md").read_text(encoding="utf-8")
LABELS = sorted({re.sub(r"\s+", " ", label) for label in re.findall(r"\*\*([^*]+)\*\*", PAGE)})
TEXTS = languages.CATALOGUES[ENGLISH].templates.values()


@pytest.mark.parametrize("label", LABELS)
def test_a_label_of_the_page_begins_a_text_of_the_browser(label: str) -> None:
    assert any(text.startswith(label) for text in TEXTS)
