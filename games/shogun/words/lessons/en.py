"""The lessons of Shogun in English."""

from __future__ import annotations

WORDS = {
    "hook": "Plan in secret, then build and fight for provinces.",
    "goal": "The player with the most points after two years wins. Each province and each building is worth 1, and having the most buildings of a kind in a region scores extra.",
    "map": "A province belongs to the player whose armies are in it. You have a card for each of your provinces.",
    "actions": "A round has ten actions, in the order of the action cards: building, taking rice and taxes, deploying, marching. All players carry out an action before the next one begins.",
    "plan": "Lay a province card on an action to plan that action for the province. Nobody sees your plan before it is carried out.",
    "seal": "Try to seal the plan now: the referee refuses, because some spaces still need cards, and names the clause. Then lay the next card.",
    "bid": "The last space is your bid for the player order: a war chest card costs the chests that it shows. Complete the plan and seal it.",
    "special": "The highest bidder picks first. A special card gives you its place in the player order, and its power for this round.",
    "tower": "In a battle, the cubes of both sides are thrown into the tower. Some stay inside, others from earlier battles fall out, and the larger side wins.",
    "march": "A march must enter a neighbouring province, and at least one army stays behind. Choose where to go, and with how many armies.",
    "revolt": "Taking rice or taxes puts a revolt marker into the province. The next time you take rice or taxes in that province, its farmers fight you.",
    "winter": "In winter every province needs 1 rice, or farmers revolt. The log says what happened, and cites the clause.",
}
