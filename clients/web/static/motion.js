// What moves from one position to the next: dice tumble, figures step, cards turn, cubes fall, points count. Each takes some
// hundred milliseconds, and none is shown to those who prefer reduced motion.

const USUAL = 350; // milliseconds, within the 200 to 600 of the tokens
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const NEAR = 4; // pixels that do not count as a step
const NUMBER = /^[+-]?\d+$/;

const nameOf = (element) => element.dataset.piece ?? element.dataset.spot;
const kindOf = (name) => name.split(":")[0];

const moving = new Map(); // the elements that move, each with its last animation

// Promises that an element is at rest with all around it, or that all are; undefined where nothing moves.
export function rested(element) {
  const found = [...moving].filter(([each]) => !element || each.contains(element)).map(([, animation]) => animation.finished);
  return found.length ? Promise.allSettled(found) : undefined;
}

// Remembers the look of the board, to show the changes.
export function remember(places) {
  const things = new Map();
  const figures = new Map();
  for (const place of places) {
    for (const element of place.querySelectorAll("[data-piece], [data-spot]")) {
      if (!element.ownerSVGElement) continue;
      const { left, top } = element.getBoundingClientRect();
      things.set(nameOf(element), { left: left + scrollX, top: top + scrollY, inside: element.textContent, html: element.innerHTML.length });
    }
    for (const text of place.querySelectorAll("text")) if (NUMBER.test(text.textContent)) figures.set(text, Number(text.textContent));
  }
  return { places, things, figures };
}

// Animates the changes since then, and returns the kinds of things that moved: "die", "piece", "card", "count".
export function move({ places, things, figures }) {
  const kinds = new Set();
  for (const place of places) {
    for (const element of place.querySelectorAll("[data-piece], [data-spot]")) {
      if (!element.ownerSVGElement) continue;
      const kind = moved(element, things.get(nameOf(element)), things.size > 0);
      if (kind) kinds.add(kind);
    }
  }
  for (const [text, before] of figures) {
    if (!text.isConnected || !NUMBER.test(text.textContent) || Number(text.textContent) === before) continue;
    count(text, before, Number(text.textContent));
    kinds.add("count");
  }
  return kinds;
}

function moved(element, before, known) {
  const kind = kindOf(nameOf(element));
  if (!before) return known ? appear(element, kind) : undefined;
  if (kind === "die") return element.textContent === before.inside && element.innerHTML.length === before.html ? undefined : tumble(element);
  const { left, top } = element.getBoundingClientRect();
  const [dx, dy] = [before.left - left - scrollX, before.top - top - scrollY];
  if (Math.hypot(dx, dy) < NEAR || kind === "field" || kind === "province" || kind === "seat") return undefined;
  const scale = element.parentNode.getScreenCTM?.()?.a || 1; // below 0 on a turned board
  play(element, [{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0 0" }]);
  return kind === "card" || kind === "raider" ? "card" : "piece";
}

function tumble(element) {
  const turn = 180 + Math.random() * 360;
  play(element, [{ rotate: `${turn}deg`, scale: "0.7", opacity: 0.4 }, { rotate: `${turn / 4}deg`, scale: "1.12", offset: 0.6, opacity: 1 }, { rotate: "0deg", scale: "1" }], 500);
  return "die";
}

function appear(element, kind) {
  if (kind === "card" || kind === "raider") {
    play(element, [{ scale: "0 1" }, { scale: "1 1" }]);
    return "card";
  }
  if (kind === "die") return tumble(element);
  if (kind === "seat" || kind === "field" || kind === "province") return undefined;
  play(element, [{ translate: "0 -60px", opacity: 0 }, { translate: "0 0", opacity: 1 }]);
  return "piece";
}

function play(element, frames, duration = USUAL) {
  element.classList.add("moves");
  const animation = element.animate(frames, { duration, easing: EASE });
  moving.set(element, animation);
  const end = () => {
    if (moving.get(element) !== animation) return;
    moving.delete(element);
    element.classList.remove("moves");
  };
  animation.finished.then(end, end);
}

// Counts from one number to another. The next position replaces the numbers shown meanwhile.
function count(text, before, after) {
  play(text, [{ scale: "1.6", fill: after > before ? "var(--good)" : "var(--bad)" }, { scale: "1" }], 600);
  const steps = Math.min(Math.abs(after - before), 8);
  const node = text.lastChild;
  for (let step = 0; step < steps; step += 1) {
    setTimeout(() => {
      if (node.isConnected && text.dataset.counts === String(after)) node.textContent = Math.round(before + ((after - before) * (step + 1)) / steps);
    }, (USUAL * step) / steps);
  }
  text.dataset.counts = String(after);
  setTimeout(() => {
    if (text.dataset.counts === String(after)) delete text.dataset.counts;
  }, USUAL);
  if (steps > 1) node.textContent = before;
}

// Ends all motion at once.
export function skip(places) {
  for (const place of places) for (const animation of place.getAnimations({ subtree: true })) animation.finish();
}
