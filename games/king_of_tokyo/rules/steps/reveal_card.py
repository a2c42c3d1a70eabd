"""The top card of the deck: turned up in the market, or seen by one player (KT-7.3, KT-7.6, KT-13.24)."""

from __future__ import annotations

from fractions import Fraction

from games.king_of_tokyo.rules.data import CARDS
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Pick, Printed
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


def _possible(table: TokyoTable) -> tuple[str, ...]:
    """Return the cards that may be next, each equally likely: the discard pile if the deck is empty."""
    return (table.top_card,) if table.top_card else table.unseen or table.discard


TOP = Known(
    "the card `top_card`, if that is not empty; otherwise the cards of the game that are not in `market`, `discard`, "
    "`played`, or a `card` in the `cards` of `monsters`; if none is left, `discard`",
    lambda step, table: _possible(table),
    (Printed("the cards of the game", tuple(CARDS)),),
)


class RevealCard(Chance[TokyoTable, cmd.TurnCard], frozen=True):
    """Chance shows the card that comes into an empty slot of the market (KT-2.4, KT-7.3)."""

    slot: int
    clause = clause.CLAUSE_7_3
    takes = (cmd.TurnCard,)
    closed_by = (ev.CardRevealed,)
    form = Pick(TOP)

    def showing(self, table: TokyoTable, drawn: str) -> cmd.TurnCard:
        return cmd.TurnCard(card=drawn)

    def probability(self, table: TokyoTable, outcome: cmd.TurnCard) -> Fraction:
        return _probability(table, outcome.card)

    def answer(self, play: Play[TokyoTable], outcome: cmd.TurnCard) -> None:
        reshuffle(play)
        play.emit(ev.CardRevealed(slot=self.slot, card=outcome.card))


class PeekCard(Chance[TokyoTable, cmd.PeekCard], frozen=True):
    """Chance shows one player the top card (KT-13.24)."""

    seat: int
    clause = clause.CLAUSE_13_24
    takes = (cmd.PeekCard,)
    closed_by = (ev.TopCardSeen,)
    form = Pick(TOP)

    def showing(self, table: TokyoTable, drawn: str) -> cmd.PeekCard:
        return cmd.PeekCard(seat=self.seat, card=drawn)

    def probability(self, table: TokyoTable, outcome: cmd.PeekCard) -> Fraction:
        return _probability(table, outcome.card) if outcome.seat == self.seat else Fraction(0)

    def answer(self, play: Play[TokyoTable], outcome: cmd.PeekCard) -> None:
        reshuffle(play)
        play.emit(ev.TopCardSeen(seat=self.seat, card=outcome.card))


def reshuffle(play: Play[TokyoTable]) -> None:
    """Make a new deck from the discard pile if the deck is empty; the two are never both empty (KT-7.6)."""
    if not play.table.top_card and not play.table.unseen:
        play.emit(ev.DeckReshuffled())


def _probability(table: TokyoTable, card: str) -> Fraction:
    possible = _possible(table)
    return Fraction(possible.count(card), len(possible))
