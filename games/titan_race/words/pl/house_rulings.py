"""The register of house rulings of Titan Race, and the places of its rulebook, in Polish."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "TR-A1": RulingText(
        question="Przykład pentagramu wymienia E4, E6 i E10, ale kolumna E ma tylko rzędy nieparzyste. O które pola chodzi?",
        readings=("O pola kolumny D: tytan idzie z D4 przez D6 na D10.", "Kolumna E ma też rzędy parzyste."),
        chosen="O pola kolumny D; kolumna E nie ma pól w rzędach parzystych.",
        reason="Pola startowe i wszystkie pozostałe przykłady pokazują, które rzędy ma kolumna; jedna litera to błąd druku.",
    ),
    "TR-A2": RulingText(
        question="W jakiej kolejności efekt trafia kilku tytanów i kilka pułapek?",
        readings=(
            "Kolejność wybiera gracz, którego tura trwa.",
            "Wszystkie cele są trafiane jednocześnie.",
            "Zgodnie z ruchem wskazówek zegara, począwszy od pola na wprost, zarówno tytani, jak i pułapki.",
        ),
        chosen="Zgodnie z ruchem wskazówek zegara, począwszy od pola na wprost: F, FR, BR, B, BL, FL. Cele są ustalone, gdy efekt się zaczyna.",
        reason="Reakcje następują jedna po drugiej, więc jakaś kolejność jest potrzebna, a o tę nikogo nie trzeba pytać.",
    ),
    "TR-A3": RulingText(
        question="Czy znokautowany tytan otrzymuje punkt życia, gdy jego gracz bierze kość w jego kolorze?",
        readings=("Otrzymuje 1 punkt życia, jak za każdą kość w swoim kolorze.", "Nie otrzymuje nic."),
        chosen="Nie otrzymuje nic.",
        reason="Znokautowany tytan odzyskuje życie tylko przez dojście do siebie.",
    ),
    "TR-A4": RulingText(
        question="Fioletowa kopiuje inną ściankę. Który kolor liczy się przy punkcie życia?",
        readings=("Kolor kości, czyli fioletowy.", "Kolor skopiowanej ścianki."),
        chosen="Kolor kości.",
        reason="Punkt życia otrzymuje się przed wszystkimi akcjami, a ściankę wybiera się dopiero w trakcie akcji.",
    ),
    "TR-A5": RulingText(
        question="Czy tytana można postawić na polu startowym, na którym stoi inny tytan?",
        readings=(
            "Tak, a stojący tam tytan zostaje popchnięty.",
            "Nie.",
            "Tylko gdy na wszystkich trzech polach startowych stoją tytani; wtedy stojący tam tytan zostaje popchnięty o 1 pole do przodu.",
        ),
        chosen="Tylko gdy na wszystkich trzech polach startowych stoją tytani; wtedy stojący tam tytan zostaje popchnięty o 1 pole do przodu.",
        reason="Ustawienie nie ma kierunku ani długości popchnięcia, ale turę trzeba móc rozegrać.",
    ),
    "TR-A6": RulingText(
        question="Czy ustawiany tytan wchodzi na swoje pole startowe?",
        readings=("Tak: działa wszystko, co jest na polu.", "Nie: pole działa tylko na tytanów, którzy się poruszają."),
        chosen="Tak, ale ustawienie nie kończy okrążenia i nie jest ruchem.",
        reason="Pole działa, gdy tylko tytan się na nim znajdzie.",
    ),
    "TR-A7": RulingText(
        question="Czy gracz może wybrać drogę zablokowaną już na pierwszym kroku?",
        readings=("Tak, a tytan zostaje na miejscu.", "Nie, chyba że każda droga kości jest zablokowana."),
        chosen="Nie, chyba że każda droga kości jest zablokowana; fioletowa także nie może kopiować ścianki, której wszystkie drogi są zablokowane.",
        reason="Tytan w swojej turze zawsze się porusza, więc droga, którą ruszyć nie może, łamie zasadę, jeśli inną może.",
    ),
    "TR-A8": RulingText(
        question="Czy trzeba umieścić pułapkę z czerwonej kości i zadać obrażenie z zielonej?",
        readings=(
            "Jedno i drugie jest dobrowolne.",
            "Jedno i drugie jest obowiązkowe, jeśli jest możliwe.",
            "Jedno i drugie jest obowiązkowe, jeśli jest możliwe, ale pułapkę z przodu można oszczędzić.",
        ),
        chosen="Jedno i drugie jest obowiązkowe, jeśli jest możliwe, ale pułapkę z przodu można oszczędzić.",
        reason="Słowo ORAZ łączy je z ruchem, a akcję kości trzeba wykonać; zniszczenie pułapki opisano jako możliwość.",
    ),
    "TR-A9": RulingText(
        question="Czy tytan może zapłacić ostatnim punktem życia za fioletową albo za pentagram?",
        readings=("Nie: koszt musi zostawić 1 punkt życia.", "Tak, i jest znokautowany."),
        chosen="Tak, i jest znokautowany: już się nie rusza, a przy pentagramie kości się nie przerzuca.",
        reason="Nic tego nie zakazuje, a fioletowa może być jedyną pozostałą kością.",
    ),
    "TR-A10": RulingText(
        question="Ile okrążeń ma tytan, który na okrążeniu 0 cofnie się przez linię?",
        readings=("Nadal 0.", "Mniej niż 0, a brakujące okrążenie trzeba nadrobić."),
        chosen="Mniej niż 0, a brakujące okrążenie trzeba nadrobić.",
        reason="Inaczej przechodzenie przez linię tam i z powrotem dawałoby okrążenia.",
    ),
    "TR-A11": RulingText(
        question="W jakiej kolejności następują efekty wejścia na pole?",
        readings=(
            "Najpierw działa pole na wchodzącego tytana, a potem popycha on stojącego tam tytana.",
            "Najpierw popychany jest stojący tam tytan, ze wszystkimi skutkami; potem pole działa na wchodzącego tytana.",
        ),
        chosen="Okrążenie, popchnięcie z całym łańcuchem, pułapka, teren, pole specjalne, poślizg na lodzie; potem następny krok.",
        reason="Na polu mieści się jeden tytan, więc drugi musi je opuścić, zanim stanie się tam cokolwiek innego.",
    ),
    "TR-A12": RulingText(
        question="Co pole robi tytanowi, który jest znokautowany, gdy na nie wchodzi, albo zostaje znokautowany po drodze?",
        readings=("Nic.", "Wszystko oprócz obrażeń."),
        chosen="Pułapki się zużywają, posągi się aktywują, a pola specjalne dają kartę, ale lawa i piraci nie robią nic.",
        reason="Znokautowani tytani są bezpieczni tylko od obrażeń, a piraci nie dają prawdziwego wyboru tytanowi, który nie traci życia.",
    ),
    "TR-A13": RulingText(
        question="O ile pól popychany jest tytan?",
        readings=(
            "O długość odcinka ruchu, w którym jest popychany: żółta 2, brązowa 3, zielona 2, czerwona 1, niebieska 1.",
            "O tyle kroków, ile zostało jeszcze popychającemu tytanowi.",
            "O długość całego ruchu, z obydwoma odcinkami niebieskiej razem.",
        ),
        chosen="O długość całego odcinka ruchu, w którym jest popychany.",
        reason="Instrukcja mierzy popchnięcie akcją kości, a popchnięcie ma kierunek jednego odcinka.",
    ),
    "TR-A14": RulingText(
        question="Jeśli jeden ruch popycha tego samego tytana dwa razy, ile on traci?",
        readings=("Łącznie 1 punkt życia.", "1 punkt życia za każde popchnięcie."),
        chosen="1 punkt życia za każde popchnięcie.",
        reason="Instrukcja wyklucza stratę za każde pole popchnięcia, ale nie za każde popchnięcie.",
    ),
    "TR-A15": RulingText(
        question="Czy tytan traci punkt życia, gdy przesuwa go zdolność albo karta, i dokąd można go przesunąć?",
        readings=(
            "Traci 1 punkt życia, jak po popchnięciu.",
            "Nie traci nic; tylko tytani, których popycha, tracą po 1 punkcie życia.",
        ),
        chosen="Nie traci nic i można go przesunąć w każdym kierunku, na jaki zdolność pozwala, nawet na pole przesuwającego.",
        reason="Popchnięty jest tylko tytan, na którego inny wpada, a przepchnięcie nie wyklucza żadnego kierunku.",
    ),
    "TR-A16": RulingText(
        question="Czy tytani, którzy zamieniają się polami, wchodzą na nowe pola?",
        readings=(
            "Nie: nic im się nie dzieje.",
            "Tak, jakby zrobili krok.",
            "Tak, ale bez kierunku: nikogo nie popychają i ani rampa, ani lód nie przesuwa ich dalej.",
        ),
        chosen="Tak, ale bez kierunku; pole działa najpierw na Krakena. Okrążenia zmieniają się, jeśli tytan przekracza linię.",
        reason="Trafiają na te pola, ale nie poruszają się w linii.",
    ),
    "TR-A17": RulingText(
        question="Co się dzieje, gdy reakcja łańcuchowa obiegnie tor i wróci do tytana, który jeszcze się rusza, albo biegnie w kółko?",
        readings=(
            "Reakcja trwa, aż wygaśnie.",
            "Tytan, który miałby na niego wejść, zatrzymuje się i traci punkt życia za popchnięcie.",
        ),
        chosen="Tytan, który miałby na niego wejść, zatrzymuje się. Zdolność albo karta, która w ogóle nie mogłaby przesunąć swojego tytana, jest niedozwolona.",
        reason="Inaczej jedno popchnięcie mogłoby trwać bez końca.",
    ),
    "TR-A18": RulingText(
        question="Kiedy można zagrać kartę reakcji?",
        readings=(
            "Zawsze, gdy pasuje jej tekst, nawet we własnej turze.",
            "Tylko w turze innego gracza, gdy tytan gracza ma stracić punkt życia.",
        ),
        chosen="Tylko w turze innego gracza, po pierwszej rundzie, gdy tytan gracza ma stracić punkt życia, który nie jest kosztem.",
        reason="Każda strata tytana w jego własnej turze jest częścią akcji, a podczas akcji nie można zagrać karty. Gra pyta każdego, kto ma kartę, więc pytanie niczego nie zdradza.",
    ),
    "TR-A19": RulingText(
        question="Czy pułapka umieszczona pod tytanem na polu posągu ognia się aktywuje?",
        readings=(
            "Nie: pułapka umieszczona na polu posągu niczego nie aktywuje.",
            "Aktywuje się pod tytanem, ale posąg się nie aktywuje.",
        ),
        chosen="Aktywuje się pod tytanem, ale posąg się nie aktywuje.",
        reason="Pułapka nigdy nie zostaje pod tytanem, a posąg aktywuje się tylko wtedy, gdy wejdzie na niego tytan.",
    ),
    "TR-A20": RulingText(
        question="Dokąd trafiają odrzucone pułapki?",
        readings=("Poza grę.", "Z powrotem do zapasu."),
        chosen="Z powrotem do zapasu.",
        reason="Inaczej czerwonym kościom zabrakłoby pułapek, a żadna zasada o tym nie mówi.",
    ),
    "TR-A21": RulingText(
        question="Którzy tytani dobierają kartę na polu specjalnym?",
        readings=(
            "Tylko tytani, których przesunęła tam karta albo reakcja łańcuchowa.",
            "Tylko tytani, którzy nie są znokautowani.",
            "Każdy tytan, który na nie wchodzi.",
        ),
        chosen="Każdy tytan, który na nie wchodzi, nawet własnym ruchem i nawet znokautowany.",
        reason="Karty zdobywa się, przechodząc przez pola specjalne, a nic nie wyklucza znokautowanych tytanów.",
    ),
    "TR-A22": RulingText(
        question="Kiedy gracz może odrzucić nieużytą kartę?",
        readings=("W każdej chwili.", "Tylko wtedy, gdy mógłby zagrać kartę we własnej turze."),
        chosen="Tylko wtedy, gdy mógłby zagrać kartę we własnej turze.",
        reason="Odrzucenie liczy się jako karta zagrana w tej turze.",
    ),
    "TR-A23": RulingText(
        question="Czy można zagrać kartę, która nie ma celu albo niczego nie zmienia?",
        readings=("Tak, bez efektu.", "Nie, ale można ją odrzucić."),
        chosen="Nie, ale można ją odrzucić.",
        reason="Karty, których gracz nie chce, można według instrukcji odrzucić.",
    ),
    "TR-A24": RulingText(
        question="Co robi dwanaście kart, których instrukcja nie opisuje?",
        readings=("To, co jest napisane w egzemplarzu właściciela.", "To, co mówi edycja gry."),
        chosen="To, co mówi edycja; bez niej używa się dwunastu odtworzonych kart.",
        reason="Instrukcja pokazuje karty tylko na obrazkach. Recenzje opisują kilka rodzajów i zachowano je przy odtwarzaniu.",
    ),
    "TR-A25": RulingText(
        question="Czy karta oddana piratom liczy się jako karta tej tury?",
        readings=("Tak: odrzucenie liczy się jako zagranie.", "Nie, i można ją oddać w pierwszej rundzie."),
        chosen="Nie, i można ją oddać w pierwszej rundzie.",
        reason="Wymusza to tor; jako zagranie liczy się tylko odrzucenie niepożądanej karty.",
    ),
    "TR-A26": RulingText(
        question="Czy z ramp skaczą tytani popchnięci albo przesunięci przez innych?",
        readings=("Nie.", "Tak, w kierunkach rampy."),
        chosen="Tak, w kierunkach rampy.",
        reason="Każdy inny teren działa na popchniętych tytanów, a jedynym wyjątkiem jest pentagram.",
    ),
    "TR-A27": RulingText(
        question="Tytan został wypchnięty z posągu ognia o 2 albo 3 pola. Czy trafia go ognisty podmuch?",
        readings=("Tylko jeśli znalazł się na sąsiednim polu.", "Tak, w każdym przypadku."),
        chosen="Tak, w każdym przypadku, raz, po tytanach na sześciu polach.",
        reason="Instrukcja mówi, że tytan wypchnięty z posągu otrzymuje obrażenie.",
    ),
    "TR-A28": RulingText(
        question="Czy po poślizgu na lodzie ruch się kończy?",
        readings=("Tak: tytan zatrzymuje się na pierwszym polu bez lodu.", "Nie: następują pozostałe liczone kroki."),
        chosen="Nie: następują pozostałe liczone kroki.",
        reason="Pola pokonane w poślizgu się nie liczą, co nie miałoby znaczenia, gdyby ruch się tam kończył.",
    ),
    "TR-A29": RulingText(
        question="Po których ruchach można użyć pentagramu?",
        readings=(
            "Tylko po ruchu z kości.",
            "Po każdym własnym ruchu tytana w jego turze, także dzięki zdolności lub karcie, i nawet w pierwszej rundzie.",
        ),
        chosen="Po każdym własnym ruchu tytana w jego turze, także dzięki zdolności lub karcie, i nawet w pierwszej rundzie.",
        reason="Zasady wykluczają tylko popchniętych tytanów, a w pierwszej rundzie tylko zdolności i karty specjalne.",
    ),
    "TR-A30": RulingText(
        question="W grze dwóch graczy kość pokazała kolor drugiego tytana. Kto zaczyna?",
        readings=("Ten tytan.", "Pierwszy tytan tego samego gracza."),
        chosen="Pierwszy tytan tego samego gracza.",
        reason="Kolejność wariantu zaczyna się od pierwszego tytana gracza A.",
    ),
    "TR-A31": RulingText(
        question="Czy w grze dwóch graczy każdy tytan ma własną rękę kart?",
        readings=("Tak.", "Nie: gracz ma jedną rękę i może zagrać kartę w turze każdego tytana."),
        chosen="Nie: gracz ma jedną rękę i może zagrać kartę w turze każdego tytana.",
        reason="Według instrukcji karty i ich limit należą do graczy, a na turę przypada jedna karta.",
    ),
    "TR-A32": RulingText(
        question="Czy w Wielkim Szlemie można użyć obu stron jednej planszy?",
        readings=("Tak, jednej po drugiej.", "Nie."),
        chosen="Nie.",
        reason="Trzy tory leżą na stole jednocześnie.",
    ),
    "TR-A33": RulingText(
        question="Czy w Wielkim Szlemie strefy sięgają z jednego toru na następny?",
        readings=("Nie: każdy tor jest osobną planszą.", "Tak, ale nie poza pierwszy i trzeci tor."),
        chosen="Tak, ale nie poza pierwszy i trzeci tor.",
        reason="Tory tworzą jedną trasę, a ich rzędy następują po sobie.",
    ),
    "TR-A34": RulingText(
        question="Co się dzieje z tytanem wypchniętym z dołu pierwszego toru Wielkiego Szlema?",
        readings=(
            "Zatrzymuje się na ostatnim polu.",
            "Pojawia się na szczycie trzeciego toru.",
            "Wraca na start i ustawia się go w jego następnej akcji kości.",
        ),
        chosen="Wraca na start i ustawia się go w jego następnej akcji kości.",
        reason="Pod pierwszym torem nie ma innego toru, a tytani startują spod tej krawędzi.",
    ),
}
SECTIONS = {
    "Polish rulebook TTR01PL, Rebel": "polska instrukcja TTR01PL, Rebel",
    "Set-up": "Przygotowanie do gry",
    "Rules of movement": "Zasady ruchu",
    "Abilities": "Zdolności",
    "Course of a turn": "Przebieg tury",
    "First turn": "Pierwsza tura",
    "Components": "Zawartość pudełka",
    "Later turns": "Kolejne tury",
    "Knock-out": "Nokaut",
    "Actions": "Akcje",
    "Chain reactions": "Reakcje łańcuchowe",
    "Tracks": "Tory",
    "Special cards": "Karty specjalne",
    "Traps": "Pułapki",
    "Kaldheira": "Kaldheira - Jeziora Zagłady",
    "Dead Man's Lagoon": "Laguna Umarlaka",
    "Forbidden Foundry": "Zakazana Odlewnia",
    "Ruins of Ban-Kogu": "Ruiny Ban-Kogu",
    "Ice Plains of Estengaard": "Lodowe Równiny Estengaardu",
    "Ang'lieh": "Ang'lieh - Oko Niezgłębionej Pustki",
    "End of the game": "Koniec gry",
    "Variants: two players": "Warianty: dwóch graczy",
    "Variants: Grand Slam": "Warianty: Wielki Szlem",
    "Variants: teams": "Warianty: zespoły",
}
