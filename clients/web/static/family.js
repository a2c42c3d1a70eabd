// The tree of branches: the shown position is marked on the line of this game, and a click on that line shows another.

import { changes, player } from "./game.js";

const tree = document.querySelector(".tree");
const [line, here] = tree ? ["own-line", "here"].map((id) => document.getElementById(id)) : [];

if (tree) {
  const newest = Number(tree.dataset.newest);
  const [left, right] = [Number(line.dataset.left), Number(line.dataset.right)];
  changes.addEventListener("shown", ({ detail: { version } }) => {
    here.setAttribute("cx", left + ((right - left) * Math.min(version, newest)) / newest);
  });
  line.addEventListener("click", (event) => {
    event.preventDefault();
    const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(tree.getScreenCTM().inverse());
    player.go(Math.round(((x - left) / (right - left)) * newest));
  });
}
