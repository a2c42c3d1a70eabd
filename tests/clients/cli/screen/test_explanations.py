"""A rule explained: by the number of a clause, or by that of a house ruling."""

from __future__ import annotations

from clients.cli.screen.explanations import Explanation, explain
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_record.clauses import Citation, Citations

RULING = HouseRuling(
    number="XX-A1",
    question="May a pawn jump?",
    readings=["Yes.", "No."],
    chosen="No.",
    reason="It has no legs.",
    place="Pawns [b]",
    option="jumps",
)
STEP = Clause(number="XX-1.1", sentence="A pawn steps.", place="Pawns")
JUMP = Clause(number="XX-1.2", sentence="No pawn jumps.", place="Pawns", house_ruling="XX-A1")
FALL = Clause(number="XX-1.3", sentence="A pawn that jumps falls.", place="Pawns", house_ruling="XX-A1")
RULES = ListClausesResponse(clauses=[STEP, JUMP, FALL], house_rulings=[RULING])


def test_a_clause_is_explained_by_its_house_ruling() -> None:
    assert explain(RULES, "xx-1.2") == Explanation((JUMP,), RULING)
    assert explain(RULES, "XX-1.1") == Explanation((STEP,), None)


def test_a_clause_is_named_without_the_code_of_its_title_too() -> None:
    assert explain(RULES, "1.2") == Explanation((JUMP,), RULING)
    for other in ("9.9", "1", "A1"):
        assert explain(RULES, other) is None


def test_a_house_ruling_is_explained_by_the_clauses_that_carry_it_out() -> None:
    explanation = explain(RULES, "XX-A1")
    assert explanation == Explanation((JUMP, FALL), RULING)
    assert explanation.numbers == ("XX-1.2", "XX-1.3")


def test_an_unknown_number_is_not_explained() -> None:
    assert explain(RULES, "XX-9.9") is None


def test_everything_is_shown_to_a_person() -> None:
    citations = Citations([Citation("pawn.py", 3, "return x[y]")], [Citation("pawns.toml", 7, "A pawn tries.")])
    lines = list(Explanation((JUMP,), RULING).lines(citations))
    assert lines == [
        "[bold]XX-1.2[/]  No pawn jumps.",
        "  Place: Pawns",
        "\n[bold]XX-A1[/], a house ruling: May a pawn jump?",
        "  Place: Pawns \\[b]",
        "  Readings:",
        "    - Yes.",
        "    - No.",
        "  Chosen: No.",
        "  Reason: It has no legs.",
        "  The option [bold]jumps[/] of the game chooses a different reading.",
        "\nCode:",
        "  pawn.py:3  [dim]return x\\[y][/]",
        "\nCases:",
        "  pawns.toml:7  [dim]A pawn tries.[/]",
    ]


def test_what_is_not_there_has_no_heading() -> None:
    lines = list(Explanation((STEP,), None).lines(Citations()))
    assert lines == ["[bold]XX-1.1[/]  A pawn steps.", "  Place: Pawns"]
    assert list(Explanation((STEP,), None, "Rules of Pawns").lines(Citations()))[1:] == ["  Rules of Pawns: Pawns"]


def test_a_script_gets_every_part() -> None:
    fields = Explanation((STEP,), None, "Rules of Pawns").as_fields(Citations([Citation("pawn.py", 3, "return")]))
    assert fields == {
        "clauses": (STEP,),
        "rulebook": "Rules of Pawns",
        "house_ruling": None,
        "code": [{"file": "pawn.py", "line": 3, "text": "return"}],
        "cases": [],
    }
