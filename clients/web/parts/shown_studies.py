"""A study on the page of one of its games: the chapter that is shown, and those that the visitor may see.

Readers of a study see only the chapters whose games they may see anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.cookies import drop_token, keep_token, read_name, read_tokens
from clients.web.frame.request_data import parse_version
from clients.web.frame.visitor import Visitor
from clients.web.parts.branch_tree import BranchTree
from clients.web.storage.study_files import Chapter, Note, Pen, StoredStudy, StudyFiles
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.errors import NotAllowed, NotFound
from gunbai_record.tokens import new_token

HELD = "studies"
"""The key under which a browser holds the tokens of its studies."""


@dataclass(frozen=True)
class Variation:
    """A game in the tree below a chapter's game."""

    info: GameInfo
    start: int
    """The last version that it shares with the game above it."""
    branches: list[Variation] = field(default_factory=list)
    """In the order in which they leave it."""

    def walk(self) -> Iterator[GameInfo]:
        """Yield the game and all games below it."""
        yield self.info
        for branch in self.branches:
            yield from branch.walk()


class ShownStudy(NamedTuple):
    """A study on the page of a game: that of the shown chapter, or a variation of it."""

    stored: StoredStudy
    chapters: Sequence[Chapter]
    """Those that the visitor may see."""
    chapter: Chapter
    """The one that is shown."""
    notes: Sequence[Note]
    """Its notes in the order of their positions."""
    variations: Variation
    """Its game and the branches below it."""
    on_variation: bool
    """Whether the page shows a variation instead of the chapter's game."""
    pen: Pen | None
    """What the visitor writes with in the study, if they may."""
    name: str
    """The visitor's name."""
    plain: bool
    """Whether the page is the one without scripts."""

    @property
    def owns(self) -> bool:
        """Whether the visitor is the author of the study."""
        return self.pen is not None and self.stored.is_author(self.pen.token)

    @property
    def link(self) -> str:
        """The token in the writing link, for the author; "" for others, and without such a link."""
        return self.stored.derive_link(self.pen.token) if self.pen and self.owns else ""

    def may_erase(self, note: Note) -> bool:
        """Return whether the visitor may remove a note."""
        return self.pen is not None and self.stored.may_erase(self.pen, note.mark)

    @property
    def games(self) -> frozenset[str]:
        """The games on whose pages the chapter is shown."""
        return frozenset(info.game for info in self.variations.walk())

    @property
    def query(self) -> str:
        """The query by which a game's page shows the chapter."""
        return f"study={self.stored.id}&chapter={self.chapter.id}"

    def address(self, game: str, version: int | None = None) -> str:
        """Return the address of a page of the same kind that shows a game at a version, or the newest, in the study."""
        if self.plain:
            return f"/games/{game}/plain?{f'version={version}&' if version else ''}{self.query}"
        return f"/games/{game}{f'@{version}' if version else ''}?{self.query}"

    @property
    def before(self) -> Chapter | None:
        """The chapter before the shown one, if any."""
        place = self.chapters.index(self.chapter)
        return self.chapters[place - 1] if place else None

    @property
    def after(self) -> Chapter | None:
        """The chapter after the shown one, if any."""
        place = self.chapters.index(self.chapter) + 1
        return self.chapters[place] if place < len(self.chapters) else None


def studies_of(request: Request) -> StudyFiles:
    """Return the studies of the server."""
    studies: StudyFiles = request.app.state.studies
    return studies


def find_pen(request: Request, stored: StoredStudy) -> Pen | None:
    """Return what the visitor writes with in a study, or None if they may not."""
    for key in _list_keys(*(chapter.game for chapter in stored.study.chapters)):
        token, _, writer = read_tokens(request, key).held.get(stored.id, "").partition(".")
        if stored.may_write(token):
            return Pen(token, writer)
    return None


def find_token(request: Request, stored: StoredStudy) -> str:
    """Return the token of a study's author, or "" if the visitor is somebody else."""
    pen = find_pen(request, stored)
    return pen.token if pen is not None and stored.is_author(pen.token) else ""


def hold_token(request: Request, stored: StoredStudy, token: str) -> None:
    """Have the browser hold its author's token for a study, whatever games that has later. Raises CannotStore."""
    if token and stored.id not in read_tokens(request, HELD).held:
        keep_token(request, HELD, stored.id, token)


def hold_link(request: Request, stored: StoredStudy, token: str) -> None:
    """Have the browser hold the token of a writing link. Raises NotAllowed or CannotStore."""
    studies_of(request).check(stored.id, Pen(token))
    if not find_token(request, stored):
        writer = read_tokens(request, HELD).held.get(stored.id, "").partition(".")[2] or new_token()
        keep_token(request, HELD, stored.id, f"{token}.{writer}")


def drop_study(request: Request, stored: StoredStudy) -> None:
    """Have the browser forget a study's token. Raises CannotStore."""
    for key in _list_keys(*(chapter.game for chapter in stored.study.chapters)):
        if stored.id in read_tokens(request, key).held:
            drop_token(request, key, stored.id)


def list_own(request: Request, game: str) -> list[StoredStudy]:
    """Return the studies in which the browser may write, including those that it holds with a game."""
    own = dict[str, StoredStudy]()
    for study in (study for key in _list_keys(game) for study in read_tokens(request, key).held):
        # The browser may still hold the token of a deleted study.
        with suppress(NotFound):
            own[study] = studies_of(request).get(study)
    return [stored for stored in own.values() if find_pen(request, stored)]


def _list_keys(*games: str) -> list[str]:
    # Studies of one game, before there were chapters, were held with that game.
    return [HELD, *dict.fromkeys(f"studies of {game}" for game in games)]


async def list_visible(request: Request, stored: StoredStudy) -> list[Chapter]:
    """Return the chapters of a study that the visitor may see; its author sees all of them."""
    chapters = stored.study.chapters
    if find_token(request, stored):
        return [*chapters]
    games = [*{chapter.game for chapter in chapters}]
    seen = dict(zip(games, await asyncio.gather(*(is_seen(request, game) for game in games)), strict=True))
    return [chapter for chapter in chapters if seen[chapter.game]]


async def is_seen(request: Request, game: str) -> bool:
    """Return whether the visitor may see a game."""
    visitor = Visitor.of(request, game)
    # A token that has become invalid shows less than none.
    for reader in (visitor.reader, visitor.gunbai) if visitor.tokens.reading else (visitor.gunbai,):
        with suppress(NotFound, NotAllowed):
            await reader.game(game)
            return True
    return False


async def load_study(request: Request, tree: BranchTree, game: str, *, plain: bool) -> ShownStudy | None:
    """Return the study that the page of a game in a tree of branches should show, if any. Raises NotFound."""
    study = request.query_params.get("study", "")
    if not study:
        return None
    stored = studies_of(request).get(study)
    visible = await list_visible(request, stored)
    wanted = request.query_params.get("chapter", "")
    chapter = next((one for one in visible if (one.id == wanted if wanted else one.game == game)), None)
    variations = _nest(tree, chapter.game) if chapter else None
    if chapter is None or variations is None or game not in {info.game for info in variations.walk()}:
        raise NotFound(f"the study {study!r} has no such chapter for this game", "CHAPTER_NOT_FOUND")
    return ShownStudy(
        stored,
        visible,
        chapter,
        sorted(chapter.notes, key=lambda note: note.version),
        variations,
        on_variation=chapter.game != game,
        pen=find_pen(request, stored),
        name=read_name(request),
        plain=plain,
    )


def _nest(tree: BranchTree, game: str) -> Variation | None:
    """Return a game of a tree with the branches below it; None if the tree does not have it."""
    nested = list[Variation]()
    for branch in tree.branches:
        nested.append(Variation(branch.info, branch.start))
        if branch.row:
            # The rows have the latest branch first.
            nested[branch.above].branches.insert(0, nested[-1])
    return next((one for one in nested if one.info.game == game), None)


def build_address(stored: StoredStudy, chapter: Chapter, version: int | None = None) -> str:
    """Return the address of a chapter at a position, at that where it opens unless one is named."""
    version = version or chapter.start
    at = f"@{version}" if version else ""
    return f"/games/{chapter.game}{at}?study={stored.id}&chapter={chapter.id}"


def read_start(fields: Mapping[str, str]) -> int | None:
    """Return the version at which a chapter should open; None for the newest. Raises InvalidRequest."""
    text = fields.get("version", "").strip()
    return parse_version(text, "version") if text else None
