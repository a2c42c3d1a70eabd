"""The stubs of the services, on one channel."""

from __future__ import annotations

from gunbai.referee.v1.arbiter_pb2_grpc import ArbiterStub
from gunbai.referee.v1.audit_pb2_grpc import AuditStub
from gunbai.referee.v1.disputes_pb2_grpc import DisputesStub
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from gunbai.referee.v1.log_pb2_grpc import TransparencyLogStub
from gunbai.referee.v1.questions_pb2_grpc import QuestionsStub
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai.referee.v1.referee_pb2_grpc import RefereeStub
from gunbai.referee.v1.results_pb2_grpc import ResultsStub
from gunbai_client.transport.aio import Channel


class Stubs:
    """The services on one channel."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.lobby = LobbyStub(channel)
        self.referee = RefereeStub(channel)
        self.record = RecordStub(channel)
        self.audit = AuditStub(channel)
        self.arbiter = ArbiterStub(channel)
        self.log = TransparencyLogStub(channel)
        self.disputes = DisputesStub(channel)
        self.results = ResultsStub(channel)
        self.questions = QuestionsStub(channel)
