"""What a raider or a wound does to a samurai (SS-4.6, SS-8.20)."""

from __future__ import annotations

from games.kit.rules.decider import Play
from games.samurai_spirit.rules.steps.kiai import trigger_kiai
from games.samurai_spirit.rules.table import SamuraiTable
from games.samurai_spirit.rules.village import fire
from gunbai.samurai_spirit.v1 import events as ev


def confront(play: Play[SamuraiTable], seat: int, raider: str) -> None:
    """Put the raider at the end of the line, and compare the total with the kiai number (SS-4.6)."""
    play.emit(ev.RaiderConfronted(seat=seat, raider=raider))
    resist(play, seat)
    trigger_kiai(play, seat)


def resist(play: Play[SamuraiTable], seat: int) -> None:
    """Burn the village if the samurai is over the kiai number, and therefore overcome (SS-4.6)."""
    samurai = play.table.at(seat)
    if samurai.total > samurai.kiai:
        play.emit(ev.SamuraiOvercome(seat=seat))
        fire(play)


def wound(play: Play[SamuraiTable], seat: int) -> None:
    """Wound the samurai: a token, the spirit of the animal, a token again, death (SS-8.20, SS-8.21, SS-8.23).

    Turning the board overcomes nobody, even if the total is over the animal's kiai number (SS-8.24).
    """
    samurai = play.table.at(seat)
    if not samurai.wounded:
        play.emit(ev.WoundTaken(seat=seat))
    elif samurai.animal:
        play.emit(ev.SamuraiDied(seat=seat))
    else:
        play.emit(ev.SpiritAwakened(seat=seat))
        trigger_kiai(play, seat)
