"""Evidence: what the record shows about a dispute, computed for each reader's view and never stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import takewhile
from typing import Any, NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from msgspec.structs import replace

from games.kit.rules import canonical
from games.kit.rules.decider import CHANCE, Refusal, decide
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.ruling_pb2 import EntrySentences, Refused
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_record.disputes import receipt_shown
from gunbai_record.receipts import receipt_of
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.entries import packed, seat
from referee.game.game import Game
from referee.game.refusals import refused_of
from referee.game.titles import Rulebook
from referee.game.translator import Translator
from referee.questions.explained import clauses_of
from referee.records.games import Games
from referee.records.openness import open_common, open_secrets
from referee.services.entry_sentences import Says, entries_in_words
from referee.services.prompts import legal_commands
from referee.services.scans import is_open
from referee.services.visible_positions import picture_of, view_of


class Eyes(NamedTuple):
    """Whose view of a dispute is shown: the viewer of the position, and whether nothing is hidden from them."""

    caller: Caller
    openly: bool


class Seen(NamedTuple):
    """A dispute as it is seen: the game at its head, the position, and the command with its actor, if it is shown."""

    dispute: pb.Dispute
    newest: Game
    position: Game
    eyes: Eyes
    translator: Translator
    actor: record.Actor
    command: AnyMessage | None = None

    @property
    def own(self) -> bool:
        """Whether the viewer can know how the actor's commands are judged."""
        caller = self.eyes.caller
        return self.eyes.openly or (caller.role == "seat" and caller.seat == self.actor.seat)


async def eyes_of(games: Games, newest: Game, caller: Caller, dispute: pb.Dispute) -> Eyes:
    """Return whose view of a dispute a caller gets: the claimant's, unless the game may hide facts.

    The position does not matter: a command that was refused, or is judged again, may be secret where nothing else is
    yet.
    """
    if newest.charter.rulebook.hides and not await games.opened(newest):
        return Eyes(caller, openly=False)
    return Eyes(Caller(caller.peer, "seat", dispute.seat), openly=True)


def position_of(dispute: pb.Dispute) -> int:
    """Return the version where the disputed command was judged."""
    return dispute.version if dispute.receipt_sha256 else dispute.version - 1


def as_seen(dispute: pb.Dispute, eyes: Eyes) -> pb.Dispute:
    """Return a dispute without the receipt for something that its reader may not see."""
    caller, command = eyes.caller, dispute.receipt.command
    own = caller.role == "seat" and caller.seat == dispute.seat
    if own or eyes.openly or not command.salt:
        return dispute
    seen = pb.Dispute()
    seen.CopyFrom(dispute)
    seen.ClearField("receipt")
    return seen


RELEASE = version("gunbai")
MOST_OUTCOMES = 20
"""The maximum number of outcomes of chance after a disputed entry that its evidence includes."""


async def evidence_of(games: Games, seen: Seen) -> pb.Evidence:
    """Return what the record shows about a dispute: everything but what the service signs."""
    dispute, newest = seen.dispute, seen.newest
    entries = [] if dispute.receipt_sha256 else await _entries(games, seen)
    says = await entries_in_words(games, newest, seen.translator, entries[:1])
    seen = seen._replace(**_command_of(seen, entries))
    evidence = pb.Evidence(
        view=view_of(newest, seen.position, seen.eyes.caller, seen.translator, ()),
        svg=await games.workers.run(lambda _: _picture(seen)),
        entry=entries[0] if entries else None,
        sentences=says(entries[0]) if entries else None,
    )
    evidence.actor_name, evidence.command_sentence = _in_words(seen, evidence.sentences if entries else None)
    _judge(evidence, games, seen)
    ancestors = await games.ancestors(newest)
    secrets = await open_secrets(games.store, newest, ancestors)
    if seen.position.charter.sisters:
        secrets[seen.position.recorded_id] = await open_common(games.game, newest, ancestors)
    evidence.outcomes.extend(_chance(seen, entries, secrets, says))
    evidence.referee_version = RELEASE
    evidence.rulebook = seen.translator.rulebook
    evidence.event_clauses.extend(await _event_clauses(games, seen, entries, evidence.clause.number))
    return evidence


async def _event_clauses(games: Games, seen: Seen, entries: Sequence[record.Entry], asked: str) -> Sequence[Clause]:
    """Return the clauses from which the events of the disputed entry followed, besides that of the question."""
    if not (entries and seen.own and is_open(entries[0])):
        return []
    after = await games.position(seen.newest.id, seen.dispute.version)
    numbers = dict.fromkeys(clauses_of(seen.position, after, entries[0]))
    clauses = {clause.number: clause for clause in seen.position.charter.rulebook.clauses.values()}
    return [seen.translator.clause(clauses[number]) for number in numbers if number in clauses and number != asked]


async def _entries(games: Games, seen: Seen) -> list[record.Entry]:
    """Return the disputed entry and those that follow it, as they are seen."""
    first, newest = seen.dispute.version, seen.newest
    entries = await games.entries(newest.id, first - 1, min(first + MOST_OUTCOMES, newest.version))
    opened = {entry.game for entry in entries} if seen.eyes.openly else await games.open_parts(newest)
    return [shown(newest, entry, seen.eyes.caller, opened) for entry in entries]


def _command_of(seen: Seen, entries: Sequence[record.Entry]) -> dict[str, Any]:
    """Return the actor and the disputed command: none if it is sealed."""
    if entries:
        item, actor = entries[0].command, entries[0].actor
    else:
        item, actor = receipt_shown(as_seen(seen.dispute, seen.eyes)).command, seat(seen.dispute.seat)
    return {"actor": actor, "command": item.open if item.HasField("open") else None}


def _in_words(seen: Seen, sentences: EntrySentences | None) -> tuple[str, str]:
    """Return the actor and the command in words."""
    if sentences is not None:
        return sentences.actor, sentences.command
    players = seen.translator.players(seen.newest.sittings)
    command = seen.translator.item(record.Item(open=seen.command), players) if seen.command is not None else ""
    return seen.translator.actor(seen.actor, players), command


def _picture(seen: Seen) -> str:
    return picture_of(seen.newest, seen.position, seen.eyes.caller, (), seen.translator).svg


def _judge(evidence: pb.Evidence, games: Games, seen: Seen) -> None:
    """Add the rulings, their clauses, and the legal commands, as far as the viewer can know them."""
    book, position = seen.position.charter.rulebook, seen.position
    evidence.given.rules_version = book.rules_version
    if not seen.dispute.receipt_sha256:
        evidence.given.accepted.sentences.extend(evidence.sentences.events)
    if not seen.own:
        return
    if seen.actor.seat:
        evidence.legal_commands.extend(legal_commands(position, seen.actor.seat, seen.translator))
    if seen.dispute.receipt_sha256:
        evidence.given.refused.CopyFrom(_given(seen, position))
        cited = evidence.given.refused.clause
    else:
        cited = book.clause_due(position.table)
    _cite(evidence, seen, cited)
    newest = games.titles.rulebook(book.name)
    evidence.newest.rules_version = newest.rules_version
    ruled = _ruled(seen, position if newest.rules_version == book.rules_version else _moved_to(newest, position))
    if ruled is not None:
        evidence.newest.MergeFrom(ruled)


def _given(seen: Seen, position: Game) -> Refused:
    """Return a receipt's refusal, with the values at fault if the same clause refuses it again."""
    cited = receipt_of(seen.dispute.receipt).clause
    ruled = _ruled(seen, position)
    if ruled is not None and ruled.refused.clause == cited:
        return ruled.refused
    clauses = position.charter.rulebook.clauses.values()
    sentence = next((seen.translator.clause(clause).sentence for clause in clauses if clause.number == cited), "")
    return Refused(clause=cited, sentence=sentence)


def _cite(evidence: pb.Evidence, seen: Seen, number: str) -> None:
    """Add a clause and the house ruling that it carries out."""
    book = seen.position.charter.rulebook
    for clause in book.clauses.values():
        if clause.number == number:
            evidence.clause.CopyFrom(seen.translator.clause(clause))
            for ruling in book.house_rulings:
                if ruling.number == clause.house_ruling:
                    evidence.house_ruling.CopyFrom(seen.translator.house_ruling(ruling))


def _moved_to(book: Rulebook, position: Game) -> Game | None:
    """Return a position under another rules version of the title; None if that has no such table."""
    text, charter = canonical.encode(position.table).decode(), position.charter
    try:
        table = canonical.read(book.title.rules, text, charter.edition, charter.seats)
    except ValueError:
        return None
    return replace(position, table=table, charter=replace(charter, rulebook=book), step=book.waits(table))


def _ruled(seen: Seen, position: Game | None) -> pb.RulesVerdict | None:
    """Return how the command is judged at a position; None if the title's rules do not judge it."""
    if position is None or seen.command is None or seen.command.type_url not in position.charter.rulebook.commands:
        return None
    book = position.charter.rulebook
    actor = CHANCE if seen.actor.kind == record.ACTOR_KIND_CHANCE else seen.actor.seat
    ruling = decide(book.title.rules, position.table, actor, book.command(seen.command))
    if isinstance(ruling, Refusal):
        return pb.RulesVerdict(refused=refused_of(position, ruling, seen.translator))
    players = seen.translator.players(position.sittings)
    accepted = audit_pb2.Acceptable(events_withheld=not seen.eyes.openly)
    if seen.eyes.openly:
        accepted.events.extend(map(packed, ruling.events))
        accepted.sentences.extend(seen.translator.event_sentences(ruling.events, players, position.table))
    return pb.RulesVerdict(accepted=accepted)


def _chance(
    seen: Seen, entries: Sequence[record.Entry], secrets: Mapping[str, bytes], says: Says
) -> Iterator[pb.ChanceProof]:
    """Yield the disputed outcome of chance, if it is one, and those that followed the disputed entry at once."""
    by_chance = takewhile(_is_chance, entries if entries and _is_chance(entries[0]) else entries[1:])
    for outcome, entry in enumerate(by_chance, seen.position.drawn + 1):
        yield pb.ChanceProof(
            version=entry.version,
            outcome=outcome,
            sentence=says(entry).command,
            source=seen.newest.charter.chance_source,
            commitment=seen.position.charter.common_commitment or seen.newest.charter.commitment,
            secret=secrets.get(entry.game, b""),
        )


def _is_chance(entry: record.Entry) -> bool:
    return entry.actor.kind == record.ACTOR_KIND_CHANCE
