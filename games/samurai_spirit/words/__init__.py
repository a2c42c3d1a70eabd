"""What Samurai Spirit says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.kit.words.contract import Words
from games.samurai_spirit.words.en import ASIDES
from games.samurai_spirit.words.house_rulings import HOUSE_RULINGS, RULEBOOK
from games.samurai_spirit.words.lessons import TUTORIAL
from games.samurai_spirit.words.notation import FORMS, TEXTS, TURNS
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
