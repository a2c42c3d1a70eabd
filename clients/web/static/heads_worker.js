// A worker that all tabs of a browser share: it has the one stream of the newest versions for all their games.

import { Heads } from "./heads.js";

const GONE = 200_000; // milliseconds of silence until a tab counts as gone: browsers wake hidden tabs only once a minute
const ports = new Map(); // which game each tab follows, and when it was heard

const heads = new Heads(self.name, (game, news) => {
  for (const [port, { game: followed }] of ports) if (followed === game) port.postMessage(news);
});

function leave(port) {
  const game = ports.get(port)?.game;
  ports.delete(port);
  if (![...ports.values()].some(({ game: followed }) => followed === game)) heads.leave(game);
}

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data: { game, version, wakes, leaves } }) => {
    if (leaves) return leave(port);
    ports.set(port, { game, heard: Date.now() });
    heads.follow(game, version);
    if (wakes) heads.wake();
  });
  port.start();
});

setInterval(() => {
  for (const [port, { heard }] of ports) if (Date.now() - heard > GONE) leave(port);
}, GONE / 4);
