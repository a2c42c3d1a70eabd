"""The penalties of raiders: what each one does, and when it cannot be carried out (SS-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.kit.rules.decider import Play
from games.samurai_spirit.rules.battle import wound
from games.samurai_spirit.rules.data import BINDING, PENALTIES
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.village import fire
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev


def is_possible(table: SamuraiTable, seat: int, penalty: str) -> bool:
    """Return whether a penalty can be carried out now; otherwise a wound replaces it (SS-5.2)."""
    match penalty:
        case "fire":
            return bool(table.barricades or table.farms)
        case "ninja":
            return bool(table.raiders)
        case "draw_left":
            return bool(table.raiders) and not table.at(table.left_of(seat)).passed
        case "draw_right":
            return bool(table.raiders) and not table.at(table.right_of(seat)).passed
        case "reinforce":
            return bool(table.discard)
        case "discard_left":
            return bool(table.at(seat).left)
    return True


def ninja(play: Play[SamuraiTable], seat: int) -> None:
    """Move the top raider unseen to the intruders (SS-5.5)."""
    play.emit(ev.RaiderSlippedPast())


def challenge_left(play: Play[SamuraiTable], seat: int) -> None:
    """Make the left neighbour draw a raider and confront it (SS-5.9)."""
    play.emit(ev.NeighbourChallenged(seat=play.table.left_of(seat), penalty=cmd.PENALTY_DRAW_LEFT))


def challenge_right(play: Play[SamuraiTable], seat: int) -> None:
    """Make the right neighbour draw a raider and confront it (SS-5.10)."""
    play.emit(ev.NeighbourChallenged(seat=play.table.right_of(seat), penalty=cmd.PENALTY_DRAW_RIGHT))


def bind(penalty: str, play: Play[SamuraiTable], seat: int) -> None:
    """Bind the samurai for this turn (SS-5.6)."""
    play.emit(ev.SamuraiBound(seat=seat, penalty=PENALTIES.value(penalty)))


def reinforce(play: Play[SamuraiTable], seat: int) -> None:
    """Call a raider of the discard pile back (SS-5.12)."""
    play.emit(ev.ReinforcementCalled())


def discard_left(play: Play[SamuraiTable], seat: int) -> None:
    """Discard a raider of the left side; a single one is not asked about (SS-5.14, SS-1.3)."""
    left = play.table.at(seat).left
    if len(left) > 1:
        play.emit(ev.DefenceBroken(seat=seat))
    else:
        play.emit(ev.DefenderDiscarded(seat=seat, raider=left[0]))


def burn(play: Play[SamuraiTable], seat: int) -> None:
    """Burn a barricade, or else a farm (SS-5.3)."""
    fire(play)


CARRY_OUT: dict[str, Callable[[Play[SamuraiTable], int], None]] = {
    "fire": burn,  # SS-5.3
    "wound": wound,  # SS-5.4
    "ninja": ninja,  # SS-5.5
    "draw_left": challenge_left,  # SS-5.9
    "draw_right": challenge_right,  # SS-5.10
    "reinforce": reinforce,  # SS-5.12
    "discard_left": discard_left,  # SS-5.14
    **{penalty: partial(bind, penalty) for penalty in BINDING},  # SS-5.6
}
"""What each penalty does to the active samurai."""
