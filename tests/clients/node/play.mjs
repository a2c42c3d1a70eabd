// A client made of nothing but the protos: it creates a game, plays it to its end, and verifies the record by itself.
//
//     node play.mjs HOST:PORT TITLE SEATS CHANCE_SOURCE FOLDER_OF_PROTOS...
//
// Where the seats give shares of chance, it makes them and gives them when they are due.
// Prints one line of JSON: { game, moves, entries, verified, attested, refused, result }.

import { createHash, createPublicKey, randomBytes, randomUUID, verify } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const grpc = require("@grpc/grpc-js");
const protoLoader = require("@grpc/proto-loader");

const [target, title, seats, chance_source, ...folders] = process.argv.slice(2);

const definition = protoLoader.loadSync(
  ["lobby", "referee", "record", "audit"].map((role) => `gunbai/referee/v1/${role}.proto`),
  { includeDirs: folders, keepCase: true, longs: BigInt, enums: String, defaults: true, oneofs: true },
);
const { Audit, Lobby, Referee, Record } = grpc.loadPackageDefinition(definition).gunbai.referee.v1;
const credentials = grpc.credentials.createInsecure();
const lobby = new Lobby(target, credentials);
const referee = new Referee(target, credentials);
const record = new Record(target, credentials);
const audit = new Audit(target, credentials);

function call(client, method, request, token) {
  // A call waits for a service that is started again, until its deadline.
  const metadata = new grpc.Metadata({ waitForReady: true });
  if (token) metadata.set("authorization", `Bearer ${token}`);
  const deadline = new Date(Date.now() + 15_000);
  return new Promise((resolve, reject) =>
    client[method](request, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer))),
  );
}

// The shares of chance, as docs/record-format.md lays them out: a chain for each seat, from its last share to its tip.
const GIVING = ["CHANCE_SOURCE_COMMITTED", "CHANCE_SOURCE_SHARED"];
const LINKS = 1000;
const chains = [];

function promised(game, seat) {
  if (!GIVING.includes(chance_source)) return { entropy: randomBytes(32) };
  const name = Buffer.from(game);
  const chain = [randomBytes(32)];
  for (let made = 0; made < LINKS; made++)
    chain.push(sha256(Buffer.from("gunbai share 1\0"), field(name), number(seat, 4), chain.at(-1)));
  chains[seat] = { chain, given: 0 };
  return { commitment: chain.at(-1) };
}

// Gives the shares that are due: for the start, or for the outcome after the last one that they were given for.
async function giveShares({ game, tokens }, due) {
  for (const seat of due.seats) {
    const { chain, given } = chains[seat];
    const expected = chance_source === "CHANCE_SOURCE_SHARED" ? given + 1 : 0;
    if (Number(due.outcome) !== expected) throw new Error(`a share for outcome ${due.outcome} is not due`);
    chains[seat].given += 1;
    await call(referee, "GiveShare", { game, outcome: due.outcome, share: chain.at(-2 - given) }, tokens[seat]);
  }
}

// A client makes its tokens itself: whatever answer is lost, it has them.
const newToken = () => randomBytes(32).toString("base64url");

async function begin() {
  const host = newToken();
  const created = await call(lobby, "CreateGame", { title, seats: Number(seats), chance_source, token: host });
  const game = created.info.game;
  const tokens = [];
  for (let seat = 1; seat <= Number(seats); seat++) {
    tokens[seat] = newToken();
    await call(lobby, "JoinGame", { game, seat, player: `Node ${seat}`, token: tokens[seat], ...promised(game, seat) });
  }
  await call(lobby, "StartGame", { game }, host);
  return { game, tokens };
}

function submit(game, token, expected_version, command) {
  return call(referee, "Submit", { game, expected_version, command_id: randomUUID(), command }, token);
}

// A command that does not belong to the seat that is asked: the referee must refuse it by a clause.
async function breakARule({ game, tokens }, legal) {
  const other = tokens.findIndex((token, seat) => token && !legal.waiting.seats.includes(seat));
  if (other < 0) return "";
  const view = await call(record, "GetView", { game }, tokens[other]);
  const { ruling } = await submit(game, tokens[other], view.version, legal.commands[0].command);
  return ruling.refused ? ruling.refused.clause : "";
}

async function play({ game, tokens }) {
  let moves = 0;
  let refused = "";
  for (;;) {
    const view = await call(record, "GetView", { game });
    if (view.waiting.share_due) {
      await giveShares({ game, tokens }, view.waiting.share_due);
      continue;
    }
    if (view.status !== "GAME_STATUS_RUNNING") return { moves, refused };
    const token = tokens[view.waiting.seats[0]];
    const legal = await call(referee, "ListLegalCommands", { game }, token);
    refused ||= await breakARule({ game, tokens }, legal);
    const { command } = legal.commands[Math.floor(Math.random() * legal.commands.length)];
    const { ruling } = await submit(game, token, legal.expected_version, command);
    if (!ruling.accepted) throw new Error(`a legal command was refused by ${ruling.refused.clause}`);
    moves += 1;
  }
}

function entriesOf(game) {
  return new Promise((resolve, reject) => {
    const entries = [];
    const stream = record.ReadEntries({ game });
    stream.on("data", ({ entry }) => entries.push(entry));
    stream.on("error", reject);
    stream.on("end", () => resolve(entries));
  });
}

// The chain, as docs/record-format.md lays it out.
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const number = (value, bytes) => Buffer.from(BigInt.asUintN(bytes * 8, BigInt(value)).toString(16).padStart(bytes * 2, "0"), "hex");
const field = (value) => Buffer.concat([number(value.length, 4), value]);
const ACTORS = ["ACTOR_KIND_UNSPECIFIED", "ACTOR_KIND_HOST", "ACTOR_KIND_SEAT", "ACTOR_KIND_CHANCE"];

function leaf(item) {
  if (item.content === "sealed") return item.sealed;
  const name = Buffer.from(item.open.type_url.split("/").pop());
  const mark = item.salt.length ? Buffer.concat([Buffer.of(1), item.salt]) : Buffer.of(0);
  return sha256(mark, field(name), item.open.value);
}

function signature({ command, signature: signed }) {
  return command.salt.length && signed.length ? sha256(Buffer.of(3), command.salt, signed) : signed;
}

function digest(entry) {
  const header = [
    field(Buffer.from(entry.game)),
    number(entry.version, 8),
    number(ACTORS.indexOf(entry.actor.kind), 1),
    number(entry.actor.seat, 4),
    number(entry.at_micros, 8),
    number(entry.expected_version, 8),
    number(entry.events.length, 4),
    field(Buffer.from(entry.command_id)),
    field(entry.position_digest),
    field(signature(entry)),
  ];
  return sha256(Buffer.of(2), entry.previous, ...header, leaf(entry.command), ...entry.events.map(leaf));
}

function verified(entries) {
  let previous = Buffer.alloc(32);
  return entries.every((entry, index) => {
    const holds =
      Number(entry.version) === index + 1 && previous.equals(entry.previous) && digest(entry).equals(entry.digest);
    previous = entry.digest;
    return holds;
  });
}

// The signed head, as docs/record-format.md lays it out: a note over the game, the version and the digest of its entry.
function attested({ note, key }, game, { version, digest }) {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key);
  const raw = Buffer.from(encoded, "base64");
  const keyId = sha256(Buffer.from(`${name}\n`), raw).subarray(0, 4);
  const end = note.lastIndexOf("\n\n") + 1;
  const [line, ...more] = note.slice(end + 1).split("\n");
  const signed = Buffer.from(line.slice(`\u2014 ${name} `.length), "base64");
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.subarray(1).toString("base64url") };
  return (
    raw[0] === 1 &&
    more.length === 1 &&
    line.startsWith(`\u2014 ${name} `) &&
    keyId.toString("hex") === id &&
    keyId.equals(signed.subarray(0, 4)) &&
    verify(null, Buffer.from(note.slice(0, end)), createPublicKey({ key: jwk, format: "jwk" }), signed.subarray(4)) &&
    note.slice(0, end) === `gunbai head v1\n${game}\n${version}\n${digest.toString("base64")}\n`
  );
}

const begun = await begin();
const played = await play(begun);
const entries = await entriesOf(begun.game);
const { signed_head } = await call(audit, "GetHead", { game: begun.game });
const { info } = await call(lobby, "GetGame", { game: begun.game });
console.log(
  JSON.stringify({
    game: info.game,
    ...played,
    entries: entries.length,
    verified: verified(entries),
    attested: attested(signed_head, begun.game, entries.at(-1)),
    result: info.result.ending,
  }),
);
