// A client of the protos and the libraries of connectrpc.com alone: it plays a game over HTTP/1.1, by Connect or gRPC-Web.
//
//     node web.mjs connect-json|connect|grpc-web URL TITLE SEATS FILE_OF_DESCRIPTORS
//
// Prints one line of JSON: { game, moves, entries, watched, refused, missing, late, health, status }.

import { readFileSync } from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { createFileRegistry, createRegistry, fromBinary } from "@bufbuild/protobuf";
import { anyUnpack, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-node";

const [protocol, baseUrl, title, seats, descriptors] = process.argv.slice(2);

const files = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
const options = { baseUrl, httpVersion: "1.1", jsonOptions: { registry: createRegistry(...files) } };
const transports = {
  "connect-json": () => createConnectTransport({ ...options, useBinaryFormat: false }),
  connect: () => createConnectTransport({ ...options, useBinaryFormat: true }),
  "grpc-web": () => createGrpcWebTransport(options),
};
const transport = transports[protocol]();
const [lobby, referee, record] = ["Lobby", "Referee", "Record"].map((name) =>
  createClient(files.getService(`gunbai.referee.v1.${name}`), transport),
);
const as = (token) => ({ headers: { authorization: `Bearer ${token}` }, timeoutMs: 60_000 });

async function begin() {
  const newToken = () => randomBytes(32).toString("base64url");
  const host = newToken();
  const created = await lobby.createGame({ title, seats: Number(seats), token: host, chanceSource: 1 });
  const game = created.info.game;
  const tokens = [];
  for (let seat = 1; seat <= Number(seats); seat++) {
    tokens[seat] = newToken();
    await lobby.joinGame({ game, seat, player: `Node ${seat}`, token: tokens[seat] });
  }
  await lobby.startGame({ game }, as(host));
  return { game, tokens };
}

function submit(game, token, expectedVersion, command) {
  return referee.submit({ game, expectedVersion, commandId: randomUUID(), command }, as(token));
}

// A command that does not belong to the seat that is asked: the referee must refuse it by a clause.
async function breakARule({ game, tokens }, legal) {
  const other = tokens.findIndex((token, seat) => token && !legal.waiting.seats.includes(seat));
  if (other < 0) return "";
  const view = await record.getView({ game }, as(tokens[other]));
  const { ruling } = await submit(game, tokens[other], view.version, legal.commands[0].command);
  return ruling.verdict.case === "refused" ? ruling.verdict.value.clause : "";
}

async function play({ game, tokens }) {
  const played = { moves: 0, refused: "", status: 0 };
  for (;;) {
    const view = await record.getView({ game });
    if (!anyUnpack(view.view, files)) throw new Error("the view is not what its type says");
    if (!view.waiting?.seats.length) return { ...played, status: view.status };
    const token = tokens[view.waiting.seats[0]];
    const legal = await referee.listLegalCommands({ game }, as(token));
    played.refused ||= await breakARule({ game, tokens }, legal);
    const { command } = legal.commands[Math.floor(Math.random() * legal.commands.length)];
    const { ruling } = await submit(game, token, legal.expectedVersion, command);
    if (ruling.verdict.case !== "accepted") throw new Error(`a legal command was refused: ${ruling.verdict.value.clause}`);
    played.moves += 1;
  }
}

async function watch(game) {
  let watched = 0;
  for await (const { message } of record.watchGame({ game }))
    if (message.case === "entries") watched += message.value.entries.length;
  return watched;
}

async function entriesOf(game) {
  const versions = [];
  for await (const { entry } of record.readEntries({ game })) versions.push(entry.version);
  return versions.length;
}

// What a call fails with: its code and the reason in its details.
async function failure(call) {
  try {
    await call;
  } catch (error) {
    const [info] = ConnectError.from(error).findDetails(files.getMessage("google.rpc.ErrorInfo"));
    return [Code[ConnectError.from(error).code], info?.reason];
  }
  return [];
}

async function lateOf(game) {
  const watching = async () => {
    for await (const _ of record.watchGame({ game }, { timeoutMs: 200 }));
  };
  return (await failure(watching()))[0];
}

// Whether a service is there, which any HTTP client can ask.
async function healthOf(service) {
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ service }) };
  return (await (await fetch(`${baseUrl}/grpc.health.v1.Health/Check`, asked)).json()).status;
}

const begun = await begin();
const late = await lateOf(begun.game);
const watching = watch(begun.game);
const played = await play(begun);
const missing = await failure(record.getView({ game: "none" }));
const entries = await entriesOf(begun.game);
const health = await healthOf("gunbai.referee.v1.Lobby");
console.log(JSON.stringify({ game: begun.game, ...played, entries, watched: await watching, missing, late, health }));
