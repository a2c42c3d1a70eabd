"""Sentences over the wire: in the language that the caller asks for, with players by name, for those who want them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from games.kit.rules import canonical
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, lobby_pb2, questions_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import new_token
from lab.connect_client import JSON_STREAM, frames, web
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, Metadata, bearer, bids, creation, failure
from referee.game.entries import packed
from referee.game.game import Game
from referee.records.games import Games
from tests.games.king_of_tokyo.positions import monster, rolled

CZECH: Metadata = (("accept-language", "cs-CZ, en;q=0.5"),)


async def said_in(call: Any) -> tuple[Any, str]:
    """Return the answer of a call, and the language that it says it has."""
    metadata = dict(await call.initial_metadata())
    return await call, str(metadata.get("content-language", ""))


async def entries_in_words(match: Match, token: str = "", metadata: Metadata = ()) -> list[Any]:
    request = record_pb2.ReadEntriesRequest(game=match.id, sentences=True)
    stream = match.house.record.ReadEntries(request, metadata=(*bearer(token), *metadata))
    return [response.sentences async for response in stream]


async def test_a_question_and_its_answers_come_in_the_language_that_is_asked_for(house: House) -> None:
    match = await house.start()
    request = referee_pb2.ListLegalCommandsRequest(game=match.id)
    token = bearer(match.tokens[1])
    legal, language = await said_in(house.referee.ListLegalCommands(request, metadata=(*token, *CZECH)))
    assert language == "cs"
    assert legal.waiting.sentence == "Všichni sázejí."
    assert legal.commands[0].sentence == "Vsadit 0."
    legal, language = await said_in(house.referee.ListLegalCommands(request, metadata=token))
    assert (language, legal.waiting.sentence) == ("", "All seats bid.")
    metadata = (*token, ("accept-language", "pl"))
    legal, language = await said_in(house.referee.ListLegalCommands(request, metadata=metadata))
    assert (language, legal.waiting.sentence) == ("en", "All seats bid.")
    view = record_pb2.GetViewRequest(game=match.id)
    answer, language = await said_in(house.record.GetView(view, metadata=CZECH))
    assert (language, answer.waiting.sentence) == ("cs", "Všichni sázejí.")


async def test_an_event_is_said_with_its_cause_wherever_its_entry_is_read(house: House) -> None:
    """The dice lie on the table before the entry: reading, watching, ruling, replaying and searching tell alike."""
    position = canonical.encode(rolled("2 2 2 1 1 3", monster(1), monster(2))).decode()
    match = await house.start("king_of_tokyo", table_json=position)
    request = match.request(tokyo.StopRolling(), (await match.view(1)).expected_version)
    request.sentences = True
    watched = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, sentences=True))
    ruling = await match.send(1, request)
    version = ruling.accepted.entries[0].version
    sentence = "player 1 gains 2 points for 2, 2 and 2."
    assert sentence in ruling.accepted.sentences[0].events
    assert sentence in (await entries_in_words(match))[version - 1].events
    assert sentence in [entry_watched async for entry_watched in watched_until(watched, version)]
    replay = record_pb2.ReplayGameRequest(game=match.id, from_version=version, to_version=version, sentences=True)
    (replayed,) = [response.entry.sentences async for response in house.record.ReplayGame(replay)]
    assert sentence in replayed.events
    search = questions_pb2.SearchEntriesRequest(game=match.id, event="PointsGained")
    (sentences,) = [answer.entry.sentences async for answer in house.questions.SearchEntries(search)]
    assert sentence in sentences.events
    again = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, sentences=True))
    assert sentence in [entry_watched async for entry_watched in watched_until(again, version)]
    judged = audit_pb2.AdjudicateRequest(
        game=match.id,
        version=version - 1,
        actor=record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1),
        command=packed(tokyo.StopRolling()),
    )
    adjudicated = await house.audit.Adjudicate(judged, metadata=bearer(match.tokens[1]))
    assert sentence in adjudicated.accepted.sentences


async def test_what_follows_from_a_command_is_said_without_another_fold(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def position(*_: Any) -> Game:
        raise AssertionError("the position before the command was known")

    table = canonical.encode(rolled("2 2 2 1 1 3", monster(1), monster(2))).decode()
    match = await house.start("king_of_tokyo", table_json=table)
    request = match.request(tokyo.StopRolling(), (await match.view(1)).expected_version)
    request.sentences = True
    monkeypatch.setattr(Games, "position", position)
    ruling = await match.send(1, request)
    assert "player 1 gains 2 points for 2, 2 and 2." in ruling.accepted.sentences[0].events


async def watched_until(stream: Any, version: int) -> AsyncIterator[str]:
    """Yield the events of a watch stream as sentences, up to an entry."""
    async for message in stream:
        for entry in message.entries.sentences:
            for sentence in entry.events:
                yield sentence
            if entry.version == version:
                stream.cancel()
                return


async def test_players_are_named_in_questions(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    await match.play(*bids(1, 3))
    answer, _ = await said_in(house.record.GetView(record_pb2.GetViewRequest(game=match.id), metadata=CZECH))
    assert answer.waiting.sentence == "player 2 táhne dvě lucerny."


async def test_a_refusal_and_a_hypothetical_ruling_cite_the_clause_in_the_language(house: House) -> None:
    match = await house.start()
    request = match.request(protos.Bid(light=9, seat=1), (await match.view(1)).expected_version)
    answer, language = await said_in(house.referee.Submit(request, metadata=(*bearer(match.tokens[1]), *CZECH)))
    assert (answer.ruling.refused.sentence, language) == ("Nikdo nesází víc, než má v měšci.", "cs")
    named = answer.ruling.refused.values[0]
    assert (named.name, named.value, named.words) == ("light", "9", "světlo: 9")
    actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)
    hypothetical = audit_pb2.AdjudicateRequest(game=match.id, actor=actor, command=request.command)
    token = bearer(match.tokens[1])
    judged = await house.audit.Adjudicate(hypothetical, metadata=(*token, *CZECH))
    assert (judged.refused.sentence, judged.sentence) == ("Nikdo nesází víc, než má v měšci.", "Vsadit 9.")
    hypothetical.command.CopyFrom(packed(protos.Bid(light=2, seat=1)))
    judged = await house.audit.Adjudicate(hypothetical, metadata=(*token, *CZECH))
    assert judged.sentence == "Vsadit 2."
    listed = await house.audit.ListRulings(audit_pb2.ListRulingsRequest(game=match.id), metadata=(*token, *CZECH))
    assert listed.rulings[-1].refused.sentence == "Nikdo nesází víc, než má v měšci."
    assert listed.rulings[-1].refused.values[0].words == "světlo: 9"
    assert (listed.rulings[-1].sentence, listed.rulings[-1].actor_name) == ("Vsadit 9.", "player 1")
    assert listed.rulings[1].sentence == "Zaujmout místo: hostitel."


async def test_a_refusal_names_players_and_what_is_due_in_words(house: House) -> None:
    match = await house.start()
    request = match.request(protos.Withdraw(), (await match.view(1)).expected_version)
    token = bearer(match.tokens[1])
    answer = await house.referee.Submit(request, metadata=(*token, *CZECH))
    named = {value.name: (value.value, value.words) for value in answer.ruling.refused.values}
    assert named == {"waits_for": ("LayBids", "čeká se na: sázky"), "actor": ("1", "hráč: player 1")}
    answer = await house.referee.Submit(request, metadata=token)
    words = [value.words for value in answer.ruling.refused.values]
    assert words == ["waits for: lay bids", "player: player 1"]


async def test_a_picture_and_the_words_of_a_view_come_in_the_language(house: House) -> None:
    match = await house.start()
    request = record_pb2.DrawPositionRequest(game=match.id)
    drawn, language = await said_in(house.record.DrawPosition(request, metadata=CZECH))
    assert (language, "lucerny: 5" in drawn.svg) == ("cs", True)
    assert "5 lanterns" in (await house.record.DrawPosition(request)).svg
    replay = record_pb2.ReplayGameRequest(game=match.id, from_version=4, pictures=True)
    (seen,) = [response async for response in house.record.ReplayGame(replay, metadata=CZECH)]
    assert "lucerny: 5" in seen.picture.svg


async def test_a_verification_says_in_the_language_what_could_not_be_checked(house: House) -> None:
    match = await house.start()
    request = audit_pb2.VerifyGameRequest(game=match.id)
    *_, last = [response async for response in house.audit.VerifyGame(request, metadata=CZECH)]
    assert {unchecked.sentence for unchecked in last.verification.unchecked} == {
        "tajemství hry není otevřené: náhoda, soli ani pozice nebyly přepočítány"
    }
    *_, last = [response async for response in house.audit.VerifyGame(request)]
    assert all("has not been opened" in unchecked.sentence for unchecked in last.verification.unchecked)


async def test_clauses_and_options_come_in_the_language(house: House) -> None:
    request = audit_pb2.ListClausesRequest(title="lantern_night")
    listed, language = await said_in(house.audit.ListClauses(request, metadata=CZECH))
    sentences = {clause.number: clause.sentence for clause in listed.clauses}
    assert (language, sentences["LN-7"]) == ("cs", "Sázejí dva až čtyři.")
    assert (await house.audit.ListClauses(request)).clauses[-1].sentence == "Two to four seats bid."
    (ruling,) = listed.house_rulings
    assert (ruling.number, ruling.question, list(ruling.readings), ruling.chosen, ruling.reason, ruling.place) == (
        *("LN-A1", "Smí se vsadit víc, než je v měšci?", ["Ano, na dluh.", "Ne."]),
        *("Ne.", "Banka není.", "Sázky"),
    )
    (ruling,) = (await house.audit.ListClauses(request)).house_rulings
    assert (ruling.question, ruling.place) == ("May a bid be more than the purse holds?", "Bids")
    night, language = await said_in(
        house.lobby.GetTitle(lobby_pb2.GetTitleRequest(title="lantern_night"), metadata=CZECH)
    )
    assert language == "cs"
    options = json.loads(night.options_schema_json)["$defs"]["Options"]
    assert (options["title"], options["description"]) == ("Lantern Night", "Na čem se hráči před hrou dohodnou.")
    edition = json.loads(night.edition_schema_json)["$defs"]["Lanterns"]
    assert edition["description"] == "Lucerny edice."
    purse = options["properties"]["purse"]
    assert (purse["title"], purse["type"]) == ("Měšec", "integer")
    assert [(component.id, component.name, component.text) for component in night.components] == [
        ("fox", "Liška", "Chytrá"),
        ("moon", "Měsíc", ""),
    ]
    assert list(night.languages) == ["en", "cs"]
    tokyo = await house.lobby.GetTitle(lobby_pb2.GetTitleRequest(title="king_of_tokyo"))
    assert tokyo.components[0].text == "1 damage a turn to the other place; +1 if you attack"
    assert tokyo.components[0].details == "Costs 6 energy; is kept"
    assert tokyo.aim.startswith("Be the first to reach 20 victory points, or the last monster alive.")
    raiders = await house.lobby.GetTitle(lobby_pb2.GetTitleRequest(title="samurai_spirit"))
    assert "Value 2; penalty: " in next(
        component.details for component in raiders.components if component.id == "R2-13"
    )


async def test_an_error_that_cites_a_clause_cites_it_in_the_language(house: House) -> None:
    request = creation(seats=9)
    failed = await failure(house.lobby.CreateGame(request, metadata=CZECH))
    assert (failed.reason, failed.facts["clause"]) == ("BROKEN_CLAUSE", "LN-7")
    assert failed.facts["sentence"] == "Sázejí dva až čtyři."


async def test_entries_come_in_words_with_players_by_name_for_those_who_ask(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1, 3))
    entries = await entries_in_words(match, metadata=CZECH)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert (entries[1].actor, entries[1].command) == ("player 1", "Zaujmout místo: hostitel.")
    assert list(entries[1].events) == ["player 1 hraje jako hostitel.", "Hostitel: player 1."]
    assert (entries[4].actor, entries[4].command, list(entries[4].events)) == ("player 1", "", ["player 1 sází.", ""])
    own = await entries_in_words(match, match.tokens[1])
    assert (own[4].command, list(own[4].events)) == ("Bid 1.", ["player 1 bids.", "player 1 bids 1 under a lid."])
    stream = house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=match.id))
    assert not any([response.HasField("sentences") async for response in stream])


async def test_a_branch_names_the_players_of_the_game_that_an_entry_belongs_to(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    branch = await match.fork(4)
    request = lobby_pb2.JoinGameRequest(game=branch.id, seat=1, player="Ada", token=new_token())
    await house.lobby.JoinGame(request)
    entries = await entries_in_words(branch)
    assert [entry.actor for entry in entries] == ["host", "player 1", "player 2", "host", "host", "Ada"]


async def test_an_accepted_command_comes_in_words_if_it_asks_for_them(house: House) -> None:
    match = await house.start()
    request = match.request(protos.Bid(light=2, seat=1), (await match.view(1)).expected_version)
    request.sentences = True
    answer = await house.referee.Submit(request, metadata=(*bearer(match.tokens[1]), *CZECH))
    (sentences,) = answer.ruling.accepted.sentences
    assert (sentences.command, sentences.events[0]) == ("Vsadit 2.", "player 1 sází.")
    request.sentences = False
    again = await house.referee.Submit(request, metadata=bearer(match.tokens[1]))
    assert again.ruling.accepted.repeated_command
    assert not again.ruling.accepted.sentences


async def test_watchers_of_several_languages_each_get_their_own_words(house: House) -> None:
    match = await house.start()
    request = record_pb2.WatchGameRequest(game=match.id, after_version=4, sentences=True)
    plain = record_pb2.WatchGameRequest(game=match.id, after_version=4)
    streams = [
        house.record.WatchGame(request, metadata=CZECH),
        house.record.WatchGame(request),
        house.record.WatchGame(plain, metadata=CZECH),
    ]
    for stream in streams:
        assert (await stream.read()).HasField("caught_up")
    await match.play(bids(1)[0])
    messages = [await stream.read() for stream in streams]
    assert [list(message.entries.sentences[0].events) for message in messages[:2]] == [
        ["player 1 sází.", ""],
        ["player 1 bids.", ""],
    ]
    assert not messages[2].entries.sentences
    assert dict(await streams[0].initial_metadata())["content-language"] == "cs"
    for stream in streams:
        stream.cancel()


async def test_over_http_the_language_is_a_header_of_the_request_and_of_the_response(tmp_path: Path) -> None:
    async with web(tmp_path) as (house, client):
        match = await house.start()
        answer = await client.post("Record/GetView", {"game": match.id}, accept_language="cs")
        assert (answer.headers["content-language"], answer.value["waiting"]["sentence"]) == ("cs", "Všichni sázejí.")
        request = {"game": match.id, "sentences": True}
        answer = await client.post("Record/ReadEntries", request, JSON_STREAM, accept_language="cs")
        assert answer.headers["content-language"] == "cs"
        sentences = [json.loads(data)["sentences"] for flags, data in frames(answer.body) if not flags]
        assert sentences[1]["events"] == ["player 1 hraje jako hostitel.", "Hostitel: player 1."]


async def test_a_play_stream_speaks_the_language_of_its_call(house: House) -> None:
    match = await house.start()
    stream = house.referee.Play(metadata=(*bearer(match.tokens[1]), *CZECH))
    await stream.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id, sentences=True)))
    prompt = (await stream.read()).prompt
    assert (prompt.waiting.sentence, prompt.commands[0].sentence) == ("Všichni sázejí.", "Vsadit 0.")
    assert dict(await stream.initial_metadata())["content-language"] == "cs"
    request = match.request(protos.Bid(light=1, seat=1), prompt.expected_version)
    await stream.write(referee_pb2.PlayRequest(submit=request))
    ruling = (await stream.read()).ruling
    assert ruling.accepted.sentences[0].command == "Vsadit 1."
    stream.cancel()


async def test_a_title_comes_with_its_lessons_if_asked_in_a_language_that_they_have(house: House) -> None:
    asked = lobby_pb2.GetTitleRequest(title="king_of_tokyo")
    plain = (await house.lobby.GetTitle(asked)).tutorial
    assert (plain.seats, plain.language, list(plain.lessons)) == (2, "en", [])
    assert plain.hook == "Roll dice, hit your rivals and hold Tokyo while you can."
    asked.with_lessons = True
    # The title itself does not speak Polish.
    tutorial = (await house.lobby.GetTitle(asked, metadata=(("accept-language", "pl"),))).tutorial
    assert (tutorial.seed, tutorial.language) == (plain.seed, "pl")
    assert tutorial.hook.startswith("Rzucaj kośćmi")
    lesson = next(lesson for lesson in tutorial.lessons if lesson.name == "buy")
    assert (lesson.target, lesson.clause, lesson.refused_sentence) == ("card", "KT-7.8", "Buy Nova Breath.")
    assert list(lesson.commands) == ["gunbai.king_of_tokyo.v1.BuyCard", "gunbai.king_of_tokyo.v1.EndBuying"]
    assert lesson.text.startswith("Za energię kupuje się karty.")
