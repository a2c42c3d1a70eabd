"""What cannot be taken back is asked of a person, and of no script."""

from __future__ import annotations

import pytest

from clients.cli.screen import input_lines
from tests.clients.cli.command_run import DUEL, Run


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("game abandon {}", "without a result?"),
        ("game concede {} --seat 1", "with seat 1?"),
        ("seat remove-name {} --seat 1", "forever?"),
    ],
)
def test_a_person_is_asked_whether_they_mean_what_cannot_be_taken_back(
    words: str, question: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", DUEL, "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    with monkeypatch.context() as person:
        person.setattr(input_lines, "is_terminal", lambda _: True)
        refused = run(*words.format(game).split(), typed="n\n")
        assert refused.code == 1
        assert question in refused.out
        assert "nothing was done" in refused.err
        assert run(*words.format(game).split(), "--yes").code == 0
