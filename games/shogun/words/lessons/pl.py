"""The lessons of Shogun in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Planuj w tajemnicy, buduj i walcz o prowincje.",
    "goal": "Po dwóch latach wygrywa, kto ma najwięcej punktów. Każda prowincja i każdy budynek to 1 punkt, a najwięcej budynków jednego rodzaju w regionie daje dodatkowe.",
    "map": "Prowincja należy do gracza, którego armie w niej stoją. Do każdej swojej prowincji masz kartę.",
    "actions": "Runda ma dziesięć akcji w kolejności kart akcji: budowa, ryż i podatki, werbunek, marsz. Wszyscy robią jedną, dopiero potem zaczyna się następna.",
    "plan": "Połóż kartę prowincji na akcji, którą ma wykonać. Nikt nie zobaczy twojego planu, dopóki nie zostanie wykonany.",
    "seal": "Spróbuj teraz zamknąć plan: sędzia to odrzuci i poda regułę, bo na niektórych polach brakuje kart. Potem połóż następną.",
    "bid": "Ostatnie pole to licytacja o kolejność graczy: karta skarbca wojennego kosztuje tyle skrzyń, ile pokazuje. Uzupełnij plan i zamknij go.",
    "special": "Kto zaoferował najwięcej, wybiera pierwszy. Karta specjalna wyznacza twoje miejsce w kolejności i daje ci swoją moc na tę rundę.",
    "tower": "W bitwie kostki obu stron wrzuca się do wieży. Niektóre w niej zostają, inne z dawnych bitew wypadają, a wygrywa strona, która ma ich więcej.",
    "march": "Marsz musi prowadzić do sąsiedniej prowincji, a co najmniej jedna armia zostaje. Wybierz dokąd i z iloma armiami.",
    "revolt": "Za ryż lub podatki w prowincji przybywa znacznik buntu. Gdy pobierzesz je tam następnym razem, chłopi staną do walki.",
    "winter": "Zimą każda prowincja potrzebuje 1 ryżu, inaczej chłopi się buntują. Dziennik mówi, co się stało i według której reguły.",
}
