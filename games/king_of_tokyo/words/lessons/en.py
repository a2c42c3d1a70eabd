"""The lessons of King of Tokyo in English."""

from __future__ import annotations

WORDS = {
    "hook": "Roll dice, hit your rivals and hold Tokyo while you can.",
    "goal": "Be the first to have 20 victory points, or the last monster alive. Each panel shows a monster's life, points and energy.",
    "monster": "Take any monster. They differ only in looks.",
    "start": "Everybody rolls once, and the monster with the most claws begins.",
    "roll": "It is your turn: roll all six dice.",
    "faces": "Three dice with the same number score that many points. A bolt is 1 energy, a claw is 1 damage to others, and a heart heals you.",
    "keep": "Tap the dice that you want to keep, and roll the others again. You can reroll twice, or stop earlier.",
    "tokyo": "Attack from outside while Tokyo is empty, and you take it for 1 point. Each of your turns that begins there scores 2 more. But everybody attacks you, and your hearts do nothing.",
    "buy": "Energy buys cards. Try Nova Breath for 7: the referee refuses what you cannot pay for, and names the clause. Then buy a card, or stop buying.",
    "log": "The log says what happened, turn by turn. A number such as KT-3.1 opens the clause behind it.",
    "yield": "You were attacked in Tokyo. Leave it to the attacker, or stay for the points.",
}
