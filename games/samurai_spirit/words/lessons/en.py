"""The lessons of Samurai Spirit in English."""

from __future__ import annotations

WORDS = {
    "hook": "Defend a village together for three rounds.",
    "goal": "You all defend one village together. If a farm and a family are left after three rounds, everybody wins.",
    "line": "Raiders that you confront form your line. If their values add up to more than your kiai number, you are overcome, and the village loses a barricade or a farm.",
    "fight": "Each turn you fight, support another samurai, or pass. Fight now: you draw the top raider.",
    "meet": "Confront the raider: it joins your line. If it has a symbol that your left side lacks, you can defend instead.",
    "marks": "At the end of a round you need a hat, a farm and a doll on your left side. Each one that is missing costs a wound, a farm or a family.",
    "penalty": "At the start of your turn the last raider of your line does what is printed on it: fire, a wound, and so on.",
    "support": "Support lends your talent to another samurai. Try to support yourself: the referee refuses it and names the clause. Then fight, or support somebody else.",
    "intruders": "Support also lets a raider into the village unseen. After the round each intruder with flames burns a barricade or a farm.",
    "kiai": "Reach your kiai number exactly, and your kiai triggers: it helps at once, and the first raider leaves your line.",
    "pass": "Above the kiai number you must pass. Below it, pass in time to keep your line safe: you are out until the round ends.",
}
