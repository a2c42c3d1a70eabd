"""The lessons of Liar's Dice in Czech."""

from __future__ import annotations

WORDS = {
    "hook": "Vsaďte na kostky, které nevidíte, nebo odhalte blaf.",
    "goal": "Každý má pět kostek. Kdo se splete, o jednu přijde, a vyhrává poslední hráč s kostkami.",
    "cup": "Pod svůj kelímek vidíte jen vy. Kostky ostatních musíte odhadnout.",
    "bid": "Sázka 3 čtyřky znamená: aspoň 3 ze všech kostek ukazují čtyřku. Zkuste 11 šestek: rozhodčí je odmítne a uvede pravidlo. Pak vsaďte cokoli.",
    "wild": "Jedničky jsou žolíky: počítají se jako každé číslo, takže jich bývá víc, než si myslíte.",
    "raise": "Zvyšte sázku na víc kostek, nebo na stejně mnoho s vyšším číslem. Nebo ji zpochybněte, zdá-li se vám moc vysoká.",
    "log": "V záznamu jsou všechny sázky kola. Číslo jako LD-2.5 otevře pravidlo, které za tím je.",
    "doubt": "Zpochybněte sázku, které nevěříte. Do té doby zvyšujte.",
    "count": "Kelímky se zvednou a kostky spočítají. Je-li jich dost, přijde o kostku ten, kdo sázku zpochybnil, jinak ten, kdo vsadil.",
    "next": "Kdo přišel o kostku, sází v dalším kole první. Hrajte dál: znáte všechna pravidla.",
}
