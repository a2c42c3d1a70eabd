"""The register of house rulings of Liar's Dice, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "LD-A1": RulingText(
        question="Kdo sází jako první v prvním kole?",
        readings=("Hráč 1.", "Hráč, který na kostce hodí nejvíc.", "Nejmladší hráč."),
        chosen="Hráč 1.",
        reason="Každý si místo volí, když se ke hře přidává, takže další los by nic nepřinesl.",
    ),
    "LD-A2": RulingText(
        question="Smí sázka uvádět víc kostek, než kolik jich je?",
        readings=("Ne.", "Ano, ale další hráč takovou sázku zpochybní."),
        chosen="Ne.",
        reason="Takovou sázkou hráč jen daruje kostku a bez omezení by kolo nemuselo nikdy skončit.",
    ),
    "LD-A3": RulingText(
        question="Která sázka je vyšší?",
        readings=(
            "Větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
            "Vyšší číslo s jakýmkoli počtem, nebo větší počet se stejným číslem.",
            "Větší počet, nebo vyšší číslo, přičemž druhé zůstává stejné.",
        ),
        chosen="Větší počet s jakýmkoli číslem, nebo stejný počet s vyšším číslem.",
        reason="Je to nejběžnější pravidlo a řadí všechny sázky za sebe, takže každé kolo skončí.",
    ),
    "LD-A4": RulingText(
        question="Počítají se jedničky za kterékoli číslo?",
        readings=("Ano: jedničky jsou žolíky.", "Ne: jednička je jednička."),
        chosen="Ano, pokud se hráči nedohodnou jinak; při sázce na jedničky se v obou případech počítají jen jedničky.",
        reason="Běžné je obojí; s žolíky je blafování bezpečnější a hra živější.",
    ),
    "LD-A5": RulingText(
        question="O kolik kostek přijde poražený při zpochybnění?",
        readings=("O jednu.", "O tolik, o kolik se sázka liší od skutečného počtu."),
        chosen="O jednu.",
        reason="Je to nejběžnější pravidlo a jedna odvážná sázka nikoho nevyřadí.",
    ),
    "LD-A6": RulingText(
        question="Lze sázku prohlásit za přesnou, a co se stane pak?",
        readings=(
            "Nelze.",
            "Lze: pokud sedí, přijdou o kostku všichni ostatní hráči.",
            "Lze: pokud sedí, dostane ten, kdo ji za přesnou prohlásil, ztracenou kostku zpět.",
        ),
        chosen="Jen pokud se na tom hráči dohodnou; když sedí, přijdou o kostku všichni ostatní hráči.",
        reason="Základní hra takové prohlášení nezná. Kdyby se kostky vracely, mohla by hra trvat věčně.",
    ),
    "LD-A7": RulingText(
        question="Kdo sází jako první v dalším kole?",
        readings=(
            "Hráč, který přišel o kostku, nebo další po něm, pokud už není ve hře.",
            "Hráč, který při zpochybnění vyhrál.",
            "Hráč po tom, kdo začínal toto kolo.",
        ),
        chosen="Hráč, který přišel o kostku, nebo další po něm, pokud už není ve hře; po přesné sázce ten, kdo ji za přesnou prohlásil.",
        reason="Je to nejběžnější pravidlo. Po přesné sázce přijde o kostku víc hráčů, ale prohlásil ji za přesnou jen jeden.",
    ),
    "LD-A8": RulingText(
        question="Kdo sází jako první v dalším kole, když hráč, který přišel o kostku, už není ve hře?",
        readings=(
            "Další hráč, který má kostky.",
            "Hráč, který při zpochybnění vyhrál: vypadl-li ten, kdo zpochybnil, tedy ten, kdo vsadil.",
        ),
        chosen="Další hráč, který má kostky.",
        reason="Hra pokračuje tam, kde by pokračovala i jinak, a výhra při zpochybnění nic jiného nepřináší.",
    ),
    "LD-A9": RulingText(
        question="Jak se sázka na jedničky porovnává se sázkami na jiná čísla, jsou-li jedničky žolíky?",
        readings=(
            "Jako sázka na nejnižší číslo.",
            "Jedničky platí dvojnásob: na přechod k jedničkám stačí polovina počtu, zaokrouhlená nahoru, na přechod zpět je třeba dvojnásobek plus 1.",
        ),
        chosen="Jako sázka na nejnižší číslo.",
        reason="Jediné pořadí všech sázek je jednodušší; druhé pravidlo patří k variantám, jako je Perudo.",
    ),
    "LD-A10": RulingText(
        question="Smí hráč prohlásit sázku za přesnou nebo ji zpochybnit mimo svůj tah?",
        readings=(
            "Ne: jen hráč, který je na tahu.",
            "Ano: kdokoli kromě toho, kdo vsadil; rozhoduje, kdo to řekne první.",
        ),
        chosen="Ne: jen hráč, který je na tahu.",
        reason="Po síti nelze poznat, kdo to řekl první, a držet se pořadí tahů je spravedlivější.",
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
