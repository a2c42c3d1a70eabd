"""`gunbai verify` and `gunbai server key`: what scripts rely on is the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gunbai_record.__main__ import main
from gunbai_record.record_file import as_lines, delimited, read
from gunbai_record.verify.codes import FAILED, MISUSED
from lab.toy_service import House
from referee.__main__ import app
from referee.proof.identity import Identity, published
from tests.referee.proof.test_offline import duel, file_of

run = CliRunner()
KEY = ["--key"]


@pytest.fixture
def service(tmp_path: Path) -> Identity:
    """Return the key of the house."""
    return Identity.kept_in(tmp_path / "service.key")


def code(*words: object) -> int:
    """Return the exit code of a command."""
    return run.invoke(app, [str(word) for word in words]).exit_code


async def finished(house: House, folder: Path) -> Path:
    """Return the file of a finished duel."""
    return await file_of(await duel(house), folder)


async def test_the_exit_code_tells_the_verdicts_apart(house: House, tmp_path: Path, service: Identity) -> None:
    key, thief = service.verifier, Identity(b"\x01" * 32).verifier
    running = await file_of(await house.start("infludance_duel"), tmp_path)
    over = await finished(house, tmp_path)
    broken = tmp_path / "broken.gunbai"
    broken.write_bytes(over.read_bytes()[:-1])
    assert code("verify", over) == 0
    assert code("verify", over, "--key", key) == 0
    assert code("verify", over, "--key", thief, "--key", key) == 0
    assert code("verify", running) == 3
    assert code("verify", running, "--key", key) == 3
    assert code("verify", over, "--key", thief) == 4
    assert code("verify", running, "--key", thief) == 4
    assert code("verify", broken, "--key", key) == 1
    assert code("verify", over, running, broken, "--key", thief) == 1
    assert code("verify", over, running) == 3


def test_an_option_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.gunbai"
    file.touch()
    for named, value in (("--key", "nonsense"), ("--against", str(file))):
        ended = run.invoke(app, ["verify", str(file), named, value])
        assert ended.exit_code == 2
        assert f"Invalid value for {named}: " in ended.output


async def test_the_verdict_is_printed_with_who_vouches(house: House, tmp_path: Path, service: Identity) -> None:
    over = await finished(house, tmp_path)
    words = run.invoke(app, ["verify", str(over), "--key", str(service.verifier)]).stdout
    assert "attested: " in words
    assert f"its head is signed by {service.verifier}" in words
    report = json.loads(run.invoke(app, ["verify", str(over), "--key", str(service.verifier), "--json"]).stdout)
    assert (report["verdict"], report["signer"]) == ("VERDICT_ATTESTED", str(service.verifier))
    assert json.loads(run.invoke(app, ["verify", str(over), "--json"]).stdout)["signer"] == ""
    thief = str(Identity(b"\x01" * 32).verifier)
    words = run.invoke(app, ["verify", str(over), "--key", thief]).stdout
    assert ": consistent: " in words
    assert words.endswith("; NOT attested: no key you named signed its head\n")


async def test_a_contradiction_has_a_code_of_its_own(house: House, tmp_path: Path, service: Identity) -> None:
    over, elsewhere = await finished(house, tmp_path), await finished(house, tmp_path)
    with over.open("rb") as source:
        header, entries = read(source)
        all_entries = list(entries)
    heads = [tmp_path / "true", tmp_path / "false"]
    heads[0].write_text(service.signed_head(header.game, 5, all_entries[4].digest).note)
    heads[1].write_text(service.signed_head(header.game, 5, bytes(32)).note)
    keys = ("--key", service.verifier)
    assert code("verify", over, *keys, "--against", heads[0]) == 0
    assert code("verify", over, *keys, "--against", over) == 0
    assert code("verify", over, *keys, "--against", heads[0], "--against", heads[1]) == 5
    fraud = run.invoke(app, ["verify", str(over), *map(str, keys), "--against", str(heads[1])])
    assert (fraud.exit_code, "PROOF OF FRAUD" in fraud.stdout) == (5, True)
    assert "; consistent: " in fraud.stdout
    assert "attested" not in fraud.stdout
    assert f"; its head is signed by {service.verifier}" in fraud.stdout
    header.head = 5
    cut = tmp_path / "cut.gunbai"
    header.ClearField("signed_head")
    header.ClearField("leaves")
    cut.write_bytes(b"".join(map(delimited, (header, *all_entries[:5]))))
    late = run.invoke(app, ["verify", str(cut), *map(str, keys), "--against", str(over)])
    assert (late.exit_code, "missing" in late.stdout) == (4, True)
    assert code("verify", elsewhere, *keys, "--against", heads[0]) == 2
    assert code("verify", over, "--against", heads[0]) == 2
    assert code("verify", over, "--key", Identity(b"\x01" * 32).verifier, "--against", heads[0]) == 2
    strangers = str(Identity(b"\x01" * 32).verifier)
    unknown = run.invoke(app, ["verify", str(over), "--key", strangers, "--against", str(heads[0])])
    assert "Invalid value for --against: " in unknown.output
    assert code("verify", over, *keys, "--against", tmp_path / "service.key") == 2
    assert code("verify", over, "--key", "nonsense") == 2


def changed_texts(text: bytes) -> dict[str, bytes]:
    """Return a text as editors, mails and git leave it."""
    mark, ends = b"\xef\xbb\xbf", text.replace(b"\n", b"\r\n")
    changed = {"CR LF": ends, "no last line end": text[:-1], "a mark": mark + text, "all of it": mark + ends[:-2]}
    return {"as it was": text, **changed}


def plain_text(output: str) -> str:
    """Return an error without its frame and its line ends."""
    return " ".join(output.replace("│", " ").split())


async def test_heads_keys_and_lines_are_read_however_a_text_came(
    house: House, tmp_path: Path, service: Identity
) -> None:
    over = await finished(house, tmp_path)
    with over.open("rb") as source:
        header, entries = read(source)
        all_entries = list(entries)
    head = service.signed_head(header.game, 5, all_entries[4].digest).note.encode()
    texts = {
        "head": changed_texts(head),
        "key": changed_texts(f"{service.verifier}\n".encode()),
        "lines": changed_texts("".join(as_lines(header, all_entries)).encode()),
    }
    for kind in texts["head"]:
        files = {name: tmp_path / f"{name}.txt" for name in texts}
        for name, file in files.items():
            file.write_bytes(texts[name][kind])
        words = ["verify", files["lines"], "--key", files["key"], "--against", files["head"]]
        assert (kind, code(*words)) == (kind, 0)
        assert (kind, main([str(word) for word in words])) == (kind, 0)


@pytest.mark.parametrize("key", ["ab" * 32, "nonsense", "no/such/file", "x" * 5000, "\0"])
def test_what_is_no_key_is_said_to_be_none(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.gunbai"
    file.touch()
    ended = run.invoke(app, ["verify", str(file), "--key", key])
    assert (ended.exit_code, "nor a verifier key (NAME+ID+KEY)" in plain_text(ended.output)) == (MISUSED, True)
    with pytest.raises(SystemExit):
        main(["verify", str(file), "--key", key])
    assert "nor a verifier key (NAME+ID+KEY)" in capsys.readouterr().err


async def test_the_records_in_a_folder_are_verified(house: House, tmp_path: Path) -> None:
    empty, folder = tmp_path / "empty", tmp_path / "records" / "of" / "a club"
    empty.mkdir()
    folder.mkdir(parents=True)
    files = [await finished(house, folder), await finished(house, folder)]
    (folder / "notes.txt").write_text("no record")
    ran = run.invoke(app, ["verify", str(tmp_path / "records"), "--json", "--processes", "1"])
    assert ran.exit_code == 0
    assert {json.loads(line)["file"] for line in ran.stdout.splitlines()} == {*map(str, files)}
    ended = run.invoke(app, ["verify", str(empty)])
    assert (ended.exit_code, "no *.gunbai files in this folder" in plain_text(ended.output)) == (MISUSED, True)


async def test_who_named_the_old_key_accepts_the_new_one(house: House, tmp_path: Path, service: Identity) -> None:
    file, over = tmp_path / "service.key", await finished(house, tmp_path)
    shown = run.invoke(app, ["key", "show", "--key", str(file)])
    assert shown.stdout == f"{service.verifier}\n"
    ended = run.invoke(app, ["key", "rotate", "--key", str(file), "--name", "two.example"])
    assert (
        ended.exit_code,
        f"keep publishing the old one for earlier records: {service.verifier}" in ended.stderr,
    ) == (
        0,
        True,
    )
    assert run.invoke(app, ["key", "rotate", "--key", str(file)]).exit_code == 0
    rotated = Identity.kept_in(file)
    assert rotated.verifier.name == "two.example"
    assert len(rotated.rotations) == 2
    with over.open("rb") as source:
        header, entries = read(source)
        all_entries = list(entries)
    header.signed_head.CopyFrom(rotated.signed_head(header.game, header.head, all_entries[-1].digest))
    header.ClearField("leaves")
    over.write_bytes(b"".join(map(delimited, (header, *all_entries))))
    assert code("verify", over, "--key", service.verifier) == 0
    assert code("verify", over, "--key", published(file)) == 0
    del header.signed_head.rotations[0]
    over.write_bytes(b"".join(map(delimited, (header, *all_entries))))
    assert code("verify", over, "--key", service.verifier) == 4
    assert code("verify", over, "--key", published(file)) == 0


def test_a_key_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    ended = run.invoke(app, ["key", "show", "--key", str(tmp_path / "none.key")])
    assert (ended.exit_code, "start the service once" in plain_text(ended.output)) == (2, True)
    assert not (tmp_path / "none.key").exists()


@pytest.mark.parametrize("words", [("key", "show"), ("key", "rotate")])
def test_a_key_that_cannot_be_used_is_named_and_left_as_it_is(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    file.write_bytes(b"short")
    ended = run.invoke(app, [*words, "--key", str(file)])
    assert ended.exit_code == 1
    assert ended.output.startswith("gunbai server key: ")
    assert file.read_bytes() == b"short"


def test_why_a_key_is_not_replaced_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "service.key"
    before = Identity.kept_in(file)

    def full(*_: object) -> Identity:
        raise OSError("the disk is full")

    monkeypatch.setattr(Identity, "rotate", full)
    ended = run.invoke(app, ["key", "rotate", "--key", str(file)])
    assert (ended.exit_code, ended.output) == (FAILED, "gunbai server key: the disk is full\n")
    assert Identity.kept_in(file).verifier == before.verifier


def test_a_key_is_shown_with_those_that_vouch_for_it(tmp_path: Path) -> None:
    file = tmp_path / "service.key"
    rotated = Identity.kept_in(file).rotate(file, "two.example")
    shown = json.loads(run.invoke(app, ["key", "show", "--key", str(file), "--json"]).output)
    assert shown == {"key": str(rotated.verifier), "rotations": list(rotated.rotations)}
    assert len(shown["rotations"]) == 1


@pytest.mark.parametrize(
    "words", [("key", "show", "--key"), ("key", "rotate", "--key"), ("verify", "--key", "k", "--against")]
)
def test_a_file_is_no_folder_and_is_there(words: tuple[str, ...], tmp_path: Path) -> None:
    for wrong, problem in ((tmp_path, "is a directory"), (tmp_path / "none", "does not exist")):
        ended = run.invoke(app, [*words, str(wrong)])
        assert ended.exit_code == MISUSED
        assert problem in plain_text(ended.output)
    assert [*tmp_path.iterdir()] == []
