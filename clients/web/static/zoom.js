// The size of the board: the whole at first, larger for a closer look, and for fingers where the targets are too small.

import { scrollable } from "./layout.js";
import { ready } from "./ready.js";

const [LARGEST, STEP] = [5, 1.5];
const SMALL = 28; // pixels: a finger misses what is smaller
const TARGET = 48; // pixels that it measures then

const fingers = matchMedia("(pointer: coarse)");

const gap = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

export class Zoom {
  #place;
  #fit;
  #least;
  #size = 1;
  #own = false; // whether the visitor has chosen the size
  #pinch;

  // `fit` lays the board out again at its size; `least` returns the size at which it is seen whole.
  constructor(place, fit, least) {
    this.#place = place;
    this.#fit = fit;
    this.#least = least;
    const sizes = { "zoom-in": () => (this.size < 1 ? 1 : this.size * STEP), "zoom-out": () => this.#size / STEP, "zoom-fit": least };
    for (const [id, size] of Object.entries(sizes)) {
      document.getElementById(id).addEventListener("click", () => this.#choose(size()));
      ready(document.getElementById(id));
    }
    place.addEventListener("touchstart", ({ touches }) => {
      this.#pinch = touches.length === 2 ? this.#size / gap(touches) : undefined;
    });
    place.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || this.#pinch === undefined) return;
      // The board becomes larger, not the whole page.
      event.preventDefault();
      const [one, other] = event.touches;
      const { left, top } = place.getBoundingClientRect();
      this.#choose(this.#pinch * gap(event.touches), (one.clientX + other.clientX) / 2 - left, (one.clientY + other.clientY) / 2 - top);
    });
  }

  get size() {
    return Math.max(this.#size, this.#least());
  }

  whole() {
    if (!this.#own && this.#size > 1) this.#show(1);
  }

  // Makes something large enough for a finger, and returns whether it was too small. A mouse can hit it at any size.
  approach(element) {
    if (this.#own || !fingers.matches || this.#size > 1) return false;
    const { width, height } = element.getBoundingClientRect();
    const least = Math.min(width, height);
    if (least === 0 || least >= SMALL) return false;
    this.#show(TARGET / least);
    this.#into(element.getBoundingClientRect());
    return true;
  }

  #choose(size, x, y) {
    this.#own = true;
    this.#show(size, x, y);
  }

  // Offers to see the board whole where it is not.
  offer() {
    // A selector with :has() would have the browser style the whole game again at each position.
    const { classList } = document.querySelector(".zoom");
    classList.toggle("enlarged", this.size > 1);
    classList.toggle("framed", this.size === 1 && this.#least() < 1);
  }

  // What is scrolled: the frame around the board itself, if it has one.
  get #frame() {
    return this.#place.querySelector(".frame") ?? this.#place;
  }

  // Shows the board at a size; the point at the place that is given, or in the middle, stays where it is.
  #show(wanted, x = this.#frame.clientWidth / 2, y = this.#frame.clientHeight / 2) {
    const [size, frame] = [Math.min(Math.max(wanted, this.#least()), LARGEST), this.#frame];
    const { scrollLeft, scrollTop, scrollWidth } = frame;
    this.#size = size;
    this.#place.classList.toggle("large", size > 1);
    this.#fit();
    // A frame around the board itself was fitted with it.
    if (frame === this.#place) scrollable(frame, frame.scrollWidth > frame.clientWidth);
    const ratio = frame.scrollWidth / scrollWidth;
    frame.scrollTo((scrollLeft + x) * ratio - x, (scrollTop + y) * ratio - y);
  }

  #into({ left, top, right, bottom }) {
    const frame = this.#frame.getBoundingClientRect();
    this.#frame.scrollBy((left + right - frame.left - frame.right) / 2, (top + bottom - frame.top - frame.bottom) / 2);
  }
}
