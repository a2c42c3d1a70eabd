// Tells players whom the game no longer asks that they are out, while the others play on.

import { changes, page, seats } from "./game.js";

const told = document.getElementById("out");

const isOut = (seat) => document.querySelector(`#players [data-spot="seat:${seat}"]:is(.out, :has(.left:not(:empty)))`) !== null;

changes.addEventListener("asked", ({ detail: { newest, own } }) => {
  told.hidden = !newest || own !== undefined || page.dataset.over === "true" || !seats.every(isOut);
});
