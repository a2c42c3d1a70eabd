"""`gunbai title list`."""

from __future__ import annotations

from tests.clients.cli.command_run import DUEL, Run


def test_titles_are_listed_for_people_and_for_scripts(run: Run) -> None:
    assert "INFLUDANCE Duel" in run("title", "list").out
    assert DUEL in [title["name"] for title in run("title", "list", "--json").json]


def test_titles_are_listed_with_their_languages(run: Run) -> None:
    listed = {line.split()[0]: line.strip() for line in run("title", "list").out.splitlines()}
    assert listed[DUEL].endswith("en, cs, pl")
    assert listed["titan_race"].endswith("en, cs, pl")


def test_a_title_is_shown_with_its_aim_and_its_languages(run: Run) -> None:
    shown = run("title", "show", DUEL).out
    assert "3 good shots, 3 kickers, 3 double shots and 3 blanks" in shown
    assert "Languages: en, cs, pl" in shown


def test_a_title_is_shown_with_each_of_its_options(run: Run) -> None:
    shown = run("title", "show", "king_of_tokyo")
    assert shown.code == 0
    assert "Seats: 2–6; versions of the rules: 1, 2; chance: referee, committed, shared, dealer" in shown.out  # a range
    assert "gunbai new king_of_tokyo --options '{\"first_game\": true}'" in shown.out
    option = next(line.split() for line in shown.out.splitlines() if "closing_bay" in line)
    assert option[:4] == ["closing_bay", '"outside",', '"city"', '"outside"']
    assert "Five or six players play without Tokyo Bay." in shown.out
    assert "a list of numbers" in run("title", "show", "titan_race").out
    assert "options_schema_json" in run("title", "show", "shogun", "--json").json


def test_an_option_is_shown_with_its_clauses_and_the_house_ruling_that_it_reads_otherwise(run: Run) -> None:
    lines = run("title", "show", "king_of_tokyo").out.splitlines()
    (closing,) = [line for line in lines if line.strip().startswith("closing_bay")]
    (first,) = [line for line in lines if line.strip().startswith("first_game")]
    assert "KT-6.15, KT-A33" in closing
    assert "KT-15.1" in first


def test_a_title_that_there_is_not_is_asked_for_by_the_name_that_is_like_it(run: Run) -> None:
    for command in (("title", "show"), ("new",)):
        wrong = run(*command, "samurai")
        assert wrong.code == 3
        assert "`gunbai title list` lists the titles" in wrong.err
        assert "Did you mean samurai_spirit?" in wrong.err
        assert "meant" not in run(*command, "chess").err
    assert "Did you mean liars_dice?" in run("title", "show", "Liar's Dise").err
