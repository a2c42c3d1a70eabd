"""Which title an unknown name may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client.reasons import TitleNotFound
from gunbai_record.notation.words import plain


@contextmanager
def titles_meant(titles: Iterable[Title], name: str) -> Iterator[None]:
    """Add the most similar title to the error for an unknown title."""
    try:
        yield
    except TitleNotFound as error:
        if (likely := _like([title.name for title in titles], plain(name))) and likely != name:
            error.add_note(f"Did you mean {likely}?")
        raise


def no_title(titles: Iterable[Title], name: str) -> str:
    """Return as a sentence that no title has this name, and which may be meant; "" if one has it or none is given."""
    names = [title.name for title in titles]
    if not name or name in names:
        return ""
    likely = _like(names, plain(name))
    return f"There is no title {name!r}." + (f" Did you mean {likely}?" if likely else "")


def _like(names: list[str], wanted: str) -> str:
    """Return the title whose name has these words, or is spelled most like them."""
    within = [name for name in names if f"_{wanted}_" in f"_{name}_"]
    return next(iter(within or get_close_matches(wanted, names, 1)), "")
