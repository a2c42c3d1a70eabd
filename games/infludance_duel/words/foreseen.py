"""The effects of a step: where the bullets of its evaluated field shoot the cowboys (IN-4.6, IN-5.1).

They depend only on public facts, so the step is carried out on the board of a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.infludance_duel.rules.board import covered, name
from games.infludance_duel.rules.data import EDITION, FIGURES, Board, Components
from games.infludance_duel.rules.evolve import evolve
from games.infludance_duel.rules.steps import TakeStep
from games.infludance_duel.rules.table import DuelTable, Gunman
from games.kit.rules.decider import Play
from games.kit.rules.edition import Edition
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai.infludance_duel.v1 import view_pb2
from gunbai_record.plain import Plain


class Effect(NamedTuple):
    """Something that a step brings: where a cowboy is shot, that its shot is void, a victory, or a choice."""

    kind: str
    """The name of a template: "shot", "stays" or "won", with "own_" before it for the active player, or "meet"."""
    seat: int
    fields: tuple[str, ...] = ()
    """The fields that the cowboy covers then."""


def foreseen(move: cmd.Step, view: view_pb2.View | None) -> tuple[Effect, ...]:
    """Return the effects of a step, those on the stepping cowboy first; none without a view."""
    if view is None or not view.active:
        return ()
    play = Play(evolve, table_of(view))
    TakeStep(view.active).answer(play, view.active, move)
    return tuple(sorted(_effects(play.events, view), key=lambda effect: effect.seat != view.active))


def _effects(events: Iterable[Plain], view: view_pb2.View) -> Iterator[Effect]:
    for event in events:
        match event:
            case ev.CowboyShot(seat=seat, field=field):
                yield Effect(_of(seat, view, "shot"), seat, fields_of(view.gunmen[seat - 1], field))
            case ev.ShotVoided(seat=seat):
                yield Effect(_of(seat, view, "stays"), seat)
            case ev.ShotsMet(seat=seat):
                yield Effect("meet", seat)
            case ev.GameWon(seat=seat):
                yield Effect(_of(seat, view, "won"), seat)


def _of(seat: int, view: view_pb2.View, kind: str) -> str:
    return f"own_{kind}" if seat == view.active else kind


def fields_of(gunman: view_pb2.Gunman, field: str) -> tuple[str, ...]:
    """Return the fields that a cowboy covers with its western field there (IN-2.6)."""
    figure = FIGURES.word(gunman.figure)
    return tuple(name(column, row) for column, row in covered(figure, field)) if figure else (field,)


def placing(view: view_pb2.View) -> view_pb2.Gunman:
    """Return the gunman whose cowboy is placed next: the starting player's first (IN-2.5)."""
    first, second = sorted(view.gunmen, key=lambda gunman: gunman.seat != view.starter)
    return second if first.fields else first


# --- The board as it is seen ---


def table_of(view: view_pb2.View) -> DuelTable:
    """Return the table that a view shows, as far as a step depends on it."""
    side: Any = view.board_side
    return DuelTable(
        edition=edition_of(view),
        side=side,
        unfired=(),
        gunmen=tuple(map(_gunman, view.gunmen)),
        starter=view.starter,
        active=view.active,
        shot_used=view.shot_used,
        extra_turn=view.extra_turn,
    )


def _gunman(gunman: view_pb2.Gunman) -> Gunman:
    """Return a gunman with the figure and the place that are seen."""
    figure: Any = FIGURES.word(gunman.figure)
    return Gunman(figure, min(gunman.fields, default=""))


def edition_of(view: view_pb2.View) -> Edition[Components]:
    """Return the title's own edition, with the side of the board that a view shows."""
    fields = [f"{field.red_bullet or '-'}/{field.blue_bullet or '-'}" for field in view.fields]
    starts = reversed(range(0, len(fields), view.columns))
    board = Board(tuple(" ".join(fields[start : start + view.columns]) for start in starts))
    return Edition(msgspec.structs.replace(EDITION.data, boards={**EDITION.data.boards, view.board_side: board}))
