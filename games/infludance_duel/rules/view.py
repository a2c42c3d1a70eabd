"""What may be known of a table: nobody has private information, so all seats and spectators get the same view."""

from __future__ import annotations

from games.infludance_duel.rules.board import name
from games.infludance_duel.rules.data import AMMUNITION, BLUE, COLOURS, FIGURES, RED
from games.infludance_duel.rules.steps import ChooseMover
from games.infludance_duel.rules.table import DuelTable
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import view_pb2


def view(table: DuelTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator."""
    return view_pb2.View(
        board_side=table.side,
        columns=table.grid.columns,
        rows=table.grid.rows,
        fields=[
            view_pb2.Field(name=field, red_bullet=bullets.get(RED, ""), blue_bullet=bullets.get(BLUE, ""))
            for field, bullets in table.grid.bullets.items()
        ],
        gunmen=[_gunman(table, gunman) for gunman in (RED, BLUE)],
        starter=table.starter,
        active=table.active,
        phase=table.phase if table.active else "",
        shot_used=table.shot_used,
        extra_turn=table.extra_turn,
        ending=table.ending,
        winner=table.winner,
    )


def _gunman(table: DuelTable, seat: int) -> view_pb2.Gunman:
    gunman = table.at(seat)
    return view_pb2.Gunman(
        seat=seat,
        colour=COLOURS[seat],
        figure=FIGURES.value(gunman.figure) if gunman.figure else cmd.FIGURE_UNSPECIFIED,
        fields=[name(*field) for field in gunman.covers],
        home=gunman.home,
        spun_chamber=gunman.spun,
        fired=[AMMUNITION.value(token) for token in gunman.fired],
        tokens_left=gunman.left,
        revealed=[AMMUNITION.value(token) for token in gunman.revealed],
        landing=_landing(table, seat),
    )


def _landing(table: DuelTable, seat: int) -> str:
    """Return where a cowboy lands if it is chosen of two that are shot onto the same field (IN-5.9)."""
    step = table.agenda[-1] if table.agenda else None
    if not isinstance(step, ChooseMover):
        return ""
    return step.red_field if seat == RED else step.blue_field
