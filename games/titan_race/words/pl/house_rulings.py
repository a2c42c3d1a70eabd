"""The register of house rulings of Titan Race, and the places of its rulebook, in Polish."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "TR-A1": RulingText(
        question="Przykład pentagramu wymienia E4, E6 i E10, ale kolumna E ma tylko rzędy nieparzyste. O które pola chodzi?",
        readings=("O kolumnę D: tytan idzie z D4 przez D6 na D10.", "Kolumna E ma też rzędy parzyste."),
        chosen="O kolumnę D; żadne pole nie leży w parzystym rzędzie kolumny E.",
        reason="Pola startowe i wszystkie inne przykłady ustalają, które rzędy ma kolumna; jedna litera to błąd druku.",
    ),
    "TR-A2": RulingText(
        question="W jakiej kolejności efekt trafia kilku tytanów i kilka pułapek?",
        readings=(
            "Kolejność wybiera gracz, którego jest tura.",
            "Wszystkie cele są trafiane w tej samej chwili.",
            "Zgodnie z ruchem wskazówek zegara od pola na wprost, tytani i pułapki razem.",
        ),
        chosen="Zgodnie z ruchem wskazówek zegara od pola na wprost: F, FR, BR, B, BL, FL. Cele są ustalone, gdy efekt się zaczyna.",
        reason="Reakcje następują jedna po drugiej, więc kolejność jest potrzebna, a o tę nikogo nie trzeba pytać.",
    ),
    "TR-A3": RulingText(
        question="Czy znokautowany tytan zyskuje punkt życia, gdy jego gracz bierze kość jego koloru?",
        readings=("Zyskuje 1 punkt życia, jak za każdą kość swojego koloru.", "Nie zyskuje nic."),
        chosen="Nie zyskuje nic.",
        reason="Znokautowany tytan odzyskuje życie tylko wtedy, gdy dochodzi do siebie.",
    ),
    "TR-A4": RulingText(
        question="Fioletowa naśladuje inną ściankę. Który kolor liczy się dla punktu życia?",
        readings=("Kolor kości, czyli fioletowy.", "Kolor naśladowanej ścianki."),
        chosen="Kolor kości.",
        reason="Punkt życia przychodzi przed każdą akcją, a ściankę wybiera się w akcji.",
    ),
    "TR-A5": RulingText(
        question="Czy tytana można postawić na polu startowym, na którym stoi inny tytan?",
        readings=(
            "Tak, a stojący tam tytan jest popychany.",
            "Nie.",
            "Tylko gdy tytani stoją na wszystkich trzech polach startowych; wtedy stojący tam tytan jest popychany o 1 pole do przodu.",
        ),
        chosen="Tylko gdy tytani stoją na wszystkich trzech polach startowych; wtedy stojący tam tytan jest popychany o 1 pole do przodu.",
        reason="Ustawienie nie ma kierunku ani długości popchnięcia, ale tura musi być możliwa.",
    ),
    "TR-A6": RulingText(
        question="Czy ustawiany tytan wchodzi na swoje pole startowe?",
        readings=("Tak: działa wszystko, co jest na polu.", "Nie: pole działa tylko na tytanów, którzy się ruszają."),
        chosen="Tak, ale ustawienie nie kończy okrążenia i nie jest ruchem.",
        reason="Pole działa, gdy tylko tytan na nim się znajdzie.",
    ),
    "TR-A7": RulingText(
        question="Czy gracz może wybrać drogę zamkniętą na pierwszym kroku?",
        readings=("Tak, a tytan zostaje na miejscu.", "Nie, chyba że każda droga kości jest zamknięta."),
        chosen="Nie, chyba że każda droga kości jest zamknięta; fioletowa też nie naśladuje ścianki z samymi zamkniętymi drogami.",
        reason="Tytan w swojej turze zawsze się rusza; droga, która nie może go przesunąć, nie spełnia zasady, gdy inna ją spełnia.",
    ),
    "TR-A8": RulingText(
        question="Czy pułapkę czerwonej trzeba umieścić, a obrażenie zielonej zadać?",
        readings=(
            "Jedno i drugie jest dobrowolne.",
            "Jedno i drugie jest obowiązkowe, jeśli jest możliwe.",
            "Jedno i drugie jest obowiązkowe, jeśli jest możliwe, ale pułapkę z przodu można oszczędzić.",
        ),
        chosen="Jedno i drugie jest obowiązkowe, jeśli jest możliwe, ale pułapkę z przodu można oszczędzić.",
        reason="Słowo ORAZ łączy je z ruchem, a kość trzeba wykonać; zniszczenie pułapki opisano jako możliwość.",
    ),
    "TR-A9": RulingText(
        question="Czy tytan może zapłacić ostatnim punktem życia za fioletową albo za pentagram?",
        readings=("Nie: koszt musi zostawić 1 punkt życia.", "Tak, i jest znokautowany."),
        chosen="Tak, i jest znokautowany: już się nie rusza, a kością pentagramu się nie rzuca.",
        reason="Nic tego nie zakazuje, a fioletowa może być jedyną pozostałą kością.",
    ),
    "TR-A10": RulingText(
        question="Ile okrążeń ma tytan, który na okrążeniu 0 cofa się przez linię?",
        readings=("Nadal 0.", "Mniej niż 0, a okrążenie nadrabia później."),
        chosen="Mniej niż 0, a okrążenie nadrabia później.",
        reason="Inaczej chodzenie przez linię tam i z powrotem dawałoby okrążenia.",
    ),
    "TR-A11": RulingText(
        question="W jakiej kolejności dzieje się wszystko, co wynika z wejścia na pole?",
        readings=(
            "Wchodzący tytan najpierw spotyka swoje pole, a potem popycha stojącego tam tytana.",
            "Najpierw popychany jest stojący tam tytan, ze wszystkimi skutkami; potem wchodzący tytan spotyka swoje pole.",
        ),
        chosen="Okrążenie, popchnięcie z całym łańcuchem, pułapka, teren, pole specjalne, poślizg na lodzie; potem następny krok.",
        reason="Na polu jest jeden tytan, więc ten drugi opuszcza je, zanim cokolwiek innego się tam stanie.",
    ),
    "TR-A12": RulingText(
        question="Co pole robi tytanowi znokautowanemu, gdy na nie wchodzi, albo po drodze?",
        readings=("Nic.", "Wszystko oprócz obrażeń."),
        chosen="Pułapki się zużywają, posągi strzelają, a pola specjalne dają kartę; lawa i piraci nie robią nic.",
        reason="Znokautowani tytani są bezpieczni tylko od obrażeń. Piraci nie dają prawdziwego wyboru tytanowi, który nie traci życia.",
    ),
    "TR-A13": RulingText(
        question="Jak daleko jest popychany tytan?",
        readings=(
            "Na długość odcinka ruchu, w którym jest popychany: żółta 2, brązowa 3, zielona 2, czerwona 1, niebieska 1.",
            "O tyle kroków, ile popychającemu tytanowi jeszcze zostało.",
            "Na długość całego ruchu, oba odcinki niebieskiej razem.",
        ),
        chosen="Na długość całego odcinka ruchu, w którym jest popychany.",
        reason="Zasady mierzą popchnięcie akcją kości, a popchnięcie ma kierunek jednego odcinka.",
    ),
    "TR-A14": RulingText(
        question="Jeden ruch popycha tego samego tytana dwa razy. Co on traci?",
        readings=("Łącznie 1 punkt życia.", "1 punkt życia za każde popchnięcie."),
        chosen="1 punkt życia za każde popchnięcie.",
        reason="Zasady wykluczają stratę za każde pole popchnięcia, nie za każde popchnięcie.",
    ),
    "TR-A15": RulingText(
        question="Czy tytan traci punkt życia, gdy przesuwa go zdolność albo karta, i dokąd można go przesunąć?",
        readings=(
            "Traci 1 punkt życia, jakby był popchnięty.",
            "Nie traci nic; tylko tytani, których popycha, tracą po 1 punkcie życia.",
        ),
        chosen="Nie traci nic i można go przesunąć w każdym kierunku, na jaki zdolność pozwala, także na pole przesuwającego.",
        reason="Popchnięty jest tylko tytan, na którego inny wpada; przesunięcie nie wyklucza żadnego kierunku.",
    ),
    "TR-A16": RulingText(
        question="Czy tytani, którzy się zamieniają, wchodzą na nowe pola?",
        readings=(
            "Nie: nic im się nie dzieje.",
            "Tak, jak przy kroku.",
            "Tak, ale bez kierunku: nikogo nie popychają i nie przesuwa ich dalej ani rampa, ani lód.",
        ),
        chosen="Tak, ale bez kierunku; Kraken pierwszy spotyka swoje pole. Okrążenia zmieniają się z linią, którą każdy przekracza.",
        reason="Znajdują się na polach, ale nie poruszają się w linii.",
    ),
    "TR-A17": RulingText(
        question="Łańcuch obiega tor i wraca do tytana, który jeszcze się rusza, albo biegnie w kółko. Co się dzieje?",
        readings=(
            "Łańcuch trwa, aż się zatrzyma.",
            "Tytan, który miałby na niego wejść, zatrzymuje się i traci punkt życia za popchnięcie.",
        ),
        chosen="Tytan, który miałby na niego wejść, zatrzymuje się. Zdolność albo karta, która w ogóle nie mogłaby przesunąć swojego tytana, jest odrzucana.",
        reason="Jedno popchnięcie mogłoby inaczej trwać bez końca.",
    ),
    "TR-A18": RulingText(
        question="Kiedy można zagrać kartę reakcji?",
        readings=(
            "Zawsze, gdy pasuje jej tekst, także w turze gracza.",
            "Tylko w turze innego gracza, gdy tytan gracza ma stracić punkt życia.",
        ),
        chosen="Tylko w turze innego gracza, po pierwszej rundzie, gdy tytan gracza ma stracić punkt życia, który nie jest kosztem.",
        reason="Każda strata tytana w jego własnej turze należy do akcji, podczas której nie zagrywa się kart. Pyta się każdego, kto ma kartę, więc pytanie niczego nie zdradza.",
    ),
    "TR-A19": RulingText(
        question="Pułapkę umieszczono pod tytanem na polu posągu. Czy działa?",
        readings=(
            "Nie: pułapka umieszczona na polu posągu niczego nie uruchamia.",
            "Działa pod tytanem, a posąg nie strzela.",
        ),
        chosen="Działa pod tytanem, a posąg nie strzela.",
        reason="Pułapka nigdy nie zostaje pod tytanem, a posąg strzela tylko wtedy, gdy ktoś na niego wchodzi.",
    ),
    "TR-A20": RulingText(
        question="Dokąd trafiają odrzucone pułapki?",
        readings=("Poza grę.", "Z powrotem do zapasu."),
        chosen="Z powrotem do zapasu.",
        reason="Czerwonym kościom zabrakłoby inaczej pułapek, a żadna zasada o tym nie mówi.",
    ),
    "TR-A21": RulingText(
        question="Którzy tytani dobierają kartę na polu specjalnym?",
        readings=(
            "Tylko ci, których przesunęła tam karta albo reakcja łańcuchowa.",
            "Tylko ci, którzy nie są znokautowani.",
            "Każdy tytan, który na nie wchodzi.",
        ),
        chosen="Każdy tytan, który na nie wchodzi, także własnym ruchem i także znokautowany.",
        reason="Karty zdobywa się, przechodząc przez pola specjalne, a nic nie wyklucza znokautowanych tytanów.",
    ),
    "TR-A22": RulingText(
        question="Kiedy gracz może odrzucić nieużytą kartę?",
        readings=("W każdej chwili.", "Tylko wtedy, gdy w swojej turze mógłby zagrać kartę."),
        chosen="Tylko wtedy, gdy w swojej turze mógłby zagrać kartę.",
        reason="Odrzucenie liczy się jako karta tej tury.",
    ),
    "TR-A23": RulingText(
        question="Czy można zagrać kartę, która nie ma celu albo niczego nie zmienia?",
        readings=("Tak, bez efektu.", "Nie, ale można ją odrzucić."),
        chosen="Nie, ale można ją odrzucić.",
        reason="Na karty, których gracz nie chce, zasady mają odrzucenie.",
    ),
    "TR-A24": RulingText(
        question="Co robi dwanaście kart, których zasady nie opisują?",
        readings=("To, co mówi egzemplarz właściciela.", "To, co mówi edycja, z którą utworzono grę."),
        chosen="To, co mówi edycja; bez niej używa się dwunastu odtworzonych kart.",
        reason="Zasady pokazują karty tylko na obrazkach. Recenzje opisują kilka rodzajów i odtworzenie je zachowuje.",
    ),
    "TR-A25": RulingText(
        question="Czy karta oddana piratom liczy się jako karta tej tury?",
        readings=("Tak: odrzucenie liczy się jako zagranie.", "Nie, i można ją oddać w pierwszej rundzie."),
        chosen="Nie, i można ją oddać w pierwszej rundzie.",
        reason="Wymusza ją tor; jako zagranie liczy się tylko odrzucenie karty, której gracz nie chce.",
    ),
    "TR-A26": RulingText(
        question="Czy z ramp skaczą tytani popchnięci albo przesunięci przez innych?",
        readings=("Nie.", "Tak, w kierunkach rampy."),
        chosen="Tak, w kierunkach rampy.",
        reason="Każdy inny teren działa na popchniętych tytanów, a wyjątkiem jest tylko pentagram.",
    ),
    "TR-A27": RulingText(
        question="Tytan jest zepchnięty z posągu o 2 albo 3 pola. Czy podmuch go trafia?",
        readings=("Tylko gdy jest na sąsiednim polu.", "W każdym przypadku."),
        chosen="W każdym przypadku, raz, po tytanach na sześciu polach.",
        reason="Zasady mówią, że obrażenie otrzymuje tytan zepchnięty z posągu.",
    ),
    "TR-A28": RulingText(
        question="Czy po poślizgu na lodzie ruch jest skończony?",
        readings=("Tak: tytan zatrzymuje się na pierwszym polu bez lodu.", "Nie: następują pozostałe liczone kroki."),
        chosen="Nie: następują pozostałe liczone kroki.",
        reason="Pola poślizgu się nie liczą, co nic by nie znaczyło, gdyby ruch tam się kończył.",
    ),
    "TR-A29": RulingText(
        question="Po których ruchach można użyć pentagramu?",
        readings=(
            "Tylko po ruchu kości.",
            "Po każdym własnym ruchu tytana w jego turze, także dzięki zdolności lub karcie, i także w pierwszej rundzie.",
        ),
        chosen="Po każdym własnym ruchu tytana w jego turze, także dzięki zdolności lub karcie, i także w pierwszej rundzie.",
        reason="Wykluczono tylko popchniętych tytanów, a pierwsza runda wyklucza tylko zdolności i karty specjalne.",
    ),
    "TR-A30": RulingText(
        question="Dwóch graczy: kość pokazuje kolor drugiego tytana. Kto zaczyna?",
        readings=("Ten tytan.", "Pierwszy tytan jego gracza."),
        chosen="Pierwszy tytan jego gracza.",
        reason="Kolejność wariantu zaczyna się od pierwszego tytana gracza A.",
    ),
    "TR-A31": RulingText(
        question="Dwóch graczy: czy każdy tytan ma własną rękę kart?",
        readings=("Tak.", "Nie: gracz ma jedną rękę i może zagrać kartę w turze każdego tytana."),
        chosen="Nie: gracz ma jedną rękę i może zagrać kartę w turze każdego tytana.",
        reason="Zasady dają karty i ich limit graczom, a kartę tury turze.",
    ),
    "TR-A32": RulingText(
        question="Czy w Wielkim Szlemie można użyć obu stron jednej planszy?",
        readings=("Tak, jednej po drugiej.", "Nie."),
        chosen="Nie.",
        reason="Trzy tory leżą na stole jednocześnie.",
    ),
    "TR-A33": RulingText(
        question="Czy strefy sięgają z jednego toru Wielkiego Szlema na następny?",
        readings=("Nie: każdy tor jest osobną planszą.", "Tak, ale nie poza pierwszy i trzeci tor."),
        chosen="Tak, ale nie poza pierwszy i trzeci tor.",
        reason="Tory tworzą jedną trasę, której sąsiednie rzędy następują po sobie.",
    ),
    "TR-A34": RulingText(
        question="Co dzieje się z tytanem, który zostaje zmuszony zejść z dołu pierwszego toru Wielkiego Szlema?",
        readings=(
            "Zatrzymuje się na ostatnim polu.",
            "Pojawia się na szczycie trzeciego toru.",
            "Jest znów na starcie i ustawia się go w jego następnej akcji kości.",
        ),
        chosen="Jest znów na starcie i ustawia się go w jego następnej akcji kości.",
        reason="Pod pierwszym torem nie ma toru, a tytani startują spod tej krawędzi.",
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
