"""The rules of a title on one page: every clause once, at its own address, with its house ruling."""

from __future__ import annotations

import re
from html import unescape

import pytest

from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer
from titles.catalogue import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_each_clause_of_a_title_has_an_address(pages: str, gunbai: Gunbai, title: str) -> None:
    status, _, text = answer(f"{pages}/titles/{title}/rules")
    assert status == 200
    numbers = re.findall(r'<div id="([A-Z]+-[0-9.]+)">', text)
    assert numbers == [clause.number for clause in gunbai.clauses(title).clauses]


def test_a_clause_that_the_rulebook_leaves_open_shows_its_house_ruling(pages: str, gunbai: Gunbai) -> None:
    text = unescape(answer(f"{pages}/titles/king_of_tokyo/rules")[2])
    listed = gunbai.clauses("king_of_tokyo")
    ruled = {clause.house_ruling for clause in listed.clauses if clause.house_ruling}
    questions = [ruling.question for ruling in listed.house_rulings if ruling.number in ruled]
    assert questions
    assert [question for question in questions if question not in text] == []


def test_an_earlier_version_of_the_rules_has_its_own_page(pages: str) -> None:
    assert "Version 1 of the rules." in answer(f"{pages}/titles/king_of_tokyo/rules?version=1")[2]
    assert "Version 2 of the rules." in answer(f"{pages}/titles/king_of_tokyo/rules")[2]


def test_a_title_or_version_that_does_not_exist_has_no_rules(pages: str) -> None:
    assert answer(f"{pages}/titles/chess/rules")[0] == 404
    assert answer(f"{pages}/titles/king_of_tokyo/rules?version=99")[0] in {400, 404}
    assert answer(f"{pages}/titles/king_of_tokyo/rules?version=x")[0] == 400
