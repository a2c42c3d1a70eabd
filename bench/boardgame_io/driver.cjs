// Plays matches of the server at an address, one move at a time in each, over one connection for each match.
// `node driver.cjs FOLDER ADDRESS MATCHES`; for every line on its input, a number of seconds, it plays new matches for
// as long and prints how many moves were answered.
const { createRequire } = require("node:module");
const { createInterface } = require("node:readline");

const [folder, address, matches] = process.argv.slice(2);
const { io } = createRequire(`${folder}/`)("socket.io-client");

let named = 0;

/** Opens a new match; resolves with a function that moves until a time and resolves with the number of moves. */
function opened() {
  const match = `match-${(named += 1)}`;
  const socket = io(`http://${address}/duel`, { transports: ["websocket"], forceNew: true });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", match, "0", undefined, 2));
    socket.once("sync", (_, { state }) => resolve((until) => played(socket, match, state, until)));
  });
}

function played(socket, match, first, until) {
  return new Promise((resolve) => {
    let moves = 0;
    const move = (state) => {
      if (performance.now() > until) {
        socket.close();
        resolve(moves);
        return;
      }
      const seat = state.ctx.currentPlayer;
      const payload = { type: "step", args: ["c1"], playerID: seat, credentials: null };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, seat);
    };
    socket.on("update", (_, state) => {
      moves += 1;
      move(state);
    });
    move(first);
  });
}

(async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const tables = await Promise.all(Array.from({ length: Number(matches) }, opened));
    console.log("begun");
    const until = performance.now() + 1000 * Number(line);
    const moves = await Promise.all(tables.map((play) => play(until)));
    console.log(JSON.stringify(moves.reduce((one, other) => one + other)));
  }
})();
