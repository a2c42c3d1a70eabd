"""`gunbai record audit`."""

from __future__ import annotations

from clients.cli.commands.record.audit import _lines
from gunbai.referee.v1 import audit_pb2 as pb
from tests.clients.cli.command_run import Run


def test_a_game_is_verified_by_the_service(run: Run, finished: str) -> None:
    audited = run("record", "audit", finished)
    head = run("record", "export", finished, "--json").out.count("\n") - 1
    assert audited.code == 0
    assert audited.out.startswith(f"consistent: {head} entries linked, {head} judged again")
    assert run("record", "audit", finished, "--json").json["verdict"] == "VERDICT_CONSISTENT"


def test_what_could_not_be_checked_is_listed(run: Run, duel: str) -> None:
    audited = run("record", "audit", duel)
    assert audited.code == 0
    assert audited.out.startswith("incomplete: ")
    assert f"the secret of '{duel}' has not been opened" in audited.out


def test_a_failure_names_the_entry_and_its_problem() -> None:
    verification = pb.Verification(verdict=pb.VERDICT_FAILED, bad_version=7, problem="a die was turned")
    assert [*_lines(verification)] == ["[red]failed[/]: entry 7: a die was turned"]


def test_what_an_arbiter_ruled_is_listed() -> None:
    ruled = pb.IrregularEntry(version=9, sentence="a card was seen (it stands), ruled by the dealer under LD-1.2")
    verification = pb.Verification(verdict=pb.VERDICT_CONSISTENT, linked=12, irregular_entries=[ruled])
    assert [*_lines(verification)][1:] == ["  entry 9: a card was seen (it stands), ruled by the dealer under LD-1.2"]


def test_no_such_game_is_an_error(run: Run) -> None:
    assert run("record", "audit", "nosuchgame").code == 3
