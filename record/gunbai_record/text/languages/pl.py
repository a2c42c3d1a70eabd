"""Polish."""

from __future__ import annotations

from gunbai_record.text.language import Language


def _plural(count: int) -> int:
    if count == 1:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


LANGUAGE = Language(
    tag="pl",
    name="Polski",
    seat="gracz {}",
    you="ty",
    conjunction=" i ",
    nothing="nic",
    none="0",
    plural=_plural,
)
