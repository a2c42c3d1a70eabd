"""What cannot be on a table of INFLUDANCE Duel: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.decider import Step
from games.faults import first_faults
from games.infludance_duel.board import covered
from games.infludance_duel.data import BLUE, CHAMBERS, RED
from games.infludance_duel.steps import ChooseMover, ShowToken, SpinMagazine
from games.infludance_duel.steps.finish_turn import OCCURRENCES_FOR_DRAW
from games.infludance_duel.table import DuelTable, Gunman


def invariants(table: DuelTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be; what the next check builds on comes first."""
    return first_faults(table, _turn_faults, _token_faults, _cowboy_faults, _set_up_faults, _end_faults, _agenda_faults)


def _turn_faults(table: DuelTable) -> Iterator[str]:
    if table.starter not in (0, RED, BLUE) or table.active not in (0, RED, BLUE) or table.winner not in (0, RED, BLUE):
        yield "starter, active and winner are seats: 1, 2, or 0 for nobody"
    if table.active and not all(gunman.figure for gunman in table.gunmen):
        yield "a turn begins only after both figures are chosen"
    if table.active and not table.starter:
        yield "a turn begins only after the starting player is known"
    if max(Counter(table.situations).values(), default=0) >= OCCURRENCES_FOR_DRAW and not table.ending:
        yield "a situation that has come for the third time ends the game"


def _token_faults(table: DuelTable) -> Iterator[str]:
    seen = [token for gunman in table.gunmen for token in (*gunman.fired, *gunman.revealed)]
    if Counter(seen) + Counter(table.unfired) != Counter(table.edition.data.tokens):
        yield "the tokens fired, revealed and unfired together are not the twelve of the edition"
    if table.unfired != tuple(sorted(table.unfired)):
        yield "the unfired tokens are listed in sorted order"
    for seat, gunman in enumerate(table.gunmen, 1):
        if not 0 <= gunman.spun <= CHAMBERS or (gunman.fired and not gunman.spun):
            yield f"the magazine of seat {seat} is spun to a chamber from 1 to 6 before its first shot"
        if len(gunman.fired) > CHAMBERS or (gunman.revealed and len(gunman.revealed) != gunman.left):
            yield f"the magazine of seat {seat} has six chambers"
    if any(gunman.revealed for gunman in table.gunmen) and (table.unfired or not table.ending):
        yield "the tokens that were never fired are revealed together, after the end"


def _cowboy_faults(table: DuelTable) -> Iterator[str]:
    fields = set(table.grid.bullets)
    for seat, gunman in enumerate(table.gunmen, 1):
        if gunman.field and (not gunman.figure or gunman.field not in fields):
            yield f"the cowboy of seat {seat} stands on a field of the board, with a chosen figure"
            return
        if not table.grid.holds(gunman.covers):
            yield f"the cowboy of seat {seat} covers fields of the board only"
        if table.active and not gunman.field and table.ending != "goal":
            yield f"the cowboy of seat {seat} is on the board while the game runs"
    if set(table.gunmen[0].covers) & set(table.gunmen[1].covers):
        yield "no field is covered by both cowboys"


def _set_up_faults(table: DuelTable) -> Iterator[str]:
    if table.active:
        return
    if any(gunman.spun for gunman in table.gunmen) or table.ending or table.agenda or table.phase != "start":
        yield "nothing is shot, owed or over before the first turn"
    if all(gunman.field for gunman in table.gunmen):
        yield "the first turn begins when both cowboys are placed"
    if any(gunman.field for gunman in table.gunmen) and not all(gunman.figure for gunman in table.gunmen):
        yield "a cowboy is placed after both figures are chosen"


def _end_faults(table: DuelTable) -> Iterator[str]:
    if (table.winner != 0) != (table.ending == "goal"):
        yield "a game that ended at the goal has a winner, and no other has"
    elif table.winner and table.gunman(table.winner).field:
        yield "the winner's cowboy has left the board"


def _agenda_faults(table: DuelTable) -> Iterator[str]:
    owed = tuple(type(step) for step in table.agenda)
    if owed not in ((), (ShowToken,), (ShowToken, SpinMagazine), (ChooseMover,)):
        yield f"{', '.join(kind.__name__ for kind in owed)} are never owed together"
    elif owed and (table.ending or any(_seat(step) != table.active for step in table.agenda)):
        yield "what is owed is owed by the active player, while the game runs"
    elif ShowToken in owed:
        yield from _shot_faults(table, table.gunman(table.active), spins=SpinMagazine in owed)
    for step in table.agenda:
        if isinstance(step, ChooseMover):
            yield from _meeting_faults(table, step)


def _seat(step: Step[DuelTable]) -> int:
    seat: int = step.seat  # type: ignore[attr-defined]  # all that is ever owed has one
    return seat


def _shot_faults(table: DuelTable, gunman: Gunman, *, spins: bool) -> Iterator[str]:
    if not table.shot_used or not gunman.left:
        yield "a token is shown for the one shot of the turn, from a magazine that is not empty"
    if spins != (not gunman.spun):
        yield "a magazine is spun once, before its first shot"


def _meeting_faults(table: DuelTable, step: ChooseMover) -> Iterator[str]:
    landings = (step.red_field, step.blue_field)
    if not set(landings) <= set(table.grid.bullets):
        yield "two cowboys that are shot onto one field land on the board"
        return
    red, blue = (covered(gunman.figure, field) for gunman, field in zip(table.gunmen, landings, strict=True))
    if not (table.grid.holds(red) and table.grid.holds(blue)) or set(red).isdisjoint(blue):
        yield "two cowboys meet whose shots lead onto one field"
    if set(red) & set(table.gunmen[1].covers) or set(blue) & set(table.gunmen[0].covers):
        yield "two cowboys meet if each could have moved without the other"
