// Prints the share that seat 1 hands over for a start, for entries in hexadecimal in a file, one a line.
//
//     node keeper.mjs FILE GAME SEED

import { readFileSync } from "node:fs";
import { create, fromBinary } from "@bufbuild/protobuf";
import { Keeper } from "./node_modules/gunbai-client/dist/keeper.js";
import { EntrySchema } from "./node_modules/gunbai-client/dist/stubs/gunbai/record/v1/entry_pb.js";
import { ShareDueSchema } from "./node_modules/gunbai-client/dist/stubs/gunbai/referee/v1/game_pb.js";

const [file, game, seed] = process.argv.slice(2);
const keeper = new Keeper(game, 1, new Uint8Array(Buffer.from(seed, "hex")));
for (const line of readFileSync(file, "utf8").trim().split("\n")) {
  keeper.take(fromBinary(EntrySchema, new Uint8Array(Buffer.from(line, "hex"))));
}
let share = "";
try {
  share = Buffer.from(keeper.handedOver(create(ShareDueSchema, { game, seats: [1, 2] })).share).toString("hex");
} catch (error) {
  share = error.name;
}
console.log(JSON.stringify(share));
