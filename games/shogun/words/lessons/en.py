"""The lessons of Shogun in English."""

from __future__ import annotations

WORDS = {
    "hook": "Plan in secret, then build and fight for provinces.",
    "goal": "After two years the most points win. Each province and each building is worth 1, and the most buildings of a kind in a region score extra.",
    "map": "A province belongs to the player whose armies are in it. You have a card for each of yours.",
    "actions": "A round has ten actions, in the order of the action cards: build, take rice and taxes, deploy, march. All players do one before the next begins.",
    "plan": "Lay a province card on the action that it is to do. Nobody sees your plan before it is carried out.",
    "seal": "Try to seal the plan now: the referee refuses it and names the clause, since spaces still need cards. Then lay the next one.",
    "bid": "The last space is your bid for the player order: a war chest card costs its chests. Fill the plan and seal it.",
    "special": "The highest bid picks first. A special card is your place in the player order, and its power is yours this round.",
    "tower": "Battles are thrown into the tower. Some cubes stay inside, others from earlier battles fall out, and the larger side wins.",
    "march": "A march must enter a neighbouring province, and at least one army stays at home. Choose where to go and with how many.",
    "revolt": "Rice and taxes put a revolt marker into the province. The next time, its farmers fight you.",
    "winter": "In winter every province needs 1 rice, or farmers revolt. The log says what happened, with the clause behind it.",
}
