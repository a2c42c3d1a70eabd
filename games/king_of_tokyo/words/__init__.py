"""What King of Tokyo says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.king_of_tokyo.words.en import ASIDES
from games.king_of_tokyo.words.house_rulings import HOUSE_RULINGS, RULEBOOK
from games.king_of_tokyo.words.lessons import TUTORIAL
from games.king_of_tokyo.words.notation import FORMS, TEXTS, TURNS
from games.kit.words.contract import Words
from gunbai_record.text.catalogue import Catalogues

WORDS = Words(
    languages=Catalogues(__name__),
    forms=FORMS,
    texts=TEXTS,
    turns=TURNS,
    asides=ASIDES,
    rulebook=RULEBOOK,
    house_rulings=HOUSE_RULINGS,
    tutorial=TUTORIAL,
)
