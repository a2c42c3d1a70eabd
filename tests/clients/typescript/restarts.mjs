// Plays a game whose service goes away in its midst, and comes back.
//
//     node restarts.mjs URL
//
// Prints { paused } before the fourth answer and waits for a line; then { watched, caughtUp, status, head }.

import { once } from "node:events";
import { connect } from "gunbai-client";
import { GameStatus } from "gunbai-client/stubs/referee/v1/game";

const gunbai = connect(process.argv[2], { deadlineMs: 300_000 });
const { info, hostToken } = await gunbai.create("liars_dice", { seats: 2, chance: "shared", shareSeconds: 3600 });
const seats = [await gunbai.join(info.game, "Ann"), await gunbai.join(info.game, "Bob")];
await gunbai.holding(hostToken).start(info.game);

async function watched() {
  const found = { watched: [], caughtUp: 0 };
  for await (const update of gunbai.watch(info.game, { patienceMs: 300_000 }))
    if (update.kind === "entry") found.watched.push(Number(update.entry.version));
    else found.caughtUp += 1;
  return found;
}

let answers = 0;
async function answer({ commands }) {
  answers += 1;
  if (answers === 4) {
    console.log(JSON.stringify({ paused: info.game }));
    await once(process.stdin, "data");
    process.stdin.destroy();
  }
  return commands[0];
}

const watching = watched();
const [over] = await Promise.all(seats.map((seat) => seat.play(answer, { patienceMs: 300_000 })));
console.log(JSON.stringify({ ...(await watching), status: GameStatus[over.status], head: Number(over.head) }));
