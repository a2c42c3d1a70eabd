// The end of a game on the page that has followed it: what only the page of a finished game has, taken from there into place.

const PARTS = [
  [".result", "#action"],
  [".seal", "#tabs"],
];

// Adds the parts of the finished game's page at an address, and removes those for players. Raises if the game goes on.
export async function conclude(page, address) {
  const answer = await fetch(address);
  const ended = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (ended.querySelector("#game")?.dataset.over !== "true") throw new Error(address);
  page.dataset.over = "true";
  for (const [part, next] of PARTS) {
    const found = ended.querySelector(part);
    if (found) page.querySelector(next).before(document.adoptNode(found));
  }
  for (const part of document.querySelectorAll(".heading .state, .playing, .stage > .hint:not(#clocks)")) part.remove();
  document.querySelector("#past button").textContent = ended.querySelector("#past button").textContent;
  if (page.querySelector("#seal")) await import("./seal.js");
}
