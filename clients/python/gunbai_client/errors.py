"""The errors of calls to a service.

    gunbai_record.errors.GunbaiError
    ├── Unreachable            the service did not answer in time
    ├── RequestError           the service rejected the request before applying the rules
    │   ├── InvalidRequest     a field is invalid; `fields` has the field and the problem
    │   ├── NotFound           there is no such game, title, version or seat
    │   ├── NotAllowed         the token is missing, unknown, or does not allow this
    │   ├── StaleVersion       the question at the expected version is no longer open
    │   ├── NotNow             the state of the game does not allow this
    │   ├── AlreadyThere       what the request would create already exists
    │   └── Exhausted          a quota or a resource is used up, or the request is too large
    └── ServiceError           the service failed, and may have carried out the request

Each reason for a failed call has its own class: gunbai_client.reasons.SeatTaken, for example, is an AlreadyThere. A
move against the rules raises none of these errors: the call returns a ruling.
"""

from __future__ import annotations

from gunbai_record.errors import GunbaiError


class Unreachable(GunbaiError):
    """The service did not answer in time.

    `unavailable` says whether the service could not be reached, was lost, or is stopping. The reason "SERVICE_STOPPING"
    means that the service did nothing. `late` says whether the call timed out.
    """

    unavailable = False
    late = False


class Silence(Unreachable):
    """Nothing came on a stream for some time, not even a heartbeat."""

    unavailable = True


class RequestError(GunbaiError):
    """The service rejected the request."""


class InvalidRequest(RequestError):
    """A field of the request is invalid."""

    @property
    def clause(self) -> str:
        """The number of the clause that a new game's options or table break, or "" if they break none."""
        return self.facts.get("clause", "")

    @property
    def sentence(self) -> str:
        """The sentence of that clause."""
        return self.facts.get("sentence", "")


class NotFound(RequestError):
    """There is no such game, title, version or seat."""


class NotAllowed(RequestError):
    """The token is missing, unknown, or does not allow this."""


class StaleVersion(RequestError):
    """The question at the expected version is no longer open."""


class NotNow(RequestError):
    """The state of the game does not allow this."""


class AlreadyThere(RequestError):
    """The request would create something that already exists."""


class Exhausted(RequestError):
    """A quota or a resource is used up, or the request is too large."""


class ServiceError(GunbaiError):
    """The service failed."""
