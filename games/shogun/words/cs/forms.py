"""What forms for the commands of Shogun say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "TurnUpProvince": "Odkrýt kartu provincie",
    "TakeProvince": "Vzít si kartu provincie",
    "PlaceGroup": "Umístit armády",
    "DealLineups": "Rozdat rozdělení",
    "TurnUpEvents": "Události roku",
    "LayActionCards": "Vyložit první akce",
    "LaySpecialCards": "Vyložit speciální karty",
    "LayCard": "Položit kartu",
    "LayPlan": "Položit celý plán",
    "DrawEvent": "Která událost přichází",
    "DrawDaimyo": "Vylosovat pořadí",
    "PickSpecial": "Vzít si speciální kartu",
    "MoveTo": "Přesun do provincie",
    "MoveArmies": "Přesunout armády",
    "MarchTo": "Bitva/Přesun do provincie",
    "MarchArmies": "Vyrazit s armádami",
    "DeploySix": "Rozmístit 6 armád",
    "DeployUsual": "Rozmístit obvyklý počet armád",
    "DropCubes": "Co vypadlo z věže",
    "TurnUpAction": "Odkrýt další kartu akce",
    "DropStrayCubes": "Co z věže vypadlo samovolně",
    "DrawRevolts": "Vylosovat provincie s revoltou",
    "FaceRevolt": "Vyřešit revoltu",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "province": "provincie",
    "slot": "místo",
    "armies": "armády",
    "lineups": "rozdělení",
    "events": "události",
    "actions": "akce",
    "specials": "speciální karty",
    "seat": "hráč",
    "card": "karta",
    "cards": "karty",
    "seats": "pořadí hráčů",
    "special": "speciální karta",
    "bonus": "výhoda při útoku",
    "fallen": "vypadlé kostičky",
    "action": "akce",
    "provinces": "provincie",
}
