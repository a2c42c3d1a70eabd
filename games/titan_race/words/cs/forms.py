"""What forms for the commands of Titan Race say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "ChooseTitan": "Vzít si titána",
    "OrderTitans": "Určit, který titán jede první",
    "DealCard": "Rozdat kartu",
    "RollForFirst": "Hodit o pořadí",
    "RollDice": "Hodit kostkami",
    "ChooseDie": "Vzít si kostku",
    "ChooseStart": "Zvolit startovní pole",
    "CopyFace": "Použít fialovou kostku jako jinou",
    "Move": "Pohyb",
    "PlaceTrap": "Položit past",
    "Strike": "Udělit 1 zranění",
    "UseAbility": "Použít schopnost",
    "PlayCard": "Zahrát kartu",
    "DiscardCard": "Odložit nepoužitou kartu",
    "StealCard": "Která karta se krade",
    "RerollDie": "Přehodit kostku",
    "PayLife": "Zaplatit život za fialovou kostku",
    "PayPirates": "Dát pirátům kartu",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "titan": "titán",
    "first": "první titán",
    "seat": "hráč",
    "card": "karta",
    "colour": "barva",
    "colours": "barvy",
    "field": "pole",
    "path": "cesta",
    "direction": "směr",
    "model": "vzor",
}
