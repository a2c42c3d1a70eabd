"""English."""

from __future__ import annotations

from gunbai_record.text.language import Language

LANGUAGE = Language(
    tag="en",
    name="English",
    seat="seat {}",
    you="you",
    conjunction=" and ",
    nothing="nothing",
    none="no",
    plural=lambda count: count != 1,
)
