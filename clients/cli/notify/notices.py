"""Notices: what waits for a person in a game (a decision, a consent, an answer in a dispute), or that the game is over.

A notice says who is asked for what, in the service's words. It contains no secret, so it can be forwarded.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC

from google.protobuf.timestamp_pb2 import Timestamp

from clients.cli.screen.sentences import result_sentence
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.record.v1.results_pb2 import Agree, AgreementReached
from gunbai.referee.v1.disputes_pb2 import Dispute
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_ABANDONED,
    GAME_STATUS_CONTINUED,
    GAME_STATUS_DECIDED,
    GAME_STATUS_FINISHED,
    GAME_STATUS_OPEN,
    GAME_STATUS_REVEALING,
    GAME_STATUS_RUNNING,
    GAME_STATUS_STALLED,
    GAME_STATUS_SUPERSEDED,
    GAME_STATUS_VOIDED,
    GameInfo,
    Waiting,
)
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai.referee.v1.record_pb2 import GetViewResponse
from gunbai_client import aio
from gunbai_record.chain import type_name
from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible

OVER = {
    GAME_STATUS_ABANDONED,
    GAME_STATUS_DECIDED,
    GAME_STATUS_FINISHED,
    GAME_STATUS_STALLED,
    GAME_STATUS_VOIDED,
}
ELSEWHERE = {GAME_STATUS_CONTINUED, GAME_STATUS_SUPERSEDED}
"""A move was taken back: the game continues in a branch, which later notices are about."""
LOOKED_BACK = 32
"""How many entries are read at first to find another seat's last one."""
WORDS_FOR_EACH_SEAT = 4
"""How many entries per seat are read back for what other seats have agreed to."""


@dataclass(frozen=True)
class Notice:
    """A notice, sent once."""

    kind: str
    """What it is about: decision, chance, start, agreement, takeback, dispute, veto, invitation or over."""
    game: str
    mark: str
    """What distinguishes it from the game's other notices of its kind and seat, such as the version of the turn."""
    text: str
    """The notice as a sentence."""
    seat: int = 0
    """The seat that is asked; 0 for the host, the dealer, or all seats together."""
    player: str = ""
    title: str = ""
    label: str = ""
    version: int = 0
    """The version of the game at which it was asked."""
    clause: str = ""
    deadline: str = ""
    """The last moment at which a decision counts, in RFC 3339; empty if no clock is running."""
    word: str = ""
    """The word that is asked for, as `gunbai game agree GAME` takes it."""

    @property
    def id(self) -> str:
        """The notice's identity: a repeated notice has the same one."""
        return f"{self.game}/{self.kind}/{self.seat}/{self.mark}"

    @property
    def command(self) -> str:
        """What the person types to answer it; "" if there is nothing left to do."""
        seat, dispute = f"--seat {self.seat}", self.mark.partition(".")[0]
        typed = {
            "chance": f"game deal {self.game}",
            "start": f"game start {self.game}",
            "agreement": f"game agree {self.game} {self.word} {seat}",
            "takeback": f"game takeback {self.game} --consent {self.mark}",
            "dispute": f"dispute show {self.game} {dispute}",
            "veto": f"seat veto {self.game}",
            "invitation": f"join {self.game}",
            "over": f"game replay {self.game}",
        }
        return f"gunbai {typed.get(self.kind, f'play {self.game}')}"

    @property
    def facts(self) -> dict[str, str | int]:
        """The notice's fields for JSON."""
        facts: dict[str, str | int] = asdict(self)
        del facts["mark"], facts["word"]
        return {"id": self.id, **facts}


@dataclass(frozen=True)
class Place:
    """A person's place at a game: their seats, and whether they deal or host."""

    game: str
    reader: aio.Gunbai
    """A client that sees what the person may see of the game."""
    seats: Sequence[aio.Seat]
    deals: bool = False
    hosts: bool = False
    _titles: list[GetTitleResponse] = field(default_factory=list, repr=False)
    """The title of the game, kept once the service has been asked: it never changes."""

    @property
    def numbers(self) -> Iterable[int]:
        """The seats' numbers."""
        return [seat.number for seat in self.seats]

    async def look(self) -> tuple[GameInfo, list[Notice]]:
        """Return the game and everything in it that waits for the person. Due shares of chance are given first."""
        info = await self.reader.game(self.game)
        if info.status in OVER:
            return info, [
                await self._notice(info, "over", str(info.head), f"The game is over: {result_sentence(info)}.")
            ]
        if info.status in ELSEWHERE or info.went_back:
            return info, []
        sources = (self._host(info), self._vetoes(info), self._decisions(info), self._words(info))
        notices = [notice for source in sources async for notice in source]
        notices += [notice async for notice in self._takebacks(info)]
        return info, notices + [notice async for notice in self._disputes(info)]

    async def _notice(
        self, info: GameInfo, kind: str, mark: str, text: str, *, seat: int = 0, waiting: Waiting | None = None
    ) -> Notice:
        heading = info.label or (await self._title(info)).title.label
        player = info.seats[seat - 1].player if seat else ""
        # The service's sentence already names the player.
        who = "" if not seat or (player and player in text) else f"{player or f'seat {seat}'}: "
        return Notice(
            kind=kind,
            game=info.game,
            mark=mark,
            text=visible(f"{heading}: {who}{text}"),
            seat=seat,
            player=player,
            title=info.title,
            label=info.label,
            version=info.head,
            clause=waiting.clause if waiting else "",
            deadline=_deadline(waiting, seat) if waiting else "",
        )

    async def _host(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield a notice that the table is full, so the host can start the game."""
        if self.hosts and info.status == GAME_STATUS_OPEN and all(seat.taken for seat in info.seats):
            yield await self._notice(info, "start", str(info.head), "All seats are taken: start the game.")

    async def _vetoes(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield notices that a seat gets a new token unless its player objects."""
        for seat in info.seats:
            if seat.seat in self.numbers and seat.HasField("veto_expire_time"):
                until = _written(seat.veto_expire_time)
                text = f"your seat gets a new token unless you veto it by {until}."
                yield await self._notice(info, "veto", until, text, seat=seat.seat)

    async def _decisions(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield the questions that the rules ask of the seats and the dealer."""
        if info.status not in (GAME_STATUS_RUNNING, GAME_STATUS_REVEALING):
            return
        for seat in self.seats:
            seen = await seat.view()
            if seat.number in seen.waiting.seats:
                mark, question = str(await self._turn(seat, seen)), await self._question(info, seen)
                text = f"your turn. {question}".rstrip()
                yield await self._notice(info, "decision", mark, text, seat=seat.number, waiting=seen.waiting)
        if self.deals and info.chance_source == CHANCE_SOURCE_DEALER:
            view = await self.reader.view(self.game)
            if view.waiting.chance:
                yield await self._notice(info, "chance", str(view.version), view.waiting.sentence, waiting=view.waiting)

    async def _turn(self, seat: aio.Seat, seen: GetViewResponse) -> int:
        """Return the version at which a seat's turn began: another seat's last entry before the question.

        Entries that arrive while the question stands do not begin a new turn. It is 0 if no other seat has acted.
        """
        last, looked = seen.expected_version, LOOKED_BACK
        while last:
            first = max(last - looked, 0)
            entries = [entry async for entry in seat.gunbai.entries(self.game, first, last)]
            others = (entry.version for entry in reversed(entries) if entry.actor.seat not in {0, seat.number})
            if turn := next(others, 0):
                return turn
            last, looked = first, 2 * looked
        return 0

    async def _question(self, info: GameInfo, seen: GetViewResponse) -> str:
        """Return a seat's question as everyone may read it; "" if only its player may."""
        if not (await self._title(info)).secret_messages:
            return seen.waiting.sentence
        if info.private:
            return ""
        public = await self.reader.holding("").view(self.game)
        return public.waiting.sentence if public.version == seen.version else ""

    async def _title(self, info: GameInfo) -> GetTitleResponse:
        if not self._titles:
            self._titles.append(await self.reader.title(info.title, info.rules_version))
        return self._titles[0]

    async def _words(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield other seats' words for a result or a pause, which count as long as nothing else happens."""
        if info.status != GAME_STATUS_RUNNING:
            return
        after = max(0, info.head - WORDS_FOR_EACH_SEAT * len(info.seats))
        given = _words_given([entry async for entry in self.reader.entries(self.game, after)])
        for number in self.numbers:
            for seat, entry in given.items():
                own = given.get(number)
                if seat != number and (own is None or own.command.open.value != entry.command.open.value):
                    matter, word = _matter(entry)
                    text = f"{info.seats[seat - 1].player or f'seat {seat}'} asks you to agree: {matter}."
                    notice = await self._notice(info, "agreement", str(entry.version), text, seat=number)
                    yield replace(notice, word=word)

    async def _takebacks(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield the takebacks that a seat has not agreed to."""
        async for branch in self.reader.games(parent=self.game, status=GAME_STATUS_OPEN):
            if branch.continues:
                for seat in branch.seats:
                    if seat.seat in self.numbers and not seat.taken:
                        text = f"do you agree to take back everything after version {branch.parent_version}?"
                        yield await self._notice(info, "takeback", branch.game, text, seat=seat.seat)

    async def _disputes(self, info: GameInfo) -> AsyncIterator[Notice]:
        """Yield the open disputes in which others spoke last, and those that the dealer must settle."""
        async for dispute in self.reader.disputes(self.game).all():
            if dispute.HasField("verdict"):
                continue
            spoken = [dispute.seat, *(statement.seat for statement in dispute.statements)]
            what = f"dispute {dispute.number} of version {dispute.version} is waiting for your"
            for number in self.numbers:
                if spoken[-1] != number:
                    text = f"{what} answer: {_last(dispute)}"
                    yield await self._notice(info, "dispute", f"{dispute.number}.{len(spoken)}", text, seat=number)
            if self.deals and not info.arbiter:
                settle = (
                    f"Dispute {dispute.number} of version {dispute.version} is waiting for your "
                    f"verdict: {_last(dispute)}"
                )
                yield await self._notice(info, "dispute", f"{dispute.number}.{len(spoken)}", settle)


def invitation(info: GameInfo) -> Notice:
    """Return the notice that a game invites the player's key."""
    text = visible(f"{info.label or info.title}: you are invited to a game.")
    return Notice("invitation", info.game, "", text, title=info.title, label=info.label, version=info.head)


def _words_given(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Return each seat's newest word that still counts: only words have come after it."""
    given: dict[int, Entry] = {}
    for entry in reversed(entries):
        reached = any(event.open.type_url.endswith(AgreementReached.DESCRIPTOR.full_name) for event in entry.events)
        if reached or type_name(entry.command.open.type_url) != Agree.DESCRIPTOR.full_name:
            return given
        given.setdefault(entry.actor.seat, entry)
    return given


def _matter(entry: Entry) -> tuple[str, str]:
    """Return what a seat agreed to, and its word as `gunbai game agree GAME` takes it."""
    word = Agree.FromString(entry.command.open.value)
    match word.WhichOneof("matter"):
        case "pause":
            seconds = word.pause.seconds
            return f"a pause of {counted(seconds, 'second')}", f"pause --seconds {seconds}"
        case "resumption":
            return "the end of the pause", "resume"
    result = word.result
    winners = ", ".join(f"seat {winner}" for winner in result.winners)
    scores = f", with the scores {', '.join(map(str, result.scores))}" if result.scores else ""
    options = [f"--winner {winner}" for winner in result.winners] + [f"--score={score}" for score in result.scores]
    return f"the game ends with {winners or 'nobody'} as the winner{scores}", " ".join(["result", *options])


def _last(dispute: Dispute) -> str:
    return dispute.statements[-1].text if dispute.statements else dispute.claim


def _deadline(waiting: Waiting, seat: int) -> str:
    clocks = (clock for clock in waiting.clocks.seats if clock.seat == seat and clock.HasField("deadline"))
    return next((_written(clock.deadline) for clock in clocks), "")


def _written(moment: Timestamp) -> str:
    return moment.ToDatetime(UTC).isoformat(timespec="seconds")
