"""The clauses that steps and refusals name are those that the code and the rulebook give them."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.rules.causes import clause_due
from games.kit.rules.decider import Chance, Decision, Step
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.steps import DUE, STEPS, ChooseAction
from gunbai.rules.v1 import options_pb2 as rules
from gunbai.samurai_spirit.v1 import clauses_pb2
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.samurai_spirit.positions import in_turn_of

VALUES = clauses_pb2.Clause.DESCRIPTOR.values_by_number
OF_ALL_TALENTS = {cmd.Send: "SS-7.1", cmd.Dismiss: "SS-7.1", cmd.Swap: "SS-7.1"}
OF_MANY_STEPS = {**OF_ALL_TALENTS, cmd.SkipKiai: "SS-8.2", cmd.TurnRaider: "SS-4.5"}
"""The commands that many steps take, each by a rule of its own, and the rule that says when such a command is due."""


def number(clause: int) -> str:
    cited: str = VALUES[clause].GetOptions().Extensions[rules.clause].number
    return cited


def taking(command: type[Plain]) -> set[str]:
    """Return the clauses of the steps that take a command."""
    return {number(step.clause) for step in STEPS if issubclass(step, Decision | Chance) and command in step.takes}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_cites_the_clause_by_which_the_rules_come_to_it(step: type[Step[Any]]) -> None:
    assert f"{number(step.clause)})" in (step.__doc__ or "").replace(",", ")")


@pytest.mark.parametrize("command", DUE)
def test_a_command_is_due_by_the_clause_of_a_step_that_takes_it(command: type[Plain]) -> None:
    cited = number(DUE[command])
    assert cited == OF_MANY_STEPS[command] if command in OF_MANY_STEPS else cited in taking(command)


@pytest.mark.parametrize(
    ("line", "bound", "clause"),
    [
        ((), (), "SS-4.1"),
        ((), ("no_support",), "SS-4.1"),
        (("R4-03", "R5-05", "R5-06"), (), "SS-4.2"),
        ((), ("must_pass",), "SS-5.11"),
        (("R4-03", "R5-05", "R5-06"), ("must_pass",), "SS-4.2"),
    ],
)
def test_whoever_can_only_pass_is_asked_by_the_clause_that_says_so(
    line: tuple[str, ...], bound: tuple[str, ...], clause: str
) -> None:
    step = ChooseAction(1)
    table = in_turn_of(1, "kanbei kyuzo", step, lines={1: line}, bound=bound)
    assert number(clause_due(SAMURAI_SPIRIT.rules, table, step)) == clause
