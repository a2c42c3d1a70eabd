"""The page of a tournament shows its table and its rounds, and takes names for text."""

from __future__ import annotations

import pytest

from clients.cli.tournament.page import page_of, result_of
from clients.cli.tournament.plan import Round, Seats, Terms, Tournament
from clients.cli.tournament.scores import table_of

NAMES = ("<b>Ann</b>", "Bob", "Cyd", "Dan")
PLAN = Tournament(
    name="Club & friends",
    system="swiss",
    terms=Terms(title="king_of_tokyo"),
    players=NAMES,
    length=3,
    rounds=(Round((Seats("g1", NAMES[:2], NAMES[:1]),), bye="Cyd", away=("Dan",)),),
)


def test_a_page_escapes_names_and_needs_nothing_else() -> None:
    page = page_of(PLAN, table_of(PLAN))
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<h1>Club &amp; friends</h1>" in page
    assert "Table after 1 of 3 rounds" in page
    assert "Cyd has a bye. Away: Dan." in page
    assert "src=" not in page
    assert "href=" not in page


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (Seats("g", ("A", "B")), "not over"),
        (Seats("g", ("A", "B"), ("A",)), "won by A"),
        (Seats("g", ("A", "B"), ("A", "B")), "shared by all"),
        (Seats("g", ("A", "B"), ("A",), ("B",)), "won by A; absent: B"),
        (Seats("g", ("A", "B"), (), ("A", "B")), "no result; absent: A, B"),
    ],
)
def test_a_result_is_said_in_words(table: Seats, text: str) -> None:
    assert result_of(table) == text
