"""Studies are kept beside the records: whole or not at all, written by whoever made them, and only so many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clients.web.storage import study_files
from clients.web.storage.study_files import (
    LONGEST_TEXT,
    MOST_NOTES,
    MOST_SHAPES,
    Note,
    Shape,
    Study,
    StudyFiles,
    WhatIf,
    parse_study,
)
from gunbai_client.errors import Exhausted, InvalidRequest, NotAllowed, NotFound

GAME, HERE = "aaaaaaaaaaaaaaaa", "192.0.2.1"
STUDY = Study(game=GAME, name="A duel")
NOTES = (
    Note(3, "Why not east?"),
    Note(2, what_if=WhatIf(1, "a.Step", "{}", "Step.")),
    Note(4, branch="b" * 16),
    Note(4, shapes=(Shape("seat:1"), Shape("seat:1", "seat:2"))),
)
FULL = msgspec.structs.replace(STUDY, notes=NOTES)


def written(text: str) -> Callable[[Study], Study]:
    return lambda study: msgspec.structs.replace(study, notes=(*study.notes, Note(1, text)))


@pytest.mark.parametrize("folder", ["studies", ""])
def test_whoever_made_a_study_writes_in_it_and_nobody_else(tmp_path: Path, folder: str) -> None:
    files = StudyFiles(tmp_path / folder if folder else None)
    name, token = files.add(STUDY, HERE)
    files.change(name, token, lambda _: FULL)
    for wrong in ("", token[:-1], "x" * 43):
        with pytest.raises(NotAllowed):
            files.change(name, wrong, written("mine"))
        with pytest.raises(NotAllowed):
            files.delete(name, wrong)
    assert files.get(name).study == FULL
    files.delete(name, token)
    with pytest.raises(NotFound):
        files.get(name)


def test_studies_are_there_after_a_restart_for_nobody_elses_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_files, "FOR_ONE", 1)
    name, token = StudyFiles(tmp_path).add(FULL, HERE)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert token.encode() not in (tmp_path / name).read_bytes()
    (tmp_path / ("c" * 16)).write_text("{}")
    again = StudyFiles(tmp_path)
    assert (again.get(name).study, again.get(name).is_writer(token)) == (FULL, True)
    with pytest.raises(Exhausted, match="your limit"):
        again.add(STUDY, HERE)
    again.delete(name, token)
    again.add(STUDY, HERE)


def test_there_is_room_for_so_many_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_files, "IN_ALL", 2)
    files = StudyFiles(None)
    for visitor in ("192.0.2.1", "192.0.2.2"):
        files.add(STUDY, visitor)
    with pytest.raises(Exhausted, match="limit for all visitors"):
        files.add(STUDY, "192.0.2.3")


def test_a_change_that_makes_a_study_too_large_changes_nothing() -> None:
    files = StudyFiles(None)
    name, token = files.add(STUDY, HERE)
    for many in (
        lambda study: msgspec.structs.replace(study, notes=(Note(1, "x"),) * (MOST_NOTES + 1)),
        lambda study: msgspec.structs.replace(study, notes=(Note(1, "x" * LONGEST_TEXT),) * 16),
        written("x" * (LONGEST_TEXT + 1)),
        lambda study: msgspec.structs.replace(study, notes=(Note(1, shapes=(Shape("a"),) * (MOST_SHAPES + 1)),)),
        lambda study: msgspec.structs.replace(study, notes=(Note(1, shapes=(Shape("a", "b" * 101),)),)),
    ):
        with pytest.raises(InvalidRequest):
            files.change(name, token, many)
    assert files.get(name).study == STUDY


def test_a_study_is_read_from_what_was_exported() -> None:
    assert parse_study(msgspec.json.encode(FULL).decode()) == FULL


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"game": "aaaaaaaaaaaaaaaa", "name": ""}',
        '{"game": "../../../../etc/", "name": "a"}',
        '{"game": "aaaaaaaaaaaaaaaa", "name": "a", "more": 1}',
        '{"format": "gunbai study 2", "game": "aaaaaaaaaaaaaaaa", "name": "a"}',
        '{"game": "aaaaaaaaaaaaaaaa", "name": "a", "notes": [{"version": 0}]}',
        '{"game": "aaaaaaaaaaaaaaaa", "name": "a", "notes": [{"version": 1, "branch": "javascript:alert"}]}',
        '{"game": "aaaaaaaaaaaaaaaa\\n", "name": "a"}',
        "[" * 50_000,
    ],
)
def test_what_is_no_study_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        parse_study(text)


def test_notes_are_told_apart_by_all_that_they_say() -> None:
    assert len({note.mark for note in (*NOTES, Note(4), Note(4, "b"))}) == 6


@pytest.mark.parametrize("name", ["", "..", "a\0b", "x" * 300, "{}.part"])
def test_what_is_no_study_is_not_found(tmp_path: Path, name: str) -> None:
    name_given, _ = StudyFiles(tmp_path).add(STUDY, HERE)
    (tmp_path / f"{name_given}.part").write_bytes((tmp_path / name_given).read_bytes())
    with pytest.raises(NotFound):
        StudyFiles(tmp_path).get(name.format(name_given))
