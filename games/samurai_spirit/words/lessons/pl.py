"""The lessons of Samurai Spirit in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Brońcie razem wioski przez trzy rundy.",
    "goal": "Razem bronicie jednej wioski. Jeśli po trzech rundach zostanie farma i rodzina, wygrywają wszyscy.",
    "line": "Najeźdźcy, którym stawiasz czoła, tworzą twój szereg, a ich wartości się sumują. Powyżej liczby kiai ulegasz, a wioska traci barykadę albo farmę.",
    "fight": "W każdej turze walczysz, wspierasz innego samuraja albo pasujesz. Teraz walcz: dobierasz najeźdźcę z wierzchu stosu.",
    "meet": "Staw czoła najeźdźcy: dołączy do twojego szeregu. Jeśli ma symbol, którego brakuje po twojej lewej stronie, możesz zamiast tego się bronić.",
    "marks": "Na końcu rundy potrzebujesz po lewej stronie kapelusza, farmy i lalki. Za brak płacisz raną, farmą albo rodziną.",
    "penalty": "Na początku twojej tury ostatni najeźdźca w szeregu robi to, co jest na nim wydrukowane: ogień, rana i tak dalej.",
    "support": "Wsparcie użycza twojego talentu innemu samurajowi. Spróbuj wesprzeć siebie: sędzia to odrzuci i poda regułę. Potem walcz albo wesprzyj kogoś innego.",
    "intruders": "Przy wsparciu jeden najeźdźca wkrada się też do wioski. Po rundzie każdy intruz z płomieniami pali barykadę albo farmę.",
    "kiai": "Gdy trafisz dokładnie w swoją liczbę kiai, kiai działa od razu: pomaga, a pierwszy najeźdźca opuszcza twój szereg.",
    "pass": "Powyżej liczby kiai musisz spasować. Poniżej pasuj w porę, by ocalić szereg: do końca rundy jesteś poza grą.",
}
