"""Orders of seats and the arbiter, made and signed as a client would."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import command_payload, leaf_of, type_name
from lab.toy_games import AT, Night
from referee.game.agreements import agree
from referee.game.decided_results import concede, decide_game
from referee.game.entries import BY_ARBITER, Added, Deed, packed, seat
from referee.game.game import Game
from referee.game.irregularities import position_item, rule_irregularity
from referee.game.judge import settled

ARBITER = Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32)
ARBITERS_KEY = ARBITER.public_key().public_bytes_raw()
SALT = bytes(range(100, 132))
SOLOMON = results.DecideGame(basis=results.RESULT_BASIS_ADJUDICATION, winners=[1], reason="a won position")
WALKOVER = results.DecideGame(basis=results.RESULT_BASIS_FORFEIT, seats=[2], winners=[1], reason="not at the table")


def deed(
    game: Game, actor: record.Actor, message: Message, key: Ed25519PrivateKey | None = None, **changes: Any
) -> Deed:
    """Return an order at the newest version, signed with a key if one is given."""
    sent = packed(message)
    facts: dict[str, Any] = {"command_id": f"order {game.version}", "expected_version": game.version} | changes
    made = Deed(actor, facts.pop("at", AT), sent, **facts)
    if key is None:
        return made
    payload = command_payload(
        game.id, made.expected_version, made.command_id, type_name(sent.type_url), made.command.value
    )
    return made._replace(signature=key.sign(payload))


def by_seat(game: Game, number: int, message: Message, key: Ed25519PrivateKey | None = None, **changes: Any) -> Deed:
    """Return an order of a seat."""
    return deed(game, seat(number), message, key, **changes)


def by_arbiter(game: Game, message: Message, **changes: Any) -> Deed:
    """Return an order of the arbiter: signed, if the game names a key."""
    return deed(game, BY_ARBITER, message, ARBITER if game.charter.arbiter else None, **changes)


def conceded(night: Night, number: int) -> Night:
    """Return the night after a seat conceded, and after what followed at once."""
    return after(night, concede(night.game, by_seat(night.game, number, results.Concede())))


def agreed(night: Night, number: int, *winners: int) -> Night:
    """Return the night after a seat agreed that these seats win."""
    word = results.Agree(result=results.AgreedResult(winners=winners))
    return after(night, agree(night.game, by_seat(night.game, number, word)))


def agreed_on(night: Night, number: int, word: results.Agree, at: int = AT) -> Night:
    """Return the night after a seat gave its word at a time."""
    return after(night, agree(night.game, by_seat(night.game, number, word, at=at)))


def decided(night: Night, order: results.DecideGame = SOLOMON) -> Night:
    """Return the night after the arbiter decided it."""
    return after(night, decide_game(night.game, by_arbiter(night.game, order)))


def ruling(item: record.Item | None, **changes: Any) -> irregular.RuleIrregularity:
    """Return a ruling that sets a position, or none."""
    facts: dict[str, Any] = {"clause": "LN-1", "done": "a bid of six from a purse of five"}
    facts["position"] = leaf_of(item) if item is not None else b""
    return irregular.RuleIrregularity(**{"remedy": irregular.REMEDY_STANDS} | facts | changes)


def position(game: Game, **changes: Any) -> record.Item:
    """Return the item that sets the table of a game with these fields changed."""
    return position_item(game.charter.rulebook, canonical.encode(game.table.but(**changes)), SALT)


def ruled(night: Night, **changes: Any) -> Night:
    """Return the night after the arbiter ruled on an irregularity and set the table with these fields changed."""
    item = position(night.game, **changes)
    return after(night, rule_irregularity(night.game, by_arbiter(night.game, ruling(item)), item))


def after(night: Night, added: Added) -> Night:
    """Return the night after an order, and after what followed from it at once."""
    return night.then(settled(added))
