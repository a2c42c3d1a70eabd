"""What forms for the commands of Samurai Spirit say, in Czech."""

from __future__ import annotations

COMMANDS = {
    "DealSamurai": "Kteří samurajové hrají",
    "CheckDeal": "Zda mají rozdaní nájezdníci dost panenek",
    "DrawFirstSamurai": "Los, kdo začíná",
    "UseAbsentToken": "Použít žeton podpory nepřítomného samuraje",
    "PutPenaltyFirst": "Utrpět jednu penaltu nejdřív",
    "TurnRaider": "Odkrýt nájezdníka",
    "Reinforce": "Los, který nájezdník se vrací",
    "DiscardDefender": "Odhodit nájezdníka z levé strany",
    "Fight": "Boj",
    "Support": "Podpora",
    "AcceptPenalties": "Utrpět penalty",
    "Confront": "Čelit nájezdníkovi",
    "Defend": "Bránit se proti nájezdníkovi",
    "Swap": "Vsunout nájezdníka dospod balíčku a táhnout jiného",
    "FightAgain": "Bojovat znovu",
    "Send": "Poslat nájezdníka dál",
    "Heal": "Uzdravit samuraje",
    "Transfer": "Předat posledního nájezdníka",
    "Strike": "Odhodit posledního nájezdníka ze zástupu",
    "LendToken": "Předat žeton podpory",
    "TurnIntruder": "Odkrýt plenitele",
    "ArrangeRaiders": "Vrátit nájezdníky",
    "TurnFarm": "Otočit farmu",
    "WoundSamurai": "Los, kdo utrpí zranění",
    "RemoveFamily": "Los, o kterou rodinu vesnice přijde",
    "HealSamurai": "Los, kdo se uzdraví",
}
"""The names of commands that say more than their names; of the others it is the sentence."""

FIELDS = {
    "samurai": "samuraj",
    "enough": "dost panenek",
    "seat": "hráč",
    "penalty": "penalta",
    "raider": "nájezdník",
    "to_seat": "komu",
    "healed_seat": "kdo je uzdraven",
    "from_seat": "od koho",
    "raiders": "nájezdníci shora",
    "wounded_seat": "kdo je zraněn",
    "family": "rodina",
}
