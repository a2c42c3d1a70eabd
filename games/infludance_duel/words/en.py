"""The sentences of INFLUDANCE Duel."""

from __future__ import annotations

from collections.abc import Mapping

from games.infludance_duel.rules import steps
from games.infludance_duel.rules.data import BLUE, CHAMBERS, COLOURS, EDITION, RED
from games.infludance_duel.words.foreseen import fields_of, foreseen, placing
from games.infludance_duel.words.legend import LEGEND
from games.kit.words.phrasebook import Phrasebook, Sentence, Speaker, Telling, seen, witnessed
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai.infludance_duel.v1 import view_pb2
from gunbai_record.plain import Plain

REASONS = {"off_board": "it would take the cowboy off the board", "blocked": "the other cowboy blocks the way"}
NAMES = {"good_shot": "good shot", "kicker": "kicker", "double_shot": "double shot", "blank": "blank"}
TEXTS = {
    "good_shot": "Shoots the opponent one field back",
    "kicker": "Shoots both cowboys one field ahead",
    "double_shot": "The shooter gets another turn after this one",
    "blank": "Does nothing",
}
EFFECTS = {
    "own_shot": "you to {fields}",
    "shot": "{seat} to {fields}",
    "own_stays": "you stay",
    "stays": "{seat} stays",
    "own_won": "you win",
    "won": "{seat} wins",
    "meet": "you choose which cowboy moves",
}
"""The effects of a step on the active player ("own_") and on the other."""
OPTIONS = {
    "board_side": ("Side of the board", "A or B."),
    "starting_player": ("Starting player", 'The "red" or the "blue" player, or one at random ("random").'),
}
CHOICES = {
    "board_side": {"A": "A", "B": "B"},
    "starting_player": {"random": "at random", "red": "red", "blue": "blue"},
}
AIM = (
    "Be the first to reach your winning line, behind the far row: red in the north, blue in the south. You never "
    "walk forward. On your turn you step sideways or back, and each bullet on the field you reach moves the cowboy "
    "of its colour 1 field in the bullet's direction. Once per turn you may also fire a token. Your magazine holds 6 "
    "of the 12 tokens, unseen: there are 3 good shots, 3 kickers, 3 double shots and 3 blanks."
)


def counts(template: str) -> dict[str, str]:
    """Return the number of tokens of each kind, from a template."""
    return {kind: template.format(count=count, all=2 * CHAMBERS) for kind, count in EDITION.data.tokens.items()}


def stepping(template: str, effects: Mapping[str, str]) -> Sentence:
    """Return the sentence of a step, with its effects after a colon if the board is seen."""

    def sentence(move: cmd.Step, say: Speaker) -> str:
        parts = (
            say.filled(effects[effect.kind], {"seat": effect.seat, "fields": effect.fields})
            for effect in foreseen(move, say.view)
        )
        brings = ", ".join(parts)
        return f"{say.filled(template, move)}{brings and ': '}{brings}."

    return sentence


def size(move: cmd.PlaceCowboy, view: view_pb2.View) -> str:
    """Return "large" for a figure that is named by the western one of its fields (IN-2.6)."""
    return "large" if placing(view).figure == cmd.FIGURE_LARGE else ""


def moved(template: str) -> Sentence:
    """Return the sentence of the choice of a cowboy, with its target fields if the board is seen (IN-5.9)."""

    def sentence(move: cmd.ChooseMover, say: Speaker) -> str:
        gunman = None if say.view is None else say.view.gunmen[move.seat - 1]
        fields = fields_of(gunman, gunman.landing) if gunman is not None and gunman.landing else ()
        return say.filled(template, {"seat": move.seat, "fields": fields})

    return sentence


def meeting(template: str) -> Sentence:
    """Return the question of which of two cowboys moves, with their names and target fields (IN-5.9)."""

    def sentence(step: steps.ChooseMover, say: Speaker) -> str:
        landings = (step.red_field, step.blue_field)
        gunmen = (None, None) if say.view is None else say.view.gunmen
        red, blue = (
            fields_of(gunman, field) if gunman else (field,) for gunman, field in zip(gunmen, landings, strict=True)
        )
        return say.filled(
            template, {"seat": step.seat, "red": RED, "blue": BLUE, "red_fields": red, "blue_fields": blue}
        )

    return sentence


def both_fields(event: ev.CowboyPlaced | ev.CowboyStepped | ev.CowboyShot, say: Speaker) -> Telling:
    """Return both fields of a large figure, which the record names by the western one (IN-2.6)."""
    gunman = None if say.view is None else say.view.gunmen[event.seat - 1]
    if gunman is None or gunman.figure != cmd.FIGURE_LARGE:
        return Telling()
    return Telling("large", {"fields": fields_of(gunman, event.field)})


def shot_left(step: steps.TakeStep, view: view_pb2.View) -> str:
    """Return "shot" after the shot of the turn (IN-6.2), and "empty" if no token is left to fire (IN-6.3)."""
    if view.shot_used:
        return "shot"
    return "" if view.gunmen[step.seat - 1].tokens_left else "empty"


ASIDES: frozenset[type[Plain]] = frozenset({ev.TurnEnded, ev.TriggerPulled})

WORDS = Phrasebook(
    {
        # Commands
        cmd.DrawStarter: "{seat} is drawn as the starting player.",
        cmd.ChooseFigure: "Choose the {figure} figure.",
        cmd.PlaceCowboy: seen(
            size, "Place the cowboy on {field}.", large="Place the cowboy with its western field on {field}."
        ),
        cmd.Step: stepping("Step {heading}[ and evaluate {evaluated_field}]", EFFECTS),
        cmd.PassStep: "Pass the step.",
        cmd.Shoot: "Shoot.",
        cmd.SpinMagazine: "The magazine stops with chamber {chamber} in the north.",
        cmd.ShowToken: "The token is a {ammunition}.",
        cmd.ChooseMover: moved("Move {seat}[ to {fields}]."),
        cmd.EndTurn: "End the turn.",
        cmd.RevealTokens: "Remaining tokens. Red: [{red}|none]; Blue: [{blue}|none].",
        # Events
        ev.StarterDrawn: "{seat} is the starting player.",
        ev.FigureChosen: "{seat} chooses the {figure} figure.",
        ev.CowboyPlaced: witnessed(
            both_fields, "{seat} places the cowboy on {field}.", large="{seat} places the cowboy on {fields}."
        ),
        ev.MagazinesLoaded: "Both players load their magazines.",
        ev.TurnBegan: "{seat}'s [extra?extra ]turn begins.",
        ev.CowboyStepped: witnessed(
            both_fields,
            "{seat} steps to {field} and evaluates {evaluated_field}.",
            large="{seat} steps to {fields}, and evaluates {evaluated_field}.",
        ),
        ev.StepPassed: "{seat} cannot step and passes.",
        ev.TriggerPulled: "{seat} shoots.",
        ev.MagazineSpun: "{seat}'s magazine stops with chamber {chamber} in the north.",
        ev.TokenFired: "{seat} fires a {ammunition} from chamber {chamber}.",
        ev.ExtraTurnWon: "{seat} gets another turn after this one.",
        ev.CowboyShot: witnessed(both_fields, "{seat} is shot to {field}.", large="{seat} is shot to {fields}."),
        ev.ShotVoided: "The shot does not move {seat}: {reason}.",
        ev.ShotsMet: "Both cowboys are shot onto the same field; {seat} chooses which one moves.",
        ev.MoverChosen: "{seat} is chosen to move.",
        ev.GoalReached: "{seat} reaches the winning line.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.GameWon: "{seat} wins the game.",
        ev.GameDrawn: "The same situation has occurred for the third time: the game is a draw.",
        ev.TokensRevealed: "The remaining tokens are revealed. Red: [{red}|none]; Blue: [{blue}|none].",
        # Steps
        steps.DrawStarter: "Chance draws the starting player.",
        steps.ChooseFigure: "{seat} chooses a figure.",
        steps.PlaceCowboy: "{seat} places the cowboy on their first line; no field is evaluated yet.",
        steps.TakeStep: seen(
            shot_left,
            "{seat} steps, or shoots first.",
            shot="{seat} steps; the shot for this turn has been fired.",
            empty="{seat} steps; there is no token left to fire.",
        ),
        steps.ChooseMover: meeting(
            "{seat} chooses which cowboy moves: {red:seat} to {red_fields} or {blue:seat} to {blue_fields}."
        ),
        steps.SpinMagazine: "Chance spins {seat}'s magazine.",
        steps.ShowToken: "Chance shows {seat}'s token.",
        steps.FinishTurn: "{seat} shoots or ends the turn.",
        steps.PassTurn: "The turn passes to the other player.",
        steps.RevealTokens: "Chance reveals the tokens that were not fired.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    legend=LEGEND,
    details=counts("{count} of the {all} tokens"),
    words={"reason": REASONS},
    seats={seat: colour.capitalize() for seat, colour in COLOURS.items()},
    options=OPTIONS,
    choices=CHOICES,
)
