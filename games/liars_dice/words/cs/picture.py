"""The words of the picture of Liar's Dice in Czech, by the English ones."""

from __future__ import annotations

LABELS = {
    "Round {round}, turn of {player:id}": "Kolo {round}, na tahu je {player:id}",
    "Bid: {quantity:die|dice} showing {face}, by {player:id}": "Sázka: {quantity:kostka|kostky|kostek} s číslem {face} ({player:id})",
    "{dice:die|dice} in the game, [wild?ones are wild|ones are not wild][spot_on?, a bid may be called spot-on]": "{dice:kostka|kostky|kostek} ve hře, [wild?jedničky jsou žolíky|jedničky nejsou žolíky][spot_on?, sázku lze prohlásit za přesnou]",
    "Won by {player:id}": "Vítězí {player:id}",
    "Bid: none in this round": "Sázka: v tomto kole žádná",
    "out": "mimo hru",
    "{dice:die|dice}, not shaken": "{dice:kostka|kostky|kostek}, bez zatřesení",
    " (lifted last: {dice:id})": " (naposled zvednuto: {dice:id})",
    "a die showing {face}": "kostka s číslem {face}",
    "the bid": "sázka",
    "the cup of {player:id}": "kelímek: {player:id}",
    "Lifted last:": "Zvednuto:",
    "dice left": "zbývající kostky",
}
LEGEND = {
    "hidden": ("?", "Kostka pod kelímkem jiného hráče, kterou smí vidět jen on (LD-1.2)"),
    "not_shaken": ("bez zatřesení", "Kelímkem se v tomto kole ještě nezatřáslo (LD-2.1)"),
    "showing": ("s číslem", "Sázka: toto číslo ukazuje aspoň tolik ze všech kostek (LD-3.1)"),
    "lifted": (
        "naposled zvednuto",
        "Kostky, které byly pod tímto kelímkem, když se kelímky naposled zvedly (LD-4.2, LD-5.2)",
    ),
    "out": ("mimo hru", "Hráč ztratil poslední kostku a ve hře skončil (LD-6.1)"),
}
