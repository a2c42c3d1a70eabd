"""Games in the process for cases, and the coverage of a title's cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai_record.cases import CaseError, Coverage, CreationRefused, Setup
from referee.cases.in_process_venue import InProcessVenue

WHOLE = Coverage(title="infludance_duel", clauses=("IN-1.1",), uncited=(), unrefused=(), unknown=())


def test_cases_are_complete_if_they_cite_every_clause_refuse_by_each_that_can_and_cite_no_other() -> None:
    assert WHOLE.complete
    assert not replace(WHOLE, uncited=("IN-1.1",)).complete
    assert not replace(WHOLE, unrefused=("IN-1.1",)).complete
    assert not replace(WHOLE, unended=("IN-1.1",)).complete
    assert not replace(WHOLE, unknown=("IN-99.1",)).complete


DUEL = Setup(title="infludance_duel", options='{"starting_player": "red"}')
SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)


def test_a_game_in_the_process_has_the_seats_that_it_was_set_up_with() -> None:
    match = InProcessVenue().open(DUEL)
    for seat in (-1, 3):
        for ask in (match.legal, match.view, lambda seat: match.judge(seat, SMALL)):
            with pytest.raises(CaseError, match=f"there is no seat {seat}: the game has 2 seats"):
                ask(seat)
    assert SMALL in match.legal(1)
    assert match.legal(2) == ()
    for reader in (1, 2, None):
        assert match.view(reader) is not None


def test_a_branch_in_the_process_goes_on_from_any_number_of_moves() -> None:
    match = InProcessVenue().open(DUEL)
    assert match.position == 0
    before = match.waiting()
    assert match.judge(2, SMALL).refused is not None
    assert match.position == 0
    assert match.judge(1, SMALL).refused is None
    assert match.position == 1
    branch = match.fork(0)
    assert (branch.position, branch.waiting()) == (0, before)
    assert branch.waiting() != match.waiting() == match.fork(1).waiting()


def test_a_game_that_cannot_be_set_up_is_not_opened() -> None:
    with pytest.raises(CaseError, match="'chess' is not installed: install its package; installed: infludance_duel, "):
        InProcessVenue().open(Setup(title="chess"))
    with pytest.raises(CreationRefused):
        InProcessVenue().open(Setup(title="liars_dice", seats=9))
