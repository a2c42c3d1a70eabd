"""What can be wrong with a request before the rules judge it, as facts.

    RefereeError
      InvalidField            field, problem
        BrokenClause          clause, sentence
        UnparsableRequest     bytes that are no request at all
        UnknownCommand        a type that no title has as a command
        ForeignCommand        a command of another title
        UnparsableCommand     bytes that are not of their type
      TitleNotFound           title, the package that has it
      TitleNotServed          title, rules_version, the package that has it
      TitleFaulty             title, message, field, problem
      TokenUnknown
      TokenRevoked            seat
      TokenPending            seat
      NotAllowed              what the caller's token does not allow
        TokenMissing          there is none
        ForeignToken          it belongs to another game
        GamePrivate           game
        HiddenFacts           game
          FactsSealed         version
        ConsentsMissing       seats
          InspectionConsentsMissing
        SeatHeld              game, seat
        InvitationMissing     game
        InvitationInvalid     game
        SignatureMissing      seat
        SignatureInvalid      seat
      WrongState              game, status
        GameNotOpen, GameNotRunning, GameNotStarted, GameOver, SeatsFree, SeatTaken, SeatNotTaken, ShareNotDue,
        ReissueNotAllowed, NoticeNotRunning, NoResult
        GameTooLong           entries
        BranchRunning         branches
        SeatLeft              seat
        TimeUp                seat
        NotTakenBack          seat, version
      DisputeNotFound         game, dispute, disputes
      DisputeSettled          game, dispute
      OrdersUsedUp            game, seat, orders
      AlreadyDisputed         game, dispute, seat
      PapersUsedUp            game, seat, papers
      VersionConflict         expected, earliest, head
      CommandIdReused         command_id
      RequestIdReused         game
      TokenUsed               field, problem
      RequestTooLarge         call, size, limit
      QuotaExceeded           quota, retry_after_seconds
        StoredQuotaExceeded   what the calls of a peer stored
      ServiceBusy             work, retry_after_seconds
      RecordDamaged           game, version
      RecordRefused           version, problem, expected, found
      RecordUnverified        game, version
      ServiceStopping

`referee.calls.statuses` says which reason each becomes; the attributes travel as the metadata of its ErrorInfo.
"""

from __future__ import annotations

from gunbai_record.packages import UNKNOWN, Package
from gunbai_record.text.counts import counted


class RefereeError(Exception):
    """Anything that stops a request before the rules judge it."""


class InvalidField(RefereeError):
    """A request field has an invalid value."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field, self.problem = field, problem


class BrokenClause(InvalidField):
    """A new game's options or table break a clause of its title."""

    def __init__(self, field: str, problem: str, clause: str, sentence: str) -> None:
        super().__init__(field, problem)
        self.clause, self.sentence = clause, sentence

    def in_words(self, sentence: str) -> BrokenClause:
        """Return the error with the clause in other words."""
        return BrokenClause(self.field, self.problem, self.clause, sentence)


class UnparsableRequest(InvalidField):
    """The request's bytes, or its JSON, are not a message of its type."""

    def __init__(self, call: str, why: str = "") -> None:
        super().__init__("", f"not a {call} request: {why}" if why else f"the bytes are not a {call} request")


class UnknownCommand(InvalidField):
    """The command's type is not that of any title's command."""


class ForeignCommand(InvalidField):
    """The command belongs to a different title than the game."""


class UnparsableCommand(InvalidField):
    """The command's bytes are not a message of its type."""


class TitleNotFound(RefereeError):
    """No such title, or not with these rules."""

    def __init__(self, title: str, rules_version: int = 0, package: Package = UNKNOWN) -> None:
        rules = f" with rules version {rules_version}" if rules_version else ""
        needed = f": install the package {package}" if package != UNKNOWN else ""
        super().__init__(f"unknown title {title[:100]!r}{rules}{needed}")
        self.title = title[:100]


class TitleNotServed(RefereeError):
    """The service does not have a stored game's rules: the game can be read, but neither played nor shown."""

    def __init__(self, title: str, rules_version: int, package: Package = UNKNOWN) -> None:
        needed = f"install the package {package}; until then" if package != UNKNOWN else "without them"
        super().__init__(
            f"the rules of {title[:100]!r}, version {rules_version}, are not installed here: "
            f"{needed} its games can be exported, but not shown or played"
        )
        self.title, self.rules_version = title[:100], rules_version


class TitleFaulty(RefereeError):
    """The rules of a title made a command or event that cannot be recorded: a mistake in its package."""

    def __init__(self, title: str, message: str, field: str, problem: str) -> None:
        super().__init__(f"the rules of {title} produced a value that cannot be recorded: {problem}")
        self.title, self.message, self.field, self.problem = title, message, field, problem


class TokenUnknown(RefereeError):
    """The token is unknown here."""

    def __init__(self) -> None:
        super().__init__("unknown token: nobody holds it")


class ForwarderUnknown(RefereeError):
    """A call names the visitor for whom it is made, but does not show the credential of the service's forwarder."""

    def __init__(self) -> None:
        super().__init__("only this service's forwarder can name a visitor: send its credential as `gunbai-forwarder`")


class TokenRevoked(RefereeError):
    """The token no longer holds the seat: the seat was freed, the token was replaced, or the replacement was vetoed."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            f"this token no longer holds seat {seat}: the seat was freed, its token was "
            "replaced, or the replacement was vetoed"
        )
        self.seat = seat


class TokenPending(RefereeError):
    """The token was announced for a seat, which can still veto it."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"this token is not valid yet: the player of seat {seat} can still veto it")
        self.seat = seat


class NotAllowed(RefereeError):
    """The token, or its absence, does not allow this."""


class TokenMissing(NotAllowed):
    """The call needs a token."""

    def __init__(self, roles: str) -> None:
        super().__init__(f"this call needs {roles}")


class RoleNeeded(NotAllowed):
    """The token has a different role."""

    def __init__(self, roles: str) -> None:
        super().__init__(f"this call needs {roles}")


class ForeignToken(NotAllowed):
    """The token belongs to another game."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the token belongs to a different game than {game!r}")
        self.game = game


class GamePrivate(NotAllowed):
    """Only holders of the game's tokens can watch it."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} is private: send one of its tokens")
        self.game = game


class HiddenFacts(NotAllowed):
    """The answer would show hidden facts to the caller while the game is running."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} is not over and hides facts from you")
        self.game = game


class FactsSealed(HiddenFacts):
    """The record has sealed items: from the first of them on, its reader does not know the position."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(game)
        self.version = version
        self.args = (f"entry {version} is sealed: you can see positions up to version {version - 1}",)


class ConsentsMissing(NotAllowed):
    """A branch of a game that hides facts needs the host's token and every seat's consent."""

    def __init__(self, game: str, seats: tuple[int, ...]) -> None:
        missing = f"missing: {', '.join(map(str, seats))}"
        super().__init__(f"a branch of {game!r} needs the host's token and the consent of every seat; {missing}")
        self.game, self.seats = game, seats


class InspectionConsentsMissing(ConsentsMissing):
    """The arbiter sees hidden facts only if every seat consents, in statements of the dispute."""

    def __init__(self, game: str, seats: tuple[int, ...]) -> None:
        super().__init__(game, seats)
        missing = ", ".join(map(str, seats))
        self.args = (
            (f"to see what is hidden, the arbiter of {game!r} needs the consent of every seat; missing: {missing}"),
        )


class SeatHeld(NotAllowed):
    """The branch's seat belongs to its player in the parent as long as the parent hides facts."""

    def __init__(self, game: str, seat: int) -> None:
        held = f"seat {seat} is" if seat else "every seat is"
        super().__init__(
            f"in the branch {game!r}, {held} kept for its player in the parent: join with that player's token"
        )
        self.game, self.seat = game, seat


class InvitationMissing(NotAllowed):
    """The game's seats are taken with invitations."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} takes only invited players: ask the host for an invitation")
        self.game = game


class InvitationInvalid(NotAllowed):
    """The invitation is not valid for any seat of the game now; the error does not quote it."""

    def __init__(self, game: str) -> None:
        super().__init__(f"this invitation is not for a seat of game {game!r}, or the seat was freed")
        self.game = game


def _signer(seat: int) -> str:
    """Return a seat, or the arbiter for 0, as a signer."""
    return f"seat {seat}" if seat else "the arbiter"


class SignatureMissing(NotAllowed):
    """The seat joined with a public key, or the game names the arbiter's: its commands must be signed."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"{_signer(seat)} has a public key: sign this command")
        self.seat = seat


class SignatureInvalid(NotAllowed):
    """The signature is not by the seat's key over this command."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"{_signer(seat)} did not sign this command at this version")
        self.seat = seat


class WrongState(RefereeError):
    """The game is not in the state that the call needs."""

    def __init__(self, game: str, problem: str) -> None:
        super().__init__(f"game {game!r}: {problem}")
        self.game = game


class GameNotOpen(WrongState):
    """The game's seats can no longer be taken."""


class GameNotStarted(WrongState):
    """The game has not begun."""


class GameOver(WrongState):
    """The game has ended."""


class GameTooLong(WrongState):
    """The game has as many entries as the service takes; it can still be read, branched or abandoned."""

    def __init__(self, game: str, entries: int) -> None:
        super().__init__(game, f"the game has reached the limit of {entries:,} entries; any seat may now abandon it")
        self.entries = entries


class BranchRunning(WrongState):
    """The game's end would open what a running branch hides, so the game cannot end before the branch."""

    def __init__(self, game: str, branches: list[str]) -> None:
        super().__init__(game, f"it cannot end before the branches that share its hidden facts: {', '.join(branches)}")
        self.branches = branches


class NoResult(WrongState):
    """The game has no final result."""

    def __init__(self, game: str, status: str) -> None:
        super().__init__(game, f"it has no final result: it is {status}")


class SeatsFree(WrongState):
    """Not all seats are taken."""


class SeatTaken(WrongState):
    """The seat is taken, or all are."""


class SeatNotTaken(WrongState):
    """Nobody holds the seat."""


class ShareNotDue(WrongState):
    """No share of chance is due, or its time is over."""


class ReissueNotAllowed(WrongState):
    """In this game, a seat without a key cannot get a new token."""


class NoticeNotRunning(WrongState):
    """No new token is announced for the seat, or the time for its veto is over."""


class SeatLeft(WrongState):
    """The seat has left the game, which continues without it."""

    def __init__(self, game: str, seat: int) -> None:
        super().__init__(game, f"seat {seat} no longer plays")
        self.seat = seat


class TimeUp(WrongState):
    """The seat's time for its decision is up."""

    def __init__(self, game: str, seat: int) -> None:
        super().__init__(game, f"seat {seat} has run out of time")
        self.seat = seat


class NotTakenBack(WrongState):
    """The seat cannot take this back by itself."""

    def __init__(self, game: str, seat: int, version: int, why: str) -> None:
        back = f"go back to version {version}" if version else "take back a move"
        super().__init__(game, f"seat {seat} cannot {back} without consent: {why}")
        self.seat, self.version = seat, version


class DisputeNotFound(RefereeError):
    """The game has no dispute with this number."""

    def __init__(self, game: str, dispute: int, disputes: int) -> None:
        super().__init__(f"game {game!r} has no dispute {dispute}: it has {counted(disputes, 'dispute')}")
        self.game, self.dispute, self.disputes = game, dispute, disputes


class DisputeSettled(RefereeError):
    """The arbiter has given a different verdict on the dispute."""

    def __init__(self, game: str, dispute: int) -> None:
        super().__init__(f"dispute {dispute} of game {game!r} is already settled")
        self.game, self.dispute = game, dispute


class OrdersUsedUp(RefereeError):
    """The seat has reached the limit on agreements, new tokens, or announcements of new tokens in this game."""

    def __init__(self, game: str, seat: int, orders: int, kind: str) -> None:
        who = f"seat {seat}" if seat else "the host"
        super().__init__(f"{who} of game {game!r} has reached the limit of {orders} {kind}")
        self.game, self.seat, self.orders = game, seat, orders


class AlreadyDisputed(RefereeError):
    """The seat has already disputed this entry or refusal."""

    def __init__(self, game: str, dispute: int, seat: int) -> None:
        super().__init__(f"seat {seat} of game {game!r} already disputes this, in dispute {dispute}")
        self.game, self.dispute, self.seat = game, dispute, seat


class PapersUsedUp(RefereeError):
    """The seat has reached the limit on disputes and statements in the game."""

    def __init__(self, game: str, seat: int, papers: int) -> None:
        super().__init__(f"seat {seat} of game {game!r} has reached the limit of {papers} disputes and statements")
        self.game, self.seat, self.papers = game, seat, papers


class VersionConflict(RefereeError):
    """The command was meant for a different position than the one where its actor is asked."""

    def __init__(self, game: str, expected: int, earliest: int, head: int) -> None:
        where = "ahead of" if expected > head else "before"
        super().__init__(
            f"version {expected} is {where} the current question of game {game!r}: read its view "
            f"again (asked since version {earliest}, head {head})"
        )
        self.game, self.expected, self.earliest, self.head = game, expected, earliest, head


class CommandIdReused(RefereeError):
    """The id belongs to another command of the game."""

    def __init__(self, game: str, command_id: str) -> None:
        super().__init__(f"a different command of game {game!r} already has the id {command_id!r}")
        self.game, self.command_id = game, command_id


class RequestIdReused(RefereeError):
    """The token and the request id belong to another request, which made a game or is among a game's papers."""

    def __init__(self, game: str) -> None:
        super().__init__(f"a different request with this token and id belongs to game {game!r}")
        self.game = game


class TokenUsed(RefereeError):
    """The token already has a role, so it cannot get another."""

    def __init__(self, field: str, role: str = "a role in a game") -> None:
        problem = f"this token already has {role}; make a new one"
        super().__init__(f"{field}: {problem}")
        self.field, self.problem = field, problem


class RequestTooLarge(RefereeError):
    """The request is larger than its call allows."""

    def __init__(self, call: str, size: int, limit: int) -> None:
        super().__init__(f"a {call} request is limited to {limit} bytes; this one has {size}")
        self.call, self.size, self.limit = call, size, limit


class QuotaExceeded(RefereeError):
    """The caller has exceeded a quota."""

    def __init__(self, quota: str, retry_after_seconds: float) -> None:
        super().__init__(f"quota of {quota} exceeded; retry in {retry_after_seconds:.1f} s")
        self.quota, self.retry_after_seconds = quota, retry_after_seconds


class StoredQuotaExceeded(QuotaExceeded):
    """The caller has exceeded its quota of stored data; calls that change nothing still work."""


class ServiceBusy(RefereeError):
    """Too much work of this kind is waiting already."""

    def __init__(self, work: str, most: int) -> None:
        super().__init__(f"{most} calls are already waiting for {work}; retry in a moment")
        self.work, self.retry_after_seconds = work, 1.0


class RecordDamaged(RefereeError):
    """The stored record is damaged and not served."""

    def __init__(self, game: str, version: int, problem: str) -> None:
        super().__init__(f"the record of game {game!r} is damaged at version {version}: {problem}")
        self.game, self.version = game, version


class RecordRefused(RefereeError):
    """A record that cannot be imported: the problem, and the first bad entry, or 0 if no single entry is at fault."""

    def __init__(self, problem: str, version: int = 0, expected: str = "", found: str = "") -> None:
        differing = f" (expected {expected}, found {found})" if expected or found else ""
        super().__init__(f"{f'entry {version}: ' if version else ''}{problem}{differing}")
        self.problem, self.version, self.expected, self.found = problem, version, expected, found


class RecordUnverified(RefereeError):
    """The record was imported although it is not verified: its entries can be read, but it is not shown as a game."""

    def __init__(self, game: str, version: int, problem: str) -> None:
        where = f"entry {version}: " if version else ""
        super().__init__(
            f"the imported record {game!r} failed verification ({where}{problem}): you can only read its entries"
        )
        self.game, self.version = game, version


class ServiceStopping(RefereeError):
    """The service is being stopped."""

    def __init__(self) -> None:
        super().__init__("the service is stopping; retry in a moment")
