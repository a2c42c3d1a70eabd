"""Records of two rules versions: each is folded, verified and continued by its own, and asked about by the other."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from msgspec.structs import replace as but

from games.kit.rules import decider
from games.kit.rules.change import Change
from games.kit.rules.decider import Accepted, Refusal
from games.kit.rules.revision import revised
from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.record_file import read
from gunbai_record.verify.entry_checks import opened
from lab.recorded_games import AT, NAME, SECRET, file_of, played
from referee.errors import InvalidField
from referee.game.fold import fold
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.titles import Rulebook, Titles
from referee.game.versions import under
from referee.proof.verification import verify
from tests.games.liars_dice import rules_2

BOTH = Titles([LIARS_DICE, rules_2.LIARS_DICE])


def bidding(game: Game) -> bool:
    """Stop at a bid of two dice."""
    return isinstance(game.table, DiceTable) and game.table.bid.quantity == 2


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_is_folded_and_verified_by_its_own_version(version: int) -> None:
    game, entries = played(BOTH, "liars_dice", 5, 3, rules_version=version)
    assert verify(BOTH, entries).verdict == pb.VERDICT_CONSISTENT
    _, again = read(io.BytesIO(file_of(entries)))
    assert fold(BOTH, again, opened(entries)) == game
    (other,) = (title for title in (LIARS_DICE, rules_2.LIARS_DICE) if title.rules_version != version)
    assert verify(Titles([other]), entries).unchecked[0].reason == pb.UNCHECKED_REASON_UNKNOWN_RULES


def test_the_versions_set_up_another_table() -> None:
    tables = [played(BOTH, "liars_dice", 5, 3, lambda _: True, rules_version=version)[0].table for version in (1, 2)]
    assert [table.dice for table in tables if isinstance(table, DiceTable)] == [25, 20]


def test_a_record_cannot_pass_for_one_of_another_version() -> None:
    _, entries = played(BOTH, "liars_dice", 2, 3, rules_version=1)
    creation = life.CreateGame.FromString(entries[0].command.open.value)
    creation.rules_version = 2
    entries[0].command.open.value = creation.SerializeToString()
    verification = verify(BOTH, entries)
    assert (verification.verdict, verification.bad_version) == (pb.VERDICT_FAILED, 1)


def test_a_branch_has_the_version_of_its_parent() -> None:
    for version in (1, 2):
        game, _ = played(BOTH, "liars_dice", 2, 3, bidding, rules_version=version)
        consents = [bytes([seat]) * 16 for seat in (1, 2)]
        held = [life.HeldSeat(seat=seat) for seat in (1, 2)]
        fork = life.ForkGame(parent=NAME, consents=consents, held_seats=held)
        branch = fork_game(game, fork, "branchbranchbran", SECRET[::-1], AT).game
        assert branch.charter.rulebook.rules_version == version


def test_a_position_is_judged_by_another_version_and_stays_as_it_is() -> None:
    game, _ = played(BOTH, "liars_dice", 2, 3, bidding, rules_version=1)
    table = game.table
    assert isinstance(table, DiceTable)
    other = under(game, BOTH.rulebook("liars_dice", 2))
    assert under(game, game.charter.rulebook) is game
    assert (other.table, type(other.step)) == (table, rules_2.RaiseOrDoubt)
    raised = table.but(bid=but(table.bid, face=3))
    higher_face = cmd.MakeBid(quantity=2, face=4)
    assert isinstance(decider.decide(LIARS_DICE.rules, raised, table.active, higher_face), Accepted)
    refused = decider.decide(rules_2.LIARS_DICE.rules, raised, table.active, higher_face)
    assert refused == Refusal(clause.CLAUSE_3_3, {"quantity": 2, "last_bid": 2})


class Numbered(DiceTable, frozen=True, kw_only=True):
    """A table that takes a number which no older one has."""

    number: int


def test_a_position_that_another_version_does_not_have_is_an_error_with_its_reason() -> None:
    changes = (Change(clause="LD-1.1", verdict="Tables are numbered.", reason="A test needs it."),)
    third = revised(rules_2.LIARS_DICE.rules, changes=changes, table=Numbered)
    game, _ = played(BOTH, "liars_dice", 2, 3, bidding, rules_version=1)
    with pytest.raises(InvalidField, match=r"rules version 3 has no such position: .*number") as exception_info:
        under(game, Rulebook(replace(LIARS_DICE, rules=third)))
    assert exception_info.value.field == "rules_version"
