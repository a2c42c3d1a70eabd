"""Typed words and their synonyms, by language, separated by commas."""

from __future__ import annotations

from gunbai_record.text.catalogue import Catalogue, Catalogues

CATALOGUES: Catalogues[Catalogue] = Catalogues(__name__)
