"""What Shogun says: sentences, names, notation, house rulings."""

from __future__ import annotations

from games.kit.words.contract import Words
from games.shogun.words.en import ASIDES
from games.shogun.words.house_rulings import HOUSE_RULINGS, RULEBOOK
from games.shogun.words.lessons import TUTORIAL
from games.shogun.words.notation import FORMS, TEXTS, TURNS
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
