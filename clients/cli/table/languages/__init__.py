"""What is understood of typed lines, by language: words that mean the same, with commas."""

from __future__ import annotations

from gunbai_record.text.catalogue import Catalogue, Catalogues

CATALOGUES: Catalogues[Catalogue] = Catalogues(__name__)
