"""`gunbai title clauses`."""

from __future__ import annotations

import pytest

from tests.clients.cli.command_run import DUEL, Run


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, run: Run) -> Run:
    """Return the command without a service."""
    monkeypatch.delenv("GUNBAI_TARGET")
    return run


def test_clauses_are_found_by_number_and_by_sentence(run: Run) -> None:
    assert "IN-4.2" in run("title", "clauses", DUEL, "--search", "diagonally").out
    (clause,) = run("title", "clauses", DUEL, "--search", "IN-4.2", "--json").json
    assert clause["number"] == "IN-4.2"


def test_clauses_are_found_by_place_and_by_a_plural(run: Run) -> None:
    assert "TR-13.1" in run("title", "clauses", "titan_race", "--search", "kaldheira").out
    assert "TR-13.2" in run("title", "clauses", "titan_race", "--search", "pirates").out


def test_all_clauses_of_a_title_are_listed(run: Run) -> None:
    assert len(run("title", "clauses", DUEL, "--json").json) > 50


def test_clauses_come_in_the_language_that_is_chosen_without_a_service(nowhere: Run) -> None:
    czech = ("title", "clauses", "liars_dice", "--search", "LD-7.1", "--language", "cs-CZ", "--json")
    assert nowhere(*czech).json[0]["sentence"] == "Vítězí poslední hráč, který má kostky."
    assert nowhere(*czech[:5]).out.split("LD-7.1")[1].strip().startswith("The last player with dice wins.")


def test_a_service_gives_clauses_in_the_language_that_is_chosen(run: Run) -> None:
    czech = run("title", "clauses", "liars_dice", "--search", "LD-7.1", "--language", "cs-CZ", "--json").json
    assert czech[0]["sentence"] == "Vítězí poslední hráč, který má kostky."


def test_each_clause_is_listed_with_its_house_ruling(run: Run) -> None:
    assert "TR-A2" in run("title", "clauses", "titan_race", "--search", "TR-1.4").out


def test_without_a_service_a_rule_is_explained_with_the_code_and_the_cases_that_cite_it(nowhere: Run) -> None:
    ran = nowhere("title", "clauses", "TR-1.4")
    assert ran.code == 0
    for part in (
        "Polish rulebook TTR01PL, Rebel: Abilities",
        "TR-A2, a house ruling: In which order",
        "Chosen: Clockwise",
        "Reason: ",
    ):
        assert part in ran.out
    assert "games/titan_race/rules/track.py:" in ran.out
    assert "tests/cases/titan_race/01_fields.toml:" in ran.out


def test_a_service_says_where_code_and_cases_are_shown(run: Run) -> None:
    ran = run("title", "clauses", "TR-1.4")
    assert "leave out --target and unset GUNBAI_TARGET" in ran.out + ran.err


def test_a_script_gets_the_explanation_as_one_value(nowhere: Run) -> None:
    explained = nowhere("title", "clauses", "ss-a17", "--json").json
    assert explained["house_ruling"]["option"] == "round_starter"
    assert {clause["house_ruling"] for clause in explained["clauses"]} == {"SS-A17"}
    assert all({"file", "line", "text"} == place.keys() for place in (*explained["code"], *explained["cases"]))
    assert explained["code"]
    assert explained["cases"]


def test_a_service_that_is_named_explains_without_code(run: Run) -> None:
    explained = run("title", "clauses", "TR-1.4", "--json").json
    assert explained["house_ruling"]["number"] == "TR-A2"
    assert (explained["code"], explained["cases"]) == ([], [])


def test_a_number_after_a_title_is_that_of_its_clause(nowhere: Run) -> None:
    explained = nowhere("title", "clauses", "TR-1.4").out
    assert "Polish rulebook TTR01PL, Rebel: Abilities" in explained
    for number in ("1.4", "tr-1.4"):
        assert nowhere("title", "clauses", "titan_race", number).out == explained
    for words in (("titan_race", "99.1"), ("titan_race", "1"), ("TR-1.4", "1.5")):
        refused = nowhere("title", "clauses", *words)
        assert (refused.code, words[1] in refused.err) == (2, True)


@pytest.mark.parametrize("number", ["IN-99.1", "IN-A99"])
def test_a_number_that_the_title_does_not_have_is_wrong_usage(nowhere: Run, number: str) -> None:
    ran = nowhere("title", "clauses", number)
    assert ran.code == 2
    assert number in ran.err


def test_an_unknown_title_is_rejected_by_the_service(run: Run) -> None:
    assert run("title", "clauses", "chess").code == 3
    assert run("title", "clauses", "XX-1.1").code == 3
