"""The register of house rulings of Shogun, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "SH-A1": RulingText(
        question="Která karta akce se odkryje po provedení akce, když prvních pět stejně leží odkrytě?",
        readings=(
            "Po každé z prvních pěti akcí se odkryje další skrytá karta.",
            "Karta následující akce se odkryje těsně před jejím provedením.",
        ),
        chosen="Po každé z prvních pěti akcí se odkryje další skrytá karta.",
        reason="Na očích tak zůstává pět karet jako na začátku; vydané verze hry to dělají stejně.",
    ),
    "SH-A2": RulingText(
        question="Čí speciální karta přidá v příkladu o daních, který jmenuje dva hráče, truhličku?",
        readings=(
            "Kartu má hráč, který daně vybírá, a truhličku získá on.",
            "Truhličku získá držitel karty, když daně vybírá jiný hráč.",
        ),
        chosen="Kartu má hráč, který daně vybírá, a truhličku získá on.",
        reason="Karta se týká hráče, který akci provádí; druhé jméno v příkladu je omyl.",
    ),
    "SH-A5": RulingText(
        question="Smí hráč nabídnout kartu válečné pokladny s více truhličkami, než kolik jich má?",
        readings=(
            "Ne, taková nabídka je při plánování odmítnuta.",
            "Ano, ale počítá se a platí jen za tolik truhliček, kolik hráč má.",
        ),
        chosen="Ne, taková nabídka je při plánování odmítnuta.",
        reason="Počet truhliček se mezi plánováním a placením nezmění, takže hráč ví, že na nabídku nemá.",
    ),
    "SH-A6": RulingText(
        question="Která místa zůstanou prázdná, má-li hráč málo karet?",
        readings=("Volí hráč, a smí mezi nimi být i dražba.", "Dražba se musí obsadit před všemi akcemi."),
        chosen="Volí hráč, a smí mezi nimi být i dražba.",
        reason="Pravidla o pořadí hráčů mluví i o hráčích, kteří nenabídli žádnou kartu.",
    ),
    "SH-A7": RulingText(
        question="Když akce vyvolá revoltu a vyhrají sedláci, zůstane hráči její rýže nebo truhličky?",
        readings=("Ano, získává je ještě před revoltou.", "Ne, získá je, jen když je revolta potlačena."),
        chosen="Ano, získává je ještě před revoltou.",
        reason="Akce popisuje nejdřív zisk; na výsledku revolty závisí jen žeton.",
    ),
    "SH-A9": RulingText(
        question="Vyhraje-li obrana s pomocí sedláků, kdo nese ztráty?",
        readings=("Nejdřív padnou sedláci, potom armády vlastníka.", "Nejdřív padnou armády vlastníka."),
        chosen="Nejdřív padnou sedláci, potom armády vlastníka.",
        reason="Všichni sedláci po bitvě z nádoby stejně odejdou, takže počítat je jako první nikoho nestojí armádu.",
    ),
    "SH-A10": RulingText(
        question="Co znamená událost, která ukazuje divadlo a mizející žeton revolty?",
        readings=(
            "Stavba divadla v tomto kole také odstraní z jeho provincie jeden žeton revolty.",
            "Každá provincie s divadlem ztratí při tažení události jeden žeton revolty.",
        ),
        chosen="Stavba divadla v tomto kole také odstraní z jeho provincie jeden žeton revolty.",
        reason="Události ovlivňují některou akci kola a vydaná verze hry to dělá stejně.",
    ),
    "SH-A11": RulingText(
        question="Kdo vyhraje, když za obranu vypadnou jen sedláci, nebo je jich víc než kostiček útočníka?",
        readings=(
            "Nikdo: vyhraje-li obrana bez jediné armády vlastníka, je to remíza.",
            "Remíza je to, jen když jsou v nádobě pouze sedláci.",
        ),
        chosen="Nikdo: vyhraje-li obrana bez jediné armády vlastníka, je to remíza.",
        reason="Nezbyla by armáda, která by provincii držela, ať už útočník v nádobě kostičky má, nebo ne.",
    ),
    "SH-A12": RulingText(
        question="Pomáhá událost s hradem i v revoltě?",
        readings=("Ano, v bitvách i v revoltách.", "Ne, jen proti jinému hráči."),
        chosen="Ano, v bitvách i v revoltách.",
        reason="V revoltě je vlastník obráncem provincie.",
    ),
    "SH-A14": RulingText(
        question="Odkud se bere armáda z výhody a co se s ní stane?",
        readings=(
            "Bere se ze zásoby a je jako každá jiná armáda své barvy; při prázdné zásobě žádná není.",
            "Je to kostička navíc, která po bitvě opustí hru.",
        ),
        chosen="Bere se ze zásoby a je jako každá jiná armáda své barvy; při prázdné zásobě žádná není.",
        reason="Každý hráč má 62 armád a žádné jiné.",
    ),
    "SH-A15": RulingText(
        question="Kolik armád rozmístí držitel karty šesti armád, jsou-li rekruti drazí?",
        readings=(
            "Šest, protože nejdřív platí událost a karta pak počet nahradí.",
            "Čtyři, o jednu víc, než událost dovoluje.",
        ),
        chosen="Šest, protože nejdřív platí událost a karta pak počet nahradí.",
        reason="Karta udává celkový počet, ne přídavek.",
    ),
    "SH-A16": RulingText(
        question="Platí výhoda při útoku i proti neutrální provincii?",
        readings=("Ano, v každé bitvě, kterou hráč útokem vyvolá.", "Ne, jen proti jinému hráči."),
        chosen="Ano, v každé bitvě, kterou hráč útokem vyvolá.",
        reason="Karta mluví o útočícím hráči bez dalšího omezení, kdežto výhoda při obraně se zmiňuje o jiném hráči.",
    ),
    "SH-A17": RulingText(
        question="Co zakazuje událost s chrámem?",
        readings=(
            "Zaútočit akcí Bitva/Přesun na provincii s chrámem.",
            "Každou akci Bitva/Přesun do provincie s chrámem i z ní a revolty v ní.",
        ),
        chosen="Zaútočit akcí Bitva/Přesun na provincii s chrámem.",
        reason="Na kartě jsou zkřížené meče a hráči ji tak popisují.",
    ),
    "SH-A18": RulingText(
        question="Kdy se při výběru provincií nabídka během kola nezměnila?",
        readings=(
            "Když má hráč před sebou tytéž dvě karty, z nichž vybíral ve svém minulém tahu.",
            "Když za poslední celé kolo tahů nikdo nevzal nabízenou kartu.",
        ),
        chosen="Když má hráč před sebou tytéž dvě karty, z nichž vybíral ve svém minulém tahu.",
        reason="Pravidlo mluví o hráči, který by si měl vybírat ze stejných karet.",
    ),
    "SH-A19": RulingText(
        question="Kdo dostane které přednastavené rozdělení?",
        readings=("Losují se, pokud se na nich hráči před hrou nedohodnou.", "Hráči si postupně vybírají."),
        chosen="Losují se, pokud se na nich hráči před hrou nedohodnou.",
        reason="Pravidla to neříkají; los nikomu nenadržuje a dohodou lze zvolit kterýkoli jiný způsob.",
    ),
    "SH-A20": RulingText(
        question="Existují přednastavená rozdělení i pro měsíční stranu?",
        readings=("Ne, hra na měsíční straně začíná výběrem.", "Rozdělení sluneční strany platí pro obě strany."),
        chosen="Ne, hra na měsíční straně začíná výběrem.",
        reason="Odpovídají regionům sluneční strany a měsíční strana je určena zkušenějším hráčům.",
    ),
    "SH-A21": RulingText(
        question="Jaké jsou hranice, vodní cesty a vyřazené provincie měsíční strany?",
        readings=("Stejné jako na sluneční straně.", "Jiné, ale žádný dostupný pramen je neuvádí."),
        chosen="Stejné jako na sluneční straně.",
        reason="Karty ukazují pro obě strany stejnou mapu; kdo hru má, může zadat jiné hranice jako edici.",
    ),
    "SH-A22": RulingText(
        question="Přibude po revoltě potlačené v zimě žeton revolty?",
        readings=("Ne.", "Ano, stejně jako po rýži a daních."),
        chosen="Ne.",
        reason="Pravidlo o žetonu patří k akcím pro rýži a daně.",
    ),
    "SH-A23": RulingText(
        question="Získá někdo většinu, když budovu toho typu nikdo nemá, a kolik bodů je za shodu v divadlech?",
        readings=(
            "Bez budovy většinu nikdo nemá a za shodu v divadlech není nic.",
            "Bez budov je to shoda všech a každý dostane plný počet bodů bez jednoho.",
        ),
        chosen="Bez budovy většinu nikdo nemá a za shodu v divadlech není nic.",
        reason="Většina se týká budov; sama tabulka dává za shodu v divadlech 0.",
    ),
    "SH-A24": RulingText(
        question="Kam jdou armády a karta, když v revoltě vyhrají sedláci?",
        readings=("Armády do zásoby, karta k neutrálním kartám.", "Armády k neutrálním kartám a karta do zásoby."),
        chosen="Armády do zásoby, karta k neutrálním kartám.",
        reason="Ve větě se prohodila dvě slova: karty nemají zásobu a armády nemají balíček.",
    ),
    "SH-A25": RulingText(
        question="Kdo vítězí při shodě bodů i truhliček?",
        readings=("Hráči se o vítězství dělí.", "Rozhodne další hledisko, třeba počet provincií."),
        chosen="Hráči se o vítězství dělí.",
        reason="Pravidla žádné další hledisko neuvádějí.",
    ),
    "SH-A26": RulingText(
        question="Co se stane s budovami a žetony revolty v dobyté provincii?",
        readings=("Zůstávají v provincii.", "Odstraní se."),
        chosen="Zůstávají v provincii.",
        reason="Odstraňují se jen po remíze nebo po úspěšné revoltě.",
    ),
    "SH-A27": RulingText(
        question="Mohou dojít truhličky a žetony revolty?",
        readings=("Ne, hráči použijí náhradu.", "Ano, a akce, které chybějí, propadne, nebo dá jen to, co zbývá."),
        chosen="Ne, hráči použijí náhradu.",
        reason="Představují peníze a nepokoje; v běžné hře jich je dost.",
    ),
    "SH-A28": RulingText(
        question="Co když je v zásobě méně sedláků, než bitva nebo revolta potřebuje?",
        readings=("Zúčastní se ti, kteří v ní jsou.", "Sedláci ve věži se počítají za vhozené."),
        chosen="Zúčastní se ti, kteří v ní jsou.",
        reason="Sedláků je 20 a věž se nikdy nevyprazdňuje.",
    ),
    "SH-A29": RulingText(
        question="Smí hráč s prázdnou zásobou využít akci Rozmísti/Přesuň 1 jen k přesunu?",
        readings=("Ne, akce propadá.", "Ano, přesun je samostatná akce."),
        chosen="Ne, akce propadá.",
        reason="Akce, kterou nelze dokončit, propadá a přesun je k rozmístění jen doplněk.",
    ),
    "SH-A30": RulingText(
        question="Smí se plán změnit, když už ho hráč prohlásil za hotový?",
        readings=("Ano, dokud není hotový poslední plán.", "Ne."),
        chosen="Ano, dokud není hotový poslední plán.",
        reason="U stolu zůstávají karty při ruce, dokud nejsou připraveni všichni.",
    ),
    "SH-A31": RulingText(
        question="Které kostičky vítězného útočníka provincii obsadí?",
        readings=(
            "Kterékoli kostičky té barvy, které v nádobě zbyly, i z dřívějších vhození.",
            "Nejvýš tolik, kolik jich útočilo.",
        ),
        chosen="Kterékoli kostičky té barvy, které v nádobě zbyly, i z dřívějších vhození.",
        reason="Do výsledku se počítají všechny kostičky té barvy v nádobě a vítěz umístí ty, které zbyly.",
    ),
    "SH-A32": RulingText(
        question="Potřebují provincie získané na podzim v zimě rýži a počítají se pro revolty a body?",
        readings=("Ano, rozhoduje, kdo provincii v zimě vlastní.", "Ne, jejich karty platí až v příštím roce."),
        chosen="Ano, rozhoduje, kdo provincii v zimě vlastní.",
        reason="Karta přechází k novému vlastníkovi okamžitě.",
    ),
    "SH-A33": RulingText(
        question="Vypadnou-li i kostičky z dřívějších vhození, může se straně počítat víc kostiček, než vhodila?",
        readings=("Ano, počítají se všechny kostičky té barvy v nádobě.", "Ne, nejvýš tolik, kolik jich vhodila."),
        chosen="Ano, počítají se všechny kostičky té barvy v nádobě.",
        reason="Pravidla věže říkají, že kostičky z dřívějška mohou vypadnout a výsledek ovlivnit.",
    ),
    "SH-A35": RulingText(
        question="Je v zimě pořadí několika revolt dáno předem?",
        readings=(
            "Ne, hráč je volí jednu po druhé a zná předchozí výsledky.",
            "Ano, hráč určí celé pořadí ještě před první.",
        ),
        chosen="Ne, hráč je volí jednu po druhé a zná předchozí výsledky.",
        reason="Pořadí volí hráč a provincie se řeší jedna po druhé.",
    ),
    "SH-A36": RulingText(
        question="Platí hráč rýži za provincie, které zásobí?",
        readings=("Ne, rýže se jen porovná s počtem provincií.", "Ano, jedna rýže za každou provincii."),
        chosen="Ne, rýže se jen porovná s počtem provincií.",
        reason="Hráč ji musí jen mít; ukazatele jdou po zimě stejně na nulu.",
    ),
    "SH-A37": RulingText(
        question="Lze žetony budov zpustošené provincie postavit znovu?",
        readings=("Ano, vracejí se do zásoby.", "Ne, opouštějí hru."),
        chosen="Ano, vracejí se do zásoby.",
        reason="Odstraňují se jen z provincie a žádné pravidlo je nevyřazuje ze hry.",
    ),
    "SH-A38": RulingText(
        question="Je hráč bez provincií ze hry vyřazen?",
        readings=(
            "Ne, dál plánuje, draží svými kartami válečné pokladny a na body ještě může vyhrát.",
            "Ano, je vyřazen.",
        ),
        chosen="Ne, dál plánuje, draží svými kartami válečné pokladny a na body ještě může vyhrát.",
        reason="Pravidla nikoho nevyřazují a počítají s hráči, kteří mají málo karet.",
    ),
    "SH-A39": RulingText(
        question="V jakém pořadí se v bitvě ohlašují armády navíc?",
        readings=("Nejdřív útočník, potom hrad, potom obránce.", "Nejdřív obránce, protože útočník ví, co ho čeká."),
        chosen="Nejdřív útočník, potom hrad, potom obránce.",
        reason="Útočník bitvu svým přesunem otevírá a obránce na něj reaguje.",
    ),
    "SH-A40": RulingText(
        question="Jak se chová simulovaná věž?",
        readings=(
            "Vhozenou kostičku zachytí v jednom ze čtyř případů a n kostiček uvolní každou uvnitř s pravděpodobností n/(n + 36).",
            "Vhozenou kostičku propustí ve dvou ze tří případů a každou uvnitř uvolní s pravděpodobností 1/3.",
            "Má dvě patra, každé zachytí kostičku s pravděpodobností 3/20 a každá procházející uvolní jednu uvnitř s pravděpodobností 1/40.",
        ),
        chosen="Vhozenou kostičku zachytí v jednom ze čtyř případů a n kostiček uvolní každou uvnitř s pravděpodobností n/(n + 36).",
        reason="Počet kostiček uvnitř se ustálí kolem 10 až 12, jak popisují hráči; žádná měření známa nejsou.",
    ),
    "SH-A41": RulingText(
        question="Jak často smí hráč v jednom kole měnit plán?",
        readings=(
            "Nejvýš 100krát; potom musí plán dokončit a uzavřít.",
            "Jak často chce, dokud není hotový poslední plán.",
        ),
        chosen="Nejvýš 100krát; potom musí plán dokončit a uzavřít.",
        reason="U stolu je mezí trpělivost ostatních; tady by prohrávající hráč mohl pokračovat donekonečna.",
    ),
}
SECTIONS = {
    "Czech rulebook, version 2.1, Corfix 2007": "česká pravidla, verze 2.1, Corfix 2007",
    "Introduction (page 1)": "Úvod (strana 1)",
    "Start provinces (page 3)": "Počáteční provincie (strana 3)",
    "When a battle arises (page 8)": "Kdy dojde k bitvě (strana 8)",
    "Game material (page 2)": "Herní materiál (strana 2)",
    "Preparation (page 2)": "Příprava hry (strana 2)",
    "Planning the actions (page 6)": "Plánování akcí (strana 6)",
    "Course of the game (page 4)": "Průběh hry (strana 4)",
    "Who takes part in a battle (page 8)": "Kdo se účastní bitvy (strana 8)",
    "Material of the players (page 2)": "Materiál hráčů (strana 2)",
    "Start provinces to event cards (page 3)": "Počáteční provincie až karty událostí (strana 3)",
    "Battle tower (page 3)": "Bitevní věž (strana 3)",
    "Event cards (page 3)": "Karty událostí (strana 3)",
    "Scoring (page 7)": "Bodování (strana 7)",
    "Laying out the action cards (page 4)": "Vyložení karet akcí (strana 4)",
    "Laying out the special cards (page 4)": "Vyložení speciálních karet (strana 4)",
    "Planning the actions (page 4)": "Plánování akcí (strana 4)",
    "Bidding for the player order (page 6)": "Dražba o pořadí hráčů (strana 6)",
    "Explanation of the actions (page 5)": "Vysvětlení akcí (strana 5)",
    "Determining the player order (page 6)": "Určení pořadí hráčů (strana 6)",
    "Carrying out the actions (page 7)": "Provádění akcí (strana 7)",
    "Determining the event (page 6)": "Určení události (strana 6)",
    "Event cards (overview)": "Karty událostí (přehled)",
    "Basic rules of the tower (page 8)": "Základní pravidla věže (strana 8)",
    "Result of a battle (page 8)": "Výsledek bitvy (strana 8)",
    "Result of a battle (page 9)": "Výsledek bitvy (strana 9)",
    "Supplying the provinces with rice (page 7)": "Zásobování provincií rýží (strana 7)",
    "Revolts (page 7)": "Revolty (strana 7)",
    "Winter (page 7)": "Zima (strana 7)",
    "End of the game (page 9)": "Konec hry (strana 9)",
}
