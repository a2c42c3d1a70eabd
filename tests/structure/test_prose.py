"""The pages are short and plain: few stilted phrases, no paragraphs in tables, no page that nobody finishes.

The phrases are counted, and a page may have some: a count is sometimes wrong, and a rate allows for that.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tools import code

MOST_PER_THOUSAND_WORDS = 0.8
MOST_WORDS, MOST_WORDS_IN_ALL = 2_500, 50_000
LONG_BY_NATURE = {"docs/record-format.md", "docs/errors.md"}
"""References that list every byte and every error."""
LONGEST_ROW = 300
STILTED = {
    "a bare who": r"(?<![\w,])(?:[Ww]ho|[Ww]hoever) (?!(?:is|are|was|were|does|did|has|have|can|will|would|could|may|"
    r"should|am|wins?|won|sees?|pays?|owns?|plays?|knows?)\b[^.]*\?)[a-z]+s? ",
    "a bare what": r"\b[Ww]hat (?:is|was|are|were|has|had) [a-z]+",
    "that there is not": r"\bthat (?:there is not|is not there|are not there)\b",
    "anew": r"\banew\b",
    "beside": r"\b[Bb]eside\b",
    "X alone": r"\b\w+ alone\b",
    "is said": r"\b(?:is|are|was|were|be) (?:said|told)\b",
    "says of": r"\b(?:said|says|say) of\b",
    "so long": r"\b[Ss]o long\b",
    "in place of": r"\bin place of\b",
    "of which": r"\b(?:of|by|to|from|with|in|on|for|after) which\b",
    "nobody any": r"\b[Nn]obody\b[^.]{0,40}\bany\b",
}
PAGES = {path.as_posix(): text for path, text in code.texts() if path.suffix == ".md"}


def prose(text: str) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def words(text: str) -> int:
    return len(re.findall(r"[A-Za-z']+", text))


WORDS = {path: words(prose(text)) for path, text in PAGES.items()}


def test_stilted_phrases_are_rare() -> None:
    counter = Counter[str]()
    for text in PAGES.values():
        counter.update({name: len(re.findall(pattern, prose(text))) for name, pattern in STILTED.items()})
    rate = 1000 * counter.total() / sum(WORDS.values())
    assert rate <= MOST_PER_THOUSAND_WORDS, counter.most_common()


def test_the_pages_are_short_in_all() -> None:
    assert sum(WORDS.values()) <= MOST_WORDS_IN_ALL, Counter(WORDS).most_common(10)


@pytest.mark.parametrize("page", sorted(PAGES.keys() - LONG_BY_NATURE))
def test_a_page_is_short(page: str) -> None:
    assert WORDS[page] <= MOST_WORDS


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_row_of_a_table_has_phrases(page: str) -> None:
    lines = prose(PAGES[page]).splitlines()
    assert [line for line in lines if line.startswith("|") and len(line) > LONGEST_ROW] == []
