"""What cites a clause: lines of a title's code, and cases of a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.sources.rule_sources import Rules
from gunbai_record.cases import readable
from gunbai_record.cases.format import find_files, read_file
from referee.cases import citations
from referee.cases.citations import InstalledRules, cases_citing, citation_of, code_citing
from titles.catalogue import newest

CASES = citations.ROOT / "tests" / "cases"


@pytest.mark.parametrize("text", ["(KT-6.1)", "KT-6.1, 6.2", "clause.CLAUSE_6_1)", "Nobody (KT-6.1)."])
def test_a_number_and_its_constant_are_citations(text: str) -> None:
    assert citation_of("KT-6.1").search(text)


@pytest.mark.parametrize("text", ["KT-6.12", "KT-6.1.2", "CLAUSE_6_12", "CLAUSE_16_1", "6.1", "XKT-6.1"])
def test_the_beginning_of_another_number_is_none(text: str) -> None:
    assert not citation_of("KT-6.1").search(text)


def test_code_is_cited_by_file_and_line() -> None:
    cited = list(code_citing(newest("infludance_duel"), ["IN-4.2"]))
    assert cited
    for citation in cited:
        text = (citations.ROOT / citation.file).read_text(encoding="utf-8").splitlines()[citation.line - 1]
        assert text.strip() == citation.text
        assert citation_of("IN-4.2").search(text)


def test_the_register_carries_nothing_out() -> None:
    files = [path.name for path in citations.sources(newest("infludance_duel"))]
    assert "table.py" in files
    assert "house_rulings.py" not in files


def test_what_a_title_says_in_a_language_carries_nothing_out() -> None:
    files = [path.as_posix() for path in citations.sources(newest("samurai_spirit"))]
    assert any(file.endswith("samurai_spirit/rules/version_2.py") for file in files)
    assert [file for file in files if file.endswith(("/en.py", "/cs.py")) or "/cs/" in file] == []


@pytest.mark.parametrize("title", sorted({file.parent.name for file in CASES.glob("*/*.toml")}))
def test_every_case_is_found_at_its_header(title: str) -> None:
    folder = CASES / title
    every = list(readable(case for file in find_files([folder]) for case in read_file(file)))
    cited = list(cases_citing(folder, [number for case in every for number in case.clauses]))
    assert [citation.text for citation in cited] == [case.name for case in every]
    for citation in cited:
        line = (citations.ROOT / citation.file).read_text(encoding="utf-8").splitlines()[citation.line - 1]
        assert line.strip() == "[[case]]"


def test_no_case_is_found_where_there_are_none(tmp_path: Path) -> None:
    assert list(cases_citing(tmp_path / "infludance_duel", ["IN-4.2"])) == []


def test_a_case_that_cannot_be_read_cites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citations, "ROOT", tmp_path)
    folder = tmp_path / "infludance_duel"
    folder.mkdir()
    case = "[[case]]\nname = 'A'\nclause = 'IN-4.2'\n"
    (folder / "a.toml").write_text(f"{case}colour = 'red'\n{case}", encoding="utf-8")
    assert [(citation.file, citation.line) for citation in cases_citing(folder, ["IN-4.2"])] == [
        ("infludance_duel/a.toml", 5)
    ]


def test_the_installed_titles_are_a_source_of_rules() -> None:
    rules: Rules = InstalledRules()
    assert rules.title_of("titan_race") == rules.title_of("TR-6.1") == rules.title_of("tr-a2") == "titan_race"
    assert rules.title_of("chess") == rules.title_of("XX-1.1") == ""
    listed = rules.clauses("titan_race")
    assert len(listed.clauses) > 100
    assert list(listed.house_rulings) == [ruling.message() for ruling in newest("titan_race").words.house_rulings]
    assert all(rules.citations("titan_race", ["TR-2.1"]))
