"""From the creation of a game to its end, in Polish."""

from __future__ import annotations

from typing import Any

from games.kit.phrasebook import Speaker
from gunbai.record.v1 import lifecycle_pb2 as life

CHANCE, HOST = "los", "gospodarz"


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"{place} zajmuje miejsce." if player == place else f"{player} gra jako {place}."


SENTENCES: dict[Any, Any] = {
    # Commands
    life.CreateGame: lambda move, say: f"Utworzyć grę, {say.count(move.seats, 'gracz|gracze|graczy')}.",
    life.ForkGame: "Rozgałęzić grę {parent:id} w wersji {parent_version}.",
    life.TakeSeat: lambda move, say: f"Dołączyć jako {say.place(move.seat)}.",
    life.StartGame: "Rozpocząć grę.",
    life.AskShares: "Poprosić ponownie o udziały w losie.",
    life.RevealShare: "Ujawnić udział w losie.",
    life.BeginGame: "Zacząć grę.",
    life.CallTime: "Ogłosić koniec czasu.",
    life.CloseGame: "Zamknąć grę.",
    life.AbandonGame: "Przerwać grę[: {reason:id}].",
    # Events
    life.GameCreated: "Gra jest utworzona.",
    life.GameForked: "Gałąź jest utworzona.",
    life.HeldSeat: "{seat}",
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {event.player}.",
    life.GameStarted: "Gra się zaczyna.",
    life.SharesAsked: "Gracze mają podać swoje udziały w losie.",
    life.ShareRevealed: "{seat} ujawnia udział w losie.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Udziały w losie podają {shares}.",
    life.StartVoided: "Rozpoczęcie jest nieważne: udziału w losie nie podali na czas {seats}.",
    life.GameStalled: "Gra się kończy: udziału w losie nie podali na czas {seats}[; zwyciężają {winners:seat}].",
    life.GameClosed: "Gra się kończy: {ending} ({clause:id})[; wygrywa {winners:seat}|; nikt nie wygrał]"
    "[; punkty: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "Gra jest przerwana.",
}
