"""What forms for the commands of King of Tokyo say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "ChooseMonster": "Zvolit příšeru",
    "TurnCard": "Odkrýt kartu",
    "ThrowDice": "Co padlo na kostkách",
    "MoveMimic": "Přesunout Imitaci za 1 energii",
    "Reroll": "Přehodit kostky",
    "TurnDie": "Otočit kostku",
    "ProbeDie": "Dát příšeře na tahu přehodit kostku",
    "AssignHearts": "Použít Léčení",
    "BuyCard": "Koupit kartu",
    "BuyFromMonster": "Koupit kartu od jejího majitele",
    "PeekCard": "Která karta je vrchní",
    "PlaceMimic": "Imitovat kartu",
    "LoadBatteries": "Dát energii na kartu",
    "SeizeCard": "Koupit odkrytou kartu",
    "SellCard": "Prodat kartu",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "monster": "příšera",
    "card": "karta",
    "faces": "strany kostek",
    "dice": "kostky",
    "die": "kostka",
    "face": "strana kostky",
    "poison": "žetony jedu",
    "shrink": "žetony zmenšení",
    "patients": "koho léčit a kolik",
    "seat": "hráč",
    "energy": "energie",
}
