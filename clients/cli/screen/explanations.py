"""An explained rule: its clauses, its house ruling, and what cites them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clients.cli.screen.markup import escape
from clients.cli.screen.word_matching import has
from clients.render.wording import place_in
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_record.clauses import Citation, Citations, code_of

_BARE = re.compile(r"[0-9]+(?:\.[0-9]+)+")
"""A clause number without its title's code."""

PLACE = "Place"
"""What names a place in rules without a rulebook."""


@dataclass(frozen=True)
class Explanation:
    """A clause with the house ruling that it carries out, if any; or a house ruling with the clauses that do so."""

    clauses: tuple[Clause, ...]
    house_ruling: HouseRuling | None
    rulebook: str = ""
    """The edition of the rulebook with the places."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The clause numbers to look for in code and cases."""
        return tuple(clause.number for clause in self.clauses)

    def as_fields(self, citations: Citations) -> dict[str, Any]:
        """Return the explanation for a script."""
        return {
            "clauses": self.clauses,
            "rulebook": self.rulebook,
            "house_ruling": self.house_ruling,
            "code": [citation._asdict() for citation in citations.code],
            "cases": [case._asdict() for case in citations.cases],
        }

    def lines(self, citations: Citations) -> Iterator[str]:
        """Yield the explanation for a person, as lines of markup."""
        for clause in self.clauses:
            yield f"[bold]{clause.number}[/]  {escape(clause.sentence)}"
            yield f"  {escape(place_in(self.rulebook or PLACE, clause.place))}"
        if self.house_ruling is not None:
            yield from _register_lines(self.house_ruling, self.rulebook)
        yield from _citation_lines("Code", citations.code)
        yield from _citation_lines("Cases", citations.cases)


def clauses_on(rules: ListClausesResponse, words: str, *, whole: bool = False) -> list[Clause]:
    """Return the clauses with the words in their sentence, the last perhaps incomplete, then by their place."""
    fitting_clauses = [clause for clause in rules.clauses if has(clause.sentence, words, whole=whole)]
    return [
        *fitting_clauses,
        *(
            clause
            for clause in rules.clauses
            if clause not in fitting_clauses and has(clause.place, words, whole=whole)
        ),
    ]


def explain(rules: ListClausesResponse, number: str) -> Explanation | None:
    """Return what a title's rules say about a clause or house ruling; None if the number is unknown.

    A clause number may omit the title's code.
    """
    codes = {code_of(clause.number) for clause in rules.clauses} if _BARE.fullmatch(number) else set()
    number = f"{codes.pop()}-{number}" if len(codes) == 1 else number.upper()
    own = [clause for clause in rules.clauses if number in {clause.number, clause.house_ruling}]
    sought = {number, *(clause.house_ruling for clause in own)}
    house_ruling = next((ruling for ruling in rules.house_rulings if ruling.number in sought), None)
    return Explanation(tuple(own), house_ruling, rules.rulebook) if own or house_ruling else None


def _register_lines(ruling: HouseRuling, rulebook: str) -> Iterator[str]:
    yield f"\n[bold]{ruling.number}[/], a house ruling: {escape(ruling.question)}"
    yield f"  {escape(place_in(rulebook or PLACE, ruling.place))}"
    yield "  Readings:"
    yield from (f"    - {escape(reading)}" for reading in ruling.readings)
    yield f"  Chosen: {escape(ruling.chosen)}"
    yield f"  Reason: {escape(ruling.reason)}"
    if ruling.option:
        yield f"  The option [bold]{ruling.option}[/] of the game chooses a different reading."


def _citation_lines(heading: str, citations: Sequence[Citation]) -> Iterator[str]:
    if citations:
        yield f"\n{heading}:"
    for citation in citations:
        yield f"  {citation.file}:{citation.line}  [dim]{escape(citation.text)}[/]"
