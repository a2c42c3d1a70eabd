// boardgame.io's own server with its store in memory, and a game in which two seats move in turn.
// `node server.cjs FOLDER`: the folder is where its packages were installed.
const { createRequire } = require("node:module");

const { Server } = createRequire(`${process.argv[2]}/`)("boardgame.io/server");

const duel = {
  name: "duel",
  setup: () => ({ fields: {}, steps: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G, playerID }, field) => {
      G.fields[playerID] = field;
      G.steps += 1;
    },
  },
};

Server({ games: [duel], origins: ["*"] })
  .run({ port: 0, callback: () => {} })
  .then(({ appServer }) => console.log(JSON.stringify({ address: `127.0.0.1:${appServer.address().port}` })));
