// How a picture is laid out on the page: its parts one after another, as wide as the page lets them be, the panels of the
// seats as elements, and its lines of text as text. A picture without parts is one part.

import { say } from "./say.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const EDGE = 4; // units around a part, for rings and outlines
const USUAL = 960; // units that the parts of a row have together
const PHONE = 700; // pixels: below this width, parts are stacked as they are drawn
const LARGE = 1.4; // a part that may grow this much is the board itself
const HIGH = 0.76; // of the window's height, at most, for the board
const GROWS = 1.15; // a part that may grow more than this is as large as there is room for
const [LOW, COLUMN] = [0.6, 480]; // of the window's height, at least, and pixels of width from which it is looked at
const NEXT = 0.85; // the scale at which two parts must fit next to each other, or one is below the other
const FAR = 0.62; // below this scale a part shows only what can be read from far
const ALONE = 0.75; // of the room on a phone: a part that is wider has a row for itself
const STRIP = 2 / 3; // the scale of the figures in a strip of panels
const [MOST, SMALL, STEP] = [2, 0.75, 0.05]; // how much parts grow and shrink, by steps
const TIGHT = [0.95, 0.9, 0.85]; // how much smaller they are to spare a row of a panel
const [GAPS, NEAR, LINES] = [12, 4, 24]; // pixels between parts, in a panel, and of a line of text
const FOLDED = [0, 24]; // pixels between parts of a fold, below and next to each other
const FRAME = 16; // pixels of a panel above and below its parts
const WHOLE = 0.98; // of a board, which is then seen whole
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
  const mat = picture.querySelector(":scope > [data-mat]")?.dataset.mat ?? "";
  return { status: header?.dataset.header ?? "", flow, panels, choices, mat };
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
    if (child.dataset.band !== undefined) return [made("div", `band ${child.dataset.band}`.trim(), ...flowing([...child.children], picture))];
    if (child.dataset.fold !== undefined) return [fold(child, picture)];
    if (!child.dataset.box) return [];
    const whole = part([...child.childNodes], numbers(child.dataset.box), child.dataset.scale, picture, child.dataset.bottom);
    whole.classList.toggle("figure", child.dataset.figure !== undefined);
    if (child.dataset.cells) whole.dataset.cells = `${child.dataset.cells} ${numbers(child.dataset.box)[3]}`;
    if (child.dataset.legible) whole.dataset.legible = child.dataset.legible;
    return [child.dataset.legible ? made("div", "frame", whole) : whole];
  });
}

// Returns parts and lines that a narrow page folds into one line; on a wide one they are open, without that line.
function fold(group, picture) {
  const parts = flowing([...group.children], picture).filter((child) => child.localName === "svg" || child.childElementCount);
  return made("details", "folded", made("summary", "", group.dataset.fold), made("div", "flow", ...parts));
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
  whole.classList.toggle("out", bar?.dataset.out !== undefined);
  if (group.dataset.spot) whole.dataset.spot = group.dataset.spot;
  return whole;
}

// Whether a part is the board itself, which grows with the page.
export function isBoard(svg) {
  return numbers(svg.dataset.scale)[1] >= LARGE;
}

// Returns the parts of a flow itself, in a frame or a band or not.
const partsOf = (flow) => [...flow.querySelectorAll(":scope > .part, :scope > .frame > .part, :scope > .band > .part")];

// Returns the board among the parts of a flow, if it has one.
export function boardOf(flow) {
  return partsOf(flow).find(isBoard);
}

// Returns the part of a flow that is moved within its frame where there is no room for the whole.
export function framedIn(flow) {
  return flow.querySelector(":scope > .frame > .part");
}

// Opens what only a narrow page folds, and there what somebody wants to see, or can choose.
export function unfold(flow, wanted) {
  for (const fold of flow.querySelectorAll(":scope > .folded")) {
    fold.open = wanted || roomIn(flow) >= PHONE || fold.querySelector(".choosable") !== null;
  }
}

// Returns how many pixels the parts of a flow have next to each other.
function roomIn(flow) {
  const { paddingLeft, paddingRight } = getComputedStyle(flow);
  return flow.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

// Measures the flows of the board and of the panels, decides the scale of each of their parts, and returns the table. Panels
// below the board grow with it until the table fills the window. `high` is how many pixels the table has.
export function decide(board, panels, { high = 0, below = false } = {}) {
  // All are measured before any is changed: the browser lays out the page once.
  const [laid, ...seats] = [board, ...panels].map(measured);
  const most = settle(laid, below ? inRows(seats) : [], high);
  return { board: laid, seats: seats.map((seat) => (below ? grown(seat, most) : tight(seat))), least: wholeSize(laid) };
}

// Gives each part of a table its width; `size` is how much larger the visitor wants the board.
export function give({ board, seats }, size) {
  giveWidths(board, size);
  for (const seat of seats) giveWidths(seat, 1);
}

// Returns a flow with the pixels that it has, its folds, and the scale that each of its parts has by itself.
function measured(flow) {
  const [room, panel, fold] = [roomIn(flow), flow.closest(".player"), flow.parentElement.closest(".folded")];
  const slim = flow.closest(".shut") !== null;
  const head = panel ? panel.querySelector(".player-head").offsetHeight + FRAME : fold ? fold.querySelector("summary").offsetHeight : 0;
  const folds = new Map([...flow.querySelectorAll(":scope > .folded[open]")].map((open) => [open, measured(open.querySelector(".flow"))]));
  const gap = fold ? FOLDED : panel ? [NEAR, NEAR] : [GAPS, GAPS];
  return { flow, room, slim, head, folds, gap, sizes: scaled(flow, room, slim, !panel && !fold), top: panel?.offsetTop };
}

// Returns the size and the scale of each part of a flow. Next to the board, cells keep their room.
function scaled(flow, room, slim, isTable) {
  const usual = room < PHONE ? 1 : Math.max(room / (USUAL + 60), 0.85);
  const parts = partsOf(flow);
  const cells = new Map(parts.filter((svg) => svg.dataset.cells).map((svg) => [svg, arranged(svg, room, parts[0])]));
  const beside = [...cells.values()].reduce((sum, { width, fits }) => sum + (fits ? width * usual + GAPS + 1 : 0), 0);
  const sizes = parts.map((svg) => {
    const [least, most] = numbers(svg.dataset.scale);
    const { width, height } = cells.get(svg) ?? svg.viewBox.baseVal;
    const tall = isBoard(svg) ? (innerHeight * HIGH) / height : most > GROWS ? most : usual;
    const wide = (room - (isBoard(svg) ? beside : 0)) / width;
    let scale = slim ? STRIP : Math.max(Math.min(most, wide, tall), Math.min(least, usual));
    if (room < PHONE && svg.dataset.legible) scale = Math.max(scale, Number(svg.dataset.legible));
    // On a phone, what has a row for itself fills it.
    else if (room < COLUMN && isTable && width * scale > room * ALONE) scale = Math.min(Math.max(scale, room / width), scale * GROWS);
    return [svg, { width, height, scale, least: Math.min(scale, usual), columns: cells.get(svg)?.columns }];
  });
  return new Map(sizes);
}

// Returns in how many columns the cells of a part are, whether it fits next to another part, and its size then.
function arranged(svg, room, other) {
  const [pitch, drawn, usual, narrow, height] = numbers(svg.dataset.cells);
  const fits = NEXT * (other.viewBox.baseVal.width + usual * pitch + 2 * EDGE) + GAPS <= room;
  const columns = fits ? usual : narrow;
  const below = stacked(svg, columns) - stacked(svg, drawn);
  return { fits, columns, width: columns * pitch + 2 * EDGE, height: height + below + 2 * EDGE };
}

// Returns a panel next to the board whose parts are a little smaller, if they need fewer rows then.
function tight(laid) {
  const rows = rowed(laid).length;
  const smaller = TIGHT.map((by) => scaledBy(laid, ({ scale }) => scale * by));
  return (rows > 1 && smaller.find((other) => rowed(other).length < rows)) || laid;
}

// Returns a panel whose parts are larger, as far as they fit in, or smaller, as far as they are larger than usual.
function grown(laid, by) {
  const most = ({ width, scale }) => (by < 1 ? scale * by : Math.max(scale, Math.min(scale * by, laid.room / width)));
  return scaledBy(laid, (part) => Math.max(most(part), part.least));
}

// Returns a flow whose parts have other scales.
function scaledBy(laid, scaleOf) {
  return { ...laid, sizes: new Map([...laid.sizes].map(([svg, part]) => [svg, { ...part, scale: scaleOf(part) }])) };
}

// Returns panels in the rows in which the page shows them; a strip has none.
function inRows(panels) {
  const rows = new Map();
  for (const panel of panels) if (!panel.slim) rows.set(panel.top, [...(rows.get(panel.top) ?? []), panel]);
  return [...rows.values()];
}

// Returns how many pixels rows of panels take once their parts have grown.
function tallest(rows, by) {
  return rows.reduce((sum, row) => sum + GAPS + Math.max(...row.map((panel) => tallOf(grown(panel, by)))), 0);
}

// Returns how many pixels a flow takes with its head, or some of its rows do.
function tallOf(laid, rows = rowed(laid)) {
  return rows.reduce((sum, row) => sum + highest(row, laid) + laid.gap[0], laid.head);
}

// Returns by how much panels can grow until the figures of one, which belong together, need more rows.
function unbroken(rows) {
  const figured = (panel) => rowed(panel).filter((row) => row.some((child) => child.matches(".figure"))).length;
  const breaks = (by) => rows.flat().some((panel) => figured(grown(panel, by)) > figured(panel));
  let most = MOST;
  while (most > 1 && breaks(most)) most -= STEP;
  return most;
}

// Gives the parts of the board their scale next to rows of panels, and returns by how much these grow.
function settle(laid, panels, high) {
  const { sizes, room } = laid;
  const rows = high && room > COLUMN ? rowed(laid) : [];
  if (rows.length === 0) return 1;
  const board = [...sizes.keys()].find(isBoard);
  if (board && !overflows(board, sizes.get(board), room)) {
    const others = rows.filter((row) => !row.some((child) => child.contains(board)));
    const part = sizes.get(board);
    const left = high - tallest(panels, 1) - tallOf(laid, others);
    part.scale = Math.min(part.scale, Math.max(left, innerHeight * LOW) / part.height);
  }
  if (room < PHONE) return 1;
  const limit = unbroken(panels);
  return Math.min(limit, grow(rows, laid, board !== undefined, (most) => high - tallest(panels, Math.min(most, limit))));
}

// A part that is not shown smaller than it can be read is moved within its frame.
const overflows = (svg, { width, scale }, room) => svg.dataset.legible && width * scale > room;

// Returns by how much rows can grow until they fill their place. Parts of the same size keep it: a short last row, such as
// that of a third card, grows no more than the others. Bands that stand alone in their rows also grow alike.
function freeIn(rows, room, alone) {
  const fills = rows.map((row) => (room - GAPS * row.length) / row.reduce((sum, { width, scale }) => sum + width * scale, 1));
  const alike = (row, other) => row.some((part) => other.some(({ width, height }) => width === part.width && height === part.height));
  const together = (one, two) => one === two || alike(rows[one], rows[two]) || (alone[one] && alone[two]);
  return rows.map((_, at) => Math.min(...fills.filter((_, other) => together(at, other))));
}

// Enlarges the parts of the board row by row, unless they are fixed, as far as they fill their place and stay in their rows,
// and returns by how much at most. `left` tells how many pixels the board has then.
function grow(rows, laid, fixed, left) {
  const parts = rows.map((row) => row.flatMap((child) => within(child, laid)));
  const free = freeIn(parts, laid.room, rows.map(([child]) => child.matches(".alone")));
  const larger = (most) => free.map((row) => (fixed ? 1 : Math.max(1, Math.min(row, most))));
  const tall = (most) => larger(most).reduce((sum, by, at) => sum + by * (highest(rows[at], laid) + laid.gap[0]), 0);
  let most = MOST;
  while (most > SMALL && tall(most) > left(most)) most -= STEP;
  for (const [at, by] of larger(most).entries()) for (const part of parts[at]) part.scale *= by;
  return most;
}

// Returns the size at which the framed part of a flow is seen whole: 1, or smaller.
function wholeSize({ flow, sizes, room }) {
  const part = sizes.get(framedIn(flow));
  const size = part ? room / (part.width * part.scale) : 1;
  return size < WHOLE ? size : 1;
}

// Gives the parts of a flow and of its folds their width.
function giveWidths({ flow, room, slim, sizes, folds }, size) {
  if (room <= 0) return;
  for (const fold of folds.values()) giveWidths(fold, 1);
  const chief = slim && [...sizes].find(([svg]) => svg.matches(".figure"))?.[1];
  flow.style.setProperty("--line", chief ? `${(chief.height * chief.scale).toFixed(1)}px` : "");
  const framed = framedIn(flow);
  for (const [svg, part] of sizes) {
    // Only what is in a frame becomes larger, if anything is.
    const [width, scale] = [part.width, part.scale * (framed && framed !== svg ? 1 : size)];
    svg.style.width = `${(width * scale).toFixed(1)}px`;
    // In a strip, figures lie close together, without the most that they can be.
    const cut = Number(svg.querySelector("[data-most]")?.dataset.most ?? 0);
    svg.style.marginInline = slim ? `${-EDGE * scale}px ${(-EDGE - cut) * scale}px` : "";
    svg.classList.toggle("far", scale < FAR);
    if (part.columns) place(svg, part);
    legible(svg, LEGIBLE / scale);
    if (svg === framed) scrollable(svg.parentElement, width * scale > room + 1);
  }
}

// What can be scrolled can take the focus, so that the keyboard scrolls it, and says what it is.
export function scrollable(around, scrolls) {
  const given = { tabindex: "0", role: "group", "aria-label": say("board") };
  for (const [name, value] of Object.entries(given)) {
    if (scrolls) around.setAttribute(name, value);
    else around.removeAttribute(name);
  }
}

// Puts the cells of a part into columns, and moves the text below them.
function place(svg, { columns, width, height }) {
  const [pitch, drawn] = numbers(svg.dataset.cells);
  for (const [number, cell] of cellsOf(svg).entries()) {
    const across = (number % columns) - (number % drawn);
    const down = Math.floor(number / columns) - Math.floor(number / drawn);
    cell.style.transform = across || down ? `translate(${across * pitch}px, ${down * pitch}px)` : "";
  }
  const below = stacked(svg, columns) - stacked(svg, drawn);
  for (const text of svg.querySelectorAll(":scope > text")) text.style.transform = below ? `translate(0, ${below}px)` : "";
  const { x, y } = svg.viewBox.baseVal;
  svg.setAttribute("viewBox", [x, y, width, height].join(" "));
}

const cellsOf = (svg) => [...svg.querySelectorAll(":scope > g")];

// Returns how high the cells of a part are in some columns.
const stacked = (svg, columns) => Math.ceil(cellsOf(svg).length / columns) * numbers(svg.dataset.cells)[0];

// Returns the children of a flow as the rows into which the page puts them.
function rowed(laid) {
  const rows = [[]];
  let left = laid.room;
  for (const child of laid.flow.children) {
    const wide = widthOf(child, laid);
    if (rows.at(-1).length && left < wide) {
      rows.push([]);
      left = laid.room;
    }
    rows.at(-1).push(child);
    left -= wide + laid.gap[1];
  }
  return rows;
}

// Returns the parts of a child of a flow, which is one, or the frame or the band around them.
const within = (child, { sizes }) => [child, ...child.children].map((part) => sizes.get(part)).filter(Boolean);

// Returns how many pixels a child of a flow has of a row: text, folds and what stands alone have all.
function widthOf(child, laid) {
  if (child.matches(".alone")) return laid.room;
  const parts = within(child, laid);
  const wide = parts.reduce((sum, { width, scale }) => sum + width * scale, (parts.length - 1) * NEAR);
  return parts.length ? Math.min(wide, laid.room) : laid.room;
}

function highest(row, laid) {
  const high = (child) => {
    const fold = laid.folds.get(child);
    return fold ? tallOf(fold) : Math.max(0, ...within(child, laid).map(({ height, scale }) => height * scale));
  };
  return Math.max(LINES, ...row.map(high));
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
