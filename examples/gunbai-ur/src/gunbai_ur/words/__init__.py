"""The words of the Royal Game of Ur."""

from __future__ import annotations

from games.kit.words.contract import Words
from games.kit.words.phrasebook import Phrasebook
from gunbai.titles.ur.v1 import commands as cmd
from gunbai.titles.ur.v1 import events as ev
from gunbai_ur.rules.steps import MovePiece, ThrowDice

ENGLISH = Phrasebook(
    {
        cmd.ThrowDice: "the dice show {marks}.",
        cmd.MovePiece: "[square?move the piece on {square:id}|enter a piece].",
        ThrowDice: "chance throws the dice for {seat}.",
        MovePiece: "{seat} moves a piece by {count:square|squares}.",
        ev.DiceThrown: "{seat} throws {count}.",
        ev.TurnLost: "{seat} can move no piece.",
        ev.PieceMoved: "{seat} [from_square?moves from {from_square:id} to|enters on] {to_square:id}.",
        ev.PieceHome: "{seat} brings a piece home[from_square? from {from_square:id}].",
        ev.PieceCaptured: "the piece of {seat} on {square:id} is sent back.",
        ev.TurnBegan: "{seat} is next.",
        ev.GameWon: "{seat} wins.",
    },
    aim="Bring all seven pieces home first. On your turn, throw four dice and move a piece by what they show.",
    options={"long_path": ("Long path", "The pieces cross over at the end of the board: 16 squares instead of 14.")},
)
WORDS = Words(
    languages={"en": ENGLISH},
    asides=frozenset({ev.TurnBegan}),
    turns=(ev.TurnBegan,),
    rulebook="As commonly played after the tablet BM 33333B.",
)
