// Prints what this client has of its own making and from the protos, as one line of JSON, to be compared with the Python client's.
//
//     node own.mjs

import { MethodOptions_IdempotencyLevel as Idempotency } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { Unreachable, chain, gameId, newToken, reasons, shares } from "gunbai-client";
import { Arbiter } from "gunbai-client/stubs/referee/v1/arbiter";
import { Audit } from "gunbai-client/stubs/referee/v1/audit";
import { Disputes } from "gunbai-client/stubs/referee/v1/disputes";
import { Lobby } from "gunbai-client/stubs/referee/v1/lobby";
import { TransparencyLog } from "gunbai-client/stubs/referee/v1/log";
import { Questions } from "gunbai-client/stubs/referee/v1/questions";
import { Record } from "gunbai-client/stubs/referee/v1/record";
import { Referee } from "gunbai-client/stubs/referee/v1/referee";
import { Results } from "gunbai-client/stubs/referee/v1/results";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const seed = Uint8Array.from({ length: 32 }, (_, place) => place);
const made = new shares.Shares("nightingale", 2, seed, 3);
const last = made.before(chain.leaf("no share", seed)) ?? made.before(made.before(made.before(made.tip()).share).share);
const methods = [Lobby, Referee, Record, Audit, Arbiter, TransparencyLog, Disputes, Results, Questions].flatMap(
  (service) => service.methods,
);
const known = Object.entries(reasons.REASONS).map(([name, { code, advice, error }]) => [
  name,
  { code: Code[code], advice, kinds: [error.name, Object.getPrototypeOf(error).name], given: new error("").advice },
]);
console.log(
  JSON.stringify({
    tokens: [newToken(), newToken()],
    game: gameId("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "r-1"),
    tips: [made.tip(), made.tip(1), new shares.Shares("nightingale", 2, seed).tip()].map(hex),
    last: [last.share, last.following].map(hex),
    repeated: methods
      .filter(({ idempotency }) => idempotency === Idempotency.IDEMPOTENT)
      .map(({ parent, name }) => [parent.typeName, name]),
    reasons: Object.fromEntries(known),
    named: new Unreachable("").name,
  }),
);
