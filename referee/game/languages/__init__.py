"""What every game says from its creation to its end, whatever its title, by language."""

from __future__ import annotations

from games.kit.words.phrasebook import Phrasebook
from gunbai_record.text.catalogue import Catalogues

CATALOGUES: Catalogues[Phrasebook] = Catalogues(__name__)
