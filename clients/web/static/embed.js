// A game in a frame of another site: its positions, as a spectator sees them.

import { Board } from "./board.js";
import { follow } from "./follow.js";
import { Player } from "./player.js";
import { BASE, Blocks, load } from "./service.js";
import { Stale } from "./stale.js";

const BLOCK = 20;
const page = document.querySelector("#game");
const { game } = page.dataset;
const path = `${BASE}embed/${game}`;
const board = new Board(document.querySelector("#board"), document.querySelector("#text"));
const positions = new Blocks((from, to) => load(`${path}/positions`, { from, to }), BLOCK);

function tell({ message }) {
  document.querySelector("#problem").textContent = message;
}

async function draw(version) {
  const position = await positions.get(version, player.head);
  if (position && position.version === player.wanted) board.show(position.svg, { version });
}

const player = new Player({ head: Number(page.dataset.head), draw, tell });

const stale = new Stale(document.querySelector("#stale"));

async function grow(head) {
  const follows = player.wanted === player.head;
  player.grow(Math.max(head, player.head));
  if (follows) await player.show(player.head);
}

function hear(news) {
  stale.take(news);
  if (news.head) grow(news.head).catch(tell);
}

if (page.dataset.follow === "true") follow(`${BASE}embed/heads`, game, () => player.head, hear);

player.show(Number(page.dataset.version)).catch(tell);
