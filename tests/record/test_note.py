"""Signed notes are those of c2sp.org/signed-note, read strictly."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai_record.note import LARGEST, MOST_SIGNATURES, Note, NoteError, VerifierKey, checked_name, sign_note

# The vectors of golang.org/x/mod/sumdb/note, where the format comes from.
PETER = VerifierKey.parse("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
SAID = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
SIGNED = (
    f"{SAID}\n\N{EM DASH} PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
OURS = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY = VerifierKey("ours.example", OURS.public_key().public_bytes_raw())


def test_a_note_of_the_reference_implementation_is_known() -> None:
    note = Note.parse(SIGNED)
    assert note.text == SAID
    assert note.is_signed_by(PETER)
    assert not note.is_signed_by(KEY)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\x07b", "a\u2800b", "a\u3164b", "a\ufe0fb", "n" * 201])
def test_a_key_is_not_called_so(name: str) -> None:
    with pytest.raises(NoteError, match="cannot name a key"):
        checked_name(name)


def test_the_name_of_a_key_has_up_to_200_characters() -> None:
    assert checked_name("n" * 200) == "n" * 200


def test_a_note_that_is_made_is_read_again() -> None:
    made = sign_note("one\n\ntwo\n", KEY, OURS.sign)
    assert Note.parse(made).text == "one\n\ntwo\n"
    assert Note.parse(made).is_signed_by(KEY)
    assert VerifierKey.parse(str(KEY)) == KEY


def test_a_signature_in_the_name_of_a_known_key_must_be_valid() -> None:
    for altered in (SIGNED.replace("think", "drink"), SIGNED.replace("JnAM=", "JnAI=")):
        with pytest.raises(NoteError):
            Note.parse(altered).is_signed_by(PETER)
    twice = f"{SIGNED}{SIGNED.split(chr(10))[-2].replace('x08go/ZJ', 'x08go/ZK')}\n"
    with pytest.raises(NoteError):
        Note.parse(twice).is_signed_by(PETER)


def test_signatures_of_unknown_keys_are_passed_over() -> None:
    other = VerifierKey("ours.example", Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    made = sign_note(SAID, KEY, OURS.sign)
    assert not Note.parse(made).is_signed_by(other)
    both = f"{SIGNED}{made.removeprefix(SAID).lstrip(chr(10))}"
    assert Note.parse(both).is_signed_by(KEY)
    assert Note.parse(both).is_signed_by(PETER)
    line = SIGNED.removeprefix(f"{SAID}\n")
    assert Note.parse(f"{SAID}\n{line * MOST_SIGNATURES}").is_signed_by(PETER)
    with pytest.raises(NoteError, match="at most 16 signatures, not 17"):
        Note.parse(f"{SAID}\n{line * (MOST_SIGNATURES + 1)}")


def test_a_note_may_be_as_long_as_64_kib_and_its_signature_as_short_as_a_byte() -> None:
    assert LARGEST == 64 * 1024
    line = "\n\n\N{EM DASH} PeterNeumann x08goQA=\n"
    longest = "u" * (LARGEST - len(line)) + line
    assert [len(signature.signature) for signature in Note.parse(longest).signatures] == [1]
    with pytest.raises(NoteError, match="must have at most 65,536 characters"):
        Note.parse(f"u{longest}")


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        SAID,
        f"{SAID}\n",
        SIGNED.removesuffix("\n"),
        f"{SIGNED}\n",
        SIGNED.replace("\n", "\r\n"),
        SIGNED.replace("crypto", "cry\tpto"),
        SIGNED.replace("\N{EM DASH}", "--"),
        SIGNED.replace("\N{EM DASH} ", "\N{EM DASH}"),
        SIGNED.replace("PeterNeumann ", "Peter\N{NO-BREAK SPACE}Neumann "),
        SIGNED.replace("PeterNeumann ", "Peter+Neumann "),
        SIGNED.replace("PeterNeumann ", " "),
        SIGNED.replace("JnAM=", "JnAN="),
        SIGNED.replace("JnAM=", "JnAM"),
        SIGNED.replace("x08go/ZJ", "x08go_ZJ"),
        f"{SAID}\n\N{EM DASH} PeterNeumann x08gow==\n",
        SIGNED.replace("If you", "If you" + "u" * 70_000),
    ],
)
def test_what_is_no_signed_note_is_refused(note: str) -> None:
    with pytest.raises(NoteError):
        Note.parse(note)


def _with_type(kind: bytes) -> str:
    name, _, encoded = str(PETER).split("+", 2)
    return f"{name}+c74f20a3+{b64encode(kind + b64decode(encoded)[1:]).decode()}"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not a verifier key of Ed25519"),
        ("PeterNeumann", "not a verifier key of Ed25519"),
        ("PeterNeumann+c74f20a3", "not a verifier key of Ed25519"),
        (str(PETER)[:-4], "not a verifier key of Ed25519"),
        (str(PETER._replace(public_key=bytes(31))), "not a verifier key of Ed25519"),
        (_with_type(b"\x02"), "not a verifier key of Ed25519"),
        (f"{PETER}\n", "not a verifier key of Ed25519"),
        (str(PETER).replace("c74f20a3", "c74f20a4"), "does not match its name and key"),
        (str(PETER).replace("c74f20a3", "C74F20A3"), "does not match its name and key"),
        (str(PETER).replace("Peter", "Peter "), "cannot name a key"),
        (f" {PETER}", "cannot name a key"),
        (str(PETER).removeprefix("PeterNeumann"), "cannot name a key"),
    ],
)
def test_what_is_no_verifier_key_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NoteError, match=problem):
        VerifierKey.parse(text)
