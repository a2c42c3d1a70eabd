"""How each event of INFLUDANCE Duel changes the table, in play order, under the step that emits it."""

from __future__ import annotations

from games.infludance_duel.rules.data import AMMUNITION, BLUE, FIGURES, RED
from games.infludance_duel.rules.steps import ChooseMover, ShowToken, SpinMagazine
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Evolve
from gunbai.infludance_duel.v1 import events as ev

evolve: Evolve[DuelTable] = Evolve()


# DrawStarter


@evolve.on(ev.StarterDrawn)
def starter_drawn(table: DuelTable, event: ev.StarterDrawn) -> DuelTable:
    return table.but(starter=event.seat)


# ChooseFigure


@evolve.on(ev.FigureChosen)
def figure_chosen(table: DuelTable, event: ev.FigureChosen) -> DuelTable:
    return table.but_at(event.seat, figure=FIGURES.word(event.figure))


# PlaceCowboy


@evolve.on(ev.CowboyPlaced)
def cowboy_placed(table: DuelTable, event: ev.CowboyPlaced) -> DuelTable:
    return table.but_at(event.seat, field=event.field)


# Which tokens are loaded is not decided before a token is fired: every order stays equally likely (IN-2.10).
evolve.unchanged_by(ev.MagazinesLoaded)


@evolve.on(ev.TurnBegan)
def turn_began(table: DuelTable, event: ev.TurnBegan) -> DuelTable:
    began = table.but(active=event.seat, phase="start", shot_used=False, extra_turn=False)
    return began.but(situations=(*began.situations, began.situation))


@evolve.on(ev.GameDrawn)
def game_drawn(table: DuelTable, event: ev.GameDrawn) -> DuelTable:
    return table.but(ending="repetition")


# TakeStep


@evolve.on(ev.CowboyStepped)
def cowboy_stepped(table: DuelTable, event: ev.CowboyStepped) -> DuelTable:
    return table.but_at(event.seat, field=event.field).but(phase="end", situations=table.noted)


@evolve.on(ev.StepPassed)
def step_passed(table: DuelTable, event: ev.StepPassed) -> DuelTable:
    return table.but(phase="end", situations=table.noted)


@evolve.on(ev.TriggerPulled)
def trigger_pulled(table: DuelTable, event: ev.TriggerPulled) -> DuelTable:
    aimed = table.but(shot_used=True).opens(ShowToken(event.seat))
    return aimed.opens(SpinMagazine(event.seat)) if event.spins else aimed


@evolve.on(ev.CowboyShot)
def cowboy_shot(table: DuelTable, event: ev.CowboyShot) -> DuelTable:
    return table.but_at(event.seat, field=event.field)


evolve.unchanged_by(ev.ShotVoided)


@evolve.on(ev.ShotsMet)
def shots_met(table: DuelTable, event: ev.ShotsMet) -> DuelTable:
    return table.opens(ChooseMover(event.seat, event.red_field, event.blue_field))


@evolve.on(ev.GoalReached)
def goal_reached(table: DuelTable, event: ev.GoalReached) -> DuelTable:
    return table.but_at(event.seat, field="", home=True)


@evolve.on(ev.GameWon)
def game_won(table: DuelTable, event: ev.GameWon) -> DuelTable:
    return table.but(ending="goal", winner=event.seat, agenda=())  # Nothing is due any more (IN-7.3).


# ChooseMover

evolve.unchanged_by(ev.MoverChosen)


# SpinMagazine


@evolve.on(ev.MagazineSpun)
def magazine_spun(table: DuelTable, event: ev.MagazineSpun) -> DuelTable:
    return table.but_at(event.seat, spun=event.chamber)


# ShowToken


@evolve.on(ev.TokenFired)
def token_fired(table: DuelTable, event: ev.TokenFired) -> DuelTable:
    token = AMMUNITION.word(event.ammunition)
    unfired = list(table.unfired)
    unfired.remove(token)
    fired = (*table.at(event.seat).fired, token)
    return table.but_at(event.seat, fired=fired).but(unfired=tuple(unfired), situations=())


@evolve.on(ev.ExtraTurnWon)
def extra_turn_won(table: DuelTable, event: ev.ExtraTurnWon) -> DuelTable:
    return table.but(extra_turn=True)


# FinishTurn

evolve.unchanged_by(ev.TurnEnded)


# RevealTokens


@evolve.on(ev.TokensRevealed)
def tokens_revealed(table: DuelTable, event: ev.TokensRevealed) -> DuelTable:
    red, blue = (tuple(AMMUNITION.word(token) for token in side) for side in (event.red, event.blue))
    return table.but_at(RED, revealed=red).but_at(BLUE, revealed=blue).but(unfired=())
