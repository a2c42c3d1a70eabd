"""The verifier of records that has no rules: what it finds in files, and what it says of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.irregularities_pb2 import RuleIrregularity
from gunbai_record.__main__ import main
from gunbai_record.chain import digest_of, sealed, sealed_signature
from gunbai_record.heads import Head
from gunbai_record.note import Note, VerifierKey
from gunbai_record.record_file import delimited, read
from gunbai_record.verify.attestation import Evidence, Witness
from gunbai_record.verify.entry_checks import opened
from gunbai_record.verify.file import verify_file
from gunbai_record.verify.irregularities import Irregularity
from gunbai_record.verify.report import Report, Verdict
from gunbai_record.verify.trail import Trail
from lab.one_record_log import checkpoint
from lab.paths import FIXTURES
from lab.tampering import ways
from lab.toy_games import AT, NAME, SECRET, Night, named, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.forks import fork_game
from referee.game.lifecycle import take_seat
from referee.proof.identity import Identity
from tests.referee.eventful_games import Evening, continuing, secret_of
from tests.referee.game import test_absences
from tests.referee.game.test_continuations import KEY as CONSENTING
from tests.referee.game.test_continuations import consent
from tests.referee.proof import forged, test_shares
from tests.referee.proof.test_incidents import SLOW, evenings
from tools.fixtures.vouched import FIRST, SERVICE, WITNESS

VECTORS = Path(__file__).parents[2] / "docs" / "vectors" / "records"
FILES = [
    *sorted(FIXTURES.iterdir()),
    *sorted(path for path in VECTORS.iterdir() if not path.name.endswith(".tables.jsonl")),
]
KEY = Evidence((FIRST.verifier,))
SMALL = "liars_dice.stalled.gunbai"


def fixture(name: str) -> tuple[FileHeader, list[record.Entry]]:
    """Return the header and the entries of a fixture."""
    head, entries = read(io.BytesIO((FIXTURES / name).read_bytes()))
    return head, [*entries]


def written(folder: Path, head: FileHeader, entries: Sequence[record.Entry]) -> Path:
    """Write a record file, with a header that counts the entries and has nothing that others vouch for."""
    file, counted = folder / "game.gunbai", FileHeader()
    counted.CopyFrom(head)
    counted.head = len(entries)
    for name in ("signed_head", "leaves", "result_signatures"):
        counted.ClearField(name)
    file.write_bytes(b"".join(map(delimited, (counted, *entries))))
    return file


def rechained(entries: Iterable[record.Entry]) -> list[record.Entry]:
    """Return entries with a chain that fits them, as an operator could make it."""
    made, previous = list[record.Entry](), bytes(32)
    for version, entry in enumerate(entries, 1):
        entry.version, entry.previous = version, previous
        previous = entry.digest = digest_of(entry)
        made.append(entry)
    return made


def words(report: Report, name: str) -> str:
    """Return what a report says of a check."""
    return "; ".join(text for check, text in report.checks if check == name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_fixture_is_intact_and_only_a_running_game_is_incomplete(file: Path) -> None:
    report = verify_file(file)
    running = ".running" in file.name or file.name == "running.jsonl"
    assert (report.problem, report.verdict) == ("", Verdict.INCOMPLETE if running else Verdict.INTACT)
    assert report.counts.linked == report.entries > 0
    assert bool(report.gaps) == running


@pytest.mark.parametrize(
    ("name", "check", "text"),
    [
        ("liars_dice.finished", "chain", "entries linked by number, leaves and digest"),
        ("liars_dice.branched", "games", "recordrecordreco has entries 1 to 13, branchbranchbran has entries 14 to 26"),
        ("liars_dice.branched", "secrets", "1 opened by the last entry of a game, 2 of 2 known"),
        ("liars_dice.branched", "seals", "12 salts recomputed from the secrets, 0 items sealed"),
        ("liars_dice.running", "seals", "0 salts recomputed from the secrets, 12 items sealed"),
        ("liars_dice.seated", "seals", "3 names of players removed"),
        ("liars_dice.signed", "signatures", "15 by seats, 0 by the arbiter, 0 sealed"),
        ("liars_dice.forfeited", "signatures", "0 by seats, 3 by the arbiter, 0 sealed"),
        ("infludance_duel.committed", "shares", "2 match their commitments, 0 outcomes"),
        ("infludance_duel.shared", "shares", "14 match their commitments, 7 outcomes"),
        ("infludance_duel.attested", "result", "2 signatures by seats"),
        ("infludance_duel.attested", "log", "2 leaves proved to be in the tree"),
    ],
)
def test_each_check_says_how_much_it_checked(name: str, check: str, text: str) -> None:
    assert text in words(verify_file(FIXTURES / f"{name}.gunbai"), check)


def test_what_only_the_rules_can_judge_is_said_and_no_record_is_called_consistent() -> None:
    report = verify_file(FIXTURES / "infludance_duel.unverified.gunbai")
    (line,) = (line for line in report.lines() if "not judged" in line)
    assert "13 rulings, 7 outcomes of chance, 22 positions: these need the rules" in line
    assert "`gunbai verify`" in line
    assert report.verdict == Verdict.INTACT, "the referee would not have written it, and only the rules know that"
    assert "consistent" not in "\n".join([*report.lines(), *Verdict])


def test_an_irregularity_is_named_with_its_clause_and_the_arbiter() -> None:
    report = verify_file(FIXTURES / "infludance_duel.dealt.gunbai")
    (line,) = (line for line in report.lines() if line.startswith("  except"))
    assert 'entry 25: "a piece fell over" (it stands), ruled by the arbiter fd17' in line
    assert line.endswith("under IN-3.3")


def test_what_a_record_says_cannot_forge_a_line_of_the_report(tmp_path: Path) -> None:
    head, entries = fixture("infludance_duel.dealt.gunbai")
    ruling = next(entry for entry in entries if has("RuleIrregularity")(entry))
    change(0, RuleIrregularity, done="\x1b[2K\n  verdict       attested by the club")(ruling)
    report = verify_file(written(tmp_path, head, entries))
    report.irregular.append(Irregularity.of(ruling, b""))
    lines = [*report.lines()]
    assert [line for line in lines if line.startswith("  verdict")] == [lines[-1]]
    assert all(map(str.isprintable, lines))


class Altered(NamedTuple):
    """A fixture, what is altered in it, and words of what is wrong then."""

    name: str
    find: Callable[[record.Entry], bool]
    alter: Callable[[record.Entry], object]
    problem: str


def has(name: str) -> Callable[[record.Entry], bool]:
    """Return whether an entry has a command or an event of this name."""
    return lambda entry: any(item.open.type_url.endswith(f".{name}") for item in (entry.command, *entry.events))


def is_signed(entry: record.Entry) -> bool:
    """Return whether a seat or the arbiter signed an entry."""
    return bool(entry.signature)


def of_title(entry: record.Entry) -> bool:
    """Return whether a seat gives a command of the title in an entry."""
    return entry.actor.kind == record.ACTOR_KIND_SEAT and "record.v1" not in entry.command.open.type_url


def change(index: int, kind: type, **values: object) -> Callable[[record.Entry], object]:
    """Return what sets fields of the message in an item, 0 for the command."""

    def alter(entry: record.Entry) -> None:
        item = (entry.command, *entry.events)[index]
        message = kind.FromString(item.open.value)  # type: ignore[attr-defined]  # a message
        for name, value in values.items():
            setattr(message, name, value)
        item.open.value = message.SerializeToString()

    return alter


def reveal_another(entry: record.Entry) -> None:
    given = life.SharesGiven.FromString(entry.events[0].open.value)
    given.shares[0].share = bytes(32)
    entry.events[0].open.value = given.SerializeToString()


def name_nobody(entry: record.Entry) -> None:
    stalled = life.GameStalled.FromString(entry.events[0].open.value)
    del stalled.seats[:]
    entry.events[0].open.value = stalled.SerializeToString()


def put(field: str, value: object) -> Callable[[record.Entry], object]:
    """Return what sets a field of an entry."""
    return lambda entry: setattr(entry, field, value)


ALTERED = [
    Altered("liars_dice.signed", is_signed, put("signature", bytes(64)), "not signed with its actor's key"),
    Altered("liars_dice.signed", is_signed, put("signature", b""), "not signed with its actor's key"),
    Altered("liars_dice.signed", is_signed, put("command_id", "another"), "not signed with its actor's key"),
    Altered("liars_dice.finished", of_title, put("signature", bytes(64)), "nobody signs this command"),
    Altered("liars_dice.forfeited", has("DecideGame"), put("signature", bytes(64)), "not signed with its actor's key"),
    Altered("liars_dice.finished", of_title, lambda entry: setattr(entry.actor, "seat", 9), "nobody holds seat 9"),
    Altered("liars_dice.finished", of_title, lambda entry: setattr(entry.actor, "kind", 1), "cannot give"),
    Altered("liars_dice.finished", of_title, put("command_id", ""), "a client's command must have an id"),
    Altered("liars_dice.finished", of_title, put("expected_version", 10**6), "it cannot expect version 1000000"),
    Altered("liars_dice.finished", of_title, put("at_micros", 1), "before the previous entry"),
    Altered("liars_dice.finished", of_title, put("position_digest", b"short"), "5 bytes, not 32"),
    Altered("liars_dice.finished", lambda entry: bool(entry.command.salt),
            lambda entry: setattr(entry.command, "salt", bytes(32)), "salt does not follow"),
    Altered("liars_dice.finished", lambda entry: bool(entry.command.salt),
            lambda entry: entry.command.CopyFrom(sealed(entry.command)), "although its game's secret is open"),
    Altered("liars_dice.finished", has("CreateGame"), change(0, life.CreateGame, commitment=bytes(32)), ""),
    Altered("liars_dice.finished", has("GameClosed"), change(1, life.GameClosed, secret=bytes(32)), ""),
    Altered("liars_dice.finished", has("GameClosed"), change(1, life.GameClosed, secret=b""), ""),
    Altered("liars_dice.finished", has("SeatTaken"), change(1, life.SeatTaken, seat=2), "its events are about seat 2"),
    Altered("liars_dice.finished", has("GameStarted"), lambda entry: entry.events.pop(0), "do not belong to"),
    Altered("liars_dice.committed", has("RevealShare"), change(0, life.RevealShare, share=bytes(32)), "its commitment"),
    Altered("liars_dice.committed", has("RevealShare"), put("at_micros", 2**52), "after the deadline"),
    Altered("liars_dice.committed", has("SharesAsked"), change(1, life.SharesAsked, deadline_micros=1), "deadline"),
    Altered("liars_dice.shared", has("SharesGiven"), reveal_another, "does not match its commitment"),
    Altered("infludance_duel.shared", has("SharesGiven"), lambda entry: entry.events.pop(0), "must begin with"),
    Altered("liars_dice.stalled", has("GameStalled"), name_nobody, ""),
]  # fmt: skip


@pytest.mark.parametrize("case", ALTERED, ids=lambda case: f"{case.name} {case.problem}")
def test_what_an_operator_alters_is_found_though_the_chain_fits(case: Altered, tmp_path: Path) -> None:
    head, entries = fixture(f"{case.name}.gunbai")
    index = next(index for index, entry in enumerate(entries) if case.find(entry))
    case.alter(entries[index])
    for later in entries[index + 1 :]:
        later.at_micros = max(later.at_micros, entries[index].at_micros)
    report = verify_file(written(tmp_path, head, rechained(entries)))
    assert report.verdict == Verdict.FAILED
    assert case.problem in report.problem
    if case.problem:
        assert report.bad_version == index + 1, report.problem


def as_a_stranger_sees(entries: list[record.Entry]) -> list[record.Entry]:
    """Return a game before its end, with what is private sealed."""
    seen = entries[:-3]
    for entry in seen:
        if entry.command.salt:
            entry.signature = sealed_signature(entry)
            entry.command.CopyFrom(sealed(entry.command))
        for item in entry.events:
            if item.salt and not item.open.type_url.endswith("PlayerNamed"):
                item.CopyFrom(sealed(item))
    return seen


def test_signatures_are_checked_after_the_first_sealed_item_too(tmp_path: Path) -> None:
    head, entries = fixture("liars_dice.signed.gunbai")
    seen = as_a_stranger_sees(entries)
    report = verify_file(written(tmp_path, head, seen))
    assert (report.verdict, report.problem) == (Verdict.INCOMPLETE, "")
    first = next(entry.version for entry in seen if any(item.sealed for item in entry.events))
    later = next(entry for entry in seen[first:] if len(entry.signature) == 64)
    later.signature = bytes(64)
    report = verify_file(written(tmp_path, head, rechained(seen)))
    assert (report.bad_version, report.problem) == (
        later.version,
        "its command is not signed with its actor's key",
    )


@pytest.mark.parametrize("forge", [put("signature", bytes(64)), put("signature", b""), put("command_id", "another")])
def test_a_seat_with_a_key_signs_its_consent_to_a_branch(
    forge: Callable[[record.Entry], object], tmp_path: Path
) -> None:
    night = started(keys=[CONSENTING.public_key().public_bytes_raw(), b""])
    fork = fork_game(night.game, continuing(night.game), "branch", secret_of(1), AT)
    taken = life.TakeSeat(seat=1, entropy=b"new", public_key=CONSENTING.public_key().public_bytes_raw())
    seated = take_seat(fork.game, taken, named("x"), AT, consent(fork.game, taken))
    entries = [*night.entries, *fork.entries, *seated.entries]
    head = FileHeader(magic="gunbai record", format=1, game="branch", head=len(entries))
    head.ancestors.add(game=night.game.id, version=len(night.entries))
    report = verify_file(written(tmp_path, head, entries))
    assert (report.verdict, report.problem) == (Verdict.INCOMPLETE, "")
    assert report.counts.signatures.seats == 1
    forge(entries[-1])
    report = verify_file(written(tmp_path, head, rechained(entries)))
    assert (report.bad_version, report.verdict) == (len(entries), Verdict.FAILED)


def followed(entries: Iterable[record.Entry], secrets: Mapping[str, bytes]) -> Trail:
    """Return the trail of a record in which nothing may be wrong."""
    listed = [*entries]
    trail = Trail({**opened(listed), **{game: secret for game, secret in secrets.items() if secret}})
    for version, entry in enumerate(listed, 1):
        trail.follow(version, entry)
    return trail


@given(evenings(), st.data())
@SLOW
def test_whatever_happens_at_a_table_nothing_is_called_wrong(played: Evening, data: st.DataObject) -> None:
    for night in played.nights:
        assert followed(night.entries, played.secrets).counts.linked == len(night.entries)
    night = played.nights[0]
    upto = data.draw(st.integers(1, len(night.entries) - 1))
    for caller in (Caller("peer"), Caller("peer", "seat", 1)):
        seen = [shown(night.game, entry, caller, ()) for entry in night.entries[:upto]]
        assert followed(seen, {}).counts.linked == upto


@pytest.mark.parametrize(
    "made",
    [
        test_shares.shared_night,
        test_shares.committed_night,
        test_shares.voided_night,
        test_shares.stalled_night,
        test_shares.resumed_night,
    ],
)
def test_shares_that_were_asked_for_again_or_are_missing_are_not_called_wrong(made: Callable[[], Night]) -> None:
    assert followed(made().entries, {}).shares.checked > 0


@pytest.mark.parametrize("made", test_absences.RECORDS)
def test_seats_that_are_away_are_not_called_wrong(made: Callable[[], Night]) -> None:
    trail = Trail({NAME: SECRET})
    for version, entry in enumerate(test_absences.ended(made()).entries, 1):
        trail.follow(version, entry)
    assert trail.counts.signatures.seats == 0


@pytest.mark.parametrize("name", [*forged.with_unknown_fields()])
def test_no_message_of_the_record_has_an_unknown_field(name: str, tmp_path: Path) -> None:
    case = forged.with_unknown_fields()[name]
    trailing = verified(case, tmp_path)
    assert (trailing.verdict, trailing.bad_version) == (Verdict.FAILED, case.version)


@pytest.mark.parametrize("case", [*forged.beyond_limits()], ids=lambda case: case.problem)
def test_nothing_is_beyond_what_a_service_takes(case: forged.Forged, tmp_path: Path) -> None:
    report = verified(case, tmp_path)
    assert (report.verdict, report.bad_version) == (Verdict.FAILED, case.version)
    assert case.problem in report.problem


def verified(case: forged.Forged, folder: Path) -> Report:
    """Return the report on a forged record."""
    last = case.entries[-1]
    head = FileHeader(magic="gunbai record", format=1, game=last.game, head=last.version)
    for game, secret in case.secrets.items():
        head.ancestors.add(game=game, version=1, secret=secret)
    return verify_file(written(folder, head, case.entries))


@pytest.mark.parametrize("way", [way for way in ways.WAYS if way != "an outcome replaced"])
def test_whatever_is_tampered_with_is_noticed_and_named(way: str, tmp_path: Path) -> None:
    file, tried = tmp_path / "game.gunbai", 0
    step = 23 if way in {"a bit of a byte flipped", "a head forged"} else 1
    for tampered in ways.WAYS[way](ways.attested((FIXTURES / SMALL).read_bytes()), step):
        file.write_bytes(tampered.file)
        report = verify_file(file, Evidence((ways.SERVICE.verifier,)))
        assert report.code in {1, 4}, (way, tampered.version)
        assert tampered.version in {0, report.bad_version} or f"entry {tampered.version}" in report.problem
        tried += 1
    assert tried > 3


def test_a_position_that_the_operator_replaced_is_attested_by_nobody(tmp_path: Path) -> None:
    head, entries = fixture("liars_dice.attested.gunbai")
    entries[-1].position_digest = bytes(32)
    file = written(tmp_path, head, rechained(entries))
    assert verify_file(file).verdict == Verdict.INTACT
    assert verify_file(file, KEY).code == 4


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["fixture", "lines"])
def test_a_flipped_bit_is_found_whatever_byte_it_is_in(name: str, step: int, tmp_path: Path) -> None:
    source = FIXTURES / SMALL if name == "fixture" else VECTORS / "unstarted.jsonl"
    content, file = source.read_bytes(), tmp_path / "game.gunbai"
    for place in range(0, len(content), step):
        altered = bytearray(content)
        altered[place] ^= 1 << (place // step) % 8
        file.write_bytes(altered)
        report = verify_file(file)
        assert report.verdict == Verdict.FAILED, place
        assert report.problem
        assert [*report.lines()]


def test_a_file_that_ends_early_is_named_with_the_entry_that_is_missing(tmp_path: Path) -> None:
    content, file = (FIXTURES / SMALL).read_bytes(), tmp_path / "game.gunbai"
    for size in range(0, len(content), 11):
        file.write_bytes(content[:size])
        assert verify_file(file).verdict == Verdict.FAILED
    file.write_bytes(content[:-1])
    last = len(fixture(SMALL)[1])
    assert f"entry {last}" in verify_file(file).problem


def attested(name: str = "liars_dice") -> Path:
    """Return the fixture of a title that others vouch for."""
    return FIXTURES / f"{name}.attested.gunbai"


def test_a_named_key_attests_itself_or_through_rotations() -> None:
    for key in (FIRST, SERVICE):
        report = verify_file(attested(), Evidence((key.verifier,)))
        assert (report.verdict, report.code) == (Verdict.ATTESTED, 0)
        assert report.attestation.signer == str(SERVICE.verifier)
        assert [*report.lines()][-1].endswith(f"attested by {SERVICE.verifier}")
    assert verify_file(attested(), Evidence((ways.THIEF.verifier,))).code == 4


def test_a_witness_cosigned_the_checkpoints_or_is_named_as_lacking() -> None:
    assert words(verify_file(attested(), KEY, [WITNESS]), "witness") == "witness.example cosigned 2 checkpoints"
    another = VerifierKey("another.example", WITNESS.public_key, WITNESS.kind)
    report = verify_file(attested(), KEY, [another])
    assert (report.verdict, report.code) == (Verdict.INTACT, 4)
    assert [*report.lines()][-1] == f"  verdict       signed by {SERVICE.verifier}, but not by enough witnesses"


def test_a_false_cosignature_in_the_name_of_a_named_witness_is_found(tmp_path: Path) -> None:
    content, file = bytearray(attested().read_bytes()), tmp_path / "game.gunbai"
    place = content.index(b"witness.example ") + len(b"witness.example ") + 40
    content[place] ^= 1
    file.write_bytes(content)
    assert verify_file(file).verdict != Verdict.FAILED
    assert verify_file(file, KEY, [WITNESS]).verdict == Verdict.FAILED


def run(*arguments: object) -> int:
    """Return the exit code of the command."""
    try:
        return main(["verify", *map(str, arguments)])
    except SystemExit as ended:
        return int(str(ended.code))


def test_the_exit_code_tells_the_verdicts_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.gunbai"
    broken.write_bytes(attested().read_bytes()[:-1])
    running = FIXTURES / "liars_dice.running.gunbai"
    assert run(attested()) == 0
    assert run(attested(), "--key", FIRST.verifier) == 0
    assert run(attested(), "--key", ways.THIEF.verifier) == 4
    assert run(running, "--key", FIRST.verifier) == 3
    assert run(broken) == 1
    assert run(attested(), running, broken) == 1
    assert "verdict       FAILED: the file is cut off: it ends within entry 27" in capsys.readouterr().out


def test_a_head_from_elsewhere_is_on_the_chain_or_proves_a_fraud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, entries = fixture("liars_dice.attested.gunbai")
    head = tmp_path / "game.head"

    def against(version: int, digest: bytes, game: str = entries[-1].game, key: Identity = SERVICE) -> int:
        head.write_text(key.signed_head(game, version, digest).note, encoding="utf-8")
        return run(attested(), "--key", SERVICE.verifier, "--against", head)

    assert against(7, entries[6].digest) == 0
    assert against(7, entries[5].digest) == 5
    assert against(len(entries) + 1, bytes(32)) == 5, "no entry follows the last one of a game that is over"
    assert against(7, entries[6].digest, game="anothergameanoth") == 2
    assert against(7, entries[6].digest, key=ways.THIEF) == 2
    head.write_text(checkpoint(entries, SERVICE), encoding="utf-8")
    assert run(attested(), "--key", SERVICE.verifier, "--against", head) == 0
    head.write_text(checkpoint(entries, SERVICE, b"another"), encoding="utf-8")
    capsys.readouterr()
    assert run(attested(), "--key", SERVICE.verifier, "--against", head) == 5
    shown = capsys.readouterr().out
    assert "PROOF OF FRAUD" in shown
    assert shown.endswith(f"  verdict       signed by {SERVICE.verifier}, but contradicted\n")


def test_a_head_from_elsewhere_shows_that_entries_are_missing(tmp_path: Path) -> None:
    _, entries = fixture("liars_dice.attested.gunbai")
    file = written(tmp_path, fixture("liars_dice.attested.gunbai")[0], entries[:9])
    report = verify_file(file, vouched_head(entries))
    assert (report.verdict, report.gaps[-1].first, report.gaps[-1].last) == (Verdict.INCOMPLETE, 10, len(entries))


def vouched_head(entries: Sequence[record.Entry]) -> Evidence:
    """Return the evidence of a reader who holds the signed head of the last entry."""
    last = entries[-1]
    note = Note.parse(SERVICE.signed_head(last.game, last.version, last.digest).note)
    return Evidence((SERVICE.verifier,), (Witness(note, Head.parse(note.text)),))


def test_a_folder_stands_for_the_record_files_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    below = tmp_path / "below"
    below.mkdir()
    for name in ("a.gunbai", "below/b.gunbai", "notes.txt"):
        (tmp_path / name).write_bytes(attested().read_bytes())
    assert run(tmp_path, "--json") == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(Path(report["file"]).name, report["verdict"]) for report in reports] == [
        ("a.gunbai", "intact"),
        ("b.gunbai", "intact"),
    ]
    assert "these need the rules" in reports[0]["not_judged"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["missing.gunbai"],
        ["."],
        [attested(), "--key", "nonsense"],
        [attested(), "--against", attested()],
        [attested(), "--key", FIRST.verifier, "--against", "missing.head"],
        [attested(), "--witness", FIRST.verifier],
    ],
    ids=str,
)
def test_a_misuse_is_named_and_nothing_ends_in_a_traceback(
    arguments: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    assert "error: " in capsys.readouterr().err
