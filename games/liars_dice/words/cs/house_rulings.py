"""The register of house rulings of Liar's Dice, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "LD-A1": RulingText(
        question="Kdo sází jako první v prvním kole?",
        readings=("Hráč 1.", "Hráč, který na kostce hodil nejvíc.", "Nejmladší hráč."),
        chosen="Hráč 1.",
        reason="Kdo se ke hře přidává, volí si místo, takže další los by nic nepřinesl.",
    ),
    "LD-A2": RulingText(
        question="Smí sázka uvádět víc kostek, než kolik jich je?",
        readings=("Ne.", "Ano: je to sázka, kterou další hráč zpochybní."),
        chosen="Ne.",
        reason="Taková sázka jen daruje kostku a bez meze by kolo nemuselo skončit.",
    ),
    "LD-A3": RulingText(
        question="Která sázka je vyšší než jiná?",
        readings=(
            "Větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
            "Vyšší číslo s jakýmkoli počtem, nebo větší počet se stejným číslem.",
            "Větší počet, nebo vyšší číslo, a to druhé beze změny.",
        ),
        chosen="Větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
        reason="Je to nejobvyklejší podoba a řadí všechny sázky za sebe, takže kolo skončí.",
    ),
    "LD-A4": RulingText(
        question="Počítají se jedničky jako každé číslo?",
        readings=("Ano: jedničky jsou žolíky.", "Ne: jednička je jednička."),
        chosen="Ano, pokud se hráči nedohodnou jinak; sázka na jedničky počítá v obou podobách jen jedničky.",
        reason="Obvyklé je obojí; s žolíky je blafování bezpečnější a hra živější.",
    ),
    "LD-A5": RulingText(
        question="O kolik kostek přijde, kdo při zpochybnění prohraje?",
        readings=("O jednu.", "O tolik, o kolik se liší sázka a počet."),
        chosen="O jednu.",
        reason="Je to nejobvyklejší podoba a jedna odvážná sázka nikoho nevyřadí.",
    ),
    "LD-A6": RulingText(
        question="Smí se sázka prohlásit za přesnou a co plyne z toho, že je?",
        readings=(
            "Takové prohlášení není.",
            "Smí, a sedí-li, přijdou o kostku všichni ostatní hráči.",
            "Smí, a sedí-li, dostane ten, kdo ji prohlásil, ztracenou kostku zpět.",
        ),
        chosen="Jen pokud se na tom hráči dohodnou; sedí-li, přijdou o kostku všichni ostatní hráči.",
        reason="Prostá hra takové prohlášení nezná. S kostkami, které se vracejí, by hra mohla trvat věčně.",
    ),
    "LD-A7": RulingText(
        question="Kdo sází jako první v dalším kole?",
        readings=(
            "Hráč, který přišel o kostku, nebo je-li ze hry, další po něm.",
            "Hráč, který při zpochybnění vyhrál.",
            "Hráč po tom, který začínal toto kolo.",
        ),
        chosen="Hráč, který přišel o kostku, nebo je-li ze hry, další po něm; po přesné sázce ten, kdo ji prohlásil.",
        reason="Je to nejobvyklejší podoba. Po přesné sázce přijde o kostku víc hráčů, kdežto prohlásil ji jeden.",
    ),
    "LD-A8": RulingText(
        question="Kdo sází jako první v dalším kole, když hráč, který přišel o poslední kostku, je ze hry?",
        readings=(
            "Další hráč, který má kostky.",
            "Hráč, který při zpochybnění vyhrál: ten, kdo sázel, je-li ze hry ten, kdo zpochybnil.",
        ),
        chosen="Další hráč, který má kostky.",
        reason="Tah pokračuje tam, kde by byl; vítěz zpochybnění nic jiného tím také nezískává.",
    ),
    "LD-A9": RulingText(
        question="Jak se sázka na jedničky porovnává se sázkami na jiná čísla, platí-li jedničky za vše?",
        readings=(
            "Jako sázka na nejnižší číslo.",
            "Jedničky platí dvojnásob: vyšší je i polovina počtu, zaokrouhlená nahoru, a zpět vede dvojnásobek plus 1.",
        ),
        chosen="Jako sázka na nejnižší číslo.",
        reason="Jediné pořadí všech sázek je prostší pravidlo; druhé patří k podobám, jako je Perudo.",
    ),
    "LD-A10": RulingText(
        question="Smí hráč prohlásit sázku za přesnou nebo ji zpochybnit mimo svůj tah?",
        readings=("Ne: jen hráč, který je na tahu.", "Ano: kdokoli kromě toho, kdo sázel, kdo to řekne první."),
        chosen="Ne: jen hráč, který je na tahu.",
        reason="Kdo to řekl první, se po síti nepozná, a pořadí tahů je spravedlivější.",
    ),
}
SECTIONS = {
    "The cups": "Kelímky",
    "A round": "Kolo",
    "Bids": "Sázky",
    "The challenge": "Zpochybnění",
    "Spot-on": "Přesný odhad",
    "The next round": "Další kolo",
    "The end": "Konec",
}
