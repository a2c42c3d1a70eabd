"""A visitor: their calls to the service, with their token and language."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from clients.web.frame.address import read_address
from clients.web.frame.cookies import Tokens, read_tokens
from clients.web.frame.paths import is_framed
from clients.web.frame.text import read_languages
from clients.web.samples.service import SampleService
from gunbai_client.aio import Gunbai, Seat


@dataclass(frozen=True)
class Visitor:
    """The sender of a request, and the game that it is about; "" for none."""

    gunbai: Gunbai
    """A client without a token, which speaks the visitor's language and uses their quotas."""
    game: str
    tokens: Tokens

    @classmethod
    def of(cls, request: Request, game: str = "") -> Visitor:
        """Return a request's visitor; the request is about the game in its path unless one is named."""
        game = game or request.path_params.get("game", "")
        gunbai = _find_service(request, game)
        tokens = Tokens(game, {}) if is_framed(request) else read_tokens(request, game)
        return cls(gunbai.speaking(read_languages(request)), game, tokens)

    @property
    def reader(self) -> Gunbai:
        """A client that sees what the visitor may see of the game."""
        return self.gunbai.holding(self.tokens.reading)

    def seat(self, number: int) -> Seat:
        """Return one of the visitor's seats; the service refuses calls without the seat's token."""
        return self.holding(str(number)).seat(self.game, number, seed=self.tokens.seed_of(number))

    def acting(self, role: str) -> Gunbai:
        """Return a client with a role's token, which questions about hidden facts need, or else the reader."""
        return self.holding(role) if self.tokens.of(role) else self.reader

    def holding(self, role: str) -> Gunbai:
        """Return a client with the token of a role, or without one."""
        return self.gunbai.holding(self.tokens.of(role))


def is_sample(request: Request, game: str) -> bool:
    """Return whether a game is one of those that ship with the pages, which are read-only."""
    samples: SampleService | None = request.app.state.samples
    return samples is not None and samples.has(game)


def _find_service(request: Request, game: str) -> Gunbai:
    """Return a client of the service that has a game."""
    if is_sample(request, game):
        samples: SampleService = request.app.state.samples
        return samples.gunbai
    gunbai: Gunbai = request.app.state.gunbai
    return gunbai.forwarding(read_address(request), request.app.state.forwarder)
