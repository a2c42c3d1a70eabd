// The shapes of a study on the board: frames around spots, and arrows from one spot to another.

import { called } from "./board.js";
import { rested } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 16; // pixels of an arrow's head
const MARGIN = 3; // pixels between a spot and its frame

export const same = (one, other) => one.spot === other.spot && one.to === other.to;

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

export class Shapes {
  #stage;
  #place;
  #parts;
  #layer = shape("svg", { class: "shapes", "aria-hidden": "true" });
  #shapes = [];

  // Draws over the stage, which contains the board and the seats' panels.
  constructor(stage, place, players) {
    this.#stage = stage;
    this.#place = place;
    this.#parts = [place, players];
    stage.append(this.#layer);
    const sizes = new ResizeObserver(() => this.#draw());
    for (const element of [stage, place, players]) sizes.observe(element);
    place.addEventListener("scroll", () => this.#draw());
    // Another position has no shapes until it is at rest.
    new MutationObserver(() => this.show([])).observe(place, { attributeFilter: ["data-version"] });
    for (const id of ["zoom-in", "zoom-out", "zoom-fit"]) document.getElementById(id).addEventListener("click", () => this.#draw());
  }

  // Shows shapes once nothing moves.
  async show(shapes) {
    this.#shapes = shapes;
    if (shapes.length > 0) await rested();
    this.#draw();
  }

  // Returns the names of the position's spots.
  get spots() {
    return new Map(this.#elements().map((element) => [element.dataset.spot, called(element)]));
  }

  // Returns the spot at a point of the window, if any.
  at({ clientX, clientY }) {
    const elements = document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-spot]"));
    return elements.find((element) => this.#parts.some((part) => part.contains(element)))?.dataset.spot;
  }

  #elements() {
    return this.#parts.flatMap((part) => [...part.querySelectorAll("[data-spot]")]);
  }

  #draw() {
    const origin = this.#stage.getBoundingClientRect();
    const boxes = new Map();
    const frame = this.#place.getBoundingClientRect();
    if (this.#shapes.length > 0) {
      for (const element of this.#elements()) {
        const box = element.getBoundingClientRect();
        const [x, y] = middle(box);
        // A larger board hides what is outside of its frame.
        const hidden = this.#place.contains(element) && (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom);
        if (box.width > 0 && !hidden && !boxes.has(element.dataset.spot)) boxes.set(element.dataset.spot, box);
      }
    }
    const drawn = this.#shapes.filter(({ spot, to }) => boxes.has(spot) && (!to || boxes.has(to)));
    this.#layer.replaceChildren(...drawn.map(({ spot, to }) => (to ? arrow(boxes.get(spot), boxes.get(to), origin) : framed(boxes.get(spot), origin))));
  }
}

function framed({ left, top, width, height }, origin) {
  const [x, y] = [left - origin.left - MARGIN, top - origin.top - MARGIN];
  return shape("rect", { x, y, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 8 });
}

function arrow(from, to, origin) {
  const [[x, y], [endX, endY]] = [from, to].map(middle).map(([across, down]) => [across - origin.left, down - origin.top]);
  const long = Math.hypot(endX - x, endY - y) || 1;
  const [dx, dy] = [((endX - x) / long) * HEAD, ((endY - y) / long) * HEAD];
  const [neckX, neckY] = [endX - dx, endY - dy];
  const head = `M${neckX - dy / 2} ${neckY + dx / 2}L${endX} ${endY}L${neckX + dy / 2} ${neckY - dx / 2}Z`;
  return shape("path", { d: `M${x} ${y}L${neckX} ${neckY}${head}` });
}
