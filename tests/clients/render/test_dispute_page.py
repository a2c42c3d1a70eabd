"""The printed page of a dispute: whatever was said in it is text, it needs nothing else, and it is read back whole."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer

from clients.render.dispute_page import POLICY, Page, differing, page_in
from gunbai.referee.v1 import disputes_pb2 as pb
from lab.patience import PATIENCE

CHROMIUM = shutil.which("chromium")
EVIL = """</script><script>document.title="owned"</script><img src=x onerror="alert(1)">'"&amp;"""


def hostile() -> pb.GetDisputeResponse:
    """Return a dispute with markup in every text."""
    response = pb.GetDisputeResponse()
    dispute, evidence = response.dispute, response.evidence
    dispute.game, dispute.number, dispute.seat, dispute.version, dispute.claim = "night", 1, 1, 7, EVIL
    dispute.statements.add(seat=2, text=EVIL)
    dispute.verdict.outcome, dispute.verdict.reason = pb.DISPUTE_OUTCOME_UPHELD, EVIL
    evidence.svg = f"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><desc>{EVIL}</desc></svg>"
    evidence.actor_name = evidence.command_sentence = EVIL
    evidence.given.refused.clause = evidence.given.refused.sentence = EVIL
    evidence.given.refused.values.add(name=EVIL, value=EVIL, words=EVIL)
    evidence.newest.accepted.sentences.append(EVIL)
    evidence.clause.number = evidence.clause.sentence = evidence.clause.place = EVIL
    evidence.house_ruling.number = evidence.house_ruling.chosen = EVIL
    evidence.house_ruling.readings.append(EVIL)
    evidence.legal_commands.add(sentence=EVIL)
    evidence.outcomes.add(outcome=1, sentence=EVIL)
    evidence.signed_head.note = evidence.signed_head.key = EVIL
    evidence.leaves.add(kind=99, proof=EVIL)  # a kind that this client does not know
    return response


def text_of(response: pb.GetDisputeResponse, accept_language: str = "en") -> str:
    """Return the text of the page of a dispute."""
    return Page(response, "infludance_duel", accept_language=accept_language).text


class Reading(HTMLParser):
    """Collects the tags of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_whatever_was_said_is_text() -> None:
    read = Reading(text_of(hostile()))
    allowed = {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "section", "p", "dl", "dt", "dd", "span", "pre",
        "ul", "li", "code", "img", "script",
    }  # fmt: skip
    assert {tag for tag, _ in read.tags} == allowed
    assert not [name for _, attributes in read.tags for name in attributes if name.startswith("on")]
    assert [attributes for tag, attributes in read.tags if tag == "script"] == [
        {"type": "application/json", "id": "dispute"}
    ]
    assert read.text.count(EVIL) >= 15


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    read = Reading(text_of(hostile()))
    sources = [attributes["src"] or "" for _, attributes in read.tags if "src" in attributes]
    assert sources
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    assert not [attributes for _, attributes in read.tags if "href" in attributes]
    (policy,) = [attributes["content"] for tag, attributes in read.tags if tag == "meta" and "content" in attributes]
    assert policy == POLICY
    assert "script-src" not in POLICY
    assert POLICY.startswith("default-src 'none'")


def test_the_dispute_is_read_back_from_the_page(tmp_path: Path) -> None:
    response = hostile()
    (tmp_path / "page.html").write_text(text_of(response), "utf-8")
    assert page_in(tmp_path / "page.html").answer.dispute == response.dispute


@pytest.mark.parametrize(
    "content", [b"", b"<html></html>", b"\xff", b'<script type="application/json" id="dispute">1</script>']
)
def test_any_other_file_is_no_page(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "page.html").write_bytes(content)
    with pytest.raises(typer.BadParameter, match="is not a dispute page"):
        page_in(tmp_path / "page.html")


@pytest.mark.parametrize(
    ("accept_language", "language", "heading"),
    [
        ("cs-CZ", "cs", "Spor 1 ve hře night"),
        ("pl", "pl", "Spór 1 w grze night"),
        ("de", "en", "Dispute 1 of game night"),
    ],
)
def test_a_page_is_in_the_language_that_is_asked_for_and_is_written_anew_in_it(
    tmp_path: Path, accept_language: str, language: str, heading: str
) -> None:
    file = tmp_path / "page.html"
    file.write_text(text_of(hostile(), accept_language), "utf-8")
    read = Reading(file.read_text("utf-8"))
    assert ("html", {"lang": language}) in read.tags
    assert heading in read.text
    page = page_in(file)
    assert (page.accept_language, page.language) == (accept_language, language)
    shown = hostile().evidence
    del shown.leaves[:]
    again = page.completed(shown, "infludance_duel")
    assert differing(file.read_text("utf-8"), again) == []
    more = file.read_text("utf-8").replace("</body>", "More.</body>")
    assert differing(more, again) == ["the text outside its sections"]


def test_an_open_dispute_says_so() -> None:
    response = hostile()
    response.dispute.ClearField("verdict")
    assert "none yet" in Reading(text_of(response)).text


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="needs `chromium`, such as that of `apt-get install chromium`")
def test_a_browser_runs_nothing_of_the_page_and_prints_it(tmp_path: Path) -> None:
    page, printed = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_text(text_of(hostile()), "utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}"]
    command = [str(CHROMIUM), *flags]
    shown = subprocess.run(
        [*command, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=PATIENCE, check=True
    ).stdout
    assert re.findall("<title>(.*?)</title>", shown) == ["Dispute 1 of game night"]
    subprocess.run(
        [*command, f"--print-to-pdf={printed}", page.as_uri()], capture_output=True, timeout=PATIENCE, check=True
    )
    assert printed.read_bytes().startswith(b"%PDF-")
