"""What forms for the commands of Titan Race say, in Polish."""

from __future__ import annotations

COMMANDS = {
    "ChooseTitan": "Wybrać tytana",
    "OrderTitans": "Ustalić, który tytan jest pierwszy",
    "DealCard": "Rozdać kartę",
    "RollForFirst": "Rzucić kością o pierwszeństwo",
    "RollDice": "Rzucić kośćmi",
    "ChooseDie": "Wybrać kość",
    "ChooseStart": "Wybrać pole startowe",
    "CopyFace": "Użyć fioletowej kości jako innej",
    "Move": "Ruch",
    "PlaceTrap": "Umieścić pułapkę",
    "Strike": "Zadać 1 obrażenie",
    "UseAbility": "Użyć zdolności",
    "PlayCard": "Zagrać kartę",
    "DiscardCard": "Odrzucić nieużytą kartę",
    "StealCard": "Która karta zostaje zabrana",
    "RerollDie": "Przerzucić kość",
    "PayLife": "Zapłacić punkt życia za fioletową kość",
    "PayPirates": "Oddać piratom kartę",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "titan": "tytan",
    "first": "pierwszy tytan",
    "seat": "gracz",
    "card": "karta",
    "colour": "kolor",
    "colours": "kolory",
    "field": "pole",
    "path": "droga",
    "direction": "kierunek",
    "model": "wzór",
}
