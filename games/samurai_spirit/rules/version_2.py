"""Version 2 of the rules of Samurai Spirit: the last draw decides who starts a round; two options."""

from __future__ import annotations

from typing import cast

from games.kit.rules.change import Change
from games.kit.rules.decider import Refusal, refusal
from games.kit.rules.edition import Edition
from games.kit.rules.revision import revised
from games.samurai_spirit.rules import RULES as RULES_1
from games.samurai_spirit.rules import steps, table
from games.samurai_spirit.rules.data import Tokens
from games.samurai_spirit.rules.steps.choose_action import Action
from games.samurai_spirit.rules.table import RoundStarter
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause
from gunbai.samurai_spirit.v1 import commands as cmd


class Options(table.Options, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    round_starter: RoundStarter = "last_draw"
    """Whose left neighbour starts the next round: that of the samurai with the last turn, or of the one who drew the
    last raider."""
    round_end_kiai: bool = False
    """A wound that turns a board at the end of a round triggers the kiai (SS-8.18, SS-A8)."""
    no_talent_bars_support: bool = False
    """A samurai who cannot use tokens this turn cannot choose Support (SS-5.13, SS-A36)."""


class SamuraiTable(table.SamuraiTable, frozen=True, kw_only=True):
    """The complete state of a game."""

    round_end_kiai: bool = False
    """Whether a kiai triggers at the end of a round too (SS-8.18)."""
    no_talent_bars_support: bool = False
    """Whether the no-talent penalty forbids Support (SS-5.13)."""

    @property
    def kiai_outlasts_round(self) -> bool:
        """Whether a kiai triggers at the end of the round: by agreement, until the intruders are counted."""
        return self.round_end_kiai and steps.FaceIntruders() in self.agenda


def setup(seats: int, options: Options, edition: Edition[Tokens]) -> SamuraiTable:
    """Return the table before chance has decided anything (SS-2). Raises ValueError if the options do not fit."""
    before = table.setup(seats, options, edition)
    return SamuraiTable(
        **{name: getattr(before, name) for name in before.__struct_fields__},
        round_end_kiai=options.round_end_kiai,
        no_talent_bars_support=options.no_talent_bars_support,
    )


class ChooseAction(steps.ChooseAction, frozen=True):
    """The active samurai does exactly one of three things; Pass is always possible (SS-4.1, SS-4.12)."""

    def refuse(self, table: table.SamuraiTable, seat: int, move: Action) -> Refusal | None:
        refused = super().refuse(table, seat, move)
        if refused is None and isinstance(move, cmd.Support) and _lends_nothing(table, seat):
            return refusal(clause.CLAUSE_5_13, seat=seat)
        return refused


def _lends_nothing(table: table.SamuraiTable, seat: int) -> bool:
    """Return whether a penalty keeps the token on the board, by agreement (SS-5.13)."""
    return cast(SamuraiTable, table).no_talent_bars_support and table.is_bound(seat, "no_talent")


RULES = revised(
    RULES_1,
    changes=(
        Change(
            clause="SS-9.11",
            verdict="The left neighbour of the last samurai to draw a raider (even by an arrow) starts the next round, "
            "unless the players agree otherwise. In version 1 it was the left neighbour of the samurai who had the "
            "last turn.",
            reason='End of a round, page 10: "the left neighbour of the one who drew the last raider or passed last".',
        ),
    ),
    steps=(ChooseAction,),
    options=Options,
    table=SamuraiTable,
    setup=setup,
)
