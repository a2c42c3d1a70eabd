// How a picture is laid out on the page: its parts one after another, as wide as the page lets them be, the panels of the
// seats as elements, and its lines of text as text. A picture without parts is one part.

const NAMESPACE = "http://www.w3.org/2000/svg";
const EDGE = 4; // units around a part, for rings and outlines
const USUAL = 960; // units that the parts of a row have together
const PHONE = 700; // pixels: below this width, parts are stacked as they are drawn
const LARGE = 1.4; // a part that may grow this much is the board itself
const HIGH = 0.76; // of the window's height, at most, for the board
const GROWS = 1.15; // a part that may grow more than this is as large as there is room for
const [LOW, COLUMN] = [0.6, 480]; // of the window's height, at least, and pixels of width from which it is looked at
const FAR = 0.62; // below this scale a part shows only what can be read from far
const STRIP = 2 / 3; // the scale of the figures in a strip of panels
const [MOST, SMALL, STEP] = [2, 0.75, 0.05]; // how much parts grow and shrink, by steps
const TIGHT = [0.95, 0.9, 0.85]; // how much smaller they are to spare a row of a panel
const [GAPS, NEAR, LINES] = [12, 4, 24]; // pixels between parts, in a panel, and of a line of text
const FRAME = 16; // pixels of a panel above and below its parts
const LEGIBLE = 12; // pixels that a text measures at least

const enlarged = new WeakMap(); // the size that each text was given

const numbers = (text) => text.split(" ").map(Number);

const made = (name, className, ...content) => {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
};

// Returns a picture as elements: its text about the state, its parts in a flow, and the panels of the seats.
export function laidOut(picture) {
  const header = picture.querySelector(":scope > [data-header]");
  const choices = pictures(picture);
  const children = [...picture.children].filter((child) => child !== header && !["title", "desc"].includes(child.localName));
  const isPanel = (child) => child.matches("[data-colour][data-box]");
  const panels = children.filter(isPanel).map((child) => panel(child, picture));
  const rest = children.filter((child) => !isPanel(child));
  const flow = made("div", "flow", ...flowing(rest, picture));
  if (flow.childElementCount === 0) {
    if (header) header.remove();
    const [x, y, width, height] = numbers(picture.getAttribute("viewBox"));
    flow.append(part(rest, [x, y, width, height], `0.5 ${LARGE}`, picture));
  }
  return { status: header?.dataset.header ?? "", flow, panels, choices };
}

// Takes the pictures of choices out of a picture, each by the field and the value of the commands that it stands for.
function pictures(picture) {
  const taken = [...picture.querySelectorAll(":scope > [data-choice]")].map((group) => {
    const svg = document.createElementNS(NAMESPACE, "svg");
    svg.setAttribute("viewBox", "0 0 64 64");
    svg.setAttribute("aria-hidden", "true");
    svg.append(...group.childNodes);
    group.remove();
    return [group.dataset.choice, svg];
  });
  return new Map(taken);
}

// Returns the parts and lines among some elements; everything else is left out.
function flowing(children, picture) {
  return children.flatMap((child) => {
    if (child.dataset.lines !== undefined) return [lines(child)];
    if (!child.dataset.box) return [];
    const whole = part([...child.childNodes], numbers(child.dataset.box), child.dataset.scale, picture, child.dataset.bottom);
    whole.classList.toggle("figure", child.dataset.figure !== undefined);
    return [whole];
  });
}

// `bottom` is the seat at the bottom of a part that can be turned.
function part(content, [x, y, width, height], scale, picture, bottom) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", "part");
  svg.setAttribute("viewBox", [x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE].join(" "));
  svg.setAttribute("data-scale", scale);
  if (bottom) svg.setAttribute("data-bottom", bottom);
  svg.setAttribute("role", "group");
  for (const name of ["font-family", "fill"]) if (picture.hasAttribute(name)) svg.setAttribute(name, picture.getAttribute(name));
  svg.append(...content);
  return svg;
}

// A text that a picture has cut has its whole as its title.
function lines(group) {
  const paragraphs = [...group.querySelectorAll("text")].map((text) => {
    const words = text.querySelector("title")?.textContent ?? text.textContent;
    return made(text.getAttribute("font-weight") === "bold" ? "b" : "span", "", words);
  });
  return made("p", "lines", ...paragraphs.flatMap((paragraph, place) => (place ? [" ", paragraph] : [paragraph])));
}

function panel(group, picture) {
  const bar = group.querySelector(":scope > [data-heading]");
  const body = [...group.children].filter((child) => child !== bar && child.localName !== "title");
  const { heading = "", role = "", note = "", state = "" } = bar?.dataset ?? {};
  const seat = group.dataset.spot?.split(":")[1] ?? "";
  const words = [role, note].filter(Boolean).map((text) => made("span", "", text));
  const head = made("div", "player-head", made("b", "chip", seat), made("b", "player-name", heading), made("span", "player-words", ...words.flatMap((word) => [" ", word])));
  if (state) head.append(made("span", "player-state", state));
  for (const kind of ["left", "clock", "presence"]) {
    const own = made("span", kind);
    own.dataset.own = kind;
    own.dataset.seat = seat;
    head.append(own);
  }
  const flow = flowing(body, picture);
  const parts = flow.length ? flow : [part(body, numbers(group.dataset.box), "0.72 1.15", picture)];
  const whole = made("div", "player", head, made("div", "flow", ...parts));
  whole.dataset.colour = group.dataset.colour;
  whole.classList.toggle("acts", Boolean(state));
  if (group.dataset.spot) whole.dataset.spot = group.dataset.spot;
  return whole;
}

// Whether a part is the board itself, which grows with the page.
export function isBoard(svg) {
  return numbers(svg.dataset.scale)[1] >= LARGE;
}

export function hasBoard(flow) {
  return [...flow.querySelectorAll(":scope > .part")].some(isBoard);
}

// Returns how many pixels the parts of a flow have next to each other.
function roomIn(flow) {
  const { paddingLeft, paddingRight } = getComputedStyle(flow);
  return flow.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

// Gives each part of the board and of the panels its width. Panels below the board grow with it until the table fills the
// window. `size` is how much larger the visitor wants the board, `high` how many pixels the table has.
export function fit(board, panels, { size = 1, high = 0, below = false } = {}) {
  // All are measured before any is changed: the browser lays out the page once.
  const [laid, ...seats] = [board, ...panels].map(measured);
  const rows = below ? inRows(seats) : [];
  const most = settle(laid, rows, high);
  give(laid, size);
  for (const seat of seats) give(below ? grown(seat, most) : tight(seat), 1);
}

// Returns a flow with the pixels that it has, and the scale that each of its parts has by itself.
function measured(flow) {
  const [room, panel] = [roomIn(flow), flow.closest(".player")];
  const slim = flow.closest(".shut") !== null;
  const usual = room < PHONE ? 1 : Math.max(room / (USUAL + 60), 0.85);
  const sizes = new Map();
  for (const svg of flow.querySelectorAll(":scope > .part")) {
    const [least, most] = numbers(svg.dataset.scale);
    const [, , width, height] = numbers(svg.getAttribute("viewBox"));
    const tall = isBoard(svg) ? (innerHeight * HIGH) / height : most > GROWS ? most : usual;
    const scale = slim ? STRIP : Math.max(Math.min(most, room / width, tall), Math.min(least, usual));
    sizes.set(svg, { width, height, scale, least: Math.min(scale, usual) });
  }
  const head = panel ? panel.querySelector(".player-head").offsetHeight + FRAME : 0;
  return { flow, room, slim, sizes, head, top: panel?.offsetTop, gap: panel ? NEAR : GAPS };
}

// Returns a panel next to the board whose parts are a little smaller, if they need fewer rows then.
function tight(laid) {
  const smaller = TIGHT.map((by) => {
    const sizes = [...laid.sizes].map(([svg, part]) => [svg, { ...part, scale: part.scale * by }]);
    return { ...laid, sizes: new Map(sizes) };
  });
  const rows = rowed(laid).length;
  return (rows > 1 && smaller.find((other) => rowed(other).length < rows)) || laid;
}

// Returns a flow whose parts are larger, as far as they fit in, or smaller, as far as they are larger than usual.
function grown(laid, by) {
  const most = ({ width, scale }) => (by < 1 ? scale * by : Math.max(scale, Math.min(scale * by, laid.room / width)));
  const other = (part) => ({ ...part, scale: Math.max(most(part), part.least) });
  return { ...laid, sizes: new Map([...laid.sizes].map(([svg, part]) => [svg, other(part)])) };
}

// Returns panels in the rows in which the page shows them; a strip has none.
function inRows(panels) {
  const rows = new Map();
  for (const panel of panels) if (!panel.slim) rows.set(panel.top, [...(rows.get(panel.top) ?? []), panel]);
  return [...rows.values()];
}

// Returns how many pixels rows of panels take once their parts have grown.
function tallest(rows, by) {
  const tall = (panel) => panel.head + tallOf(rowed(panel), panel);
  return rows.reduce((sum, row) => sum + GAPS + Math.max(...row.map((panel) => tall(grown(panel, by)))), 0);
}

const tallOf = (rows, { sizes, gap }) => rows.reduce((sum, row) => sum + highest(row, sizes) + gap, 0);

// Gives the parts of the board their scale next to rows of panels, and returns by how much these grow.
function settle(laid, panels, high) {
  const { sizes, room } = laid;
  const rows = high && room > COLUMN ? rowed(laid) : [];
  if (rows.length === 0) return 1;
  const board = [...sizes.keys()].find(isBoard);
  if (board) {
    const others = rows.filter((row) => !row.includes(board));
    const part = sizes.get(board);
    const left = high - tallest(panels, 1) - tallOf(others, laid);
    part.scale = Math.min(part.scale, Math.max(left, innerHeight * LOW) / part.height);
  }
  return room < PHONE ? 1 : grow(rows, laid, board !== undefined, (most) => high - tallest(panels, most));
}

// Returns by how much rows can grow until they fill their place. Parts of the same size stay so: a short last row, such as
// that of a third card, grows no more than the others.
function freeIn(rows, room) {
  const fills = rows.map((row) => (room - GAPS * row.length) / row.reduce((sum, { width, scale }) => sum + width * scale, 1));
  const alike = (row, other) => row.some((part) => other.some(({ width, height }) => width === part.width && height === part.height));
  return rows.map((row) => Math.min(...rows.map((other, at) => (row === other || alike(row, other) ? fills[at] : Infinity))));
}

// Enlarges the parts of the board row by row, unless they are fixed, as far as they fill their place and stay in their rows,
// and returns by how much at most. `left` tells how many pixels the board has then.
function grow(rows, { sizes, room }, fixed, left) {
  const parts = rows.map((row) => row.map((child) => sizes.get(child)).filter(Boolean));
  const free = freeIn(parts, room);
  const larger = (most) => free.map((row) => (fixed ? 1 : Math.max(1, Math.min(row, most))));
  const tall = (most) => larger(most).reduce((sum, by, at) => sum + by * (highest(rows[at], sizes) + GAPS), 0);
  let most = MOST;
  while (most > SMALL && tall(most) > left(most)) most -= STEP;
  for (const [at, by] of larger(most).entries()) for (const part of parts[at]) part.scale *= by;
  return most;
}

// Gives the parts of a flow their width.
function give({ flow, room, slim, sizes }, size) {
  if (room <= 0) return;
  const chief = slim && [...sizes].find(([svg]) => svg.matches(".figure"))?.[1];
  flow.style.setProperty("--line", chief ? `${(chief.height * chief.scale).toFixed(1)}px` : "");
  for (const [svg, part] of sizes) {
    const [width, scale] = [part.width, part.scale * size];
    svg.style.width = `${(width * scale).toFixed(1)}px`;
    // In a strip, figures lie close together, without the most that they can be.
    const cut = Number(svg.querySelector("[data-most]")?.dataset.most ?? 0);
    svg.style.marginInline = slim ? `${-EDGE * scale}px ${(-EDGE - cut) * scale}px` : "";
    svg.classList.toggle("far", scale < FAR);
    legible(svg, LEGIBLE / scale);
  }
}

// Returns the children of a flow as the rows into which the page puts them.
function rowed({ flow, room, sizes, gap }) {
  const rows = [[]];
  let left = room;
  for (const child of flow.children) {
    const { width, scale } = sizes.get(child) ?? { width: room, scale: 1 };
    if (rows.at(-1).length && left < width * scale) {
      rows.push([]);
      left = room;
    }
    rows.at(-1).push(child);
    left -= width * scale + gap;
  }
  return rows;
}

function highest(row, sizes) {
  return Math.max(LINES, ...row.map((child) => sizes.get(child)).map((part) => (part ? part.height * part.scale : 0)));
}

// No text is smaller than it can be read; one in a group that is scaled is scaled with it.
function legible(svg, least) {
  const around = new Map();
  for (const group of svg.querySelectorAll("g[transform*=scale]")) {
    const scale = Number(/scale\(-?([\d.]+)/.exec(group.getAttribute("transform"))[1]);
    for (const text of group.querySelectorAll("text")) around.set(text, (around.get(text) ?? 1) * scale);
  }
  for (const text of svg.querySelectorAll("text")) {
    const scale = around.get(text) ?? 1;
    const wanted = text.getAttribute("font-size") * scale < least - 0.05 ? `${(least / scale).toFixed(1)}px` : "";
    if ((enlarged.get(text) ?? "") === wanted) continue;
    enlarged.set(text, wanted);
    text.style.fontSize = wanted;
  }
}

// Gives the panels the colours of their seats, which a style sheet cannot read from attributes, and everything else by the seat.
export function colour(players) {
  // Of several panels of a seat the first one gives its colour.
  for (const { style, dataset } of [...players.querySelectorAll(".player")].reverse()) {
    const seat = dataset.spot?.split(":")[1];
    for (const [name, paint] of [["seat", dataset.colour], ["on-seat", inkOn(dataset.colour)]]) {
      style.setProperty(`--${name}`, paint);
      document.body.style.setProperty(`--${name}-${seat}`, paint);
    }
  }
}

// The legible text colour on a paint, by its luminance (WCAG 2.1).
function inkOn(paint) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(paint.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 ? "#1c1713" : "#fff";
}
