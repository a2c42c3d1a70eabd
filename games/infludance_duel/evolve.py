"""How each event of INFLUDANCE Duel changes the table."""

from __future__ import annotations

from games.decider import Evolve
from games.infludance_duel.data import AMMUNITION, FIGURES
from games.infludance_duel.steps import ChooseMover, ShowToken, SpinMagazine
from games.infludance_duel.table import DuelTable
from gunbai.infludance_duel.v1 import events_pb2 as ev

evolve: Evolve[DuelTable] = Evolve()


@evolve.on(ev.StarterDrawn)
def starter_drawn(table: DuelTable, event: ev.StarterDrawn) -> DuelTable:
    return table.but(starter=event.seat)


@evolve.on(ev.FigureChosen)
def figure_chosen(table: DuelTable, event: ev.FigureChosen) -> DuelTable:
    return table.with_gunman(event.seat, figure=FIGURES.word(event.figure))


@evolve.on(ev.CowboyPlaced)
def cowboy_placed(table: DuelTable, event: ev.CowboyPlaced) -> DuelTable:
    return table.with_gunman(event.seat, field=event.field)


@evolve.on(ev.MagazinesLoaded)
def magazines_loaded(table: DuelTable, event: ev.MagazinesLoaded) -> DuelTable:
    # Which tokens they are loaded with is not decided before a token is fired: every order stays as likely.
    return table


@evolve.on(ev.TurnBegan)
def turn_began(table: DuelTable, event: ev.TurnBegan) -> DuelTable:
    began = table.but(active=event.seat, phase="start", shot_used=False, extra_turn=False)
    return began.but(situations=(*began.situations, began.situation))


@evolve.on(ev.CowboyStepped)
def cowboy_stepped(table: DuelTable, event: ev.CowboyStepped) -> DuelTable:
    return table.with_gunman(event.seat, field=event.field).but(phase="end")


@evolve.on(ev.StepPassed)
def step_passed(table: DuelTable, event: ev.StepPassed) -> DuelTable:
    return table.but(phase="end")


@evolve.on(ev.TriggerPulled)
def trigger_pulled(table: DuelTable, event: ev.TriggerPulled) -> DuelTable:
    show = ShowToken(event.seat)
    steps = (show,) if table.gunman(event.seat).spun else (SpinMagazine(event.seat), show)
    return table.but(shot_used=True).opens(*steps)


@evolve.on(ev.MagazineSpun)
def magazine_spun(table: DuelTable, event: ev.MagazineSpun) -> DuelTable:
    return table.with_gunman(event.seat, spun=event.chamber)


@evolve.on(ev.TokenFired)
def token_fired(table: DuelTable, event: ev.TokenFired) -> DuelTable:
    token = AMMUNITION.word(event.ammunition)
    unfired = list(table.unfired)
    unfired.remove(token)
    fired = (*table.gunman(event.seat).fired, token)
    return table.with_gunman(event.seat, fired=fired).but(unfired=tuple(unfired), situations=())


@evolve.on(ev.ExtraTurnWon)
def extra_turn_won(table: DuelTable, event: ev.ExtraTurnWon) -> DuelTable:
    return table.but(extra_turn=True)


@evolve.on(ev.CowboyShot)
def cowboy_shot(table: DuelTable, event: ev.CowboyShot) -> DuelTable:
    return table.with_gunman(event.seat, field=event.field)


@evolve.on(ev.ShotVoided)
def shot_voided(table: DuelTable, event: ev.ShotVoided) -> DuelTable:
    return table


@evolve.on(ev.ShotsMet)
def shots_met(table: DuelTable, event: ev.ShotsMet) -> DuelTable:
    return table.opens(ChooseMover(event.seat, event.red_field, event.blue_field))


@evolve.on(ev.MoverChosen)
def mover_chosen(table: DuelTable, event: ev.MoverChosen) -> DuelTable:
    return table


@evolve.on(ev.GoalReached)
def goal_reached(table: DuelTable, event: ev.GoalReached) -> DuelTable:
    return table.with_gunman(event.seat, field="")


@evolve.on(ev.TurnEnded)
def turn_ended(table: DuelTable, event: ev.TurnEnded) -> DuelTable:
    return table


@evolve.on(ev.GameWon)
def game_won(table: DuelTable, event: ev.GameWon) -> DuelTable:
    return table.but(ending="goal", winner=event.seat, agenda=())


@evolve.on(ev.GameDrawn)
def game_drawn(table: DuelTable, event: ev.GameDrawn) -> DuelTable:
    return table.but(ending="repetition")


@evolve.on(ev.TokensRevealed)
def tokens_revealed(table: DuelTable, event: ev.TokensRevealed) -> DuelTable:
    red, blue = (tuple(AMMUNITION.word(token) for token in side) for side in (event.red, event.blue))
    return table.with_gunman(1, revealed=red).with_gunman(2, revealed=blue).but(unfired=())
