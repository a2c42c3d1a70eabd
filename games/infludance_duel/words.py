"""The sentences of INFLUDANCE Duel."""

from __future__ import annotations

from games.infludance_duel import steps
from games.infludance_duel.data import COLOURS
from games.kit.phrasebook import Phrasebook, seen
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev
from gunbai.infludance_duel.v1 import view_pb2

REASONS = {"off_board": "it would take the cowboy off the board", "blocked": "the other cowboy blocks the way"}
NAMES = {"good_shot": "good shot", "kicker": "kicker", "double_shot": "double shot", "blank": "blank"}
TEXTS = {
    "good_shot": "Shoots the opponent one field back",
    "kicker": "Shoots both cowboys one field ahead",
    "double_shot": "The shooter has another turn after this one",
    "blank": "Does nothing",
}
OPTIONS = {
    "board_side": ("Side of the board", "A or B."),
    "starting_player": ("Starting player", 'The player of the colour "red" or "blue", or one by lot ("random").'),
}
CHOICES = {
    "board_side": {"A": "A", "B": "B"},
    "starting_player": {"random": "by lot", "red": "red", "blue": "blue"},
}
AIM = (
    "Be the first on your winning line, behind the far row: red in the north, blue in the south. You never walk "
    "ahead: on your turn you step to the side or back, and the bullets of the field that you reach shoot each "
    "cowboy of their colour one field. Once in the turn you may fire a token too."
)


def size(move: cmd.PlaceCowboy, view: view_pb2.View) -> str:
    """Return "large" for a figure that is named by the western one of its fields (IN-2.6)."""
    return "large" if view.gunmen[view.active - 1].figure == cmd.FIGURE_LARGE else ""


def shot_left(step: steps.TakeStep, view: view_pb2.View) -> str:
    """Return "shot" after the shot of the turn (IN-6.2), and "empty" if no token is left to fire (IN-6.3)."""
    if view.shot_used:
        return "shot"
    return "" if view.gunmen[step.seat - 1].tokens_left else "empty"


ASIDES = frozenset({ev.TurnEnded})

WORDS = Phrasebook(
    {
        # Commands
        cmd.DrawStarter: "The lot falls on {seat}.",
        cmd.ChooseFigure: "Choose the {figure} figure.",
        cmd.PlaceCowboy: seen(
            size, "Place the cowboy on {field}.", large="Place the cowboy with its western field on {field}."
        ),
        cmd.Step: "Step {heading}[ and evaluate {evaluated_field}].",
        cmd.PassStep: "Pass the step.",
        cmd.Shoot: "Shoot.",
        cmd.SpinMagazine: "The magazine stops with chamber {chamber} in the north.",
        cmd.ShowToken: "The token is a {ammunition}.",
        cmd.ChooseMover: "Move {seat}.",
        cmd.EndTurn: "End the turn.",
        cmd.RevealTokens: "Tokens left for Red: [{red}|none]; for Blue: [{blue}|none].",
        # Events
        ev.StarterDrawn: "{seat} is the starting player.",
        ev.FigureChosen: "{seat} chooses the {figure} figure.",
        ev.CowboyPlaced: "{seat} places the cowboy on {field}.",
        ev.MagazinesLoaded: "Both players load their magazines.",
        ev.TurnBegan: "{seat}'s [extra?extra ]turn begins.",
        ev.CowboyStepped: "{seat} steps to {field} and evaluates {evaluated_field}.",
        ev.StepPassed: "{seat} cannot step and passes.",
        ev.TriggerPulled: "{seat} shoots.",
        ev.MagazineSpun: "{seat}'s magazine stops with chamber {chamber} in the north.",
        ev.TokenFired: "{seat} fires a {ammunition} from chamber {chamber}.",
        ev.ExtraTurnWon: "{seat} takes another turn after this one.",
        ev.CowboyShot: "{seat} is shot to {field}.",
        ev.ShotVoided: "The shot does not move {seat}: {reason}.",
        ev.ShotsMet: "Both cowboys are shot onto the same field; {seat} chooses which one moves.",
        ev.MoverChosen: "{seat} is chosen to move.",
        ev.GoalReached: "{seat} reaches the winning line.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.GameWon: "{seat} wins the game.",
        ev.GameDrawn: "The same situation occurs for the third time: the game is a draw.",
        ev.TokensRevealed: "The tokens left are revealed, for Red: [{red}|none]; for Blue: [{blue}|none].",
        # Steps
        steps.DrawStarter: "Chance draws the starting player.",
        steps.ChooseFigure: "{seat} chooses a figure.",
        steps.PlaceCowboy: "{seat} places the cowboy on their first line.",
        steps.TakeStep: seen(
            shot_left,
            "{seat} steps, or shoots first.",
            shot="{seat} steps; the shot of this turn is fired.",
            empty="{seat} steps; no token is left to fire.",
        ),
        steps.ChooseMover: "{seat} chooses which cowboy moves: Red to {red_field} or Blue to {blue_field}.",
        steps.SpinMagazine: "Chance spins {seat}'s magazine.",
        steps.ShowToken: "Chance shows {seat}'s token.",
        steps.FinishTurn: "{seat} shoots or ends the turn.",
        steps.PassTurn: "The turn passes to the other player.",
        steps.RevealTokens: "Chance reveals the tokens that were not fired.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    words={"reason": REASONS},
    seats={seat: colour.capitalize() for seat, colour in COLOURS.items()},
    options=OPTIONS,
    choices=CHOICES,
)
