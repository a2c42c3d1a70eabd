// A game in a frame of another site: its positions, as a spectator sees them.

import { Board } from "./board.js";
import { Player } from "./player.js";
import { Blocks, load } from "./service.js";

const BLOCK = 20;
const page = document.querySelector("#game");
const path = `/embed/${page.dataset.game}`;
const board = new Board(document.querySelector("#board"), document.querySelector("#text"));
const positions = new Blocks((from, to) => load(`${path}/positions`, { from, to }), BLOCK);

function tell({ message }) {
  document.querySelector("#problem").textContent = message;
}

async function draw(version) {
  const found = await positions.get(version, player.head);
  if (found && found.version === player.wanted) board.show(found.svg);
}

const player = new Player({ head: Number(page.dataset.head), draw, tell });

if (page.dataset.follow === "true") {
  const stream = new EventSource(`${path}/heads?after=${player.head}`);
  stream.addEventListener("message", ({ data }) => {
    const follows = player.wanted === player.head;
    player.grow(Number(data));
    if (follows) player.show(player.head).catch(tell);
  });
  stream.addEventListener("over", () => stream.close());
}

player.show(Number(page.dataset.version)).catch(tell);
