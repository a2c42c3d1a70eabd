"""What is impossible on a table of INFLUDANCE Duel: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.infludance_duel.rules.agenda import AGENDA
from games.infludance_duel.rules.data import BLUE, CHAMBERS, RED
from games.infludance_duel.rules.steps.finish_turn import OCCURRENCES_FOR_DRAW
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.faults import first_faults


def invariants(table: DuelTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    return first_faults(table, _turn_faults, _token_faults, _cowboy_faults, _set_up_faults, _end_faults, AGENDA.faults)


def _turn_faults(table: DuelTable) -> Iterator[str]:
    if table.starter not in (0, RED, BLUE) or table.active not in (0, RED, BLUE) or table.winner not in (0, RED, BLUE):
        yield "starter, active and winner are seats: 1, 2, or 0 for nobody (IN-1.1)"
    if table.active and not all(gunman.figure for gunman in table.gunmen):
        yield "a turn begins only after both figures are chosen (IN-3.10)"
    if table.active and not table.starter:
        yield "a turn begins only after the starting player is known (IN-3.10)"
    if max(Counter(table.situations).values(), default=0) >= OCCURRENCES_FOR_DRAW and not table.ending:
        yield "a situation that has come for the third time ends the game (IN-7.5)"


def _token_faults(table: DuelTable) -> Iterator[str]:
    seen = [token for gunman in table.gunmen for token in (*gunman.fired, *gunman.revealed)]
    if Counter(seen) + Counter(table.unfired) != Counter(table.edition.data.tokens):
        yield "the tokens fired, revealed and unfired together are not the twelve of the edition (IN-2.10)"
    if table.unfired != tuple(sorted(table.unfired)):
        yield "the unfired tokens are in sorted order"
    for seat, gunman in enumerate(table.gunmen, 1):
        if not 0 <= gunman.spun <= CHAMBERS or (gunman.fired and not gunman.spun):
            yield f"the magazine of seat {seat} is spun to a chamber from 1 to 6 before its first shot (IN-6.4)"
        if len(gunman.fired) > CHAMBERS or (gunman.revealed and len(gunman.revealed) != gunman.left):
            yield f"the magazine of seat {seat} has six chambers (IN-2.10)"
    if any(gunman.revealed for gunman in table.gunmen) and (table.unfired or not table.ending):
        yield "the tokens that were never fired are revealed together, after the end (IN-7.7)"


def _cowboy_faults(table: DuelTable) -> Iterator[str]:
    fields = set(table.grid.bullets)
    for seat, gunman in enumerate(table.gunmen, 1):
        if gunman.field and (not gunman.figure or gunman.field not in fields):
            yield f"the cowboy of seat {seat} is on a field of the board, with a chosen figure (IN-2.8)"
            return
        if gunman.home and (gunman.field or table.ending != "goal"):
            yield f"the cowboy of seat {seat} has left the board over its winning line, which ended the game (IN-7.1)"
        if not table.grid.holds(gunman.covers):
            yield f"the cowboy of seat {seat} covers fields of the board only (IN-2.8)"
        if table.active and not gunman.field and not gunman.home:
            yield f"the cowboy of seat {seat} is on the board while the game runs (IN-3.10)"
    if set(table.gunmen[0].covers) & set(table.gunmen[1].covers):
        yield "no field is covered by both cowboys (IN-1.9)"
    if table.begins and not table.ending and table.situations[-1:] not in ((), (table.situation,)):
        yield "the last of the situations is the one that begins this turn"


def _set_up_faults(table: DuelTable) -> Iterator[str]:
    if table.active:
        return
    if any(gunman.spun for gunman in table.gunmen) or table.ending or table.agenda or table.phase != "start":
        yield "nothing is shot, pending or over before the first turn (IN-3.10)"
    if all(gunman.field for gunman in table.gunmen):
        yield "the first turn begins when both cowboys are placed (IN-2.11)"
    for seat, gunman in enumerate(table.gunmen, 1):
        if any(row != table.grid.first_line(seat) for _, row in gunman.covers):
            yield f"the cowboy of seat {seat} is placed on its own first line (IN-2.7)"
    if any(gunman.field for gunman in table.gunmen) and not all(gunman.figure for gunman in table.gunmen):
        yield "a cowboy is placed after both figures are chosen (IN-2.5)"


def _end_faults(table: DuelTable) -> Iterator[str]:
    if (table.winner != 0) != (table.ending == "goal"):
        yield "a game that ended at the goal has a winner, and no other has (IN-7.1)"
    elif table.winner and not table.at(table.winner).home:
        yield "the winner's cowboy is over its winning line (IN-7.1)"
