// The log of a service that forks, and what a seat says of one that is away, by requests that are caught here: node --test.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { connect, unpacked } from "gunbai-client";
import { contradicts, LogForked, LogReplaced, signedCheckpoint } from "gunbai-client/verify";
import { AnnounceAbsenceSchema } from "gunbai-client/stubs/record/v1/results";
import { Lobby } from "gunbai-client/stubs/referee/v1/lobby";
import { TransparencyLog } from "gunbai-client/stubs/referee/v1/log";
import { Referee } from "gunbai-client/stubs/referee/v1/referee";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const RAW = Buffer.concat([Buffer.of(1), publicKey.export({ format: "der", type: "spki" }).subarray(-32)]);
const idOf = (name) => createHash("sha256").update(`${name}\n`).update(RAW).digest().subarray(0, 4);
const KEY = `referee.example+${idOf("referee.example").toString("hex")}+${RAW.toString("base64")}`;

/** Returns a signed checkpoint of a log. */
function checkpoint(size, root, origin = "gunbai/log") {
  const text = `${origin}\n${size}\n${Buffer.alloc(32, root).toString("base64")}\n`;
  const signature = Buffer.concat([idOf(origin), sign(null, Buffer.from(text), privateKey)]).toString("base64");
  return { note: `${text}\n\u2014 ${origin} ${signature}\n`, key: KEY, rotations: [] };
}

/**
 * Returns a client of a service whose log shows this checkpoint, this one with a proof that proves nothing, and this one
 * for the size that was seen before.
 */
function showing(newest, proven = newest, again = undefined) {
  const proof = (checkpoint) => ({ hashes: [new Uint8Array(32)], checkpoint });
  const transport = createRouterTransport(({ service }) =>
    service(TransparencyLog, {
      getCheckpoint: () => ({ checkpoint: newest }),
      proveConsistency: ({ oldSize, newSize }) => {
        if (oldSize !== newSize) return proof(proven);
        if (again) return proof(again);
        throw new ConnectError("there is no such size", Code.NotFound);
      },
    }),
  );
  return connect("", { transport }).log;
}

test("a log that forked shows the checkpoint that proves it by itself, if it has one", async () => {
  const seen = checkpoint(3, 1);
  const [shrunk, moved] = [checkpoint(2, 2), checkpoint(4, 2, "gunbai/other")];
  for (const [newest, proven, again, shown, proves] of [
    [shrunk, undefined, undefined, shrunk, false],
    [moved, undefined, undefined, moved, false],
    // What is shown again for the size proves nothing if it is what was seen, is of another size, or is not signed.
    [checkpoint(4, 2), checkpoint(5, 3), seen, checkpoint(5, 3), false],
    [checkpoint(4, 2), checkpoint(5, 3), checkpoint(2, 2), checkpoint(5, 3), false],
    [checkpoint(4, 2), checkpoint(5, 3), { ...seen, note: seen.note.replace("3", "6") }, checkpoint(5, 3), false],
    [checkpoint(4, 2), checkpoint(5, 3), checkpoint(3, 2), checkpoint(3, 2), true],
    [checkpoint(3, 2), checkpoint(3, 2), checkpoint(3, 2), checkpoint(3, 2), true],
  ]) {
    const error = await showing(newest, proven, again)
      .since(seen, [KEY])
      .then(
        () => undefined,
        (problem) => problem,
      );
    assert.ok(error instanceof LogForked);
    assert.equal(error instanceof LogReplaced, newest === moved);
    assert.deepEqual([error.shown.note, error.shown.key], [shown.note, KEY]);
    const both = await Promise.all([seen, error.shown].map((each) => signedCheckpoint(each, [KEY])));
    assert.equal(contradicts(...both), proves);
  }
});

test("a seat gives notice of one that is away, and consents to the terms of a branch", async () => {
  const sent = [];
  const transport = createRouterTransport(({ service }) => {
    service(Lobby, { getGame: () => ({ info: { game: "g", head: 7n } }) });
    service(Referee, {
      submit: (request) => {
        sent.push(request);
        return { ruling: { verdict: { case: "accepted", value: { entries: [{ version: 8n }] } } } };
      },
      listLegalCommands: () => ({ expectedVersion: 8n }),
      consentToFork: (request) => {
        sent.push(request);
        return { consent: "yes" };
      },
    });
  });
  const seat = connect("", { transport }).seat("g", 1);
  assert.equal((await seat.announceAbsence(2, "c")).verdict.case, "accepted");
  assert.equal((await seat.undo(6, "d")).verdict.case, "accepted");
  const terms = {
    invitedOnly: true,
    reissueSeconds: 9,
    absenceSeconds: 60,
    clock: { decisionSeconds: 5, expiry: "loses" },
  };
  assert.equal(await seat.consent(3, terms), "yes");
  const [notice, undoing, consent] = sent;
  assert.deepEqual([undoing.commandId, undoing.sentences, unpacked(undoing.command).version], ["d", true, 6n]);
  assert.deepEqual([notice.game, notice.expectedVersion, notice.commandId, notice.sentences], ["g", 7n, "c", true]);
  assert.equal(unpacked(notice.command).absentSeat, 2);
  assert.equal(notice.command.typeUrl, `type.googleapis.com/${AnnounceAbsenceSchema.typeName}`);
  assert.deepEqual([consent.invitedOnly, consent.reissueSeconds, consent.absenceSeconds], [true, 9, 60]);
  assert.equal(consent.clock.decisionSeconds, 5);
});
