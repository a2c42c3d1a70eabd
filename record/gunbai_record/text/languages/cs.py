"""Czech."""

from __future__ import annotations

from gunbai_record.text.language import Language


def _plural(count: int) -> int:
    return 0 if count == 1 else 1 if 2 <= count <= 4 else 2


LANGUAGE = Language(
    tag="cs",
    name="Čeština",
    seat="hráč {}",
    you="vy",
    conjunction=" a ",
    nothing="nic",
    none="0",
    plural=_plural,
)
