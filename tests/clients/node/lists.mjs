// A client made of nothing but the protos: it finds a title and the game that it creates, page by page.
//
//     node lists.mjs HOST:PORT TITLE FOLDER_OF_PROTOS...
//
// Prints one line of JSON: { titles, languages, clauses, cut, game, found, refused }.

import { randomBytes, randomUUID } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const grpc = require("@grpc/grpc-js");
const protoLoader = require("@grpc/proto-loader");

const [target, title, ...folders] = process.argv.slice(2);
const definition = protoLoader.loadSync(
  ["lobby", "audit"].map((role) => `gunbai/referee/v1/${role}.proto`),
  { includeDirs: folders, keepCase: true, longs: BigInt, enums: String, defaults: true, oneofs: true },
);
const { Audit, Lobby } = grpc.loadPackageDefinition(definition).gunbai.referee.v1;
const lobby = new Lobby(target, grpc.credentials.createInsecure());
const audit = new Audit(target, grpc.credentials.createInsecure());

function call(client, method, request) {
  const metadata = new grpc.Metadata({ waitForReady: true });
  const deadline = new Date(Date.now() + 15_000);
  return new Promise((resolve, reject) =>
    client[method](request, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer))),
  );
}

async function all(client, method, request, field) {
  const found = [];
  let page_token = "";
  do {
    const page = await call(client, method, { ...request, page_token });
    found.push(...page[field]);
    page_token = page.next_page_token;
  } while (page_token);
  return found;
}

const label = `Finále ${randomUUID()}`;
const wanted = { label: label.toUpperCase().replace("Á", "A"), tags: ["reykjavik"], min_played_on: "1972", max_played_on: "1972-12" };
const token = randomBytes(32).toString("base64url");
const created = { title, seats: 2, token, label, tags: ["Reykjavík"], played_on: "1972-07-11" };
const order_by = "GAME_ORDER_PLAYED_ON";
const { info } = await call(lobby, "CreateGame", created);
const known = await call(lobby, "GetTitle", { title });
const first = await call(lobby, "ListTitles", { page_size: 1 });
const refused = await call(lobby, "ListGames", { page_token: first.next_page_token }).catch((error) => error.code);
console.log(
  JSON.stringify({
    titles: (await all(lobby, "ListTitles", { page_size: 2 }, "titles")).map(({ name }) => name),
    languages: known.languages,
    clauses: (await all(audit, "ListClauses", { title, page_size: 7 }, "clauses")).length === known.clauses,
    cut: (await call(audit, "ListClauses", { title: "king_of_tokyo", page_size: 1_000_000 })).next_page_token !== "",
    game: info.game,
    found: (await all(lobby, "ListGames", { ...wanted, order_by, page_size: 1 }, "games")).map(
      ({ game, played_on, tags }) => ({ game, played_on, tags }),
    ),
    refused,
  }),
);
