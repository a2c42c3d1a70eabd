// Calls and streams of a service that is made here, by the libraries of connectrpc.com, and that misbehaves: node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import * as client from "gunbai-client";
import * as details from "gunbai-client/stubs/google/rpc/error_details";
import { ActorKind, EntrySchema } from "gunbai-client/stubs/record/v1/entry";
import * as life from "gunbai-client/stubs/record/v1/lifecycle";
import { Lobby } from "gunbai-client/stubs/referee/v1/lobby";
import { Record } from "gunbai-client/stubs/referee/v1/record";
import { Referee } from "gunbai-client/stubs/referee/v1/referee";

const { Reason, chain, connect } = client;
const SHARED = life.ChanceSource.SHARED;

/** Returns entries that are linked; each is made of a command and perhaps a further field. */
function linked(...commands) {
  const entries = [];
  for (const [schema, fields, more] of commands) {
    const entry = create(EntrySchema, {
      game: "g",
      version: BigInt(entries.length + 1),
      actor: { kind: ActorKind.HOST },
      previous: entries.at(-1)?.digest ?? chain.ORIGIN,
      command: { content: { case: "open", value: anyPack(schema, create(schema, fields)) } },
      ...more,
    });
    entries.push({ ...entry, digest: chain.digestOf(entry) });
  }
  return entries;
}

const END = { content: { case: "open", value: anyPack(life.GameClosedSchema, create(life.GameClosedSchema)) } };
const GAME = linked(
  [life.CreateGameSchema, { title: "t", seats: 2 }],
  [life.StartGameSchema, {}],
  [life.AbandonGameSchema, { reason: "r" }, { events: [END] }],
);
const message = {
  entries: (...entries) => ({ message: { case: "entries", value: { entries } } }),
  caughtUp: (version) => ({ message: { case: "caughtUp", value: { version: BigInt(version) } } }),
  drained: { message: { case: "drained", value: {} } },
  beat: (head, headDigest) => ({ message: { case: "heartbeat", value: { head: BigInt(head), headDigest } } }),
};
const lost = () => new ConnectError("gone", Code.Unavailable);

/** Returns a client of a service whose watch streams are these, one after another, and the versions that were asked for. */
function watched(streams, settings = {}, read = GAME) {
  const asked = [];
  const transport = createRouterTransport(({ service }) =>
    service(Record, {
      async *watchGame({ afterVersion }, { signal }) {
        asked.push(Number(afterVersion));
        for (const each of streams[asked.length - 1]) {
          if (each instanceof Error) throw each;
          if (each === "silence") await new Promise((resolve) => signal.addEventListener("abort", resolve));
          else yield each;
        }
      },
      async *readEntries({ afterVersion }) {
        for (const entry of read.slice(Number(afterVersion))) yield { entry };
      },
    }),
  );
  return { gunbai: connect("", { transport, ...settings }), asked };
}

async function kinds(updates) {
  const found = [];
  for await (const update of updates) found.push(update.kind === "entry" ? Number(update.entry.version) : update.kind);
  return found;
}

test("a watch goes on where it was lost, drained or repeated, and yields everything once", async () => {
  const [one, two, three] = GAME;
  const { gunbai, asked } = watched([
    [message.entries(one), lost()],
    [message.entries(one, two), message.caughtUp(2), message.drained],
    [message.beat(2, two.digest), message.caughtUp(2), message.entries(three)],
  ]);
  assert.deepEqual(await kinds(gunbai.watch("g")), [1, 2, "caughtUp", 3]);
  assert.deepEqual(asked, [0, 1, 2]);
});

test("a stream on which nothing comes counts as lost", async () => {
  const [one, two, three] = GAME;
  const { gunbai, asked } = watched(
    [
      [message.entries(one), "silence"],
      [message.entries(two, three), message.caughtUp(3)],
    ],
    { silenceMs: 50 },
  );
  assert.deepEqual(await kinds(gunbai.watch("g")), [1, 2, 3, "caughtUp"]);
  assert.deepEqual(asked, [0, 1]);
});

test("a stream whose abort comes to nothing counts as lost all the same", async () => {
  const [one, two, three] = GAME;
  const responses = [[message.entries(one)], [message.entries(two, three), message.caughtUp(3)]];
  const transport = {
    async stream(method) {
      async function* deaf() {
        for (const each of responses.shift()) yield create(method.output, each);
        if (responses.length) await new Promise(() => {});
      }
      return { message: deaf() };
    },
  };
  const gunbai = connect("", { transport, silenceMs: 50 });
  assert.deepEqual(await kinds(gunbai.watch("g")), [1, 2, 3, "caughtUp"]);
});

test("a service that is gone behind a proxy that answers for it is given up", async () => {
  const { gunbai, asked } = watched(Array(20).fill([message.caughtUp(0), "silence"]), { silenceMs: 30 });
  await assert.rejects(kinds(gunbai.watch("g", { patienceMs: 100 })), client.Unreachable);
  assert.ok(asked.length > 1);
});

test("patience counts from the first failure, however long a stream was silent before", async () => {
  const [one, two, three] = GAME;
  const { gunbai } = watched(
    [
      [message.entries(one), "silence"],
      [message.entries(two, three), message.caughtUp(3)],
    ],
    { silenceMs: 150 },
  );
  assert.deepEqual(await kinds(gunbai.watch("g", { patienceMs: 100 })), [1, 2, 3, "caughtUp"]);
});

test("a message can be written as JSON", () => {
  assert.equal(client.jsonText(create(EntrySchema, { game: "g", version: 7n })), '{"game":"g","version":"7"}');
  assert.throws(() => client.jsonText({ $typeName: "no.such" }), client.UnknownMessageError);
});

test("a watch that is lost for good throws Unreachable, and one that is stopped the reason of its signal", async () => {
  const { gunbai } = watched(Array(100).fill([lost()]));
  await assert.rejects(kinds(gunbai.watch("g", { patienceMs: 0 })), client.Unreachable);
  const stop = new AbortController();
  const silent = watched([[message.entries(GAME[0]), "silence"]]).gunbai.watch("g", { signal: stop.signal });
  assert.equal((await silent.next()).value.entry.version, 1n);
  const next = silent.next();
  stop.abort(new Error("enough"));
  await assert.rejects(next, /enough/);
});

test("an entry that does not fit the chain is named", async () => {
  const [one, two, three] = GAME;
  const wrong = [
    [[{ ...one, commandId: "x" }], 1n, /content/],
    [[one, { ...two, previous: chain.ORIGIN }], 2n, /does not follow/],
    [[one, three], 2n, /entry 3 came instead/],
  ];
  for (const [entries, version, problem] of wrong) {
    const { gunbai } = watched([[message.entries(...entries), message.caughtUp(3)]]);
    await assert.rejects(kinds(gunbai.watch("g")), (error) => {
      assert.ok(error instanceof client.BrokenRecord);
      assert.equal(error.version, version);
      assert.match(error.problem, problem);
      return true;
    });
  }
  const changed = [[message.entries({ ...one, commandId: "x" }, two, three), message.caughtUp(3)]];
  assert.deepEqual(await kinds(watched(changed).gunbai.watch("g", { verify: false })), [1, 2, 3, "caughtUp"]);
  const beat = [[message.entries(one), message.beat(1, new Uint8Array(32))]];
  await assert.rejects(kinds(watched(beat).gunbai.watch("g")), /a different digest/);
});

test("what was opened at the end must be what was sealed", async () => {
  const entries = linked(
    [life.CreateGameSchema, { title: "t" }],
    [life.StartGameSchema, {}, { command: { content: { case: "sealed", value: new Uint8Array(32) } } }],
    [life.AbandonGameSchema, {}, { events: [END] }],
  );
  const streams = [[message.entries(...entries), message.caughtUp(3)]];
  assert.deepEqual(await kinds(watched(streams, {}, entries).gunbai.watch("g")), [1, 2, 3, "caughtUp"]);
  await assert.rejects(kinds(watched(streams, {}, GAME).gunbai.watch("g")), /entry 2: the opened entry does not match/);
});

test("a share is given only if the record shows that it is due", async () => {
  const seed = new Uint8Array(32).fill(7);
  const tip = new client.shares.Shares("g", 1, seed).tip();
  const [created, taken, other, started] = [
    [life.CreateGameSchema, { title: "t", seats: 2, chanceSource: SHARED }],
    [life.TakeSeatSchema, { seat: 1, commitment: tip }],
    [life.TakeSeatSchema, { seat: 2, commitment: tip }],
    [life.StartGameSchema, {}],
  ];
  const foreign = [life.TakeSeatSchema, { seat: 1, commitment: seed }];
  const due = (outcome, ...seats) => ({ game: "g", outcome: BigInt(outcome), seats });
  const given = [];
  const seatOf = (...commands) => {
    const transport = createRouterTransport(({ service }) => {
      service(Record, {
        async *readEntries({ afterVersion }) {
          for (const entry of linked(...commands).slice(Number(afterVersion))) yield { entry };
        },
      });
      service(Referee, { giveShare: (request) => (given.push(request), {}) });
    });
    return connect("", { transport }).seat("g", 1, { seed });
  };
  const whole = seatOf(created, taken, other, started);
  assert.equal(await whole.giveShare(due(1, 2)), false);
  assert.deepEqual(await Promise.all([whole.giveShare(due(1, 1, 2)), whole.giveShare(due(1, 1))]), [true, true]);
  assert.deepEqual(client.shares.link("g", 1, given[0].share), tip);
  await assert.rejects(whole.giveShare(due(2, 1)), /not the next in the record/);
  await assert.rejects(seatOf(created, taken, other).giveShare(due(1, 1)), /not the next/);
  await assert.rejects(seatOf(created, taken, started).giveShare(due(1, 1)), /before every seat has committed/);
  await assert.rejects(seatOf(created, foreign, other, started).giveShare(due(1, 1)), /did not make/);
});

test("a seed comes back as it was saved", () => {
  const seed = Uint8Array.from({ length: 32 }, (_, place) => 7 * place);
  const held = (saved) => connect("http://localhost").seat("g", 1, { seed: saved }).seed;
  for (const saved of [seed, [...seed], JSON.parse(JSON.stringify(seed)), Buffer.from(seed).toString("hex")])
    assert.deepEqual(held(saved), seed);
  for (const none of [undefined, ""]) assert.equal(held(none), undefined);
  for (const wrong of [[1, 2], { ...seed, 0: 256 }, Buffer.from(seed).toString("base64url"), `${"0".repeat(63)}x`])
    assert.throws(() => held(wrong), {
      name: "InvalidRequest",
      message: "seed: expected 32 bytes, or 64 hexadecimal digits",
    });
});

test("a seat without its seed does not play on when its share is due", async () => {
  const transport = createRouterTransport(({ service }) => {
    service(Record, {
      async *watchGame() {
        yield { message: { case: "shareDue", value: { game: "g", seats: [2] } } };
        yield { message: { case: "shareDue", value: { game: "g", seats: [1, 2] } } };
      },
    });
    service(Referee, {
      listLegalCommands: () => {
        throw new ConnectError("revealing", Code.FailedPrecondition);
      },
    });
  });
  const playing = connect("", { transport })
    .seat("g", 1)
    .play(() => undefined);
  await assert.rejects(playing, {
    name: "InvalidRequest",
    message: "seed: the game waits for the share of seat 1: pass the seed with which the seat joined",
  });
});

test("a call is repeated if the protos say that it may be, or the service that it did nothing", async () => {
  const info = (reason) => ({ desc: details.ErrorInfoSchema, value: { reason, domain: "gunbai" } });
  const stopping = () => new ConnectError("stopping", Code.Unavailable, undefined, [info("SERVICE_STOPPING")]);
  const unsettled = () => new ConnectError("unsettled", Code.Unavailable, undefined, [info("STORAGE_UNSETTLED")]);
  const attempts = async (error, call, settings = {}) => {
    let count = 0;
    const fail = () => {
      count += 1;
      if (count === 1) throw error();
      return { info: {} };
    };
    const transport = createRouterTransport(({ service }) => service(Lobby, { getGame: fail, startGame: fail }));
    const done = call(connect("", { transport, ...settings }));
    return [
      await done.then(
        () => "done",
        (thrown) => thrown.constructor.name,
      ),
      count,
    ];
  };
  const [get, start] = [(gunbai) => gunbai.game("g"), (gunbai) => gunbai.start("g")];
  assert.deepEqual(await attempts(lost, get), ["done", 2]);
  assert.deepEqual(await attempts(lost, start), ["Unreachable", 1]);
  assert.deepEqual(await attempts(stopping, start), ["done", 2]);
  assert.deepEqual(await attempts(unsettled, get), ["StorageUnsettled", 1]);
  assert.deepEqual(await attempts(lost, get, { wait: false }), ["Unreachable", 1]);
  assert.deepEqual(await attempts(lost, get, { deadlineMs: 50 }), ["Unreachable", 1]);
  assert.deepEqual(await attempts(() => new ConnectError("odd", Code.Internal), get), ["ServiceError", 1]);
});

/** Returns a client of a seat that is asked once, whose first answers come to nothing, and the ids of the commands. */
function asking(fate, settings = {}) {
  const ids = [];
  const waiting = { seats: [1] };
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const transport = createRouterTransport(({ service }) => {
    service(Referee, {
      listLegalCommands: () => ({
        expectedVersion: 3n,
        waiting,
        commands: [{ command: anyPack(END_SCHEMA, END_TURN) }],
      }),
      async submit({ commandId }, { signal }) {
        ids.push(commandId);
        if (ids.length === 1) await fate(signal);
        waiting.seats = [];
        end();
        return { ruling: { verdict: { case: "accepted", value: {} } } };
      },
    });
    service(Record, {
      async *watchGame() {
        yield message.entries(...GAME.slice(0, 2));
        await ended;
        yield message.entries(GAME[2]);
        yield message.caughtUp(3);
      },
    });
    service(Lobby, { getGame: () => ({ info: { game: "g" } }) });
  });
  return { seat: connect("", { transport, ...settings }).seat("g", 1), ids };
}

const END_SCHEMA = life.GameClosedSchema;
const END_TURN = create(END_SCHEMA);
const never = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

test("a call whose answer is lost is repeated with the same id, within its deadline", async () => {
  const { seat, ids } = asking(never, { deadlineMs: 8_000 });
  const ruling = await seat.submit(client.packed(END_SCHEMA, {}), {
    expectedVersion: 3,
  });
  assert.equal(ruling.verdict.case, "accepted");
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
  const once = asking(never, { deadlineMs: 300, wait: false });
  await assert.rejects(once.seat.submit(client.packed(END_SCHEMA, {}), { expectedVersion: 3 }), client.Unreachable);
  assert.equal(once.ids.length, 1);
});

test("a seat that is played asks again after a lost call, until patience ends", async () => {
  const fail = () => Promise.reject(lost());
  const { seat, ids } = asking(fail, { wait: false });
  let asked = 0;
  const answer = ({ commands }) => {
    asked += 1;
    return commands[0];
  };
  assert.equal((await seat.play(answer)).game, "g");
  assert.deepEqual([asked, ids.length], [2, 2]);
  await assert.rejects(asking(fail, { wait: false }).seat.play(answer, { patienceMs: 0 }), client.Unreachable);
});

test("an error has what the service said, and nothing of another domain", async () => {
  const saying = (code, domain) => () => {
    throw new ConnectError("no", code, undefined, [
      {
        desc: details.ErrorInfoSchema,
        value: { reason: "BROKEN_CLAUSE", domain, metadata: { clause: "LD-1.1", sentence: "S." } },
      },
      { desc: details.BadRequestSchema, value: { fieldViolations: [{ field: "seats", description: "too many" }] } },
      { desc: details.RetryInfoSchema, value: { retryDelay: { seconds: 2n } } },
    ]);
  };
  const thrown = async (getGame) => {
    const transport = createRouterTransport(({ service }) => service(Lobby, { getGame }));
    return connect("", { transport })
      .game("g")
      .then(assert.fail, (error) => error);
  };
  const error = await thrown(saying(Code.InvalidArgument, "gunbai"));
  assert.ok(error instanceof client.reasons.BrokenClause && error instanceof client.InvalidRequest);
  assert.deepEqual(
    [error.reason, error.clause, error.sentence, error.fields, error.retryAfterMs, error.name],
    [Reason.BROKEN_CLAUSE, "LD-1.1", "S.", { seats: "too many" }, 2000, "BrokenClause"],
  );
  assert.equal(error.advice, client.reasons.REASONS.BROKEN_CLAUSE.advice);
  const foreign = await thrown(saying(Code.ResourceExhausted, "elsewhere"));
  assert.deepEqual([foreign.constructor, foreign.reason, foreign.advice], [client.Exhausted, undefined, ""]);
});

test("a message that is not known, or does not parse, is an error of its own", () => {
  const packed = client.packed(life.CreateGameSchema, { title: "t" });
  assert.equal(client.unpacked(packed).title, "t");
  assert.equal(client.unpackedAs(packed, life.StartGameSchema), undefined);
  assert.throws(() => client.unpacked({ ...packed, typeUrl: "type.googleapis.com/a.B" }), client.UnknownMessageError);
  assert.throws(
    () => client.unpacked({ ...packed, value: Uint8Array.of(255) }),
    /are not a gunbai.record.v1.CreateGame/,
  );
});
