"""The words of the picture of Liar's Dice in Polish, by the English ones."""

from __future__ import annotations

LABELS = {
    "Round {round}, turn of {player:id}": "Runda {round}, tura: {player:id}",
    "Bid: {quantity:die|dice} showing {face}, by {player:id}": "Zapowiedź: {quantity:kość|kości|kości} z liczbą {face} ({player:id})",
    "{dice:die|dice} in the game, [wild?ones are wild|ones are not wild][spot_on?, a bid may be called spot-on]": "{dice:kość|kości|kości} w grze, [wild?jedynki są jokerami|jedynki nie są jokerami][spot_on?, zapowiedź można uznać za dokładną]",
    "Won by {player:id}": "Wygrywa {player:id}",
    "Bid: none in this round": "Zapowiedź: w tej rundzie jeszcze brak",
    "out": "poza grą",
    "{dice:die|dice}, not shaken": "{dice:kość|kości|kości}, przed rzutem",
    " (lifted last: {dice:id})": " (ostatnio pod kubkiem: {dice:id})",
    "a die showing {face}": "kość z liczbą {face}",
    "the bid": "zapowiedź",
    "the cup of {player:id}": "kubek: {player:id}",
    "Lifted last:": "Odsłonięto:",
    "dice left": "pozostałe kości",
}
LEGEND = {
    "hidden": ("?", "Kość pod kubkiem innego gracza, którą widzi tylko on (LD-1.2)"),
    "not_shaken": ("przed rzutem", "Tym kubkiem w tej rundzie jeszcze nie potrząśnięto (LD-2.1)"),
    "showing": ("z liczbą", "Zapowiedź: tę liczbę pokazuje co najmniej tyle spośród wszystkich kości (LD-3.1)"),
    "lifted": (
        "ostatnio pod kubkiem",
        "Kości, które były pod tym kubkiem, gdy kubki ostatnio poszły w górę (LD-4.2, LD-5.2)",
    ),
    "out": ("poza grą", "Gracz stracił ostatnią kość i odpadł (LD-6.1)"),
}
