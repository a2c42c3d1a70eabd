// A page in a browser: it plays a game with both seats, one of which signs, and watches the game that its address names.
// It posts what it has found to the server that it came from.

import { connect, newKey } from "gunbai-client";

const post = (path, found) => fetch(path, { method: "POST", body: JSON.stringify(found) });

async function watched(gunbai, game) {
  const versions = [];
  for await (const update of gunbai.watch(game))
    if (update.kind === "entry") versions.push(Number(update.entry.version));
    else await post("/watching", {});
  return versions;
}

async function played(gunbai) {
  const { info, hostToken } = await gunbai.create("liars_dice", { seats: 2, chance: "committed" });
  const seats = [await gunbai.join(info.game, "Ann", { key: await newKey() }), await gunbai.join(info.game, "Bob")];
  await gunbai.holding(hostToken).start(info.game);
  const [over] = await Promise.all(seats.map((seat) => seat.play(({ commands }) => commands[0])));
  return { game: info.game, status: over.status, winners: over.result.winners };
}

async function problem(call) {
  return call.then(
    () => "",
    (error) => error.name,
  );
}

try {
  const { url, game } = Object.fromEntries(new URL(location).searchParams);
  const gunbai = connect(url);
  const watching = watched(gunbai, game);
  const mine = await played(gunbai);
  post("/done", { ...mine, watched: await watching, missing: await problem(gunbai.game("none")) });
} catch (error) {
  post("/done", { problem: `${error}\n${error.stack}` });
}
