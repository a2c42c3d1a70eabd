"""From the creation of a game to its end, in Czech."""

from __future__ import annotations

from typing import Any

from games.kit.phrasebook import Speaker
from gunbai.record.v1 import lifecycle_pb2 as life

CHANCE, HOST = "náhoda", "hostitel"


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"{place} je obsazen." if player == place else f"{player} hraje jako {place}."


SENTENCES: dict[Any, Any] = {
    # Commands
    life.CreateGame: lambda move, say: f"Založit hru, {say.count(move.seats, 'hráč|hráči|hráčů')}.",
    life.ForkGame: "Rozvětvit hru {parent:id} ve verzi {parent_version}.",
    life.TakeSeat: lambda move, say: f"Přisednout jako {say.place(move.seat)}.",
    life.StartGame: "Zahájit hru.",
    life.AskShares: "Znovu požádat o podíly na náhodě.",
    life.RevealShare: "Odhalit podíl na náhodě.",
    life.BeginGame: "Začít hru.",
    life.CallTime: "Oznámit vypršení času.",
    life.CloseGame: "Uzavřít hru.",
    life.AbandonGame: "Ukončit hru předčasně[: {reason:id}].",
    # Events
    life.GameCreated: "Hra je založena.",
    life.GameForked: "Větev je založena.",
    life.HeldSeat: "{seat}",
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {event.player}.",
    life.GameStarted: "Hra začíná.",
    life.SharesAsked: "Hráči mají dát své podíly na náhodě.",
    life.ShareRevealed: "{seat} odhaluje podíl na náhodě.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Podíly na náhodě dávají {shares}.",
    life.StartVoided: "Zahájení neplatí: podíl na náhodě včas nedali {seats}.",
    life.GameStalled: "Hra končí: podíl na náhodě včas nedali {seats}[; vítězí {winners:seat}].",
    life.GameClosed: "Hra končí: {ending} ({clause:id})[; vítězí {winners:seat}|; nikdo nevyhrál]"
    "[; body: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "Hra je předčasně ukončena.",
}
