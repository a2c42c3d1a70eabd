"""The register of house rulings of Titan Race, and the places of its rulebook, in Czech."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "TR-A1": RulingText(
        question="Příklad pentagramu uvádí E4, E6 a E10, ale sloupec E má jen liché řady. Která pole jsou myšlena?",
        readings=("Pole sloupce D: titán jde z D4 přes D6 na D10.", "Sloupec E má i sudé řady."),
        chosen="Pole sloupce D; sloupec E v sudých řadách žádná pole nemá.",
        reason="Startovní pole a všechny ostatní příklady ukazují, které řady sloupec má; jedno písmeno je tisková chyba.",
    ),
    "TR-A2": RulingText(
        question="V jakém pořadí zasáhne efekt několik titánů a pastí?",
        readings=(
            "Pořadí volí hráč na tahu.",
            "Všechny cíle jsou zasaženy současně.",
            "Po směru hodinových ručiček od pole přímo vpředu, titáni i pasti.",
        ),
        chosen="Po směru hodinových ručiček od pole přímo vpředu: F, FR, BR, B, BL, FL. Cíle jsou dány, když efekt začne.",
        reason="Reakce přicházejí jedna po druhé, takže nějaké pořadí je nutné, a na toto se nikoho není třeba ptát.",
    ),
    "TR-A3": RulingText(
        question="Získá knokautovaný titán život, když si jeho hráč vezme kostku v jeho barvě?",
        readings=("Získá 1 život, jako za každou kostku své barvy.", "Nezíská nic."),
        chosen="Nezíská nic.",
        reason="Knokautovaný titán získá životy zpět jen tím, že se vzpamatuje.",
    ),
    "TR-A4": RulingText(
        question="Fialová kopíruje jinou stěnu. Která barva platí pro zisk života?",
        readings=("Barva kostky, tedy fialová.", "Barva kopírované stěny."),
        chosen="Barva kostky.",
        reason="Život se získává před všemi akcemi a stěna se volí až v akci.",
    ),
    "TR-A5": RulingText(
        question="Lze titána postavit na startovní pole, kde už stojí jiný titán?",
        readings=(
            "Ano, a tamní titán je odstrčen.",
            "Ne.",
            "Jen stojí-li titáni na všech třech startovních polích; pak je tamní titán odstrčen o 1 pole vpřed.",
        ),
        chosen="Jen stojí-li titáni na všech třech startovních polích; pak je tamní titán odstrčen o 1 pole vpřed.",
        reason="Postavení nemá směr ani délku pro odstrčení, ale tah musí jít odehrát.",
    ),
    "TR-A6": RulingText(
        question="Vstupuje postavený titán na své startovní pole?",
        readings=("Ano: projeví se vše, co na poli je.", "Ne: pole se projeví jen titánům, kteří se pohybují."),
        chosen="Ano, ale postavení nedokončí okruh a není pohybem.",
        reason="Pole se projeví, jakmile se na něm titán ocitne.",
    ),
    "TR-A7": RulingText(
        question="Smí hráč zvolit cestu, která je zablokovaná hned prvním krokem?",
        readings=("Ano, a titán zůstane na místě.", "Ne, ledaže jsou zablokované všechny cesty kostky."),
        chosen="Ne, ledaže jsou zablokované všechny cesty kostky; ani fialová nesmí kopírovat stěnu, jejíž cesty jsou zablokované všechny.",
        reason="Titán se ve svém tahu vždy pohne, takže cesta, po které se pohnout nemůže, pravidlo porušuje, může-li po jiné.",
    ),
    "TR-A8": RulingText(
        question="Musí se položit past z červené kostky a udělit zranění ze zelené?",
        readings=(
            "Obojí je dobrovolné.",
            "Obojí je povinné, je-li to možné.",
            "Obojí je povinné, je-li to možné, ale past před titánem lze ušetřit.",
        ),
        chosen="Obojí je povinné, je-li to možné, ale past před titánem lze ušetřit.",
        reason="Slovo A ZÁROVEŇ je spojuje s pohybem a kostku je nutné provést; zničení pasti je popsáno jako možnost.",
    ),
    "TR-A9": RulingText(
        question="Smí titán zaplatit fialovou nebo pentagram posledním životem?",
        readings=("Ne: po zaplacení mu musí zůstat 1 život.", "Ano, a je knokautovaný."),
        chosen="Ano, a je knokautovaný: dál se nepohne a u pentagramu se kostkou nehází.",
        reason="Nic to nezakazuje a fialová může být jediná zbylá kostka.",
    ),
    "TR-A10": RulingText(
        question="Kolik okruhů má titán, který se na okruhu 0 vrátí přes čáru?",
        readings=("Stále 0.", "Méně než 0 a chybějící okruh musí dohnat."),
        chosen="Méně než 0 a chybějící okruh musí dohnat.",
        reason="Jinak by se přecházením čáry tam a zpět daly okruhy získávat.",
    ),
    "TR-A11": RulingText(
        question="V jakém pořadí přicházejí efekty vstupu na pole?",
        readings=(
            "Vstupujícímu titánovi se nejdřív projeví jeho pole a potom odstrčí tamního titána.",
            "Nejdřív je odstrčen tamní titán se vším, co z toho plyne; potom se pole projeví vstupujícímu titánovi.",
        ),
        chosen="Okruh, odstrčení s celým řetězem, past, terén, speciální pole, klouzání na ledu; potom další krok.",
        reason="Na poli je místo pro jednoho titána, takže druhý ho musí opustit dřív, než se tam stane cokoli jiného.",
    ),
    "TR-A12": RulingText(
        question="Co udělá pole titánovi, který je knokautovaný, když na ně vstupuje, nebo je knokautován cestou?",
        readings=("Nic.", "Vše kromě zranění."),
        chosen="Pasti se spotřebují, sochy se spustí a speciální pole dají kartu, ale láva ani piráti neudělají nic.",
        reason="Knokautovaní titáni jsou v bezpečí jen před zraněním a piráti nedávají skutečnou volbu titánovi, který život neztratí.",
    ),
    "TR-A13": RulingText(
        question="O kolik polí je titán odstrčen?",
        readings=(
            "O délku úseku pohybu, ve kterém je odstrčen: žlutá 2, hnědá 3, zelená 2, červená 1, modrá 1.",
            "O tolik kroků, kolik jich strkajícímu titánovi ještě zbývá.",
            "O délku celého pohybu, u modré oba úseky dohromady.",
        ),
        chosen="O délku celého úseku pohybu, ve kterém je odstrčen.",
        reason="Pravidla měří odstrčení akcí kostky a odstrčení má směr jednoho úseku.",
    ),
    "TR-A14": RulingText(
        question="Když jeden pohyb odstrčí téhož titána dvakrát, kolik titán ztratí?",
        readings=("Celkem 1 život.", "1 život za každé odstrčení."),
        chosen="1 život za každé odstrčení.",
        reason="Pravidla vylučují ztrátu za každé pole odstrčení, ne za každé odstrčení.",
    ),
    "TR-A15": RulingText(
        question="Ztratí titán život, když ho posune schopnost nebo karta, a kam smí být posunut?",
        readings=(
            "Ztratí 1 život, jako by byl odstrčen.",
            "Neztratí nic; po 1 životě ztratí jen titáni, které odstrčí.",
        ),
        chosen="Neztratí nic a smí být posunut kterýmkoli směrem, který schopnost dovoluje, i na pole toho, kdo ho posouvá.",
        reason="Odstrčen je jen titán, do kterého jiný vrazí, a přesun žádný směr nevylučuje.",
    ),
    "TR-A16": RulingText(
        question="Vstupují titáni, kteří si vyměňují pole, na svá nová pole?",
        readings=(
            "Ne: nic se jim nestane.",
            "Ano, jako by udělali krok.",
            "Ano, ale beze směru: nikoho neodstrčí a rampa ani led je dál neposune.",
        ),
        chosen="Ano, ale beze směru; pole se nejdřív projeví Krakenovi. Okruhy se změní, překročí-li titán čáru.",
        reason="Na pole se dostanou, ale nepohybují se po přímce.",
    ),
    "TR-A17": RulingText(
        question="Co když řetězová reakce oběhne trať k titánovi, který se ještě pohybuje, nebo běží dokola?",
        readings=(
            "Reakce pokračuje, dokud sama neskončí.",
            "Titán, který by na něj vstoupil, se zastaví a za odstrčení ztratí život.",
        ),
        chosen="Titán, který by na něj vstoupil, se zastaví. Schopnost nebo karta, která by svým titánem vůbec nepohnula, je odmítnuta.",
        reason="Jinak by jedno odstrčení mohlo trvat donekonečna.",
    ),
    "TR-A18": RulingText(
        question="Kdy lze zahrát kartu reakce?",
        readings=(
            "Kdykoli se hodí její text, i ve vlastním tahu.",
            "Jen v tahu jiného hráče, když má hráčův titán ztratit život.",
        ),
        chosen="Jen v tahu jiného hráče, po prvním kole, když má hráčův titán ztratit život, který není cenou.",
        reason="Každá ztráta titána v jeho vlastním tahu patří k akci a během akce nelze zahrát kartu. Hra se ptá každého, kdo má kartu, aby otázka nic neprozradila.",
    ),
    "TR-A19": RulingText(
        question="Spustí se past položená pod titána na poli ohnivé sochy?",
        readings=("Ne: past položená na pole sochy nic nespustí.", "Spustí se pod titánem, ale socha ne."),
        chosen="Spustí se pod titánem, ale socha ne.",
        reason="Past pod titánem nikdy nezůstane a sochu spustí jen titán, který na ni vstoupí.",
    ),
    "TR-A20": RulingText(
        question="Kam přijdou odložené pasti?",
        readings=("Ze hry.", "Zpět do zásoby."),
        chosen="Zpět do zásoby.",
        reason="Jinak by červeným kostkám pasti došly a žádné pravidlo o tom nemluví.",
    ),
    "TR-A21": RulingText(
        question="Kteří titáni si na speciálním poli líznou kartu?",
        readings=(
            "Jen ti, které tam posunula karta nebo řetězová reakce.",
            "Jen ti, kteří nejsou knokautovaní.",
            "Každý titán, který na ně vstoupí.",
        ),
        chosen="Každý titán, který na ně vstoupí, i vlastním pohybem a i knokautovaný.",
        reason="Karty se získávají průchodem přes speciální pole a knokautované titány nic nevylučuje.",
    ),
    "TR-A22": RulingText(
        question="Kdy smí hráč odložit nepoužitou kartu?",
        readings=("Kdykoli.", "Jen když by ve vlastním tahu mohl kartu zahrát."),
        chosen="Jen když by ve vlastním tahu mohl kartu zahrát.",
        reason="Odložení se počítá za kartu tohoto tahu.",
    ),
    "TR-A23": RulingText(
        question="Smí se zahrát karta, která nemá cíl nebo nic nezmění?",
        readings=("Ano, bez efektu.", "Ne, ale smí se odložit."),
        chosen="Ne, ale smí se odložit.",
        reason="Pro karty, které hráč nechce, mají pravidla odložení.",
    ),
    "TR-A24": RulingText(
        question="Co dělá dvanáct karet, které pravidla nepopisují?",
        readings=("To, co je napsáno v majitelově výtisku.", "To, co říká edice hry."),
        chosen="To, co říká edice; bez ní se použije dvanáct rekonstruovaných karet.",
        reason="Pravidla karty ukazují jen na obrázcích. Recenze popisují několik druhů a rekonstrukce je zachovává.",
    ),
    "TR-A25": RulingText(
        question="Počítá se karta daná pirátům za kartu tohoto tahu?",
        readings=("Ano: odložení se počítá za zahrání.", "Ne, a smí se dát i v prvním kole."),
        chosen="Ne, a smí se dát i v prvním kole.",
        reason="Vynucuje to trať; za zahrání se počítá jen odložení nechtěné karty.",
    ),
    "TR-A26": RulingText(
        question="Vymršťují rampy titány, které odstrčil nebo posunul někdo jiný?",
        readings=("Ne.", "Ano, ve směrech rampy."),
        chosen="Ano, ve směrech rampy.",
        reason="Každý jiný terén na odstrčené titány působí a jedinou výjimkou je pentagram.",
    ),
    "TR-A27": RulingText(
        question="Titán je odstrčen ze sochy o 2 nebo 3 pole. Zasáhne ho její oheň?",
        readings=("Jen pokud skončí na sousedním poli.", "Ano, v každém případě."),
        chosen="Ano, v každém případě, jednou, po titánech na šesti polích.",
        reason="Pravidla říkají, že titán odstrčený ze sochy zranění dostane.",
    ),
    "TR-A28": RulingText(
        question="Končí po klouzání na ledu pohyb?",
        readings=("Ano: titán se zastaví na prvním poli bez ledu.", "Ne: následují zbylé počítané kroky."),
        chosen="Ne: následují zbylé počítané kroky.",
        reason="Pole projetá klouzáním se nepočítají, což by nic neznamenalo, kdyby tam pohyb končil.",
    ),
    "TR-A29": RulingText(
        question="Po kterých pohybech lze využít pentagram?",
        readings=(
            "Jen po pohybu z kostky.",
            "Po každém vlastním pohybu titána v jeho tahu, i díky schopnosti nebo kartě, a i v prvním kole.",
        ),
        chosen="Po každém vlastním pohybu titána v jeho tahu, i díky schopnosti nebo kartě, a i v prvním kole.",
        reason="Pravidla vylučují jen odstrčené titány a v prvním kole jen schopnosti a speciální karty.",
    ),
    "TR-A30": RulingText(
        question="Ve hře dvou hráčů padla barva druhého titána. Kdo začíná?",
        readings=("Tento titán.", "První titán téhož hráče."),
        chosen="První titán téhož hráče.",
        reason="Pořadí varianty začíná prvním titánem hráče A.",
    ),
    "TR-A31": RulingText(
        question="Má ve hře dvou hráčů každý titán vlastní ruku karet?",
        readings=("Ano.", "Ne: hráč má jednu ruku a smí zahrát kartu v tahu každého titána."),
        chosen="Ne: hráč má jednu ruku a smí zahrát kartu v tahu každého titána.",
        reason="Karty i jejich limit mají podle pravidel hráči a na tah připadá jedna karta.",
    ),
    "TR-A32": RulingText(
        question="Lze v Grand Slamu použít obě strany jedné desky?",
        readings=("Ano, jednu po druhé.", "Ne."),
        chosen="Ne.",
        reason="Tři tratě leží na stole současně.",
    ),
    "TR-A33": RulingText(
        question="Sahají v Grand Slamu zóny z jedné trati na další?",
        readings=("Ne: každá trať je samostatná deska.", "Ano, ale ne za první a třetí trať."),
        chosen="Ano, ale ne za první a třetí trať.",
        reason="Tratě tvoří jednu dráhu a jejich řady na sebe navazují.",
    ),
    "TR-A34": RulingText(
        question="Co se stane s titánem vytlačeným ze spodku první trati Grand Slamu?",
        readings=(
            "Zastaví se na posledním poli.",
            "Přijde shora na třetí trať.",
            "Je zpět na startu a postaví se v příští akci kostky.",
        ),
        chosen="Je zpět na startu a postaví se v příští akci kostky.",
        reason="Pod první tratí žádná není a titáni startují zpod tohoto okraje.",
    ),
}
SECTIONS = {
    "Polish rulebook TTR01PL, Rebel": "polská pravidla TTR01PL, Rebel",
    "Set-up": "Příprava hry",
    "Rules of movement": "Pravidla pohybu",
    "Abilities": "Schopnosti",
    "Course of a turn": "Průběh tahu",
    "First turn": "První tah",
    "Components": "Obsah krabice",
    "Later turns": "Další tahy",
    "Knock-out": "Knokaut",
    "Actions": "Akce",
    "Chain reactions": "Řetězové reakce",
    "Tracks": "Tratě",
    "Special cards": "Speciální karty",
    "Traps": "Pasti",
    "Kaldheira": "Kaldheira: Jezera zkázy",
    "Dead Man's Lagoon": "Laguna mrtvého muže",
    "Forbidden Foundry": "Zakázaná slévárna",
    "Ruins of Ban-Kogu": "Ruiny Ban-Kogu",
    "Ice Plains of Estengaard": "Ledové pláně Estengaardu",
    "Ang'lieh": "Ang'lieh: Oko bezedné prázdnoty",
    "End of the game": "Konec hry",
    "Variants: two players": "Varianty: dva hráči",
    "Variants: Grand Slam": "Varianty: Grand Slam",
    "Variants: teams": "Varianty: týmy",
}
