"""Simultaneous shots (IN-5.3), and the goal (IN-7.1)."""

from __future__ import annotations

from collections.abc import Mapping

from games.infludance_duel.rules.board import Covered, moved, name
from games.infludance_duel.rules.table import DuelTable, other
from games.kit.rules.decider import Play
from gunbai.infludance_duel.v1 import events as ev


def fire(play: Play[DuelTable], shots: Mapping[int, str]) -> None:
    """Carry out the shots of one step or token together (IN-5.3, IN-6.12): a compass direction for each cowboy shot.

    Two cowboys that are shot to separate places both move (IN-5.7). Nobody can decline a shot (IN-5.11), and nothing
    replaces a shot without effect (IN-5.12).
    """
    targets = {seat: moved(play.table.at(seat).covers, bearing) for seat, bearing in shots.items()}
    landings = {seat: fields for seat, fields in targets.items() if lands(play.table, seat, fields)}
    for seat in targets:
        if seat not in landings:
            play.emit(ev.ShotVoided(seat=seat, reason=ev.VOID_OFF_BOARD))
    if len(landings) == 2 and _meet(landings):
        _settle_meeting(play, landings)
        return
    for seat, fields in landings.items():
        if len(landings) == 2 or not blocked(play.table, seat, fields):
            land(play, seat, fields)
        else:
            play.emit(ev.ShotVoided(seat=seat, reason=ev.VOID_BLOCKED))
    end_at_goal(play)


def lands(table: DuelTable, seat: int, fields: Covered) -> bool:
    """Return whether a shot leads onto the board, or over the cowboy's own winning line (IN-5.4, IN-5.5, IN-7.4)."""
    return table.grid.holds(fields) or table.grid.beyond(seat, fields)


def blocked(table: DuelTable, seat: int, fields: Covered) -> bool:
    """Return whether the other cowboy covers one of the fields if it stays where it is (IN-5.6)."""
    return not set(fields).isdisjoint(table.at(other(seat)).covers)


def land(play: Play[DuelTable], seat: int, fields: Covered) -> None:
    """Move a cowboy to where it was shot."""
    if play.table.grid.holds(fields):
        play.emit(ev.CowboyShot(seat=seat, field=name(*fields[0])))
    else:
        play.emit(ev.GoalReached(seat=seat))


def end_at_goal(play: Play[DuelTable]) -> None:
    """Let the player whose cowboy is over its winning line win, the active one if both are (IN-7.1, IN-7.2)."""
    home = [seat for seat in (play.table.active, other(play.table.active)) if play.table.at(seat).home]
    if home:
        play.emit(ev.GameWon(seat=home[0]))


def _meet(landings: Mapping[int, Covered]) -> bool:
    one, two = landings.values()
    return not set(one).isdisjoint(two)


def _settle_meeting(play: Play[DuelTable], landings: Mapping[int, Covered]) -> None:
    """Let the active player choose who moves if both could; otherwise move the one that can (IN-5.9, IN-5.10)."""
    movable = [seat for seat, fields in landings.items() if not blocked(play.table, seat, fields)]
    if len(movable) == 2:
        red, blue = (name(*landings[seat][0]) for seat in (1, 2))
        play.emit(ev.ShotsMet(seat=play.table.active, red_field=red, blue_field=blue))
        return
    for seat, fields in landings.items():
        if seat in movable:
            land(play, seat, fields)
        else:
            play.emit(ev.ShotVoided(seat=seat, reason=ev.VOID_BLOCKED))
