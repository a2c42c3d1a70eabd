"""A turn's free choice: the die action, the ability, a card, a pentagram, or the end (TR-4.2, TR-4.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.titan_race.rules.data import COLOUR, PART, PARTS
from games.titan_race.rules.steps.end_turn import end_turn
from games.titan_race.rules.steps.perform_die import (
    PART_OF,
    first_parts,
    open_parts,
    part_candidates,
    perform_part,
    refuse_part,
)
from games.titan_race.rules.steps.play_card import (
    card_candidates,
    discard,
    play_card,
    refuse_discarding,
    refuse_playing,
)
from games.titan_race.rules.steps.use_ability import ability_candidates, refuse_using, use_ability
from games.titan_race.rules.steps.use_pentagram import refuse_pentagram, use_pentagram
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.plain import Plain


class ChooseAction(Decision[RaceTable, Plain], frozen=True):
    """While nothing is in progress, the player of the titan in turn chooses what comes next (TR-4.2)."""

    seat: int
    titan: str

    clause = clause.CLAUSE_4_2
    takes = (*PART_OF, cmd.UseAbility, cmd.PlayCard, cmd.UsePentagram, cmd.EndTurn, cmd.DiscardCard)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[Plain]:
        titan = table.mover
        if not table.done.acted:
            for part in open_parts(first_parts(titan, PARTS[titan.die])):
                yield from part_candidates(table, titan, titan.die, part)
        yield from ability_candidates(table, titan)
        yield from card_candidates(table, titan)
        yield cmd.UsePentagram()
        yield cmd.EndTurn()

    def refuse(self, table: RaceTable, seat: int, move: Plain) -> Refusal | None:
        return REFUSALS.get(type(move), refuse_beginning)(table, table.mover, move)

    def answer(self, play: Play[RaceTable], seat: int, move: Plain) -> None:
        ANSWERS.get(type(move), begin_die_action)(play, play.table.mover, move)


def refuse_beginning(table: RaceTable, titan: Titan, move: Any) -> Refusal | None:
    """Return why the die action may not begin with a part (TR-4.2)."""
    if table.done.acted:
        return refusal(clause.CLAUSE_4_2, die=titan.die)
    return refuse_part(table, titan, titan.die, first_parts(titan, PARTS[titan.die]), move)


def begin_die_action(play: Play[RaceTable], titan: Titan, move: Any) -> None:
    """Begin the die action with one of its parts."""
    due = tuple(map(PART.value, first_parts(titan, PARTS[titan.die])))
    play.emit(ev.DieActionBegun(titan=titan.id, colour=COLOUR.value(titan.die), due=due))
    perform_part(play, titan.id, move)


def refuse_ending(table: RaceTable, titan: Titan, move: cmd.EndTurn) -> Refusal | None:
    """Return why the turn may not end (TR-4.7)."""
    if not table.done.acted:
        return refusal(clause.CLAUSE_4_7, die=titan.die)
    return None


def finish(play: Play[RaceTable], titan: Titan, move: cmd.EndTurn) -> None:
    """End the turn."""
    end_turn(play, titan.id)


REFUSALS: dict[type[Plain], Callable[[RaceTable, Titan, Any], Refusal | None]] = {
    cmd.UseAbility: refuse_using,
    cmd.PlayCard: refuse_playing,
    cmd.DiscardCard: refuse_discarding,
    cmd.UsePentagram: refuse_pentagram,
    cmd.EndTurn: refuse_ending,
}
ANSWERS: dict[type[Plain], Callable[[Play[RaceTable], Titan, Any], None]] = {
    cmd.UseAbility: use_ability,
    cmd.PlayCard: play_card,
    cmd.DiscardCard: discard,
    cmd.UsePentagram: use_pentagram,
    cmd.EndTurn: finish,
}
