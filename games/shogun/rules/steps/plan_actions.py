"""All players plan their actions and bids, secretly and at the same time (SH-6).

A plan is laid card by card, in the order of the spaces, or as a whole. Only its seat sees what is laid; the others see
who has sealed a plan. They can count the moves of a seat that plans card by card, but cannot see what these are;
`LayPlan` hides their number too. In a round a plan is changed at most 100 times (SH-6.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from games.kit.rules.changes_of_mind import MOST_CHANGES, refuse_change
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.data import BID, SPACE, SPACES, WAR_CHESTS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Piece: TypeAlias = cmd.LayCard | cmd.LeaveSpaceEmpty | cmd.TakeCardUp
Move: TypeAlias = Piece | cmd.SealPlan | cmd.LayPlan
Change: TypeAlias = cmd.ReopenPlan | cmd.LayPlan

NO_CHESTS = "chest_0"
"""The war chest card that every player can bid."""


def planning(table: ShogunTable) -> tuple[int, ...]:
    """Return the seats whose plans are not sealed yet, those without provinces too (SH-1.8)."""
    return tuple([number for number, seat in enumerate(table.daimyo, 1) if not seat.sealed])


def is_planning(table: ShogunTable) -> bool:
    """Return whether plans are being laid."""
    return bool(table.specials) and not table.event and bool(planning(table))


def empty_spaces(table: ShogunTable, seat: int) -> tuple[str, ...]:
    """Return the spaces on which a seat has laid no card."""
    return tuple(space for space, card in zip(SPACES, table.at(seat).plan, strict=True) if not card)


def spaces_left_empty(table: ShogunTable, seat: int) -> int:
    """Return how many spaces a seat must leave empty because it lacks cards (SH-6.4)."""
    return max(0, len(SPACES) - len(table.provinces_of(seat)) - len(WAR_CHESTS))


def possible_plan(table: ShogunTable, seat: int) -> tuple[str, ...]:
    """Return a plan that a seat can always lay: any cards on the actions, and the bid of no chests (SH-6.4, SH-6.6)."""
    own = [card for card in (*table.at(seat).plan, *table.hand(seat)) if card not in {"", NO_CHESTS}]
    actions = own[: len(SPACES) - 1]
    return (*actions, *[""] * (len(SPACES) - 1 - len(actions)), NO_CHESTS)


class PlanActions(Decision[ShogunTable, Move], frozen=True):
    """Every player fills their eleven spaces and seals their plan (SH-6.1)."""

    clause = clause.CLAUSE_6_1
    takes = (cmd.LayCard, cmd.LeaveSpaceEmpty, cmd.TakeCardUp, cmd.SealPlan, cmd.LayPlan)
    takes_back = (cmd.TakeCardUp,)

    def seats(self, table: ShogunTable) -> tuple[int, ...]:
        return planning(table)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        plan = table.at(seat).plan
        if len(plan) == len(SPACES):
            yield cmd.SealPlan(seat=seat)
        else:
            for card in table.hand(seat):
                yield cmd.LayCard(seat=seat, card=card)
            yield cmd.LeaveSpaceEmpty(seat=seat)
        if plan:
            yield cmd.TakeCardUp(seat=seat)
        # What is laid may fit no plan, and a seat that can take nothing up any more must be able to finish.
        if table.at(seat).changes >= MOST_CHANGES:
            yield cmd.LayPlan(seat=seat, cards=possible_plan(table, seat))

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        if move.seat != seat:
            return refusal(clause.CLAUSE_1_9, seat=move.seat)
        plan = table.at(seat).plan
        match move:
            case cmd.LayCard(card=card):
                return _refuse_card(table, seat, plan, card)
            case cmd.LeaveSpaceEmpty():
                return _refuse_empty_space(table, seat, plan)
            case cmd.TakeCardUp() if not plan:
                return refusal(clause.CLAUSE_6_1, laid=0)
            case cmd.TakeCardUp():
                return refuse_change(clause.CLAUSE_6_11, table.at(seat).changes)
            case cmd.SealPlan() if len(plan) < len(SPACES):
                return refusal(clause.CLAUSE_6_4, laid=len(plan), spaces=len(SPACES))
            case cmd.LayPlan(cards=cards):
                return refuse_plan(table, seat, cards)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        plan = play.table.at(seat).plan
        match move:
            case cmd.LayCard(card=card):
                play.emit(ev.CardLaid(seat=seat, space=SPACES[len(plan)], card=card))
            case cmd.LeaveSpaceEmpty():
                play.emit(ev.SpaceLeftEmpty(seat=seat, space=SPACES[len(plan)]))
            case cmd.TakeCardUp():
                play.emit(ev.CardTakenUp(seat=seat, space=SPACES[len(plan) - 1]))
            case cmd.SealPlan():
                seal(play, seat)
            case cmd.LayPlan(cards=cards):
                lay_plan(play, seat, cards)


class ChangePlan(Decision[ShogunTable, Change], frozen=True):
    """While others still plan, a player who has sealed their plan may change it (SH-6.9)."""

    clause = clause.CLAUSE_6_9
    takes = (cmd.ReopenPlan, cmd.LayPlan)
    takes_back = (cmd.ReopenPlan,)

    def seats(self, table: ShogunTable) -> tuple[int, ...]:
        return tuple([number for number, seat in enumerate(table.daimyo, 1) if seat.sealed])

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Change]:
        yield cmd.ReopenPlan()

    def refuse(self, table: ShogunTable, seat: int, move: Change) -> Refusal | None:
        match move:
            case cmd.LayPlan() if move.seat != seat:
                return refusal(clause.CLAUSE_1_9, seat=move.seat)
            case cmd.LayPlan(cards=cards) if (refused := refuse_plan(table, seat, cards)) is not None:
                return refused
        return refuse_change(clause.CLAUSE_6_11, table.at(seat).changes)

    def answer(self, play: Play[ShogunTable], seat: int, move: Change) -> None:
        match move:
            case cmd.ReopenPlan():
                play.emit(ev.PlanReopened(seat=seat))
            case cmd.LayPlan(cards=cards):
                lay_plan(play, seat, cards)


def refuse_plan(table: ShogunTable, seat: int, cards: Sequence[str]) -> Refusal | None:
    """Return the first clause that a whole plan breaks; whether its actions will be possible is not asked (SH-6.8)."""
    if len(cards) != len(SPACES):
        return refusal(clause.CLAUSE_6_1, spaces=len(cards))
    pieces = (refuse_piece(table, seat, cards, space) for space in range(len(SPACES)))
    return next((refused for refused in pieces if refused is not None), None)


def refuse_piece(table: ShogunTable, seat: int, cards: Sequence[str], space: int) -> Refusal | None:
    """Return the first clause that what lies on a space breaks, given what lies on the spaces before it."""
    before, card = tuple(cards[:space]), cards[space]
    return _refuse_card(table, seat, before, card) if card else _refuse_empty_space(table, seat, before)


def lay_plan(play: Play[ShogunTable], seat: int, cards: tuple[str, ...]) -> None:
    """Put a whole plan in place of what a seat has laid, and seal it."""
    play.emit(ev.PlanLaid(seat=seat, cards=cards))
    seal(play, seat)


def seal(play: Play[ShogunTable], seat: int) -> None:
    """Declare a plan finished; with the last one planning ends, and everybody sees which spaces are empty (SH-6.9)."""
    play.emit(ev.PlanSealed(seat=seat))
    if not planning(play.table):
        empty = ((planner, empty_spaces(play.table, planner)) for planner in play.table.seats)
        closed = tuple(ev.EmptySpaces(seat=planner, spaces=spaces) for planner, spaces in empty if spaces)
        play.emit(ev.PlanningClosed(empty=closed))


def _refuse_card(table: ShogunTable, seat: int, plan: tuple[str, ...], card: str) -> Refusal | None:
    """Return the first clause that a card on the next space breaks (SH-6.2); any card is a bid (SH-6.10)."""
    if len(plan) == len(SPACES):
        return refusal(clause.CLAUSE_6_2, card=card, spaces_left=0)
    if card not in WAR_CHESTS and table.owner(card) != seat:
        return refusal(clause.CLAUSE_6_3, card=card)
    if card in plan:
        return refusal(clause.CLAUSE_6_2, card=card, space=SPACES[plan.index(card)])
    if len(plan) == SPACE[BID] and table.overbid == "refused" and WAR_CHESTS.get(card, 0) > table.at(seat).chests:
        return refusal(clause.CLAUSE_6_6, card=card, chests=table.at(seat).chests)
    return None


def _refuse_empty_space(table: ShogunTable, seat: int, plan: tuple[str, ...]) -> Refusal | None:
    """Return the first clause that leaving the space after those of `plan` empty breaks."""
    if len(plan) == len(SPACES):
        return refusal(clause.CLAUSE_6_2, spaces_left=0)
    allowed = spaces_left_empty(table, seat)
    if plan.count("") >= allowed:
        return refusal(clause.CLAUSE_6_4, empty=plan.count("") + 1, allowed=allowed)
    return None
