"""Errors of the client."""

from __future__ import annotations

from gunbai_client import errors


def test_a_broken_record_names_its_game_entry_and_problem() -> None:
    broken = errors.BrokenRecord("g", 7, "it is not signed")
    assert (broken.game, broken.version, broken.problem) == ("g", 7, "it is not signed")
    assert str(broken) == "the record of g is broken at entry 7: it is not signed"
