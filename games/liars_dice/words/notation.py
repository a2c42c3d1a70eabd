"""The short forms of Liar's Dice: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from google.protobuf.message import Message

from gunbai.liars_dice.v1 import commands_pb2 as cmd

FORMS = {
    cmd.ShakeCup: "{dice}",
    cmd.MakeBid: "bid {quantity} x {face}",
    cmd.ChallengeBid: "challenge",
    cmd.CallSpotOn: "spot on",
}

TEXTS: dict[str, tuple[str, ...]] = {}

TURNS: tuple[type[Message], ...] = ()
