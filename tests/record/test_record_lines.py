"""Records in lines of JSON: the same record as in the binary form, in one way, and nothing else is read."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from hypothesis import given
from hypothesis import strategies as st

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2 as file
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai_record import record_lines
from gunbai_record.chain import MAX_NUMBER
from gunbai_record.record_file import RecordFileError, as_lines, delimited, header, read
from lab.toy_games import finished


def open_item(name: str, value: bytes, salt: bytes = b"") -> record.Item:
    return record.Item(open=AnyMessage(type_url=f"type.googleapis.com/{name}", value=value), salt=salt)


texts = st.text(st.characters(codec="utf-8"), max_size=8)
raw = st.binary(max_size=8)
numbers = st.integers(0, MAX_NUMBER)
opened = st.builds(open_item, st.from_regex(r"[a-z.]{0,9}", fullmatch=True), raw, raw)
items = opened | st.builds(record.Item, sealed=raw)
actors = st.builds(record.Actor, kind=st.just(record.ACTOR_KIND_SEAT), seat=st.integers(0, 2**32 - 1))
entries = st.builds(
    record.Entry,
    game=texts,
    version=numbers,
    actor=actors,
    at_micros=st.integers(-MAX_NUMBER, MAX_NUMBER),
    command_id=texts,
    command=items,
    events=st.lists(items, max_size=2),
    position_digest=raw,
    previous=raw,
    digest=raw,
    signature=raw,
    expected_version=numbers,
)
ancestors = st.builds(file.Ancestor, game=texts, version=numbers, secret=raw)
signed_heads = st.builds(SignedHead, note=texts, key=texts, rotations=st.lists(texts, max_size=2))
headers = st.builds(header, texts, numbers, st.lists(ancestors, max_size=2), st.none() | signed_heads)


def file_of(head: file.FileHeader, content: Iterable[record.Entry]) -> bytes:
    """Return a record file in the binary form."""
    return b"".join(map(delimited, (head, *content)))


def lines_of(head: file.FileHeader, content: Iterable[record.Entry]) -> bytes:
    """Return a record file as lines of JSON."""
    return "".join(as_lines(head, content)).encode()


def is_read(text: bytes) -> bool:
    """Return whether a file is read to its end, or else raises RecordFileError."""
    try:
        list(read(io.BytesIO(text))[1])
    except RecordFileError:
        return False
    return True


@given(headers, st.lists(entries, max_size=2))
def test_both_forms_are_the_same_record_in_the_same_bytes(head: file.FileHeader, content: list[record.Entry]) -> None:
    head.head = len(content)
    binary, lines = file_of(head, content), lines_of(head, content)
    for form in (binary, lines):
        file_header, following = read(io.BytesIO(form))
        again = [*following]
        assert file_of(file_header, again) == binary
        assert lines_of(file_header, again) == lines


def test_a_record_in_lines_has_the_digests_of_the_record() -> None:
    night = finished()
    lines = lines_of(header(night.game.id, night.game.version), night.entries)
    assert tuple(read(io.BytesIO(lines))[1]) == night.entries
    assert len(lines.splitlines()) == len(night.entries) + 1


HEAD = header("g", 1)
ENTRY = record.Entry(game="g", version=1, actor=record.Actor(kind=record.ACTOR_KIND_HOST), command=open_item("t", b"a"))
LINES = lines_of(HEAD, [ENTRY])


def test_the_lines_of_a_small_record_are_read() -> None:
    assert is_read(LINES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"version":1', b'"version":1.0'),
        (b'"version":1', b'"version":01'),
        (b'"version":1', b'"version":"1"'),
        (b'"version":1', b'"version":true'),
        (b'"version":1', b'"version":1,"version":1'),
        (b'"version":1', b'"version": 1'),
        (b'"version":1', b'"version":1e0'),
        (b'"version":1', b'"version":-1'),
        (b'"version":1', b'"version":9007199254740993'),
        (b'"version":1', b'"version":' + b"9" * 5_000),
        (b'"version":1', b'"version":NaN'),
        (b'"version":1', b'"version":null'),
        (b'"version":1', b'"version":' + b"[" * 100_000),
        (b'"version":1', b'"version":1,"more":1'),
        (b'"version":1,', b""),
        (b'"game":"g"', b'"game":"\\u0067"'),
        (b'"game":"g"', b'"game":"\\ud800"'),
        (b'"game":"g"', b'"game":"\xff"'),
        (b'"game":"g"', b'"game":["g"]'),
        (b'"value":"YQ=="', b'"value":"YQ"'),
        (b'"value":"YQ=="', b'"value":"YR=="'),
        (b'"value":"YQ=="', b'"value":"YQ==\\n"'),
        (b'"type":"t"', b'"type":"a/t"'),
        (b'"events":[]', b'"events":{}'),
        (b'"events":[]', b'"events":[{}]'),
        (b'"signed_head":null', b'"signed_head":{}'),
        (b'"magic":"gunbai record"', b'"magic":"gunbai"'),
        (b'"format":1', b'"format":2'),
        (b"}\n", b"}\r\r\n"),
        (b"}\n", b"}\r"),
        (b"}\n", b"} \n"),
        (b"}\n", b"}\n\n"),
    ],
)
def test_a_line_that_is_written_in_another_way_is_refused(old: bytes, new: bytes) -> None:
    assert old in LINES
    place = LINES.rindex(old)
    assert not is_read(LINES.replace(old, new))
    assert not is_read(LINES[:place] + LINES[place:].replace(old, new))


@pytest.mark.parametrize(
    "changed",
    [
        LINES.replace(b"\n", b"\r\n"),
        LINES[:-1],
        LINES.replace(b"\n", b"\r\n")[:-2],
        b"\xef\xbb\xbf" + LINES,
        b"\xef\xbb\xbf" + LINES.replace(b"\n", b"\r\n"),
    ],
    ids=["CR LF", "no last line end", "neither", "a mark", "a mark and CR LF"],
)
def test_what_editors_mails_and_git_do_to_a_text_says_nothing(changed: bytes) -> None:
    head, content = read(io.BytesIO(changed))
    assert (head, [*content]) == (HEAD, [ENTRY])


@given(st.data())
def test_a_changed_byte_is_refused_or_is_another_record(data: st.DataObject) -> None:
    changed = bytearray(LINES)
    changed[data.draw(st.integers(2, len(LINES) - 1))] = data.draw(st.integers(0, 255))
    if bytes(changed) != LINES and is_read(bytes(changed)):
        head, content = read(io.BytesIO(bytes(changed)))
        assert (head, [*content]) != (HEAD, [ENTRY])


def test_no_more_is_read_than_the_longest_line_has(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(map(len, LINES.splitlines()))
    monkeypatch.setattr(record_lines, "MAX_LINE", longest)
    assert is_read(LINES)
    monkeypatch.setattr(record_lines, "MAX_LINE", longest - 1)
    assert not is_read(LINES)


def test_no_more_of_the_header_is_read_either(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(header("g" * 500, 0), [])
    for longest, whole in ((len(lines), True), (len(lines) - 1, True), (len(lines) - 2, False)):
        monkeypatch.setattr(record_lines, "MAX_LINE", longest)
        assert is_read(lines) == whole


@pytest.mark.parametrize(
    "content",
    [
        record.Entry(version=2**53),
        record.Entry(command=record.Item()),
        record.Entry(command=open_item("t", b""), events=[record.Item(open=AnyMessage(type_url="elsewhere/t"))]),
    ],
)
def test_what_no_record_has_is_not_written(content: record.Entry) -> None:
    with pytest.raises(RecordFileError):
        list(as_lines(HEAD, [content]))


@pytest.mark.parametrize(
    ("line", "old", "new", "problem"),
    [
        (0, b'"format":1', b'"format":"1"', "the header: not a line of a record: "),
        (1, b'"version":1', b'"version":01', "entry 1: not a line of a record: "),
        (1, b'"version":1', b'"version": 1', "entry 1: it is not in canonical form"),
        (1, b'"version":1', b'"version":9007199254740992', "the number 9007199254740992 is beyond 9007199254740991"),
    ],
)
def test_a_line_that_is_none_is_named_with_its_fault(line: int, old: bytes, new: bytes, problem: str) -> None:
    lines = LINES.splitlines(keepends=True)
    lines[line] = lines[line].replace(old, new)
    with pytest.raises(RecordFileError, match=f"^{problem}|not a line of a record: {problem}$"):
        list(read(io.BytesIO(b"".join(lines)))[1])


def test_the_largest_number_that_lines_hold_is_written_and_read() -> None:
    for number in (MAX_NUMBER, -MAX_NUMBER):
        content = record.Entry(actor=record.Actor(), at_micros=number, command=open_item("t", b""))
        assert list(read(io.BytesIO(lines_of(HEAD, [content])))[1]) == [content]
        content.at_micros += 1 if number > 0 else -1
        with pytest.raises(RecordFileError, match="is beyond 9007199254740991"):
            lines_of(HEAD, [content])


def test_a_file_that_is_cut_off_says_where() -> None:
    for size in range(2, len(LINES) - 1):
        assert not is_read(LINES[:size])
    _, content = read(io.BytesIO(LINES.splitlines(keepends=True)[0]))
    with pytest.raises(RecordFileError, match="the file is cut off: it ends after entry 0 of 1"):
        list(content)


def test_the_lines_are_compact_json() -> None:
    values: list[Any] = [json.loads(line) for line in LINES.splitlines()]
    assert values[0]["head"] == values[1]["version"] == 1
    assert values[1]["command"] == {"type": "t", "value": "YQ==", "salt": ""}


def test_the_leaves_and_signatures_of_a_record_are_the_same_in_lines() -> None:
    head = header("night", 3, [], None)
    head.leaves.add(kind="LEAF_KIND_CREATED", version=1, proof="a proof")
    head.result_signatures.add(seat=2, signature=b"signed")
    again, _ = read(io.BytesIO(lines_of(head, [])))
    assert again == head
