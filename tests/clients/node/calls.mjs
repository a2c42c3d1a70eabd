// A client made of nothing but the protos: it makes every call of every service once, in a game from its creation to its end.
//
//     node calls.mjs HOST:PORT TOKEN_OF_THE_OPERATOR READINGS FOLDER_OF_PROTOS...
//
// READINGS is a JSON object of requests about one game, which is named GAME there, by the calls that only read.
//
// Prints one line of JSON: { calls, ... }: the calls that were answered, and what some of the answers were.

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const grpc = require("@grpc/grpc-js");
const protoLoader = require("@grpc/proto-loader");

const [target, operator, readings, ...folders] = process.argv.slice(2);
const definition = protoLoader.loadSync(
  ["lobby", "referee", "record", "audit", "arbiter", "log", "disputes", "results", "questions"].map((role) => `gunbai/referee/v1/${role}.proto`),
  { includeDirs: folders, keepCase: true, longs: BigInt, enums: String, defaults: true, oneofs: true },
);
const { Arbiter, Audit, Disputes, Lobby, Questions, Referee, Record, Results, TransparencyLog } = grpc.loadPackageDefinition(definition).gunbai.referee.v1;
const services = [Lobby, Referee, Record, Audit, Arbiter, TransparencyLog, Disputes, Results, Questions];
const [lobby, referee, record, audit, arbiter, log, disputes, results, questions] = services.map(
  (Service) => new Service(target, grpc.credentials.createInsecure()),
);

const calls = new Set();
const newToken = () => randomBytes(32).toString("base64url");
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const number = (value, bytes) => Buffer.from(BigInt(value).toString(16).padStart(bytes * 2, "0"), "hex");
const field = (value) => Buffer.concat([number(value.length, 4), Buffer.from(value)]);

function terms(token, language) {
  const metadata = new grpc.Metadata({ waitForReady: true });
  if (language) metadata.set("accept-language", language);
  if (token) metadata.set("authorization", `Bearer ${token}`);
  return [metadata, { deadline: new Date(Date.now() + 60_000) }];
}

function call(client, method, request, token) {
  return new Promise((resolve, reject) =>
    client[method](request, ...terms(token), (error, answer) => {
      if (error) return reject(error);
      calls.add(client[method].path);
      resolve(answer);
    }),
  );
}

// All messages of a stream that ends by itself.
function read(client, method, request, language) {
  return new Promise((resolve, reject) => {
    const messages = [];
    const stream = client[method](request, ...terms("", language));
    stream.on("data", (message) => messages.push(message));
    stream.on("error", reject);
    stream.on("end", () => {
      calls.add(client[method].path);
      resolve(messages);
    });
  });
}

// Reads a stream until a message is the one that is waited for.
function until(method, request, found) {
  return new Promise((resolve, reject) => {
    const stream = record[method](request, ...terms());
    stream.on("error", (error) => (error.code === grpc.status.CANCELLED ? resolve() : reject(error)));
    stream.on("data", (message) => {
      calls.add(record[method].path);
      if (found(message)) stream.cancel();
    });
  });
}

// A record file is imported with the operator's token, in one piece.
function importOf(file) {
  return new Promise((resolve, reject) => {
    const stream = record.ImportRecord(...terms(operator), (error, answer) => {
      if (error) return reject(error);
      calls.add(record.ImportRecord.path);
      resolve(answer);
    });
    stream.write({ terms: { keys: [] }, chunk: file });
    stream.end();
  });
}

// A seat plays one command over a stream: it attaches, is asked, answers, and closes the stream after the ruling.
function playOne(game, token) {
  return new Promise((resolve, reject) => {
    const stream = referee.Play(...terms(token));
    stream.on("error", reject);
    stream.on("data", ({ message, prompt, ruling }) => {
      if (message === "prompt" && prompt.commands.length) {
        const { expected_version, commands } = prompt;
        stream.write({ submit: { game, expected_version, command_id: randomUUID(), command: commands[0].command } });
      }
      if (message !== "ruling") return;
      calls.add(referee.Play.path);
      stream.end();
      resolve(ruling);
    });
    stream.write({ attach: { game } });
  });
}

// The line of a witness that the service was told of (c2sp.org/tlog-cosignature); its private key is 32 sevens.
function cosignature(note) {
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const [name, time, pkcs8] = ["witness.example", Math.floor(Date.now() / 1000), "302e020100300506032b657004220420"];
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from(pkcs8, "hex"), Buffer.alloc(32, 7)]),
    format: "der",
    type: "pkcs8",
  });
  const raw = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  const id = sha256(Buffer.from(`${name}\n\x04`), raw).subarray(0, 4);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key);
  return `\u2014 ${name} ${Buffer.concat([id, number(time, 8), signature]).toString("base64")}`;
}

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const public_key = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url");
const umpire = generateKeyPairSync("ed25519");
const umpires_key = Buffer.from(umpire.publicKey.export({ format: "jwk" }).x, "base64url");

// What a key signs of a command, as docs/record-format.md lays it out.
function signed(game, version, id, type, value, key = privateKey) {
  const parts = [field(game), number(version, 8), field(id), field(type), field(value)];
  return sign(null, Buffer.concat([Buffer.from("gunbai command 1\0"), ...parts]), key);
}

const link = (game, seat, share) => sha256(Buffer.from("gunbai share 1\0"), field(game), number(seat, 4), share);
const shares = [];
const join = (game, seat, player, token, invitation, more) => {
  shares[seat] = randomBytes(32);
  const commitment = link(game, seat, shares[seat]);
  return call(lobby, "JoinGame", { game, seat, player, token, invitation, commitment, ...more });
};

const { titles } = await call(lobby, "ListTitles", {});
const { clauses } = await call(lobby, "GetTitle", { title: "liars_dice" });
const listed = await call(audit, "ListClauses", { title: "liars_dice", page_size: clauses });

// The seats are taken by invitation; one is freed, one is left, and both are taken again.
const [host, ann, bob, other] = [newToken(), newToken(), newToken(), newToken()];
const request = { title: "liars_dice", seats: 2, token: host, chance_source: "CHANCE_SOURCE_COMMITTED", invited_only: true };
const { info, invitations } = await call(lobby, "CreateGame", { ...request, reissue_seconds: 60, arbiter: umpires_key });
const { game } = info;
await join(game, 1, "Ann", newToken(), invitations[0].code);
await call(lobby, "FreeSeat", { game, seat: 1, request_id: "free" }, host);
const left = newToken();
await join(game, 2, "Bob", left, invitations[1].code);
await call(lobby, "LeaveGame", { game, request_id: "leave" }, left);
const renewed = (await call(lobby, "GetInvitations", { game }, host)).invitations;
await join(game, 1, "Ann", ann, renewed[0].code);
await join(game, 2, "Bob", bob, renewed[1].code, { public_key });

// The game starts when both shares are revealed; somebody watches it from now on. The seat with a key takes another token; the
// one without vetoes that it gets another.
const watched = read(record, "WatchGame", { game });
await until("WatchMine", { places: [{ game, token: host }] }, ({ all_seen }) => all_seen);
await call(lobby, "StartGame", { game }, host);
for (const [seat, token] of [[1, ann], [2, bob]]) await call(referee, "GiveShare", { game, outcome: 0, share: shares[seat] }, token);
const { head } = (await call(lobby, "GetGame", { game })).info;
const reissue = Buffer.concat([Buffer.of(8, 2, 0x12, 0x20), sha256(Buffer.from(other))]);
const signature = signed(game, head, "another", "gunbai.record.v1.ReissueToken", reissue);
await call(lobby, "ReissueToken", { game, seat: 2, token: other, expected_version: head, request_id: "another", signature });
const token_hash = sha256(Buffer.from(newToken()));
await call(lobby, "AnnounceReissue", { game, seat: 1, token_hash, request_id: "notice" }, host);
const vetoed = (await call(lobby, "VetoReissue", { game, request_id: "veto" }, ann)).info;

// One seat plays over a stream, the other by calls: what it may not do is refused, what it may is signed.
const first = await playOne(game, ann);
const view = await call(record, "GetView", { game }, other);
const { commands, expected_version } = await call(referee, "ListLegalCommands", { game }, other);
const submit = async (command_id, command) => {
  const type = command.type_url.split("/").pop();
  const signature = signed(game, expected_version, command_id, type, command.value);
  return (await call(referee, "Submit", { game, expected_version, command_id, command, signature }, other)).ruling;
};
const bid = { type_url: commands[0].command.type_url.replace(/[^.]+$/, "MakeBid"), value: Buffer.of(8, 99, 16, 1) };
const refused = (await submit("refused", bid)).refused;
const adjudicated = await call(
  audit,
  "Adjudicate",
  { game, actor: { kind: "ACTOR_KIND_SEAT", seat: 2 }, command: bid },
  other,
);
const { accepted } = await submit("accepted", commands[0].command);
const { rulings } = await call(audit, "ListRulings", { game, refused_only: true }, other);

// The arbiter rules that the game goes on as it is, and then decides it with an appeal pending.
const order = async (method, expected, type, value) => {
  const command = { type_url: `type.googleapis.com/${type}`, value };
  const request = { game, expected_version: expected, command_id: method, command };
  return call(arbiter, method, {
    ...request,
    signature: signed(game, expected, method, type, value, umpire.privateKey),
  });
};
const text = (number, words) => Buffer.concat([Buffer.of(number * 8 + 2, words.length), Buffer.from(words)]);
const ruling = Buffer.concat([text(1, "LD-4.1"), text(2, "A die fell."), Buffer.of(32, 1)]);
const at = accepted.entries.at(-1).version;
const went_on = await order("RuleIrregularity", at, "gunbai.record.v1.RuleIrregularity", ruling);
const decision = Buffer.concat([Buffer.of(8, 4), text(5, "It is late."), Buffer.of(48, 1)]);
const appealed = await order("DecideGame", went_on.info.head, "gunbai.record.v1.DecideGame", decision);

// A branch with the consents of both seats, which the host ends, and then the game.
const version = accepted.entries.at(-1).version;
const consents = [];
for (const token of [ann, other]) consents.push((await call(referee, "ConsentToFork", { game, version }, token)).consent);
const branchHost = newToken();
const branch = (await call(referee, "ForkGame", { game, version, consents, token: branchHost }, host)).info;
await call(lobby, "AbandonGame", { game: branch.game, reason: "enough" }, branchHost);
await call(lobby, "AbandonGame", { game, reason: "enough" }, host);

// The end opens everything. Then a player has their name removed, and the record verifies without it.
const ended = (await call(lobby, "GetGame", { game })).info;
const found = await call(lobby, "ListGames", { parent: game });
const entries = (await read(record, "ReadEntries", { game })).map(({ entry }) => entry);
const replayed = await read(record, "ReplayGame", { game, from_version: version, views: true, pictures: true, sentences: true }, "cs");
const was = await call(referee, "ListLegalCommands", { game, version: first.accepted.entries[0].version - 1n, seat: 1 });
const searched = await read(questions, "SearchEntries", { game, event: "BidMade" });
const traced = await read(questions, "TraceValue", { game, path: "bid" });
const positions = await read(questions, "FindPositions", { game, expression: "bid.exists", first_only: true });
const lucky = await read(questions, "MeasureLuck", { game });
const compared = await call(questions, "ComparePositions", { game, version, other_version: version + 1n });
const { table_json } = await call(record, "GetTable", { game, version });
const { svg } = await call(record, "DrawPosition", { game, version });
const nameless = (await call(lobby, "RemoveName", { game }, ann)).info;
const file = Buffer.concat((await read(record, "ExportRecord", { game })).map(({ chunk }) => chunk));
const lines = Buffer.concat((await read(record, "ExportRecord", { game, lines: true })).map(({ chunk }) => chunk)).toString().split("\n");
const { signed_head } = await call(audit, "GetHead", { game });
const verification = (await read(audit, "VerifyGame", { game })).at(-1).verification;
const imported = await importOf(file);

// The log of all games has the game's creation and its end, and only grew. A witness cosigns it.
const { checkpoint } = await call(log, "GetCheckpoint", {});
const size = Number(checkpoint.note.split("\n")[1]);
const proven = await call(log, "ProveInclusion", { game });
const leaf = await call(log, "ProveLeaf", { index: size - 1, size });
const consistent = await call(log, "ProveConsistency", { old_size: 1, new_size: size });
const tile = await call(log, "ReadTile", { width: Math.min(size, 255), index: 0 });
const cosigned = await call(log, "AddCosignature", { size, cosignature: cosignature(checkpoint.note) });
// Bob, who has a key, replaces it.
const later = generateKeyPairSync("ed25519");
const new_key = Buffer.from(later.publicKey.export({ format: "jwk" }).x, "base64url");
const time_micros = Date.now() * 1000;
const lines_signed = ["gunbai key replacement v1", public_key.toString("base64"), new_key.toString("base64"), time_micros];
const [old_signature, new_signature] = [privateKey, later.privateKey].map((key) => sign(null, Buffer.from(`${lines_signed.join("\n")}\n`), key));
const replacement = { old_key: public_key, new_key, time_micros, old_signature, new_signature };
const replaced = (await call(log, "ReplaceKey", { game, replacement })).logged;
const replacements = (await call(log, "ReadKeyReplacements", {})).replacements;
const streamed = (await watched).flatMap(({ message, entries }) => (message === "entries" ? entries.entries : []));

// At a table with a dealer a seat is refused, disputes it with its receipt, and the dealer looks and settles.
const [dealer, tableHost, ...sitting] = [newToken(), newToken(), newToken(), newToken()];
const dealt = { title: "liars_dice", seats: 2, token: tableHost, chance_source: "CHANCE_SOURCE_DEALER", dealer_token: dealer };
const table = (await call(lobby, "CreateGame", dealt)).info.game;
for (const [at, token] of sitting.entries())
  await call(lobby, "JoinGame", { game: table, seat: at + 1, player: `Player ${at + 1}`, token });
await call(lobby, "StartGame", { game: table }, tableHost);
const early = { game: table, expected_version: 4, command_id: "early", command: bid, receipt: true };
const { receipt } = (await call(referee, "Submit", early, sitting[1])).ruling.refused;
const opening = { game: table, receipt, claim: "It was my turn.", request_id: "open" };
const opened = (await call(disputes, "OpenDispute", opening, sitting[1])).dispute;
for (const [at, token] of sitting.entries()) {
  const statement = { game: table, dispute: opened.number, text: "So it was.", inspection_allowed: true, request_id: `${at}` };
  await call(disputes, "AddStatement", statement, token);
}
const inspected = await call(disputes, "InspectDispute", { game: table, dispute: 1, token: newToken() }, dealer);
const verdict = { game: table, dispute: 1, outcome: "DISPUTE_OUTCOME_UPHELD", reason: "The cups were not shaken." };
await call(disputes, "SettleDispute", verdict, dealer);
const settled = await call(disputes, "GetDispute", { game: table, dispute: 1 }, sitting[1]);
const disputed = (await call(disputes, "ListDisputes", { game: table })).disputes;

// The dealer enters what the cups show, and corrects the last of it. A bot would look ahead from a guess of what is hidden.
const enter = async (seat, face, again) => {
  const { version } = await call(record, "GetView", { game: table }, dealer);
  const command = { type_url: "/gunbai.liars_dice.v1.ShakeCup", value: Buffer.of(8, seat, 18, 5, ...Array(5).fill(face)) };
  const entering = { game: table, expected_version: version, command_id: `${seat} ${face}`, command, corrects: again ? version : 0 };
  return (await call(referee, "Submit", entering, dealer)).ruling.accepted.entries[0];
};
await enter(1, 1);
const misread = await enter(2, 2);
const corrected = await enter(2, 3, true);
const guessed = await call(record, "GetTable", { game: table, guess: true }, sitting[0]);

// The host takes that back, the seats consent by joining, and the game goes on in the branch.
const back = { game: table, version: misread.version - 1n, continues: true, token: newToken(), dealer_token: newToken() };
const goesOn = (await call(referee, "ForkGame", back, tableHost)).info.game;
const again = [newToken(), newToken()];
for (const [at, token] of again.entries()) await call(lobby, "JoinGame", { game: goesOn, seat: at + 1, token }, sitting[at]);
const takenBack = [table, goesOn].map(async (game) => (await call(lobby, "GetGame", { game })).info.status);

// The time of a seat is up, and the bot that the host named decides for it.
const [clockHost, bot] = [newToken(), newToken()];
const clock = { decision_seconds: 1, expiry: "EXPIRY_RULE_BOT", bot_seconds: 60 };
const clocked = { title: "liars_dice", seats: 2, token: clockHost, clock, bot_token: bot };
const timed = (await call(lobby, "CreateGame", { ...clocked, chance_source: "CHANCE_SOURCE_REFEREE" })).info.game;
for (const seat of [1, 2]) await call(lobby, "JoinGame", { game: timed, seat, player: `Player ${seat}`, token: newToken() });
await call(lobby, "StartGame", { game: timed }, clockHost);
await until("WatchGame", { game: timed }, ({ clocks }) => clocks?.seats.some((seat) => seat.bot));
const asked = await call(referee, "ListLegalCommands", { game: timed }, bot);
const instead = { game: timed, expected_version: asked.expected_version, command_id: "bot", command: asked.commands[0].command };
const decided = (await call(referee, "Submit", instead, bot)).ruling.accepted.entries[0];

// A seat of the table concedes, and both confirm the result.
const { expected_version: last } = await call(record, "GetView", { game: goesOn }, again[0]);
const conceding = { type_url: "type.googleapis.com/gunbai.record.v1.Concede", value: Buffer.alloc(0) };
const concession = { game: goesOn, expected_version: last, command_id: "concede", command: conceding };
await call(referee, "Submit", concession, again[0]);
const { digest } = (await call(results, "GetResultSheet", { game: goesOn })).sheet;
for (const [at, token] of again.entries()) await call(results, "ConfirmResult", { game: goesOn, seat: at + 1, digest }, token);
const { sheet } = await call(results, "GetResultSheet", { game: goesOn });

// Every call that reads a game is made of the game that is over.
for (const [name, fields] of Object.entries(JSON.parse(readings.replaceAll("GAME", game)))) {
  const client = [lobby, referee, record, audit, log, disputes, results, questions].find((each) => each[name]);
  if (client[name].responseStream) await read(client, name, fields).catch(() => {});
  else await call(client, name, fields, host).catch(() => {});
}

console.log(
  JSON.stringify({
    sheet: [sheet.result.winners, sheet.confirmations.map(({ seat }) => seat)],
    dispute: [settled.dispute.verdict.outcome, settled.dispute.statements.length, disputed.length],
    corrected: [corrected.events[0].open.type_url.split(".").at(-1), corrected.version === misread.version + 1n],
    guessed: guessed.guess && JSON.parse(guessed.table_json).cups.length,
    taken_back: await Promise.all(takenBack),
    by_bot: [decided.actor, decided.command_id],
    looked: JSON.parse(inspected.table_json).cups.length === 2 && inspected.evidence.given.refused !== null,
    calls: [...calls],
    titles: titles.length,
    clauses: listed.clauses.length === clauses,
    invited: renewed.every(({ code }, at) => code !== invitations[at].code),
    named: nameless.seats.map(({ player }) => player),
    vetoed: vetoed.seats[0].veto_expire_time === null,
    played: Boolean(first.accepted),
    asked: view.waiting.seats,
    refused: [refused, adjudicated.refused, rulings[0].refused].map(({ clause }) => clause),
    branches: found.games.map(({ game, status }) => [game === branch.game, status]),
    ruled: [went_on, appealed].map(({ info }) => info.status),
    irregular: verification.irregular_entries.map(({ clause }) => clause),
    status: ended.status,
    watched: streamed.length,
    entries: entries.length,
    sealed: streamed.some(({ events }) => events.some(({ content }) => content === "sealed")),
    opened: entries.every(({ command, events }) => [command, ...events].every(({ content }) => content === "open")),
    replayed: replayed.length,
    after: Number(ended.head - version) + 1,
    shown: replayed.every(({ view, picture, entry }) => view.view && picture.svg.startsWith("<svg") && entry.sentences.command),
    czech: replayed.at(-1).entry.sentences.command,
    once_legal: [was.commands.length > 0, was.seat, Number(was.expected_version)],
    questions: [
      lucky[0].numerator,
      searched.at(-1).entry.clauses.length > 0,
      traced.at(-1).changes[0].path,
      positions[0].values[0].value_json,
      Number(compared.shared_version - version),
    ],
    table: JSON.parse(table_json).cups.length,
    picture: svg.slice(0, 4),
    file: file.includes("gunbai record"),
    lines: [JSON.parse(lines[0]).magic, lines.slice(1, -1).every((line, at) => JSON.parse(line).version === at + 1), lines.at(-1)],
    head: signed_head.note.split("\n").slice(1, 3).join("@") === `${game}@${ended.head}`,
    verdict: verification.verdict,
    leaves: proven.leaves.map(({ kind }) => kind),
    leaf: leaf.proof.startsWith(`c2sp.org/tlog-proof@v1\nindex ${size - 1}\n`) && leaf.entry.length === 32,
    consistent: consistent.hashes.every((hash) => hash.length === 32),
    tile: tile.data.length === 32 * Math.min(size, 255),
    replaced: replaced.game === game && replacements.some((one) => one.game === game),
    cosigned: cosigned.checkpoint.note.includes("\u2014 witness.example "),
    imported: [imported.info.standing, imported.info.game !== game, imported.repeated],
  }),
);
