// The board: the picture of a position laid out on the page, and the things in it that commands point at.

import { boardOf, colour, decide, framedIn, give, laidOut, unfold } from "./layout.js";
import { move, remember, rested, skip } from "./motion.js";
import { say } from "./say.js";
import { Zoom } from "./zoom.js";

const SHAPES = "rect, polygon, circle, ellipse";
const GEOMETRY = new Set(["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points"]);
const SQUARE = 1.25; // times as wide as high, at most
const HIGH = 0.4;
const MANY = 3; // panels that have room next to each other in a strip
const BELOW = 104; // pixels of the buttons below the board, and of the gaps around it
const KEPT = new Set(["style", "open"]); // attributes that a page gives its elements
const DANGEROUS = "a, animate, animateMotion, animateTransform, foreignObject, image, script, set, style, use";

// Returns a picture as an element without anything that could run, load or lead elsewhere.
export function drawing(svg) {
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (documentElement.localName !== "svg") throw new Error(say("unreadable"));
  for (const element of documentElement.querySelectorAll(DANGEROUS)) element.remove();
  for (const element of [documentElement, ...documentElement.querySelectorAll("*")]) {
    for (const name of element.getAttributeNames()) {
      if (/^on|href$|^style$/i.test(name)) element.removeAttribute(name);
    }
  }
  return document.adoptNode(documentElement);
}

// Makes one node like another by changing only the differences, so that the browser lays out and paints nothing else
// again. The page's own parts, such as the styles and the clocks, stay.
function change(old, wanted) {
  if (old.isEqualNode(wanted) || old.dataset?.own !== undefined) return;
  if (old.nodeName !== wanted.nodeName || old.nodeType !== Node.ELEMENT_NODE) {
    old.replaceWith(wanted);
    return;
  }
  // What is unfolded stays open.
  for (const name of old.getAttributeNames()) if (!KEPT.has(name) && !wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { namespaceURI, name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttributeNS(namespaceURI, name, value);
  }
  changeWithin(old, [...old.childNodes], [...wanted.childNodes]);
}

// Makes what is within a node like other nodes. Added and removed nodes are found by looking for the next equal one, so
// that one more or fewer mark leaves the rest unchanged.
function changeWithin(node, old, wanted) {
  let [place, other] = [0, 0];
  while (place < old.length && other < wanted.length) {
    const more = wanted.length - other - (old.length - place);
    const came = ahead(wanted, other, more, old[place]);
    const went = ahead(old, place, -more, wanted[other]);
    if (came > 0) node.insertBefore(wanted[other++], old[place]);
    else if (went > 0) old[place++].remove();
    else change(old[place++], wanted[other++]);
  }
  for (const left of old.slice(place)) left.remove();
  node.append(...wanted.slice(other));
}

// Returns how many places further on, at most `more`, an equal node is; 0 if it is here already, or nowhere.
function ahead(nodes, place, more, same) {
  if (more <= 0 || nodes[place].isEqualNode(same)) return 0;
  for (let step = 1; step <= more; step += 1) if (nodes[place + step].isEqualNode(same)) return step;
  return 0;
}

// Returns the name of a spot in the picture: its own title, or its text.
export function called(element) {
  const title = element.querySelector(":scope > title, :scope > * > title")?.textContent;
  const heading = element.querySelector(":scope > .player-head > .player-name")?.textContent;
  return title || heading || element.textContent.replace(/\s+/g, " ").trim() || element.dataset.spot.replace(":", " ");
}

// Draws a spot's outline above everything on its neighbours.
function glow(element, chosen) {
  const { ownerSVGElement: svg } = element;
  if (!svg) return;
  const shape = element.matches(SHAPES) ? element : element.querySelector(SHAPES);
  const outline = shape ? shape.cloneNode(false) : document.createElementNS(svg.namespaceURI, "rect");
  if (!shape) for (const [name, value] of Object.entries(box(element))) outline.setAttribute(name, value);
  for (const name of outline.getAttributeNames()) if (!GEOMETRY.has(name)) outline.removeAttribute(name);
  const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply((shape ?? element).getScreenCTM());
  outline.setAttribute("transform", `matrix(${[a, b, c, d, e, f].map((part) => part.toFixed(3)).join(" ")})`);
  outline.classList.add("glow");
  outline.classList.toggle("sure", chosen);
  svg.append(outline);
}

function box(element) {
  const { x, y, width, height } = element.getBBox();
  return { x, y, width, height, rx: 3 };
}

const isWithin = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

// Returns the smallest rectangle around some others.
function boundsOf(places) {
  const [left, top] = ["left", "top"].map((side) => Math.min(...places.map((place) => place[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...places.map((place) => place[side])));
  return { left, top, right, bottom };
}

export class Board extends EventTarget {
  #place;
  #players;
  #text;
  #zoom;
  #choices = new Map(); // the pictures of choices
  #framed = new WeakSet(); // the frames that have shown the middle of their boards
  #least = 1; // the size at which the whole board is seen
  #unfolded = false; // whether the visitor has opened what a narrow page folds
  #offered = 0; // how often spots were offered
  #folded = false; // whether the panels are a strip
  #open = []; // the seats whose panels stay open in it

  // The seats' panels are shown in a separate element, or after the board.
  constructor(place, text, players) {
    super();
    this.#place = place;
    this.#players = players ?? Object.assign(document.createElement("div"), { className: "players" });
    if (!players) place.after(this.#players);
    this.#text = text;
    this.#zoom = new Zoom(place, () => this.fit(), () => this.#least);
    place.addEventListener("click", (event) => this.#toggle(event));
    for (const part of [place, this.#players]) {
      part.addEventListener("click", (event) => this.#choose(document.elementsFromPoint(event.clientX, event.clientY)));
      part.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        if (!event.target.closest("[data-spot]")) return;
        event.preventDefault();
        this.#choose([event.target]);
      });
    }
    // What grows above the board moves it down, and leaves it less of the window.
    const above = [...(place.closest(".stage")?.children ?? [])].filter((element) => element.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING);
    const sizes = new ResizeObserver(() => this.fit());
    for (const element of [place, this.#players, ...above]) sizes.observe(element);
  }

  // Shows a picture, and returns its short text about the state of the game, and the kinds of things that moved.
  show(svg, { version, moves = false } = {}) {
    const drawn = drawing(svg);
    const before = moves ? remember([this.#place, this.#players]) : undefined;
    skip([this.#place, this.#players]);
    this.#text.textContent = drawn.querySelector("desc")?.textContent ?? "";
    const { status, flow, panels, choices, mat } = laidOut(drawn);
    this.#place.classList.toggle("matted", Boolean(mat));
    this.#place.style.setProperty("--mat", mat);
    this.#choices = choices;
    const [old] = this.#place.children;
    if (old?.classList.contains("flow")) change(old, flow);
    else this.#place.replaceChildren(flow);
    for (const panel of panels) this.#shut(panel);
    changeWithin(this.#players, [...this.#players.childNodes], panels);
    colour(this.#players);
    this.fit();
    this.#bring("[data-mark]");
    this.#place.dataset.version = version;
    return { status, moved: before ? move(before) : new Set() };
  }

  // Returns the picture of a command with some values in its fields, if the title has drawn one.
  pictured(values = []) {
    return values.map((value) => this.#choices.get(value)?.cloneNode(true)).find(Boolean);
  }

  // Whether the panels of the seats have room next to the board.
  get beside() {
    const narrow = [...this.#players.querySelectorAll(".player > .flow > .part")].every((svg) => svg.viewBox.baseVal.width < 500);
    return narrow && [...this.#place.children].some(boardOf);
  }

  // Whether the board is about as high as it is wide, so that there is room for two columns next to it.
  get square() {
    const board = this.#flow && boardOf(this.#flow)?.viewBox.baseVal;
    return Boolean(board) && board.width < SQUARE * board.height;
  }

  // Whether the board takes most of the window's height.
  get high() {
    return this.#place.clientHeight > innerHeight * HIGH;
  }

  // Makes the panels a strip, in which those of some seats stay open.
  fold(folded, open) {
    if (folded === this.#folded && String(open) === String(this.#open)) return;
    [this.#folded, this.#open] = [folded, open];
    this.#players.classList.toggle("slim", folded);
    for (const panel of this.#players.children) this.#shut(panel);
    this.fit();
  }

  #shut(panel) {
    panel.classList.toggle("shut", this.#folded && !this.#open.some((seat) => panel.dataset.spot === `seat:${seat}`));
  }

  // Marks the spots that can be chosen, each with its words, and the chosen ones.
  offer(words, chosen) {
    this.#offered += 1;
    for (const glow of this.#place.querySelectorAll(".glow")) glow.remove();
    for (const glow of this.#players.querySelectorAll(".glow")) glow.remove();
    for (const element of this.#spots()) {
      const name = element.dataset.spot;
      const open = words.has(name);
      element.classList.toggle("choosable", open);
      element.classList.toggle("chosen", chosen.has(name));
      if (open) {
        this.#outline(element, chosen.has(name));
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-pressed", String(chosen.has(name)));
        // A panel is named by its own words, which a label would hide.
        element.setAttribute(element.ownerSVGElement ? "aria-label" : "aria-description", words.get(name) || called(element));
      } else {
        for (const attribute of ["tabindex", "role", "aria-pressed", "aria-label", "aria-description"]) element.removeAttribute(attribute);
      }
    }
    if (this.#place.querySelector(".folded .choosable")) this.fit();
    this.#bring(".choosable");
  }

  // Moves a board that is larger than its frame to some elements in it: to all if there is room, or else to the first,
  // unless one of them is in sight.
  #bring(selector) {
    const svg = this.#flow && framedIn(this.#flow);
    const frame = svg?.parentElement;
    if (!frame || frame.scrollWidth <= frame.clientWidth) return;
    const around = frame.getBoundingClientRect();
    if (!this.#framed.has(frame)) frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2);
    this.#framed.add(frame);
    const places = [...svg.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    if (places.length === 0) return;
    const all = boundsOf(places);
    const whole = all.right - all.left <= around.width && all.bottom - all.top <= around.height;
    if (whole ? isWithin(all, around) : places.some((place) => isWithin(place, around))) return;
    const { left, right, top, bottom } = whole ? all : places[0];
    frame.scrollBy((left + right - around.left - around.right) / 2, (top + bottom - around.top - around.bottom) / 2);
  }

  // Opens or closes what is folded. A fit in the meantime would undo what the browser does by itself.
  #toggle(event) {
    const summary = event.target.closest(".folded > summary");
    if (!summary) return;
    event.preventDefault();
    this.#unfolded = !summary.parentElement.open;
    this.fit();
  }

  // Outlines an element once it is at rest: the outline would stay where the motion was.
  #outline(element, chosen) {
    const [offered, rest] = [this.#offered, rested(element)];
    if (!rest) glow(element, chosen);
    else rest.then(() => offered === this.#offered && element.isConnected && this.#outline(element, chosen));
  }

  // Promises that nothing moves any more.
  async rest() {
    await rested();
  }

  // Shows the whole board, unless the visitor has chosen its size.
  whole() {
    this.#zoom.whole();
  }

  // Gives a spot the focus, if it can be chosen.
  focus(name) {
    [...this.#spots()].find((element) => element.dataset.spot === name && element.matches(".choosable"))?.focus();
  }

  // Shakes a spot: the attempted move is impossible.
  shake(name) {
    for (const element of this.#spots()) {
      if (element.dataset.spot !== name) continue;
      element.classList.remove("shakes");
      element.getBoundingClientRect();
      element.classList.add("shakes");
      element.addEventListener("animationend", () => element.classList.remove("shakes"), { once: true });
    }
  }

  #spots() {
    return [...this.#place.querySelectorAll("[data-spot]"), ...this.#players.querySelectorAll("[data-spot]")];
  }

  fit() {
    const flow = this.#flow;
    if (!flow) return;
    unfold(flow, this.#unfolded);
    const below = !this.#players.closest(".side");
    const shut = this.#players.querySelectorAll(".shut").length;
    this.#players.classList.toggle("many", shut > MANY);
    this.#players.style.setProperty("--across", shut > MANY ? 2 : Math.max(shut, 1));
    const strip = below && this.#players.matches(".slim") ? this.#players.offsetHeight : 0;
    const high = Math.max(innerHeight - this.#place.getBoundingClientRect().top - scrollY - strip - BELOW, innerHeight * HIGH);
    const table = decide(flow, this.#players.querySelectorAll(".flow"), { high, below });
    this.#least = table.least;
    give(table, this.#zoom.size);
    this.#zoom.offer();
  }

  get #flow() {
    return this.#place.querySelector(":scope > .flow");
  }

  // A click where nothing can be chosen reports its spot.
  #choose(elements) {
    const near = (selector) => elements.map((element) => element.closest(selector)).find((found) => found !== null && found !== undefined);
    const spot = near(".choosable");
    // Something too small for a finger is enlarged by the first tap.
    if (spot && this.#place.contains(spot) && this.#zoom.approach(spot)) return;
    if (spot) return this.dispatchEvent(new CustomEvent("choose", { detail: spot.dataset.spot }));
    const titled = elements.map((element) => element.closest("g:has(> title)")).find((found) => found?.ownerSVGElement);
    if (titled) this.dispatchEvent(new CustomEvent("describe", { detail: titled.querySelector(":scope > title").textContent }));
    const other = near("[data-spot]");
    if (other) this.dispatchEvent(new CustomEvent("miss", { detail: { spot: other.dataset.spot, words: called(other) } }));
  }
}
