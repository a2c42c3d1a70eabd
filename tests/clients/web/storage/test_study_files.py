"""Studies are kept beside the records: whole or not at all, written by whoever made them, and only so many."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from clients.web.storage import study_files
from clients.web.storage.study_files import (
    FIRST,
    LONGEST_TEXT,
    MOST_CHAPTERS,
    MOST_NOTES,
    MOST_SHAPES,
    Chapter,
    Note,
    Pen,
    Shape,
    Study,
    StudyFiles,
    WhatIf,
    parse_study,
)
from gunbai_client.errors import Exhausted, InvalidRequest, NotAllowed, NotFound

GAME, HERE = "aaaaaaaaaaaaaaaa", "192.0.2.1"
CHAPTER = Chapter(id=FIRST, game=GAME)
STUDY = Study(name="A duel", chapters=(CHAPTER,))
NOTES = (
    Note(3, "Why not east?"),
    Note(2, what_if=WhatIf(1, "a.Step", "{}", "Step.")),
    Note(4, branch="b" * 16),
    Note(4, shapes=(Shape("seat:1"), Shape("seat:1", "seat:2"))),
)
FULL = STUDY.put(msgspec.structs.replace(CHAPTER, notes=NOTES))
THREE = STUDY.add(Chapter(id="b", game="b" * 16, name="The answer", start=3)).add(Chapter(id="c", game=GAME))


def noted(*notes: Note) -> Callable[[Study], Study]:
    return lambda study: study.put(msgspec.structs.replace(study.chapters[0], notes=notes))


def written(text: str) -> Callable[[Study], Study]:
    return noted(Note(1, text))


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
    assert (again.get(name).study, again.get(name).is_author(token)) == (FULL, True)
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
    half = msgspec.structs.replace(CHAPTER, notes=(Note(1, "x"),) * (MOST_NOTES // 2 + 1))
    for many in (
        noted(*(Note(1, "x"),) * (MOST_NOTES + 1)),
        noted(*(Note(1, "x" * LONGEST_TEXT),) * 16),
        written("x" * (LONGEST_TEXT + 1)),
        noted(Note(1, shapes=(Shape("a"),) * (MOST_SHAPES + 1))),
        noted(Note(1, shapes=(Shape("a", "b" * 101),))),
        lambda study: study.put(half).add(msgspec.structs.replace(half, id="2")),
        lambda study: study.add(Chapter(id="2", game=GAME, name="x" * 101)),
        lambda study: study.add(CHAPTER),
        lambda study: study.remove(FIRST),
        lambda _: msgspec.structs.replace(
            STUDY, chapters=tuple(Chapter(id=str(number), game=GAME) for number in range(MOST_CHAPTERS + 1))
        ),
    ):
        with pytest.raises(InvalidRequest):
            files.change(name, token, many)
    assert files.get(name).study == STUDY


def test_a_study_is_read_from_what_was_exported() -> None:
    assert parse_study(msgspec.json.encode(FULL).decode()) == FULL


def one_game(*fields: str) -> str:
    """Return a study in the format without chapters; a repeated field replaces an earlier one."""
    return "{" + ", ".join(('"format": "gunbai study 1"', f'"game": "{GAME}"', '"name": "A duel"', *fields)) + "}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"game": "aaaaaaaaaaaaaaaa", "name": "a"}',
        one_game('"name": ""'),
        one_game('"game": "../../../../etc/"'),
        one_game('"more": 1'),
        one_game('"format": "gunbai study 2"'),
        one_game('"format": "gunbai study 3"'),
        one_game('"notes": [{"version": 0}]'),
        one_game('"notes": [{"version": 1, "branch": "javascript:alert"}]'),
        one_game('"game": "aaaaaaaaaaaaaaaa\\n"'),
        '{"format": "gunbai study 2", "name": "a", "chapters": []}',
        '{"a":' * 10_000,
        '{"format": "gunbai study 2", "name": "a", "chapters": [{"id": "../", "game": "aaaaaaaaaaaaaaaa"}]}',
        "[" * 50_000,
    ],
)
def test_what_is_no_study_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        parse_study(text)


def test_a_study_of_one_game_is_read_as_one_chapter(tmp_path: Path) -> None:
    notes = msgspec.json.encode(NOTES).decode()
    assert parse_study(one_game(f'"author": "Ann", "notes": {notes}')) == msgspec.structs.replace(FULL, author="Ann")
    files = StudyFiles(tmp_path)
    name, token = files.add(STUDY, HERE)
    stored = json.loads((tmp_path / name).read_text())
    stored["study"] = json.loads(one_game(f'"notes": {notes}'))
    (tmp_path / name).write_text(json.dumps(stored))
    assert StudyFiles(tmp_path).get(name).study == FULL
    files.change(name, token, lambda study: study.add(Chapter(id="2", game=GAME)))
    assert files.get(name).study.chapters == (*FULL.chapters, Chapter(id="2", game=GAME))


@pytest.mark.parametrize(
    ("chapter", "places", "order"),
    [("b", -1, "b1c"), ("b", 1, "1cb"), (FIRST, -1, "1bc"), ("c", 1, "1bc"), ("c", -1, "1cb"), (FIRST, 2, "bc1")],
)
def test_a_chapter_moves_as_far_as_there_are_others(chapter: str, places: int, order: str) -> None:
    assert "".join(one.id for one in THREE.move(chapter, places).chapters) == order


def test_a_chapter_keeps_its_place_when_it_changes_and_leaves_the_others_when_it_goes() -> None:
    renamed = msgspec.structs.replace(THREE.find("b"), name="Another")
    assert THREE.put(renamed).chapters == (CHAPTER, renamed, THREE.chapters[2])
    assert THREE.remove("b").chapters == (CHAPTER, THREE.chapters[2])
    for name in ("", "d"):
        for changed in (THREE.find, THREE.remove, lambda name: THREE.move(name, 1)):
            with pytest.raises(NotFound):
                changed(name)


def test_notes_are_told_apart_by_all_that_they_say() -> None:
    assert len({note.mark for note in (*NOTES, Note(4), Note(4, "b"))}) == 6


@pytest.mark.parametrize("name", ["", "..", "a\0b", "x" * 300, "{}.part"])
def test_what_is_no_study_is_not_found(tmp_path: Path, name: str) -> None:
    name_given, _ = StudyFiles(tmp_path).add(STUDY, HERE)
    (tmp_path / f"{name_given}.part").write_bytes((tmp_path / name_given).read_bytes())
    with pytest.raises(NotFound):
        StudyFiles(tmp_path).get(name.format(name_given))


def shared(files: StudyFiles) -> tuple[str, str, Pen, Pen]:
    """Store a study with a writing link; return its id, the author's token, and the pens of two writers."""
    name, token = files.add(STUDY, HERE)
    files.share(name, token, writing=True)
    link = files.get(name).derive_link(token)
    return name, token, Pen(link, "bob"), Pen(link, "cleo")


def test_whoever_has_the_link_for_writing_adds_notes_and_changes_nothing_else(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    name, token, bob, _ = shared(files)
    files.note(name, bob, FIRST, Note(2, "by link", author="Bob"))
    assert files.get(name).study.chapters[0].notes == (Note(2, "by link", author="Bob"),)
    assert (StudyFiles(tmp_path).get(name).may_write(bob.token), bob.token == token) == (True, False)
    with pytest.raises(NotAllowed):
        files.change(name, bob.token, written("mine"))
    with pytest.raises(NotAllowed):
        files.delete(name, bob.token)
    with pytest.raises(NotAllowed):
        files.share(name, bob.token, writing=False)
    assert bob.token.encode() not in (tmp_path / name).read_bytes()


def test_a_writer_removes_their_own_notes_and_the_author_all(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    name, token, bob, cleo = shared(files)
    ann, by_bob, by_ann = Pen(token), Note(2, "Bob's"), Note(3, "Ann's")
    files.note(name, bob, FIRST, by_bob)
    files.note(name, ann, FIRST, by_ann)
    # What the author said already does not become Bob's.
    files.note(name, bob, FIRST, by_ann)
    for pen, note in ((cleo, by_bob), (bob, by_ann), (Pen("", "bob"), by_bob)):
        with pytest.raises(NotAllowed):
            files.erase(name, pen, FIRST, note.mark)
    files.erase(name, bob, FIRST, by_bob.mark)
    assert files.get(name).study.marks == {by_ann.mark}
    files.note(name, cleo, FIRST, by_bob)
    files.erase(name, ann, FIRST, by_bob.mark)
    files.erase(name, ann, FIRST, by_ann.mark)
    assert (files.get(name).study.marks, files.get(name).writers) == (frozenset(), {})


def test_a_withdrawn_link_writes_no_more_and_the_next_one_is_another(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    name, token, bob, _ = shared(files)
    files.note(name, bob, FIRST, Note(2, "Bob's"))
    files.share(name, token, writing=False)
    with pytest.raises(NotAllowed, match="no longer valid"):
        files.note(name, bob, FIRST, Note(3, "too late"))
    with pytest.raises(NotAllowed):
        files.erase(name, bob, FIRST, Note(2, "Bob's").mark)
    assert (files.get(name).derive_link(token), len(files.get(name).study.marks)) == ("", 1)
    files.share(name, token, writing=True)
    assert files.get(name).derive_link(token) not in ("", bob.token)
    assert not files.get(name).may_write(bob.token)


def test_what_came_by_link_counts_towards_the_limits_of_the_study() -> None:
    files = StudyFiles(None)
    name, _, bob, _ = shared(files)
    for number in range(14):
        files.note(name, bob, FIRST, Note(number + 1, "x" * LONGEST_TEXT))
    with pytest.raises(InvalidRequest):
        files.note(name, bob, FIRST, Note(15, "x" * LONGEST_TEXT))
    with pytest.raises(InvalidRequest):
        files.note(name, bob, FIRST, Note(15, author="x" * 61))
