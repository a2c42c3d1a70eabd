"""The words of the picture of King of Tokyo in Czech, by the English ones."""

from __future__ import annotations

LABELS = {
    "[extra?Extra turn|Turn] of {who:id}": "[extra?Tah navíc|Tah]: {who:id}",
    "Deck: {deck:0 card|cards}; discarded: {discarded}[; you have seen the top card: {top:id}]": "V balíčku: {deck:0 karta|karty|karet}; odloženo: {discarded}[; vrchní karta, kterou znáte: {top:id}]",
    "{who:id}, [{monster:id}|no monster yet]: life {life}/{most_life}, points {points}, energy {energy}, {place:id}[, {tokens:id}][cards?|; no cards]": "{who:id}, [{monster:id}|zatím bez příšery]: životy {life}/{most_life}, body {points}, energie {energy}, {place:id}[, {tokens:id}][cards?|; žádné karty]",
    "{place}[closed? (closed)]": "{place}[closed? (uzavřený)]",
    "[rolling?rerolls left: {rerolls}|[dice?|no dice on the table]]": (
        "[rolling?zbývá přehození: {rerolls}|[dice?|na stole nejsou kostky]]"
    ),
    "Market": "Nabídka",
    "King of Tokyo: {who:id}": "Vládce Tokia: {who:id}",
    "All monsters are dead: nobody has won": "Žádná příšera nepřežila: nikdo nevyhrál",
    "Before the first turn": "Před prvním tahem",
    "closed": "uzavřený",
    "Dice: [{dice:id}|none][thrown? (- is being rolled)][rolling?; rerolls left: {rerolls}]": (
        "Kostky: [{dice:id}|žádné][thrown? (- se právě hází)][rolling?; zbývá přehození: {rerolls}]"
    ),
    "Market:[any?| empty]": "Nabídka:[any?| prázdná]",
    "{name:id} (costs {cost} energy, [keep?is kept|acts at once]): {text:id}": "{name:id} (stojí {cost} energie, [keep?stálá|platí hned]): {text:id}",
    "empty": "prázdné",
    "out of the game": "mimo hru",
    "outside": "mimo Tokio",
    "in {place}": "{place}",
    "{count} poison": "jed: {count}",
    "{count} shrink": "zmenšení: {count}",
    " as {card}": " jako {card}",
    "energy": "energie",
    "attack": "útok",
    "heart": "léčení",
    "life": "životy",
    "points": "body",
    "die {die} ({face:id})": "kostka {die} ({face:id})",
    "[keep?KEEP|DISCARD]": "[keep?STÁLÁ|ODLOŽ]",
    "{counter:id} of {player:id}": "{counter:id}: {player:id}",
    "cost": "cena",
    "no monster yet": "zatím bez příšery",
    "wings": "křídla",
}
LEGEND = {
    "points": ("★", "Vítězné body: kdo jich má na konci tahu 20, vítězí (KT-8.6)"),
    "energy": ("⚡", "Energie, kterou se platí za karty (KT-1.7)"),
    "life": ("♥", "Životy; na kostce Léčení, které lze použít jen mimo Tokio (KT-5.17)"),
    "closed": (
        "uzavřený",
        "Tokijský záliv se nepoužívá: hrají nejvýš čtyři hráči nebo zbývá méně než pět příšer (KT-2.3, KT-6.12)",
    ),
    "keep": ("stálá", "Stálá karta: zůstává majiteli a platí od okamžiku, kdy je koupena (KT-7.4, KT-11.1)"),
    "discard": ("platí hned", "Karta Odlož: projeví se, jakmile je koupena, a nelze si ji nechat (KT-11.2)"),
}
