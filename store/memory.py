"""Logs in memory: the engine for tests and demonstrations. Every call takes effect at once, in one thread."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

from msgspec.structs import replace

from store.argument_checks import (
    check_adopt,
    check_append,
    check_cosignature,
    check_create,
    check_follows,
    check_leaves_of,
    check_page,
    check_papers,
)
from store.contract import (
    ANY_GAME,
    KEPT_REFUSALS,
    MOST_PAPERS,
    TRUSTED,
    Conflict,
    ConsentUsed,
    Cosignature,
    DuplicateCommand,
    DuplicateToken,
    Filter,
    GameExists,
    GameNotFound,
    Grant,
    Head,
    Leaf,
    LeafConflict,
    LeafLog,
    Opening,
    Order,
    Page,
    Paper,
    PaperConflict,
    PapersFull,
    RefusedMove,
    RulesNote,
    StorageCorrupt,
    StoreClosed,
    Stored,
    Summary,
    VersionNotFound,
)
from store.cosigning import with_cosignature
from store.followers import Changes, Followers
from store.log_heads import GONE, check_end, check_kept, check_leaves, check_log, head_after, head_of_leaves
from store.matching import answers
from store.paging import follows, page_of, place_before, place_of

MEDIUM = "memory"


class Log:
    """One game: its opening, its own entries (not its parent's), its refusals and its papers."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.entries: list[Stored] = []
        self.by_command: dict[str, Stored] = {}
        self.refusals: list[RefusedMove] = []
        self.refused = 0
        self.papers: list[Paper] = []
        self.filed = 0

    @property
    def head(self) -> int:
        """The version of the last entry, the parent's included."""
        return self.opening.parent_version + len(self.entries)

    def add(self, entries: Sequence[Stored]) -> None:
        """Append checked entries."""
        self.entries += entries
        self.by_command |= {entry.command_id: entry for entry in entries if entry.command_id}

    def replace_apart(self, apart: Mapping[int, bytes]) -> None:
        """Replace entries' separate parts."""
        self.entries = [
            replace(entry, apart=apart.get(entry.version, entry.apart)) if entry.apart else entry
            for entry in self.entries
        ]
        self.by_command = {entry.command_id: entry for entry in self.entries if entry.command_id}

    def refuse(self, refusal: RefusedMove) -> None:
        """Add a refused move; drop the same actor's oldest one if there are too many."""
        self.refused += 1
        self.refusals.append(replace(refusal, number=self.refused))
        of_actor = [earlier for earlier in self.refusals if earlier.actor == refusal.actor]
        if len(of_actor) > KEPT_REFUSALS:
            self.refusals.remove(of_actor[0])

    def file(self, papers: Sequence[Paper]) -> None:
        """Add checked papers."""
        self.papers += papers
        self.filed += len(papers)

    def between(self, after: int, upto: int) -> list[Stored]:
        """Return the log's own entries after < version <= upto."""
        first = self.opening.parent_version
        return self.entries[max(after - first, 0) : max(upto - first, 0)]


class MemoryStore:
    """A store without a medium: it obeys all laws except durability."""

    def __init__(self) -> None:
        self._logs: dict[str, Log] = {}
        self._grants: dict[bytes, Grant] = {}
        self._consents: set[bytes] = set()
        self._catalogue: dict[str, Summary] = {}
        self._heads: dict[str, Head] = {}
        self._leaves: list[Leaf] = []
        self._leaves_head: Head | None = None
        self._name = secrets.token_hex(8)
        self._cosignatures: list[Cosignature] = []
        self._followers = Followers()
        self._presence = 0
        self._rules: dict[tuple[str, int], RulesNote] = {}
        self._closed = False

    async def create(
        self,
        opening: Opening,
        entries: Sequence[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        consents: Sequence[bytes] = (),
        leaves: Sequence[Leaf] = (),
    ) -> None:
        self._open()
        check_create(opening, entries, grants, summary)
        check_leaves_of(opening.game, leaves)
        if opening.game in self._logs:
            raise GameExists(opening.game)
        check_end(MEDIUM, self._heads.get(opening.game), GONE)
        if opening.parent:
            self._check_origin(opening.parent, opening.parent_version)
        self._check_tokens(opening.game, grants)
        self._check_consents(opening.parent, consents)
        self._add_leaves(leaves)
        self._consents.update(consents)
        log = self._logs[opening.game] = Log(opening)
        self._write(log, entries, grants, summary)

    async def adopt(
        self,
        opening: Opening,
        entries: Iterator[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        size: int,
        leaves: Sequence[Leaf] = (),
    ) -> None:
        del size
        check_adopt(opening, grants, summary)
        # Read in another thread, like every medium: the iterator may wait for this thread.
        log = await asyncio.to_thread(_checked, opening.game, entries)
        await self.create(opening, log, grants, summary, leaves=leaves)

    async def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
        leaves: Sequence[Leaf] = (),
        unless: Sequence[Filter] = (),
    ) -> None:
        check_append(game, expected_version, entries, grants, summary)
        check_leaves_of(game, leaves)
        log = self._log(game)
        check_end(MEDIUM, self._heads.get(game), log.head)
        check_kept(self._heads.get(game))
        for entry in entries:
            # Before the conflict that a repeated command causes too.
            if entry.command_id in log.by_command:
                raise DuplicateCommand(game, entry.command_id)
        met = any(answers(row, only) for row in self._catalogue.values() for only in unless)
        if met or log.head != expected_version:
            raise Conflict(game, expected_version, log.head)
        self._check_tokens(game, grants)
        self._add_leaves(leaves)
        self._write(log, entries, grants, summary)

    async def leaf_log(self) -> LeafLog:
        self._open()
        self._check_leaves()
        return LeafLog(self._name, len(self._leaves))

    async def leaves(self, first: int = 0, limit: int = 256) -> list[Leaf]:
        self._open()
        check_page(limit)
        self._check_leaves()
        return self._leaves[first : first + limit]

    async def leaves_of(self, game: str) -> list[Leaf]:
        self._log(game)
        return [leaf for leaf in self._leaves if leaf.game == game]

    async def cosign(self, cosignature: Cosignature) -> None:
        self._open()
        check_cosignature(cosignature)
        self._cosignatures = with_cosignature(self._cosignatures, cosignature)

    async def cosignatures(self) -> list[Cosignature]:
        self._open()
        return [*self._cosignatures]

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        log = self._log(game)
        head = self._heads[game]
        last = upto = max(log.head, head.version) if upto is None else upto
        entries = log.between(after, upto)
        while log.opening.parent_version > after:
            upto = min(upto, log.opening.parent_version)
            log = self._log(log.opening.parent)
            entries = log.between(after, upto) + entries
        check_end(MEDIUM, head if after < head.version <= last else None, self._logs[game].head)
        check_log(MEDIUM, head, entries, after, last)
        return entries

    async def head(self, game: str) -> Head:
        log = self._log(game)
        check_end(MEDIUM, self._heads.get(game), log.head)
        await self.read(game, max(log.head - 1, 0))
        return head_after(game, log.head - len(log.entries), log.entries)

    def newest(self, game: str) -> int:
        head = self._heads.get(game)
        return head.version if head is not None else 0

    async def catch_up(self) -> None:  # there is no other process
        self._open()

    async def find(self, game: str, command_id: str) -> Stored | None:
        return self._log(game).by_command.get(command_id)

    async def commands(self, game: str) -> list[str]:
        return [*self._log(game).by_command]

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        return self._followers.follow(game, after, self.read)

    def changes(self) -> AbstractContextManager[Changes]:
        return self._followers.changes()

    async def replace_apart(self, game: str, apart: Mapping[int, bytes], summary: Summary) -> None:
        check_append(game, 0, (), (), summary)
        self._log(game).replace_apart(apart)
        self._catalogue[game] = summary
        self._followers.forget(game)

    async def opening(self, game: str) -> Opening:
        return self._log(game).opening

    async def every_game(self) -> list[str]:
        self._open()
        return [*{*self._logs, *self._heads}]

    async def games_after(self, game: str = "", limit: int = 1000) -> list[str]:
        check_page(limit)
        return sorted(name for name in await self.every_game() if name > game)[:limit]

    async def grant(self, token_hash: bytes, *games: str) -> Grant | None:
        self._open()
        for game in games:
            if game in self._heads:
                self._log(game)
        return self._grants.get(token_hash)

    async def add_refusal(self, refusal: RefusedMove) -> None:
        self._log(refusal.game).refuse(refusal)

    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]:
        check_page(limit)
        refusals = self._log(game).refusals
        return [refusal for refusal in refusals if refusal.number > after][:limit]

    async def dropped_refusals(self, game: str) -> int:
        log = self._log(game)
        return log.refused - len(log.refusals)

    async def add_papers(
        self,
        game: str,
        expected: int,
        papers: Sequence[Paper],
        *,
        leaves: Sequence[Leaf] = (),
        since: int | None = None,
    ) -> None:
        check_papers(game, expected, papers)
        check_leaves_of(game, leaves)
        log = self._log(game)
        self._check_papers(log)
        if log.filed != expected:
            raise PaperConflict(game, expected, log.filed)
        kinds = {leaf.kind for leaf in leaves}
        if since is not None and any(leaf.kind in kinds for leaf in self._leaves[since:]):
            raise LeafConflict(game, since)
        if expected + len(papers) > MOST_PAPERS:
            raise PapersFull(game)
        self._add_leaves(leaves)
        log.file(papers)
        self._followers.changed(game)

    async def papers(self, game: str, after: int = 0, limit: int = MOST_PAPERS) -> list[Paper]:
        check_page(limit)
        log = self._log(game)
        self._check_papers(log)
        return [paper for paper in log.papers if paper.number > after][:limit]

    async def games(
        self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50, *, order: Order = "newest"
    ) -> Page:
        self._open()
        check_page(page_size)
        before = place_before(page_token, order)
        listed = [
            self._summary(self._logs[game])
            for game, summary in self._catalogue.items()
            if answers(summary, only) and (before is None or follows(place_of(summary, order), before, order))
        ]
        lost = await self.check_catalogue()
        astray, private = ([game for game in lost if self._heads[game].public is public] for public in (True, False))
        listed.sort(key=lambda summary: place_of(summary, order), reverse=order != "oldest")
        return page_of(listed, page_size, order, astray, private)

    async def absences(self, player: str) -> int:
        self._open()
        return sum(
            any(summary.players[seat - 1] == player for seat in summary.absent)
            for summary in self._catalogue.values()
            if summary.standing in TRUSTED
        )

    async def rebuild(self, summaries: Iterable[Summary]) -> None:
        self._open()
        rebuilt = {summary.game: summary for summary in summaries}
        for game in rebuilt:
            self._log(game)
        self._catalogue = rebuilt

    async def check_catalogue(self) -> list[str]:
        self._open()
        return [game for game in self._heads if game not in self._logs or game not in self._catalogue]

    async def note_presence(self, at: int) -> None:
        self._open()
        self._presence = at

    async def presence(self) -> int:
        self._open()
        return self._presence

    async def note_rules(self, notes: Sequence[RulesNote]) -> None:
        self._open()
        self._rules |= {(note.title, note.rules_version): note for note in notes}

    async def rules(self) -> list[RulesNote]:
        self._open()
        return sorted(self._rules.values())

    async def inspect(self, *, thorough: bool = False) -> list[str]:  # there is nothing to inspect
        self._open()
        return []

    async def close(self) -> None:
        self._closed = True
        self._followers.close()

    def _open(self) -> None:
        if self._closed:
            raise StoreClosed

    def _log(self, game: str) -> Log:
        self._open()
        if game not in self._logs:
            check_end(MEDIUM, self._heads.get(game), GONE)
            raise GameNotFound(game)
        return self._logs[game]

    def _check_papers(self, log: Log) -> None:
        if len(log.papers) != log.filed:
            problem = f"found {len(log.papers)} of {log.filed} stored papers"
            raise StorageCorrupt(MEDIUM, log.opening.game, problem)

    def _check_origin(self, parent: str, version: int) -> None:
        head = self._log(parent).head
        if version > head:
            raise VersionNotFound(parent, version, head)

    def _check_tokens(self, game: str, grants: Sequence[Grant]) -> None:
        hashes = {grant.token_hash for grant in grants}
        if len(hashes) < len(grants) or not hashes.isdisjoint(self._grants):
            raise DuplicateToken(game)

    def _check_consents(self, parent: str, consents: Sequence[bytes]) -> None:
        given = set(consents)
        if len(given) < len(consents) or not given.isdisjoint(self._consents):
            raise ConsentUsed(parent)

    def _check_leaves(self) -> None:
        head = self._leaves_head
        at_head = self._leaves[head.version - 1 : head.version] if head is not None else []
        check_leaves(MEDIUM, head, len(self._leaves), at_head[0].data if at_head else b"")

    def _add_leaves(self, leaves: Sequence[Leaf]) -> None:
        if leaves:
            self._check_leaves()
            self._leaves += [replace(leaf, number=number) for number, leaf in enumerate(leaves, len(self._leaves))]
            self._leaves_head = head_of_leaves(self._leaves[-1])

    def _write(self, log: Log, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary | None) -> None:
        if entries or not log.entries:
            head = head_after(log.opening.game, log.head, entries)
            self._heads[log.opening.game] = replace(head, public=log.opening.public)
        log.add(entries)
        self._grants |= {grant.token_hash: grant for grant in grants}
        if summary is not None:
            self._catalogue[summary.game] = summary
        self._followers.publish(log.opening.game, entries)

    def _summary(self, log: Log) -> Summary:
        if log.opening.game not in self._catalogue:
            raise GameNotFound(log.opening.game)
        head = self._heads[log.opening.game]
        return replace(self._catalogue[log.opening.game], head=max(log.head, head.version))


def _checked(game: str, entries: Iterator[Stored]) -> list[Stored]:
    """Return an imported log's entries. Raises ValueError, and whatever reading them does."""
    log: list[Stored] = []
    for entry in entries:
        check_follows(game, len(log), entry)
        log.append(entry)
    return log
