"""The words that all titles share, in Polish: picture labels by their English templates, and values in refusals."""

from __future__ import annotations

WORDS = {
    "yes": "tak",
    "no": "nie",
    "none": "nic",
    # Pictures
    "{status:id}; to act: {players:id}": "{status:id}; teraz: {players:id}",
    "game {game:id}": "gra {game:id}",
    "version {version}": "wersja {version}",
    "Last move: {marked:id}": "Ostatni ruch: {marked:id}",
    "winner": "zwycięzca",
    "Turn of {players:id}": "Tura: {players:id}",
    "to act": "teraz",
    # Refusals
    "fact.actor": "gracz: [{actor:seat}|los]",
    "fact.seat": "gracz: {seat}",
    "fact.waits_for": "gra czeka na: {waits_for}",
    "fact.ending": "koniec gry: {ending}",
}
