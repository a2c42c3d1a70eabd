"""Record files are verified without a service: by name, several at once, with an exit code that scripts can use."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gunbai.infludance_duel.v1.commands_pb2 import PlaceCowboy
from gunbai.liars_dice.v1.commands_pb2 import MakeBid
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai.referee.v1 import record_pb2
from gunbai_record import chain
from gunbai_record.record_file import delimited, header, read
from lab.toy_service import House, Match
from referee.__main__ import app
from referee.proof.offline import FileReport, sparsely, verified, verify_file

run = CliRunner()
FINISHED = Path(__file__).parents[2] / "fixtures/records/infludance_duel.finished.gunbai"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where files are written."""
    made = tmp_path / "records"
    made.mkdir()
    return made


async def exported(house: House, folder: Path, count: int) -> list[Path]:
    """Return the files of finished duels."""
    return [await file_of(await duel(house), folder) for _ in range(count)]


async def duel(house: House) -> Match:
    """Return a finished duel of the catalogue, which the command knows."""
    match = await house.start("infludance_duel")
    while (seat := await match.asked_seat()) is not None:
        if (await match.game()).head > 60:
            await match.abandon()
            break
        answer = await match.legal(seat)
        await match.send(seat, match.request(answer.commands[-1].command, answer.expected_version))
    return match


async def file_of(match: Match, folder: Path) -> Path:
    """Return the record of a game in a file."""
    stream = match.house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
    file = folder / f"{match.id}.gunbai"
    file.write_bytes(b"".join([piece.chunk async for piece in stream]))
    return file


async def test_files_are_verified_one_after_the_other_or_several_at_once(house: House, folder: Path) -> None:
    files = await exported(house, folder, 2)
    for processes in (1, 2):
        progress: list[tuple[int, int]] = []
        reports = list(verified(files, processes, lambda done, total: progress.append((done, total))))  # noqa: B023  # called within its round
        assert [report.file for report in reports] == files
        assert all(report.verification.verdict == pb.VERDICT_CONSISTENT for report in reports)
        entries = [report.verification.entries for report in reports]
        assert progress == ([(count, count) for count in entries] if processes == 1 else [(1, 2), (2, 2)])


def test_progress_is_reported_now_and_then_and_at_the_end() -> None:
    progress: list[tuple[int, int]] = []
    for done in range(1, 601):
        sparsely(lambda done, total: progress.append((done, total)), 600, done)
    assert progress == [(250, 600), (500, 600), (600, 600)]


def test_a_file_without_an_entry_is_no_record(folder: Path) -> None:
    file = folder / "empty.gunbai"
    file.write_bytes(delimited(header("game", 0)))
    report = verify_file(file)
    assert (report.game, report.verification.verdict) == ("game", pb.VERDICT_FAILED)
    assert report.verification.problem == "it has no entries"


async def test_a_file_that_was_altered_is_named_with_the_place(house: House, folder: Path) -> None:
    (file,) = await exported(house, folder, 1)
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    report = verify_file(file)
    assert report.verification.verdict == pb.VERDICT_FAILED
    assert report.sentence().startswith(f"{file}: FAILED: ")


async def test_the_command_ends_with_one_if_any_file_does_not_hold(house: House, folder: Path) -> None:
    sound, cut = await exported(house, folder, 2)
    cut.write_bytes(cut.read_bytes()[:-1])
    alone = run.invoke(app, ["verify", str(sound), "--json"])
    assert alone.exit_code == 0
    report = json.loads(alone.stdout)
    assert (report["verdict"], report["file"]) == ("VERDICT_CONSISTENT", str(sound))
    both = run.invoke(app, ["verify", str(sound), str(cut), "--processes", "1"])
    assert both.exit_code == 1
    assert "consistent: " in both.stdout
    assert "FAILED: " in both.stdout


def test_a_record_of_one_title_loads_no_other() -> None:
    check = f"from referee.proof.offline import verify_file; verify_file(Path({str(FINISHED)!r}))"
    titles = "print(sorted(name for name in sys.modules if name.count('.') == 1 and name.startswith('games.')))"
    program = f"import sys; from pathlib import Path; {check}; {titles}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['games.infludance_duel', 'games.kit']\n"


def test_a_command_of_another_title_is_called_what_the_service_calls_it(folder: Path) -> None:
    with FINISHED.open("rb") as source:
        head, read_entries = read(source)
        entries = list(read_entries)
    (place, *_) = (place for place, entry in enumerate(entries) if entry.command.open.Is(PlaceCowboy.DESCRIPTOR))
    del entries[place + 1 :]
    entries[-1].command.open.Pack(MakeBid(quantity=1, face=1))
    head.head = len(entries)
    entries[-1].digest = chain.digest_of(entries[-1])
    file = folder / "forged.gunbai"
    file.write_bytes(b"".join(map(delimited, (head, *entries))))
    problem = verify_file(file).verification.problem
    assert problem == "command.type_url: 'gunbai.liars_dice.v1.MakeBid' is not a command of infludance_duel"


def test_what_could_not_be_checked_and_who_gave_no_entropy_is_in_the_words() -> None:
    verification = pb.Verification(
        verdict=pb.VERDICT_INCOMPLETE,
        entries=9,
        unchecked=[
            pb.Unchecked(first_version=1, last_version=9, sentence="the secret is not open"),
            pb.Unchecked(first_version=9, last_version=9, sentence="an item is sealed"),
        ],
        seats_without_entropy=[pb.SeatWithoutEntropy(version=3, seat=2)],
    )
    words = FileReport(Path("a.gunbai"), "game", verification).sentence()
    failed = pb.Verification(verdict=pb.VERDICT_FAILED, problem="it is torn")
    assert FileReport(Path("a.gunbai"), "game", failed).sentence() == "a.gunbai: FAILED: it is torn"
    failed.bad_version = 4
    assert FileReport(Path("a.gunbai"), "game", failed).sentence() == "a.gunbai: FAILED: entry 4: it is torn"
    assert words.startswith("a.gunbai: incomplete: 9 entries linked, ")
    assert words.endswith(
        "; entries 1 to 9: the secret is not open; entry 9: an item is sealed; entry 3: seat 2 gave no entropy; "
        "nobody vouches for it: you named no key"
    )


def test_files_are_verified_where_nobody_knows_how_many_cores_there_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.proof.offline.os.cpu_count", lambda: None)
    file = folder / "letter.gunbai"
    file.write_bytes(b"Dear Ann")
    assert [report.file for report in verified([file, file], processes=0)] == [file, file]


def test_a_file_that_is_no_record_is_reported_with_its_name(folder: Path) -> None:
    file = folder / "letter.gunbai"
    file.write_bytes(b"Dear Ann")
    report = verify_file(file)
    assert (report.file, report.game, report.verification.verdict) == (file, "", pb.VERDICT_FAILED)
