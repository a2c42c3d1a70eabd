// The size of the board: the whole at first, larger for a closer look, and for fingers where the targets are too small.

import { ready } from "./ready.js";

const [LARGEST, STEP] = [5, 1.5];
const SMALL = 28; // pixels: a finger misses what is smaller
const TARGET = 48; // pixels that it measures then

const fingers = matchMedia("(pointer: coarse)");

const gap = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

export class Zoom {
  #place;
  #fit;
  #size = 1;
  #own = false; // whether the visitor has chosen the size
  #pinch;

  // `fit` lays the board out again at its size.
  constructor(place, fit) {
    this.#place = place;
    this.#fit = fit;
    const sizes = { "zoom-in": () => this.#size * STEP, "zoom-out": () => this.#size / STEP, "zoom-fit": () => 1 };
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
    return this.#size;
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

  // Shows the board at a size; the point at the place that is given, or in the middle, stays where it is.
  #show(wanted, x = this.#place.clientWidth / 2, y = this.#place.clientHeight / 2) {
    const size = Math.min(Math.max(wanted, 1), LARGEST);
    const { scrollLeft, scrollTop, scrollWidth } = this.#place;
    this.#size = size;
    this.#place.classList.toggle("large", size > 1);
    // A selector with :has() would have the browser style the whole game again at each position.
    document.querySelector(".zoom").classList.toggle("enlarged", size > 1);
    this.#fit();
    // A board larger than its frame can also be scrolled with the keyboard.
    if (this.#place.scrollWidth > this.#place.clientWidth) this.#place.setAttribute("tabindex", "0");
    else this.#place.removeAttribute("tabindex");
    const ratio = this.#place.scrollWidth / scrollWidth;
    this.#place.scrollTo((scrollLeft + x) * ratio - x, (scrollTop + y) * ratio - y);
  }

  #into({ left, top, right, bottom }) {
    const frame = this.#place.getBoundingClientRect();
    this.#place.scrollBy((left + right - frame.left - frame.right) / 2, (top + bottom - frame.top - frame.bottom) / 2);
  }
}
