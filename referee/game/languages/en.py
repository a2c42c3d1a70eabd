"""From the creation of a game to its end, in English."""

from __future__ import annotations

from typing import Any

from games.kit.phrasebook import Speaker
from gunbai.record.v1 import lifecycle_pb2 as life

CHANCE, HOST = "chance", "host"


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"{place} is taken." if player == place else f"{player} takes {place}."


SENTENCES: dict[Any, Any] = {
    # Commands
    life.CreateGame: lambda move, say: f"Create a game with {say.count(move.seats, 'seat|seats')}.",
    life.ForkGame: "Branch the game {parent:id} at version {parent_version}.",
    life.TakeSeat: lambda move, say: f"Take {say.place(move.seat)}.",
    life.StartGame: "Start the game.",
    life.AskShares: "Ask for shares of chance again.",
    life.RevealShare: "Reveal the share of chance.",
    life.BeginGame: "Begin the game.",
    life.CallTime: "Call time.",
    life.CloseGame: "Close the game.",
    life.AbandonGame: "Abandon the game[: {reason:id}].",
    # Events
    life.GameCreated: "The game is created.",
    life.GameForked: "The branch is created.",
    life.HeldSeat: "{seat}",
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {event.player}.",
    life.GameStarted: "The game starts.",
    life.SharesAsked: "The players are asked for their shares of chance.",
    life.ShareRevealed: "{seat} reveals a share of chance.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Shares of chance are given by {shares}.",
    life.StartVoided: "The start is void: no share of chance came in time from {seats}.",
    life.GameStalled: "The game ends: no share of chance came in time from {seats}[; won by {winners:seat}].",
    life.GameClosed: "The game ends: {ending} ({clause:id})[; won by {winners:seat}|; nobody won]"
    "[; scores: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "The game is abandoned.",
}
