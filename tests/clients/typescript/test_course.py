"""The verifier in JavaScript checks what is decided beside the rules, and names what only the rules can decide."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.message import Message

from games.kit.rules import canonical
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.record.v1.file_pb2 import Ancestor
from gunbai_record import record_file
from lab.patience import PATIENCE
from lab.signed_orders import ARBITERS_KEY, after, agreed, agreed_on, conceded, decided, ruled
from lab.toy import protos
from lab.toy_games import NAME, SECRET, TITLES, Night, bid, started
from referee.game.clocks import excuse_stop
from referee.game.entries import BY_ARBITER, is_default, packed, seat
from referee.game.fold import followed, founded
from referee.game.lifecycle import abandon_game
from referee.proof.verification import verify
from referee.services.visible_positions import table_of
from tests.clients.typescript.verifier import NEEDS_NODE, NODE, VERIFY, Case
from tests.referee.eventful_games import evening, with_bot
from tests.referee.game.test_clocks import BANK, EACH, PAUSE, at, called, moved, timed
from tests.referee.game.test_corrections import corrected, dealt
from tests.referee.proof.test_shares import M, alter, find, rechained


def dropped(night: Night) -> Night:
    """Return the night after its host abandoned it."""
    return night.then(abandon_game(night.game, life.AbandonGame(), night.game.changed_at))


EVENINGS = [evening(random.Random(seed).choice, 2 + seed % 3) for seed in range(16)]
NIGHTS = [(night, played.secrets) for played in EVENINGS for night in played.nights] + [
    (night, {NAME: SECRET})
    for night in (dropped(corrected(dealt())), agreed(agreed(started(), 1, 2), 2, 2), with_bot())
]
V1 = "gunbai.record.v1."
BESIDE = ("CLOCK_NOT_JUDGED", "DEFAULT_NOT_JUDGED", "RESULT_NOT_JUDGED", "POSITION_NOT_JUDGED")
"""What of the sections on orders, results and clocks the rules decide."""

pytestmark = NEEDS_NODE
Entries = Sequence[record.Entry]


def file_of(entries: Entries, secrets: dict[str, bytes]) -> bytes:
    """Return the record file of a game, or of a branch whose ancestors have ended."""
    last = {entry.game: entry.version for entry in entries}
    *above, own = last
    ancestors = [Ancestor(game=game, version=last[game], secret=secrets[game]) for game in reversed(above)]
    header = record_file.header(own, last[own], ancestors)
    return b"".join(map(record_file.delimited, (header, *entries)))


def tables_of(entries: Entries, secrets: dict[str, bytes]) -> dict[int, str]:
    """Return the canonical JSON of every position, by version."""
    tables_by_version, game = {}, None
    for entry in entries:
        game = founded(TITLES, entry, secrets) if game is None else followed(game, entry, secrets)
        tables_by_version[entry.version] = canonical.encode(game.table).decode()
    return tables_by_version


def positions_of(entries: Entries, secrets: dict[str, bytes]) -> dict[int, Any]:
    """Return every position by version, as it is exported: its table, what the rules wait for, and whose decision."""
    position_of, game = {}, None
    for entry in entries:
        game = founded(TITLES, entry, secrets) if game is None else followed(game, entry, secrets)
        seen = table_of(game)
        position_of[entry.version] = {"table": seen.table_json, "step": seen.step_json, "seats": [*seen.seats]}
    return position_of


def copied(entries: Entries) -> list[record.Entry]:
    return [record.Entry.FromString(entry.SerializeToString()) for entry in entries]


def command_of(entry: record.Entry) -> str:
    """Return the name of a command of the record, or "" of one of the title."""
    name = entry.command.open.type_url.rpartition("/")[2]
    return name.removeprefix(V1) if name.startswith(V1) else ""


def named(report: dict[str, Any], reason: str) -> list[int]:
    """Return the entries that a report names for a reason."""
    ranges = [
        (unchecked["firstVersion"], unchecked["lastVersion"])
        for unchecked in report["unchecked"]
        if unchecked["reason"] == reason
    ]
    return [version for first, last in ranges for version in range(first, last + 1)]


def test_whatever_happens_at_a_table_is_followed_and_every_entry_that_the_rules_decide_is_named(verified: Any) -> None:
    cases = [Case(file_of(night.entries, secrets), tables_of(night.entries, secrets)) for night, secrets in NIGHTS]
    seen = set()
    for (night, _), report in zip(NIGHTS, verified(cases), strict=True):
        entries = night.entries
        assert (report["problem"], report["linked"]) == ("", len(entries))
        titles = {entry.version for entry in entries if not command_of(entry)}
        by_rules = {entry.version for entry in entries if entry.events[0].open.type_url.endswith(".GameClosed")}
        founding = {entry.version for entry in entries if command_of(entry) in {"CreateGame", "ForkGame"}}
        first = next(entry.version for entry in entries if entry.position_digest)
        assert {*named(report, "RULES_NOT_JUDGED")} == titles | by_rules | founding | {first}
        played = {entry.version for entry in entries if is_default(entry)}
        assert {*named(report, "DEFAULT_NOT_JUDGED")} == played
        conceded = {entry.version for entry in entries if command_of(entry) == "Concede"}
        assert {*named(report, "RESULT_NOT_JUDGED")} >= conceded
        called = {entry.version for entry in entries if command_of(entry) == "CallClock"}
        assert {*named(report, "CLOCK_NOT_JUDGED")} >= called
        ruled = [entry for entry in entries if command_of(entry) == "RuleIrregularity"]
        assert named(report, "POSITION_NOT_JUDGED") == [entry.version for entry in ruled if sets(entry)]
        orders = [irregular.RuleIrregularity.FromString(entry.command.open.value) for entry in ruled]
        assert [
            (irregularity["version"], irregularity["clause"], irregularity["stands"])
            for irregularity in report["irregularities"]
        ] == [
            (entry.version, order.clause, order.remedy == irregular.REMEDY_STANDS)
            for entry, order in zip(ruled, orders, strict=True)
        ]
        left = {unchecked["reason"] for unchecked in report["unchecked"]}
        assert report["verdict"] == ("consistent" if left <= {"RULES_NOT_JUDGED"} else "incomplete")
        assert left <= {"RULES_NOT_JUDGED", "UNKNOWN_TITLE", *BESIDE}
        assert report["positionsChecked"] == sum(bool(entry.position_digest) for entry in entries)
        seen |= left
    assert seen == {"RULES_NOT_JUDGED", "UNKNOWN_TITLE", *BESIDE}


def test_an_entry_that_leaves_the_table_as_it_was_takes_no_table(verified: Any) -> None:
    cases, versions = [], []
    for night, secrets in NIGHTS:
        tables = tables_of(night.entries, secrets)
        versions.append([entry.version for entry in night.entries if command_of(entry) and entry.position_digest])
        moves = {version: table for version, table in tables.items() if version not in versions[-1]}
        begun = {entry.version: tables[entry.version] for entry in night.entries if command_of(entry) == "StartGame"}
        cases.append(Case(file_of(night.entries, secrets), moves | begun))
    reports = verified(cases)
    assert sum(map(len, versions)) > 90
    assert [(report["problem"], named(report, "NO_TABLE")) for report in reports] == [("", [])] * len(reports)


def test_no_entry_can_be_given_to_another_actor(verified: Any) -> None:
    cases, expected = [], []
    for night, secrets in NIGHTS[:4]:
        for entry in night.entries:
            for kind in {*record.ActorKind.values()} - {entry.actor.kind, record.ACTOR_KIND_UNSPECIFIED}:
                altered = copied(night.entries)
                altered[entry.version - 1].actor.kind = kind
                cases.append(Case(file_of(rechained(altered), secrets)))
                expected.append(("failed", entry.version))
    reports = verified(cases)
    assert [(report["verdict"], report["badVersion"]) for report in reports] == expected


def test_no_entry_can_be_left_out_of_what_is_consistent(verified: Any) -> None:
    cases = []
    for night, secrets in NIGHTS[:4]:
        for left_out in range(len(night.entries)):
            altered = copied(night.entries)
            del altered[left_out]
            for version, entry in enumerate(altered, 1):
                entry.version = version
            cases.append(Case(file_of(rechained(altered), secrets)))
    assert {report["verdict"] for report in verified(cases)} <= {"failed", "incomplete"}


def night_with(name: str, fits: Callable[[record.Entry], bool] = lambda _: True) -> tuple[Night, dict[str, bytes]]:
    """Return a night that has an entry with a name, and which fits."""
    return next(night for night in NIGHTS for entry in night[0].entries if is_a(entry, name) and fits(entry))


def changed(
    item: Callable[[record.Entry], record.Item], kind: type[M], **fields: Any
) -> Callable[[record.Entry], None]:
    """Return what changes fields of a message in an item of an entry."""

    def change(message: M) -> None:
        if not fields:
            message.Clear()
        for name, value in fields.items():
            if isinstance(value, Iterable) and not isinstance(value, str | bytes):
                del getattr(message, name)[:]
                getattr(message, name).extend(value)
            else:
                setattr(message, name, value)

    return lambda entry: alter(item(entry), kind, change)


def the_command(entry: record.Entry) -> record.Item:
    return entry.command


def event(index: int) -> Callable[[record.Entry], record.Item]:
    return lambda entry: entry.events[index]


def reached(entry: record.Entry) -> bool:
    return len(entry.events) > 1


def last_event_left_out(entry: record.Entry) -> None:
    del entry.events[-1]


def repeated_event(entry: record.Entry) -> None:
    entry.events.add().CopyFrom(entry.events[0])


def without_id(entry: record.Entry) -> None:
    entry.command_id = ""


def with_id(entry: record.Entry) -> None:
    entry.command_id = "from nobody"


def expecting_too_much(entry: record.Entry) -> None:
    entry.expected_version = entry.version


def expecting_too_little(entry: record.Entry) -> None:
    entry.expected_version = 1


def later(entry: record.Entry) -> None:
    entry.at_micros += 1


def always(_: record.Entry) -> bool:
    return True


def sets(ruled: record.Entry) -> bool:
    """Return whether a ruling sets a position."""
    return len(ruled.events) > 1


FORGERIES: list[tuple[str, Callable[[record.Entry], bool], Callable[[record.Entry], None], str]] = [
    ("Concede", always, changed(event(0), results.SeatConceded, seat=3), "its events are about seat 3"),
    ("Concede", always, without_id, "a client's command must have an id"),
    ("Concede", always, expecting_too_much, "it cannot expect version"),
    ("Concede", always, repeated_event, "its events do not belong"),
    ("Agree", always, expecting_too_little, "it expects version 1, but the earliest is"),
    ("Agree", reached, last_event_left_out, "the clocks"),
    (
        "Agree",
        lambda entry: not reached(entry),
        lambda entry: entry.events.add().CopyFrom(entry.events[0]),
        "do not belong",
    ),
    ("Agree", reached, changed(event(2), clocks.ClocksPaused, until_micros=5), "not paused as agreed"),
    ("DecideGame", always, changed(the_command, results.DecideGame, seats=[1], winners=[1]), "not signed"),
    ("GameDecided", always, changed(event(0), results.GameDecided, winners=[9]), ""),
    ("GameDecided", always, changed(event(0), results.GameDecided, basis=1), ""),
    ("GameDecided", always, later, "its time must be that of the previous entry"),
    ("GameDecided", always, with_id, "an id, though no client sent it"),
    ("ClockExpired", always, changed(event(0), clocks.ClockExpired, seats=[]), "no clock is running"),
    ("ClockExpired", always, changed(event(0), clocks.ClockExpired, seats=[7]), "must be seats of the game"),
    ("ExcuseStop", always, changed(the_command, clocks.ExcuseStop, since_micros=1), "excuse a stop"),
    ("OutcomeCorrected", always, changed(event(0), irregular.OutcomeCorrected, version=2), "it can correct only"),
    ("OutcomeCorrected", always, expecting_too_little, "it expects version 1, but corrects"),
    ("ContinueGame", always, changed(the_command, life.ContinueGame, version=1), "an earlier version since the start"),
    (
        "ContinueGame",
        always,
        changed(event(0), life.GameContinued, chance=True, hidden=True),
        "chance or hidden facts were seen",
    ),
    ("EndContinuation", always, changed(the_command, life.EndContinuation, branch_digest=b"x"), "the last entry"),
    ("RuleIrregularity", sets, changed(event(1), irregular.PositionSet, table_json="{}"), "does not set the position"),
    ("AgreementReached", always, changed(the_command, results.Agree), "does not say what it agrees to"),
]
"""The entry that is altered, by the name of its command or of one of its events; how; and a part of what is found."""


def is_a(entry: record.Entry, name: str) -> bool:
    """Return whether an entry has a command or an event of the record with a name."""
    return any(item.open.type_url.endswith(f"{V1}{name}") for item in (entry.command, *entry.events))


def test_no_time_is_up_before_a_seat_can_have_used_it(verified: Any) -> None:
    """Whom a step asks the rules say; that the time since the start was too short for anybody, everybody sees."""
    terms = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT)
    night = started(clock=terms)
    resting = night
    for number in (1, 2):
        resting = agreed_on(
            resting, number, results.Agree(pause=clocks.AgreedPause(seconds=90)), resting.game.changed_at
        )
    host, excuse = record.Actor(kind=record.ACTOR_KIND_HOST), clocks.ExcuseStop(since_micros=night.game.changed_at)
    stopped = put_in(night, "StartGame", host, excuse, clocks.StopExcused(), problem="").entries
    called = clocks.CallClock(), clocks.ClockExpired(seats=[1])
    cases = []
    for entries, name, seconds in (
        (night.entries, "StartGame", 60),
        (night.entries, "StartGame", 61),
        (resting.entries, "AgreementReached", 150),
        (resting.entries, "AgreementReached", 151),
        (stopped, "ExcuseStop", 999),
    ):
        for_all = put_in(Night(night.game, tuple(entries)), name, host, *called, problem="")
        for entry in for_all.entries:
            if entry.version >= for_all.version - (name == "ExcuseStop"):
                entry.at_micros += seconds * 1_000_000
        cases.append(Case(file_of(rechained([*for_all.entries]), {})))
    early = "a seat's time cannot be up this early"
    assert [report["problem"] for report in verified(cases)] == [early, "", early, "", early]


def postponed(entries: Entries, version: int, seconds: int) -> list[record.Entry]:
    """Return the entries with all from a version on so much later."""
    altered = copied(entries)
    for entry in altered[version - 1 :]:
        entry.at_micros += seconds * 1_000_000
    return rechained(altered)


def test_every_clock_is_that_of_the_service_where_it_is_known_whom_a_step_asks(verified: Any) -> None:
    """Whatever is put off, by however long: both verifiers find the same entry too late, or none."""
    bank, per_turn = timed(BANK, 3), timed(EACH)
    stopped = excuse_stop(moved(bank, 1, 50).game, clocks.ExcuseStop(since_micros=at(60)), at(70))
    nights = [
        moved(moved(moved(bank, 1, 20), 2, 50), 3, 99),
        called(moved(bank, 2, 30), 101),
        moved(moved(after(moved(bank, 1, 50), stopped), 2, 80), 3, 100),
        called(moved(per_turn, 1, 30), 61),
        moved(moved(per_turn, 1, 60), 2, 60),
        called(agreed_on(agreed_on(moved(per_turn, 1, 10), 1, PAUSE, at(20)), 2, PAUSE, at(30)), 1081),
        *(night for night, _ in NIGHTS if night.game.clock and not any(is_a(one, "ForkGame") for one in night.entries)),
    ]
    choose, cases, expected = random.Random(5).choice, [], []
    for night in (dropped(night) if not night.game.over else night for night in nights):
        positions = positions_of(night.entries, {NAME: SECRET})
        begun = next(entry.version for entry in night.entries if is_a(entry, "GameStarted"))
        for late in (0, *(choose((1, 4, 9, 21, 30, 41, 61, 99, 300)) for _ in range(8))):
            altered = postponed(night.entries, choose(range(begun + 1, len(night.entries) + 1)), late)
            cases.append(Case(file_of(altered, {NAME: SECRET}), positions))
            expected.append(verify(TITLES, altered).bad_version)
    reports = verified(cases)
    assert [report["badVersion"] for report in reports] == expected
    assert 10 < sum(map(bool, expected)) < len(expected) - 10
    assert [named(report, "CLOCK_NOT_JUDGED") for report in reports] == [[]] * len(reports)


def test_what_is_decided_beside_the_rules_follows_from_what_was_sent(verified: Any) -> None:
    cases, forged = [], []
    for name, fits, change, _ in FORGERIES:
        night, secrets = night_with(name, fits)
        altered = copied(night.entries)
        entry = next(candidate for candidate in altered if is_a(candidate, name) and fits(candidate))
        change(entry)
        cases.append(Case(file_of(rechained(altered), secrets)))
        forged.append(entry.version)
    for (name, _, _, problem), version, report in zip(FORGERIES, forged, verified(cases), strict=True):
        assert (report["verdict"], report["badVersion"]) == ("failed", version), (name, report)
        assert problem in report["problem"]


def test_a_branch_continues_its_game_with_its_seats_on_its_terms(verified: Any) -> None:
    night, secrets = night_with("ForkGame")
    cases = []
    for change in (
        lambda fork: fork.held_seats.pop(),
        lambda fork: fork.consents.append(bytes(16)),
        lambda fork: setattr(fork, "private", not fork.private),
        lambda fork: setattr(fork, "arbiter", bytes(32)),
        lambda fork: setattr(fork.clock, "decision_seconds", 7),
        lambda fork: setattr(fork.held_seats[0], "public_key", bytes(32)),
    ):
        altered = copied(night.entries)
        alter(find(altered, "ForkGame").command, life.ForkGame, change)
        cases.append(Case(file_of(rechained(altered), secrets)))
    expected = ("failed", find([*night.entries], "ForkGame").version)
    reports = verified(cases)
    assert [(report["verdict"], report["badVersion"]) for report in reports] == [expected] * len(cases)


def test_a_command_of_the_record_that_it_does_not_know_is_named(verified: Any) -> None:
    night, secrets = night_with("Concede")
    altered = copied(night.entries)
    entry = find(altered, "Concede")
    entry.command.open.type_url += "Tomorrow"
    (report,) = verified([Case(file_of(rechained(altered), secrets))])
    assert named(report, "UNKNOWN_COMMAND") == [*range(entry.version, len(altered) + 1)]


def test_the_command_names_what_an_arbiter_ruled_and_what_was_not_judged(tmp_path: Path) -> None:
    night, secrets = night_with("RuleIrregularity", sets)
    (tmp_path / "game.gunbai").write_bytes(file_of(night.entries, secrets))
    command = [str(NODE), str(VERIFY / "cli.js"), "game.gunbai"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    ruled = find([*night.entries], "RuleIrregularity")
    assert done.returncode == 3
    by = f"ruled by the arbiter {ARBITERS_KEY.hex()} under LN-1"
    assert f'except entry {ruled.version}: "a bid of six from a purse of five" (it stands), {by}' in done.stdout
    assert "POSITION_NOT_JUDGED" in done.stdout


class Alteration(NamedTuple):
    """A record in which one entry was altered or put in, by its version, and a part of what is found."""

    entries: Sequence[record.Entry]
    version: int
    problem: str


def altered(night: Night, name: str, change: Callable[[record.Entry], None], problem: str) -> Alteration:
    """Return a night with its last entry of a name changed."""
    entries = copied(night.entries)
    entry = [candidate for candidate in entries if is_a(candidate, name)][-1]
    change(entry)
    return Alteration(rechained(entries), entry.version, problem)


def put_in(night: Night, after: str, actor: record.Actor, *messages: Message, problem: str) -> Alteration:
    """Return a night with an entry put in after the last one of a name: a command, and the events that follow."""
    entries = copied(night.entries)
    before = [entry_before for entry_before in entries if is_a(entry_before, after)][-1]
    sent = actor.kind in {record.ACTOR_KIND_SEAT, record.ACTOR_KIND_ARBITER}
    entry = record.Entry(
        game=before.game, actor=actor, at_micros=before.at_micros, position_digest=before.position_digest,
        command_id="put in" if sent else "", expected_version=before.version if sent else 0,
    )  # fmt: skip
    command, *events = messages
    entry.command.open.CopyFrom(packed(command))
    for message in events:
        entry.events.add().open.CopyFrom(packed(message))
    entries.insert(before.version, entry)
    for version, message in enumerate(entries, 1):
        message.version = version
    return Alteration(rechained(entries), entry.version, problem)


def closed_by_rules(entry: record.Entry) -> None:
    entry.events[0].open.CopyFrom(packed(life.GameClosed(ending="dawn", secret=SECRET)))


def clocked() -> Night:
    """Return a game with clocks that were paused and went on again."""
    night = started(clock=clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT))
    words = (results.Agree(pause=clocks.AgreedPause(seconds=9)), results.Agree(resumption=clocks.AgreedResumption()))
    for word in words:
        for number in (1, 2):
            night = agreed_on(night, number, word, night.game.changed_at)
    return night


def substituted() -> Night:
    """Return a game in which a substitute plays for a seat that conceded."""
    return conceded(started(3), 1).play(bid(2, 2), bid(3, 3))


def alterations() -> list[Alteration]:
    """Return one record for each way in which what was decided beside the rules may not follow."""
    dealer = life.CHANCE_SOURCE_DEALER
    agreement = agreed(agreed(started(), 1, 2), 2, 2)
    judged, umpired = decided(started(chance_source=dealer)), ruled(started(chance_source=dealer))
    one, host = seat(1), record.Actor(kind=record.ACTOR_KIND_HOST)
    moved = protos.Bid(seat=1, light=1)
    word = results.SeatAgreed(seat=1)
    pause, resumption = results.Agree(pause=clocks.AgreedPause(seconds=5)), results.Agree()
    resumption.resumption.SetInParent()
    judgement = results.DecideGame
    reissued = life.ReissueToken(seat=1, token_hash=bytes(32)), life.TokenReissued(seat=1)
    order = results.DecideGame(basis=results.RESULT_BASIS_ADJUDICATION, winners=[1], reason="a won position")
    by_rules = life.CloseGame(), life.GameClosed(ending="dawn", secret=SECRET)
    by_concession = (
        life.CloseGame(),
        results.GameDecided(basis=results.RESULT_BASIS_CONCESSION, winners=[1], secret=SECRET),
    )
    return [
        put_in(started(), "StartGame", seat(9), moved, problem="no seat 9"),
        put_in(judged, "DecideGame", one, *reissued, problem="has no key to sign for a new token"),
        put_in(started(), "StartGame", BY_ARBITER, order, results.ResultDecided(), problem="no arbiter"),
        put_in(judged, "DecideGame", one, moved, problem="that is decided cannot take a command of its title"),
        put_in(substituted(), "Concede", one, moved, problem="seat 1 is no longer playing"),
        put_in(substituted(), "Concede", one, results.Concede(), results.SeatConceded(seat=1), problem="no longer"),
        put_in(started(), "StartGame", one, pause, word, problem="no clock to pause"),
        put_in(started(), "StartGame", one, resumption, word, problem="no pause to end"),
        put_in(substituted(), "Concede", host, *by_rules, problem="while its table is unchanged"),
        put_in(started(), "StartGame", host, *by_concession, problem="nothing decides the game this way"),
        altered(agreement, "Agree", last_event_left_out, "completes the agreement"),
        altered(clocked(), "ClocksResumed", last_event_left_out, "did not resume as agreed"),
        altered(agreement, "CloseGame", closed_by_rules, "decided without its rules"),
        altered(conceded(started(), 1), "GameDecided", winners_of(1), "remaining seats must win"),
        altered(judged, "DecideGame", changed(the_command, judgement, seats=[1]), "must decide by"),
        altered(judged, "DecideGame", changed(the_command, judgement, reason=""), "1 to 300 characters, not 0"),
        altered(judged, "DecideGame", changed(the_command, judgement, scores=[1]), "one score for each seat"),
        altered(judged, "DecideGame", changed(the_command, judgement, basis=5, seats=[1]), "forfeits or is penalised"),
        altered(
            umpired,
            "RuleIrregularity",
            changed(the_command, irregular.RuleIrregularity, remedy=0),
            "a remedy that does not exist",
        ),
        altered(umpired, "RuleIrregularity", changed(the_command, irregular.RuleIrregularity, done=""), "0 char"),
    ]


def winners_of(*seats: int) -> Callable[[record.Entry], None]:
    return changed(event(0), results.GameDecided, winners=seats)


def misplaced() -> list[Alteration]:
    """Return records in which an entry has no place in the life of its game."""
    host = record.Actor(kind=record.ACTOR_KIND_HOST)
    judged = started(arbiter=ARBITERS_KEY)
    freed = life.FreeSeat(seat=1), life.SeatFreed(seat=1)
    notice = life.AnnounceReissue(seat=1, token_hash=bytes(32)), life.ReissueAnnounced(seat=1)

    def taken(number: int) -> tuple[Message, ...]:
        names = life.PlayerNamed(seat=number, player="Cy")
        return life.TakeSeat(seat=number), life.SeatTaken(seat=number), names

    return [
        put_in(
            conceded(started(), 1),
            "CloseGame",
            host,
            life.AbandonGame(),
            life.GameAbandoned(secret=SECRET),
            problem="the game was already over",
        ),
        put_in(started(), "StartGame", host, life.CreateGame(), life.GameCreated(), problem="was already created"),
        put_in(started(), "StartGame", host, life.AbandonGame(), life.GameAbandoned(), problem="without opening"),
        put_in(started(), "StartGame", seat(1), *taken(1), problem="no seat can be taken after the start"),
        put_in(started(), "TakeSeat", seat(2), *taken(2), problem="seat 2 is already taken"),
        put_in(started(), "StartGame", host, *freed, problem="no seat can be freed after the start"),
        put_in(started(), "CreateGame", host, *freed, problem="nobody holds seat 1"),
        put_in(started(), "StartGame", host, *notice, problem="cannot get a new token"),
        altered(
            started(),
            "CreateGame",
            changed(the_command, life.CreateGame, commitment=b""),
            "does not commit to a secret",
        ),
        altered(
            judged, "TakeSeat", changed(the_command, life.TakeSeat, public_key=ARBITERS_KEY), "the arbiter cannot take"
        ),
    ]


def test_what_does_not_follow_is_found_at_its_entry(verified: Any) -> None:
    cases = [*alterations(), *misplaced()]
    for case, report in zip(
        cases, verified(Case(file_of(alteration.entries, {})) for alteration in cases), strict=True
    ):
        assert (report["verdict"], report["badVersion"]) == ("failed", case.version), (case.problem, report)
        assert case.problem in report["problem"]


def test_a_substitute_plays_at_once(verified: Any) -> None:
    night, secrets = next(
        pair for pair in NIGHTS if any(entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE for entry in pair[0].entries)
    )
    entries = copied(night.entries)
    entry = next(candidate for candidate in entries if candidate.actor.kind == record.ACTOR_KIND_SUBSTITUTE)
    later(entry)
    (report,) = verified([Case(file_of(rechained(entries), secrets))])
    assert (report["badVersion"], report["problem"]) == (
        entry.version, "a substitute must play at the time of the previous entry",
    )  # fmt: skip


def test_a_branch_names_one_consent_of_each_seat(verified: Any) -> None:
    night, secrets = night_with("ForkGame")
    entries = copied(night.entries)
    fork = find(entries, "ForkGame")
    alter(fork.command, life.ForkGame, lambda fork_command: fork_command.ClearField("continues"))
    alter(fork.command, life.ForkGame, lambda fork_command: fork_command.consents.append(bytes(16)))
    (report,) = verified([Case(file_of(rechained(entries), secrets))])
    assert (report["badVersion"], report["problem"]) == (fork.version, "it must have one consent from each seat")
