"""The public consequences of a choice: known raiders, totals, fire, defences."""

from __future__ import annotations

from typing import NamedTuple

from games.samurai_spirit.rules.data import RAIDERS, SYMBOLS
from games.samurai_spirit.rules.steps import PlaceTransfer
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import view_pb2


class Confronted(NamedTuple):
    """What follows if a raider in hand is confronted."""

    total: int
    kiai: int
    first: str
    """The raider that is discarded after the kiai; empty if no kiai is certain to trigger."""

    @property
    def over(self) -> bool:
        """Whether the samurai is overcome, and the village burns."""
        return self.total > self.kiai


def top_raider(view: view_pb2.View | None) -> str:
    """Return the raider on top of its stack; "" if there is none or nobody knows it (SS-8.17)."""
    return view.raiders[0] if view is not None and view.raiders else ""


def last_raider(view: view_pb2.View | None, seat: int) -> str:
    """Return the newest raider of a line; "" if there is none or nobody sees it."""
    line = () if view is None else view.samurai[seat - 1].line
    return line[-1] if line else ""


def confronted(step: HoldRaider, view: view_pb2.View) -> Confronted:
    """Return what follows if the raider is confronted (SS-4.6).

    A transferred raider is not certain to trigger a kiai: others come first, or one is under way (SS-8.19).
    """
    samurai = view.samurai[step.seat - 1]
    total = samurai.total + RAIDERS[step.raider].value
    triggers = total == samurai.kiai and not isinstance(step, PlaceTransfer)
    return Confronted(total, samurai.kiai, [*samurai.line, step.raider][0] if triggers else "")


def undefended(samurai: view_pb2.Samurai, raider: str = "") -> tuple[str, ...]:
    """Return the symbols that the left side lacks, once a raider is placed there, too."""
    defended = {RAIDERS[card].defence for card in (*samurai.left_side, *filter(None, (raider,)))}
    return tuple(symbol for symbol in SYMBOLS if symbol not in defended)


def can_defend(samurai: view_pb2.Samurai, raider: str) -> bool:
    """Return whether a samurai can put a raider on the left side (SS-4.7, SS-5.7)."""
    return RAIDERS[raider].defence in undefended(samurai) and cmd.PENALTY_NO_DEFEND not in samurai.bound
