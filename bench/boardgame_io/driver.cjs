// Plays matches of the server at an address, one move at a time in each, over one connection for each match.
// `node driver.cjs FOLDER ADDRESS MATCHES` prints how many moves were answered for every order on its input, a line of
// JSON: `{"seconds": 2}` plays new matches for as long, `{"moves": 50}` the same matches on until each has so many moves.
// It ends when the server does.
const { createRequire } = require("node:module");
const { createInterface } = require("node:readline");

const [folder, address, matches] = process.argv.slice(2);
const { io } = createRequire(`${folder}/`)("socket.io-client");

let named = 0;

/** Opens a new match; resolves with it once the server shows its state. */
function opened() {
  const match = `match-${(named += 1)}`;
  const socket = io(`http://${address}/duel`, { transports: ["websocket"], forceNew: true });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("disconnect", (reason) => reason !== "io client disconnect" && process.exit(1));
    socket.on("connect", () => socket.emit("sync", match, "0", undefined, 2));
    socket.once("sync", (_, { state }) => resolve({ match, socket, state }));
  });
}

const openedAll = () => Promise.all(Array.from({ length: Number(matches) }, opened));

/** Plays a match as long as its state goes on; resolves with the number of moves. */
function played(table, goesOn) {
  return new Promise((resolve) => {
    let moves = 0;
    const move = () => {
      if (!goesOn(table.state)) {
        table.socket.off("update");
        resolve(moves);
        return;
      }
      const seat = table.state.ctx.currentPlayer;
      const payload = { type: "step", args: ["c1"], playerID: seat, credentials: null };
      table.socket.emit("update", { type: "MAKE_MOVE", payload }, table.state._stateID, table.match, seat);
    };
    table.socket.on("update", (_, state) => {
      table.state = state;
      moves += 1;
      move();
    });
    move();
  });
}

(async () => {
  let kept;
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const tables = order.moves ? (kept ??= await openedAll()) : await openedAll();
    console.log("begun");
    const until = performance.now() + 1000 * order.seconds;
    const goesOn = order.moves ? ({ G }) => G.steps < order.moves : () => performance.now() <= until;
    const moves = await Promise.all(tables.map((table) => played(table, goesOn)));
    if (tables !== kept) {
      tables.forEach(({ socket }) => socket.close());
    }
    console.log(JSON.stringify(moves.reduce((one, other) => one + other)));
  }
})();
