"""The values of proto enums as the lower-case words that stand on tables."""

from __future__ import annotations

from typing import Any


class EnumWords:
    """The words of one proto enum: FIGURE_SMALL of the enum Figure is the word "small"."""

    def __init__(self, enum: Any) -> None:
        values = enum.DESCRIPTOR.values
        prefix = len(values[0].name.removesuffix("UNSPECIFIED"))
        self._words: dict[int, str] = {value.number: value.name[prefix:].lower() for value in values if value.number}
        self._values: dict[str, int] = {word: number for number, word in self._words.items()}
        self.words = tuple(self._values)

    def word(self, value: int) -> str:
        """Return the word of an enum value, or "" for one that is unspecified or unknown."""
        return self._words.get(value, "")

    def value(self, word: str) -> Any:
        """Return the enum value of a word. Raises KeyError."""
        return self._values[word]
