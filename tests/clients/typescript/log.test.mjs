// The log of a service that forks, and what a seat says of one that is away, by requests that are caught here: node --test.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { createRouterTransport } from "@connectrpc/connect";
import { connect, unpacked } from "gunbai-client";
import { LogForked } from "gunbai-client/verify";
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

/** Returns a client of a service whose log shows this checkpoint, and this one with a proof that proves nothing. */
function showing(newest, proven = newest) {
  const transport = createRouterTransport(({ service }) =>
    service(TransparencyLog, {
      getCheckpoint: () => ({ checkpoint: newest }),
      proveConsistency: () => ({ hashes: [new Uint8Array(32)], checkpoint: proven }),
    }),
  );
  return connect("", { transport }).log;
}

test("a log that forked shows the checkpoint that proves it", async () => {
  const seen = checkpoint(3, 1);
  for (const [newest, proven, shown] of [
    [checkpoint(2, 2), undefined, checkpoint(2, 2)],
    [checkpoint(4, 2, "gunbai/other"), undefined, checkpoint(4, 2, "gunbai/other")],
    [checkpoint(4, 2), checkpoint(5, 3), checkpoint(5, 3)],
  ]) {
    const error = await showing(newest, proven)
      .since(seen, [KEY])
      .then(
        () => undefined,
        (problem) => problem,
      );
    assert.ok(error instanceof LogForked);
    assert.deepEqual([error.shown.note, error.shown.key], [shown.note, KEY]);
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
