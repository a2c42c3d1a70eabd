// boardgame.io's own server, and a game in which two seats move in turn.
// `node server.cjs FOLDER [DISK]`: the folder is where its packages were installed. With a folder DISK its durable store,
// FlatFile, keeps the matches there; without one they are in memory.
const { createRequire } = require("node:module");

const [folder, disk] = process.argv.slice(2);
const { FlatFile, Server } = createRequire(`${folder}/`)("boardgame.io/server");

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

Server({ games: [duel], origins: ["*"], ...(disk && { db: new FlatFile({ dir: disk }) }) })
  .run({ port: 0, callback: () => {} })
  .then(({ appServer }) => console.log(JSON.stringify({ address: `127.0.0.1:${appServer.address().port}` })));
