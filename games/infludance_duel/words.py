"""Commands, events and steps of INFLUDANCE Duel, told as sentences."""

from __future__ import annotations

from games.infludance_duel import steps
from games.infludance_duel.data import COLOURS, HEADINGS
from games.phrasebook import Phrasebook
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev


def _who(seat: int) -> str:
    return COLOURS.get(seat, f"seat {seat}").capitalize()


def _step(move: cmd.Step) -> str:
    heading = HEADINGS.word(move.heading).replace("_", " ")
    return f"Step {heading} and evaluate {move.evaluated_field}." if move.evaluated_field else f"Step {heading}."


def _turn_began(event: ev.TurnBegan) -> str:
    return f"{_who(event.seat)}'s {'extra ' if event.extra else ''}turn begins."


WORDS = Phrasebook(
    _who,
    {
        # Commands
        cmd.DrawStarter: "The lot falls on {seat}.",
        cmd.ChooseFigure: "Take the {figure} figure.",
        cmd.PlaceCowboy: "Place the cowboy on {field}.",
        cmd.Step: _step,
        cmd.PassStep: "Pass the step.",
        cmd.Shoot: "Shoot.",
        cmd.SpinMagazine: "The magazine stops with chamber {chamber} in the north.",
        cmd.ShowToken: "The token is a {ammunition}.",
        cmd.ChooseMover: "{seat} moves.",
        cmd.EndTurn: "End the turn.",
        cmd.RevealTokens: "Left in the magazines: Red {red}; Blue {blue}.",
        # Events
        ev.StarterDrawn: "{seat} starts.",
        ev.FigureChosen: "{seat} takes the {figure} figure.",
        ev.CowboyPlaced: "{seat} stands on {field}.",
        ev.MagazinesLoaded: "Both magazines are loaded.",
        ev.TurnBegan: _turn_began,
        ev.CowboyStepped: "{seat} steps to {field}; {evaluated_field} is evaluated.",
        ev.StepPassed: "{seat} cannot step.",
        ev.TriggerPulled: "{seat} shoots.",
        ev.MagazineSpun: "{seat}'s magazine stops at chamber {chamber}.",
        ev.TokenFired: "{seat} fires chamber {chamber}: {ammunition}.",
        ev.ExtraTurnWon: "{seat} will play again.",
        ev.CowboyShot: "{seat} is shot to {field}.",
        ev.ShotVoided: "The shot moves {seat} nowhere: {reason}.",
        ev.ShotsMet: "Both would be shot onto one field; {seat} chooses.",
        ev.MoverChosen: "{seat} is to move.",
        ev.GoalReached: "{seat} reaches the winning line.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.GameWon: "{seat} wins.",
        ev.GameDrawn: "The same situation has come for the third time: the game is drawn.",
        ev.TokensRevealed: "The magazines still held: Red {red}; Blue {blue}.",
        # Steps
        steps.DrawStarter: "The starting player is drawn.",
        steps.ChooseFigure: "{seat} chooses a figure.",
        steps.PlaceCowboy: "{seat} places the cowboy on the first line.",
        steps.TakeStep: "{seat} steps, or shoots first.",
        steps.ChooseMover: "{seat} chooses who moves: Red to {red_field}, or Blue to {blue_field}.",
        steps.SpinMagazine: "{seat}'s magazine is spun.",
        steps.ShowToken: "{seat}'s token is shown.",
        steps.FinishTurn: "{seat} shoots or ends the turn.",
        steps.PassTurn: "The turn passes on.",
        steps.RevealTokens: "The tokens that were never fired are shown.",
    },
)
