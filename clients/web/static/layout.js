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
const NEXT = 0.85; // the scale at which two parts must fit next to each other, or one is below the other
const FAR = 0.62; // below this scale a part shows only what can be read from far
const ALONE = 0.75; // of the room on a phone: a part that is wider has a row for itself
const STRIP = 2 / 3; // the scale of the figures in a strip of panels
const [MOST, GAPS, LINES] = [2, 12, 24]; // how much parts grow, and pixels between them and of a line of text
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
    if (child.dataset.band !== undefined) return [made("div", "band", ...flowing([...child.children], picture))];
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

// Returns the size at which the framed part of a flow is seen whole: 1, or smaller.
export function wholeSize(flow, room) {
  const svg = framedIn(flow);
  const shown = Number(svg?.style.getPropertyValue("--shown") ?? 0);
  const size = shown ? room / (svg.viewBox.baseVal.width * shown) : 1;
  return size < WHOLE ? size : 1;
}

// Opens what only a narrow page folds, and there what somebody wants to see, or can choose.
export function unfold(flow, wanted) {
  for (const fold of flow.querySelectorAll(":scope > .folded")) {
    fold.open = wanted || roomIn(flow) >= PHONE || fold.querySelector(".choosable") !== null;
  }
}

// Returns how many pixels the parts of a flow have next to each other.
export function roomIn(flow) {
  const { paddingLeft, paddingRight } = getComputedStyle(flow);
  return flow.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

// Gives each part of a flow its width; `size` is how much larger the visitor wants the board, `high` how many pixels
// there are for parts that grow to fill them.
export function fit(flow, room, size = 1, high = 0) {
  if (room <= 0) return;
  const usual = room < PHONE ? 1 : Math.max(room / (USUAL + 60), 0.85);
  const slim = flow.closest(".slim") !== null;
  const sizes = new Map();
  const parts = partsOf(flow);
  const cells = parts.filter((svg) => svg.dataset.cells);
  const beside = cells.reduce((sum, svg) => sum + arrange(svg, room, parts[0]) * usual, 0);
  for (const svg of parts) {
    const [least, most] = numbers(svg.dataset.scale);
    const [, , width, height] = numbers(svg.getAttribute("viewBox"));
    const tall = isBoard(svg) ? (innerHeight * HIGH) / height : most > GROWS ? most : usual;
    const wide = (room - (isBoard(svg) ? beside : 0)) / width;
    let scale = slim ? STRIP : Math.max(Math.min(most, wide, tall), Math.min(least, usual));
    if (room < PHONE && svg.dataset.legible) scale = Math.max(scale, Number(svg.dataset.legible));
    // On a phone, what has a row for itself fills it.
    if (room < COLUMN && high && !svg.dataset.legible && width * scale > room * ALONE) scale = Math.min(Math.max(scale, room / width), scale * GROWS);
    sizes.set(svg, { width, height, scale });
  }
  const rows = high && room > COLUMN ? rowed(flow, sizes, room) : [];
  const board = [...sizes.keys()].find(isBoard);
  if (board) {
    const others = rows.filter((row) => !row.some((child) => child.contains(board))).reduce((sum, row) => sum + highest(row, sizes), 0);
    const part = sizes.get(board);
    if (rows.length && !overflows(board, part, room)) part.scale = Math.min(part.scale, Math.max(high - others, innerHeight * LOW) / part.height);
  } else if (room >= PHONE) grow(rows, sizes, room, high);
  const framed = framedIn(flow);
  for (const [svg, part] of sizes) {
    // Only what is in a frame becomes larger, if anything is.
    const [width, scale] = [part.width, part.scale * (framed && framed !== svg ? 1 : size)];
    svg.style.width = `${(width * scale).toFixed(1)}px`;
    // In a strip, figures lie close together, without the most that they can be.
    const cut = Number(svg.querySelector("[data-most]")?.dataset.most ?? 0);
    svg.style.marginInline = slim ? `${-EDGE * scale}px ${(-EDGE - cut) * scale}px` : "";
    svg.classList.toggle("far", scale < FAR);
    legible(svg, LEGIBLE / scale);
  }
  if (framed) frame(framed, sizes.get(framed).scale);
}

// A part that is not shown smaller than it can be read is moved within its frame.
const overflows = (svg, { width, scale }, room) => svg.dataset.legible && width * scale > room;

// Notes the scale of a framed part. What can be scrolled can take the focus, so that the keyboard scrolls it.
function frame(svg, scale) {
  const { parentElement: around } = svg;
  svg.style.setProperty("--shown", scale);
  if (around.scrollWidth > around.clientWidth + 1) around.setAttribute("tabindex", "0");
  else around.removeAttribute("tabindex");
}

// Puts the cells of a part into columns, and moves the text below them; returns the room that it takes next to another
// part, 0 if it is below it.
function arrange(svg, room, other) {
  const [pitch, drawn, usual, narrow, height] = numbers(svg.dataset.cells);
  const fits = NEXT * (other.viewBox.baseVal.width + usual * pitch + 2 * EDGE) + GAPS <= room;
  const columns = fits ? usual : narrow;
  const cells = [...svg.querySelectorAll(":scope > g")];
  for (const [number, cell] of cells.entries()) {
    const across = (number % columns) - (number % drawn);
    const down = Math.floor(number / columns) - Math.floor(number / drawn);
    cell.style.transform = across || down ? `translate(${across * pitch}px, ${down * pitch}px)` : "";
  }
  const rows = (of) => Math.ceil(cells.length / of) * pitch;
  const below = rows(columns) - rows(drawn);
  for (const text of svg.querySelectorAll(":scope > text")) text.style.transform = below ? `translate(0, ${below}px)` : "";
  const { x, y } = svg.viewBox.baseVal;
  svg.setAttribute("viewBox", [x, y, columns * pitch + 2 * EDGE, height + below + 2 * EDGE].join(" "));
  return fits ? columns * pitch + 2 * EDGE + GAPS + 2 : 0;
}

// Returns the children of a flow as the rows into which the page puts them.
function rowed(flow, sizes, room) {
  const rows = [[]];
  let left = room;
  for (const child of flow.children) {
    const { width, scale } = sizes.get(child.matches(".frame") ? child.firstElementChild : child) ?? { width: room, scale: 1 };
    if (rows.at(-1).length && left + 1 < width * scale) {
      rows.push([]);
      left = room;
    }
    rows.at(-1).push(child);
    left -= width * scale + GAPS;
  }
  return rows;
}

function highest(row, sizes) {
  const high = (child) => {
    const part = sizes.get(child);
    return part ? part.height * part.scale : child.matches(".folded") ? child.offsetHeight : 0;
  };
  return Math.max(LINES, ...row.map(high)) + GAPS;
}

// Enlarges the parts row by row, as far as they fill their place, and stay in their rows.
function grow(rows, sizes, room, high) {
  const parts = rows.map((row) => row.map((child) => sizes.get(child)).filter(Boolean));
  const free = parts.map((row) => (room - GAPS * row.length) / row.reduce((sum, { width, scale }) => sum + width * scale, 1));
  // What did not fit into a row is as large as what is in it.
  for (let at = 1; at < free.length; at += 1) if (parts[at][0]?.width === parts[at - 1][0]?.width) free[at] = free[at - 1];
  const larger = (most) => free.map((row) => Math.max(1, Math.min(row, most)));
  const tall = (most) => larger(most).reduce((sum, by, at) => sum + by * highest(rows[at], sizes), 0);
  let most = MOST;
  while (most > 1 && tall(most) > high) most -= 0.1;
  for (const [at, by] of larger(most).entries()) for (const part of parts[at]) part.scale *= by;
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
