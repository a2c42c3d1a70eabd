"""A seat that the client holds, and everything that its holder can do."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, Unpack

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.clocks_pb2 import ClockTerms
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.lifecycle_pb2 import TakeBack
from gunbai.record.v1.results_pb2 import Agree, AnnounceAbsence, Concede
from gunbai.referee.v1 import game_pb2, lobby_pb2, record_pb2, referee_pb2, ruling_pb2
from gunbai.referee.v1.results_pb2 import ResultSheet
from gunbai_client.aio.disputes import Disputes
from gunbai_client.aio.play_stream import PlayStream
from gunbai_client.aio.watch_stream import PATIENCE, Shown, Update, WatchOptions, entry_of, update_of, watch
from gunbai_client.channel import SILENCE, Patience
from gunbai_client.errors import NotNow, Unreachable
from gunbai_client.new_game import NewGame, NewTokens
from gunbai_client.prompt import Prompt
from gunbai_client.share_keeper import Keeper
from gunbai_client.terms import STALLED, Chance, Stalled, branch_source
from gunbai_client.transport.aio import Duplex
from gunbai_record import chain
from gunbai_record.messages import given_by, packed

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai

T = TypeVar("T")


@dataclass
class Seat:
    """A seat at a game, or the dealer's place (number 0), held by the client's token.

    It remembers the version of its last question, and `submit` expects this version by default. In a game where seats
    give shares of chance, it gives its share whenever a call shows that the share is due.
    """

    gunbai: Gunbai
    game: str
    number: int
    key: Ed25519PrivateKey | None = field(default=None, repr=False)
    seed: bytes = field(default=b"", repr=False)
    """The seed of the seat's shares of chance. Save it with the token, and keep it secret."""
    asked_at: int = 0
    _keeper: Keeper | None = field(default=None, repr=False)
    _refused: ruling_pb2.Refused | None = field(default=None, repr=False, compare=False)
    """Why the seat's last command was refused."""
    _lost: bool = field(default=False, repr=False, compare=False)
    """Whether the ruling on the seat's last command never arrived."""

    @property
    def token(self) -> str:
        """The seat's token. Save it, and keep it secret."""
        return self.gunbai.token

    async def legal(self) -> referee_pb2.ListLegalCommandsResponse:
        """Return the commands that the seat can give now."""
        request = referee_pb2.ListLegalCommandsRequest(game=self.game)
        stub = self.gunbai.stubs.referee
        legal = await self.gunbai.ask(stub.ListLegalCommands, request)
        if await self.give_share(legal.waiting.share_due):
            legal = await self.gunbai.ask(stub.ListLegalCommands, request)
        self.asked_at = legal.expected_version
        return legal

    async def view(self, version: int = 0) -> record_pb2.GetViewResponse:
        """Return a position as the seat can see it."""
        view = await self.gunbai.view(self.game, version)
        if await self.give_share(view.waiting.share_due):
            view = await self.gunbai.view(self.game, version)
        self.asked_at = view.expected_version or self.asked_at
        return view

    def watch(self, after: int = 0, **how: Unpack[WatchOptions]) -> AsyncIterator[Entry]:
        """Yield the entries after a version as the seat can see them, and give its shares; see `Gunbai.watch`."""
        return self._watch(after, entry_of, **how)

    def updates(self, after: int = 0, *, sentences: bool = False, **how: Unpack[WatchOptions]) -> AsyncIterator[Update]:
        """Yield the updates after a version as the seat can see them, and give its shares; see `Gunbai.updates`."""
        return self._watch(after, update_of, sentences=sentences, **how)

    def _watch(
        self, after: int, shown: Shown[T], *, sentences: bool = False, **how: Unpack[WatchOptions]
    ) -> AsyncIterator[T]:
        record = self.gunbai.stubs.record
        return watch(
            (record.WatchGame, record.ReadEntries),
            self.game,
            after,
            self.gunbai.metadata,
            shown,
            sentences=sentences,
            give_share=self.give_share,
            **how,
        )

    async def give_share(self, due: game_pb2.ShareDue) -> bool:
        """Give the seat's share of chance if the record shows that it is due; return whether it was given.

        Raises BrokenRecord if the service asks for a share that is not due.
        """
        if self.number not in due.seats or not self.seed:
            return False
        keeper = self._keeper = self._keeper or Keeper(self.game, self.number, self.seed)
        async for entry in self.gunbai.entries(self.game, keeper.version):
            keeper.take(entry)
        request = keeper.handed_over(due)
        if request is None:
            return False
        stub = self.gunbai.stubs.referee
        try:
            await self.gunbai.ask(stub.GiveShare, request)
        except NotNow:
            # The time for the share is over, or a different client of the seat has given it.
            return False
        return True

    def disputes(self) -> Disputes:
        """Return the game's disputes. The seat signs its papers if it has a key."""
        return self.gunbai.disputes(self.game, self.key)

    async def confirm_result(self) -> ResultSheet:
        """Confirm the game's result, signed if the seat has a key; see `Gunbai.confirm_result`."""
        return await self.gunbai.confirm_result(self.game, self.number, key=self.key)

    async def picture(self, version: int = 0) -> str:
        """Return an SVG picture of a position, as the seat can see it."""
        return await self.gunbai.picture(self.game, version)

    async def submit(
        self,
        command: Message,
        *,
        expected_version: int = 0,
        command_id: str = "",
        sentences: bool = False,
        receipt: bool = False,
    ) -> ruling_pb2.Ruling:
        """Submit a command, and return the ruling on it. A refusal is a ruling, not an error.

        A command that is sent again with the same `command_id` (by default a new id) is judged only once. With
        `sentences`, an accepted command's entries also come in words. With `receipt`, a refusal has a signed receipt,
        which `gunbai_record.receipts` checks.
        """
        request = await self.request(command, expected_version=expected_version, command_id=command_id)
        request.sentences, request.receipt = sentences, receipt
        ruling = await self._ruling(request)
        if self.seed and ruling.HasField("accepted"):
            await self.legal()
        return ruling

    async def _ruling(self, request: referee_pb2.SubmitRequest) -> ruling_pb2.Ruling:
        stub = self.gunbai.stubs.referee
        try:
            ruling = (await self.gunbai.ask(stub.Submit, request)).ruling
        except Unreachable:
            self._lost = True
            raise
        self.remember(ruling)
        return ruling

    async def request(
        self, command: Message, *, expected_version: int = 0, command_id: str = ""
    ) -> referee_pb2.SubmitRequest:
        """Return the request that submits a command, signed if the seat has a key. A secret command names its seat."""
        if not (expected_version or self.asked_at):
            await self.view()
        request = referee_pb2.SubmitRequest(
            game=self.game,
            expected_version=expected_version or self.asked_at,
            command_id=command_id or uuid.uuid4().hex,
            command=packed(given_by(self.number, command)),
        )
        if self.key is not None:
            request.signature = self.key.sign(_payload(request))
        return request

    async def concede(self, *, command_id: str = "") -> ruling_pb2.Ruling:
        """Concede: the seat stops playing, and gunbai plays the title's default moves for it.

        `command_id` is as in `submit`.
        """
        await self.view()
        return await self.submit(Concede(), command_id=command_id, sentences=True)

    async def agree(self, word: Agree, *, expected_version: int = 0, command_id: str = "") -> ruling_pb2.Ruling:
        """Agree to something that needs the agreement of every seat that still plays and is not away.

        It can be a result, a pause of the clocks, the early end of a pause, or what happens to a seat that is away. The
        agreement is for the position at `expected_version` (by default the newest), and counts until the position
        changes. `command_id` is as in `submit`.
        """
        expected_version = expected_version or (await self.gunbai.game(self.game)).head
        return await self.submit(word, expected_version=expected_version, command_id=command_id, sentences=True)

    async def announce_absence(self, seat: int, *, command_id: str = "") -> ruling_pb2.Ruling:
        """Report that another seat, which the game is waiting for, is away. That seat then has some time to come back.

        Once that time is over, `agree` no longer needs the absent seat's consent. `command_id` is as in `submit`.
        """
        head = (await self.gunbai.game(self.game)).head
        notice = AnnounceAbsence(absent_seat=seat)
        return await self.submit(notice, expected_version=head, command_id=command_id, sentences=True)

    async def undo(self, version: int = 0, *, command_id: str = "") -> ruling_pb2.Ruling:
        """Take back the seat's last move, or all moves after a version, on its own turn and without consent.

        `command_id` is as in `submit`. Raises NotTakenBack if chance or anyone else has acted since, or if something
        hidden has been shown. In that case, propose the takeback to the others with `take_back`.
        """
        order = TakeBack(version=version)
        if version:
            await self.view()
        else:
            (await self.legal()).take_back.command.Unpack(order)
        return await self.submit(order, command_id=command_id, sentences=True)

    async def correct(
        self, outcome: Message, version: int, *, command_id: str = "", sentences: bool = False, receipt: bool = False
    ) -> ruling_pb2.Ruling:
        """As the dealer, correct the newest entry, which has this version, with a different outcome of chance.

        This works only until a seat acts on the wrong outcome. Both entries stay in the record. The other arguments are
        as in `submit`.
        """
        request = await self.request(outcome, expected_version=version, command_id=command_id)
        request.corrects, request.sentences, request.receipt = version, sentences, receipt
        return await self._ruling(request)

    def remember(self, ruling: ruling_pb2.Ruling) -> None:
        """Note the newest version that a ruling shows, and the refusal, if the ruling is one."""
        self._refused, self._lost = ruling.refused if ruling.HasField("refused") else None, False
        if ruling.accepted.entries:
            self.asked_at = max(self.asked_at, ruling.accepted.entries[-1].version)

    def play(self, *, sentences: bool = False, patience: float = PATIENCE) -> PlayStream:
        """Open a stream that prompts the seat and takes its commands. This is the fastest way to play.

        With `sentences`, the entries of accepted commands also come in words. A lost stream is opened again.
        Unreachable is raised after `patience` seconds of failed attempts.
        """

        def opened() -> Duplex[referee_pb2.PlayRequest, referee_pb2.PlayResponse]:
            return Duplex(self.gunbai.stubs.referee.Play, self.gunbai.metadata, silence=SILENCE)

        attach = referee_pb2.Attach(game=self.game, sentences=sentences, heartbeats=True)
        left = Patience(patience if self.gunbai.wait else 0)
        return PlayStream(opened, attach, self.request, self.give_share, left)

    async def prompts(self, *, patience: float = PATIENCE) -> AsyncIterator[Prompt]:
        """Yield a prompt whenever the seat has to act, and a last one at the end.

        Answer each prompt with `submit` before you ask for the next. After a refusal, the same prompt comes again, with
        the refusal. If you catch Unreachable from `submit`, the next prompt is the service's current question.
        """
        async with self.play(patience=patience) as stream:
            async for prompt in stream:
                self._prompted(prompt)
                yield prompt
                if self._lost or self._refused is not None:
                    stream.ask_again(None if self._lost else self._refused)

    def _prompted(self, prompt: Prompt) -> None:
        self.asked_at = prompt.expected_version
        self._refused, self._lost = None, False

    async def consent(
        self,
        version: int,
        *,
        chance: Chance | None = None,
        share_seconds: int = 0,
        stalled: Stalled = "",
        private: bool = False,
        invited_only: bool = False,
        reissue_seconds: int = 0,
        absence_seconds: int = 0,
        arbiter: bytes = b"",
        clock: ClockTerms | None = None,
    ) -> str:
        """Return the seat's consent to one branch at a version, with the terms that you give to `fork`."""
        request = referee_pb2.ConsentToForkRequest(
            request_id=uuid.uuid4().hex,
            game=self.game,
            version=version,
            chance_source=branch_source(chance),
            private=private,
            share_seconds=share_seconds,
            stalled=STALLED[stalled],
            invited_only=invited_only,
            reissue_seconds=reissue_seconds,
            absence_seconds=absence_seconds,
            arbiter=arbiter,
            clock=clock,
        )
        stub = self.gunbai.stubs.referee
        return (await self.gunbai.ask(stub.ConsentToFork, request)).consent

    async def leave(self, *, request_id: str = "") -> game_pb2.GameInfo:
        """Leave the game before its start. The seat becomes free, and its token stops working.

        Repeating the call with the same `request_id` (by default a new id) has no effect.
        """
        request = lobby_pb2.LeaveGameRequest(game=self.game, request_id=request_id or uuid.uuid4().hex)
        stub = self.gunbai.stubs.lobby
        return (await self.gunbai.ask(stub.LeaveGame, request)).info

    async def veto_reissue(self, *, request_id: str = "") -> game_pb2.GameInfo:
        """Veto the new token that was announced for this seat. The seat keeps its current token.

        Repeating the call with the same `request_id` (by default a new id) has no effect.
        """
        request = lobby_pb2.VetoReissueRequest(game=self.game, request_id=request_id or uuid.uuid4().hex)
        stub = self.gunbai.stubs.lobby
        return (await self.gunbai.ask(stub.VetoReissue, request)).info

    async def remove_name(self) -> game_pb2.GameInfo:
        """Remove the name of this seat's player from the record for good. The record still verifies.

        Copies of the record that others received earlier still contain the name.
        """
        request = lobby_pb2.RemoveNameRequest(game=self.game)
        stub = self.gunbai.stubs.lobby
        return (await self.gunbai.ask(stub.RemoveName, request)).info

    async def take_back(self, version: int, *, label: str = "", tokens: NewTokens | None = None) -> NewGame:
        """Propose to take back everything after a version, and return the branch that would continue the game.

        The branch begins when every seat, including this one, has consented with `join`. The proposer is its host.
        """
        tokens = tokens or NewTokens()
        request = referee_pb2.ForkGameRequest(
            game=self.game,
            version=version,
            label=label,
            continues=True,
        )
        tokens.fill(request)
        forked = await self.gunbai.ask(self.gunbai.stubs.referee.ForkGame, request)
        return tokens.of(forked.info, forked.invitations)

    async def join(self, branch: str, *, entropy: bytes = b"", token: str = "", seed: bytes = b"") -> Seat:
        """Take the same seat in a branch that keeps it for its holder, under the same name and key.

        In a branch that takes back moves, joining is the seat's consent. Repeating the call with the same token,
        entropy and seed returns the same seat.
        """
        gunbai, number = self.gunbai, self.number
        info = await gunbai.holding("").game(branch) if self.key is not None else game_pb2.GameInfo()
        consents_at = info.head if info.continues else 0
        return await gunbai.join(
            branch, "", seat=number, key=self.key, entropy=entropy, token=token, seed=seed, consents_at=consents_at
        )


def _payload(request: referee_pb2.SubmitRequest) -> bytes:
    name = chain.type_name(request.command.type_url)
    return chain.command_payload(
        request.game, request.expected_version, request.command_id, name, request.command.value
    )
