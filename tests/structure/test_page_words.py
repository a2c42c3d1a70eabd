"""The words of the pages: one for each value that they may have to say, and none in a template or a script itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest

from clients.render import dispute_page
from clients.render import languages as printed
from clients.web import languages as pages
from clients.web.frame.text import WEB
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1 import reasons_pb2 as pb
from gunbai.referee.v1.disputes_pb2 import GetDisputeResponse
from gunbai_client.fairness import FAIRNESS
from gunbai_record.leaves import kind_name
from gunbai_record.text.negotiation import ENGLISH

TEMPLATES = sorted(WEB.glob("templates/*.html"))
MARKUP = WEB / "saved" / "page.html"
SCRIPTS = sorted([*WEB.glob("static/*.js"), *WEB.glob("saved/*.js")])
WORDS = pages.CATALOGUES[ENGLISH].templates
PRINTED = {tag: catalogue.templates for tag, catalogue in printed.CATALOGUES.items()}
PRINTING = Path(dispute_page.__file__)
PARTS_OF_TEMPLATES = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
STRINGS = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`")
COMMENTS = re.compile(r"(?:^|\s)//.*$", re.MULTILINE)
WORDS_IN_A_ROW = re.compile(r"\b[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]{2,}")
SHOWN = {"aria-label", "alt", "title", "placeholder", "data-confirm", "label"}
NOT_SAID = {"gunbai", "life", "monsters.0.life < 3", "|◀", "@12", "Shift+←", "Shift+→"}
"""The name of the site, keys, and examples of expressions, which are the same in every language."""
NOT_SHOWN = {
    "AbortError",
    "Enter",
    "Notification",
    "Escape",
    "line later",
    "move main",
    "plain notes",
    "document",
    "Failure",
    "Number",
    "image/svg+xml",
}
"""What scripts have in quotation marks that is for the browser: keys, classes, names of things."""


class Shown(HTMLParser):
    """Collects the texts of a page, and what its attributes show."""

    def __init__(self) -> None:
        super().__init__()
        self.found = list[str]()
        self._code = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._code = tag in {"pre", "script"}
        self.found += [value for name, value in attributes if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._code = False

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.found.append(data)


def shown_by(path: Path) -> Iterator[str]:
    """Yield the words of a template that do not come from a catalogue."""
    text = path.read_text(encoding="utf-8")
    page = Shown()
    page.feed(PARTS_OF_TEMPLATES.sub("", text))
    yield from (words.strip(" ·\n") for words in page.found)
    for part in PARTS_OF_TEMPLATES.findall(text):
        yield from (words for words in strings(part) if WORDS_IN_A_ROW.search(words.strip()))


def strings(code: str) -> Iterator[str]:
    """Yield what stands in quotation marks, without the values in it."""
    for match in STRINGS.findall(code):
        yield re.sub(r"\$\{[^}]*\}", "0", next(filter(None, match), ""))


def names_in(text: str) -> set[str]:
    """Return the names in braces of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_printed_page_of_a_dispute_has_words_for_each_section_source_and_kind() -> None:
    keys = {f"section.{name}" for name in re.findall(r"_section\(say, \"(\w+)\"", PRINTING.read_text(encoding="utf-8"))}
    keys |= {f"source.{name}" for name in (*(fairness.name for fairness in FAIRNESS.values()), "nobody")}
    keys |= {f"kind.{kind_name(kind)}" for kind in LeafKind.values() if kind} | {"kind.unknown"}
    assert {key for key in PRINTED[ENGLISH] if key.startswith(("section.", "source.", "kind."))} == keys


def test_the_printed_page_of_a_dispute_has_no_words_of_its_own() -> None:
    """But for commands and styles, which are the same in every language."""
    page = dispute_page.Page(GetDisputeResponse(), accept_language="cs").text
    shown = Shown()
    shown.feed(page)
    english = {word for text in PRINTED[ENGLISH].values() for word in re.findall(r"[A-Za-z]{4,}", text)}
    czech = {word for text in PRINTED["cs"].values() for word in re.findall(r"\w{4,}", text)}
    texts = (text for text in shown.found if not text.startswith("gunbai ") and "{" not in text)
    heard = {word for text in texts for word in re.findall(r"\w{4,}", text)}
    assert heard & (english - czech) == set()
    assert heard & czech


@pytest.mark.parametrize("path", [*TEMPLATES, MARKUP], ids=lambda path: path.name)
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    assert {words for words in shown_by(path) if re.search(r"[A-Za-z]{2}", words)} - NOT_SAID == set()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_has_no_words_of_its_own(path: Path) -> None:
    code = COMMENTS.sub("", path.read_text(encoding="utf-8"))
    word_runs = {words for words in strings(code) if WORDS_IN_A_ROW.search(words.strip())}
    assert {words for words in word_runs if not re.search(r"[#.\[>]\w|, ", words)} - NOT_SHOWN == set()


def test_each_reason_of_the_service_has_its_sentence() -> None:
    reasons = {name.removeprefix("REASON_") for name, number in pb.Reason.items() if number}
    assert {reason for reason in reasons if f"problem.{reason}" not in WORDS} == set()


def test_a_sentence_of_a_reason_names_facts_that_the_reason_has() -> None:
    facts = {
        value.name.removeprefix("REASON_"): set(value.GetOptions().Extensions[pb.failure].facts)
        for value in pb.Reason.DESCRIPTOR.values
    }
    named = {reason: names_in(WORDS.get(f"problem.{reason}", "")) - facts_of for reason, facts_of in facts.items()}
    assert {reason: names for reason, names in named.items() if names} == {}
