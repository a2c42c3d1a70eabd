"""The words of disputes' printed pages, by language."""

from __future__ import annotations

from gunbai_record.text.catalogue import Catalogue, Catalogues

CATALOGUES: Catalogues[Catalogue] = Catalogues(__name__)
